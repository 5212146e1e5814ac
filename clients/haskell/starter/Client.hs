-- SPDX-License-Identifier: CC0-1.0
-- Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.
module Main (main) where

import Control.Monad (foldM_)
import Data.List ((\\))
import System.Environment (getArgs, lookupEnv)
import System.IO

data Play = Play {player :: String, cards :: [String]}

data Game = Game
  { hand :: [String]
  , table :: [Play] -- in this trick or round, the latest first
  , legal :: [String]
  , dice :: Dice -- the same numbers if the match is played again
  }

-- | One of the legal answers.
choose :: [String] -> [Play] -> [String] -> Dice -> String
choose _hand _table answers (Dice number) =
  -- Your strategy goes here.
  answers !! (number `mod` length answers)

-- | The game after what the referee tells; there are more words than these.
hear :: String -> String -> [String] -> Game -> Game
hear name key fields game = case (key, fields) of
  ("start hand", _) -> game {hand = [], table = []}
  ("start trick", _) -> game {table = []}
  ("start round", _) -> game {table = []}
  ("start turn", _) -> game {table = []}
  ("cards", [held]) -> game {hand = cardsOf held}
  ("dealt", [card]) -> game {hand = card : hand game}
  ("played", [who, what]) -> put name (Play who (cardsOf what)) game
  ("choices", answers) -> game {legal = answers}
  _ -> game

put :: String -> Play -> Game -> Game
put name play game = game {hand = left, table = play : table game}
  where
    left = if player play == name then hand game \\ cards play else hand game -- one of two that are equal

-- | The cards of a field such as "6H 7D AC"; "-" is none.
cardsOf :: String -> [String]
cardsOf field = if field == "-" then [] else words field

newtype Dice = Dice Int

-- | Park and Miller's generator, since the language's own library has none.
roll :: Dice -> Dice
roll (Dice number) = Dice (number * 16807 `mod` 2147483647)

seeded :: Int -> Dice
seeded seed = roll (roll (Dice (seed `mod` 2147483646 + 1)))

splitAtBars :: String -> [String]
splitAtBars text = case break (== '|') text of
  (word, _ : rest) -> word : splitAtBars rest
  (word, []) -> [word]

step :: String -> Game -> String -> IO Game
step name game line = case splitAtBars line of
  "" : "INFO" : key : fields -> return (hear name key (init (init fields)) game)
  "" : "QUERY" : key : _ -> do
    let answer = choose (hand game) (table game) (legal game) (dice game)
    putStrLn ("|RESPONSE|" ++ key ++ "|" ++ answer ++ "|END|")
    hFlush stdout
    return game {dice = roll (dice game)}
  _ -> return game

main :: IO ()
main = do
  mapM_ (`hSetEncoding` utf8) [stdin, stdout]
  name <- last <$> getArgs
  seed <- maybe 0 read <$> lookupEnv "REFEREE_SEED"
  heard <- lines <$> getContents -- lazily: a line at a time
  foldM_ (step name) (Game [] [] [] (seeded seed)) heard

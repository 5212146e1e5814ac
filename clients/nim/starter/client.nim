# SPDX-License-Identifier: CC0-1.0
## Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.

import std/[os, random, strformat, strutils]

type Play = tuple[player: string, cards: seq[string]] ## Who played which cards in this trick or round.

var chance = initRand(parseInt(getEnv("REFEREE_SEED", "0"))) # The same numbers if the match is played again.

proc choose(hand: seq[string], table: seq[Play], legal: seq[string]): string =
  ## One of the legal answers.
  # Your strategy goes here.
  chance.sample(legal)

proc cardsOf(field: string): seq[string] =
  ## The cards of a field such as `6H 7D AC`; `-` is none.
  if field == "-": @[] else: field.split(' ')

proc takeOut(hand: var seq[string], cards: seq[string]) =
  ## Of equal cards only as many leave the hand as were played.
  for card in cards:
    let place = hand.find(card)
    if place >= 0:
      hand.delete(place)

proc main() =
  let name = paramStr(paramCount())
  var
    hand, legal: seq[string]
    table: seq[Play]
  for line in stdin.lines:
    let words = line.split('|') # nothing, type, key, fields, END, nothing
    if words.len < 5:
      continue
    let (kind, key, fields) = (words[1], words[2], words[3 .. ^3])
    if kind == "QUERY":
      echo &"|RESPONSE|{key}|{choose(hand, table, legal)}|END|"
      stdout.flushFile()
      continue
    case key
    of "choices":
      legal = fields
    of "start hand":
      hand = @[]
      table = @[]
    of "start trick", "start round", "start turn":
      table = @[]
    of "cards":
      hand = cardsOf(fields[0])
    of "dealt":
      hand.add(fields[0])
    of "played":
      let play = (player: fields[0], cards: cardsOf(fields[1]))
      table.add(play)
      if play.player == name:
        hand.takeOut(play.cards)
    else:
      discard

main()

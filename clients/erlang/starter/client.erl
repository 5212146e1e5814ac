%% SPDX-License-Identifier: CC0-1.0
%% Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.

-module(client).
-export([main/1]).

-record(game, {
    name,
    hand = [],
    table = [],  % pairs of a player and its cards, in this trick or round
    legal = []
}).

%% One of the legal answers.
choose(_Hand, _Table, Legal) ->
    %% Your strategy goes here.
    lists:nth(rand:uniform(length(Legal)), Legal).

main(Arguments) ->
    Seed = list_to_integer(os:getenv("REFEREE_SEED", "0")),
    rand:seed(exsss, Seed),  % the same numbers if the match is played again
    io:setopts([{encoding, unicode}]),
    play(#game{name = lists:last(Arguments)}).

play(Game) ->
    case io:get_line("") of
        eof -> halt(0);
        Line -> play(take(string:split(string:trim(Line), "|", all), Game))
    end.

take(["", "INFO", Key | Fields], Game) ->
    hear(Key, lists:droplast(lists:droplast(Fields)), Game);
take(["", "QUERY", Key | _], #game{hand = Hand, table = Table, legal = Legal} = Game) ->
    io:put_chars(["|RESPONSE|", Key, "|", choose(Hand, Table, Legal), "|END|\n"]),
    Game.

%% The game after what the referee tells; there are more words than these.
hear("start hand", _, Game) -> Game#game{hand = [], table = []};
hear("start trick", _, Game) -> Game#game{table = []};
hear("start round", _, Game) -> Game#game{table = []};
hear("start turn", _, Game) -> Game#game{table = []};
hear("cards", [Hand], Game) -> Game#game{hand = cards_of(Hand)};
hear("dealt", [Card], Game) -> Game#game{hand = [Card | Game#game.hand]};
hear("played", [Player, Played], Game) -> put_down(Player, cards_of(Played), Game);
hear("choices", Legal, Game) -> Game#game{legal = Legal};
hear(_, _, Game) -> Game.

put_down(Player, Cards, #game{table = Table} = Game) ->
    Hand = case Game#game.name of
        Player -> Game#game.hand -- Cards;  % one of two that are equal
        _ -> Game#game.hand
    end,
    Game#game{hand = Hand, table = Table ++ [{Player, Cards}]}.

%% The cards of a field such as "6H 7D AC"; "-" is none.
cards_of("-") -> [];
cards_of(Field) -> string:split(Field, " ", all).

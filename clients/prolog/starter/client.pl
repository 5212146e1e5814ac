% SPDX-License-Identifier: CC0-1.0
% Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.

:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(main)).
:- use_module(library(random)).
:- use_module(library(readutil)).

:- initialization(main, main).

% Your strategy goes here. Hand is your cards; Table is who played what since the trick, round or turn began, each
% a pair Name-Cards; Legal is all answers that are allowed, of which Answer is one. All names and cards are strings.
choose(_Hand, _Table, Legal, Answer) :-
    random_member(Answer, Legal).

main(Arguments) :-
    last(Arguments, Name),
    atom_string(Name, Me),
    seed,
    play(Me, known([], [], [])).

% The same numbers if the match is played again.
seed :-
    (   getenv('REFEREE_SEED', Text)
    ->  atom_number(Text, Seed),
        set_random(seed(Seed))
    ;   true
    ).

% What is known is the hand, the table and the legal answers.
play(Me, Known) :-
    read_line_to_string(user_input, Line),
    (   Line == end_of_file
    ->  true
    ;   split_string(Line, "|", "", ["", Type, Key|Rest]),
        append(Fields, ["END", ""], Rest),
        hear_or_answer(Type, Key, Fields, Me, Known, Next),
        play(Me, Next)
    ).

hear_or_answer("QUERY", Key, _, _, Known, Known) :-
    !,
    Known = known(Hand, Table, Legal),
    once(choose(Hand, Table, Legal, Answer)),
    format("|RESPONSE|~s|~s|END|~n", [Key, Answer]),
    flush_output.
hear_or_answer(_, Key, Fields, Me, Known, Next) :-
    hear(Key, Fields, Me, Known, Next),
    !.
hear_or_answer(_, _, _, _, Known, Known).    % it need not be known

hear("start hand", _, _, known(_, _, Legal), known([], [], Legal)).
hear("start trick", _, _, known(Hand, _, Legal), known(Hand, [], Legal)).
hear("start round", _, _, known(Hand, _, Legal), known(Hand, [], Legal)).
hear("start turn", _, _, known(Hand, _, Legal), known(Hand, [], Legal)).
hear("cards", [Field], _, known(_, Table, Legal), known(Hand, Table, Legal)) :-
    cards(Field, Hand).
hear("dealt", [Card], _, known(Hand, Table, Legal), known(Longer, Table, Legal)) :-
    append(Hand, [Card], Longer).
hear("played", [Name, Field], Me, known(Hand, Table, Legal), known(Rest, Longer, Legal)) :-
    cards(Field, Cards),
    append(Table, [Name-Cards], Longer),
    (   Name == Me
    ->  foldl(drop, Cards, Hand, Rest)
    ;   Rest = Hand
    ).
hear("choices", Legal, _, known(Hand, Table, _), known(Hand, Table, Legal)).

cards("-", []) :- !.
cards(Field, Cards) :-
    split_string(Field, " ", "", Cards).

% One copy leaves the hand.
drop(Card, Hand, Rest) :-
    selectchk(Card, Hand, Rest),
    !.
drop(_, Hand, Hand).

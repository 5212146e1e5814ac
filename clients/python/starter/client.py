# SPDX-License-Identifier: CC0-1.0
"""Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them."""

from __future__ import annotations

import os
import random
import sys

NAME = sys.argv[-1]
chance = random.Random(os.environ.get("REFEREE_SEED"))  # the same numbers if the match is played again


def choose(hand: list[str], table: list[tuple[str, list[str]]], legal: list[str]) -> str:
    """One of the legal answers; on the table is who played which cards, such as `("Ann", ["5", "5", "13"])`."""
    # Your strategy goes here.
    return chance.choice(legal)


def play() -> None:
    """Hears and answers until the input closes."""
    hand: list[str] = []
    table: list[tuple[str, list[str]]] = []
    legal: list[str] = []
    for line in sys.stdin:
        _, kind, key, *fields, _, _ = line.split("|")
        if kind == "QUERY":
            print(f"|RESPONSE|{key}|{choose(hand, table, legal)}|END|", flush=True)
        elif key == "start hand":
            hand, table = [], []
        elif key in ("start trick", "start round", "start turn"):
            table = []
        elif key == "cards":
            hand = cards_of(fields[0])
        elif key == "dealt":
            hand.append(fields[0])
        elif key == "played":
            player, cards = fields[0], cards_of(fields[1])
            table.append((player, cards))
            if player == NAME:
                hand = without(hand, cards)
        elif key == "choices":
            legal = fields


def cards_of(text: str) -> list[str]:
    return [] if text == "-" else text.split(" ")


def without(hand: list[str], cards: list[str]) -> list[str]:
    """Of equal cards only as many leave the hand as were played."""
    left = list(hand)
    for card in cards:
        if card in left:
            left.remove(card)
    return left


play()

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
        match line.split("|")[1:-2]:
            case ["INFO", "start hand", *_]:
                hand, table = [], []
            case ["INFO", "start trick" | "start round" | "start turn", *_]:
                table = []
            case ["INFO", "cards", cards]:
                hand = cards_of(cards)
            case ["INFO", "dealt", card]:
                hand.append(card)
            case ["INFO", "played", player, cards]:
                table.append((player, cards_of(cards)))
                if player == NAME:
                    hand = without(hand, cards_of(cards))
            case ["INFO", "choices", *answers]:
                legal = answers
            case ["QUERY", key]:
                print(f"|RESPONSE|{key}|{choose(hand, table, legal)}|END|", flush=True)


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

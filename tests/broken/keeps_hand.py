"""Plays tricks rightly, but never forgets the cards of the hand before."""

import sys

hand: list[str] = []
led = ""
for line in sys.stdin:
    _, kind, key, *fields, _, _ = line.split("|")
    if key == "cards":
        hand = hand + fields[0].split(" ")
    elif key == "start trick":
        led = ""
    elif key == "played":
        led = led or fields[1][1]
    elif kind == "QUERY":
        card = next((card for card in hand if card[1] == led), hand[0])
        hand.remove(card)
        print(f"|RESPONSE|{key}|{card}|END|", flush=True)

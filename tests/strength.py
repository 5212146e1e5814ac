"""How strong a bundled client is: alone against random ones, by real matches, seats rotated.

Usage: python tests/strength.py tricks --matches 100
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

from referee import game
from referee.clients import players
from referee.live import play
from referee.plan import Plan, Player, checked_options
from referee.seats.cores import on_cores

SHARE = 2.0  # times the fair share, at least
LOWER_END = 1.5  # times the fair share, which the lower end of the interval is above
Z = 1.96  # of 95 %


@dataclass(frozen=True)
class Strength:
    wins: float
    matches: int
    players: int

    @property
    def share(self) -> float:
        return self.wins / self.matches

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's, of 95 %."""
        n, p = self.matches, self.share
        centre = p + Z**2 / (2 * n)
        half = Z * sqrt(p * (1 - p) / n + (Z / (2 * n)) ** 2)
        return (centre - half) / (1 + Z**2 / n), (centre + half) / (1 + Z**2 / n)

    @property
    def reached(self) -> bool:
        fair = 1 / self.players
        return self.share >= SHARE * fair and self.interval[0] > LOWER_END * fair


def measured(game_name: str, matches: int, options: Mapping[str, int]) -> Strength:
    """The client named as the game against random ones; match after match a seat further, each with its own seed."""
    rules = game.find(game_name)
    count = max(rules.seats[0], min(4, rules.seats[-1]))
    seated = players([f"@python/{game_name}", *["@python/random"] * (count - 1)], game_name)
    chosen = checked_options(rules, dict(options))
    with on_cores():
        wins = sum(_won(rotated(seated, n % count), seated[0], game_name, chosen, f"{n}") for n in range(matches))
    return Strength(wins, matches, count)


def rotated(seated: tuple[Player, ...], by: int) -> tuple[Player, ...]:
    return seated[by:] + seated[:by]


def _won(seated: tuple[Player, ...], ours: Player, game_name: str, options: dict[str, int], seed: str) -> float:
    """Of a first place that several share, its part."""
    result = play(Plan(game_name, options, seated, seed, True)).result
    first = [standing.player for standing in result.standings if standing.place == 1]
    return (ours.name in first) / len(first)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=game.names())
    parser.add_argument("--matches", type=int, default=100)
    asked = parser.parse_args()
    found = measured(asked.game, max(1, asked.matches), {})
    low, high = found.interval
    print(
        f"@python/{asked.game} against {found.players - 1} of @python/random: {found.wins:g} of {found.matches} matches"
    )
    print(f"share {found.share:.3f}, 95 % interval {low:.3f} to {high:.3f}; a fair share is {1 / found.players:.3f}")
    print("strong enough" if found.reached else f"missed: {SHARE:g} times, the lower end above {LOWER_END:g} times")
    sys.exit(not found.reached)


if __name__ == "__main__":
    main()

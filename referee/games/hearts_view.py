"""The table of hearts, as far as the words tell: also the points taken in the hand, and the moons of the match."""

from collections.abc import Sequence

from referee.games.trick_table import TrickTable


class HeartsTable(TrickTable):
    def __init__(self, players: Sequence[str], bad_card: int) -> None:
        super().__init__(players, bad_card)
        self.moons = dict.fromkeys(self.players, 0)

    def columns(self) -> dict[str, dict[str, int]]:
        return {"score": self.scores, "points": self.points, "moons": self.moons}

    def _clear(self) -> None:
        super()._clear()
        self.points = dict.fromkeys(self.players, 0)

    def _on_end_trick(self, number: int, winner: str, points: int) -> None:
        super()._on_end_trick(number, winner, points)
        self.points[winner] += points

    def _on_shot_the_moon(self, player: str) -> None:
        self.moons[player] += 1
        self.ending = f"{player} shot the moon"

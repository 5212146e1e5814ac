"""What the referee has set itself, and whether it was reached."""

FLOOR = 2.0  # times the floor's time for a question


def verdict_at_most(found: float, mark: float, unit: str) -> str:
    if found <= mark:
        return f"  PASS: {found:.2f} {unit}; the mark is at most {mark:g}"
    return f"  MISSED by {(found / mark - 1) * 100:.0f} %: {found:.2f} {unit}; the mark is at most {mark:g}"

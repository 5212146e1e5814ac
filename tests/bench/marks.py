"""What the referee has set itself, and whether it was reached."""

FLOOR = 2.0  # times the floor's time for a question
VERIFIED = 100_000  # questions a second
MEMORY = 60  # MB, of a match to 1000 points
GAME = 60_000  # questions a second in one process
QUICK_GAME = 150_000  # of tricks and hearts
HELP = 150  # milliseconds to `referee --help`
SHARE = 1.1  # times the referee's work for a question, between any two languages
OWN = 1.0  # milliseconds of the runner for a match, clients and fsync aside
TINY = 8.0  # milliseconds for four clients in C that play one trick
TWO_WORKERS = 1.8  # times what one plays
STORE = 200  # MB, of 100,000 matches
STANDINGS = 3.0  # seconds, of as many
STANDINGS_MEMORY = 200  # MB
PLAN = 1.0  # seconds to the first match of a million


def at_most(found: float, mark: float, unit: str) -> str:
    return _verdict(found, f"at most {mark:,g}", unit, shortfall=found / mark - 1)


def at_least(found: float, mark: float, unit: str) -> str:
    return _verdict(found, f"at least {mark:,g}", unit, shortfall=1 - found / mark)


def _verdict(found: float, mark: str, unit: str, shortfall: float) -> str:
    verdict = "PASS" if shortfall <= 0 else f"MISSED by {shortfall * 100:.0f} %"
    shown = f"{found:,.2f}" if found < 10 else f"{found:,.0f}"
    return f"  {verdict}: {shown} {unit}; the mark is {mark}"

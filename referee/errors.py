"""The kinds of failure that are no client's fault: the user's mistake, and nobody's fault."""


class Mistake(ValueError):
    """Something the user gave is wrong: one line names it and says what was expected. Exit code 2."""


class BadClient(Mistake):
    """A client that cannot be had; the message names it and says what was expected."""


class Void(Exception):
    """A match could not be played to its end and no player is to blame. Exit code 3."""


class Stuck(Exception):
    """What was begun cannot go on, and nobody is to blame; what counted is kept. Exit code 3."""

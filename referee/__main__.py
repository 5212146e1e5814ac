"""Lets `python -m referee` do what the command `referee` does."""

import signal

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # until the command listens, Ctrl-C ends it without a traceback

from referee.cli import main

if __name__ == "__main__":
    main()

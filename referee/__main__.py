"""Lets `python -m referee` do what the command `referee` does."""

from referee.cli import main

main()

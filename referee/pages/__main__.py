"""Lets `python -m referee.pages` write the pages, which is what `make protocol` does."""

from referee.pages.generate import main

main()

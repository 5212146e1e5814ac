"""Formats of tournaments: each is a small pure function from the entrants and the results so far to the next tables."""

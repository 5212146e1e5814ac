"""Tournaments: their file, entrants, plan, runner, store and what is told of them."""

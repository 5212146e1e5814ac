"""Replaying a log: what happened moment by moment, what each seat knew of it, and how a person reads that."""

"""The statistics of a tournament, pure: places in, estimates with intervals out; the block is their unit."""

import os

# Matches play on the cores meanwhile: two threads, which wait for each other there, took three times as long as one.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

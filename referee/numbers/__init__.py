"""The statistics of a tournament, pure: places in, estimates with intervals out; the block is their unit."""

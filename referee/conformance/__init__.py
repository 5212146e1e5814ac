"""The conformance check: what is wrong with a client, step by step, and how it is mended."""

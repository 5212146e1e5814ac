"""A referee for bot tournaments over stdin and stdout."""

__version__ = "0.1.0"

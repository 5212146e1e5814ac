"""The programs at a table: their processes, the talk with them, the core that they share."""

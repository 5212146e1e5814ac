"""How a tournament is told: as text on a terminal, as Markdown, CSV or JSON, and live while it runs."""

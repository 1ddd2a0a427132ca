"""The engine: what every game has in common, and nothing of any game."""

"""What choices promise and warn of, game by game: `FORECASTS` and `WARNINGS` of each module name every kind of text
with the check that holds it against what the engine then does."""

"""Scenes drawn in a terminal, and playing there."""

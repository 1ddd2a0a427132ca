"""Benchmarks: what the engine does per second, beside hand-written programs and other people's engines."""

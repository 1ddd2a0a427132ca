"""How matches are spread over a GPU, measured on one H200 with `python -m bench.gpu --tune`."""

LAUNCH = {"play": 512, "places": 405504, "step": 32, "registers": 128, "pool": 192}

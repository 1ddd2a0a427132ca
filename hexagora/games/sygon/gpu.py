"""How matches are spread over a GPU, measured on one H200 with `python -m bench.gpu --tune`."""

LAUNCH = {"play": 128, "places": 135168, "step": 32, "registers": 128, "pool": 256}

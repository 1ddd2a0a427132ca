"""How matches are spread over a GPU, measured on one H200 with `python -m bench.gpu --tune`."""

LAUNCH = {"play": 8, "places": 1048576, "step": 32}

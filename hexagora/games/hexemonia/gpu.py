"""How matches are spread over a GPU, measured on one H200 with `python -m bench.gpu --tune`."""

LAUNCH = {"play": 64, "places": 262144, "step": 32}

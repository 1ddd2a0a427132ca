"""Interfaces of the field: OpenSpiel, PettingZoo, Gymnasium, TorchRL, RLlib, datasets. Each needs its extra.

    import pyspiel, hexagora.research.openspiel          # registers hexagora_hex, hexagora_manapool, …
    from hexagora.research import pettingzoo             # pettingzoo.env("hexemonia", players=3)
    import gymnasium, hexagora.research.gymnasium        # registers hexagora/Hex-v0, hexagora/Sygon-v0, …
    from hexagora.research import torchrl, rllib         # torchrl.env("hex", 256), rllib.env({"game": "hex"})
"""

"""The lab: designers change a game and see what it does. `docs/lab.md` tells how to use it.

    from hexagora.lab.quick import shares

    shares(hexagora.game("hex"), {"size": 7}, matches=200).seats
"""

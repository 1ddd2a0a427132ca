"""A game of which everything is known: seat 1 says go or wait, then a loaded die decides who wins."""

from hexagora.engine.game import Facts, Game

GAME = Game(Facts(id="toy", title="Toy", summary="A loaded die.", designers=("nobody",), players=(2,), hidden=False,
                  chance=True, minutes=(1, 1)), "tests.lab.toy")

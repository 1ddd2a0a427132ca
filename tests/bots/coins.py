"""The rules of a tiny game for tests: one player decides, coins fall, and every way ends after a few steps.

A position is a number, and the tables say what follows from it. Player 1 comes to act only at OTHERS.
"""

from hexagora.engine.contract import CHANCE, OVER, WIN

START, RISKY, SAFE, CLOSE, WON, LOST, OTHERS, AGAIN = range(8)
FOLLOWS = {
    START: [RISKY, OTHERS, SAFE],
    RISKY: [WON, LOST],
    SAFE: [CLOSE, AGAIN],
    CLOSE: [OTHERS, WON],
    AGAIN: [CLOSE],
    OTHERS: [LOST, WON],
}
COINS = (RISKY, SAFE)


class Record:
    @staticmethod
    def to_bytes(s):
        return bytes([s.at])


class State:
    record = Record

    def __init__(self, at=START):
        self.at = at

    def clone(self):
        return State(self.at)


def to_act(box, s):
    if s.at in (WON, LOST):
        return OVER
    if s.at in COINS:
        return CHANCE
    return 1 if s.at == OTHERS else 0


def legal(box, s, out):
    for i in range(len(FOLLOWS[s.at])):
        out[i] = i
    return len(FOLLOWS[s.at])


def apply(box, s, a):
    s.at = FOLLOWS[s.at][a]


def returns(box, s, out):
    out[0] = WIN if s.at == WON else 0
    out[1] = WIN - out[0]

"""The rules of the toy."""

from hexagora.engine.contract import CHANCE, OVER, WIN
from tests.lab.toy.state import AT_CHOICE, AT_DIE, AT_END, FIRST_WINS, GO, WAIT


def deal(box, s):
    s.step = AT_CHOICE


def to_act(box, s):
    if s.step == AT_END:
        return OVER
    return CHANCE if s.step == AT_DIE else 0


def legal(box, s, out):
    if s.step == AT_CHOICE:
        out[0] = GO
        out[1] = WAIT
        return 2
    n = 0
    for face in range(3):
        if box.weight[face] > 0:
            out[n] = FIRST_WINS + face
            n += 1
    return n


def chances(box, s, out):
    n = 0
    for face in range(3):
        if box.weight[face] > 0:
            out[n] = box.weight[face]
            n += 1
    return n


def apply(box, s, a):
    if s.step == AT_DIE:
        s.face = a - FIRST_WINS + 1
    s.step += 1


def returns(box, s, out):
    out[0] = WIN if s.face == 1 else WIN // 2 if s.face == 3 else 0
    out[1] = WIN if s.face == 2 else WIN // 2 if s.face == 3 else 0

"""The records of the toy."""

from hexagora.engine.record import Record, i8

GO, WAIT, FIRST_WINS, SECOND_WINS, SHARED = range(5)
ACTIONS = 5
MAX_LEGAL = 3
AT_CHOICE, AT_DIE, AT_END = range(3)


class Box(Record):
    players = i8("2")
    weight = i8[3]("faces of the die with which the first wins, the second, both")


class State(Record):
    step = i8("AT_CHOICE, AT_DIE, AT_END")
    face = i8("what the die showed, from 1")
    pad = i8[6]("nothing")

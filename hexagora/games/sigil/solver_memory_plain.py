"""How interpreted code copies states."""


def copy_position(cells, states, source, target):
    states[target] = states[source].clone()

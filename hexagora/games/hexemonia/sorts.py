"""What sort a decision is of: decisions of one sort take the same way through the rules (`engine.gpu_sorting`)."""


def sort_of(box, s):
    return int(s.phase)

import pytest

from hexagora.engine.record import Record, i8, i16, i32, u8


class Sample(Record):
    small = i8("a small number")
    row = i16[3]("three numbers")
    grid = u8[2, 3]("two rows of three")
    cube = i8[2, 2, 2]("three dimensions")
    size = i32("called like something that records know")


def filled(debug=False):
    s = Sample.new(debug)
    s.small, s.size = -7, 100_000
    s.row[2] = -300
    s.grid[1][2] = 255
    s.cube[1][0][1] = 5
    return s


def test_sizes_in_two_pairs_of_brackets_are_refused_with_the_right_way():
    with pytest.raises(TypeError, match=r"declared as \[2, 3\]"):
        u8[2][3]


def test_a_new_record_is_all_zeros():
    assert Sample.to_bytes(Sample.new()) == bytes(Sample.itemsize())


@pytest.mark.parametrize("debug", [False, True])
def test_bytes_and_json_come_back(debug):
    s = filled(debug)
    assert Sample.from_bytes(Sample.to_bytes(s)) == filled()
    assert Sample.from_dict(Sample.to_dict(s)) == filled()


def test_a_copy_shares_nothing():
    s = filled()
    twin = s.clone()
    twin.grid[1][2], twin.cube[1][0][1], twin.row[2] = 1, 1, 1
    assert s == filled()
    assert Sample.differences(s, twin) == [
        "row: [0, 0, -300] != [0, 0, 1]",
        "grid: [[0, 0, 0], [0, 0, 255]] != [[0, 0, 0], [0, 0, 1]]",
        "cube: [[[0, 0], [0, 0]], [[0, 5], [0, 0]]] != [[[0, 0], [0, 0]], [[0, 1], [0, 0]]]",
    ]


def test_arrays_hold_the_same_numbers():
    records = Sample.to_array(filled(), 3)
    assert records.dtype.itemsize == Sample.itemsize()
    assert Sample.itemsize() % 8 == 0
    assert [int(r["size"]) for r in records] == [100_000] * 3
    assert Sample.from_array(records, 2) == filled()


def test_no_byte_of_an_array_is_left_to_chance():
    assert Sample.to_array(filled(), 2).copy().tobytes() == 2 * Sample.to_bytes(filled())


@pytest.mark.parametrize(("change", "error"), [
    (lambda s: setattr(s, "small", 128), "small = 128: outside -128..127"),
    (lambda s: s.grid[0].__setitem__(1, -1), "grid = -1: outside 0..255"),
    (lambda s: s.row.__setitem__(-1, 0), "row[-1]: negative index"),
    (lambda s: s.row[-1], "row[-1]: negative index"),
    (lambda s: setattr(s, "small", True), "small takes integers, not True"),
    (lambda s: setattr(s, "row", [1, 2, 3]), "row is an array"),
])  # fmt: skip
def test_a_debug_record_refuses_what_compiled_code_would_wrap(change, error):
    with pytest.raises((OverflowError, IndexError, TypeError), match=error.replace("[", r"\[").replace(".", r"\.")):
        change(Sample.new(debug=True))


def test_a_declaration_documents_itself():
    assert "| `row` | i2[3] | three numbers |" in Sample.document()


def test_a_declaration_is_no_object():
    with pytest.raises(TypeError, match=r"Sample\.new\(\)"):
        Sample()


def test_too_few_numbers_are_refused():
    with pytest.raises(ValueError, match="row needs 3 numbers, not 2"):
        Sample.from_dict({**Sample.to_dict(filled()), "row": [1, 2]})

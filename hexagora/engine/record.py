"""Records: the fields of a state or a box, declared once.

A game declares what changes (`State`) and what never changes during a match (`Box`) as a class of fields:

    class State(Record):
        stone = i8[361]("0 for an empty cell, else 1 + the owner of the stone")
        mover = i8("the player to move")

From this one declaration come the record of the compiled back ends (a NumPy dtype), the plain object of the
interpreted one (ints and lists, optionally range-checked), copying, bytes, JSON and documentation. Fields hold
integers only and have a fixed size. A new record is all zeros.
"""

import struct
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, overload

if TYPE_CHECKING:
    import numpy as np

WORD = 8  # records are a whole number of 64-bit words, so that copying one is copying words
_CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H"}


T = TypeVar("T")
Row = list[int]


class Field(Generic[T]):
    """An integer of fixed width, or an array of them. For type checkers and editors it is what a record holds at its
    name: an int, or lists of them."""

    def __init__(self, kind: str, shape: tuple[int, ...] = (), doc: str = ""):
        self.kind, self.shape, self.doc = kind, shape, doc

    @overload
    def __getitem__(self, shape: int) -> "Field[Row]": ...
    @overload
    def __getitem__(self, shape: tuple[int, int]) -> "Field[list[Row]]": ...
    @overload
    def __getitem__(self, shape: tuple[int, int, int]) -> "Field[list[list[Row]]]": ...
    def __getitem__(self, shape: Any) -> "Field[Any]":
        if self.shape:
            sizes = ", ".join(map(str, (*self.shape, *(shape if isinstance(shape, tuple) else (shape,)))))
            raise TypeError(f"an array of several dimensions is declared as [{sizes}], in one pair of brackets")
        return Field(self.kind, shape if isinstance(shape, tuple) else (shape,), self.doc)

    def __call__(self, doc: str) -> "Field[T]":
        return Field(self.kind, self.shape, doc)

    if TYPE_CHECKING:

        def __get__(self, record: Any, kind: Any = None) -> T: ...
        def __set__(self, record: Any, value: T) -> None: ...

    @property
    def width(self) -> int:
        return int(self.kind[1])

    @property
    def count(self) -> int:
        count = 1
        for n in self.shape:
            count *= n
        return count

    @property
    def low(self) -> int:
        return 0 if self.kind[0] == "u" else -(1 << (8 * self.width - 1))

    @property
    def high(self) -> int:
        return (1 << (8 * self.width - (self.kind[0] == "i"))) - 1


i8: Field[int] = Field("i1")
i16: Field[int] = Field("i2")
i32: Field[int] = Field("i4")
i64: Field[int] = Field("i8")
u8: Field[int] = Field("u1")
u16: Field[int] = Field("u2")


class Record:
    """Base of all declarations; the class itself is the description, `new()` makes plain objects."""

    fields: ClassVar[dict[str, Field[Any]]] = {}

    if TYPE_CHECKING:

        def clone(self) -> Self: ...

    def __init_subclass__(cls) -> None:
        for name, value in vars(cls).items():
            if not name.startswith("__") and not isinstance(value, Field):
                raise TypeError(f"{cls.__name__}.{name} = {value!r}: a record has nothing but fields, declared like "
                                f'{name} = i8("what it is") or {name} = i8[7]("what they are")')
        cls.fields = {name: f for name, f in vars(cls).items() if isinstance(f, Field)}
        for name in cls.fields:
            delattr(cls, name)  # a field may be called like a method of this class

    def __new__(cls) -> "Record":
        raise TypeError(f"{cls.__name__} is a declaration; {cls.__name__}.new() makes an object")

    @classmethod
    def new(cls, debug: bool = False) -> Any:
        """A plain object with every field zero; with `debug` each assignment is checked against its width."""
        kind: Any = cls
        return _plain(kind, debug)()

    @classmethod
    def layout(cls) -> list[tuple[str, Field[Any]]]:
        """Fields by falling width, so that nothing needs padding but the end."""
        return sorted(cls.fields.items(), key=lambda item: -item[1].width)

    @classmethod
    def itemsize(cls) -> int:
        raw = sum(f.width * f.count for f in cls.fields.values())
        return max(WORD, -(-raw // WORD) * WORD)

    @classmethod
    def dtype(cls) -> "np.dtype[Any]":
        kind: Any = cls
        return _dtype(kind)

    @classmethod
    def to_bytes(cls, plain: Any) -> bytes:
        kind: Any = cls
        return _packer(kind).pack(*_spreader(kind)(plain))

    @classmethod
    def from_bytes(cls, data: bytes, debug: bool = False) -> Any:
        kind: Any = cls
        values = _packer(kind).unpack(data)
        return _gathered_checked(kind, values) if debug else _gatherer(kind)(values)

    @classmethod
    def to_array(cls, plain: Any, count: int = 1) -> "np.ndarray[Any, Any]":
        """`count` records equal to the plain object, for the compiled back ends."""
        import numpy as np

        return np.frombuffer(cls.to_bytes(plain) * count, cls.dtype()).copy()

    @classmethod
    def from_array(cls, records: "np.ndarray[Any, Any]", i: int = 0, debug: bool = False) -> Any:
        return cls.from_bytes(records[i].tobytes(), debug)

    @classmethod
    def to_dict(cls, plain: Any) -> dict[str, Any]:
        return {name: _unnest(getattr(plain, name), len(f.shape)) for name, f in cls.fields.items()}

    @classmethod
    def from_dict(cls, data: dict[str, Any], debug: bool = False) -> Any:
        plain = cls.new(debug)
        for name, f in cls.fields.items():
            _store(plain, name, f, list(_flat(data[name], len(f.shape))))
        return plain

    @classmethod
    def differences(cls, a: Any, b: Any) -> list[str]:
        """The fields in which two plain objects differ, for messages of tests."""
        left, right = cls.to_dict(a), cls.to_dict(b)
        return [f"{name}: {left[name]} != {right[name]}" for name in cls.fields if left[name] != right[name]]

    @classmethod
    def document(cls) -> str:
        """The declaration as a table in Markdown."""
        rows = ["| field | type | meaning |", "|---|---|---|"]
        for name, f in cls.fields.items():
            rows.append(f"| `{name}` | {f.kind}{list(f.shape) if f.shape else ''} | {f.doc} |")
        return "\n".join(rows)


def fill(places: Any, table: Iterable[Any]) -> None:
    """Writes a table into the first places of an array field; what lies beyond its end stays as it is.

    >>> class Box(Record):
    ...     near = i8[4, 3]("numbers")
    >>> box = Box.new()
    >>> fill(box.near, [[1, 2, 3], [4]])
    >>> box.near
    [[1, 2, 3], [4, 0, 0], [0, 0, 0], [0, 0, 0]]
    """
    for i, row in enumerate(table):
        if i == len(places):
            raise IndexError(f"a table of more than {i} {'numbers' if isinstance(row, int) else 'rows'}, for which the "
                             "field has no room")
        if isinstance(row, int):
            places[i] = row
        else:
            fill(places[i], row)


class CheckedList(list[Any]):
    """A list of a debug object: no value beyond the width of its field, no index below zero."""

    __slots__ = ("_field", "_name")

    def __init__(self, values: list[Any], name: str, field: Field[Any]):
        super().__init__(values)
        self._name, self._field = name, field

    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, int) and i < 0:
            raise IndexError(f"{self._name}[{i}]: negative index")
        return super().__getitem__(i)

    def __setitem__(self, i: Any, value: Any) -> None:
        if i < 0:
            raise IndexError(f"{self._name}[{i}]: negative index")
        super().__setitem__(i, check_width(self._name, self._field, value))

    def clone(self) -> "CheckedList":
        rows = len(self._field.shape) > 1 and isinstance(next(iter(self), None), CheckedList)
        return CheckedList([row.clone() for row in self] if rows else self, self._name, self._field)


def check_width(name: str, field: Field[Any], value: Any) -> Any:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} takes integers, not {value!r}")
    if not field.low <= value <= field.high:
        raise OverflowError(f"{name} = {value}: outside {field.low}..{field.high}")
    return value


def _nest(flat: list[Any], shape: tuple[int, ...]) -> Any:
    if len(shape) <= 1:
        return flat
    step = len(flat) // shape[0]
    return [_nest(flat[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0])]


def _checked(name: str, field: Field[Any], flat: list[Any], shape: tuple[int, ...]) -> CheckedList:
    if len(shape) <= 1:
        return CheckedList(flat, name, field)
    step = len(flat) // shape[0]
    rows = [_checked(name, field, flat[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0])]
    return CheckedList(rows, name, field)


def _flat(value: Any, depth: int) -> Iterator[int]:
    if depth == 0:
        yield value
    elif depth == 1:
        yield from value
    else:
        for row in value:
            yield from _flat(row, depth - 1)


def _unnest(value: Any, depth: int) -> Any:
    return [_unnest(v, depth - 1) for v in value] if depth else value


def _store(plain: Any, name: str, field: Field[Any], flat: list[Any]) -> None:
    if len(flat) != field.count:
        raise ValueError(f"{name} needs {field.count} numbers, not {len(flat)}")
    if not field.shape:
        setattr(plain, name, flat[0])
    elif plain.DEBUG:
        object.__setattr__(plain, name, _checked(name, field, flat, field.shape))
    else:
        setattr(plain, name, _nest(flat, field.shape))


@cache
def _packer(record: Any) -> struct.Struct:
    codes = "".join(f"{f.count}{_CODES[f.kind]}" for _, f in record.layout())
    used = struct.calcsize("<" + codes)
    return struct.Struct(f"<{codes}{record.itemsize() - used}x")


@cache
def _dtype(record: Any) -> "np.dtype[Any]":
    import numpy as np

    names, formats, offsets, at = [], [], [], 0
    for name, f in record.layout():
        names.append(name)
        formats.append((f"<{f.kind}", f.shape) if f.shape else f"<{f.kind}")
        offsets.append(at)
        at += f.width * f.count
    if at < record.itemsize():  # a field of its own, because NumPy does not copy unnamed padding
        names.append("_pad")
        formats.append(("<u1", (record.itemsize() - at,)))
        offsets.append(at)
    spec: Any = {"names": names, "formats": formats, "offsets": offsets, "itemsize": record.itemsize()}
    made: np.dtype[Any] = np.dtype(spec)
    return made


@cache
def _spreader(record: Any) -> Callable[[Any], tuple[int, ...]]:
    """Writes the function from an object to all its numbers in the order of the layout."""
    stars = {0: "", 1: "*", 2: "*chain(", 3: "*chain(chain("}
    parts = [f"{stars[len(f.shape)]}o.{name}{')' * (len(f.shape) - 1)}" for name, f in record.layout()]
    spread: Callable[[Any], tuple[int, ...]] = _written("spread", f"def spread(o): return ({', '.join(parts)},)")
    return spread


@cache
def _gatherer(record: Any) -> Callable[[tuple[int, ...]], Any]:
    """Writes the function from all numbers in the order of the layout to an object."""
    lines, at = ["def gather(v):", "    o = new(Plain)"], 0
    for name, f in record.layout():
        lines.append(f"    o.{name} = {_slice_source(f.shape, str(at), f.count)}")
        at += f.count
    lines.append("    return o")
    gather: Callable[[tuple[int, ...]], Any] = _written("gather", "\n".join(lines), Plain=_plain(record, False))
    return gather


def _slice_source(shape: tuple[int, ...], at: str, count: int) -> str:
    """Source for the (nested) list of `count` numbers from a place on."""
    if not shape:
        return f"v[{at}]"
    if len(shape) == 1:
        return f"list(v[{at}:{at} + {count}])"
    step, row = count // shape[0], "abc"[len(shape) - 2]
    return f"[{_slice_source(shape[1:], row, step)} for {row} in range({at}, {at} + {count}, {step})]"


def _written(name: str, source: str, **scope: Any) -> Any:
    """The function of that name in generated code."""
    names = {"new": object.__new__, "chain": chain.from_iterable, **scope}
    exec(compile(source, f"<{name}>", "exec"), names)
    return names[name]


def _copy_source(f: Field[Any], name: str) -> str:
    if not f.shape:
        return f"self.{name}"
    source, depth = f"self.{name}", len(f.shape)
    if depth == 1:
        return f"{source}[:]"
    if depth == 2:
        return f"[a[:] for a in {source}]"
    return f"[[b[:] for b in a] for a in {source}]"


@cache
def _plain(record: Any, debug: bool) -> Any:
    """Writes the slotted class of a record; generated code, because copying is what undo and search do most."""
    names = list(record.fields)
    lines = ["class Plain:", f"    __slots__ = {tuple(names)!r}", f"    DEBUG = {debug}", "    def clone(self):"]
    lines.append("        o = new(type(self))")
    for name, f in record.fields.items():
        lines.append(f"        o.{name} = {_copy_source(f, name)}")
    lines.append("        return o")
    plain = _written("Plain", "\n".join(lines))
    plain.__name__ = plain.__qualname__ = record.__name__
    plain.__module__ = record.__module__
    plain.record = record
    plain.__init__ = _blank
    plain.__eq__ = lambda self, other: type(self).record is type(other).record and not record.differences(self, other)
    plain.__hash__ = None
    plain.__repr__ = lambda self: f"{record.__name__}({record.to_dict(self)})"
    if debug:
        plain.__setattr__ = _checked_setattr
        plain.clone = _cloned_checked
    return plain


def _gathered_checked(record: Any, values: tuple[int, ...]) -> Any:
    """A debug object from the numbers of its bytes, which fit their widths already."""
    kind, start = _plain(record, True), 0
    plain = object.__new__(kind)
    for name, f in record.layout():
        own = list(values[start : start + f.count])
        object.__setattr__(plain, name, _checked(name, f, own, f.shape) if f.shape else own[0])
        start += f.count
    return plain


def _cloned_checked(self: Any) -> Any:
    """A copy of a debug object, whose numbers were checked when they came."""
    twin = object.__new__(type(self))
    for name, f in self.record.fields.items():
        value = getattr(self, name)
        object.__setattr__(twin, name, value.clone() if f.shape else value)
    return twin


def _blank(self: Any) -> None:
    for name, f in self.record.fields.items():
        _store(self, name, f, [0] * f.count)


def _checked_setattr(self: Any, name: str, value: Any) -> None:
    field = self.record.fields[name]
    if field.shape:
        raise TypeError(f"{name} is an array: assign to its places")
    object.__setattr__(self, name, check_width(name, field, value))

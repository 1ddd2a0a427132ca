"""The part of `pydantic` that the house uses, in Python alone.

The package itself brings compiled code, which cannot lie in a snapshot of Python's memory and takes seconds to start in
a browser. The site has this file under that name. What is right, what is wrong and how that is told is the same:
`tests/site/test_models.py` puts the same documents to both. What is not here cannot be imported, so that a game that
needs more is noticed when the site is made.
"""

import copy
import json
import re
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    Self,
    Union,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

NOTHING: Any = object()  # no default
MARK = "_checks"  # the attribute of a method that is a validator
YES, NO = {"1", "t", "true", "y", "yes", "on"}, {"0", "f", "false", "n", "no", "off"}
CALLED = {int: "int", str: "str", float: "float", bool: "bool", dict: "dict", list: "list"}
Problem = dict[str, Any]
Read = Callable[[Any, bool], Any]  # a value from outside, by the names of fields or by aliases; raises Wrong
ConfigDict = dict


class Wrong(Exception):
    """What is wrong with a value, places counted from it."""

    def __init__(self, problems: list[Problem]):
        self.problems = problems


class ValidationError(ValueError):
    """A document does not fit its model."""

    def __init__(self, title: str, problems: list[Problem]):
        super().__init__(f"{len(problems)} validation errors for {title}: {problems}")
        self._problems = problems

    def errors(self, **_: bool) -> list[Problem]:
        return self._problems


def _wrong(kind: str, message: str, value: Any) -> Wrong:
    return Wrong([{"type": kind, "loc": (), "msg": message, "input": value}])


def _placed(problems: list[Problem], *place: Any) -> list[Problem]:
    return [{**one, "loc": (*place, *one["loc"])} for one in problems]


# what is written beside a type


@dataclass(eq=False)
class FieldInfo:
    default: Any = NOTHING
    default_factory: Callable[[], Any] | None = None
    alias: str | None = None
    ge: Any = None
    gt: Any = None
    le: Any = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    strict: bool = False
    strip_whitespace: bool = False
    allow_inf_nan: bool = True
    discriminator: str | None = None
    fail_fast: bool = False
    description: str = ""  # for people who read the description of an interface

    def fresh(self) -> Any:
        return self.default_factory() if self.default_factory else copy.deepcopy(self.default)

    @property
    def needed(self) -> bool:
        return self.default is NOTHING and self.default_factory is None


def Field(default: Any = NOTHING, **given: Any) -> Any:
    return FieldInfo(default, **given)


def StringConstraints(**given: Any) -> Any:
    return FieldInfo(**given)


@dataclass(eq=False)
class AfterValidator:
    func: Callable[[Any], Any]


@dataclass(eq=False)
class BeforeValidator:
    func: Callable[[Any], Any]


def field_validator(*fields: str) -> Callable[[Any], Any]:
    def marked(method: Any) -> Any:
        setattr(method.__func__, MARK, fields)
        return method

    return marked


def model_validator(*, mode: str) -> Callable[[Any], Any]:
    def marked(method: Any) -> Any:
        setattr(getattr(method, "__func__", method), MARK, mode)
        return method

    return marked


def _own_check(check: Callable[[Any], Any], value: Any) -> Any:
    try:
        return check(value)
    except ValidationError as e:
        raise Wrong(e.errors()) from None
    except (ValueError, AssertionError) as e:
        raise _wrong("value_error", f"Value error, {e}", value) from None


# plain values


def _read_int(value: Any, strict: bool) -> int:
    if isinstance(value, int) and not (strict and isinstance(value, bool)):
        return int(value)
    if strict or not isinstance(value, str | float):
        raise _wrong("int_type", "Input should be a valid integer", value)
    if isinstance(value, float) and (value != value or abs(value) == float("inf")):
        raise _wrong("finite_number", "Input should be a finite number", value)
    if isinstance(value, float) and value != int(value):
        raise _wrong("int_from_float", "Input should be a valid integer, got a number with a fractional part", value)
    try:
        return int(re.sub(r"\.0+$", "", value.strip()) if isinstance(value, str) else value)
    except ValueError:
        raise _wrong("int_parsing", "Input should be a valid integer, unable to parse string as an integer",
                     value) from None


def _read_float(value: Any, strict: bool) -> float:
    if isinstance(value, int | float):
        return float(value)
    if not isinstance(value, str):
        raise _wrong("float_type", "Input should be a valid number", value)
    try:
        return float(value.strip())
    except ValueError:
        raise _wrong("float_parsing", "Input should be a valid number, unable to parse string as a number",
                     value) from None


def _read_str(value: Any, strict: bool) -> str:
    if not isinstance(value, str):
        raise _wrong("string_type", "Input should be a valid string", value)
    return value


def _read_bool(value: Any, strict: bool) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str | int) or (isinstance(value, float) and value.is_integer()):
        if value in (0, 1):
            return bool(value)
        if isinstance(value, str) and value.lower() in YES | NO:
            return value.lower() in YES
        raise _wrong("bool_parsing", "Input should be a valid boolean, unable to interpret input", value)
    raise _wrong("bool_type", "Input should be a valid boolean", value)


PLAIN: dict[Any, Callable[[Any, bool], Any]] = {int: _read_int, float: _read_float, str: _read_str, bool: _read_bool}


def _literal(values: tuple[Any, ...]) -> Read:
    shown = [repr(value) for value in values]
    told = shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"

    def read(value: Any, by_name: bool) -> Any:
        found = [one for one in values if isinstance(value, str | int | float) and one == value]
        if not found:
            raise _wrong("literal_error", f"Input should be {told}", value)
        return found[0]

    return read


# limits


def _items(count: int) -> str:
    return f"{count} item{'s' * (count != 1)}"


def _limited(read: Read, limits: FieldInfo, kind: str) -> Read:
    pattern = re.compile(re.sub(r"\$$", r"\\Z", limits.pattern)) if limits.pattern else None

    def checked(given: Any, by_name: bool) -> Any:
        value = _of_first(read, given, by_name) if limits.fail_fast else read(given, by_name)
        if limits.strip_whitespace:
            value = value.strip()
        _check_size(limits, kind, value, given)
        if pattern and not pattern.search(value):
            raise _wrong("string_pattern_mismatch", f"String should match pattern '{limits.pattern}'", given)
        _check_number(limits, value, given)
        return value

    return checked


def _of_first(read: Read, given: Any, by_name: bool) -> Any:
    """A list of whose parts only the first wrong one is told."""
    try:
        return read(given, by_name)
    except Wrong as e:
        raise Wrong([one for one in e.problems if one["loc"][:1] == e.problems[0]["loc"][:1]]) from None


def _check_size(limits: FieldInfo, kind: str, value: Any, given: Any) -> None:
    if limits.min_length is not None and len(value) < limits.min_length:
        raise _size_wrong("short", "at least", limits.min_length, kind, value, given)
    if limits.max_length is not None and len(value) > limits.max_length:
        raise _size_wrong("long", "at most", limits.max_length, kind, value, given)


def _size_wrong(how: str, told: str, limit: int, kind: str, value: Any, given: Any) -> Wrong:
    if kind == "String":
        return _wrong(f"string_too_{how}", f"String should have {told} {limit} character{'s' * (limit != 1)}", given)
    return _wrong(f"too_{how}", f"{kind} should have {told} {_items(limit)} after validation, not {len(value)}", given)


def _check_number(limits: FieldInfo, value: Any, given: Any) -> None:
    if not limits.allow_inf_nan and (value != value or abs(value) == float("inf")):
        raise _wrong("finite_number", "Input should be a finite number", given)
    if limits.gt is not None and not value > limits.gt:
        raise _wrong("greater_than", f"Input should be greater than {limits.gt}", given)
    if limits.ge is not None and not value >= limits.ge:
        raise _wrong("greater_than_equal", f"Input should be greater than or equal to {limits.ge}", given)
    if limits.le is not None and not value <= limits.le:
        raise _wrong("less_than_equal", f"Input should be less than or equal to {limits.le}", given)


# values that hold others


def _list(inner: Read) -> Read:
    def read(value: Any, by_name: bool) -> list[Any]:
        if not isinstance(value, list | tuple):
            raise _wrong("list_type", "Input should be a valid list", value)
        return _each(((k, one, inner) for k, one in enumerate(value)), by_name)

    return read


def _tuple(inner: list[Read]) -> Read:
    def read(value: Any, by_name: bool) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise _wrong("tuple_type", "Input should be a valid tuple", value)
        if len(value) > len(inner):
            raise _size_wrong("long", "at most", len(inner), "Tuple", value, value)
        found = tuple(_each(((k, *pair) for k, pair in enumerate(zip(value, inner, strict=False))), by_name))
        if len(value) < len(inner):
            raise Wrong([{"type": "missing", "loc": (k,), "msg": "Field required", "input": value}
                         for k in range(len(value), len(inner))])
        return found

    return read


def _each(parts: Iterator[tuple[Any, Any, Read]], by_name: bool) -> list[Any]:
    """Every part read; everything that is wrong in any of them at once."""
    found, problems = [], []
    for place, value, read in parts:
        try:
            found.append(read(value, by_name))
        except Wrong as e:
            problems += _placed(e.problems, place)
    if problems:
        raise Wrong(problems)
    return found


def _dict(key: Read, inner: Read) -> Read:
    def read(value: Any, by_name: bool) -> dict[Any, Any]:
        if not isinstance(value, Mapping):
            raise _wrong("dict_type", "Input should be a valid dictionary", value)
        found: dict[Any, Any] = {}
        problems: list[Problem] = []
        for k, one in value.items():
            named = _tried(key, k, by_name, problems, k, "[key]")
            held = _tried(inner, one, by_name, problems, k)
            found[named if named is not NOTHING else k] = held
        if problems:
            raise Wrong(problems)
        return found

    return read


def _tried(read: Read, value: Any, by_name: bool, problems: list[Problem], *place: Any) -> Any:
    try:
        return read(value, by_name)
    except Wrong as e:
        problems += _placed(e.problems, *place)
        return NOTHING


def _union(kinds: tuple[Any, ...]) -> Read:
    """The first kind that a value is of, else the first that it can be read as."""
    if types.NoneType in kinds:
        others = tuple(kind for kind in kinds if kind is not types.NoneType)
        inner = reader(others[0]) if len(others) == 1 else _union(others)
        return lambda value, by_name: None if value is None else inner(value, by_name)
    readers = [(kind, reader(kind)) for kind in kinds]

    def read(value: Any, by_name: bool) -> Any:
        problems: list[Problem] = []
        for kind, one in sorted(readers, key=lambda pair: type(value) is not pair[0]):
            found = _tried(one, value, by_name, problems, _called(kind))
            if found is not NOTHING:
                return found
        raise Wrong(problems)

    return read


def _called(kind: Any) -> str:
    """How errors name a branch of a union."""
    if get_origin(kind) is Literal:
        return f"literal[{','.join(repr(value) for value in get_args(kind))}]"
    return CALLED.get(get_origin(kind) or kind) or str(kind.__name__)


def _tagged(kinds: tuple[Any, ...], key: str) -> Read:
    tags = {tag: kind for kind in kinds for tag in get_args(get_type_hints(kind)[key])}
    listed = ", ".join(repr(tag) for tag in tags)

    def read(value: Any, by_name: bool) -> Any:
        if not isinstance(value, Mapping):
            raise _wrong("model_attributes_type", "Input should be a valid dictionary or object to extract fields from",
                         value)
        if key not in value:
            raise _wrong("union_tag_not_found", f"Unable to extract tag using discriminator '{key}'", value)
        tag = value[key]
        if not isinstance(tag, str) or tag not in tags:
            raise _wrong("union_tag_invalid", f"Input tag '{tag}' found using '{key}' does not match any of the "
                                              f"expected tags: {listed}", value)
        try:
            return reader(tags[tag])(value, by_name)
        except Wrong as e:
            raise Wrong(_placed(e.problems, tag)) from None

    return read


# from types to readers


def reader(kind: Any) -> Read:
    """What reads values of a type."""
    origin, given = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _annotated(given[0], given[1:])
    if kind is Any:
        return lambda value, by_name: value
    if kind in PLAIN:
        return lambda value, by_name: PLAIN[kind](value, False)
    if origin is Literal:
        return _literal(given)
    if origin in (Union, types.UnionType):
        return _union(given)
    return _holding(kind, origin, given)


def _holding(kind: Any, origin: Any, given: tuple[Any, ...]) -> Read:
    if origin is list:
        return _list(reader(given[0]))
    if origin is dict:
        return _dict(reader(given[0]), reader(given[1]))
    if origin is tuple:
        return _tuple([reader(one) for one in given])
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return kind._read
    raise TypeError(f"models of the site without a server know no {kind}")


def _annotated(kind: Any, notes: tuple[Any, ...]) -> Read:
    limits = [note for note in notes if isinstance(note, FieldInfo)]
    tag = next((note.discriminator for note in limits if note.discriminator), None)
    if tag:
        return _tagged(get_args(kind), tag)
    strict = any(note.strict for note in limits)
    read: Read = (lambda value, by_name: PLAIN[kind](value, strict)) if kind in PLAIN else reader(kind)
    sort = {str: "String", list: "List", dict: "Dictionary"}.get(get_origin(kind) or kind, "Value")
    for note in notes:
        if isinstance(note, FieldInfo):
            read = _limited(read, note, sort)
        elif isinstance(note, AfterValidator):
            read, sort = _then(read, note.func), "Value"
        elif isinstance(note, BeforeValidator):
            read = _first(read, note.func)
    return read


def _then(read: Read, check: Callable[[Any], Any]) -> Read:
    def checked(given: Any, by_name: bool) -> Any:
        value = read(given, by_name)
        try:
            return _own_check(check, value)
        except Wrong as e:
            raise Wrong([{**one, "input": given} if not one["loc"] else one for one in e.problems]) from None

    return checked


def _first(read: Read, change: Callable[[Any], Any]) -> Read:
    return lambda value, by_name: read(_own_check(change, value), by_name)


# models


class _Fields:
    """The fields of a model, asked of it or of one of its instances."""

    def __get__(self, instance: Any, model: type["BaseModel"]) -> dict[str, FieldInfo]:
        return {name: field for name, (field, _) in _plan(model).fields.items()}


@dataclass_transform(kw_only_default=True, field_specifiers=(Field,))
class BaseModel:
    """A model; its readers are made when it is used for the first time."""

    model_config: ClassVar[dict[str, Any]] = {}
    model_fields: ClassVar[Any] = _Fields()

    def __init__(self, **data: Any):
        self.__dict__.update(type(self).model_validate(data).__dict__)

    @classmethod
    def model_validate(cls, data: Any, *, by_alias: bool = True, by_name: bool = False) -> Self:
        try:
            return cast(Self, cls._read(data, by_name))
        except Wrong as e:
            raise ValidationError(cls.__name__, e.problems) from None

    @classmethod
    def model_validate_json(cls, text: str | bytes) -> Self:
        return cls.model_validate(_parsed(cls.__name__, text))

    @classmethod
    def model_construct(cls, **values: Any) -> Self:
        made = cls.__new__(cls)
        made.__dict__.update({name: field.fresh() for name, field in cls.model_fields.items() if not field.needed})
        made.__dict__.update(values)
        return made

    @classmethod
    def _read(cls, data: Any, by_name: bool) -> Any:
        if type(data) is cls:
            return data
        plan = _plan(cls)
        for check in plan.before:
            data = _own_check(check.__get__(None, cls), data)
        if not isinstance(data, Mapping):
            raise _wrong("model_type", f"Input should be a valid dictionary or instance of {cls.__name__}", data)
        made = cls.__new__(cls)
        made.__dict__.update(plan.values(data, by_name, cls.model_config.get("extra") == "forbid"))
        for check in plan.after:
            made = _own_check(check, made)
        return made

    def model_dump(self, *, exclude_none: bool = False) -> dict[str, Any]:
        values = {name: _dumped(self.__dict__[name], exclude_none) for name in type(self).model_fields}
        return {name: value for name, value in values.items() if not (exclude_none and value is None)}

    def model_dump_json(self) -> str:
        return json.dumps(self.model_dump(), ensure_ascii=False, separators=(",", ":"))

    def model_copy(self, *, update: Mapping[str, Any]) -> Self:
        made = copy.copy(self)
        made.__dict__.update(update)
        return made

    def __setattr__(self, name: str, value: Any) -> None:
        if self.model_config.get("frozen"):
            raise ValidationError(type(self).__name__, [
                {"type": "frozen_instance", "loc": (name,), "msg": "Instance is frozen", "input": value}])
        self.__dict__[name] = value

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and all(
            self.__dict__[name] == other.__dict__[name] for name in type(self).model_fields)

    def __hash__(self) -> int:
        return hash((type(self), *(self.__dict__[name] for name in type(self).model_fields)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{n}={self.__dict__[n]!r}' for n in type(self).model_fields)})"


def _dumped(value: Any, exclude_none: bool) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(exclude_none=exclude_none)
    if isinstance(value, dict):
        return {key: _dumped(one, exclude_none) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_dumped(one, exclude_none) for one in value)
    return value


def _parsed(title: str, text: str | bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError as e:
        raise ValidationError(title, [
            {"type": "json_invalid", "loc": (), "msg": f"Invalid JSON: {e}", "input": text}]) from None


@dataclass(eq=False)
class Plan:
    """How a model is read: its fields with their readers, and its own checks."""

    fields: dict[str, tuple[FieldInfo, Read]]
    before: list[Any]
    after: list[Any]

    def values(self, data: Mapping[str, Any], by_name: bool, closed: bool) -> dict[str, Any]:
        problems: list[Problem] = []
        found: dict[str, Any] = {}
        for name, (field, read) in self.fields.items():
            key = name if by_name else field.alias or name
            if key in data:
                found[name] = _tried(read, data[key], by_name, problems, key)
            elif not field.needed:
                found[name] = field.fresh()
            else:
                problems.append({"type": "missing", "loc": (key,), "msg": "Field required", "input": data})
        if closed:
            known = {name if by_name else field.alias or name for name, (field, _) in self.fields.items()}
            problems += [{"type": "extra_forbidden", "loc": (key,), "msg": "Extra inputs are not permitted",
                          "input": value} for key, value in data.items() if key not in known]
        if problems:
            raise Wrong(problems)
        return found


PLANS: dict[Any, Plan] = {}


def _plan(model: Any) -> Plan:
    if model not in PLANS:
        PLANS[model] = _planned(model)
    return PLANS[model]


def _planned(model: Any) -> Plan:
    checks = [one for name in dir(model) if _mark(one := _raw(model, name)) is not None]
    by_line = sorted(checks, key=_line)
    hints = get_type_hints(model, include_extras=True)
    fields = {name: _field(model, name, hints[name], by_line) for name in hints
              if not name.startswith("_") and get_origin(hints[name]) is not ClassVar}
    return Plan(fields, [one for one in by_line if _mark(one) == "before"],
                [one for one in by_line if _mark(one) == "after"])


def _raw(model: type, name: str) -> Any:
    return next(vars(base)[name] for base in (*model.__mro__, type) if name in vars(base))


def _line(method: Any) -> int:
    return int(getattr(method, "__func__", method).__code__.co_firstlineno)


def _mark(method: Any) -> Any:
    return getattr(getattr(method, "__func__", method), MARK, None)


def _field(model: type, name: str, hint: Any, checks: list[Any]) -> tuple[FieldInfo, Read]:
    default = getattr(model, name, NOTHING)
    field = default if isinstance(default, FieldInfo) else FieldInfo(default)
    for note in get_args(hint)[1:] if get_origin(hint) is Annotated else ():
        if isinstance(note, FieldInfo):
            field.alias = field.alias or note.alias
            field.default_factory = field.default_factory or (note.default_factory if field.needed else None)
    read = _annotated(*_parts(hint, field))
    for check in checks:
        if isinstance(_mark(check), tuple) and name in _mark(check):
            read = _then(read, check.__get__(None, model))
    return field, read


def _parts(hint: Any, field: FieldInfo) -> tuple[Any, tuple[Any, ...]]:
    if get_origin(hint) is Annotated:
        return get_args(hint)[0], (*get_args(hint)[1:], field)
    return hint, (field,)


class TypeAdapter:
    """A type that is no model, read like one."""

    def __init__(self, kind: Any):
        self._kind = kind

    @lru_cache(maxsize=1)  # noqa: B019 -- adapters are made once and stay
    def _reader(self) -> Read:
        return reader(self._kind)

    def __class_getitem__(cls, kind: Any) -> type["TypeAdapter"]:
        return cls

    def validate_python(self, value: Any) -> Any:
        try:
            return self._reader()(value, False)
        except Wrong as e:
            raise ValidationError(str(self._kind), e.problems) from None

    def validate_json(self, text: str | bytes) -> Any:
        return self.validate_python(_parsed(str(self._kind), text))

"""Options as people type them at a command line, and which of them say nothing together."""

from typing import Any

from hexagora.engine.errors import HexagoraError


def parse_options(given: list[str] | None) -> dict[str, Any]:
    """name=value pairs of a command line.

    >>> parse_options(["size=7", "swap=false"])
    {'size': '7', 'swap': 'false'}
    """
    options: dict[str, Any] = {}
    for item in given or []:
        name, equals, value = item.partition("=")
        if not equals:
            raise HexagoraError(f"option '{item}' must be name=value")
        if name in options:
            raise HexagoraError(f"option '{name}' is given twice: {options[name]} and {value}")
        options[name] = value
    return options


def go_with(context: Any, needed: str, *names: str) -> None:
    """Refuses options of a command that were typed without the one that they need: they would change nothing.
    `context` is that of the command."""
    if not context.params[needed]:
        for typed in _typed(context, names):
            raise HexagoraError(f"{typed} goes with {_written(context, needed)}, which is not given")


def go_without(context: Any, other: str, *names: str) -> None:
    """Refuses options of a command that change nothing where another one was given."""
    if context.params[other]:
        refuse_typed(context, _written(context, other), *names)


def refuse_typed(context: Any, other: str, *names: str) -> None:
    """Refuses options of a command that were typed though they change nothing together with something else."""
    for typed in _typed(context, names):
        raise HexagoraError(f"{typed} changes nothing together with {other}")


def _typed(context: Any, names: tuple[str, ...]) -> list[str]:
    """Those of some options that somebody typed."""
    return [_written(context, name) for name in names if context.get_parameter_source(name).name == "COMMANDLINE"]


def _written(context: Any, name: str) -> str:
    """An option as it is typed."""
    found = next(one for one in context.command.params if one.name == name)
    value = context.params[name]
    return str(found.secondary_opts[0] if value is False and found.secondary_opts else found.opts[0])

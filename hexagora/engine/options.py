"""Options as people type them at a command line."""

from typing import Any

from hexagora.engine.errors import HexagoraError


def parse_options(given: list[str] | None) -> dict[str, Any]:
    """name=value pairs of a command line.

    >>> parse_options(["size=7", "swap=false"])
    {'size': '7', 'swap': 'false'}
    """
    options = {}
    for item in given or []:
        name, equals, value = item.partition("=")
        if not equals:
            raise HexagoraError(f"option '{item}' must be name=value")
        options[name] = value
    return options

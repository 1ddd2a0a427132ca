"""Pages of HTML that can be sent to anybody: nothing is fetched from anywhere."""

from collections.abc import Iterable
from html import escape


def sheet(title: str, style: str, parts: Iterable[str], language: str = "en") -> str:
    """A whole page of these parts.

    >>> sheet("A & B", "p{margin:0}", ["<p>Hello</p>"]).splitlines()[1:]
    ['<p>Hello</p>', '</body></html>']
    """
    head = ("<meta charset='utf-8'><meta name='viewport' content='width=device-width,initial-scale=1'>"
            f"<title>{escape(title)}</title><style>{style}</style>")
    return "\n".join([f"<!doctype html><html lang='{language}'><head>{head}</head><body>", *parts, "</body></html>\n"])

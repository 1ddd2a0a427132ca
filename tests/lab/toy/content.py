"""The content of the toy."""

from typing import Annotated, Any

from pydantic import Field

from hexagora.engine.content import Part
from tests.lab.toy.state import Box

Faces = Annotated[int, Field(ge=0, le=20)]


class Die(Part):
    first: Faces
    second: Faces
    shared: Faces


class Content(Part):
    die: Die


def build(content: Content, options: dict[str, Any], box: Box) -> Box:
    box.players = 2
    for k, faces in enumerate((content.die.first, content.die.second, content.die.shared)):
        box.weight[k] = faces
    return box

"""`arpad schema`: the shipped JSON Schemas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.cli.answer import Answer
from arpad.cli.overview import nearest
from arpad.cli.wording import WORDS
from arpad.documents.parts import as_text
from arpad.documents.schema import InputError, schema, schema_names

if TYPE_CHECKING:
    import argparse


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("name", nargs="?", help="such as player.input; without it, all names")


def answer(given: argparse.Namespace) -> Answer:
    """Give a schema, or the names of all."""
    names = schema_names()
    if given.name is None:
        return Answer({"schemas": names}, "\n".join(names))
    if given.name not in names:
        raise InputError.of(WORDS, "unknown_schema", name=given.name, close=nearest(given.name, names))
    document = schema(given.name)
    return Answer(document, as_text(document))

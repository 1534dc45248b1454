"""The extras: what needs more than the standard library says so in a sentence where that is not installed."""

from __future__ import annotations

from importlib.util import find_spec

from arpad.model.problems import ArpadError


def has_engine() -> bool:
    """True where the extra `engine` is installed."""
    return find_spec("polars") is not None and find_spec("numpy") is not None


def need_engine(what: str, where: str = "arpad") -> None:
    """Refuse what needs the extra `engine` where that is not installed; `what` begins the sentence: "Books need"."""
    if not has_engine():
        raise ArpadError.of("engine_missing", f"{what} the extra `engine`: pip install 'arpad[engine]'.", where)

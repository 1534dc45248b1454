"""What is fuzzed: how its inputs are made, what is done with them, and how many of a thousand inputs it gets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mutations import mutated
from spoken import spoken

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from random import Random

    Make = Callable[[Random], bytes]
    Act = Callable[[bytes, Random, Path], str]
    Words = Callable[[bytes, Random, Path], list[str]]


@dataclass(frozen=True, slots=True)
class Target:
    """Something that reads, or a command.

    `act` takes an input and says in a word what became of it. It raises where anything is wrong: a fault that is not
    one of arpad's sentences, an answer that is no JSON, a character that steers a terminal. It may write into a folder.
    """

    share: int
    make: Make
    act: Act
    words: Words | None = None
    """Of a command: writes an input to where the command finds it, and gives the words of the command line."""


def changed(samples: tuple[bytes, ...], way: str) -> Make:
    """Give what changes a sample."""
    return lambda chance: mutated(samples, way, chance)


def of_command(share: int, make: Make, words: Words) -> Target:
    """Give a target that runs a command in this process."""
    return Target(share, make, lambda raw, chance, folder: spoken(*words(raw, chance, folder)), words)

"""`arpad`: finds the command, runs it, prints the answer as text or JSON, and never shows a traceback.

Exit codes stand in `docs/reference/exit-codes.md`, everywhere the same: 0 done; 1 the content was read and has errors
or is refused; 2 the command could not be carried out; 3 corrections explain a difference; 4 a file of a book, or a
backup, is not as it was written. `cli/start.py` adds those of an interrupt.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import TYPE_CHECKING, NoReturn

import arpad
from arpad.cli.damage import DAMAGED
from arpad.cli.options import UsageError, add_everywhere
from arpad.cli.output import put, put_json
from arpad.cli.overview import COMMANDS, examples_of, nearest, overview
from arpad.cli.wording import WORDS
from arpad.model.problems import ArpadError, DamagedError, Problem, RefusedError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arpad.cli.answer import Answer

DONE, REFUSED, NOT_CARRIED_OUT = 0, 1, 2

_CHOICE = re.compile(r"invalid choice: '([^']*)' \(choose from (.*)\)")
_CHOICES = re.compile(r"[^\s,']+")


class _Parser(argparse.ArgumentParser):
    """An argument parser that says what is wrong as one of our problems."""

    def error(self, message: str) -> NoReturn:
        choice = _CHOICE.search(message)
        close = nearest(choice[1], _CHOICES.findall(choice[2])) if choice else None
        raise UsageError.of(WORDS, "usage", "command line", message=message, close=close, program=self.prog)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character shows its number; it is no reason to say nothing.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _answered(words, as_json="--json" in words)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        # The reader of our output went away (`| head`): nothing is wrong, and nothing more can be said.
        _leave_quietly()
        return DONE
    except OSError as fault:
        _leave_quietly()
        put(f"arpad: The answer could not be written: {fault.strerror or fault}.", sys.stderr)
        return NOT_CARRIED_OUT
    return code


def _answered(words: list[str], *, as_json: bool) -> int:
    try:
        return _run(words)
    except RefusedError as fault:
        return _say(fault.problems, as_json, DAMAGED if isinstance(fault, DamagedError) else REFUSED)
    except ArpadError as fault:
        return _say(fault.problems, as_json, NOT_CARRIED_OUT)
    except (OSError, KeyboardInterrupt, SystemExit):
        raise
    except MemoryError:
        return _say([Problem.of(WORDS, "no_memory", "arpad")], as_json, NOT_CARRIED_OUT)
    except BaseException as fault:  # the last net: a person sees a sentence, never a traceback; Polars' panics too
        if os.environ.get("ARPAD_TRACEBACK"):
            raise
        problem = Problem.of(WORDS, "internal", "arpad", kind=type(fault).__name__, why=str(fault))
        return _say([problem], as_json, NOT_CARRIED_OUT)


def _leave_quietly() -> None:
    """Point the output nowhere, so that leaving does not complain about it once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _read_once(given: argparse.Namespace) -> None:
    """Let the edition file that a command names be read once, so that one law holds from beginning to end."""
    name = getattr(given, "edition", None)
    if name is not None and name.endswith(".toml"):
        from arpad.regulations.catalogue import read_now  # noqa: PLC0415 - few commands need it

        given.edition = read_now(name)


def _run(words: list[str]) -> int:
    if words[:1] == ["help"]:
        words = [*words[1:], "--help"]
    if not words or words[0] in {"-h", "--help"}:
        put(overview())
        return DONE
    parser, command = _parsers(words[0])
    given, unknown = parser.parse_known_args(words)
    if unknown or command is None:
        raise _not_known(unknown, command)
    _read_once(given)
    answer = _given(given)
    answer.show(as_json=given.json, explained=bool(given.explain))
    return int(answer.code)


def _given(given: argparse.Namespace) -> Answer:
    """Do what is asked; what the system refuses on the way is no fault of the output."""
    try:
        return import_module(f"arpad.cli.commands.{given.command}").answer(given)  # type: ignore[no-any-return]
    except BrokenPipeError:
        raise
    except OSError as fault:
        place, why = fault.filename or "", fault.strerror or str(fault)
        raise ArpadError.of(
            WORDS, "not_carried_out", str(place), says="system_refused", place=place, why=why
        ) from fault


def _version() -> str:
    """Say which version this is, and which kernels are at work: they need a compiler when installing."""
    from arpad.engine.period import game_kernel  # noqa: PLC0415 - no other command loads them for nothing
    from arpad.formats.lists import line_program  # noqa: PLC0415

    kernels = {"line kernel": line_program.KERNEL, "game kernel": game_kernel.KERNEL}
    present = " and ".join(name for name, kernel in kernels.items() if kernel)
    return f"arpad {arpad.__version__} ({f'with {present}' if present else 'without kernels'})"


def _parsers(name: str) -> tuple[_Parser, _Parser | None]:
    """Make the parser of the command line with that of a command; None where an option comes first.

    A parser takes long to make, and one that is never asked is none: the others are not made.
    """
    parser = _Parser(prog="arpad", add_help=False, allow_abbrev=False)
    if name.startswith("-"):
        parser.add_argument("-V", "--version", action="version", version=_version())
        return parser, None
    if name not in COMMANDS:
        close = nearest(name, [*COMMANDS, "help"])
        raise UsageError.of(WORDS, "usage", "command line", says="no_command", name=name, close=close)
    command = parser.add_subparsers(dest="command", parser_class=_Parser).add_parser(
        name,
        description=COMMANDS[name],
        epilog=examples_of(name),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    module = import_module(f"arpad.cli.commands.{name}")
    add_everywhere(command, explains_one=getattr(module, "EXPLAINS_ONE", False))
    module.arguments(command)
    return parser, command


def _not_known(words: list[str], command: _Parser | None) -> UsageError:
    """Say that words are not known, and which option may be meant."""
    option = next((word.partition("=")[0] for word in words if word.startswith("-")), "")
    close = nearest(option, _options(command)) if command is not None and option else None
    program = "arpad" if command is None else command.prog
    return UsageError.of(
        WORDS, "usage", "command line", says="unknown_words", unknown=tuple(words), close=close, program=program
    )


def _options(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Give the options of a command, those of its actions too."""
    for action in parser._actions:  # noqa: SLF001 - argparse has no public list
        yield from action.option_strings
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - the same
            for inner in action.choices.values():
                yield from _options(inner)


def _say(problems: Sequence[Problem], as_json: bool, code: int) -> int:
    if as_json:
        from arpad.documents.parts import as_text, problems_document  # noqa: PLC0415 - only when something is wrong

        put_json(as_text(problems_document(problems)))
    else:
        for problem in problems:
            put(f"arpad: {problem.message}", sys.stderr)
    return code

"""`arpad`: finds the command, runs it, prints the answer as text or JSON, and never shows a traceback.

Exit codes stand in `docs/reference/exit-codes.md`, everywhere the same: 0 done; 1 the content was read and has errors
or is refused; 2 the command could not be carried out; 3 corrections explain a difference. `cli/start.py` adds those of
an interrupt.
"""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import TYPE_CHECKING, NoReturn

import arpad
from arpad.cli.options import UsageError
from arpad.cli.output import put, put_json
from arpad.cli.wording import WORDS
from arpad.model.problems import ArpadError, Problem, RefusedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.cli.answer import Answer

DONE, REFUSED, NOT_CARRIED_OUT = 0, 1, 2

COMMANDS = {
    "editions": "the editions of the regulations: list, show, compare, or find by day",
    "expected": "the expected score of one player against another",
    "change": "the rating change of one event",
    "coefficient": "the development coefficient K of a player on a day",
    "performance": "the performance rating of a score",
    "estimate": "a quick estimate of a change from the opponents' average",
    "initial": "the first rating that a score against rated opponents would give",
    "roundrobin": "a whole round robin with unrated players, from its crosstable",
    "calendar": "lists, closing dates and deadlines around a day",
    "player": "one player's rating period, as JSON in, numbers and reasons out",
    "check": "can this event be rated? every condition of its edition, with articles and what to do",
    "rate": "what tournament reports do to every player, as one period",
    "tpr": "the performance of every player in tournament reports",
    "list": "a rating list: show it, find players, write it in another form, compare two, hash it",
    "book": "a book, from which lists are made: make it, check it, fill it, or make up a world",
    "period": "a book's next list: close it, preview it, explain a line, verify it all",
    "replay": "many periods in a row, by the editions in force or by another one, each list with its hash",
    "trf": "a tournament report: show it, check it, list its games, write it in another version",
    "article": "an article of the regulations: what it asks, what arpad does about it, and where",
    "schema": "the JSON Schema of an input or output",
    "example": "rate the bundled, made-up event and explain one player",
}


class _Parser(argparse.ArgumentParser):
    """An argument parser that says what is wrong as one of our problems."""

    def error(self, message: str) -> NoReturn:
        raise UsageError.of(WORDS, "usage", "command line", message=message, program=self.prog)


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
        print(f"arpad: The answer could not be written: {fault.strerror or fault}.", file=sys.stderr)
        return NOT_CARRIED_OUT
    return code


def _answered(words: list[str], *, as_json: bool) -> int:
    try:
        return _run(words)
    except RefusedError as fault:
        return _say(fault.problems, as_json, REFUSED)
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
    chosen = next((word for word in words if not word.startswith("-")), None)
    parser = _Parser(prog="arpad", description=(arpad.__doc__ or "").partition("\n")[0], allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"arpad {arpad.__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    # A parser takes long to make, and one that is never asked is none: the others are for the help alone.
    named = {chosen: COMMANDS[chosen]} if chosen in COMMANDS and words[0] == chosen else COMMANDS
    for name, summary in named.items():
        command = commands.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        if name == chosen:
            module = import_module(f"arpad.cli.commands.{name}")
            command.add_argument("--json", action="store_true", help="print the answer, or the problems, as JSON")
            if not getattr(module, "EXPLAINS_ONE", False):
                command.add_argument(
                    "--explain", action="store_true", help="print the working, each number with its article"
                )
            module.arguments(command)
    given = parser.parse_args(words)
    if given.command is None:
        parser.print_help()
        return DONE
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
        says = "system_refused"
        raise ArpadError.of(WORDS, "not_carried_out", str(place), says=says, place=place, why=why) from fault


def _say(problems: Sequence[Problem], as_json: bool, code: int) -> int:
    if as_json:
        from arpad.documents.parts import as_text, problems_document  # noqa: PLC0415 - only when something is wrong

        put_json(as_text(problems_document(problems)))
    else:
        for problem in problems:
            put(f"arpad: {problem.message}", sys.stderr)
    return code

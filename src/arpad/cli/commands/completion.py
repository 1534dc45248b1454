"""`arpad completion`: a script by which a shell completes commands, actions, options and their choices, else files."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from arpad.cli.answer import Answer
from arpad.cli.options import add_everywhere
from arpad.cli.overview import COMMANDS
from arpad.documents.schema import schema_names
from arpad.regulations.catalogue import shipped_names

if TYPE_CHECKING:
    from collections.abc import Iterator

SHELLS = ("bash", "zsh", "fish")
_EDITION = "--edition"
_ABOUT_EDITIONS = {("article",), ("editions", "show"), ("editions", "diff"), ("editions", "reach")}
"""Where an edition stands without an option."""


class CompletedOption(NamedTuple):
    """An option: its names, whether a value follows it, what that can be, and what it is for."""

    names: tuple[str, ...]
    takes_value: bool
    choices: tuple[str, ...]
    is_open: bool
    """True where the value may also be a file."""
    meaning: str


class CompletedPlace(NamedTuple):
    """What can follow some words of a command: actions or other words, each with its meaning, and options."""

    path: tuple[str, ...]
    words: dict[str, str]
    options: tuple[CompletedOption, ...]

    @property
    def name(self) -> str:
        """The words before it."""
        return " ".join(self.path)


_TOP = (
    CompletedOption(("-h", "--help"), takes_value=False, choices=(), is_open=False, meaning="show the commands"),
    CompletedOption(
        ("-V", "--version"), takes_value=False, choices=(), is_open=False, meaning="say which version this is"
    ),
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("shell", choices=SHELLS, help="the shell that is to complete")


def answer(given: argparse.Namespace) -> Answer:
    """Write the script."""
    script = {"bash": _bash, "zsh": _zsh, "fish": _fish}[given.shell](list(_places()))
    return Answer({"shell": given.shell, "script": script}, script.rstrip("\n"))


def _places() -> Iterator[CompletedPlace]:
    """Give what can follow arpad, each command and action; and `help`, which is followed by the same words."""
    below = [place for name in COMMANDS for place in _of_parser((name,), _parser(name))]
    yield CompletedPlace((), {**COMMANDS, "help": "what a command takes"}, _TOP)
    yield from below
    yield CompletedPlace(("help",), COMMANDS, ())
    actions = {place.path for place in below if len(place.path) > 1}
    for place in below:
        if any((*place.path, word) in actions for word in place.words):
            yield CompletedPlace(("help", *place.path), place.words, ())


def _parser(name: str) -> argparse.ArgumentParser:
    parser, module = argparse.ArgumentParser(prog=f"arpad {name}"), import_module(f"arpad.cli.commands.{name}")
    add_everywhere(parser, explains_one=getattr(module, "EXPLAINS_ONE", False))
    module.arguments(parser)
    return parser


def _of_parser(path: tuple[str, ...], parser: argparse.ArgumentParser) -> Iterator[CompletedPlace]:
    words: dict[str, str] = dict.fromkeys(shipped_names() if path in _ABOUT_EDITIONS else (), "")
    words |= dict.fromkeys(schema_names() if path == ("schema",) else (), "")
    options: list[CompletedOption] = []
    inner: dict[str, argparse.ArgumentParser] = {}
    for action in parser._actions:  # noqa: SLF001 - argparse has no public list
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - the same
            inner = action.choices
            words |= {choice.dest: choice.help or "" for choice in action._choices_actions}  # noqa: SLF001 - the same
        elif action.help != argparse.SUPPRESS and action.option_strings:
            options.append(_option(action))
        elif action.help != argparse.SUPPRESS:
            words |= dict.fromkeys(map(str, action.choices or ()), "")
    yield CompletedPlace(path, words, tuple(options))
    for name, parser_of_action in inner.items():
        yield from _of_parser((*path, name), parser_of_action)


def _option(action: argparse.Action) -> CompletedOption:
    is_edition = _EDITION in action.option_strings
    choices = shipped_names() if is_edition else tuple(map(str, action.choices or ()))
    meaning = (action.help or "").replace("%%", "%")
    return CompletedOption(tuple(action.option_strings), action.nargs != 0, choices, is_edition or not choices, meaning)


def _bash(places: list[CompletedPlace]) -> str:
    """Write what bash needs: where it has nothing to propose, the shell proposes files."""
    cases, values = [], []
    for place in places:
        options = " ".join(name for option in place.options for name in option.names)
        cases.append(f'    "{place.name}") words="{" ".join(place.words)}" options="{options}" ;;')
        for option in place.options:
            if option.takes_value and (option.choices or place.words):
                at = "|".join(f'"{place.name} {name}"' for name in option.names)
                values.append(f'    {at}) words="{" ".join(option.choices)}" ;;')
    longer = "|".join(f'"{place.name}"' for place in places if place.path)
    return "\n".join([
        "_arpad() {",
        '  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"',
        '  local place="" words="" options="" part="" at=1',
        '  if [ "$word" = "=" ]; then word=""; elif [ "$before" = "=" ]; then before="${COMP_WORDS[COMP_CWORD-2]}"; fi',
        '  while [ "$at" -lt "$COMP_CWORD" ]; do',
        '    part="${COMP_WORDS[at]}" at=$((at + 1))',
        '    case "${place:+$place }$part" in',
        f'      {longer}) place="${{place:+$place }}$part" ;;',
        "      *) break ;;",
        "    esac",
        "  done",
        '  case "$place" in',
        *cases,
        "  esac",
        '  case "$place $before" in',
        *values,
        "  esac",
        '  case "$word" in -*) words="$options" ;; esac',
        '  COMPREPLY=($(compgen -W "$words" -- "$word"))',
        "}",
        "complete -o default -F _arpad arpad",
        "",
    ])  # fmt: skip


def _zsh(places: list[CompletedPlace]) -> str:
    """Write what zsh needs: it takes the completion of bash."""
    return "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n" + _bash(places)


def _fish(places: list[CompletedPlace]) -> str:
    """Write what fish needs: where one is in a command, and a line for each word and option that can follow there."""
    lines = [
        "function __arpad_at",
        "    set -l place",
        "    for part in (commandline -opc)[2..-1]",
        f'        contains -- "$place $part" {" ".join(_quoted(f" {place.name}") for place in places if place.path)}',
        "        or break",
        '        set place "$place $part"',
        "    end",
        '    test "$place" = "$argv[1]"',
        "end",
    ]
    for place in places:
        here = f"complete -c arpad -n {_quoted('__arpad_at ' + _quoted(f' {place.name}' if place.path else ''))}"
        lines += [f"{here} -f -a {_quoted(word)}{_described(meaning)}" for word, meaning in place.words.items()]
        for option in place.options:
            names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names)
            value = (" -r" if option.is_open else " -x") if option.takes_value else ""
            value += f" -a {_quoted(' '.join(option.choices))}" if option.choices else ""
            lines.append(f"{here} {names}{value}{_described(option.meaning)}")
    return "\n".join([*lines, ""])


def _described(meaning: str) -> str:
    return f" -d {_quoted(meaning)}" if meaning else ""


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

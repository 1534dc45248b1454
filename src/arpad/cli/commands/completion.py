"""`arpad completion`: a script by which a shell completes commands, options and their choices."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from arpad.cli.answer import Answer
from arpad.cli.overview import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Iterator

SHELLS = ("bash", "zsh", "fish")


class Completions(NamedTuple):
    """What can follow some words of a command: further words, and the choices of its options."""

    path: tuple[str, ...]
    words: tuple[str, ...]
    choices: dict[str, tuple[str, ...]]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("shell", choices=SHELLS, help="the shell that is to complete")


def answer(given: argparse.Namespace) -> Answer:
    """Write the script."""
    places = [place for name in COMMANDS for place in completed(name)]
    script = {"bash": _bash, "zsh": _zsh, "fish": _fish}[given.shell](places)
    return Answer({"shell": given.shell, "script": script}, script.rstrip("\n"))


def completed(name: str) -> Iterator[Completions]:
    """Give what can follow a command, and each of its actions."""
    parser = argparse.ArgumentParser(prog=f"arpad {name}")
    parser.add_argument("--json", action="store_true")
    import_module(f"arpad.cli.commands.{name}").arguments(parser)
    yield from _of_parser((name,), parser)


def _of_parser(path: tuple[str, ...], parser: argparse.ArgumentParser) -> Iterator[Completions]:
    words: list[str] = []
    choices: dict[str, tuple[str, ...]] = {}
    inner: dict[str, argparse.ArgumentParser] = {}
    for action in parser._actions:  # noqa: SLF001 - argparse has no public list
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - the same
            inner = action.choices
            words += inner
        elif action.help != argparse.SUPPRESS:
            words += action.option_strings or map(str, action.choices or ())
            choices |= {option: tuple(map(str, action.choices)) for option in action.option_strings if action.choices}
    yield Completions(path, tuple(words), choices)
    for name, parser_of_action in inner.items():
        yield from _of_parser((*path, name), parser_of_action)


def _bash(places: list[Completions]) -> str:
    """Write what bash needs: words by the commands before them, choices by the option before them, else files."""
    cases = [f'    "{" ".join(place.path)}") words="{" ".join(place.words)}" ;;' for place in places]
    choices = [
        f'    "{" ".join(place.path)} {option}") words="{" ".join(of)}"; only=1 ;;'
        for place in places
        for option, of in place.choices.items()
    ]
    actions = " ".join(f'"{" ".join(place.path)}"' for place in places if len(place.path) > 1)
    return "\n".join([
        "_arpad() {",
        '  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"',
        '  local path="${COMP_WORDS[1]}" words="" only="" action',
        "  COMPREPLY=()",
        '  if [ "$COMP_CWORD" -eq 1 ]; then',
        f'    COMPREPLY=($(compgen -W "{" ".join(COMMANDS)} help --help --version" -- "$word")); return',
        "  fi",
        f"  for action in {actions}; do",
        '    if [ "$COMP_CWORD" -gt 2 ] && [ "$path ${COMP_WORDS[2]}" = "$action" ]; then path="$action"; fi',
        "  done",
        '  case "$path" in',
        *cases,
        f'    help) words="{" ".join(COMMANDS)}"; only=1 ;;',
        "  esac",
        '  case "$path $before" in',
        *choices,
        "  esac",
        '  COMPREPLY=($(compgen -W "$words" -- "$word"))',
        '  if [ -z "$only" ] && [ "${word#-}" = "$word" ]; then COMPREPLY+=($(compgen -f -- "$word")); fi',
        "}",
        "complete -o filenames -F _arpad arpad",
        "",
    ])  # fmt: skip


def _zsh(places: list[Completions]) -> str:
    """Write what zsh needs: it takes the completion of bash."""
    return "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n" + _bash(places)


def _fish(places: list[Completions]) -> str:
    """Write what fish needs: a line for each command, action, option and choice."""
    lines = [
        f"complete -c arpad -n __fish_use_subcommand -f -a {name} -d '{_quoted(summary)}'"
        for name, summary in COMMANDS.items()
    ]
    lines.append(f"complete -c arpad -n '__fish_seen_subcommand_from help' -f -a '{' '.join(COMMANDS)}'")
    for place in places:
        seen = "; and ".join(f"__fish_seen_subcommand_from {name}" for name in place.path)
        for word in place.words:
            if word.startswith("--"):
                of = place.choices.get(word)
                more = f" -x -a '{' '.join(of)}'" if of else ""
                lines.append(f"complete -c arpad -n '{seen}' -l {word[2:]}{more}")
            elif not word.startswith("-"):
                lines.append(f"complete -c arpad -n '{seen}' -f -a {word}")
    return "\n".join([*lines, ""])


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace("'", "\\'")

"""Writes the reference pages that can be written by a program; with --check it only says which are stale."""

from __future__ import annotations

import argparse
import json
import re
import sys
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from library_reference import library_page
from roles_reference import roles_page

from arpad.book import problems as book_codes
from arpad.book import record as book_record
from arpad.book import schema as book_schema
from arpad.cli.commands.period_answer import period_answer
from arpad.cli.overview import COMMANDS
from arpad.documents.period import read_period
from arpad.documents.schema import schema, schema_names
from arpad.events.facts import known_facts
from arpad.formats.lists import problems as list_codes
from arpad.formats.trf import problems as trf_codes
from arpad.model.problems import EditionError
from arpad.regulations.catalogue import TWIN, edition, shipped_files
from arpad.regulations.corrections import corrections
from arpad.regulations.every_rule import CALCULATIONS, consulted_by, steps_of
from arpad.regulations.keys import KEYS
from arpad.regulations.package_data import words
from arpad.regulations.terms.calculation import INTERNAL, provisions_of

if TYPE_CHECKING:
    from arpad.regulations.edition import Edition
    from arpad.regulations.terms.calculation import Calculation, Step

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT.joinpath("docs", "reference")
MORE_THAN_TWO = 2
"""Only more editions in a row than so many are shorter as a range."""
_MONTH = re.compile(r"-\d{4}-\d{2}$")
NOTE = "<!-- Written by tools/write_reference.py; run `make docs` after a change. -->\n\n"


def row(*cells: object) -> str:
    """Write a row of a Markdown table."""
    return "| " + " | ".join(str(cell).replace("|", "\\|").replace("\n", " ") for cell in cells) + " |\n"


def head(*cells: str) -> str:
    """Write the head of a Markdown table."""
    return row(*cells) + "|" + "---|" * len(cells) + "\n"


def command_line() -> str:
    """List every command with what it takes."""
    text = "# The command line\n\n" + NOTE
    text += 'Every command knows `--json` (the answer, or `{"problems": […]}`, as JSON on standard output) and\n'
    text += "`--explain` (the working, each number with its article).\n\n"
    text += "[Exit codes](exit-codes.md) and [limits](limits.md) have pages of their own.\n"
    for name, summary in COMMANDS.items():
        parser = argparse.ArgumentParser(prog=f"arpad {name}")
        import_module(f"arpad.cli.commands.{name}").arguments(parser)
        text += f"\n## arpad {name}\n\n{summary[:1].upper()}{summary[1:]}.\n\n" + options(parser)
    return text


def options(parser: argparse.ArgumentParser) -> str:
    """List what a parser takes, and what its own commands take."""
    text, inner = "", ""
    for action in parser._actions:  # noqa: SLF001 - argparse has no public list
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - the same
            for name, choice in action.choices.items():
                inner += f"\n### {parser.prog} {name}\n\n{options(choice)}"
        elif not isinstance(action, argparse._HelpAction):  # noqa: SLF001 - the same
            shown = ", ".join(action.option_strings) or action.dest
            value = action.metavar if action.option_strings else None
            choices = f" One of: {', '.join(map(str, action.choices))}." if action.choices else ""
            needed = " Needed." if action.required and action.option_strings else ""
            text += row(f"`{shown}{f' {value}' if value else ''}`", f"{action.help or ''}.{choices}{needed}")
    return (head("option", "meaning") + text if text else "") + inner


def editions_page() -> str:
    """List the editions, what is not known of them, and the departures from the prints."""
    text = "# Editions\n\n" + NOTE + head("id", "from", "kinds", "status", "relation", "title")
    everything = [edition(name) for name in shipped_files()]
    everything.sort(key=lambda law: (law.authority, law.relation == "derives", str(law.effective or ""), law.id))
    for law in everything:
        relation = f"{law.relation} {law.parent}" if law.parent else law.relation
        text += row(f"`{law.id}`", law.effective or "", ", ".join(law.kinds), law.status, relation, law.title)
    text += "\n## What is not known\n\n"
    for law in everything:
        text += "".join(f"- `{law.id}`: {sentence}.\n" for sentence in law.unknown)
    text += "\n## Departures from the prints\n\nThe same as `arpad editions diff ID ID-print`.\n"
    for law in everything:
        if f"{law.id}{TWIN}" in shipped_files():
            text += f"\n### {law.id}\n\n" + head("provision", "arpad", "print", "article", "remark")
            printed = edition(f"{law.id}{TWIN}")
            for key in KEYS:
                ours, theirs = law.provisions.get(key), printed.provisions.get(key)
                if ours and theirs and (ours.content != theirs.content or theirs.silent or theirs.note):
                    message = "says nothing" if theirs.silent else theirs.content
                    text += row(f"`{key}`", ours.content, message, theirs.article, theirs.silent or theirs.note or "")
    return text


def provisions_page() -> str:
    """List the provision names, what may stand in them, and which steps consult them."""
    used = consulted_by()
    text = "# Provisions\n\n" + NOTE
    text += "The stable names that an edition's TOML may use. *Consulted by* names the steps so far.\n\n"
    text += head("name", "meaning", "form", "consulted by")
    for name, key in KEYS.items():
        form = ", ".join(f"`{choice}`" for choice in key.choices) or key.form
        text += row(f"`{name}`", words("provision", name), form, ", ".join(used.get(name, [])))
    return text


def rules_page() -> str:
    """List every rule: its articles with their editions, its sentence in our words, and where it stands."""
    text = "# Rules\n\n" + NOTE
    text += "Every rule of the regulations is written once, as a term of a calculation. The sentence is ours: it says\n"
    text += "what the rule holds, not how an article is worded. A rule without an article of its own cites what it\n"
    text += "consults. *Consults* names [provisions](provisions.md).\n"
    shipped = [edition(name) for name in shipped_files()]
    laws = [law for law in shipped if not law.id.endswith(TWIN)]
    for calculation in CALCULATIONS:
        text += f"\n## {calculation.name}\n\n" + head("article", "sentence", "rule", "consults")
        for step in steps_of(calculation):
            if step.unit == INTERNAL:
                continue
            place = f"`{step.rule.__module__.removeprefix('arpad.regulations.')}.{step.rule.__name__}`"
            consults = ", ".join(f"`{key}`" for key in sorted(provisions_of(step.written())))
            keys = [step.provision] if step.provision else sorted(provisions_of(step.written()))
            own = [law for law in laws if step in _steps_under(calculation, law)]
            articles = "; ".join(filter(None, (_articles(own, key, laws) for key in keys)))
            text += row(articles, step.sentence, place, consults)
    return text


def _steps_under(calculation: Calculation, law: Edition) -> list[Step]:
    """Give the steps of a calculation under an edition; none where it has no such calculation."""
    try:
        return [step for step, _ in calculation.steps(law)]
    except EditionError:
        return []


def _articles(laws: list[Edition], key: str, every: list[Edition]) -> str:
    """Give the articles of a provision with the editions, of all that there are, in which they stand."""
    by_article: dict[str, list[str]] = {}
    for law in laws:
        if key and law.has(key):
            cited = law.cite(key)
            by_article.setdefault(cited.article or f"after {cited.after}", []).append(law.id)
    everything = [law.id for law in every]
    return "; ".join(f"{article} ({', '.join(ranges(ids, everything))})" for article, ids in by_article.items())


def ranges(names: list[str], every: list[str]) -> list[str]:
    """Name editions by ranges of those that follow one another, so that a new edition changes few lines.

    Editions follow one another if their ids differ in the month only. A range that has the newest of them is open.
    """
    lines: dict[str, list[str]] = {}
    for name in every:
        lines.setdefault(_MONTH.sub("", name), []).append(name)
    written = []
    for line in lines.values():
        for is_named, group in groupby(line, key=names.__contains__):
            run = list(group)
            if not is_named:
                continue
            if run[-1] == line[-1] and len(line) > 1:
                written.append(f"from {run[0]} on")
            else:
                written += [f"{run[0]} to {run[-1]}"] if len(run) > MORE_THAN_TWO else run
    return written


def schemas_page() -> str:
    """List the shipped JSON Schemas."""
    text = (
        "# JSON Schemas\n\n"
        + NOTE
        + "Shipped with arpad; `arpad schema NAME` prints one.\n\n"
        + head("name", "of what")
    )
    return text + "".join(row(f"`{name}`", schema(name)["title"]) for name in schema_names())


def published_page() -> str:
    """List the published examples, with what arpad gives."""
    examples = json.loads(ROOT.joinpath("tests", "data", "published-examples.json").read_text(encoding="utf-8"))
    text = "# Published examples\n\n" + NOTE
    text += "Results that FIDE or others published, and what `arpad player` gives for the same period.\n\n"
    text += head("example", "what it is", "published", "arpad", "remark")
    for example in examples["reproduced"]:
        answer = period_answer(read_period(example["period"])).whole()
        wanted = dict(example["expected"])
        games, events = wanted.pop("games", {}), wanted.pop("events", {})
        given = {key: answer[key] for key in wanted}
        given_games = {key: [game[key] for game in answer["events"][0]["games"]] for key in games}
        given_events = {key: [event[key] for event in answer["events"]] for key in events}
        same = (given, given_games, given_events) == (wanted, games, events)
        published = "; ".join(f"{key} {value}" for part in (wanted, events, games) for key, value in part.items())
        ours = "; ".join(f"{key} {value}" for part in (given, given_events, given_games) for key, value in part.items())
        text += row(example["id"], example["says"], published, "the same" if same else ours, example.get("note", ""))
    text += "\n## Not changes of a rated player\n\n" + head("example", "reason")
    return text + "".join(row(example["id"], example["reason"]) for example in examples["not_here"])


def file_problems_page() -> str:
    """List every problem of a tournament report and of a rating list."""
    text = "# Problems of files\n\n" + NOTE
    text += (
        "A problem has a code, a severity, a line, a column, a message and what to do. An *error* makes `arpad trf\n"
    )
    text += (
        "check` end with 1; a *warning* is a doubt that was settled as the message says; a *note* is worth knowing.\n\n"
    )
    text += "## Tournament reports\n\nThe profile decides how bad a problem is: *lenient* reads what can be read,\n"
    text += "*rating* asks what a rating office needs, *submission* what TRF26 makes mandatory.\n\n"
    text += head("code", "means", *trf_codes.PROFILES)
    words = trf_codes.TrfProblem.WORDS.sections()
    for code, severities in trf_codes.CODES.items():
        text += row(f"`{code}`", words[code]["meaning"], *severities)
    text += "\n## Rating lists\n\n" + head("code", "means", "severity", "what to do")
    words = list_codes.ListProblem.WORDS.sections()
    for code, severity in list_codes.CODES.items():
        text += row(f"`{code}`", words[code]["meaning"], severity, words[code].get("fix", ""))
    return text


def event_facts_page() -> str:
    """List what event.toml can hold."""
    text = "# Facts of an event\n\n" + NOTE
    text += (
        "A tournament report does not carry everything that the regulations ask for. `arpad check` and `arpad rate`\n"
    )
    text += "read the rest from a TOML file beside the report, `NAME.toml` or `event.toml`, or from the file that\n"
    text += (
        "`--facts` names. Every key is optional: what is not given is not known, and no check takes it for granted.\n"
    )
    text += "A key that is not listed here is refused. `arpad check --fact KEY=VALUE` sets a single one, and `--ask`\n"
    text += "asks for those that are missing. Facts that are the same for all events may stand in a\n"
    text += "[file of defaults](../how-to/before-you-send-the-report.md#facts-that-are-always-the-same).\n\n"
    text += head("key", "holds", "means")
    return text + "".join(row(f"`{name}`", holds, words) for name, holds, words in known_facts())


def book_page() -> str:
    """List the tables of a book with their columns, and every problem that a book can have."""
    text = "# Books\n\n" + NOTE
    text += "A book is a folder with everything that rating lists are made from. How to use one: [keep a book]"
    text += (
        "(../how-to/keep-a-book.md).\nEach table is one file, `NAME.parquet` or `NAME.csv`, or a folder `NAME` of such "
        "files whose rows are taken together; only one of these. New tables are "
    )
    text += "written as the players are.\nIn CSV (UTF-8, with a header) dates are written 2026-10-01, flags `true` and "
    text += "`false`, and nothing is an empty cell.\nWhole numbers may have any width in Parquet. Columns may stand in "
    text += "any order; unknown ones are not read.\nScores are hundredths: a win is 100.\n\n"
    text += f"## {book_schema.ABOUT}\n\n" + head("key", "holds", "means")
    kinds = {int: "a whole number", str: "text", bool: "true or false"}
    for name, (kind, meaning) in book_schema.ABOUT_KEYS.items():
        text += row(f"`{name}`", kinds[kind], f"{meaning}.")
    for name, table in {**book_schema.TABLES, f"{book_schema.LISTS}/YYYY-MM": book_schema.LIST}.items():
        text += f"\n## {name}\n\n{table.words}" + ("" if table.needed else " The table may be absent.")
        text += f" No two rows have the same {', '.join(f'`{key}`' for key in table.key)}.\n\n"
        text += head("column", "in a frame", "means", "may be")
        for key, column in table.columns.items():
            text += row(f"`{key}`", column.kind, f"{column.words}.", allowed(column))
    text += f"\n## {book_schema.RECORD}\n\nWritten by arpad with every change; see [what a book survives]"
    text += "(../explanation/durability.md).\n\n" + head("key", "means")
    text += "".join(row(f"`{name}`", f"{meaning}.") for name, meaning in book_record.KEYS.items())
    text += "\n## Problems\n\nAn *error* refuses a book; a *warning* is a doubt; a *note* is worth knowing.\n\n"
    text += head("code", "means", "severity", "what to do")
    words = book_codes.BookProblem.WORDS.sections()
    return text + "".join(
        row(f"`{code}`", words[code]["meaning"], severity, words[code]["fix"])
        for code, severity in book_codes.CODES.items()
    )


def allowed(column: book_schema.BookColumn) -> str:
    """Say what may stand in a column of a book."""
    parts = [", ".join(f"`{choice}`" if choice != "" else "empty" for choice in column.choices)]
    parts.append("" if column.least is None else f"from {column.least} on")
    parts.append("" if column.most is None else f"to {column.most}")
    parts.append(f"one of {column.of}" if column.of else "")
    parts.append("also nothing" if column.null else "")
    return "; ".join(part for part in parts if part)


TOUCHED = {
    "lists": "lists",
    "imports": "what a book is told, and what comes into it",
    "checks": "verdicts of `arpad check`",
    "player": "answers about one player or one table, no list",
    "print": "only what the printed words give, no list",
}


def corrections_page() -> str:
    """List what earlier versions of arpad got wrong."""
    text = "# Corrections\n\n" + NOTE
    text += (
        "What earlier versions of arpad got wrong: since which version, what holds now, and which lists it can\n"
        "touch. A list keeps what was published, and the published value stays the base of the next one. `arpad\n"
        "period verify` of a list that an earlier version made names the correction that explains a difference, and\n"
        "ends with the exit code 3 where corrections explain every one. A correction explains a line if\n"
        "the player played what the entry says, and all columns that differ are among those named.\n\n"
    )
    text += head("number", "about", "touches", "wrong since", "mended in")
    for correction in corrections():
        name = f"[{correction.id}](#{correction.id.lower()})"
        text += row(name, correction.title, TOUCHED[correction.touches], correction.since, correction.mended_in)
    for correction in corrections():
        text += f"\n## {correction.id}\n\n**{correction.title}** ({'; '.join(correction.articles)}).\n\n"
        text += f"- Was: {correction.was}\n- Now: {correction.now}\n- Touches: {correction.lists}\n"
        text += f"- Columns: {', '.join(correction.fields)}.\n" if correction.fields else ""
        text += (
            f"- Editions: {', '.join(f'`{name}`' for name in correction.editions)}; {', '.join(correction.kinds)}.\n"
        )
        text += f"- Shown by: {', '.join(f'`{test}`' for test in correction.shown_by)}.\n"
    return text


PAGES = {
    "book.md": book_page,
    "command-line.md": command_line,
    "corrections.md": corrections_page,
    "editions.md": editions_page,
    "event-facts.md": event_facts_page,
    "file-problems.md": file_problems_page,
    "library.md": lambda: library_page(NOTE),
    "provisions.md": provisions_page,
    "published-examples.md": published_page,
    "roles.md": lambda: roles_page(NOTE),
    "rules.md": rules_page,
    "schemas.md": schemas_page,
}


def main() -> int:
    """Write the pages, or say which are stale."""
    stale = []
    for name, write in PAGES.items():
        place, text = REFERENCE.joinpath(name), write()
        if not place.exists() or place.read_text(encoding="utf-8") != text:
            stale.append(name)
            if "--check" not in sys.argv:
                place.write_text(text, encoding="utf-8")
    if stale and "--check" in sys.argv:
        print(f"Stale in docs/reference: {', '.join(stale)}. Run `make docs` and commit the pages.")
        return 1
    print(f"{len(PAGES)} reference pages are fresh." if not stale else f"Written: {', '.join(stale)}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())

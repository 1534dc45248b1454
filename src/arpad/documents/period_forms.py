"""A player's rating period as people write it down: a small text, or a CSV table with a row for each game.

Both become the same document as the JSON of `arpad player`, so that everything after that is one path. The text has
what is known of the player, then the events, each a line with its name and its days, then its games:

    rating: 1850
    born: 2008
    games: 64

    Spring Open, 2026-10-02 to 2026-10-04
    Kestrel, Ada    2284  ½
    Linden, Bruno   1751  1

A table has the columns `event`, `start`, `end`, `opponent`, `rating` and `score`; what is known of the player stands
above it, in lines such as `# rating: 1850`, or is given as options.
"""

from __future__ import annotations

import csv
import re
from datetime import date
from typing import TYPE_CHECKING, Any

from arpad.documents.parts import SCORES
from arpad.documents.schema import InputError
from arpad.documents.wording import WORDS
from arpad.model.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_WHOLE = frozenset(("rating", "k", "games", "highest", "standard"))
_OF_PLAYER = (*sorted(_WHOLE), "born", "association")
_OF_PERIOD = ("kind", "list", "edition")
_OF_EVENT = ("rating", "k", "system", "cycles", "average")
_UNRATED = frozenset(("unrated", "none", "-", "–"))  # noqa: RUF001 - a dash as people write it
_COLUMNS = ("event", "start", "end", "opponent", "rating", "score", "round", "date")
_NEEDED = ("start", "rating", "score")
_ALSO_CALLED = {"name": "opponent", "result": "score", "points": "score", "elo": "rating", "tournament": "event"}
_FEWEST_COLUMNS = 3
_FACT = re.compile(r"([A-Za-z]+)(?:\s*[:=]\s*(.*\S)|\s+(\S+))")
"""A fact and its value; without a colon between them the value is a single word."""
_DAY = r"\d{4}-\d{2}-\d{2}"
_EVENT = re.compile(rf"(.*?)[\s,;:]*\b({_DAY})(?:\s*(?:to|until|-|–|\.\.|/)\s*({_DAY}))?\s*(?:[,;]\s*(.*))?")  # noqa: RUF001 - the same
_OTHER_DAY = re.compile(r"\b(?:\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}[./]\d{1,2}[./]\d{1,2})\b")
"""Days as they are written in many countries; which number is the month cannot be told."""
_ROUND = re.compile(r"(\d{1,3})[.)]\s+(.*)")
_UNLIKE_ANYTHING = "unlike_anything"
_LONGEST = 1000
"""No line of a form is longer."""
_WRITTEN = {"½": "0.5", "1/2": "0.5", ".5": "0.5", "0,5": "0.5", "=": "0.5"}
"""Scores as people write them, besides those of documents."""


def is_json(text: str) -> bool:
    """Tell whether a text is meant as JSON."""
    return text.lstrip()[:1] in {"{", "["}


def period_document(text: str, source: str) -> dict[str, Any]:
    """Read a period in one of the two forms; refuse with every line that cannot be read."""
    form = _Form(source)
    lines = text.splitlines()
    header = next((line for line in lines if line.strip() and not line.lstrip().startswith("#")), "")
    if _delimiter(header):
        form.take_table(lines)
    elif _is_head(header):
        form.refuse_columns(lines, header)
    else:
        form.take_text(lines)
    if not form.document["events"] and not form.problems:
        form.problems.append(Problem.of(WORDS, "form_without_events", source, source=source))
    if form.problems:
        raise InputError(form.problems)
    return form.document


def _delimiter(header: str) -> str | None:
    """Give what stands between the cells of a table; None where the line is no header of one."""
    for delimiter in (",", ";", "\t"):
        cells = {_column(cell) for cell in header.split(delimiter)}
        if set(_NEEDED) <= cells:
            return delimiter
    return None


def _is_head(line: str) -> bool:
    """Tell whether a line is the head of a table, although columns that are needed are missing: it has no number."""
    cells = max((line.split(delimiter) for delimiter in (",", ";", "\t")), key=len)
    named = [cell for cell in map(_column, cells) if cell]
    return len(named) >= _FEWEST_COLUMNS and not re.search(r"\d", line)


def _column(cell: str) -> str:
    name = cell.strip().strip('"').casefold()
    return _ALSO_CALLED.get(name, name)


class _Form:
    """The document in the making, and what is wrong with its lines."""

    def __init__(self, source: str) -> None:
        self._source = source
        self.document: dict[str, Any] = {"kind": "standard", "player": {}, "events": []}
        self.problems: list[Problem] = []

    def take_text(self, lines: list[str]) -> None:
        """Read facts about the player, events and games, line by line."""
        for number, line in enumerate(lines, 1):
            text = line.partition("#")[0].strip()
            if text and len(text) <= _LONGEST:
                self._take_line(number, text)
            elif text:
                self._refuse(number, text)

    def _take_line(self, number: int, text: str) -> None:
        """Read a line: a fact above the events, an event, or a game below it."""
        fact, event, game = _fact(text), _EVENT.fullmatch(text), _game(text)
        if _OTHER_DAY.search(text):
            self._refuse(number, text, "other_day")
            # Most often an event; the games below it are not told as well.
            self.document["events"] += [] if fact else [{"games": []}]
        elif fact is not None and self.document["events"]:
            self._refuse(number, text, "fact_below_event")
        elif fact is not None:
            self._take_fact(*fact)
        elif event is not None:
            self._event(number, event)
        elif game is None:
            self._refuse(number, text, _unlike_a_game(text) if self.document["events"] else _UNLIKE_ANYTHING)
        elif self.document["events"]:
            self.document["events"][-1]["games"].append(game)
        else:
            self._refuse(number, text, "game_before_event")

    def take_table(self, lines: list[str]) -> None:
        """Read facts above a table, and then a game from each of its rows."""
        at = next(place for place, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("#"))
        for line in lines[:at]:
            fact = _fact(line.strip().lstrip("#").strip())
            if fact is not None:
                self._take_fact(*fact)
        short = [line.replace("\0", " ") if len(line) <= _LONGEST else "" for line in lines[at:]]
        for number, line in enumerate(lines[at:], at + 1):
            if len(line) > _LONGEST:
                self._refuse(number, line)
        reader = csv.reader(short, delimiter=_delimiter(lines[at]) or ",")
        rows = self._rows(reader, at)
        columns = [_column(cell) for cell in next(rows, [])]
        events: dict[tuple[str, str, str], dict[str, Any]] = {}
        for cells in rows:
            row = {name: cell.strip() for name, cell in zip(columns, cells, strict=False) if name in _COLUMNS}
            if not any(row.values()):
                continue
            score, rating = _score(row.get("score", "")), _rating(row.get("rating", ""))
            key = row.get("event", ""), row.get("start", ""), row.get("end") or row.get("start", "")
            if score is None or rating is None or not all(map(_is_day, key[1:])):
                self._refuse(at + reader.line_num, " ".join(cells), _unlike_a_row(rating, key[1:]))
                continue
            event = events.get(key)
            if event is None:
                event = events[key] = {**_named(key[0]), "start": key[1], "end": key[2], "games": []}
                self.document["events"].append(event)
            more = {name: _whole(row[name]) for name in ("round",) if row.get(name)}
            more |= {"date": row["date"]} if row.get("date") else {}
            event["games"].append({**_named(row.get("opponent", "")), "opponent": rating[0], "score": score, **more})

    def _rows(self, reader: Iterator[list[str]], at: int) -> Iterator[list[str]]:
        """Give the rows of a table; a quotation mark that nobody closed can make a cell longer than any is."""
        number = at
        try:
            for cells in reader:
                yield cells
                number += 1
        except csv.Error:
            self._refuse(number + 1, '"')

    def _take_fact(self, name: str, value: str) -> None:
        if name in _OF_PERIOD:
            self.document[name] = f"{value}-01" if name == "list" and re.fullmatch(r"\d{4}-\d{2}", value) else value
        elif name == "rating" and value.casefold() in _UNRATED:
            self.document["player"][name] = None
        else:
            self.document["player"][name] = _whole(value) if name in _WHOLE else value

    def _event(self, number: int, match: re.Match[str]) -> None:
        if not all(map(_is_day, filter(None, match.group(2, 3)))):
            self._refuse(number, match[0], "no_day")
        event: dict[str, Any] = {**_named(match[1].strip(" ,;")), "start": match[2], "end": match[3] or match[2]}
        for part in re.split(r"\s*[,;]\s*", match[4] or ""):
            name, _, value = part.partition(" ")
            if name.casefold() in _OF_EVENT and value.strip():
                event[name.casefold()] = _whole(value.strip())
            elif part:
                place, known = self._line(number), _OF_EVENT
                self.problems.append(
                    Problem.of(
                        WORDS, "form_line", place, says="unknown_of_event", place=place, text=part[:40], known=known
                    )
                )
        self.document["events"].append({**event, "games": []})

    def _line(self, number: int) -> str:
        return f"{self._source}, line {number}"

    def _refuse(self, number: int, text: str, why: str = _UNLIKE_ANYTHING) -> None:
        place = self._line(number)
        self.problems.append(Problem.of(WORDS, "form_line", place, place=place, why=why, text=text[:60]))

    def refuse_columns(self, lines: list[str], header: str) -> None:
        """Say which columns a table needs, where a first line is that of a table without them."""
        place, needed = self._line(lines.index(header) + 1), _NEEDED
        self.problems.append(
            Problem.of(WORDS, "form_line", place, says="columns", place=place, text=header[:60], needed=needed)
        )


def _fact(text: str) -> tuple[str, str] | None:
    """Give the name and the value of a fact about the player or the period; None where the line is none."""
    match = _FACT.fullmatch(text)
    name = match[1].casefold() if match else ""
    return (name, match[2] or match[3]) if match and name in (*_OF_PLAYER, *_OF_PERIOD) else None


def _is_day(text: str) -> bool:
    """Tell whether a text is a day of the calendar, written as days are here."""
    try:
        return bool(re.fullmatch(_DAY, text, re.ASCII)) and date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _unlike_a_row(rating: tuple[int | None] | None, days: Sequence[str]) -> str:
    """Name what is wrong with a row of a table, one thing after another."""
    if not days[0]:
        return "row_start"
    if not all(map(_is_day, days)):
        return "other_day" if any(map(_OTHER_DAY.search, days)) else "no_day"
    return "row_rating" if rating is None else "row_score"


def _unlike_a_game(text: str) -> str:
    """Name what a line below an event lacks to be a game, where it is like one."""
    words = [word.strip(",;()") for word in re.split(r"[\s;]+", text)]
    if len(words) > 1 and _rating(words[-2]) is not None:
        return "no_score"
    return "without_score" if _rating(words[-1]) is not None and words[-1] not in SCORES else _UNLIKE_ANYTHING


def _named(name: str) -> dict[str, str]:
    return {"name": name} if name else {}


def _game(text: str) -> dict[str, Any] | None:
    """Read a game: the opponent's name, if it is known, the rating, the score; a round may stand before it."""
    counted = _ROUND.fullmatch(text)
    words = re.split(r"[\s;]+", (counted[2] if counted else text).strip(" ;,"))
    if len(words) < 2:  # noqa: PLR2004 - a rating and a score
        return None
    score, rating = _score(words[-1]), _rating(words[-2].strip(",;()"))
    if score is None or rating is None:
        return None
    turn = {"round": int(counted[1])} if counted else {}
    return {**_named(" ".join(words[:-2]).strip(" ,;")), "opponent": rating[0], "score": score, **turn}


def _score(text: str) -> str | None:
    written = _WRITTEN.get(text, text)
    return written if written in SCORES else None


def _rating(text: str) -> tuple[int | None] | None:
    """Read a rating, in a tuple because an unrated opponent has none; None where it is no rating."""
    if text.casefold() in _UNRATED:
        return (None,)
    return (int(text),) if re.fullmatch(r"\d{1,4}", text, re.ASCII) and int(text) else None


def _whole(text: str) -> int | str:
    """Read a whole number; what is none is left to the schema, which says what is wrong with it."""
    return int(text) if re.fullmatch(r"\d{1,9}", text, re.ASCII) else text

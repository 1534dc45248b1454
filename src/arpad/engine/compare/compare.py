"""A book's list beside a published one: every difference, each with the one class that explains it, and a sentence.

The classes are tried in their order, and the first that explains the published value exactly is taken:

- *identity*: somebody has a rating on one list only, and on the other there is, under another number, a player of the
  same name and federation whose birth year is not another; or one number has two names without a common word.
- *base corrected*: added to another base that is known of the player, our change gives the published rating. Known are:
  the published list before, where it is given; the book's own list before, where the book corrects it; a correction for
  a later list; and the list before without events that were withdrawn since.
- *K*: with the same games, another K gives the published rating; or only K differs.
- *event missing*: the games differ, or one event more or fewer gives the published rating.
- *result differs*: had one of the player's games ended otherwise, the rating would be the published one.
- *entry*: one list has a rating where the other has none.
- *details*: no number of the rating differs, but a column about the person or the flag.
- *unexplained*: everything else.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.book.lists import with_people
from arpad.book.view import Period, list_name
from arpad.engine.compare.evidence import Evidence
from arpad.engine.compare.what_if import with_one_more_event, with_other_k, without_one_event
from arpad.engine.period.close_list import close
from arpad.formats.lists.compare import SUBJECTS
from arpad.formats.lists.names import words_of
from arpad.model.period import KINDS
from arpad.regulations.workings.shown_by_k import every_k

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from datetime import date

    from arpad.book.frames.lists import FrameList
    from arpad.book.view import BookView
    from arpad.engine.compare.what_if import Answers
    from arpad.engine.period.close_kind import ClosedKind

CLASSES = IDENTITY, BASE, OTHER_K, EVENT, RESULT, ENTRY, DETAILS, UNEXPLAINED = (
    "identity", "base corrected", "K", "event missing", "result differs", "entry", "details", "unexplained",
)  # fmt: skip
_NAMED = 3
"""So many games are named that could explain a difference."""
_PARTS = ("rating", "games", "k")
Line = dict[str, Any]
Person = tuple[frozenset[frozenset[str]], str]
"""The words of a name, and a federation."""


@dataclass(frozen=True, slots=True)
class Differing:
    """One difference: of whom, in which kind of chess (empty for the person), what each list says, and why."""

    kind: str
    fide_id: int
    name: str
    explained_by: str
    fields: tuple[str, ...]
    ours: tuple[int | str | None, ...]
    official: tuple[int | str | None, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """All differences of two lists."""

    compared: Mapping[str, int]
    """By kind of chess: players with a rating on either list."""
    differences: list[Differing]

    @property
    def counts(self) -> dict[str, int]:
        """How many there are of each class."""
        counter = Counter(difference.explained_by for difference in self.differences)
        return {name: counter[name] for name in CLASSES}


def compare(
    view: BookView,
    month: date,
    official: FrameList,
    progress: Callable[[str], None] = lambda _: None,
    previous: FrameList | None = None,
) -> Comparison:
    """Compare the list of a month, which the book has, with a published one; `previous` is the one published before."""
    closed = close(view, month, progress)
    ours = with_people(view.table(list_name(month)), view.table("players"))
    # What the published list does not show, such as a column that its edition does not name, is no difference.
    columns = official.columns
    differings: list[Differing] = []
    compared: dict[str, int] = {}
    for kind in official.about.kinds:
        progress(f"comparing {kind} chess")
        lines = _Lines(ours, official.frame, kind, columns)
        compared[kind] = lines.rated
        before = previous.frame if previous is not None and kind in previous.about.kinds else None
        reasons = _Reasons(Period(view, kind, month), closed.kinds.get(kind), lines, before)
        differings += [reasons.difference(line) for line in lines.differing]
    strangers = {differing.fide_id for differing in differings if differing.explained_by == IDENTITY}
    differings += _details(ours, official.frame, columns, strangers)
    order = {kind: place for place, kind in enumerate(KINDS)}
    return Comparison(
        compared, sorted(differings, key=lambda differing: (differing.fide_id, order.get(differing.kind, -1)))
    )


class _Lines:
    """The lines of both lists for a kind of chess: one for each player who has a rating on either."""

    def __init__(self, ours: pl.DataFrame, official: pl.DataFrame, kind: str, columns: frozenset[str]) -> None:
        self.parts = tuple(part for part in _PARTS if f"{kind}_{part}" in columns)
        first, second = (self._of(frame, kind) for frame in (ours, official))
        both = first.join(second, on="fide_id", how="full", coalesce=True, suffix="_official")
        both = both.filter(pl.col("rating").is_not_null() | pl.col("rating_official").is_not_null())
        both = both.with_columns(pl.col("games", "games_official").fill_null(0))
        self.rated = both.height
        differ = [pl.col(part).ne_missing(pl.col(f"{part}_official")) for part in self.parts]
        named = _name_words(both)
        whole = both.with_columns(stranger=pl.Series(named, dtype=pl.Boolean))
        self.differing: list[Line] = whole.filter(pl.any_horizontal(*differ, "stranger")).sort("fide_id").to_dicts()

    def _of(self, frame: pl.DataFrame, kind: str) -> pl.DataFrame:
        numbers = {part: pl.col(f"{kind}_{part}").cast(pl.Int64) for part in _PARTS}
        once = frame.unique("fide_id", keep="first", maintain_order=True)
        return once.select("fide_id", "name", "federation", "birth_year", **numbers)


def _name_words(both: pl.DataFrame) -> Iterator[bool]:
    """Tell for each line whether both lists have a name and the two have no word in common."""
    for name, other in both.select("name", "name_official").iter_rows():
        if not name or not other or name == other:
            yield False
            continue
        first, second = (frozenset().union(*words_of(text)) for text in (name, other))
        yield bool(first) and bool(second) and not first & second


class _Reasons:
    """Finds the class of each difference of a kind of chess."""

    def __init__(
        self, period: Period, closed_kind: ClosedKind | None, lines: _Lines, before: pl.DataFrame | None
    ) -> None:
        kind = period.kind
        self._kind, self._lines = kind, lines
        self._names: dict[int, str] = {}
        self._evidence: Evidence | None = None
        self._namesakes = _namesakes(lines.differing)
        self._events = dict(period.table("events").select("event_id", "name").iter_rows())
        self._base: dict[int, int | None] = {}
        base_day = period.calendar.list_before(period.list_date)
        base = period.rating_list(base_day) if base_day else None
        if base is not None:
            self._base = dict(base.select("fide_id", f"{kind}_rating").iter_rows())
        moved = [
            line["fide_id"]
            for line in lines.differing
            if None not in {line["rating"], line["rating_official"]} and line["rating"] != line["rating_official"]
        ]
        self._ks: list[int] = []
        self._with_k: Answers = {}
        self._without: Answers = {}
        self._more: Answers = {}
        self._changes: dict[int, Line] = {}
        if closed_kind is not None:
            self._ks = every_k(closed_kind.law)
            self._with_k = with_other_k(closed_kind, moved, self._ks)
            self._without = without_one_event(closed_kind, moved)
            self._more = with_one_more_event(closed_kind, period, moved)
            own = closed_kind.changes.players.filter(pl.col("fide_id").is_in(moved))
            self._changes = {row["fide_id"]: row for row in own.iter_rows(named=True)}
        if closed_kind is not None and moved:
            self._evidence = Evidence(period, moved, before)
            self._names = dict(period.table("players").select("fide_id", "name").iter_rows())

    def difference(self, line: Line) -> Differing:
        """Give the difference of a line with its class."""
        explained_by, sentence = self._explained(line)
        fields = [part for part in self._lines.parts if line[part] != line[f"{part}_official"]]
        if line["stranger"]:
            fields.append("name")
        return Differing(
            self._kind,
            line["fide_id"],
            line["name"] or line["name_official"] or "",
            explained_by,
            tuple(fields),
            tuple(line[field] for field in fields),
            tuple(line[f"{field}_official"] for field in fields),
            sentence,
        )

    def _explained(self, line: Line) -> tuple[str, str]:
        rating, official = line["rating"], line["rating_official"]
        if line["stranger"]:
            return IDENTITY, f"One number, two people: {line['name']} here, {line['name_official']} there."
        if rating is None or official is None:
            return self._on_one_list(line)
        if rating == official:
            return self._same_rating(line)
        for rule in (self._other_base, self._other_k, self._other_events, self._other_result):
            explained = rule(line)
            if explained is not None:
                return explained
        return UNEXPLAINED, f"{official - rating:+d} points{self._in_vain(line)}{self._needed(line)}."

    def _in_vain(self, line: Line) -> str:
        """Name what was tried."""
        if not line["games"] and self._has_same_games(line) is True:
            return " without a game, and no other base is known of the player"
        return ": no known base, K, event or single result gives them"

    def _needed(self, line: Line) -> str:
        """Say which base our change would have to be added to."""
        base = None if self._evidence is None else self._evidence.reference.base(line["fide_id"])[1]
        if base is None or self._has_same_games(line) is False:
            return ""
        return f"; the base would have to be {base + line['rating_official'] - line['rating']} instead of {base}"

    def _on_one_list(self, line: Line) -> tuple[str, str]:
        twin = self._namesakes.get(line["fide_id"])
        if twin is not None:
            where = "there" if line["rating_official"] is None else "here"
            return IDENTITY, f"The same name and federation is rated {where} under the number {twin}."
        if line["rating"] is None:
            base = self._base.get(line["fide_id"])
            why = "a first rating" if base is None else f"here he had {base} before and fell below the floor"
            return ENTRY, f"Rated {line['rating_official']} there and unrated here: {why}."
        base = self._base.get(line["fide_id"])
        why = "a first rating here" if base is None else f"he had {base} on the list before"
        return ENTRY, f"Rated {line['rating']} here and unrated there: {why}."

    def _same_rating(self, line: Line) -> tuple[str, str]:
        """Explain a difference of games or K where the ratings are equal."""
        if "games" in self._lines.parts and line["games"] != line["games_official"]:
            return EVENT, f"{_both_games(line)}; the rating is the same."
        return OTHER_K, f"K for the next list is {line['k_official']} there and {line['k']} here."

    def _has_same_games(self, line: Line) -> bool | None:
        """Tell whether both lists count the same games; None where the published one does not say."""
        if "games" not in self._lines.parts:
            return None
        return bool(line["games"] == line["games_official"])

    def _other_k(self, line: Line) -> tuple[str, str] | None:
        if self._has_same_games(line) is False:
            return None
        own = self._changes.get(line["fide_id"])
        # The K that the published list shows is the likeliest; then the others of the edition.
        for k in dict.fromkeys([line["k_official"], *self._ks]):
            reached = self._with_k.get(line["fide_id"], {}).get(k)
            if own is not None and reached is not None and self._fits(line, own["new_rating"], reached):
                change = reached - own["rating"]
                return OTHER_K, f"With K {k} the change is {change:+d} as there, instead of {own['change']:+d}."
        return None

    def _other_base(self, line: Line) -> tuple[str, str] | None:
        player, by = line["fide_id"], line["rating_official"] - line["rating"]
        if self._has_same_games(line) is False or self._evidence is None:
            return None
        other = self._evidence.base(player, by)
        if other is None:
            return None
        base = self._evidence.reference.base(player)[1]
        return BASE, f"The published rating comes from a base of {other.rating}, here it is {base}: {other.where}."

    def _other_result(self, line: Line) -> tuple[str, str] | None:
        player, by = line["fide_id"], line["rating_official"] - line["rating"]
        if self._has_same_games(line) is False or self._evidence is None:
            return None
        results = self._evidence.results(player, by)
        if not results:
            return None
        sentences = []
        for result in results[:_NAMED]:
            too = ", whose rating differs as well" if self._evidence.differs_too(result.opponent) else ""
            sentences.append(result.words(self._names.get(result.opponent) or str(result.opponent)) + too)
        more = f"; or one of {len(results) - _NAMED} more" if len(results) > _NAMED else ""
        return RESULT, f"One result different gives it: {'; or '.join(sentences)}{more}."

    def _other_events(self, line: Line) -> tuple[str, str] | None:
        # With an event more or fewer the games would not be the same.
        if self._has_same_games(line) is True:
            return None
        player = line["fide_id"]
        own = self._changes.get(player)
        new = own["new_rating"] if own is not None else line["rating"]
        for answers, what in ((self._without, "Without"), (self._more, "With also")):
            for event, reached in sorted(answers.get(player, {}).items()):
                if self._fits(line, new, reached):
                    sentence = f"{what} event {event} ({self._events.get(event, '')}) the rating is the published one."
                    return EVENT, sentence
        if self._has_same_games(line) is False:
            return EVENT, f"{_both_games(line)}; no event of the book makes the difference."
        return None

    @staticmethod
    def _fits(line: Line, new: int, reached: int) -> bool:
        """Tell whether another result of the period gives the published rating; a one-off adjustment stays as it is."""
        return bool(line["rating"] + reached - new == line["rating_official"])


def _both_games(line: Line) -> str:
    there, here = line["games_official"], line["games"]
    return f"{there} game{'' if there == 1 else 's'} there, {here} here"


def _namesakes(lines: list[Line]) -> dict[int, int]:
    """Give, of players who are rated on one list only, the number of the same person on the other."""
    ours: dict[Person, list[Line]] = {}
    theirs: dict[Person, list[Line]] = {}
    for line in lines:
        if line["rating_official"] is None:
            ours.setdefault(_person(line, ""), []).append(line)
        elif line["rating"] is None:
            theirs.setdefault(_person(line, "_official"), []).append(line)
    namesakes: dict[int, int] = {}
    for person in ours.keys() & theirs.keys():
        for own in ours[person]:
            for other in theirs[person]:
                years = {own["birth_year"], other["birth_year_official"]} - {None}
                if person[0] and len(years) < 2:  # noqa: PLR2004 - two different years are two people
                    namesakes.setdefault(own["fide_id"], other["fide_id"])
                    namesakes.setdefault(other["fide_id"], own["fide_id"])
    return namesakes


def _person(line: Line, suffix: str) -> Person:
    return frozenset(words_of(line[f"name{suffix}"] or "")), line[f"federation{suffix}"] or ""


def _details(
    ours: pl.DataFrame, official: pl.DataFrame, columns: frozenset[str], others: set[int]
) -> Iterator[Differing]:
    """Give the differences about persons who are on both lists, one for each person."""
    numbers = {f"{kind}_{part}" for kind in KINDS for part in _PARTS}
    compared = [name for name in SUBJECTS if name in columns and name not in numbers]
    first, second = (frame.select("fide_id", *compared).unique("fide_id", keep="first") for frame in (ours, official))
    both = first.join(second, on="fide_id", how="inner", suffix="_official")
    differ = [pl.col(name).ne_missing(pl.col(f"{name}_official")) for name in compared]
    for line in both.filter(pl.any_horizontal(differ)).sort("fide_id").iter_rows(named=True) if differ else ():
        if line["fide_id"] in others:
            continue
        fields = tuple(name for name in compared if line[name] != line[f"{name}_official"])
        named = ", ".join(field.replace("_", " ") for field in fields)
        yield Differing(
            "",
            line["fide_id"],
            line["name"] if "name" in compared else "",
            DETAILS,
            fields,
            tuple(line[field] for field in fields),
            tuple(line[f"{field}_official"] for field in fields),
            f"Only what is said of the person differs: {named}.",
        )

"""A book's list beside a published one: every difference, each with the one class that explains it, and why.

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
from arpad.engine.wording import WORDS
from arpad.formats.lists.compare import SUBJECTS
from arpad.formats.lists.names import words_of
from arpad.model.period import KINDS
from arpad.model.problems import NOTE, Problem
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
ComparedLine = dict[str, Any]
Explained = tuple[str, Problem]
"""A class, and what there is to say."""
ComparedPerson = tuple[frozenset[frozenset[str]], str]
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
    reason: Problem

    @property
    def sentence(self) -> str:
        """What explains it, in English."""
        return self.reason.message


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
        self.differing: list[ComparedLine] = (
            whole.filter(pl.any_horizontal(*differ, "stranger")).sort("fide_id").to_dicts()
        )

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
        self._changes: dict[int, ComparedLine] = {}
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

    def difference(self, line: ComparedLine) -> Differing:
        """Give the difference of a line with its class."""
        explained_by, reason = self._explained(line)
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
            reason,
        )

    def _explained(self, line: ComparedLine) -> Explained:
        rating, official = line["rating"], line["rating_official"]
        if line["stranger"]:
            return IDENTITY, Problem.of(
                WORDS, "two_people", severity=NOTE, name=line["name"], official=line["name_official"]
            )
        if rating is None or official is None:
            return self._on_one_list(line)
        if rating == official:
            return self._same_rating(line)
        for rule in (self._other_base, self._other_k, self._other_events, self._other_result):
            explained = rule(line)
            if explained is not None:
                return explained
        return UNEXPLAINED, self._in_vain(line, official - rating)

    def _in_vain(self, line: ComparedLine, by: int) -> Problem:
        """Say what was tried, and to which base our change would have to be added."""
        base = None if self._evidence is None else self._evidence.reference.base(line["fide_id"])[1]
        has_same_games = self._has_same_games(line)
        return Problem.of(
            WORDS, "unexplained", severity=NOTE,
            points=f"{by:+d}", idle=not line["games"] and has_same_games is True, base=base,
            needed=None if base is None or has_same_games is False else base + by,
        )  # fmt: skip

    def _on_one_list(self, line: ComparedLine) -> Explained:
        twin = self._namesakes.get(line["fide_id"])
        if twin is not None:
            is_there = line["rating_official"] is None
            return IDENTITY, Problem.of(WORDS, "other_number", severity=NOTE, there=is_there, number=twin)
        base = self._base.get(line["fide_id"])
        if line["rating"] is None:
            official = line["rating_official"]
            return ENTRY, Problem.of(WORDS, "rated_there", severity=NOTE, rating=official, base=base)
        return ENTRY, Problem.of(WORDS, "rated_here", severity=NOTE, rating=line["rating"], base=base)

    def _same_rating(self, line: ComparedLine) -> Explained:
        """Explain a difference of games or K where the ratings are equal."""
        if "games" in self._lines.parts and line["games"] != line["games_official"]:
            return EVENT, _other_games(line, same_rating=True)
        return OTHER_K, Problem.of(WORDS, "next_k", severity=NOTE, official=line["k_official"], k=line["k"])

    def _has_same_games(self, line: ComparedLine) -> bool | None:
        """Tell whether both lists count the same games; None where the published one does not say."""
        if "games" not in self._lines.parts:
            return None
        return bool(line["games"] == line["games_official"])

    def _other_k(self, line: ComparedLine) -> Explained | None:
        if self._has_same_games(line) is False:
            return None
        own = self._changes.get(line["fide_id"])
        # The K that the published list shows is the likeliest; then the others of the edition.
        for k in dict.fromkeys([line["k_official"], *self._ks]):
            reached = self._with_k.get(line["fide_id"], {}).get(k)
            if own is not None and reached is not None and self._fits(line, own["new_rating"], reached):
                change, own_change = f"{reached - own['rating']:+d}", f"{own['change']:+d}"
                return OTHER_K, Problem.of(WORDS, "other_k", severity=NOTE, k=k, change=change, own=own_change)
        return None

    def _other_base(self, line: ComparedLine) -> Explained | None:
        player, by = line["fide_id"], line["rating_official"] - line["rating"]
        if self._has_same_games(line) is False or self._evidence is None:
            return None
        other = self._evidence.base(player, by)
        if other is None:
            return None
        base = self._evidence.reference.base(player)[1]
        return BASE, Problem.of(
            WORDS, "other_base", severity=NOTE,
            other=other.rating, base=base, source=other.says, month=other.month, events=other.events,
        )  # fmt: skip

    def _other_result(self, line: ComparedLine) -> Explained | None:
        player, by = line["fide_id"], line["rating_official"] - line["rating"]
        if self._has_same_games(line) is False or self._evidence is None:
            return None
        results = self._evidence.results(player, by)
        if not results:
            return None
        shown = [
            {
                **result.facts(self._names.get(result.opponent) or str(result.opponent)),
                "too": self._evidence.differs_too(result.opponent),
            }
            for result in results[:_NAMED]
        ]
        more = len(results) - len(shown)
        return RESULT, Problem.of(WORDS, "other_result", severity=NOTE, results=shown, more=more)

    def _other_events(self, line: ComparedLine) -> Explained | None:
        # With an event more or fewer the games would not be the same.
        if self._has_same_games(line) is True:
            return None
        player = line["fide_id"]
        own = self._changes.get(player)
        new = own["new_rating"] if own is not None else line["rating"]
        for answers in (self._without, self._more):
            for event, reached in sorted(answers.get(player, {}).items()):
                if self._fits(line, new, reached):
                    return EVENT, Problem.of(
                        WORDS, "other_event", severity=NOTE,
                        says="without_event" if answers is self._without else "with_event",
                        event=event, name=self._events.get(event, ""),
                    )  # fmt: skip
        if self._has_same_games(line) is False:
            return EVENT, _other_games(line, same_rating=False)
        return None

    @staticmethod
    def _fits(line: ComparedLine, new: int, reached: int) -> bool:
        """Tell whether another result of the period gives the published rating; a one-off adjustment stays as it is."""
        return bool(line["rating"] + reached - new == line["rating_official"])


def _other_games(line: ComparedLine, *, same_rating: bool) -> Problem:
    there, here = line["games_official"], line["games"]
    return Problem.of(WORDS, "other_games", severity=NOTE, there=there, here=here, same_rating=same_rating)


def _namesakes(lines: list[ComparedLine]) -> dict[int, int]:
    """Give, of players who are rated on one list only, the number of the same person on the other."""
    ours: dict[ComparedPerson, list[ComparedLine]] = {}
    theirs: dict[ComparedPerson, list[ComparedLine]] = {}
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


def _person(line: ComparedLine, suffix: str) -> ComparedPerson:
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
        yield Differing(
            "",
            line["fide_id"],
            line["name"] if "name" in compared else "",
            DETAILS,
            fields,
            tuple(line[field] for field in fields),
            tuple(line[f"{field}_official"] for field in fields),
            Problem.of(WORDS, "of_person", severity=NOTE, fields=[field.replace("_", " ") for field in fields]),
        )

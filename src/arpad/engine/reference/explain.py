"""The lines of a book's lists: as they stand there, by the reference, and one of them explained."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arpad.book.closings import closings, original_name
from arpad.book.made_by import PLACE, version_in
from arpad.book.renumber import earlier_numbers
from arpad.book.view import Period, list_name
from arpad.engine.compare.closed_view import as_closed
from arpad.engine.compare.corrected_lines import explaining_corrections
from arpad.engine.compare.line_comparison import FIELDS, is_nobody, listed_lines
from arpad.engine.compare.verification import imported, reference_of
from arpad.engine.corrected_bases import BaseCauses, CorrectedBase
from arpad.engine.wording import WORDS
from arpad.model.period import EventNames
from arpad.model.problems import NOTE, ArpadError, Problem
from arpad.model.wording import LANGUAGE
from arpad.regulations.terms.calculation import WHOLE
from arpad.regulations.terms.ints import citations
from arpad.regulations.workings.coefficient import coefficient
from arpad.regulations.workings.explained_lines import ExplainedLine
from arpad.regulations.workings.explanation import Explanation, explain, merged_citations
from arpad.regulations.workings.k_reasons import KReason, reason_of, shown_k
from arpad.regulations.workings.period import NOT_ENTERED, PlayerResult, law_of_event
from arpad.regulations.workings.plain_words import plain_words

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    import polars as pl

    from arpad.book.folder import Book
    from arpad.book.renumber import NumberBefore
    from arpad.book.view import BookView
    from arpad.engine.compare.line_comparison import Values
    from arpad.engine.corrected_bases import LineCorrection
    from arpad.engine.reference.lines import Expected, KOfEvent, Reference
    from arpad.model.period import RatingPeriod
    from arpad.regulations.edition import Citation


@dataclass(frozen=True, slots=True)
class StandingIn:
    """For a player with a standard rating only and no game that counts: what stands in, and by which articles."""

    rating: int
    citations: tuple[Citation, ...]

    def sentence(self, kind: str, language: str = LANGUAGE) -> str:
        """Say that this is not yet a line of the list."""
        facts = {"kind": kind, "rating": self.rating, "cited": tuple(map(str, self.citations))}
        return WORDS.say("line", "standing_in", facts, language)


@dataclass(frozen=True, slots=True)
class LineExplained:
    """One player's line of a list by the reference, with the working, and what the book's own list says."""

    player: int
    name: str
    kind: str
    list_date: date
    explanation: Explanation
    """The working, with the articles by which the K of each event was found."""
    names: tuple[EventNames, ...]
    expected: Expected
    """The line by the reference."""
    listed: Values | None
    """The line on the list; None where the book has no such list, or the player is not on it."""
    agrees: bool | None
    """Whether the two are the same; None where there is no list, or the book did not make it."""
    imported: Problem | None
    """Of a list that the book did not make: what is missing to work it out."""
    corrections: tuple[str, ...]
    """The published corrections of arpad that explain why the two differ."""
    corrected: CorrectedBase | None
    """The way from the rating published before to a corrected base; None where the list goes on from that rating."""
    line_corrected: LineCorrection | None
    """What of the line before was corrected for this list besides the rating: K, or the count of games."""
    formerly: tuple[NumberBefore, ...]
    """What the log says of numbers that the player had before, the newest first."""
    k_reasons: tuple[KReason | None, ...]
    """Why K of each event is what it is; none for an unrated player."""
    standing_in: StandingIn | None
    notes: tuple[Problem, ...]
    """Where a list shows another K than the history gives."""

    @property
    def verdict(self) -> str:
        """What the line should be, and whether the list agrees, in sentences."""
        return self.sentence()

    def sentence(self, language: str = LANGUAGE) -> str:
        """Say it in a language."""
        facts: dict[str, Any] = {"rating": self.expected.rating, "k": self.expected.k}
        if self.imported is None:
            return WORDS.say("line", "on_list", facts | {"list": self.list_date} | self._agreement(), language)
        listed = (None, None) if self.listed is None else (self.listed[0], self.listed[FIELDS.index("k")])
        facts |= {"imported": self.imported, "listed": listed[0], "listed_k": listed[1]}
        return WORDS.say("line", "by_book", facts, language)

    @property
    def correction(self) -> str | None:
        """What was published before, what it was corrected to and why, and what came of it; None without one."""
        if self.corrected is None:
            return None
        return self.corrected.sentence(self.explanation.result.change, self.expected.rating)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The line in plain words, about the player by name; the answer first."""
        return self.in_plain_words(self.name)

    def in_plain_words(self, person: str = "") -> tuple[str, ...]:
        """Say what came of it, what was corrected, event by event, and why K: to the player, or about a person."""
        way = WORDS.say("line", "k_way", {"player": self.player})
        sentences = plain_words(self.explanation.result, self.names, person, self.k_reasons, way)
        if self.standing_in is not None:
            sentences = (self.standing_in.sentence(self.kind), *sentences[1:])
        corrected = [self.correction] if self.correction else []
        former = [WORDS.say("line", number.deed, number._asdict()) for number in self.formerly]
        if self.line_corrected is not None and self.line_corrected.played is not None:
            corrected.append(self.line_corrected.games_sentence())
        return (*corrected, *sentences[:1], *former, *sentences[1:])

    def _agreement(self) -> dict[str, Any]:
        if self.agrees is None:
            return {"agreement": "no_list"}
        if self.listed is None:
            return {"agreement": "nobody" if self.agrees else "not_listed"}
        if self.agrees:
            return {"agreement": "agrees"}
        both = zip(FIELDS, self.listed, self.expected, strict=True)
        different = [{"field": field, "own": own, "other": other} for field, own, other in both if own != other]
        return {"agreement": "disagrees", "different": different, "corrections": self.corrections}

    def __repr__(self) -> str:
        return f"<LineExplained {self.player}, {self.kind} list of {self.list_date}: {self.expected.rating}>"

    def __str__(self) -> str:
        """Write the working, and what the list says."""
        head = [f"{self.player} {self.name}", *self.sentences, ""]
        return "\n".join([*head, str(self.explanation), *(note.message for note in self.notes), "", self.verdict])


def explained_line(book: Book, view: BookView, list_date: date, player: int, kind: str) -> LineExplained:
    """Work out one player's line of a list by the reference, by the rules of a view, and hold it against the list.

    A list that the book closed is worked out from what it rated; what came into the book later is not looked at.
    """
    name = _name_of(book, player)
    is_there = list_date in book.list_dates
    without = imported(book, view, list_date) if is_there else None
    is_closed_here = is_there and without is None
    then = as_closed(view, list_date) if is_closed_here else view
    reference = reference_of(then, list_date, kind, player)
    if reference is None:
        raise ArpadError.of(WORDS, "no_list", "YYYY-MM", says="no_list_of_kind", kind=kind, month=f"{list_date:%Y-%m}")
    period = reference.period(player)
    ks = reference.ks(player) if period.events and reference.base(player)[1] is not None else []
    explanation = explain(period, k_articles=[_k_articles(k_of_event, period, at) for at, k_of_event in enumerate(ks)])
    standing_in = _standing_in(reference, explanation)
    if standing_in is not None:
        of_events = [line for line in explanation.lines if line.event is not None]
        base = ExplainedLine("own_rating", standing_in.rating, WHOLE, standing_in.citations)
        explanation = explanation._replace(lines=(*of_events, base))
    expected = reference.expected(player)
    causes = BaseCauses(Period(then, kind, list_date))
    line_corrected = causes.line(player)
    listed = _listed(then, list_date, player, kind) if is_there else None
    # Whether an imported list agrees says nothing: what it was made from is elsewhere.
    agrees = (is_nobody(expected) if listed is None else listed == expected) if is_closed_here else None
    return LineExplained(
        player,
        name,
        kind,
        list_date,
        explanation,
        tuple(_names(book, reference, player)),
        expected,
        listed,
        agrees,
        without,
        _corrections(book, reference, player, listed, expected) if agrees is False else (),
        _corrected(causes, reference, player),
        line_corrected,
        earlier_numbers(book, player),
        tuple(_k_reason(k_of_event, line_corrected) for k_of_event in ks),
        standing_in,
        (
            *(() if line_corrected else (note for k_of_event in ks for note in _as_shown(k_of_event, player))),
            *_ratings_kept(reference, player),
            *_earlier_issues(book, list_date, player, kind),
        ),
    )


def _name_of(book: Book, player: int) -> str:
    players = book.table("players")
    names = players.filter(players["fide_id"] == player)["name"].to_list()
    if not names:
        raise ArpadError.of(WORDS, "no_player", "FIDE-ID", player=player)
    return str(names[0])


def _names(book: Book, reference: Reference, player: int) -> Iterator[EventNames]:
    """Name the events of a player's period and the opponents."""
    events = reference.named(player)
    met = {opponent for _, opponents in events for opponent in opponents}
    players = book.table("players")
    rows = players.filter(players["fide_id"].is_in(sorted(met))).select("fide_id", "name").iter_rows()
    names: dict[int, str] = dict(rows)
    for event, opponents in events:
        yield EventNames(event, [(opponent, names.get(opponent) or str(opponent)) for opponent in opponents])


def _ratings_kept(reference: Reference, player: int) -> Iterator[Problem]:
    """Name the events that keep the ratings of a list which was revised after they had begun."""
    for event, start, day in reference.ratings_kept(player):
        yield Problem.of(
            WORDS, "ratings_kept", str(player), severity=NOTE, event=event, start=start, month=f"{day:%Y-%m}"
        )


def _earlier_issues(book: Book, list_date: date, player: int, kind: str) -> Iterator[Problem]:
    """Say of a list that was published again what it had said of a player before, and why that changed."""
    closing = closings(book).get(list_date)
    for issue, revision in enumerate(() if closing is None else closing.revisions, start=1):
        said_before = _line_on(book.table(original_name(list_date, issue)), player, kind)
        rating, k = (None, None) if said_before is None else (said_before[0], said_before[FIELDS.index("k")])
        yield Problem.of(
            WORDS, "revised", str(player), severity=NOTE,
            list=list_date, issue=issue, now=issue + 1, rating=rating, k=k, why=revision.why.rstrip(" ."),
        )  # fmt: skip


def _listed(view: BookView, list_date: date, player: int, kind: str) -> Values | None:
    return _line_on(view.table(list_name(list_date)), player, kind)


def _line_on(frame: pl.DataFrame, player: int, kind: str) -> Values | None:
    """Give what a list says of a player; None where the player is not on it."""
    return dict(listed_lines(frame.filter(frame["fide_id"] == player), kind)).get(player)


def _corrections(
    book: Book, reference: Reference, player: int, listed: Values | None, expected: Values
) -> tuple[str, ...]:
    """Name the corrections that explain why the list says something else; nothing explains a missing line."""
    if listed is None:
        return ()
    made_by = book.published_file(reference.list_date, PLACE)
    fields = [field for field, own, other in zip(FIELDS, listed, expected, strict=True) if own != other]
    return explaining_corrections(reference, player, fields, version_in(made_by))


def _corrected(causes: BaseCauses, reference: Reference, player: int) -> CorrectedBase | None:
    """Tell how a player's base came to be another than the rating published before."""
    base = reference.corrected(player)
    published = reference.listed(player)
    if base is None or base == published:
        return None
    return CorrectedBase(published, reference.list_before, base, causes.of(player))


def _k_articles(k_of_event: KOfEvent, period: RatingPeriod, place: int) -> tuple[Citation, ...]:
    """Give the articles of an event's K: those by which the edition decides it, and on which day it is taken."""
    law = law_of_event(period, period.events[place].start)
    if k_of_event.facts is None or k_of_event.day is None:
        return citations(law, ["coefficient"])
    decided = coefficient(k_of_event.law, k_of_event.facts, k_of_event.day, explained=True)
    by_history = [cited for line in decided.lines for cited in line.citations] if decided.k == k_of_event.k else []
    return merged_citations([*by_history, *citations(law, ["k_when"])])


def _k_reason(k_of_event: KOfEvent, corrected: LineCorrection | None) -> KReason | None:
    """Say why an event has its K; None where an officer sets it, or nothing says why."""
    if corrected is not None and corrected.k is not None and corrected.k == k_of_event.k:
        return KReason(corrected.k, "corrected", {"why": corrected.why})
    if k_of_event.facts is None or k_of_event.day is None or k_of_event.k is None:
        return None
    decided = coefficient(k_of_event.law, k_of_event.facts, k_of_event.day, explained=True)
    if decided.k == k_of_event.k:
        return reason_of(decided, k_of_event.shown_on)
    return None if k_of_event.shown_on is None else shown_k(k_of_event.k, k_of_event.shown_on)


def _as_shown(k_of_event: KOfEvent, player: int) -> Iterator[Problem]:
    """Say where a list shows another K than the history of the book gives."""
    if k_of_event.facts is None or k_of_event.day is None or k_of_event.shown_on is None:
        return
    by_history = coefficient(k_of_event.law, k_of_event.facts, k_of_event.day).k
    if k_of_event.k != by_history:
        yield Problem.of(
            WORDS, "k_as_shown", str(player), severity=NOTE,
            k=k_of_event.k, list=k_of_event.shown_on, by_history=by_history,
        )  # fmt: skip


def _standing_in(reference: Reference, explanation: Explanation) -> StandingIn | None:
    """Tell what stands in for a player who has only a standard rating, and no game that counts."""
    result = explanation.result
    if not isinstance(result, PlayerResult) or result.reason != NOT_ENTERED or result.rating is None:
        return None
    return StandingIn(result.rating, citations(reference.law, ["standard_stands_in"]))

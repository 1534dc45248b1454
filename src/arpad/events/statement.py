"""The rated events as rows: the columns of FIDE's own calculation page, and beside them what a player wants to know."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from arpad.events.wording import Remark
from arpad.model.numbers import HALF_UP, rounded_quotient
from arpad.model.period import EventNames
from arpad.model.problems import RefusedError
from arpad.regulations.rules.performance import PERFORMANCE
from arpad.regulations.terms.ints import ints
from arpad.regulations.workings.explained_lines import REASONS
from arpad.regulations.workings.period import base_rating
from arpad.regulations.workings.warnings import k_unknown_here

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from arpad.events.rate import RatedEntry, RatedEvents
    from arpad.events.reported_event import PlayedRound
    from arpad.regulations.edition import Edition
    from arpad.regulations.workings.period import EventResult
    from arpad.regulations.workings.warnings import Notice


IN_DOUBT, MET_IN_DOUBT = "!", "~"


class StatedGame(NamedTuple):
    """One round as a player sees it."""

    event: int
    round: int
    opponent: int | None
    opponent_name: str
    colour: str | None
    rating: int | None
    """The opponent's rating as used."""
    score: int | None
    difference: int | None
    counted: int | None
    expected: int | None
    change: int | None
    note: str
    """Why it does not count; empty where it does."""
    cut: bool = False
    """The difference is larger than what counts."""
    doubtful: bool = False
    """The opponent's FIDE number is in doubt, and so is the rating."""


@dataclass(frozen=True, slots=True)
class StatementRow:
    """One player's line. Scores are hundredths; what does not exist is None."""

    number: int
    name: str
    title: str | None
    federation: str | None
    fide_id: int | None
    ro: int | None
    """The rating of the player that the games are worked out with; None where the player is unrated."""
    rc: int | None
    """The mean of the opponents' ratings as used."""
    n: int
    w: int
    we: int | None
    difference: int | None
    k: int | None
    k_source: Remark | None
    """Where K was taken from."""
    k_change: int | None
    """K times W - We, before it is rounded."""
    change: int | None
    new: int | None
    status: str | None
    rp: int | None
    """Performance against rated opponents."""
    ru: str | None
    """Of an unrated player, what the results come to."""
    lacking: Remark | None
    """Of an unrated player, what is missing for a first rating."""
    estimate: bool
    games: tuple[StatedGame, ...]
    points: int | None
    rank: int | None
    doubt: Remark | None = None
    """Why the FIDE number of the report cannot be the player's, and who is probably meant."""
    proposed_id: int | None = None
    """The number that is probably meant."""
    doubtful_opponents: tuple[tuple[int, int], ...] = ()
    """The opponents whose numbers are in doubt, by event and starting number: what came of these games may change."""

    @property
    def number_doubt(self) -> str | None:
        """Why the FIDE number cannot be the player's, in English."""
        return None if self.doubt is None else self.doubt.sentence()

    @property
    def mark(self) -> str:
        """The sign beside a player whose FIDE number is in doubt, or who met such a player."""
        return IN_DOUBT if self.doubt is not None else MET_IN_DOUBT if self.doubtful_opponents else ""

    @property
    def k_from(self) -> str | None:
        """Where K was taken from, in English."""
        return None if self.k_source is None else self.k_source.sentence()

    @property
    def missing(self) -> str | None:
        """What is missing for a first rating, in English."""
        return None if self.lacking is None else self.lacking.sentence()


def rows(rated: RatedEvents) -> list[StatementRow]:
    """Give a line for each player, in the order of the reports."""
    names = [
        {number: entry.name for number, entry in report.tournament.by_number().items()} for report in rated.reports
    ]
    return [_row(rated, entry, names) for entry in rated.entries]


def names_of_events(rated: RatedEvents, rated_entry: RatedEntry) -> tuple[EventNames, ...]:
    """Give the names of the events of a player's period and of the opponents, as the period has them."""
    names: list[EventNames] = []
    for part, count in zip(rated_entry.parts, rated_entry.events_of, strict=True):
        event = rated.reports[part.event].tournament
        by_number = event.by_number()
        opponents = {played.round: played.opponent for played in part.rounds if played.opponent is not None}
        for own in rated_entry.period.events[len(names) : len(names) + count]:
            numbers = [opponents.get(game.round or 0, 0) for game in own.games]
            met = [(number, by_number[number].name if number in by_number else "") for number in numbers]
            names.append(EventNames(event.name or rated.reports[part.event].file, met))
    return tuple(names)


def short_rows(rated: RatedEvents, first: int = 0) -> list[StatementRow]:
    """Give the lines without the single games; `first` is the number of the first event, if these are some of many."""
    nobody: list[Mapping[int, str]] = [{}] * (first + len(rated.reports))
    return [replace(_row(rated, entry, nobody), games=()) for entry in rated.entries]


def _row(rated: RatedEvents, rated_entry: RatedEntry, names: Sequence[Mapping[int, str]]) -> StatementRow:
    entry = rated_entry.entry
    games = tuple(_games(rated_entry, names))
    counting = [game for game in games if game.rating is not None and game.score is not None and not game.note]
    used = [_used(game) for game in counting]
    averages = (
        []
        if rated_entry.result is None
        else [event.working.whole.get("average") for event in rated_entry.result.events]
    )
    rc = rounded_quotient(sum(used), len(used), HALF_UP) if used else None
    shared = {
        "number": entry.number,
        "name": entry.name,
        "title": entry.title,
        "federation": entry.federation,
        "fide_id": entry.fide_id,
        "rc": averages[0] if len(averages) == 1 and averages[0] is not None else rc,
        "n": len(counting),
        "w": sum(game.score or 0 for game in counting),
        "estimate": rated_entry.estimate,
        "games": games,
        "points": entry.points,
        "rank": entry.rank,
        "rp": _performance(rated, counting),
        **_doubts(rated_entry),
    }
    if rated_entry.first is not None:
        first = rated_entry.first
        # A number that cannot be the player's makes nobody a newcomer.
        published, k = (first.published, first.k) if rated_entry.doubt is None else (None, None)
        return StatementRow(
            **shared,  # type: ignore[arg-type]
            ro=None,
            we=None,
            difference=None,
            k=k.k if k else None,
            k_source=Remark("first_rating") if k else None,
            k_change=None,
            change=None,
            new=published,
            status="published" if published is not None else None,
            ru=None if first.rating is None else str(first.rating),
            lacking=_lacking(rated_entry),
        )
    result = rated_entry.result
    whole = [event.working.whole for event in result.events] if result else []
    return StatementRow(
        **shared,  # type: ignore[arg-type]
        ro=None if result is None else base_rating(rated_entry.period.player, result.law),
        we=sum(part["expected"] for part in whole),
        difference=None if result is None else result.sum,
        k=None if result is None else (result.k_applied if result.k_applied is not None else result.k),
        k_source=_k_source(rated, rated_entry),
        k_change=None if result is None else result.unrounded,
        change=None if result is None else result.change,
        new=None if result is None else result.new_rating,
        status=None if result is None else result.status or result.reason,
        ru=None,
        lacking=None,
    )


def _k_source(rated: RatedEvents, rated_entry: RatedEntry) -> Remark | None:
    """Say where K was taken from: the list, the player's history, or the command."""
    if rated_entry.result is None or rated_entry.result.k is None:
        return None
    if rated_entry.result.events and rated_entry.result.events[0].k_from is not None:
        return Remark("known")
    event_k = rated_entry.result.events[0].event.k if rated_entry.result.events else None
    if rated_entry.period.player.k is None and event_k is None:
        return Remark("given")
    limited = rated_entry.result.k_applied is not None and rated_entry.result.k_applied != rated_entry.result.k
    return Remark("list_before", {"list": rated.list_date, "limited": limited})


def marks_explained(lines: Sequence[StatementRow]) -> list[str]:
    """Say what the signs beside players mean, as far as somebody has one."""
    marks = {row.mark for row in lines}
    names = {IN_DOUBT: "in_doubt", MET_IN_DOUBT: "met_in_doubt"}
    return [Remark(name).sentence() for mark, name in names.items() if mark in marks]


def k_way(rated: RatedEvents) -> str:
    """Say how K is given that is not known: by the rating list, where it is missing, or by hand."""
    return Remark("k_way", {"lists_missing": bool(rated.missing_lists)}).sentence()


def k_remarks(rated: RatedEvents, lines: Sequence[StatementRow], given: int | None) -> list[Notice]:
    """Remark a K that was given where it was not known, if somebody has it and the edition does not."""
    is_used = any(row.k_source is not None and row.k_source.name == "given" for row in lines)
    return k_unknown_here(rated.law, given, rated.list_date, "k") if is_used else []


def _used(game: StatedGame) -> int:
    """Give the opponent's rating as it counted: moved to the limit where the difference is cut."""
    if game.difference is None or game.counted is None or game.rating is None:
        return game.rating or 0
    return game.rating + game.difference - game.counted


def _performance(rated: RatedEvents, counting: list[StatedGame]) -> int | None:
    opponents = [game.rating or 0 for game in counting]
    return performance(rated.laws[0], opponents, sum(game.score or 0 for game in counting))


def performance(law: Edition, opponents: Sequence[int], score: int) -> int | None:
    """Give the performance against opponents by their ratings; the score is in hundredths.

    None without any, and where the table of an edition has nothing for it: that of 2003 leaves 0 and 100 % open.
    """
    if not opponents:
        return None
    inputs = {"opponents": sum(opponents), "games": len(opponents), "score": score}
    try:
        return int(ints(PERFORMANCE, law).run(inputs, {}).whole["performance"])
    except RefusedError:
        return None


def _lacking(rated_entry: RatedEntry) -> Remark | None:
    first = rated_entry.first
    if rated_entry.doubt is not None:
        return Remark("number_in_doubt")
    if first is None or first.published is not None:
        return None
    if first.games < first.needed:
        return Remark("too_few_games", {"games": first.games, "needed": first.needed, "expires": first.expires})
    return Remark("below", {"rating": first.rating}) if first.reasons else None


def _doubts(rated_entry: RatedEntry) -> dict[str, object]:
    doubt = rated_entry.doubt
    without_number = next((part.own.proposed for part in rated_entry.parts if part.own.proposed is not None), None)
    meant = without_number if doubt is None else doubt.proposed
    return {
        "doubt": None if doubt is None else doubt.remark(),
        "proposed_id": None if meant is None else meant.fide_id,
        "doubtful_opponents": tuple((part.event, number) for part in rated_entry.parts for number in part.doubtful),
    }


def _games(rated_entry: RatedEntry, names: Sequence[Mapping[int, str]]) -> Iterator[StatedGame]:
    done, events = 0, rated_entry.period.events
    results = () if rated_entry.result is None else rated_entry.result.events
    for part, count in zip(rated_entry.parts, rated_entry.events_of, strict=True):
        of_event = names[part.event]
        places = {
            game.round: (index, place)
            for index in range(done, done + count)
            for place, game in enumerate(events[index].games)
        }
        done += count
        for played in part.rounds:
            name = "" if played.opponent is None else of_event.get(played.opponent, "")
            where = places.get(played.round) if played.status == "game" else None
            if where is None:
                game_row = _game(part.event, played, name, played.rating, None, None)
            else:
                index, place = where
                worked = results[index] if results else None
                game_row = _game(part.event, played, name, events[index].games[place].opponent, worked, place)
            is_doubtful = played.score is not None and played.opponent in part.doubtful
            yield game_row._replace(doubtful=True) if is_doubtful else game_row


def _game(  # noqa: PLR0913, PLR0917 - what a line is made of
    event: int, played: PlayedRound, name: str, rating: int | None, worked: EventResult | None, place: int | None
) -> StatedGame:
    note = "" if played.status == "game" else played.status
    difference = counted = expected = change = None
    if place is not None and worked is not None:
        parts = worked.working.parts
        code = parts["uncounted"][place]
        if code:
            note = REASONS[code]
        else:
            difference, counted = parts["difference"][place], parts["counted_difference"][place]
            if "change" in parts:
                expected, change = parts["expected"][place], parts["change"][place]
    elif played.status == "game" and rating is None:
        note = "opponent_unrated"
    return StatedGame(
        event,
        played.round,
        played.opponent,
        name,
        played.colour,
        rating,
        played.score,
        difference,
        counted,
        expected,
        change,
        note,
        difference is not None and difference != counted,
    )

"""What a tournament report does not carry and the regulations ask for: read from a small TOML file beside it.

Everything is optional. A fact that is not given is *not known*; no check takes it for granted.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import date, datetime
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from arpad.events.wording import WORDS
from arpad.model.bounded import YEARS, TomlError, toml_of
from arpad.model.period import KINDS, MATCH, RATINGS_AT_GAME, RATINGS_AT_START, ROUND_ROBIN, SCHEVENINGEN, SWISS, TEAM
from arpad.model.problems import Problem, RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

QC_CHAIR, PRESIDENT = "qc_chair", "fide_president"
FIDE, COUNCIL = "fide", "council"
DOUBLE, KNOCKOUT = "doubleroundrobin", "knockout"
EVENT_SYSTEMS = (SWISS, TEAM, ROUND_ROBIN, DOUBLE, MATCH, SCHEVENINGEN, KNOCKOUT)

_FEDERATION = re.compile(r"[A-Z]{3}")
_ROUND = re.compile(r"\d{1,6}", re.ASCII)
_GAME_PARTS, _ROUND_PARTS = 3, 2
MOST_WHOLE = 1_000_000
"""No number of rounds, games or players is larger."""
_BY_ROUND = '{ 1 = "60+30" }'
"""An example of a table, which a sentence cannot hold."""


@dataclass(frozen=True, slots=True)
class EventFacts:
    """The facts of an event, each None where nobody said. What they mean stands in `FACTS`."""

    kind: str | None = None
    system: str | None = None
    start: date | None = None
    end: date | None = None
    time_control: str | None = None
    time_controls: tuple[tuple[int, str], ...] | None = None
    faster_time_approved: bool | None = None
    league: bool | None = None
    team_championship: bool | None = None
    national_championship: bool | None = None
    women_only: bool | None = None
    official: bool | None = None
    norms: bool | None = None
    longer_approved: bool | None = None
    stages: tuple[str, ...] | None = None
    registered: date | bool | None = None
    late_registration_approved: str | None = None
    schedule_registered: bool | None = None
    arbiter_sent: date | None = None
    received: date | None = None
    reported_monthly: bool | None = None
    officer_satisfied: bool | None = None
    federation_sent: bool | None = None
    rated_by_decision: str | None = None
    announced_rated: bool | None = None
    announced_unrated: bool | None = None
    arbiters_licensed: bool | None = None
    laws_of_chess: bool | None = None
    hybrid: bool | None = None
    hybrid_approved: bool | None = None
    pgn: bool | None = None
    ruled_out: tuple[tuple[int, int, int], ...] | None = None
    games_agreed: int | None = None
    games_after_decision_requested: bool | None = None
    ratings: str | None = None
    suspended_federations: tuple[str, ...] | None = None
    membership_approved: bool | None = None
    monthly_regime: bool | None = None


class FactsRefusedError(RefusedError):
    """Facts with faults; those that are right are there all the same."""

    def __init__(self, problems: Sequence[Problem], facts: EventFacts) -> None:
        super().__init__(problems)
        self.facts = facts


@dataclass(frozen=True, slots=True)
class Fact:
    """What a fact holds: its form, its meaning in a few words, and the choices if it is one of several."""

    form: str
    words: str
    choices: tuple[str, ...] = ()


FACTS: dict[str, Fact] = {
    # What it was
    "kind": Fact("choice", "the kind of chess, where the thinking time does not tell", KINDS),
    "system": Fact("choice", "how it was paired", EVENT_SYSTEMS),
    "start": Fact("date", "the first day, where the report has none"),
    "end": Fact("date", "the last day, where the report has none"),
    "time_control": Fact("text", "the thinking time, as in a report: 90+30, or 40/6000+30:900+30 in seconds"),
    "time_controls": Fact("by_round", 'rounds with a thinking time of their own, such as { 1 = "60+30" }'),
    "faster_time_approved": Fact("flag", "FIDE approved the faster control, where an edition allows it"),
    "league": Fact("flag", "it is a league"),
    "team_championship": Fact("flag", "it is a championship of teams"),
    "national_championship": Fact("flag", "it is a national championship"),
    "women_only": Fact("flag", "only women could enter"),
    "official": Fact("flag", "it is an official event of FIDE or a continent"),
    "norms": Fact("flag", "title norms could be made"),
    "longer_approved": Fact("flag", "FIDE approved that it lasts longer than the limit"),
    "stages": Fact("texts", "its stages, such as preliminaries and a final, reported together"),
    # Registration and report
    "registered": Fact("day_or_flag", "the day of registration; true or false where only that is known"),
    "late_registration_approved": Fact("choice", "who let a late registration pass", (QC_CHAIR, PRESIDENT)),
    "schedule_registered": Fact("flag", "its schedule of rounds was registered with it"),
    "arbiter_sent": Fact("date", "the day on which the arbiter sent the report to the federation"),
    "received": Fact("date", "the day on which FIDE received the report"),
    "reported_monthly": Fact("flag", "a long event was reported in monthly parts"),
    "officer_satisfied": Fact(
        "flag", "the federation's rating officer made sure that it was played by the regulations"
    ),
    "federation_sent": Fact("flag", "the federation sent the report; false where FIDE has it from elsewhere"),
    "rated_by_decision": Fact(
        "choice", "who decided to rate an event that the federation did not send", (FIDE, COUNCIL, PRESIDENT)
    ),
    "announced_rated": Fact("flag", "its regulations say that it is rated"),
    "announced_unrated": Fact("flag", "invitation and arbiter said beforehand that it is not rated"),
    "arbiters_licensed": Fact("flag", "all its arbiters held a FIDE licence"),
    # Play
    "laws_of_chess": Fact("flag", "played over the board under the FIDE Laws of Chess"),
    "hybrid": Fact("flag", "played under hybrid conditions"),
    "hybrid_approved": Fact("flag", "FIDE approved the hybrid event"),
    "pgn": Fact("flag", "the complete games as PGN go with the report"),
    "ruled_out": Fact("games", "games that fair play or force majeure takes out, each as [round, number, number]"),
    "games_agreed": Fact("whole", "the number of games of a match, as agreed"),
    "games_after_decision_requested": Fact(
        "flag", "it was asked beforehand that games after the decision of a match are rated"
    ),
    "ratings": Fact(
        "choice",
        "declared before round 1: ratings of the first day, or of the day of each game",
        (RATINGS_AT_START, RATINGS_AT_GAME),
    ),
    # Membership and lists
    "suspended_federations": Fact(
        "federations", "federations that FIDE had suspended or excluded then; [] where there were none"
    ),
    "membership_approved": Fact("flag", "the FIDE Council, or FIDE on request, let their players be listed"),
    "monthly_regime": Fact("flag", "the optional monthly lists of 2003 had begun"),
}


def read_facts(text: str, name: str = "event.toml") -> EventFacts:
    r"""Read facts from TOML; refuse them with every fault that was found.

    >>> read_facts('registered = 2025-04-20\nofficial = false').registered
    datetime.date(2025, 4, 20)
    """
    try:
        content = toml_of(text)
    except TomlError as fault:
        raise RefusedError.of(WORDS, "facts_not_toml", name, file=name, why=str(fault)) from fault
    return facts_from(content, name)


def facts_from(content: Mapping[str, object], name: str) -> EventFacts:
    """Give facts by their names and values; refuse them with every fault that was found."""
    problems: list[Problem] = []
    facts: dict[str, Any] = {}
    for key, value in content.items():
        if key not in FACTS:
            close = get_close_matches(key, FACTS, 1)
            problems.append(
                Problem.of(WORDS, "unknown_fact", name, file=name, key=key, close=close, known=tuple(FACTS))
            )
            continue
        form = FACTS[key].form
        fact = _FORMS[form](value)
        choices = FACTS[key].choices
        if fact is None or (choices and fact not in choices):
            problems.append(
                Problem.of(
                    WORDS, "wrong_fact", name,
                    file=name, key=key, value=repr(value), choices=tuple(choices), form=form, example=_BY_ROUND,
                )
            )  # fmt: skip
        else:
            facts[key] = fact
    if problems:
        raise FactsRefusedError(problems, EventFacts(**facts))
    return EventFacts(**facts)


def fact_text(value: object) -> str:
    """Write the value of a fact as it stands in TOML.

    >>> fact_text(("ABC", "DEF")), fact_text(((1, "60+30"),)), fact_text(date(2025, 4, 20)), fact_text(True)
    ('["ABC", "DEF"]', '{ 1 = "60+30" }', '2025-04-20', 'true')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        if value and all(isinstance(part, tuple) and len(part) == _ROUND_PARTS for part in value):
            return "{ " + ", ".join(f"{number} = {fact_text(text)}" for number, text in value) + " }"
        return "[" + ", ".join(map(fact_text, value)) + "]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)


def given_facts(facts: EventFacts) -> dict[str, object]:
    """Give the facts that somebody gave, by their names."""
    return {name: value for name in FACTS if (value := getattr(facts, name)) is not None}


def _day(value: object) -> date | None:
    is_day = isinstance(value, date) and not isinstance(value, datetime) and value.year in YEARS
    return value if is_day else None  # type: ignore[return-value]


def _flag(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _day_or_flag(value: object) -> date | bool | None:
    return value if isinstance(value, bool) else _day(value)


def _whole(value: object) -> int | None:
    return value if type(value) is int and 0 < value <= MOST_WHOLE else None


def _text(value: object) -> str | None:
    return value.strip() or None if isinstance(value, str) else None


def _texts(value: object) -> tuple[str, ...] | None:
    if not isinstance(value, list) or not all(_text(text) for text in value):
        return None
    return tuple(text.strip() for text in value)


def _federations(value: object) -> tuple[str, ...] | None:
    federations = _texts(value)
    return federations if federations is not None and all(map(_FEDERATION.fullmatch, federations)) else None


def _games(value: object) -> tuple[tuple[int, int, int], ...] | None:
    if not isinstance(value, list):
        return None
    games = []
    for game in value:
        if not isinstance(game, list) or len(game) != _GAME_PARTS or not all(_whole(part) for part in game):
            return None
        games.append((game[0], game[1], game[2]))
    return tuple(games)


def _by_round(value: object) -> tuple[tuple[int, str], ...] | None:
    if not isinstance(value, dict) or not all(_ROUND.fullmatch(key) and _text(text) for key, text in value.items()):
        return None
    return tuple(sorted((int(key), text.strip()) for key, text in value.items()))


_FORMS: dict[str, Callable[[object], Any]] = {
    "date": _day,
    "flag": _flag,
    "day_or_flag": _day_or_flag,
    "whole": _whole,
    "text": _text,
    "choice": _text,
    "texts": _texts,
    "federations": _federations,
    "games": _games,
    "by_round": _by_round,
}
"""What reads a fact of a form; None where it is none. The words for the forms stand in `words`."""


def known_facts() -> list[tuple[str, str, str]]:
    """Give every fact with what it holds and what it means, in the order of the file."""
    rows = []
    for name, fact in FACTS.items():
        choices = ", ".join(f'"{choice}"' for choice in fact.choices)
        holds = choices or WORDS.say("form", fact.form, {"example": _BY_ROUND})
        rows.append((name, holds, fact.words))
    return rows

"""Putting right: who may, what the log says, and what is sealed beside it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest
from corrected import report
from office_cast import ADMINISTRATOR, OFFICER, ONE, REGISTRAR, STRANGER, TWO, codes, decision, waiting

from arpad.book.decisions.annul import Annul
from arpad.book.decisions.correct_event import CorrectEvent, CorrectResult
from arpad.book.decisions.correct_player import CorrectLine, CorrectNumber, CorrectPerson
from arpad.book.decisions.exclude import Exclude
from arpad.book.decisions.keep_apart import KeepEventsApart, KeepPlayersApart
from arpad.book.decisions.merge import Merge
from arpad.book.decisions.replace import Replace
from arpad.model.period import Born
from arpad.model.problems import Problem
from arpad.office.canonical import canonical
from arpad.office.decision import PersonalValue
from arpad.office.exclude_player import ExcludeState, exclude_player
from arpad.office.log import log_sentence
from arpad.office.merge_players import MergeState, merge_players
from arpad.office.put_right import PutRightState, corrected_by, deed_of, put_right
from arpad.office.roles import DEEDS
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from arpad.office.put_right import PutRight

STATE = PutRightState(TWO, "HUN")
PERSON = {"name": "Old, Name", "sex": "M", "birth_year": 2001, "birth_date": date(2001, 5, 4), "federation": "HUN"}
WAS = {"start": date(2026, 10, 1), "white_score": 100, "black_score": 0, "rating": 2000, "k": 20, "played": 99}
REQUESTS: list[tuple[Any, str, dict[str, Any], str]] = [
    (Annul(5, "w"), "event.annul", {"event": 5, "back": False}, "Event 5 was annulled."),
    (
        Annul(5, "w", back=True), "event.annul", {"event": 5, "back": True},
        "The annulment of event 5 was taken back.",
    ),
    (
        Replace(5, report(), "w"), "event.replace", {"event": 5, "report": "f" * 64},
        "A report was put in the place of event 5.",
    ),
    (
        CorrectEvent(5, "w", start=date(2026, 10, 2), players={7: 8}), "event.correct",
        {"event": 5, "start": [date(2026, 10, 1), date(2026, 10, 2)], "players": {"7": 8}},
        "What is said of event 5 was corrected.",
    ),
    (
        CorrectResult(5, 2, 7, 8, (50, 50), "w"), "result.correct",
        {"event": 5, "round": 2, "white": 7, "black": 8, "was": [100, 0], "scores": (50, 50)},
        "A result of event 5 was corrected: round 2, 7 against 8.",
    ),
    (
        KeepEventsApart(5, 6, "w"), "event.distinct", {"event": 5, "other": 6}, "Events 5 and 6 were both played.",
    ),
    (
        KeepPlayersApart(-3, 70, "w"), "player.distinct", {"player": -3, "other": 70},
        "Players -3 and 70 are two people.",
    ),
    (
        CorrectNumber(-3, 70, "w"), "player.renumber", {"player": -3, "number": 70},
        "Player -3 has the number 70 now.",
    ),
    (
        CorrectLine(7, "w", "rapid", base=2010, played=100), "base.correct",
        {"player": 7, "kind": "rapid", "fields": ["base", "played"], "base": [2000, 2010], "played": [99, 100]},
        "The line of player 7 was corrected (rapid): base and played.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("request_", "code", "facts", "sentence"), REQUESTS)
def test_every_request_of_a_book_is_a_deed(request_: PutRight, code: str, facts: dict[str, Any], sentence: str) -> None:
    """With what was and what shall be, and a sentence in the log."""
    done = decision(put_right(ADMINISTRATOR, request_, replace(STATE, before=WAS, report="f" * 64)))

    assert (done.code, done.facts, done.reason) == (code, facts, "w")
    assert deed_of(request_) == code
    assert log_sentence(done.code, done.facts) == sentence
    assert canonical(done.facts)


def test_personal_values_are_sealed_and_never_stand_in_the_facts() -> None:
    """The record only says which of them were corrected."""
    asked = CorrectPerson(7, "passport", Born(2002, 5, 4), "F", name="New, Name")
    done = decision(put_right(REGISTRAR, asked, replace(STATE, before=PERSON)))

    assert done.facts == {"player": 7, "fields": ["birth", "name", "sex"]}
    assert done.sealed == {
        "name_before": PersonalValue(7, "Old, Name"), "name_after": PersonalValue(7, "New, Name"),
        "sex_before": PersonalValue(7, "M"), "sex_after": PersonalValue(7, "F"),
        "birth_before": PersonalValue(7, "2001-05-04"), "birth_after": PersonalValue(7, "2002-05-04"),
    }  # fmt: skip


def test_birth_and_sex_of_a_rated_player_are_for_two_people() -> None:
    """A name is not, nor is anything of somebody without a rating."""
    rated = replace(STATE, before=PERSON, is_rated=True)

    assert waiting(put_right(REGISTRAR, CorrectPerson(7, "w", Born(2002)), rated)).code == "player.correct_identity"
    assert waiting(put_right(REGISTRAR, CorrectPerson(7, "w", sex="F"), rated)).code == "player.correct_identity"
    assert decision(put_right(OFFICER, CorrectPerson(7, "w", name="New"), rated)).code == "player.correct"
    assert decision(put_right(OFFICER, CorrectPerson(7, "w", Born(2002)), STATE)).code == "player.correct"
    assert codes(lambda: put_right(OFFICER, CorrectPerson(7, "w", Born(2002)), rated)) == ["no_right"]


def test_a_federation_officer_puts_right_only_the_own_players_and_takes_over_none() -> None:
    """Another federation is a matter of the whole office."""
    asked = CorrectPerson(7, "w", federation="POL")

    assert codes(lambda: put_right(STRANGER, CorrectPerson(7, "w", name="New"), STATE)) == ["no_right"]
    assert codes(lambda: put_right(OFFICER, asked, replace(STATE, before=PERSON))) == ["no_right"]
    done = decision(put_right(REGISTRAR, asked, replace(STATE, before=PERSON)))
    assert done.facts == {"player": 7, "federation": ["HUN", "POL"], "fields": ["federation"]}


def test_what_the_book_says_against_it_and_a_missing_reason_are_named_together() -> None:
    """And who else changes is kept with the decision."""
    fault = Problem.of(WORDS, "nothing_to_change")

    assert codes(lambda: put_right(ADMINISTRATOR, Annul(5, ""), replace(STATE, problems=[fault]))) == [
        "nothing_to_change", "no_reason",
    ]  # fmt: skip
    impact = {"players": 12, "lists": 1, "most": 17}
    assert decision(put_right(ADMINISTRATOR, Annul(5, "w"), replace(STATE, impact=impact))).facts["impact"] == impact
    with pytest.raises(TypeError):
        corrected_by(object(), STATE)


def test_two_numbers_are_merged_by_two_people() -> None:
    """Within a federation by its registrar, across federations only for the whole office."""
    registrar = replace(REGISTRAR, grants=frozenset(replace(grant, federation="HUN") for grant in REGISTRAR.grants))
    state = MergeState(TWO, ("HUN", "HUN"), (4, 3), ("standard",), ("sex",), impact={"players": 1})
    asked = waiting(merge_players(registrar, Merge(7, 8, "the same passport"), state))

    assert asked.facts == {
        "old": 7, "new": 8, "events": [3, 4], "both_rated": ["standard"], "differs": ["sex"], "impact": {"players": 1},
    }  # fmt: skip
    assert log_sentence(asked.code, asked.facts) == "The numbers 7 and 8 are one person: 8 stays."
    abroad = replace(state, federations=("HUN", "POL"))
    assert codes(lambda: merge_players(registrar, Merge(7, 8, "w"), abroad)) == ["no_right"]
    assert waiting(merge_players(REGISTRAR, Merge(7, 8, "w"), abroad)).by == REGISTRAR.record


def test_an_exclusion_is_for_two_people() -> None:
    """Its days are the right way round."""
    since, until = date(2026, 11, 1), date(2027, 5, 1)
    alone = decision(exclude_player(ADMINISTRATOR, Exclude(7, since, "games", "ruling 4", until), ExcludeState(ONE)))
    turned = Exclude(7, until, "games", "", since)

    assert alone.by_one_person
    assert log_sentence(alone.code, alone.facts) == "Player 7 was excluded from 2026-11-01 until 2027-05-01 (games)."
    assert waiting(exclude_player(ADMINISTRATOR, Exclude(7, since, "games", "w"), ExcludeState(TWO)))
    assert codes(lambda: exclude_player(ADMINISTRATOR, turned, ExcludeState(TWO))) == ["days_reversed", "no_reason"]


def test_every_deed_of_putting_right_is_in_the_table() -> None:
    """By its code."""
    assert {code for _, code, _, _ in REQUESTS} <= set(DEEDS)

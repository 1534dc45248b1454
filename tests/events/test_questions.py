"""Open questions: every one that a fact could answer is asked with that fact, and answers are read as people write."""

from __future__ import annotations

import ast
from datetime import date
from pathlib import Path

import pytest
from made_events import DAYS, event, match, verdict

from arpad.events import check
from arpad.events.facts import FACTS, EventFacts, fact_text, given_facts, read_facts
from arpad.events.questions import _ANSWERED_BY, Question, answered, questions, with_answers
from arpad.events.verdict import UNKNOWN, Finding
from arpad.events.wording import WORDS
from arpad.model.problems import RefusedError

FIELD = [1990, 1900, 1800, 1700]


def question(fact: str) -> Question:
    """Make a question about a fact."""
    return Question(Finding("made_up", UNKNOWN, ()), fact)


def test_every_answer_belongs_to_a_sentence_and_a_fact() -> None:
    """What to do is said by that name somewhere, and the fact is known."""
    texts = {
        node.value
        for place in Path(check.__file__).parent.glob("*.py")
        for node in ast.walk(ast.parse(place.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }

    assert set(_ANSWERED_BY) <= texts & set(WORDS.sections("en")["fix"])
    assert {fact for facts in _ANSWERED_BY.values() for fact in facts} <= set(FACTS)


def test_every_sentence_that_asks_for_a_fact_of_the_event_is_asked() -> None:
    """Whatever says *Say … in event.toml* of an open question can be answered."""
    asks = {
        name
        for name, text in WORDS.sections("en")["fix"].items()
        if text.startswith(("Say ", "Give ")) and "event.toml" in text
    }
    of_notes = {"say_championship", "say_ratings", "say_officer"}

    assert asks - of_notes <= set(_ANSWERED_BY)


def test_questions_that_decide_come_first_and_what_is_known_is_not_asked() -> None:
    """Each fact once."""
    given = verdict(event(FIELD, start=DAYS["fide-2024-03"]))
    facts = [asked.fact for asked in questions(given)]

    assert facts == ["registered", "hybrid", "laws_of_chess", "announced_rated", "suspended_federations"]
    assert [asked.fact for asked in questions(given, {"hybrid", "registered"})] == [*facts[2:]]


def test_of_two_exceptions_the_one_of_the_edition_is_asked() -> None:
    """Leagues to 2014, then championships of teams."""
    for name, fact in (("fide-2009-07", "league"), ("fide-2014-07", "team_championship")):
        day = DAYS[name]
        given = verdict(event(FIELD, start=day, end=date(day.year, 12, 1), system="Team Swiss"))
        assert [asked.fact for asked in questions(given) if asked.finding.code == "duration"] == [fact]


def test_the_games_of_a_match_are_asked_for() -> None:
    """How many were agreed, and whether it was asked that all count."""
    given = verdict(match([2000, 1990], "11=1", start=DAYS["fide-2024-03"]))

    assert {"games_agreed", "games_after_decision_requested"} <= {asked.fact for asked in questions(given)}


@pytest.mark.parametrize(
    ("fact", "text", "value"),
    [
        ("registered", "2025-04-20", date(2025, 4, 20)),
        ("registered", " 2025/04/20 ", date(2025, 4, 20)),
        ("registered", "Yes", True),
        ("norms", "n", False),
        ("games_agreed", "6", 6),
        ("suspended_federations", "none", ()),
        ("suspended_federations", "abc, DEF", ("ABC", "DEF")),
        ("rated_by_decision", "council", "council"),
        ("time_control", "90+30", "90+30"),
    ],
)
def test_answers_are_read_as_people_write_them(fact: str, text: str, value: object) -> None:
    """And written so that they are read again."""
    given = answered(question(fact), text)

    assert given == value
    assert getattr(read_facts(f"{fact} = {fact_text(given)}"), fact) == value


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        ("registered", "soon"),
        ("registered", "2025-02-30"),
        ("norms", "maybe"),
        ("games_agreed", "0"),
        ("suspended_federations", "Nowhere"),
        ("rated_by_decision", "nobody"),
    ],
)
def test_what_is_no_answer_is_refused(fact: str, text: str) -> None:
    """With what it has to be."""
    with pytest.raises(RefusedError, match="it has to be"):
        answered(question(fact), text)


def test_every_form_of_a_fact_is_written_as_toml() -> None:
    """And gives the same facts again."""
    facts = EventFacts(
        time_control='40/90 + "30"',
        time_controls=((1, "60+30"), (3, "W900-B900")),
        ruled_out=((1, 2, 3), (2, 4, 5)),
        stages=("Group", "Final"),
        games_agreed=4,
        hybrid=False,
        start=date(2025, 5, 2),
        suspended_federations=(),
    )
    text = with_answers("", given_facts(facts), "event.toml")

    assert read_facts(text) == facts

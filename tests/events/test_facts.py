"""event.toml: every key, every fault at once."""

from __future__ import annotations

from dataclasses import fields
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.events.facts import FACTS, EventFacts, known_facts, read_facts
from arpad.model.problems import RefusedError

GOOD = """
kind = "standard"
system = "doubleroundrobin"
start = 2025-05-02
registered = 2025-04-20
received = 2025-05-05
official = false
time_control = "90+30"
time_controls = { 1 = "60+30", 2 = "60+30" }
stages = ["preliminary", "final"]
ruled_out = [[3, 1, 2]]
games_agreed = 12
suspended_federations = []
"""


def test_everything_is_read() -> None:
    """Dates, flags, texts, tables and lists."""
    facts = read_facts(GOOD)

    assert (facts.kind, facts.system, facts.start) == ("standard", "doubleroundrobin", date(2025, 5, 2))
    assert (facts.registered, facts.official, facts.norms) == (date(2025, 4, 20), False, None)
    assert facts.time_controls == ((1, "60+30"), (2, "60+30"))
    assert (facts.stages, facts.ruled_out) == (("preliminary", "final"), ((3, 1, 2),))
    assert (facts.games_agreed, facts.suspended_federations) == (12, ())


def test_every_fault_at_once() -> None:
    """Each with the key, what it holds, and what it has to be."""
    with pytest.raises(RefusedError) as refused:
        read_facts('registerd = 2025-04-20\nofficial = "yes"\nkind = "bullet"\nruled_out = [[1, 2]]\nreceived = 5')
    sentences = [problem.message for problem in refused.value.problems]

    assert len(sentences) == 5
    assert "Did you mean registered?" in sentences[0]
    assert "true or false" in sentences[1]
    assert "standard, rapid, blitz" in sentences[2]


@pytest.mark.parametrize(
    "text",
    [
        *("registered = ", "a = [", "received = 2025-05-05T10:00:00", "games_agreed = 0", "stages = [1]", "kind = ''"),
        *("suspended_federations = ['nld']", "time_controls = { a = '90' }", "time_controls = 5", "ruled_out = [1]"),
        *("registered = 'maybe'", "games_agreed = true"),
    ],
)
def test_what_is_wrong_is_refused(text: str) -> None:
    """With a sentence that names the file."""
    with pytest.raises(RefusedError, match=r"event\.toml"):
        read_facts(text)


def test_every_fact_is_described() -> None:
    """The table and the facts have the same names, and the reference names all."""
    assert [field.name for field in fields(EventFacts)] == list(FACTS) == [name for name, _, _ in known_facts()]


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Never another error."""
    try:
        read_facts(text)
    except RefusedError as refused:
        assert refused.problems  # noqa: PT017 - both outcomes are fine

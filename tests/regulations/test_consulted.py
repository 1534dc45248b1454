"""What a check reads is noted, in the order of reading, and cited: nothing else, and each article once."""

from __future__ import annotations

import pytest

from arpad.model.problems import EditionError
from arpad.regulations.catalogue import edition
from arpad.regulations.consulted import Consulted
from arpad.regulations.rules.composition import DOUBLE_ROUND_ROBIN, SMALL_FIELD

LAW = edition("fide-2024-03")


def test_what_is_read_is_cited_in_the_order_of_reading() -> None:
    """Asked whether it is there, asked what it says, asked for its value: each is a reading."""
    p = Consulted(LAW)

    assert p.has("time_scope")
    assert p.value("time_moves") == LAW.value("time_moves")
    assert p.get("time_scope") == LAW.get("time_scope")
    assert p.noted == ("time_scope", "time_moves")
    assert {key for citation in p.citations() for key in citation.provisions} == {"time_scope", "time_moves"}


def test_what_an_edition_does_not_have_is_noted_and_not_cited() -> None:
    """There is no article to be cited for it."""
    p = Consulted(LAW)

    assert p.get("round_robin_rated_share") is None
    assert (p.noted, p.citations()) == (("round_robin_rated_share",), ())
    with pytest.raises(EditionError):
        p.value("round_robin_rated_share")


def test_another_question_has_its_own_notes() -> None:
    """Going on from a question leaves it as it was."""
    p = Consulted(LAW)
    p.value("time_moves")
    more = p.citing("time_scope")
    more.value("hours_per_day")

    assert p.noted == ("time_moves",)
    assert more.noted == ("time_moves", "time_scope", "hours_per_day")
    assert Consulted(LAW).with_(more).noted == more.noted


def test_what_a_rule_consults_for_an_answer_is_noted() -> None:
    """After what was read before, in the order of its steps, each once; what lies behind a choice is not."""
    p, more = (Consulted(edition("fide-2014-07")) for _ in range(2))
    p.value("double_round_robin_rated")
    answers = p.answers(DOUBLE_ROUND_ROBIN, players=5, rated=4, is_double=True)
    more.answers(SMALL_FIELD, players=11, rated=0)

    assert (answers["players_needed"], answers["rated_needed"], answers["has_too_few"]) == (6, 4, True)
    assert p.noted == ("double_round_robin_rated", "double_round_robin_players", "double_round_robin_applies")
    assert more.noted == ("round_robin_small_field",)

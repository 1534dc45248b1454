"""What rules about events consulted is noted by quantity, so that a finding cites that and nothing else."""

from __future__ import annotations

import pytest

from arpad.regulations.catalogue import edition
from arpad.regulations.consulted import answer
from arpad.regulations.rules import conditions, registration

ELITE = ("registration_lead_elite", "registration_elite_above", "registration_elite_women_above")
CLASSES = [
    # edition, very high-rated players, title norms, the class, what was consulted for it, and for who may let it pass
    ("fide-2003-07", True, True, registration.ANY_EVENT, ("registration_lead",), ()),
    ("fide-2014-07", False, False, registration.ANY_EVENT, ("registration_lead",), ("late_registration",)),
    ("fide-2014-07", True, True, registration.NORM_EVENT, ("registration_lead_norms",), ("late_registration",)),
    ("fide-2024-03", False, True, registration.ANY_EVENT, ("registration_lead",), ("late_registration",)),
    ("fide-2024-03", True, True, registration.ELITE_EVENT, ELITE, ("late_registration_elite",)),
]


@pytest.mark.parametrize(("name", "has_elite", "has_norms", "of", "lead", "late"), CLASSES)
def test_the_class_of_an_event_cites_its_own_lead(  # noqa: PLR0913, PLR0917 - a case of the table
    name: str, has_elite: bool, has_norms: bool, of: int, lead: tuple[str, ...], late: tuple[str, ...]
) -> None:
    """Whose lead holds, and who may let a late registration pass, each with what decided it."""
    asked = answer(edition(name), registration.REGISTRATION_ASKED, has_elite=has_elite, has_norms=has_norms)

    assert (asked["class_of_lead"], asked.by("class_of_lead").noted) == (of, lead)
    assert asked.by("approver").noted == late
    assert asked.by("is_registration_asked").noted == ("only_registered",)


HYBRID = [
    ("fide-2014-07", conditions.YES, conditions.NOT_KNOWN_HERE, ("laws",)),
    ("fide-2024-03", conditions.YES, conditions.YES, ("laws", "hybrid_play", "hybrid_approval")),
    ("fide-2024-03", conditions.NO, conditions.NO, ("hybrid_play", "hybrid_approval")),
    ("fide-2024-03", conditions.NOT_SAID, conditions.NOT_SAID, ("hybrid_play", "hybrid_approval")),
]


@pytest.mark.parametrize(("name", "was_approved", "standing", "noted"), HYBRID)
def test_hybrid_play_cites_the_laws_where_they_decide(
    name: str, was_approved: int, standing: int, noted: tuple[str, ...]
) -> None:
    """An approved event is played by the laws for it; an edition without hybrid play has only its Laws."""
    facts = {"was_approved": was_approved, "have_games": conditions.YES, "is_before_play": False}
    asked = answer(edition(name), conditions.HYBRID, **facts)

    assert (asked["hybrid_play"], asked.by("hybrid_play").noted) == (standing, noted)


@pytest.mark.parametrize(
    ("decided_by", "noted"),
    [
        (registration.NOT_DECIDED, ("rated_without_report",)),
        (registration.BY_COUNCIL, ("rated_without_report",)),
        (registration.BY_FIDE, ("rated_without_report", "rated_without_report_above")),
        (registration.BY_PRESIDENT, ("rated_without_report", "rated_without_report_above")),
    ],
)
def test_the_average_is_cited_where_the_president_may_have_decided(decided_by: int, noted: tuple[str, ...]) -> None:
    """The Council decides about any event."""
    facts = {"decided_by": decided_by, "ratings": 5402, "players": 2, "has_unrated": False}
    asked = answer(edition("fide-2024-03"), registration.WITHOUT_REPORT, **facts)

    assert asked.by("rated_without_report").noted == noted


def test_only_a_refused_event_has_an_appeal() -> None:
    """And only from 2009 on."""
    answers = {
        name: [
            answer(edition(name), conditions.APPEAL, is_refused=is_refused).working.whole
            for is_refused in (True, False)
        ]
        for name in ("fide-2003-07", "fide-2014-07", "fide-2024-03")
    }
    may_appeal = {name: [whole["may_appeal"] for whole in pair] for name, pair in answers.items()}
    heard_by = {name: pair[0]["hears_appeal"] for name, pair in answers.items()}

    assert may_appeal == {
        "fide-2003-07": [False, False],
        "fide-2014-07": [True, False],
        "fide-2024-03": [True, False],
    }
    assert heard_by == {
        "fide-2003-07": None,
        "fide-2014-07": conditions.COMMISSION,
        "fide-2024-03": conditions.COUNCIL,
    }

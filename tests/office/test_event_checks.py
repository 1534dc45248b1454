"""The checks of an event at each of its stages, and which deeds ask whether somebody is too near to it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from event_cases import CALLS, NOW, TODAY, case_at, moment, on

from arpad.model.problems import RefusedError
from arpad.office.approvals import MATTERS
from arpad.office.conflicts import CONFLICTS_OF, conflicts_before
from arpad.office.event_checks import STATES, event_checks
from arpad.office.parts import PartOfEvent
from arpad.office.person import Grant, Person
from arpad.office.registration_facts import ExpectedPlayer
from arpad.office.stages import OF_LIFE, OFFICES, STAGES, deeds_at


@pytest.mark.parametrize("deed", [deed for deed in OF_LIFE if deed in CALLS])
def test_a_form_says_of_the_conflicts_that_its_deed_asks_about(deed: str) -> None:
    """Whoever is everything to an event is refused for it by the deeds of the table, and by no other."""
    roles = ("arbiter", "organiser", "federation_officer", "rating_administrator", "approver")
    grants = frozenset(Grant(role, "HUN" if role == "federation_officer" else "") for role in roles)
    everybody = Person(99, "everybody", grants, NOW, 712)
    asked: set[str] = set()
    for stage in STAGES:
        for office in OFFICES:
            if deed in deeds_at(stage, office):
                case = case_at(stage, office, organiser=712, expected=(ExpectedPlayer(712),))
                case = replace(case, asked=dict.fromkeys(MATTERS, 99))
                try:
                    CALLS[deed](everybody, on(case))
                except RefusedError as refused:
                    asked |= {
                        name for problem in refused.problems for name in problem.facts.get("conflicts", ())
                    }  # fmt: skip
                assert {*conflicts_before(everybody, case, deed)} <= {*CONFLICTS_OF.get(deed, ())}

    assert asked == {*CONFLICTS_OF.get(deed, ())}


@pytest.mark.parametrize("stage", STAGES[1:])
def test_every_stage_has_its_checks(stage: str) -> None:
    """Each stands in one of four ways, and has words."""
    case = case_at(stage)

    checks = event_checks(case, moment(TODAY), (PartOfEvent(1, date(2026, 9, 1), date(2026, 9, 30)),))

    assert {check.state for check in checks} <= set(STATES)
    assert checks[0].what == "registration"
    assert len({check.what for check in checks if check.what != "approval"}) == len(
        [check for check in checks if check.what != "approval"]
    )

"""Every rule says its sentence, and how many provisions no rule consults may only fall."""

from __future__ import annotations

import pytest
from provision_reads import noted_keys

from arpad.regulations.every_rule import CALCULATIONS, consulted_by, steps_of
from arpad.regulations.keys import KEYS
from arpad.regulations.terms.calculation import INTERNAL, Calculation, Step

STEPS = [(calculation, step) for calculation in CALCULATIONS for step in steps_of(calculation)]

UNCONSULTED = 3
"""Provisions that no step consults; lower it when it falls."""
NEITHER = 3
"""Those that nobody notes either: layout of lists, and names that a check puts together."""


@pytest.mark.parametrize(("calculation", "step"), STEPS, ids=lambda rule: rule.name)
def test_the_sentence_of_the_law_stands_beside_its_rule(calculation: Calculation, step: Step) -> None:
    """In our words, as a sentence; aids say what they are too."""
    assert step.sentence.endswith("."), (calculation.name, step.name)
    assert step.sentence[:1].isupper()


def test_an_aid_has_no_provision_and_a_step_without_one_consults_some() -> None:
    """A quantity that is shown carries out a provision or consults one, or it adds up what others found."""
    assert all(not step.provision for _, step in STEPS if step.unit == INTERNAL)


def test_steps_name_provisions_that_there_are() -> None:
    """A rule cannot consult what no edition may say."""
    assert set(consulted_by()) <= set(KEYS)


def test_provisions_that_no_step_consults_only_become_fewer() -> None:
    """Those left are read by checks of events, by the calendar, and by what shows a list."""
    consulted = consulted_by()
    unconsulted = [key for key in KEYS if key not in consulted]

    assert len(unconsulted) <= UNCONSULTED, unconsulted


def test_provisions_that_neither_a_step_nor_a_check_consults_only_become_fewer() -> None:
    """Of 171 provisions a few say how a list looks, or are asked for by a name that is put together."""
    read = set(consulted_by()) | noted_keys()

    assert len([key for key in KEYS if key not in read]) <= NEITHER

"""A row of the register counts as tested only if a test that names it fails when what carries it out is broken.

`make mutants` breaks everything in tools/mutants; here the tables are read, and a sample of them is run.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from mutants.pool import Pool
from mutants.run import ran, sampled
from mutants.table import HERE, Mutant, MutantError, every_mutant, faults, missing

from arpad.regulations.register import registered

if TYPE_CHECKING:
    from collections.abc import Iterator

ROWS_OF_THE_SAMPLE = 12
CAP = Mutant("fide-2024-03", ("8.3.1",), ("conformance/caps.json",), provision="difference_cap", value=350)


class TestTables:
    """What stands in the tables."""

    @pytest.mark.parametrize("name", registered())
    def test_every_tested_row_has_a_mutant(self, name: str) -> None:
        """Who marks a test with an article writes down what would make it fail."""
        assert missing(name) == []

    @pytest.mark.parametrize("name", registered())
    def test_every_mutant_names_rows_tests_and_texts_that_are_there(self, name: str) -> None:
        """Its rows are tested rows, its tests name them, and what it replaces stands where it says."""
        wrong = faults(name)

        assert not wrong, "\n".join(wrong)

    def test_there_is_no_table_without_a_register(self) -> None:
        """A table is named for its edition."""
        assert {place.stem for place in HERE.glob("*.toml")} == set(registered())

    def test_no_mutant_stands_there_twice(self) -> None:
        """Rows that one mutant breaks stand in one entry."""
        every = [(mutant.edition, mutant.words, mutant.section, mutant.rows) for mutant in every_mutant()]

        assert len(every) == len(set(every))


class TestBreaking:
    """How a mutant changes a file."""

    def test_a_value_is_replaced_and_nothing_else(self) -> None:
        """The line of the provision keeps its article."""
        whole = CAP.text.splitlines()

        assert 'difference_cap = { article = "8.3.1", value = 350 }' in whole
        assert 'floor = { article = "7.1.4", value = 1400 }' in whole

    def test_a_rule_is_replaced_by_a_rule_and_switched_off_by_a_value(self) -> None:
        """As an edition's file writes them."""
        scope = replace(CAP, provision="cap_scope", value="one_upgrade")

        assert 'cap_scope = { article = "8.3.1", rule = "one_upgrade" }' in scope.text
        assert 'cap_scope = { article = "8.3.1", value = "none" }' in replace(scope, value="none").text

    def test_a_provision_is_taken_out(self) -> None:
        """Then the edition before speaks."""
        assert "difference_cap" not in replace(CAP, remove=True).text

    def test_a_provision_of_one_kind_of_chess_is_in_its_section(self) -> None:
        """The lines of other sections stay."""
        rapid = Mutant("fide-2003-07", ("15.0 b",), (), "coefficient", "kind.rapid", "by_history")

        assert rapid.text.count('rule = "by_history"') == 2
        assert 'rule = "set_by_officer"' not in rapid.text

    @pytest.mark.parametrize(
        ("changed", "sentence"),
        [
            ({"value": 400}, "changes nothing"),
            ({"provision": "cap_exempt_from"}, "has no line of its own"),
            ({"file": "regulations/rules/rated_event.py", "old": "not there", "new": ""}, "0 times"),
            ({"file": "regulations/rules/rated_event.py", "old": "return", "new": ""}, "it has to be once"),
        ],
    )
    def test_what_cannot_be_broken_says_why(self, changed: dict[str, object], sentence: str) -> None:
        """A table that is out of date does not go unnoticed."""
        with pytest.raises(MutantError, match=sentence):
            _ = replace(CAP, **changed).text  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    """Two copies of the project."""
    with Pool(2) as started:
        yield started


class TestRunning:
    """What the runner says."""

    def test_a_sample_of_the_rows_is_caught_by_its_own_tests(self, pool: Pool) -> None:
        """Always the same rows, of all editions."""
        outcome = ran(sampled(ROWS_OF_THE_SAMPLE), pool)

        assert (outcome.failing, outcome.invalid, outcome.survived) == ([], [], [])
        assert len(outcome.caught) >= ROWS_OF_THE_SAMPLE

    def test_what_nobody_notices_survives_and_what_does_not_load_is_no_mutant(self, pool: Pool) -> None:
        """The tests of 8.3.1 do not look at registrations; an edition with a number below zero is refused."""
        unnoticed = replace(CAP, provision="registration_lead", value="4 days")
        refused = replace(CAP, value=-1)
        outcome = ran([CAP, unnoticed, refused], pool)

        assert outcome.caught == {("fide-2024-03", "8.3.1")}
        assert [what.split(":")[0] for what in outcome.survived] == ["fide-2024-03 8.3.1"]
        assert len(outcome.invalid) == 1
        assert "does not load" in outcome.invalid[0]
        assert not outcome.is_good

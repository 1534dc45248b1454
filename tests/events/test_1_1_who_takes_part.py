"""Who takes part: entrants who were never paired, and those who were paired and never played (R-032)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from made_events import DAYS, articles, circle, entries, event, finding_of, played, verdict

from arpad.events.verdict import NOTE, PASSES, REFUSES

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.model.tournament import Tournament

TIMES = [("fide-2003-07", "1.1"), ("fide-2009-07", "1.1 [1]"), ("fide-2014-07", "1.1 [1]")]


def with_a_strong_player(name: str, rating: int, *, paired: bool, sex: str = "m") -> Tournament:
    """Make an event of four in which a strong fifth player is named: never paired, or paired once and absent."""
    ratings = [rating, 1500, 1400, 1300, 1200]
    rounds = [[(first + 1, second + 1) for first, second in pairs] for pairs in circle(4)]
    results = {}
    if paired:
        rounds.append([(1, 2)])
        results[4, 1, 2] = "-"
    tournament = event(ratings, start=DAYS[name], rounds=len(rounds), time="90 min")
    return replace(tournament, entries=played(entries(ratings, sex), rounds, results))


@pytest.mark.parametrize(
    ("name", "article"), [pytest.param(*case, marks=pytest.mark.article(case[1], edition=case[0])) for case in TIMES]
)
def test_who_was_paired_sets_the_class_of_thinking_time(name: str, article: str) -> None:
    """90 minutes are too fast with somebody of 2300 who was paired, even if that player never came; else enough."""
    never, absent = (verdict(with_a_strong_player(name, 2300, paired=paired)) for paired in (False, True))

    assert (finding_of(never, "time_control").severity, finding_of(absent, "too_fast").severity) == (PASSES, REFUSES)
    for given, code in ((never, "never_paired"), (absent, "never_played")):
        finding = finding_of(given, code)
        assert (finding.severity, finding.players, articles(finding)) == (NOTE, (1,), {article})
        assert [citation.readings for citation in finding.citations] == [("R-032",)]


@pytest.mark.article("0.2.1", edition="fide-2024-03")
@pytest.mark.parametrize(("rating", "sex"), [(2701, "m"), (2501, "w")])
def test_who_was_paired_sets_the_class_of_30_days(rating: int, sex: str) -> None:
    """Registered 10 days before: enough if the player of the 30-day class was never paired, too late otherwise."""
    never, absent = (
        verdict(
            with_a_strong_player("fide-2024-03", rating, paired=paired, sex=sex),
            registered=DAYS["fide-2024-03"] - timedelta(days=10),
        )
        for paired in (False, True)
    )

    assert finding_of(never, "registration_lead").severity == PASSES
    assert finding_of(absent, "registration_lead").severity == REFUSES
    assert "R-032" in {
        reading for citation in finding_of(never, "never_paired").citations for reading in citation.readings
    }


@pytest.mark.article("6.31", edition="fide-2009-07")
@pytest.mark.parametrize(("paired", "code"), [(False, "round_robin_small"), (True, "as_swiss")])
def test_the_composition_is_that_of_those_who_take_part(paired: bool, code: str) -> None:
    """A round robin of four, three rated: a rated fifth is no help if never paired, and makes a Swiss if absent."""
    ratings = [2000, 2000, 2000, None, 2000]
    rounds = circle(4)
    results: dict[Any, str] = {}
    if paired:
        rounds = circle(5)
        results = {(number, *pair): "+" if pair[1] == 5 else "-" for number, of in enumerate(rounds, 1) for pair in of}
        results = {key: result for key, result in results.items() if 5 in key[1:]}
    tournament = event(ratings, start=DAYS["fide-2009-07"], cycles=1)
    given = verdict(replace(tournament, entries=played(entries(ratings), rounds, results)))

    assert finding_of(given, code).severity == (NOTE if paired else REFUSES)


@pytest.mark.article("1.1 [1]", edition="fide-2014-07")
@pytest.mark.parametrize(("rule", "severities"), [("entered", ("too_fast",) * 2), ("played", ("time_control",) * 2)])
def test_the_other_readings_can_be_selected(tmp_path: Path, rule: str, severities: tuple[str, ...]) -> None:
    """Everybody who entered, or only who played a game: then both cases are alike."""
    place = tmp_path / "other.toml"
    place.write_text(
        'id = "other"\nderives = "fide-2014-07"\ntitle = "R-032"\n\n[provisions]\n'
        f'takes_part = {{ article = "1.1 [1]", value = "{rule}" }}\n',
        encoding="utf-8",
    )
    given = [verdict(with_a_strong_player("fide-2014-07", 2300, paired=paired), str(place)) for paired in (False, True)]

    assert tuple(finding_of(checked, code).code for checked, code in zip(given, severities, strict=True)) == severities


def test_before_play_everybody_who_entered_takes_part() -> None:
    """Nobody was paired yet, and nobody is told to be missing."""
    given = verdict(event([2300, 1500, 1400], start=DAYS["fide-2014-07"], rounds=0, time="90 min"))

    assert finding_of(given, "too_fast").severity == REFUSES
    assert not [finding for finding in given.findings if finding.code in {"never_paired", "never_played"}]

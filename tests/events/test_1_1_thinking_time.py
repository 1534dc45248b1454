"""Chapter 1 of every edition: the least thinking time by ratings, faster games left out, the first control."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from made_events import DAYS, articles, event, finding_of, verdict

from arpad.events.verdict import DROPS, NO, NOTE, PASSES, REFUSES, UNKNOWN, WARNING
from arpad.formats.trf.time import time_control

OLD = ("fide-2003-07", "fide-2009-07", "fide-2014-07")
NUMBERED = {
    # edition: the articles on 60 moves, on the three classes, and on games that are faster
    "fide-2003-07": ("1.1", "1.1.1", "1.1.2", "1.1.3", "1.2"),
    "fide-2009-07": ("1.1 [1]", "1.1 [2]", "1.1 [3]", "1.1 [4]", "1.2"),
    "fide-2014-07": ("1.1 [1]", "1.1 [2]", "1.1 [3]", "1.1 [4]", "1.2"),
    "fide-2024-03": ("1.1 [1]", "1.1 [2]", "1.1 [3]", "1.1 [4]", "1.1 [1]"),
}
LIMITS = {**dict.fromkeys(OLD, (2200, 1600)), "fide-2024-03": (2400, 1800)}


def each(*places: int) -> Any:  # noqa: ANN401 - a decorator of pytest
    """Go through the editions, marked with the articles at some places."""
    return pytest.mark.parametrize(
        "name",
        [
            pytest.param(name, marks=[pytest.mark.article(numbers[place], edition=name) for place in places], id=name)
            for name, numbers in NUMBERED.items()
        ],
    )


def one_class(name: str, best: int | None, time: str) -> Any:  # noqa: ANN401 - a verdict
    """Check an event of four players, the best of this rating."""
    return verdict(event([best, 1400, None, 1450], start=DAYS[name], time=time))


@each(0, 1)
def test_the_highest_class_needs_120_minutes(name: str) -> None:
    """From the limit on 120 minutes for 60 moves: 90 with 30 seconds a move are enough, 119 minutes are not."""
    best = LIMITS[name][0]
    enough = finding_of(one_class(name, best, "90+30"), "time_control")
    short = finding_of(one_class(name, best, "119 min"), "too_fast")

    assert (enough.severity, NUMBERED[name][1] in articles(enough)) == (PASSES, True)
    assert NUMBERED[name][0] in articles(enough)
    assert (short.severity, NUMBERED[name][1] in articles(short)) == (REFUSES if name in OLD else DROPS, True)
    assert 1 in short.players


@each(2)
def test_the_middle_class_needs_90_minutes(name: str) -> None:
    """One below the highest limit, 90 minutes are enough, 89 are not."""
    best = LIMITS[name][0] - 1
    enough = finding_of(one_class(name, best, "90 min"), "time_control")
    short = finding_of(one_class(name, best, "89 min"), "too_fast")

    assert (enough.severity, NUMBERED[name][2] in articles(enough)) == (PASSES, True)
    assert (short.severity, NUMBERED[name][2] in articles(short)) == (REFUSES if name in OLD else DROPS, True)


@each(3)
def test_the_lowest_class_needs_60_minutes(name: str) -> None:
    """Below both limits, and among unrated players, 60 minutes are enough; 59 would be rapid chess."""
    for best in (LIMITS[name][1] - 1, None):
        enough = finding_of(one_class(name, best, "60 min"), "time_control")
        short = verdict(event([best, 1400, None, 1450], start=DAYS[name], time="59 min"), kind="standard")

        assert (enough.severity, NUMBERED[name][3] in articles(enough)) == (PASSES, True)
        assert (finding_of(short, "too_fast").severity, short.rateable) == (REFUSES, NO)
        assert NUMBERED[name][3] in articles(finding_of(short, "too_fast"))


@each(4)
def test_faster_games_are_left_out(name: str) -> None:
    """The games that are too fast are named one by one: all of the event, or from 2021 on those of the best."""
    fast = one_class(name, LIMITS[name][0], "100 min")
    slow = one_class(name, LIMITS[name][0], "120 min")
    with_best = {(game.round, *sorted((game.first, game.second))) for game in fast.dropped}

    assert slow.dropped == ()
    assert {game.reason for game in fast.dropped} == {"too_fast"}
    assert {game.citation.article for game in fast.dropped if game.citation} == {NUMBERED[name][4]}
    assert len(with_best) == (6 if name in OLD else 3)
    assert all(1 in pair[1:] for pair in with_best) is (name not in OLD)
    assert fast.rateable == (NO if name in OLD else "unknown")


@pytest.mark.article("1.1 [1]", edition="fide-2024-03")
def test_per_game_a_pair_without_the_best_is_judged_by_itself() -> None:
    """Five rounds with one 2400 at 90 minutes: only her games fall out, and nobody else's."""
    given = verdict(event([2450, 2100, 2000, 1900, 1700, 1500], start=DAYS["fide-2024-03"], rounds=5, time="90 min"))

    assert finding_of(given, "too_fast").severity == DROPS
    assert finding_of(given, "too_fast").players == (1,)
    assert len(given.dropped) == 5
    assert given.is_dropped(1, *sorted((given.dropped[0].second, given.dropped[0].first)))


@pytest.mark.article("1.1.4", edition="fide-2003-07")
@pytest.mark.parametrize("time", ["2 h", "40/4500+30:900+30", "40/90, 30"])
def test_the_three_controls_of_2003_are_enough(time: str) -> None:
    """2 hours; 40 in 75 and 15 with 30 seconds; 40 in 90 and 30: each gives 120 minutes and is known by name."""
    given = verdict(event([2300, 2100], start=DAYS["fide-2003-07"], rounds=1, time=time))

    assert finding_of(given, "time_control").severity == PASSES
    assert "1.1.4" in articles(finding_of(given, "time_control"))


@pytest.mark.article("1.1.4", edition="fide-2003-07")
def test_another_control_is_not_one_of_the_three() -> None:
    """40 moves in 90 minutes and 29 for the rest are not among them, and not enough."""
    given = verdict(event([2300, 2100], start=DAYS["fide-2003-07"], rounds=1, time="40/90, 29"))

    assert finding_of(given, "too_fast").severity == REFUSES
    assert "1.1.4" not in articles(finding_of(given, "too_fast"))


@pytest.mark.article("1.1 [2]", edition="fide-2014-07")
def test_as_printed_2200_is_not_yet_in_the_highest_class() -> None:
    """The Hungarian print says *exceeds*: with exactly 2200 ninety minutes are enough there (E 30)."""
    tournament = event([2200, 2100], start=DAYS["fide-2014-07"], rounds=1, time="90 min")

    assert finding_of(verdict(tournament, "fide-2014-07-print"), "time_control").severity == PASSES
    assert finding_of(verdict(tournament), "too_fast").severity == REFUSES


@pytest.mark.article("1.1 [4]", edition="fide-2014-07")
@pytest.mark.parametrize(
    ("best", "time", "severity", "decides"),
    [
        (1600, "60 min", UNKNOWN, True),
        (1600, "89 min", UNKNOWN, True),
        (1600, "90 min", UNKNOWN, False),
        (1599, "60 min", PASSES, True),
        (1601, "90 min", PASSES, True),
        (2200, "90 min", PASSES, True),
    ],
)
def test_as_printed_1600_is_in_no_class(best: int, time: str, severity: str, *, decides: bool) -> None:
    """Above 1600, or all below it: a highest rating of exactly 1600 is neither, so nothing says what it needs (E 30).

    2200 is above 1600 and not above 2200: as printed it is in the middle class.
    """
    tournament = event([best, 1400], start=DAYS["fide-2014-07"], rounds=1, time=time)
    finding = finding_of(verdict(tournament, "fide-2014-07-print"), "time_control")

    assert (finding.severity, finding.decides) == (severity, decides)
    if severity == UNKNOWN:
        assert {"1.1 [3]", "1.1 [4]"} <= articles(finding)
        assert finding.players == (1,)
        assert "1600" in finding.message
    # As arpad reads it, 1600 is in the class of 90 minutes.
    of_edition = verdict(tournament)
    too_fast = best == 2200 or (best == 1600 and time < "90")
    assert any(finding.code == "too_fast" for finding in of_edition.findings) is too_fast


@pytest.mark.article("1.1 [4]", edition="fide-2014-07")
def test_as_printed_1600_before_play() -> None:
    """The same question is open before play."""
    tournament = event([1600, 1400], start=DAYS["fide-2014-07"], rounds=0, time="60 min")
    given = verdict(tournament, "fide-2014-07-print")

    assert finding_of(given, "time_control").severity == UNKNOWN
    assert not [finding for finding in given.findings if finding.code in {"too_fast", "time_needed"}]


FIRST = [
    # edition, article, first control that is as asked, one that is not, and how much that weighs
    ("fide-2003-07", "1.3", "40/100, 50", "36/100, 50", WARNING),
    ("fide-2009-07", "1.3", "40/100, 50", "36/100, 50", WARNING),
    ("fide-2014-07", "1.3", "40/100, 50", "50/100, 50", WARNING),
    ("fide-2014-07-print", "1.3", "40/100, 50", "36/100, 50", REFUSES),
    ("fide-2024-03", "1.2", "36/100, 50", "25/100, 50", REFUSES),
]


@pytest.mark.parametrize(
    ("name", "article", "right", "wrong", "severity"),
    [pytest.param(*case, marks=pytest.mark.article(case[1], edition=case[0])) for case in FIRST],
)
def test_the_first_control(name: str, article: str, right: str, wrong: str, severity: str) -> None:
    """40 moves are recommended; printed in 2014 as a must; from 2022 on at least 30 are required."""
    tournament = event([2100, 2000], start=DAYS[name.removesuffix("-print")], rounds=1)
    good, bad = (finding_of(verdict(replace(tournament, time=time), name), "first_control") for time in (right, wrong))

    assert (good.severity, bad.severity) == (PASSES, severity)
    assert articles(good) == articles(bad) == {article}


def test_without_a_control_by_moves_nothing_is_asked() -> None:
    """One period for all moves has no first control."""
    given = verdict(event([2100, 2000], start=DAYS["fide-2024-03"], rounds=1, time="90+30"))

    assert not [finding for finding in given.findings if finding.code == "first_control"]


@pytest.mark.parametrize("text", [None, "moves/time, increment", "as announced"])
def test_what_cannot_be_read_is_unknown_and_not_passed(text: str | None) -> None:
    """Without a thinking time the question stays open, and the verdict with it."""
    given = verdict(event([2100, 2000], start=DAYS["fide-2024-03"], rounds=1, time=text))

    assert (finding_of(given, "time_control").severity, given.rateable) == (UNKNOWN, "unknown")
    assert text is None or repr(text) in finding_of(given, "time_control").message


@pytest.mark.article("1.1 [1]", edition="fide-2024-03")
@pytest.mark.parametrize(
    ("name", "severity"), [("fide-2024-03", NOTE), ("fide-2024-03-print", REFUSES), ("fide-rb-2024-03", REFUSES)]
)
def test_unequal_times(name: str, severity: str) -> None:
    """Each needs the least; the Spanish print, and rapid and blitz, want equal times for both (E 52)."""
    white, black = time_control("W7200-B6000" if "rb" not in name else "W900-B600")
    kind = {"kind": "rapid"} if "rb" in name else {}
    tournament = event([2100, 2000], start=DAYS["fide-2024-03"], rounds=1, time=None)
    given = verdict(replace(tournament, time_control=white, time_control_black=black), name, **kind)

    assert finding_of(given, "equal_times").severity == severity


def test_a_round_with_a_time_of_its_own() -> None:
    """Round 1 at 60 minutes, the others at 90 with 30 seconds: the games of round 1 that need more fall out."""
    given = verdict(
        event([2100, 2000, 1500, 1400], start=DAYS["fide-2024-03"], time="90+30"), time_controls=((1, "60 min"),)
    )

    assert {game.round for game in given.dropped} == {1}
    assert {frozenset((game.first, game.second)) for game in given.dropped} == {frozenset((1, 4)), frozenset((2, 3))}


@pytest.mark.parametrize(("approved", "severity"), [(True, PASSES), (None, DROPS)])
def test_faster_controls_of_2026_need_approval(approved: bool | None, severity: str) -> None:
    """45+30 gives 75 minutes: with FIDE's approval the games of 1800 and more count as well."""
    tournament = event([2100, 1500, 1400, 1450], start=DAYS["fide-2024-03"].replace(year=2026), time="45+30")
    given = verdict(tournament, faster_time_approved=approved)

    assert finding_of(given, "time_control" if approved else "too_fast").severity == severity


NEW_YEAR = DAYS["fide-2024-03"].replace(year=2026)


def approved(time: str, *ratings: int, rounds: int = 3, **facts: Any) -> Any:  # noqa: ANN401 - a verdict, any fact
    """Check an event of 2026 whose faster control is said to be approved."""
    tournament = event(ratings or (2450, 2100, 1500, 1400), start=NEW_YEAR, rounds=rounds, time=time)
    return verdict(tournament, faster_time_approved=True, **facts)


def test_approval_is_for_the_named_controls_only() -> None:
    """Round 2 at 30 minutes and 30 seconds is judged by class, though the others are approved."""
    given = approved("45+30", 2100, 1500, 1450, 1400, time_controls=((2, "30+30"),))

    assert {game.round for game in given.dropped} == {2}
    assert (finding_of(given, "too_fast").severity, finding_of(given, "too_fast").rounds) == (DROPS, (2,))
    assert "60 minutes" in finding_of(given, "too_fast").message
    assert finding_of(given, "time_control").severity == PASSES
    assert set(finding_of(given, "time_control").rounds) == {1, 3}


def test_approval_of_one_round() -> None:
    """The main control is enough for everybody, round 2 is approved: all games count."""
    given = approved("90+30", time_controls=((2, "45+30"),))

    assert given.dropped == ()
    assert not [finding for finding in given.findings if finding.code == "too_fast"]


def test_approval_of_whites_control_is_none_of_blacks() -> None:
    """White has 45+30, Black 30+30, which is 60 minutes: enough below 1800 only."""
    given = approved("W2700+30-B1800+30")
    low = approved("W2700+30-B1800+30", 1700, 1600, 1500, 1400)

    assert {(game.round, *sorted((game.first, game.second))) for game in given.dropped} == {
        (game.round, *sorted((game.first, game.second))) for game in approved("30+30").dropped
    }
    assert low.dropped == ()


def test_another_control_cannot_be_approved() -> None:
    """50+20 is none of the two, and the fix does not ask for an approval that was given."""
    fast = finding_of(approved("50+20", 2450, 2420, 2410, 2405), "too_fast")

    assert fast.severity == REFUSES
    assert "45+30 and 60+30" in fast.fix


@pytest.mark.article("1.1 [1]", edition="fide-2024-03")
def test_a_sentence_does_not_contradict_its_verdict() -> None:
    """Who has only a forfeit has no game: 60 minutes are enough, and nobody reads that 120 are needed."""
    tournament = event(
        [2450, 1700, 1600, 1500], start=DAYS["fide-2024-03"], rounds=1, results={(1, 1, 4): "+"}, time="60 min"
    )
    finding = finding_of(verdict(tournament), "time_control")

    assert finding.severity == PASSES
    assert "at most 60 are needed" in finding.message
    assert "120" not in finding.message


@pytest.mark.article("1.1 [1]", edition="fide-2024-03")
def test_the_sentence_names_the_time_that_was_played() -> None:
    """The main control is 60 minutes, but every round had 120 of its own."""
    tournament = event([2450, 2100, 2000, 1900], start=DAYS["fide-2024-03"], time="60 min")
    given = verdict(tournament, time_controls=tuple((number, "120 min") for number in (1, 2, 3)))
    finding = finding_of(given, "time_control")

    assert finding.severity == PASSES
    assert "120 minutes; at most 120 are needed here" in finding.message


@pytest.mark.article("1.1 [1]", edition="fide-2024-03")
def test_a_fast_round_is_named_with_its_own_time() -> None:
    """Round 1 has 60 minutes, the others 120: the sentence gives the 60."""
    tournament = event([2100, 2000, 1950, 1900], start=DAYS["fide-2024-03"], time="90+30")
    given = verdict(tournament, time_controls=((1, "60 min"),))
    finding = finding_of(given, "too_fast")

    assert finding.message.startswith("In round 1 a game of 60 moves gives each player 60 minutes, but 90 are needed")
    assert finding.rounds == (1,)


@pytest.mark.article("1.1 [1]", edition="fide-2024-03")
def test_unequal_times_are_both_named() -> None:
    """White has 120 minutes, Black 80: too few for the 1900, and the sentence says who has what."""
    tournament = event([1900, 1700], start=DAYS["fide-2024-03"], rounds=1, time="W7200-B4800")
    finding = finding_of(verdict(tournament), "too_fast")

    assert "gives White 120 minutes and Black 80 minutes, but 90 are needed" in finding.message


@pytest.mark.article("1.1 [1]", edition="fide-2024-03")
def test_a_round_whose_own_time_cannot_be_read_is_open() -> None:
    """It is not judged by the time of the other rounds."""
    tournament = event([2100, 2000, 1950, 1900], start=DAYS["fide-2024-03"], time="90+30")
    given = verdict(tournament, time_controls=((2, "as announced"),))
    finding = finding_of(given, "time_control")

    assert (finding.severity, finding.rounds, given.rateable) == (UNKNOWN, (2,), "unknown")
    assert "'as announced'" in finding.message
    assert finding_of(given, "hours_per_day").severity == UNKNOWN


def test_before_play_all_rounds_are_looked_at() -> None:
    """Round 4 is announced with 60 minutes: its games would fall out."""
    tournament = event([2250, 1700, None], start=DAYS["fide-2014-07"], rounds=0, time="120 min")
    finding = finding_of(verdict(tournament, time_controls=((4, "60 min"),)), "too_fast")

    assert (finding.severity, finding.rounds) == (WARNING, (4,))


@pytest.mark.parametrize(
    ("time", "kind"),
    [
        *(("60 min", "standard"), ("45+15", "standard"), ("59 min", "rapid"), ("15+10", "rapid"), ("10+1", "rapid")),
        *(("10 min", "blitz"), ("3+2", "blitz"), ("5 min", "blitz")),
    ],
)
def test_the_kind_of_chess_follows_from_the_time(time: str, kind: str) -> None:
    """From 60 minutes standard, above 10 rapid, else blitz: the limits of 2024."""
    given = verdict(event([1700, 1600], start=DAYS["fide-2024-03"], rounds=1, time=time))

    assert (given.kind, given.used["kind"].sentence()) == (kind, "from the thinking time")
    assert finding_of(given, "time_control").severity == PASSES


def test_too_fast_even_for_blitz() -> None:
    """Three minutes are not more than three, so nothing fits, and the event is refused."""
    given = verdict(event([1700, 1600], start=DAYS["fide-2024-03"], rounds=1, time="3 min"), kind="blitz")

    assert finding_of(given, "too_fast").severity == REFUSES


def test_before_2012_there_was_no_rapid_list() -> None:
    """An event of 2010 said to be rapid is refused, because there were no such ratings."""
    given = verdict(event([1700, 1600], start=DAYS["fide-2009-07"], rounds=1, time="15+10"), kind="rapid")

    assert (given.rateable, [finding.code for finding in given.findings]) == (NO, ["no_edition"])


def test_before_play_the_entries_tell_what_is_needed() -> None:
    """Without rounds: who makes more time necessary, and whether the time that was announced is enough."""
    old = event([2250, 1700, None], start=DAYS["fide-2014-07"], rounds=0, time="90 min")
    new = event([2450, 1700, None], start=DAYS["fide-2024-03"], rounds=0, time="90 min")
    given = verdict(old), verdict(new)

    assert [checked.before_play for checked in given] == [True, True]
    assert [finding_of(checked, "time_needed").players for checked in given] == [(1,), (1,)]
    assert "without them 90 would do" in finding_of(given[0], "time_needed").message
    assert [finding_of(checked, "too_fast").severity for checked in given] == [REFUSES, WARNING]


@pytest.mark.article("1.1 [1]", edition="fide-2024-03")
@pytest.mark.parametrize(
    ("ratings", "time", "severity", "sentence"),
    [
        # Nobody below 1800: every game needs 90 minutes, whoever meets whom.
        ([1900, 1900, 1900], "70 min", REFUSES, "90 are needed in the games of players 1 (1900), 2 (1900) and 3"),
        # One of them below: nobody is left whom that player could meet.
        ([1900, 1900, 1700], "70 min", REFUSES, "90 are needed in the games of players 1 (1900) and 2 (1900)."),
        ([1900, None, 1700], "70 min", WARNING, "90 are needed in the games of player 1 (1900)."),
        (
            [2500, 1900, 1900],
            "70 min",
            REFUSES,
            "120 are needed in the games of player 1 (2500), 90 in those of players 2",
        ),
        ([2500, 1900, 1900], "100 min", WARNING, "120 are needed in the games of player 1 (2500)."),
        ([2500, 1900, 1500], "50 min", REFUSES, "player 1 (2500), 90 in those of player 2 (1900), 60 in all others."),
        ([1500, 1500], "50 min", REFUSES, "50 minutes, but 60 are needed."),
    ],
)
def test_before_play_each_game_needs_its_own_time(
    ratings: list[int | None], time: str, severity: str, sentence: str
) -> None:
    """Where no two players could have a game slow enough, nothing can be rated, as it would be said after play."""
    entered = event(ratings, start=DAYS["fide-2024-03"], rounds=0, time=time)
    given = verdict(entered, kind="standard")
    everybody = verdict(event(ratings, start=DAYS["fide-2024-03"], cycles=1, time=time), kind="standard")

    assert finding_of(given, "too_fast").severity == severity
    assert sentence in finding_of(given, "too_fast").message
    assert (given.rateable == NO) == (everybody.rateable == NO)


@pytest.mark.article("1.1 [1]", edition="fide-2024-03")
def test_before_play_an_event_of_one_entry() -> None:
    """A single entry, and one that is too strong for the time: nobody can have a game that is slow enough."""
    slow, fast = (
        verdict(event([rating], start=DAYS["fide-2024-03"], rounds=0, time="70 min")) for rating in (1500, 1900)
    )

    assert finding_of(slow, "time_control").severity == PASSES
    assert finding_of(fast, "too_fast").severity == REFUSES

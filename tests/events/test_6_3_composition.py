"""Chapter 6: the rated players of round robins, matches, Scheveningen events; and chapter 5, unplayed games."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from made_events import DAYS, articles, event, finding_of, match, verdict

from arpad.events.verdict import DROPS, NO, NOTE, PASSES, REFUSES, UNKNOWN, WARNING

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.events.verdict import Verdict

OLD = ("fide-2003-07", "fide-2009-07", "fide-2014-07")
ARTICLES = {
    # edition: one third, small field, double round robin, national championship, unplayed game, decided match
    "fide-2003-07": ("6.3", "6.3.1", "6.3.2", "6.3.3", "6.4.3", "6.5"),
    "fide-2009-07": ("6.3", "6.31", "6.32", "6.33", "6.43", "6.5"),
    "fide-2014-07": ("6.2", "6.21", "6.22", "6.23", "6.4", "6.5"),
}


def each(place: int) -> Any:  # noqa: ANN401 - a decorator of pytest
    """Go through the editions to 2021, marked with the article at a place."""
    params = [
        pytest.param(name, numbers[place], marks=pytest.mark.article(numbers[place], edition=name), id=name)
        for name, numbers in ARTICLES.items()
    ]
    return pytest.mark.parametrize(("name", "article"), params)


def robin(name: str, rated: int, unrated: int, *, cycles: int = 1, **facts: Any) -> Verdict:  # noqa: ANN401 - any fact
    """Check a round robin of so many rated and unrated players."""
    return verdict(event([2000] * rated + [None] * unrated, start=DAYS[name], cycles=cycles), **facts)


def codes(given: Verdict, severity: str) -> set[str]:
    """Give the codes of a severity."""
    return {finding.code for finding in given.of(severity)}


def championship(name: str, sexes: str, rated: int, **facts: Any) -> Verdict:  # noqa: ANN401 - any fact
    """Check a national championship as a round robin, the first of its players rated; ? is a sex that is not said."""
    tournament = event([2000] * rated + [None] * (len(sexes) - rated), start=DAYS[name], cycles=1)
    entries = (
        replace(entry, sex=None if sex == "?" else sex) for entry, sex in zip(tournament.entries, sexes, strict=True)
    )
    return verdict(replace(tournament, entries=tuple(entries)), national_championship=True, **facts)


@each(0)
def test_a_third_of_a_round_robin_is_rated(name: str, article: str) -> None:
    """4 of 12 are a third, 4 of 13 are not."""
    enough, few = robin(name, 4, 8), robin(name, 4, 9)

    assert article in articles(finding_of(enough, "composition"))
    assert finding_of(few, "round_robin_share").severity == REFUSES
    assert articles(finding_of(few, "round_robin_share")) == {article}


@each(1)
def test_a_small_round_robin_has_four_rated(name: str, article: str) -> None:
    """Of nine, four are enough, and three, though a third, are not."""
    enough, few = robin(name, 4, 5), robin(name, 3, 6)

    assert article in articles(finding_of(enough, "composition"))
    assert codes(few, REFUSES) == {"round_robin_small"}
    assert articles(finding_of(few, "round_robin_small")) == {article}


@pytest.mark.article("6.21", edition="fide-2014-07")
def test_ten_players_are_small_in_2014() -> None:
    """There, ten with three rated break both rules; before, only that of the third (E 32: no other effect)."""
    found_by = {name: codes(robin(name, 3, 7), REFUSES) for name in OLD}

    assert found_by["fide-2014-07"] == {"round_robin_share", "round_robin_small"}
    assert found_by["fide-2009-07"] == found_by["fide-2003-07"] == {"round_robin_share"}


@each(2)
def test_a_double_round_robin_with_unrated_players(name: str, article: str) -> None:
    """Six players, four of them rated; with five it fails; with rated players only nothing is asked."""
    enough, few, rated = robin(name, 4, 2, cycles=2), robin(name, 4, 1, cycles=2), robin(name, 4, 0, cycles=2)

    assert article in articles(finding_of(enough, "composition"))
    assert codes(few, REFUSES) == {"double_round_robin"}
    assert articles(finding_of(few, "double_round_robin")) == {article}
    assert codes(rated, REFUSES) == set()


@pytest.mark.article("6.22", edition="fide-2014-07")
def test_as_printed_2014_asks_it_of_every_double_round_robin() -> None:
    """Four rated players would fail (E 32)."""
    tournament = event([2000] * 4, start=DAYS["fide-2014-07"], cycles=2)

    assert finding_of(verdict(tournament, "fide-2014-07-print"), "double_round_robin").severity == REFUSES


@each(3)
def test_a_national_championship_needs_fewer(name: str, article: str) -> None:
    """Three rated suffice, two do not; not said to be one, the usual rule holds."""
    enough, few = (robin(name, rated, 6, national_championship=True) for rated in (3, 2))
    unsaid = robin(name, 3, 6)

    assert (finding_of(enough, "national_championship").severity, codes(enough, REFUSES)) == (PASSES, set())
    assert finding_of(few, "national_championship").severity == REFUSES
    assert articles(finding_of(few, "national_championship")) == {article}
    assert finding_of(unsaid, "national_championship").severity == NOTE
    assert codes(unsaid, REFUSES) == {"round_robin_small"}


@each(3)
def test_a_championship_of_women_needs_two(name: str, article: str) -> None:
    """Two rated women suffice where only women could enter; one does not."""
    enough, few = (championship(name, "w" * 8, rated, women_only=True) for rated in (2, 1))

    assert (finding_of(enough, "national_championship").severity, codes(enough, REFUSES)) == (PASSES, set())
    assert finding_of(few, "national_championship").severity == REFUSES
    assert article in articles(finding_of(enough, "national_championship"))


@each(3)
def test_men_do_not_count_as_women(name: str, article: str) -> None:
    """Said to be for women only, with eight men, two of them rated: not one rated woman; and the men are named."""
    given = championship(name, "m" * 8, 2, women_only=True)
    mixed = championship(name, "wmwwwwww", 2, women_only=True)

    assert (
        finding_of(given, "national_championship").severity,
        articles(finding_of(given, "national_championship")),
    ) == (
        REFUSES,
        {article},
    )
    assert "it has 0" in finding_of(given, "national_championship").message
    assert "it has 1" in finding_of(mixed, "national_championship").message
    assert "player 2" in finding_of(mixed, "national_championship").message


@each(3)
def test_a_field_of_women_is_not_yet_an_event_for_women_only(name: str, article: str) -> None:
    """All eight are women, two rated: whether only women could enter is asked; with none or three it is not."""
    given, few = championship(name, "w" * 8, 2), championship(name, "w" * 8, 1)
    said_no = championship(name, "w" * 8, 2, women_only=False)
    with_a_man = championship(name, "wwwwwwwm", 2)

    assert (finding_of(given, "national_championship").severity, given.rateable) == (UNKNOWN, "unknown")
    assert "women_only" in finding_of(given, "national_championship").fix
    assert articles(finding_of(given, "national_championship")) == {article}
    assert codes(given, REFUSES) == set()
    assert finding_of(few, "national_championship").severity == REFUSES
    assert finding_of(said_no, "national_championship").severity == REFUSES
    assert finding_of(with_a_man, "national_championship").severity == REFUSES


@pytest.mark.article("6.3.3", edition="fide-2003-07")
@pytest.mark.article("6.33", edition="fide-2009-07")
@pytest.mark.article("6.23", edition="fide-2014-07")
@pytest.mark.parametrize(
    ("name", "sexes", "women_only", "severity"),
    [
        # Three rated, the first to third: a sex that is not said is neither a man's nor a woman's.
        ("fide-2003-07", "mm?mmmmmm", None, UNKNOWN),
        ("fide-2014-07", "mm?mmmmmm", False, UNKNOWN),
        ("fide-2009-07", "mm?mmmmmm", None, PASSES),
        ("fide-2003-07", "mw?mmmmmm", None, REFUSES),
        ("fide-2003-07", "mmm??????", None, PASSES),
        # Where only women could enter, a blank is a woman's, as for the 30 days of 2024.
        ("fide-2009-07", "w??wwwwww", True, PASSES),
        ("fide-2014-07", "?????????", True, PASSES),
        ("fide-2009-07", "ww?wwwwww", True, PASSES),
        ("fide-2014-07", "?????????", None, UNKNOWN),
        ("fide-2009-07", "?????????", None, PASSES),
        ("fide-2014-07", "???wwwwww", False, UNKNOWN),
    ],
)
def test_a_blank_sex_is_neither(name: str, sexes: str, women_only: bool | None, severity: str) -> None:
    """Where the answer depends on a blank it is asked for; where it does not, it is not."""
    given = championship(name, sexes, 3, women_only=women_only)

    assert finding_of(given, "national_championship").severity == severity
    assert ("sex of" in finding_of(given, "national_championship").fix) is (severity == UNKNOWN)
    assert (given.rateable == NO) is (severity == REFUSES)


@pytest.mark.article("6.3.3", edition="fide-2003-07")
@pytest.mark.article("6.33", edition="fide-2009-07")
@pytest.mark.article("6.23", edition="fide-2014-07")
@pytest.mark.parametrize(
    ("name", "sexes", "severity"),
    [
        # Said to be for women only, and men play: one of the two is wrong.
        ("fide-2003-07", "wwmmmmmm", UNKNOWN),
        ("fide-2009-07", "wwmmmmmm", UNKNOWN),
        ("fide-2014-07", "wwwmmmmm", UNKNOWN),
        ("fide-2009-07", "mwmwwwww", UNKNOWN),
        ("fide-2009-07", "mmmwwwww", UNKNOWN),
        # The answer is the same for both.
        ("fide-2003-07", "wmmmmmmm", REFUSES),
        ("fide-2009-07", "wwwmmmmm", PASSES),
    ],
)
def test_an_event_for_women_only_in_which_men_play(name: str, sexes: str, severity: str) -> None:
    """Two rated women suffice only if no man could enter, three rated players only if men could: it is asked."""
    given = championship(name, sexes, 3 if sexes.startswith(("www", "mwm", "mmm")) else 2, women_only=True)

    assert finding_of(given, "national_championship").severity == severity
    assert (given.rateable == NO) is (severity == REFUSES)
    if severity == UNKNOWN:
        assert "women_only" in finding_of(given, "national_championship").fix
        assert "Both cannot be" in finding_of(given, "national_championship").message


@pytest.mark.article("6.3.3", edition="fide-2003-07")
@pytest.mark.article("6.23", edition="fide-2014-07")
@pytest.mark.parametrize("name", ["fide-2003-07", "fide-2014-07"])
def test_a_womans_title_tells_that_a_player_is_no_man(name: str) -> None:
    """Of three rated players two are men, the third has no sex and the title WFM: not three men, and nothing to ask."""
    tournament = event([2000] * 3 + [None] * 6, start=DAYS[name], cycles=1, sexes="mm?mmmmmm")
    titled = replace(
        tournament,
        entries=tuple(replace(entry, title="WFM" if entry.number == 3 else None) for entry in tournament.entries),
    )
    blank = replace(
        titled, entries=tuple(replace(entry, sex=None if entry.number == 3 else "m") for entry in titled.entries)
    )

    assert finding_of(verdict(blank, national_championship=True), "national_championship").severity == REFUSES


@each(3)
def test_no_sentence_takes_away_the_hope_that_a_question_leaves(name: str, article: str) -> None:
    """Where the answer about the championship may save the event, the other findings do not say that nothing can."""
    given = championship(name, "w" * 8, 2)

    assert article in articles(finding_of(given, "national_championship"))
    assert (finding_of(given, "round_robin_small").severity, codes(given, REFUSES)) == (WARNING, set())
    assert "nothing" not in finding_of(given, "round_robin_small").fix.casefold()


@pytest.mark.article("6.3.3", edition="fide-2003-07")
@pytest.mark.article("6.33", edition="fide-2009-07")
@pytest.mark.article("6.23", edition="fide-2014-07")
@pytest.mark.parametrize(
    ("name", "severity"), [("fide-2003-07", REFUSES), ("fide-2009-07", PASSES), ("fide-2014-07", REFUSES)]
)
def test_only_men_count_in_two_of_the_texts(name: str, severity: str) -> None:
    """Two rated men and a rated woman: three players in 2009, only two men in 2003 and 2014."""
    tournament = event([2000, 2000, 2000, *[None] * 6], start=DAYS[name], cycles=1, sexes="mmwmmmmmm")

    assert finding_of(verdict(tournament, national_championship=True), "national_championship").severity == severity


@each(4)
def test_an_unplayed_game_makes_it_a_swiss(name: str, article: str) -> None:
    """A forfeit in a round robin: rated like a Swiss, and its composition is only told."""
    tournament = event([2000] * 3 + [None] * 6, start=DAYS[name], cycles=1, results={(2, 1, 9): "+"})
    given, whole = verdict(tournament), robin(name, 4, 5)
    champions = verdict(tournament, national_championship=True), verdict(tournament, national_championship=False)

    assert (finding_of(given, "as_swiss").severity, articles(finding_of(given, "as_swiss"))) == (NOTE, {article})
    assert finding_of(given, "as_swiss").players == (1, 9)
    assert finding_of(given, "round_robin_small").severity == WARNING
    assert finding_of(whole, "as_swiss").severity == PASSES
    assert not [
        finding for each in (given, *champions) for finding in each.findings if finding.code == "national_championship"
    ]
    assert [codes(champion, REFUSES) for champion in champions] == [set(), set()]


@each(4)
def test_one_rated_of_nine_is_refused_and_with_a_forfeit_rated_as_a_swiss(name: str, article: str) -> None:
    """As a Swiss event it need not have a round robin's composition (R-033); by the other reading it must."""
    events = [
        event([2000] + [None] * 8, start=DAYS[name], cycles=1, results=results) for results in ({}, {(2, 1, 9): "+"})
    ]
    whole, lacking = (verdict(tournament) for tournament in events)

    assert codes(whole, REFUSES) == {"round_robin_share", "round_robin_small"}
    assert codes(lacking, REFUSES) == set()
    finding = finding_of(lacking, "round_robin_share")
    assert (
        finding.severity,
        articles(finding),
        {reading for citation in finding.citations for reading in citation.readings},
    ) == (
        WARNING,
        {article},
        {"R-031", "R-033"},
    )


@pytest.mark.article("6.4", edition="fide-2014-07")
def test_the_other_reading_of_a_round_robin_with_an_unplayed_game(tmp_path: Path) -> None:
    """Selected in a derived edition: the composition is asked all the same."""
    place = tmp_path / "asked.toml"
    place.write_text(
        'id = "asked"\nderives = "fide-2014-07"\ntitle = "R-033"\n\n[provisions]\n'
        'composition_as_swiss = { article = "6.4", value = "asked" }\n',
        encoding="utf-8",
    )
    tournament = event([2000] + [None] * 8, start=DAYS["fide-2014-07"], cycles=1, results={(2, 1, 9): "+"})

    assert codes(verdict(tournament, str(place)), REFUSES) == {"round_robin_share", "round_robin_small"}


@each(3)
def test_that_fewer_suffice_is_said_only_where_it_could_help(name: str, article: str) -> None:
    """With three rated it is worth asking whether it is a national championship, with one it is not."""
    help_, none = robin(name, 3, 6), robin(name, 1, 8)

    assert (
        finding_of(help_, "national_championship").severity,
        articles(finding_of(help_, "national_championship")),
    ) == (
        NOTE,
        {article},
    )
    assert not [finding for finding in none.findings if finding.code == "national_championship"]


def test_from_2022_nothing_is_asked_of_round_robins() -> None:
    """One rated player of nine: the article is gone."""
    given = robin("fide-2024-03", 1, 8)

    assert codes(given, REFUSES) == set()
    assert not [finding for finding in given.findings if finding.code.startswith(("round_robin", "composition"))]


MATCHES = [
    # edition, article, ratings with which a match is rated, and those with which it is not
    ("fide-2003-07", "6.4", [2000, None], [None, None]),
    ("fide-2009-07", "6.6", [2000, 1900], [2000, None]),
    ("fide-2014-07", "6.6", [2000, 1900], [2000, None]),
    ("fide-2024-03", "6.1", [2000, 1900], [None, None]),
]


@pytest.mark.parametrize(
    ("name", "article", "right", "wrong"),
    [pytest.param(*case, marks=pytest.mark.article(case[1], edition=case[0])) for case in MATCHES],
)
def test_a_match_with_an_unrated_player(name: str, article: str, right: Any, wrong: Any) -> None:  # noqa: ANN401 - ratings
    """One is allowed in 2003, none later."""
    good, bad = (finding_of(verdict(match(of, "1=", start=DAYS[name])), "match_unrated") for of in (right, wrong))

    assert (good.severity, bad.severity) == (PASSES, REFUSES)
    assert articles(good) == articles(bad) == {article}


@pytest.mark.parametrize(
    ("name", "ratings", "severity"),
    [
        ("fide-2003-07-print", [2000, None], UNKNOWN),
        ("fide-2014-07-print", [2000, None], PASSES),
        ("fide-2014-07-print", [None, None], REFUSES),
    ],
)
def test_matches_as_printed(name: str, ratings: Any, severity: str) -> None:  # noqa: ANN401 - ratings
    """2003 lost its number word (E 19); 2014 prints a game between two unrated players (E 26)."""
    tournament = match(ratings, "1=", start=DAYS[name.removesuffix("-print")])

    assert finding_of(verdict(tournament, name), "match_unrated").severity == severity


DECIDED = [*((name, numbers[5]) for name, numbers in ARTICLES.items()), ("fide-2024-03", "6.2")]


@pytest.mark.parametrize(
    ("name", "article"), [pytest.param(*case, marks=pytest.mark.article(case[1], edition=case[0])) for case in DECIDED]
)
def test_games_after_the_decision(name: str, article: str) -> None:
    """Of six games, 3.5 decide: 1 1 1 = is enough, the fifth and sixth fall out; 1=1=1= is open to the end."""
    decided = verdict(match([2000, 1900], "111=01", start=DAYS[name]), games_agreed=6)
    open_to_the_end = verdict(match([2000, 1900], "1=0==1", start=DAYS[name]), games_agreed=6)

    assert [game.round for game in decided.dropped] == [5, 6]
    assert (finding_of(decided, "decided_match").severity, articles(finding_of(decided, "decided_match"))) == (
        DROPS,
        {article},
    )
    assert (finding_of(open_to_the_end, "decided_match").severity, open_to_the_end.dropped) == (PASSES, ())


@pytest.mark.article("6.2", edition="fide-2024-03")
@pytest.mark.parametrize(("name", "dropped"), [("fide-2014-07", 2), ("fide-2024-03", 0)])
def test_from_2024_a_request_made_before_keeps_the_games(name: str, dropped: int) -> None:
    """The waiver is of 2024 only."""
    tournament = match([2000, 1900], "111=01", start=DAYS[name])
    given = verdict(tournament, games_agreed=6, games_after_decision_requested=True)

    assert len(given.dropped) == dropped


def test_more_games_agreed_than_played() -> None:
    """Of ten games agreed, four wins decide nothing."""
    given = verdict(match([2000, 1900], "1111", start=DAYS["fide-2024-03"]), games_agreed=10)

    assert (finding_of(given, "decided_match").severity, given.dropped) == (PASSES, ())


@pytest.mark.article("6.4", edition="fide-2003-07")
def test_scheveningen_with_unrated_players() -> None:
    """One unrated player is allowed, two are not; later editions do not ask, and the print is not legible."""
    one_unrated, two_unrated = (
        event([2000, 2000, 1900, *more], start=DAYS["fide-2003-07"]) for more in ([None], [None, None, 1900])
    )
    facts = {"system": "scheveningen"}

    assert finding_of(verdict(one_unrated, **facts), "scheveningen").severity == PASSES
    assert finding_of(verdict(two_unrated, **facts), "scheveningen").severity == REFUSES
    assert finding_of(verdict(two_unrated, "fide-2003-07-print", **facts), "scheveningen").severity == UNKNOWN
    later = verdict(replace(two_unrated, start=DAYS["fide-2009-07"], end=DAYS["fide-2009-07"]), **facts)
    assert not [finding for finding in later.findings if finding.code == "scheveningen"]


UNPLAYED = [(name, "5.1") for name in DAYS]


@pytest.mark.parametrize(
    ("name", "article"), [pytest.param(*case, marks=pytest.mark.article(case[1], edition=case[0])) for case in UNPLAYED]
)
def test_unplayed_games_do_not_count(name: str, article: str) -> None:
    """A forfeit is told with its players and its round; where nothing else was played there is nothing to rate."""
    tournament = event([2000, 1900, 1800, 1700], start=DAYS[name], rounds=1, results={(1, 1, 4): "+"})
    none = event([2000, 1900], start=DAYS[name], rounds=1, results={(1, 1, 2): "+"})
    finding = finding_of(verdict(tournament), "unplayed")

    assert (finding.severity, finding.players, finding.rounds, articles(finding)) == (NOTE, (1, 4), (1,), {article})
    assert finding_of(verdict(none), "no_games").severity == REFUSES


@pytest.mark.article("5.1", edition="fide-2024-03")
def test_a_ruling_takes_a_game_out_from_2024_on() -> None:
    """Force majeure and fair play: the game falls out in 2024, is rated in 2014; one that is not there is told."""
    tournaments = {name: event([2000, 1900, 1800, 1700], start=DAYS[name]) for name in DAYS}
    new, old = (verdict(tournaments[name], ruled_out=((1, 1, 4),)) for name in ("fide-2024-03", "fide-2014-07"))
    wrong = verdict(tournaments["fide-2024-03"], ruled_out=((1, 1, 2),))

    assert [(game.round, game.first, game.second) for game in new.dropped] == [(1, 1, 4)]
    assert (finding_of(new, "ruled_out").severity, finding_of(old, "ruled_out").severity) == (DROPS, WARNING)
    assert (old.dropped, finding_of(wrong, "ruled_out").severity) == ((), WARNING)


@pytest.mark.article("6.2", edition="fide-2003-07")
@pytest.mark.article("6.2", edition="fide-2009-07")
@pytest.mark.parametrize(("name", "words"), [("fide-2003-07", "are added"), ("fide-2009-07", "may be")])
def test_stages(name: str, words: str) -> None:
    """Preliminaries and finals are added in 2003, may be in 2009; where there are none nothing is said."""
    tournament = event([2000, 1900], start=DAYS[name], rounds=1)
    given = finding_of(verdict(tournament, stages=("preliminary", "final")), "stages")

    assert (given.severity, words in given.message) == (NOTE, True)
    assert not [finding for finding in verdict(tournament).findings if finding.code == "stages"]


@pytest.mark.parametrize(
    ("name", "article"), [pytest.param(*case, marks=pytest.mark.article(case[1], edition=case[0])) for case in UNPLAYED]
)
@pytest.mark.parametrize(("result", "other"), [("0", "0"), ("=", "0"), ("0", "=")])
def test_a_result_of_less_than_a_point_is_kept_and_to_be_made_sure_of(
    name: str, article: str, result: str, other: str
) -> None:
    """0-0 or a half to nothing by decision after play: lawful, each own score counts, with a warning to confirm."""
    tournament = event([2000, 1900], start=DAYS[name], rounds=1, results={(1, 1, 2): result})
    first, second = tournament.entries
    both = replace(second, rounds=(replace(second.rounds[0], result=other),))
    given = verdict(replace(tournament, entries=(first, both)))

    assert (finding_of(given, "unusual_result").severity, given.dropped) == (WARNING, ())
    assert articles(finding_of(given, "unusual_result")) == {article}
    assert finding_of(given, "unusual_result").fix

"""What only people can answer: announcement, licences, the laws of play, hybrid events, suspended federations."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from made_events import DAYS, articles, event, finding_of, verdict

from arpad.events.verdict import NOTE, PASSES, REFUSES, UNKNOWN, WARNING

if TYPE_CHECKING:
    from pathlib import Path

FIELD = [1990, 1900, 1800, 1700]


def checked(name: str, code: str, edition: str | None = None, **facts: Any) -> Any:  # noqa: ANN401 - a finding
    """Give one finding about a plain event with these facts."""
    return finding_of(verdict(event(FIELD, start=DAYS[name]), edition, **facts), code)


TOLD = [
    # its regulations say that it is rated, it was announced as unrated, what follows
    (True, None, PASSES),
    (True, False, PASSES),
    (False, None, WARNING),
    (False, False, WARNING),
    (False, True, WARNING),
    (None, True, WARNING),
    (None, False, UNKNOWN),
    (None, None, UNKNOWN),
    (True, True, WARNING),
]


@pytest.mark.article("9.2", edition="fide-2024-03")
@pytest.mark.parametrize(("rated", "unrated", "severity"), TOLD)
def test_its_regulations_say_that_it_is_rated(rated: bool | None, unrated: bool | None, severity: str) -> None:
    """Said it passes; where they do not say it, that is to be mended: the article names nothing that follows."""
    given = checked("fide-2024-03", "announcement", announced_rated=rated, announced_unrated=unrated)

    assert (given.severity, articles(given)) == (severity, {"9.2"})
    assert given.decides is (severity != UNKNOWN)
    assert ("both" in given.message) is (rated is True and unrated is True)


ANNOUNCED = [("fide-2003-07", "11.4"), ("fide-2009-07", "9.2"), ("fide-2014-07", "9.2")]


@pytest.mark.parametrize(
    ("name", "article"),
    [pytest.param(*case, marks=pytest.mark.article(case[1], edition=case[0])) for case in ANNOUNCED],
)
def test_announced_as_unrated(name: str, article: str) -> None:
    """What was announced as unrated is not submitted; everything else is."""
    given = {
        is_unrated: checked(name, "announcement", announced_unrated=is_unrated) for is_unrated in (True, False, None)
    }

    assert {key: finding.severity for key, finding in given.items()} == {True: REFUSES, False: PASSES, None: NOTE}
    assert all(articles(finding) == {article} for finding in given.values())


@pytest.mark.parametrize(
    ("name", "article"),
    [pytest.param(*case, marks=pytest.mark.article(case[1], edition=case[0])) for case in ANNOUNCED],
)
def test_announced_as_rated_and_as_unrated(name: str, article: str) -> None:
    """Both cannot be: open which holds. Announced as rated alone, it is submitted like every other."""
    both = checked(name, "announcement", announced_rated=True, announced_unrated=True)
    rated = checked(name, "announcement", announced_rated=True)

    assert (both.severity, both.decides, articles(both)) == (UNKNOWN, True, {article})
    assert "both" in both.message
    assert rated.severity == PASSES


@pytest.mark.article("App. I 9", edition="mssz-2017-01")
def test_announced_as_unrated_in_hungary() -> None:
    """The national regulations repeat it while those of 2014 are in force."""
    tournament = event(FIELD, start=DAYS["fide-2014-07"].replace(year=2017))
    given = [
        finding_of(verdict(tournament, "mssz-2017-01", announced_unrated=is_unrated), "announcement")
        for is_unrated in (True, False)
    ]

    assert [finding.severity for finding in given] == [REFUSES, PASSES]
    assert articles(given[0]) == {"App. I 9"}


@pytest.mark.article("0.3", edition="fide-2014-07")
def test_arbiters_have_licences() -> None:
    """All licensed passes, not all is refused, not known stays open; other editions do not ask."""
    given = {
        is_licensed: checked("fide-2014-07", "licences", arbiters_licensed=is_licensed)
        for is_licensed in (True, False, None)
    }

    assert {key: finding.severity for key, finding in given.items()} == {True: PASSES, False: REFUSES, None: UNKNOWN}
    assert all(articles(finding) == {"0.3"} for finding in given.values())
    others = [verdict(event(FIELD, start=DAYS[name])) for name in DAYS if name != "fide-2014-07"]
    assert not [finding for each in others for finding in each.findings if finding.code == "licences"]


def test_a_report_without_a_chief_arbiter() -> None:
    """Is told, where arbiters need licences."""
    tournament = replace(event(FIELD, start=DAYS["fide-2014-07"]), chief_arbiter=None)

    assert finding_of(verdict(tournament), "arbiter").severity == WARNING


@pytest.mark.article("2.1", edition="fide-2024-03")
def test_the_laws_or_the_regulations_for_hybrid_events() -> None:
    """Under the Laws it passes, as an approved hybrid event too, by other rules it is refused, unsaid it is open."""
    laws = {
        by_the_laws: checked("fide-2024-03", "laws", laws_of_chess=by_the_laws) for by_the_laws in (True, False, None)
    }
    hybrid = checked("fide-2024-03", "hybrid", hybrid=True, hybrid_approved=True)

    assert {key: law.severity for key, law in laws.items()} == {True: PASSES, False: REFUSES, None: UNKNOWN}
    assert all("2.1" in articles(law) for law in (*laws.values(), hybrid))
    assert hybrid.severity == PASSES


@pytest.mark.parametrize("name", list(DAYS)[:3])
def test_the_laws_before(name: str) -> None:
    """Where nobody says otherwise, the Laws are taken for granted and told; other rules are refused."""
    assert [checked(name, "laws", laws_of_chess=by_the_laws).severity for by_the_laws in (None, False)] == [
        NOTE,
        REFUSES,
    ]
    assert checked(name, "hybrid", hybrid=True).severity == REFUSES


@pytest.mark.article("0.2 (hybrid)", edition="fide-2024-03")
def test_hybrid_events_need_approval() -> None:
    """Each one, from the chair of the Qualification Commission."""
    given = {
        is_approved: checked("fide-2024-03", "hybrid", hybrid=True, hybrid_approved=is_approved)
        for is_approved in (True, False, None)
    }

    assert {key: finding.severity for key, finding in given.items()} == {True: PASSES, False: REFUSES, None: UNKNOWN}
    assert all("0.2 (hybrid)" in articles(finding) for finding in given.values())


@pytest.mark.article("9.4", edition="fide-2024-03")
def test_the_games_of_hybrid_events_go_with_the_report() -> None:
    """As PGN, complete; other events are not asked."""
    facts: dict[str, Any] = {"hybrid": True, "hybrid_approved": True}
    given = {is_sent: checked("fide-2024-03", "hybrid_pgn", pgn=is_sent, **facts) for is_sent in (True, False, None)}

    assert {key: finding.severity for key, finding in given.items()} == {True: PASSES, False: REFUSES, None: UNKNOWN}
    assert all(articles(finding) == {"9.4"} for finding in given.values())
    plain = verdict(event(FIELD, start=DAYS["fide-2024-03"]), laws_of_chess=True, pgn=False)
    assert not [finding for finding in plain.findings if finding.code == "hybrid_pgn"]


MEMBERS = [("fide-2003-07", "16.1"), ("fide-2014-07", "13.1"), ("fide-2024-03", "10.1")]


@pytest.mark.parametrize(
    ("name", "article"), [pytest.param(*case, marks=pytest.mark.article(case[1], edition=case[0])) for case in MEMBERS]
)
def test_players_of_suspended_federations(name: str, article: str) -> None:
    """They are named; with an exemption, or where nobody plays for one, it passes; not said, it is open."""
    none = checked(name, "membership", suspended_federations=("XXX",))
    some = checked(name, "membership", suspended_federations=("NLD",))
    exempt = checked(name, "membership", suspended_federations=("NLD",), membership_approved=True)
    unsaid = checked(name, "membership")

    assert [finding.severity for finding in (none, some, exempt, unsaid)] == [PASSES, WARNING, PASSES, UNKNOWN]
    assert some.players == (1, 2, 3, 4)
    assert all(article in articles(finding) for finding in (none, some, exempt, unsaid))
    assert unsaid.decides is False


@pytest.mark.article("13.3", edition="fide-2014-07")
@pytest.mark.article("16.3", edition="fide-2003-07")
def test_who_is_kept_off_a_list_may_ask_for_an_exemption() -> None:
    """It stands in what to do."""
    for name in ("fide-2003-07", "fide-2014-07"):
        assert "exemption" in checked(name, "membership", suspended_federations=("NLD",)).fix


def test_a_player_without_a_federation() -> None:
    """Is named, for who is on a list belongs to one."""
    tournament = event(FIELD, start=DAYS["fide-2024-03"])
    tournament = replace(tournament, entries=(replace(tournament.entries[0], federation=None), *tournament.entries[1:]))

    assert finding_of(verdict(tournament), "no_federation").players == (1,)


@pytest.mark.article("16.3", edition="fide-2003-07")
@pytest.mark.article("13.3", edition="fide-2014-07")
@pytest.mark.article("10.1", edition="fide-2024-03")
@pytest.mark.parametrize(("name", "article"), [("fide-2003-07", "16.3"), ("fide-2014-07", "13.3"), MEMBERS[-1]])
def test_who_has_no_federation_may_be_let_on_the_list(name: str, article: str) -> None:
    """With an exemption there is nothing to mend; one that was refused, or not given, is warned of."""
    tournament = event(FIELD, start=DAYS[name])
    tournament = replace(tournament, entries=(replace(tournament.entries[0], federation=None), *tournament.entries[1:]))
    given = {
        is_approved: finding_of(verdict(tournament, membership_approved=is_approved), "no_federation")
        for is_approved in (True, False, None)
    }

    assert {key: finding.severity for key, finding in given.items()} == {True: PASSES, False: WARNING, None: WARNING}
    assert all((article in articles(finding), finding.players) == (True, (1,)) for finding in given.values())
    assert "membership_approved" in given[None].fix


@pytest.mark.article("13.3", edition="fide-2014-07")
def test_an_exemption_may_be_kept_for_those_without_a_federation(tmp_path: Path) -> None:
    """The other choice of R-030: it does not help those of a suspended one."""
    place = tmp_path / "only.toml"
    place.write_text(
        'id = "only"\nderives = "fide-2014-07"\ntitle = "only"\n[provisions]\n'
        'list_exemption = { article = "13.3", value = "no_federation" }\n',
        encoding="utf-8",
    )
    facts: dict[str, Any] = {"suspended_federations": ("NLD",), "membership_approved": True}
    given = [checked("fide-2014-07", "membership", name, **facts) for name in (None, str(place))]

    assert [finding.severity for finding in given] == [PASSES, WARNING]


def test_2009_says_nothing_of_membership() -> None:
    """Chapter 13 came later."""
    given = verdict(event(FIELD, start=DAYS["fide-2009-07"]))

    assert not [finding for finding in given.findings if finding.code == "membership"]

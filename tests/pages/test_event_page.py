"""The page of an event: what an arbiter hangs up and a player looks for, each thing named and linked in one way."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import pytest
from made_pages import big_open, made_name, rated_rows, round_robin, team_event
from running import arpad

from arpad.formats.trf.writer import write_trf
from arpad.model.tournament import Team
from arpad.pages.event import MOST_ROUNDS, event_page, event_pages
from arpad.pages.teams import matches

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.model.report import Report
    from arpad.model.tournament import Entry


def read(page: str) -> ET.Element:
    """Read a page as XML."""
    return ET.fromstring(page.split("\n", 1)[1])  # noqa: S314 - our own


def written(*reports: Report, findings: tuple[str, ...] = ()) -> str:
    """Write the page of some reports."""
    return event_page(*rated_rows(*reports), {}, findings)


def cells(row: ET.Element) -> list[str]:
    """Give the texts of a row."""
    return ["".join(cell.itertext()) for cell in row]


def lines(page: ET.Element, kind: str) -> list[list[str]]:
    """Give the rows of the first table of a kind, its head first."""
    table = next(table for table in page.iter("table") if kind in table.get("class", "").split())
    return [cells(row) for row in table.iter("tr")]


def section(page: ET.Element, anchor: str) -> str:
    """Give the text from a heading to the next."""
    body = page.find("body")
    assert body is not None
    parts, is_inside = [], False
    for part in body:
        if part.tag in {"h2", "footer", "section"}:
            is_inside = part.get("id") == anchor
        if is_inside:
            parts.append(" ".join(part.itertext()))
    return " ".join(parts)


def test_rank_and_number_stand_in_columns_of_their_own() -> None:
    """The last of the starting list has won: both numbers are shown, and opponents are named by No."""
    page = read(written(round_robin()))
    head, first, *_ = lines(page, "changes")

    assert head[:3] == ["Rk.", "No.", "Name"]
    assert first[:3] == ["1", "6", "Player F"]
    summaries = ["".join(summary.itertext()) for summary in page.iter("summary")]
    assert summaries[0].startswith("1Player A")
    games = lines(page, "changes")
    assert [row[1] for row in games[1:]] == ["6", "5", "4", "3", "2", "1"]


def test_an_open_is_shown_by_rounds_with_starting_numbers() -> None:
    """No., colour and result of each round."""
    event = big_open(12, 3)
    page = read(written(event))
    by_number = {row[1]: row for row in lines(page, "cross")}

    # In the first round 1 meets 7, in the second 8, in the third 9; 7 meets 1, then 6, then 5.
    assert [cell[:2] for cell in by_number["1"][4:7]] == ["7w", "8b", "9w"]
    assert [cell[:2] for cell in by_number["7"][4:7]] == ["1b", "6w", "5b"]


def test_a_round_robin_is_a_grid() -> None:
    """Player against player: columns stand in the order of the rows, and nobody meets the same player."""
    page = read(written(round_robin()))
    head, *rows = lines(page, "grid")
    crossed = page.findall(".//table[@class='cross grid filtered']/tbody/tr/td[@class='self']")

    assert head == ["Rk.", "No.", "Name", "Rating", "6", "5", "4", "3", "2", "1", "Points"]
    # The higher starting number has won every game.
    assert rows[0] == ["1", "6", "Player F", "2505", "", "1", "1", "1", "1", "1", "5"]
    assert rows[5] == ["6", "1", "Player A", "2100", "0", "0", "0", "0", "0", "", "0"]
    assert len(crossed) == 6


def test_a_team_event_has_teams_boards_and_matches() -> None:
    """Teams with the points of their matches, players under their team by board, and each match board by board."""
    page = read(written(team_event()))
    teams = lines(page, "cross")
    headings = ["".join(head.itertext()) for head in page.iter("th") if head.get("class") == "group"]
    rounds = [details for details in page.iter("details") if details.get("class") == "match"]

    assert [row[2] for row in teams] == ["Team", "Dormer & Sons", "Cellar", "Bridge", "Anchor"]
    assert headings[0] == "4 Dormer & Sons · rank 1 · match points 4 · board points 1½"
    assert len(rounds) == 3
    assert all(len(details.findall(".//table")) == 2 for details in rounds)
    event = team_event().tournament
    first = matches(event)[0]
    points = sum({"1": 100, "=": 50, "+": 100}.get(board.pairing.result, 0) for board in first.boards)
    assert first.score == (points, 200 - points)
    assert len(first.boards) == 2


def test_a_team_in_records_of_two_kinds_is_shown_once() -> None:
    """A report of 2026 may name a team by its older record too; what is known of its standing is kept."""
    report = team_event()
    older = tuple(Team(f"{team.number} {team.name}", team.players) for team in report.tournament.teams)
    twice = replace(report, tournament=replace(report.tournament, teams=(*older, *report.tournament.teams)))

    assert written(twice) == written(report)


def test_teams_for_a_prize_are_no_matches() -> None:
    """Where players of a team met several others in a round, only boards and players are shown."""
    report = team_event(as_matches=False)
    page = read(written(report))

    assert matches(report.tournament) == []
    assert [details for details in page.iter("details") if details.get("class") == "match"] == []
    assert "1 Anchor" in "".join(page.itertext())


def test_first_ratings_have_a_section_with_a_reason_for_each() -> None:
    """Who gets one has it there with K; who gets none is told why, and by which article an event does not count."""
    page = read(written(round_robin()))
    rows = lines(page, "newcomers")

    assert rows[0][-1] == "K, or why no rating"
    assert [row[1] for row in rows[1:]] == ["Player D"]
    assert "1 unrated player: 1 with a first rating, 0 without." in section(page, "first-ratings")
    few = read(written(big_open(18, 3)))
    reasons = {row[1]: row[-1] for row in lines(few, "newcomers")[1:]}
    assert set(reasons) == {made_name(9), made_name(18)}
    assert all("of 5 games" in reason for reason in reasons.values())


def lost_by(report: Report, number: int) -> Report:
    """Let a player lose every game."""

    def turned(entry: Entry) -> Entry:
        results = (
            ("0" if entry.number == number else "1", pairing) if number in {entry.number, pairing.opponent} else
            (pairing.result, pairing)
            for pairing in entry.rounds
        )  # fmt: skip
        return replace(entry, rounds=tuple(replace(pairing, result=result) for result, pairing in results))

    event = report.tournament
    return replace(report, tournament=replace(event, entries=tuple(map(turned, event.entries))))


def test_who_scored_nothing_is_told_so() -> None:
    """A first event without half a point does not count: the reason and its article, not only a number of games."""
    page = read(written(lost_by(round_robin(), 4)))
    reason = lines(page, "newcomers")[1][-1]

    assert "the event does not count: the score is too low for an unrated player's event" in reason
    assert page.find(".//table[@class='newcomers sortable filtered']//td[@class='text']/a") is not None


def anchors(page: ET.Element) -> Counter[str]:
    """Count the names to which a page can be linked."""
    return Counter(part.get("id", "") for part in page.iter() if part.get("id"))


EVENTS = {
    "open": (big_open(18, 5),),
    "round robin": (round_robin(),),
    "teams": (team_event(),),
    "several": (round_robin(), big_open(18, 5)),
}


@pytest.mark.parametrize("name", EVENTS)
def test_every_link_leads_somewhere_and_every_anchor_is_there_once(name: str) -> None:
    """Names lead to workings, workings to lines, citations to articles."""
    page = read(written(*EVENTS[name]))
    known = anchors(page)
    links = [link.get("href", "") for link in page.iter("a")]

    assert set(known.values()) == {1}
    assert [link for link in links if not link.startswith("#") or link[1:] not in known] == []
    players = len(rated_rows(*EVENTS[name])[1])
    workings = {f"#{anchor}" for anchor in known if anchor.startswith("working-")}
    assert len([anchor for anchor in known if anchor.startswith("player-")]) == len(workings) == players
    assert {link for link in links if link.startswith("#working-")} == workings


def test_fide_numbers_are_there_and_link_to_nothing() -> None:
    """They stand as text in the line and in the working."""
    page = read(written(round_robin()))
    rows = lines(page, "changes")
    place = rows[0].index("FIDE number")

    assert [row[place] for row in rows[1:]] == [str(99000000 + number) for number in (6, 5, 4, 3, 2, 1)]
    assert [link.get("href") for link in page.iter("a") if "9900000" in "".join(link.itertext())] == []
    assert "FIDE number 99000001" in "".join(page.itertext())


def test_an_asterisk_is_explained_where_there_is_one() -> None:
    """605 points between the first and the last count as 400; in an open of equals there is nothing to explain."""
    words = "* behind a rating: the difference is larger than the largest that counts"

    assert words in "".join(read(written(round_robin())).itertext())
    assert "1900*" in "".join(read(written(round_robin())).itertext())
    assert words not in "".join(read(written(team_event())).itertext())


def test_citations_lead_to_the_words_of_the_article() -> None:
    """On the page itself, in our words; so it works without a network."""
    page = read(written(round_robin()))
    articles = {
        entry.get("id"): " ".join(entry.itertext())
        for entry in page.iter("div")
        if (entry.get("id") or "").startswith("article-")
    }

    assert "more than 400" in articles["article-fide-2024-03-8.3.1"]
    assert all(len(words) > 40 for words in articles.values())


def test_citations_of_findings_are_links_too() -> None:
    """Those of a known edition in brackets at the end; other brackets and odd names stay text."""
    findings = (
        "Check: Player 2 [x-y z] has no federation. [fide-2024-03 10.1; fide-2024-03 7.1.2 [2]]",
        "Check: <b> [not-an-edition 7]",
    )
    page = read(written(round_robin(), findings=findings))
    first, second = page.findall("body/div[@class='note']/ul/li")

    assert "".join(first.itertext()) == findings[0]
    assert ["".join(link.itertext()) for link in first.iter("a")] == ["fide-2024-03 10.1", "fide-2024-03 7.1.2 [2]"]
    assert ("".join(second.itertext()), len(second)) == (findings[1], 0)
    known = anchors(page)
    assert all(link.get("href", "")[1:] in known for link in first.iter("a"))


def test_an_amendment_takes_the_words_of_the_text_before() -> None:
    """The edition of October 2025 restates one article; of the others the words of 2024 are given, and it says so."""
    report, day = round_robin(), date(2025, 11, 5)
    later = replace(report, start=day, end=day, tournament=replace(report.tournament, start=day, end=day))
    page = read(written(later))
    articles = {entry.get("id"): " ".join(entry.itertext()) for entry in page.iter("div") if entry.get("id")}

    assert "every difference counts as it is" in articles["article-fide-2025-10-8.3.1"]
    assert "As in fide-2024-03 8.1 b." in articles["article-fide-2025-10-8.1-b"]


def test_events_of_a_period_are_told_apart() -> None:
    """Rank and number belong to an event, so the changes of several go by name; the working has a table for each."""
    page = read(written(round_robin(), big_open(18, 5)))
    head, *rows = lines(page, "changes")

    assert head[0] == "Name"
    table = next(table for table in page.iter("table") if "several" in table.get("class", ""))
    names = ["".join(link.itertext()) for link in table.iter("a")]
    assert len(names) == len(rows) == 18
    assert names == sorted(names, key=str.casefold)
    working = next(details for details in page.iter("details") if details.get("id") == "working-99000001")
    assert ["".join(title.itertext()) for title in working.iter("h3")] == ["A round robin", "A large open"]


def test_two_thousand_players_stay_small() -> None:
    """The page is below 1.5 MB, the workings stand beside it, and the links between the two files hold."""
    rated, rows = rated_rows(big_open(2000))
    pages = event_pages(rated, rows, {}, [], "out/my event.html")
    main, working = pages["out/my event.html"], pages["out/my event-working.html"]

    assert list(pages) == ["out/my event-working.html", "out/my event.html"]
    assert len(main.encode()) < 1_500_000
    read_pages = {"my event.html": read(main), "my event-working.html": read(working)}
    known = {name: set(anchors(page)) for name, page in read_pages.items()}
    for name, page in read_pages.items():
        for link in page.iter("a"):
            file, _, anchor = link.get("href", "").partition("#")
            assert not anchor or anchor in known[unquote(file) or name], link.get("href")
    links = [link.get("href", "") for link in read_pages["my event.html"].iter("a")]
    assert sum(link.startswith("my%20event-working.html#working-") for link in links) >= 4000
    assert len([anchor for anchor in known["my event-working.html"] if anchor.startswith("working-")]) == 2000


def test_on_standard_output_a_large_event_says_where_its_working_is() -> None:
    """There is no file beside it, so nothing links there."""
    rated, rows = rated_rows(big_open(400))
    assert sum(len(row.games) for row in rows) > MOST_ROUNDS
    page = event_page(rated, rows, {}, [])

    assert "-o page.html" in page
    assert 'href="None' not in page
    assert set(anchors(read(page)).values()) == {1}


def test_the_command_writes_the_file_beside(tmp_path: Path) -> None:
    """And says so."""
    report = tmp_path / "open.trf"
    report.write_text(write_trf(big_open(400).tournament), encoding="utf-8")
    code, out, err = arpad("rate", str(report), "--k", "20", "-o", str(tmp_path / "open.html"))

    assert (code, err) == (0, "")
    assert f"{tmp_path / 'open-working.html'} written: every player's working" in out
    assert sorted(place.name for place in tmp_path.iterdir()) == ["open-working.html", "open.html", "open.trf"]


def mistyped_page(tmp_path: Path) -> ET.Element:
    """Write the bundled event with two digits of a FIDE number exchanged, rated by its list; read the page."""
    arpad("example", "--write", str(tmp_path))
    report = tmp_path / "spring-open.trf"
    report.write_text(report.read_text(encoding="utf-8").replace("99000028", "99000082"), encoding="utf-8")
    page = tmp_path / "page.html"
    arpad("rate", str(report), "--list", str(tmp_path / "standard_may25frl.txt"), "-o", str(page))
    return read(page.read_text(encoding="utf-8"))


def test_a_number_in_doubt_and_who_met_the_player_are_marked(tmp_path: Path) -> None:
    """As in the table of the terminal; the working says what is wrong, and by which opponent a change may differ."""
    page = mistyped_page(tmp_path)
    names = {row[1]: row[2] for row in lines(page, "changes")[1:]}
    text = " ".join(page.itertext())

    assert (names["2"], names["3"]) == ("FM Linden, Bruno !FIDE number in doubt", "Marlow, Cian")
    assert names["1"] == "WIM Kestrel, Ada ~"
    assert "! The FIDE number is in doubt: the rating of the report is used, and no first rating is given." in text
    assert "~ Met a player marked !; with the right number the change may differ." in text
    assert "FIDE number 99000082 is not on the list of 2025-05-01; 99000028" in text
    assert text.count("FIDE number in doubt; the rating is that of the report") == 3


def test_nobody_is_marked_where_no_number_is_in_doubt() -> None:
    """The signs are explained only where there is one."""
    assert "Met a player marked" not in written(big_open(12, 5))


def test_an_unknown_k_is_said_once() -> None:
    """A question mark stands in the column, and below the table what it means; sums of no changes are not given."""
    rated, rows = rated_rows(big_open(12, 5), k=None)
    page = event_page(rated, rows, {}, ())

    assert page.count("it is not known, so there is no change") == 1
    assert Counter(row[11] for row in lines(read(page), "changes")[1:]) == {"?": 11, "40": 1}
    assert "all changes together" not in page
    assert "it is not known" not in written(big_open(12, 5))


def test_many_findings_are_folded_behind_the_first() -> None:
    """The changes stay near the top; nothing is left out."""
    page = read(written(round_robin(), findings=tuple(f"Check: number {number}." for number in range(20))))
    note = next(part for part in page.iter("div") if part.get("class") == "note")
    (more,) = note.findall("details")

    assert len(note.findall("ul/li")) == 8
    assert ("".join(more.find("summary").itertext()), len(more.findall("ul/li"))) == ("12 more", 12)  # type: ignore[union-attr]


def test_a_standing_that_a_report_does_not_have_takes_no_room() -> None:
    """Reports before 2026 name teams and players, and no rank or points of teams."""
    report = team_event()
    bare = tuple(Team(team.name, team.players, team.number) for team in report.tournament.teams)
    without = replace(report, tournament=replace(report.tournament, teams=bare))

    assert lines(read(written(without)), "cross")[0] == ["No.", "Team", "1", "2", "3"]
    assert lines(read(written(report)), "cross")[0] == [
        *("Rk.", "No.", "Team", "1", "2", "3"),
        *("Match points", "Board points"),
    ]

"""The forms of 2003 and the computer table: written and read back."""

from __future__ import annotations

from datetime import date
from itertools import combinations

import pytest

from arpad import edition
from arpad.events.computer_table import computer_table
from arpad.events.form_changes import changes_from_list
from arpad.events.rating_lists import ListOfDay
from arpad.formats.forms_2003.computer_table import read_computer_table, write_computer_table
from arpad.formats.forms_2003.report_forms import FormError, read_form, read_remarks, write_form
from arpad.model.meetings import meetings
from arpad.model.numbers import Hundredths, Rating
from arpad.model.rating_list import KindRating, Listed
from arpad.model.tournament import Entry, Pairing, Team, Tournament

SCHEDULE = [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
RESULTS = {(1, 4): "1", (2, 3): "=", (4, 3): "+", (1, 2): "=", (2, 4): "1", (3, 1): "0"}
BACK = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}
RATINGS = [2400, 2300, 2200, None]


def robin(cycles: int = 1) -> Tournament:
    """A round robin of four made-up players, the last unrated, one game forfeited."""
    rounds: dict[int, list[Pairing]] = {number: [] for number in range(1, 5)}
    for _ in range(cycles):
        for pairs in SCHEDULE:
            for white, black in pairs:
                result = RESULTS[white, black]
                rounds[white].append(Pairing(black, "w", result))
                rounds[black].append(Pairing(white, "b", BACK[result]))
    entries = tuple(
        Entry(
            number,
            f"Player {'ABCD'[number - 1]}",
            tuple(rounds[number]),
            title="FM" if number == 1 else None,
            rating=None if RATINGS[number - 1] is None else Rating(RATINGS[number - 1] or 0),
            federation="NLD",
            fide_id=99000000 + number,
            points=Hundredths(cycles * [250, 200, 50, 100][number - 1]),
            rank=[1, 2, 4, 3][number - 1],
        )
        for number in range(1, 5)
    )
    return Tournament("Four", "Harbourtown", "NLD", date(2004, 3, 5), date(2004, 3, 7), time="2 hours", entries=entries)


def games_by_name(tournament: Tournament) -> set[tuple[str, str, str, str | None, str]]:
    """Give every game by names, with results and status, whoever had white."""
    names = {entry.number: entry.name for entry in tournament.entries}
    return {
        min(
            (
                names[meeting.first],
                names[meeting.second or 0],
                meeting.first_result,
                meeting.second_result,
                meeting.status,
            ),
            (
                names[meeting.second or 0],
                names[meeting.first],
                meeting.second_result or "",
                meeting.first_result,
                meeting.status,
            ),
        )
        for meeting in meetings(tournament)
        if meeting.second
    }


@pytest.mark.article("11.2", edition="fide-2003-07")
@pytest.mark.article("11.2.3", edition="fide-2003-07")
@pytest.mark.parametrize("cycles", [1, 2])
def test_form_1(cycles: int) -> None:
    """Names, days, time and the crosstable in final order, unplayed games marked, come back."""
    tournament = robin(cycles)
    text = write_form(tournament, 1)
    read = read_form(text)

    assert [entry.name for entry in read.entries] == ["Player A", "Player B", "Player D", "Player C"]
    assert (read.name, read.start, read.end, read.time) == (
        tournament.name,
        tournament.start,
        tournament.end,
        tournament.time,
    )
    assert games_by_name(read) == games_by_name(tournament)
    assert ("+" * cycles) in text
    assert ("½" * cycles) in text


@pytest.mark.article("11.2.1", edition="fide-2003-07")
@pytest.mark.article("11.2.2", edition="fide-2003-07")
def test_the_head_of_a_form_names_event_days_and_time_control() -> None:
    """Written where a person finds it, with the exact first and last day."""
    facts = dict(line.split("|") for line in write_form(robin(), 1).splitlines()[2:9])

    assert {label.strip(): value.strip() for label, value in facts.items()} == {
        "Event": "Four",
        "Place": "Harbourtown",
        "Federation": "NLD",
        "First day": "2004-03-05",
        "Last day": "2004-03-07",
        "Time control": "2 hours",
        "Arbiter": "",
    }


@pytest.mark.article("11.2.3", edition="fide-2003-07")
def test_form_1_cell_by_cell() -> None:
    """In final order: name, title, federation, number, rating, the results against everybody, and the points."""
    rows = [[cell.strip() for cell in line.split("|")] for line in write_form(robin(), 1).splitlines()[10:]]

    assert rows == [
        ["No", "Name", "Title", "Fed", "FIDE id", "Rating", "1", "2", "3", "4", "Points"],
        ["1", "Player A", "FM", "NLD", "99000001", "2400", "*", "½", "1", "1", "2.5"],
        ["2", "Player B", "", "NLD", "99000002", "2300", "½", "*", "1", "½", "2.0"],
        ["3", "Player D", "", "NLD", "99000004", "", "0", "0", "*", "+", "1.0"],
        ["4", "Player C", "", "NLD", "99000003", "2200", "0", "½", "-", "*", "0.5"],
    ]
    read = read_form(write_form(robin(), 1))
    assert [(entry.title, entry.federation, entry.fide_id, entry.rating) for entry in read.entries] == [
        ("FM", "NLD", 99000001, 2400),
        (None, "NLD", 99000002, 2300),
        (None, "NLD", 99000004, None),
        (None, "NLD", 99000003, 2200),
    ]


@pytest.mark.article("11.2.3", edition="fide-2003-07")
@pytest.mark.parametrize(("code", "other", "signs"), [("+", "-", "+-"), ("D", "D", "=="), ("-", "-", "--")])
def test_unplayed_games_have_signs_of_their_own(code: str, other: str, signs: str) -> None:
    """A point, none or half a point without a game: +, - and =, which no played game has."""
    entries = (Entry(1, "A", (Pairing(2, "w", code),), rank=1), Entry(2, "B", (Pairing(1, "b", other),), rank=2))
    tournament = Tournament("Two", start=date(2004, 3, 5), end=date(2004, 3, 5), entries=entries)
    rows = [[cell.strip() for cell in line.split("|")] for line in write_form(tournament, 1).splitlines()[-2:]]

    assert (rows[0][7], rows[1][6]) == (signs[0], signs[1])
    assert [entry.rounds[0].result for entry in read_form(write_form(tournament, 1)).entries] == [code, other]


@pytest.mark.article("11.2.3", edition="fide-2003-07")
@pytest.mark.parametrize("form", [1, 2, 3])
def test_whoever_differs_from_the_current_list_is_marked(form: int) -> None:
    """A married since the list was made, C has another federation and D a rating there; B is as on the list."""
    of_day = ListOfDay(date(2004, 1, 1), federations={"NLD", "BEL"})
    of_day.players = {
        99000001: Listed(99000001, "Player Maiden", "NLD", title="FM", standard=KindRating(2400)),
        99000002: Listed(99000002, "Player B", "NLD", standard=KindRating(2300)),
        99000003: Listed(99000003, "Player C", "BEL", standard=KindRating(2200)),
        99000004: Listed(99000004, "Player D", "NLD", title="CM", standard=KindRating(1900)),
    }
    tournament = robin()
    text = write_form(tournament, form, changes_from_list(tournament, of_day))
    head, *body = ([cell.strip() for cell in line.split("|")] for line in text.splitlines()[10:])
    marks = {row[head.index("Name")]: row[head.index("Changed")] for row in body}

    assert marks == {
        "Player A": "! list: Player Maiden",
        "Player B": "",
        "Player C": "! list: BEL",
        "Player D": "! list: CM; 1900",
    }
    assert games_by_name(read_form(text)) == games_by_name(tournament)


@pytest.mark.article("11.2.3", edition="fide-2003-07")
def test_who_is_not_on_the_current_list_is_marked_too() -> None:
    """A list of the world without D says so of D; a list of another federation says nothing."""
    tournament = robin()
    world, of_others = ListOfDay(date(2004, 1, 1), federations={"NLD", "BEL"}), ListOfDay(date(2004, 1, 1))
    of_others.federations = {"BEL"}

    assert changes_from_list(tournament, world) == dict.fromkeys(range(1, 5), "not on the list")
    assert changes_from_list(tournament, of_others) == {}


@pytest.mark.article("11.2.3", edition="fide-2003-07")
@pytest.mark.parametrize("form", [1, 2, 3])
def test_explanations_and_unusual_events_stand_below_the_table(form: int) -> None:
    """They are no players, and come back as they were written."""
    remarks = ("C did not come on the second day; D has the point.", "The clocks of round 3 were set | anew.")
    text = write_form(robin(), form, remarks=remarks)

    assert read_remarks(text) == (remarks[0], "The clocks of round 3 were set / anew.")
    assert len(read_form(text).entries) == 4
    assert games_by_name(read_form(text)) == games_by_name(robin())


@pytest.mark.article("11.3", edition="fide-2003-07")
@pytest.mark.parametrize("form", [2, 3])
def test_forms_2_and_3_keep_the_colours(form: int) -> None:
    """A Swiss or team form has, beyond that, the rounds and the colours."""
    from dataclasses import replace  # noqa: PLC0415 - only here

    tournament = replace(robin(), teams=(Team("North", (1, 2)), Team("South", (3, 4))))
    read = read_form(write_form(tournament, form))
    colours = {entry.name: [pairing.colour for pairing in entry.rounds] for entry in tournament.entries}

    assert games_by_name(read) == games_by_name(tournament)
    assert {entry.name: [pairing.colour for pairing in entry.rounds] for entry in read.entries} == colours
    assert [team.name for team in read.teams] == (["North", "South"] if form == 3 else [])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "names none of the forms"),
        ("Rating report, form 1: round robin\n", "table of players is missing"),
        ("Rating report, form 2: Swiss\nFirst day | 5.3.2004\nNo | Name\n", "is no day"),
        (
            "Rating report, form 2: Swiss\nNo | Name | Title | Fed | FIDE id | Rating | R1 | Points\n1|A||||2x||\n",
            "line of player 1",
        ),
        (
            "Rating report, form 2: Swiss\nNo | Name | Title | Fed | FIDE id | Rating | R1 | Points\n1|A|||||won|\n",
            "is no round such as",
        ),
    ],
)
def test_what_is_no_form_says_why(text: str, sentence: str) -> None:
    """A form with something missing is refused with a sentence."""
    with pytest.raises(FormError, match=sentence):
        read_form(text)


@pytest.mark.article("11.3.1", edition="fide-2003-07")
def test_computer_table() -> None:
    """Rar, n, W and W less We; a zero for the unrated player with fewer than four rated opponents; Ru with four.

    A met B (2300, ½) and C (2200, 1): Rar 2250, D 150 is PD .70, W 1.5 less 1.40. D met three, one by forfeit.
    """
    rows = {row.name: row for row in computer_table(robin(), edition("fide-2003-07"))}

    a, d = rows["Player A"], rows["Player D"]
    assert (a.average, a.games, a.score, a.difference, a.ru) == (2250, 2, 150, 10, None)
    assert (d.average, d.games, d.score, d.difference, d.ru) == (0, 2, 0, None, None)


@pytest.mark.article("11.3.1", edition="fide-2003-07")
def test_computer_table_gives_ru_below_1800() -> None:
    """One point from four opponents of 1900: p .25, dp -193, Ru 1707, shown although nothing below 1801 counts."""
    others = [Entry(number, f"R{number}", (), rating=Rating(1900)) for number in range(2, 6)]
    newcomer = Entry(1, "New", tuple(Pairing(number, "w", "1" if number == 2 else "0") for number in range(2, 6)))
    filled = [
        Entry(
            other.number,
            other.name,
            tuple(
                Pairing(1, "b", "0" if other.number == 2 else "1")
                if index + 2 == other.number
                else Pairing(None, None, "")
                for index in range(4)
            ),
            rating=other.rating,
        )
        for other in others
    ]
    rows = computer_table(Tournament(entries=(newcomer, *filled)), edition("fide-2003-07"))
    new = next(row for row in rows if row.name == "New")

    assert (new.average, new.games, new.score, new.ru) == (1900, 4, 100, 1707)
    assert read_computer_table(write_computer_table(rows)) == rows


@pytest.mark.article("11.3.1", edition="fide-2003-07")
@pytest.mark.parametrize(("rated", "average", "ru"), [(3, 0, None), (4, 1900, 1900)])
def test_computer_table_asks_for_four_rated_opponents(rated: int, average: int, ru: int | None) -> None:
    """Half of the points: with three rated opponents a zero stands as average and there is no Ru; with four there is.

    n and W are those against rated opponents in both; a fifth opponent is unrated and counts for neither.
    """
    others = range(2, 7)
    rounds = tuple(Pairing(number, "w", "=") for number in others)
    field = [
        Entry(
            number,
            f"R{number}",
            tuple(Pairing(1, "b", "=") if index + 2 == number else Pairing(None, None, "") for index in range(5)),
            rating=Rating(1900) if number < 2 + rated else None,
        )
        for number in others
    ]
    rows = computer_table(Tournament(entries=(Entry(1, "New", rounds), *field)), edition("fide-2003-07"))
    new = next(row for row in rows if row.name == "New")

    assert (new.average, new.games, new.score, new.difference, new.ru) == (average, rated, 50 * rated, None, ru)


def test_every_pair_meets_once() -> None:
    """The rounds laid out for a crosstable bring everybody together with everybody once."""
    for players in (3, 4, 5, 6, 9, 10):
        cells = dict.fromkeys(combinations(range(1, players + 1), 2), "½")
        head = " | ".join(
            ["No", "Name", "Title", "Fed", "FIDE id", "Rating", *map(str, range(1, players + 1)), "Points"]
        )
        lines = [
            f"{number} | P{number} | | | | 2000 | "
            + " | ".join(
                "*" if number == other else cells[min(number, other), max(number, other)]
                for other in range(1, players + 1)
            )
            + " | "
            for number in range(1, players + 1)
        ]
        read = read_form("\n".join(["Rating report, form 1: round robin", head, *lines]))

        games = [{meeting.first, meeting.second} for meeting in meetings(read) if meeting.played]
        assert len(games) == len(cells) == len({frozenset(game) for game in games})

"""The forms of 2003 and the computer table: written and read back."""

from __future__ import annotations

from datetime import date
from itertools import combinations

import pytest

from arpad import edition
from arpad.events.computer_table import computer_table
from arpad.formats.computer_table import read_computer_table, write_computer_table
from arpad.formats.report_forms import FormError, read_form, write_form
from arpad.model.meetings import meetings
from arpad.model.numbers import Hundredths, Rating
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


def told(made: Tournament) -> set[tuple[str, str, str, str | None, str]]:
    """Give every game by names, with results and status, whoever had white."""
    names = {one.number: one.name for one in made.entries}
    return {
        min(
            (names[one.first], names[one.second or 0], one.first_result, one.second_result, one.status),
            (names[one.second or 0], names[one.first], one.second_result or "", one.first_result, one.status),
        )
        for one in meetings(made)
        if one.second
    }


@pytest.mark.article("11.2", edition="fide-2003-07")
@pytest.mark.article("11.2.1", edition="fide-2003-07")
@pytest.mark.article("11.2.2", edition="fide-2003-07")
@pytest.mark.article("11.2.3", edition="fide-2003-07")
@pytest.mark.parametrize("cycles", [1, 2])
def test_form_1(cycles: int) -> None:
    """Names, days, time and the crosstable in final order, unplayed games marked, come back."""
    made = robin(cycles)
    text = write_form(made, 1)
    read = read_form(text)

    assert [one.name for one in read.entries] == ["Player A", "Player B", "Player D", "Player C"]
    assert (read.name, read.start, read.end, read.time) == (made.name, made.start, made.end, made.time)
    assert told(read) == told(made)
    assert ("+" * cycles) in text
    assert ("½" * cycles) in text


@pytest.mark.article("11.3", edition="fide-2003-07")
@pytest.mark.parametrize("form", [2, 3])
def test_forms_2_and_3_keep_the_colours(form: int) -> None:
    """A Swiss or team form has, beyond that, the rounds and the colours."""
    from dataclasses import replace  # noqa: PLC0415 - only here

    made = replace(robin(), teams=(Team("North", (1, 2)), Team("South", (3, 4))))
    read = read_form(write_form(made, form))
    colours = {one.name: [pairing.colour for pairing in one.rounds] for one in made.entries}

    assert told(read) == told(made)
    assert {one.name: [pairing.colour for pairing in one.rounds] for one in read.entries} == colours
    assert [one.name for one in read.teams] == (["North", "South"] if form == 3 else [])


@pytest.mark.parametrize(
    ("text", "said"),
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
def test_what_is_no_form_says_why(text: str, said: str) -> None:
    """A form with something missing is refused with a sentence."""
    with pytest.raises(FormError, match=said):
        read_form(text)


@pytest.mark.article("11.3.1", edition="fide-2003-07")
def test_computer_table() -> None:
    """Rar, n, W and W less We; a zero for the unrated player with fewer than four rated opponents; Ru with four.

    A met B (2300, ½) and C (2200, 1): Rar 2250, D 150 is PD .70, W 1.5 less 1.40. D met three, one by forfeit.
    """
    rows = {one.name: one for one in computer_table(robin(), edition("fide-2003-07"))}

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
            one.number,
            one.name,
            tuple(
                Pairing(1, "b", "0" if one.number == 2 else "1") if index + 2 == one.number else Pairing(None, None, "")
                for index in range(4)
            ),
            rating=one.rating,
        )
        for one in others
    ]
    rows = computer_table(Tournament(entries=(newcomer, *filled)), edition("fide-2003-07"))
    new = next(one for one in rows if one.name == "New")

    assert (new.average, new.games, new.score, new.ru) == (1900, 4, 100, 1707)
    assert read_computer_table(write_computer_table(rows)) == rows


def test_every_pair_meets_once() -> None:
    """The rounds laid out for a crosstable bring everybody together with everybody once."""
    for players in (3, 4, 5, 6, 9, 10):
        cells = dict.fromkeys(combinations(range(1, players + 1), 2), "½")
        head = " | ".join(
            ["No", "Name", "Title", "Fed", "FIDE id", "Rating", *map(str, range(1, players + 1)), "Points"]
        )
        lines = [
            f"{one} | P{one} | | | | 2000 | "
            + " | ".join(
                "*" if one == other else cells[min(one, other), max(one, other)] for other in range(1, players + 1)
            )
            + " | "
            for one in range(1, players + 1)
        ]
        read = read_form("\n".join(["Rating report, form 1: round robin", head, *lines]))

        games = [{one.first, one.second} for one in meetings(read) if one.played]
        assert len(games) == len(cells) == len({frozenset(one) for one in games})

"""Identities against the list in force: numbers, names, years, federations, namesakes; ratings and titles."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from made_events import DAYS, articles, event, finding_of
from made_lists import combined_line, combined_text, person

from arpad.events.check.event import check
from arpad.events.facts import EventFacts
from arpad.events.rating_lists import RatingLists, asked_of
from arpad.events.verdict import NOTE, PASSES, UNKNOWN, WARNING
from arpad.formats.lists.names import like_name, same_name
from arpad.model.problems import ArpadError, RefusedError

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.events.verdict import Verdict
    from arpad.model.tournament import Tournament

HEAD = "fide_id,name,federation,sex,title,standard_rating,rapid_rating,birth_year"
ROWS = {
    1: "99000001,Kestrel Ada,NLD,M,FM,1990,1900,1990",
    2: '99000002,"Linden, Bruno",NLD,M,,1900,,1990',
    3: '99000003,"Marlow, Cian",NLD,M,,1800,,1990',
    4: '99000004,"Novak, Dita",NLD,M,,1700,,1990',
    9: '99000990,"Zephyr, Gil",IRL,M,,2100,,1980',
}


def listed(folder: Path, rows: dict[int, str] | None = None, day: str = "2025-05-01") -> str:
    """Write a list and give it with its day."""
    place = folder / "made.csv"
    place.write_text("\n".join([HEAD, *(ROWS | (rows or {})).values()]) + "\n", encoding="utf-8")
    return f"{day}={place}"


def checked(tournament: Tournament, *lists: str, **facts: Any) -> Verdict:  # noqa: ANN401 - any fact
    """Check an event against lists."""
    known = RatingLists(asked_of([tournament]))
    for text in lists:
        known.add(text)
    return check(tournament, EventFacts(**facts), lists=known)


@pytest.fixture
def tournament() -> Tournament:
    """Give an event of four players who are on the list."""
    return event([1990, 1900, 1800, 1700], start=DAYS["fide-2024-03"])


def test_everybody_fits(tournament: Tournament, tmp_path: Path) -> None:
    """Names with or without comma; the list of the first day is cited."""
    given = finding_of(checked(tournament, listed(tmp_path)), "identities")

    assert (given.severity, articles(given)) == (PASSES, {"7.1.1"})


@pytest.mark.parametrize(
    ("row", "code", "severity"),
    [
        ('99000002,"Osprey, Una",NLD,M,,1900,,1990', "name_differs", WARNING),
        ('99000002,"Linden, Bruno",NLD,M,,1900,,1991', "birth_year_differs", WARNING),
        ('99000002,"Linden, Bruno",BEL,M,,1900,,1990', "federation_differs", WARNING),
        ('99000002,"Linden, Bruno",NLD,M,,1950,,1990', "rating_differs", NOTE),
        ('99000002,"Linden, Bruno",NLD,M,,,,1990', "rating_differs", NOTE),
        ('99000005,"Heron, Ivo",NLD,M,,1950,,1990', "unknown_id", WARNING),
    ],
)
def test_what_does_not_fit(tournament: Tournament, tmp_path: Path, row: str, code: str, severity: str) -> None:
    """Each is told with the player concerned, and nothing else is."""
    given = checked(tournament, listed(tmp_path, {2: row}))
    about = [finding for finding in given.findings if finding.players == (2,)]

    assert [(finding.code, finding.severity) for finding in about] == [(code, severity)]


def test_transposed_digits(tournament: Tournament, tmp_path: Path) -> None:
    """99000020 instead of 99000002: the exchange is guessed from the name."""
    wrong = replace(
        tournament,
        entries=(tournament.entries[0], replace(tournament.entries[1], fide_id=99000020), *tournament.entries[2:]),
    )
    given = finding_of(checked(wrong, listed(tmp_path)), "unknown_id")

    assert "With two digits exchanged, 99000002 is Linden, Bruno" in given.message


def test_newcomers_are_named_together_in_a_note(tournament: Tournament, tmp_path: Path) -> None:
    """A list of rated players does not have them: that is no slip, and they do not hide those of the others."""
    unrated = [replace(entry, rating=None, fide_id=99000700 + entry.number) for entry in tournament.entries[2:]]
    new = [replace(entry, name=name) for entry, name in zip(unrated, ("Quince, Olga", "Rowan, Pim"), strict=True)]
    wrong = replace(tournament.entries[1], fide_id=99000020)
    given = checked(replace(tournament, entries=(tournament.entries[0], wrong, *new)), listed(tmp_path))
    finding = finding_of(given, "newcomers")

    assert (finding.severity, finding.players) == (NOTE, (3, 4))
    assert finding.message.startswith(
        "2 players without a rating have FIDE numbers that are not on the list of 2025-05-01"
    )
    assert [each.players for each in given.findings if each.code == "unknown_id"] == [(2,)]


def test_a_player_without_a_rating_whom_the_list_may_mean_is_not_taken_as_new(
    tournament: Tournament, tmp_path: Path
) -> None:
    """The rating was forgotten and the number is wrong: the name gives it away."""
    wrong = replace(tournament.entries[1], fide_id=99000020, rating=None)
    given = checked(replace(tournament, entries=(tournament.entries[0], wrong)), listed(tmp_path))

    assert [each.players for each in given.findings if each.code == "unknown_id"] == [(2,)]
    assert not [each for each in given.findings if each.code == "newcomers"]


def test_what_can_be_accepted_says_how(tournament: Tournament, tmp_path: Path) -> None:
    """Where a number is proposed the way to take it is named; where none is, it is not."""
    wrong, stranger = replace(tournament.entries[1], fide_id=99000020), replace(tournament.entries[2], name="Yew, Ola")
    entries = (tournament.entries[0], wrong, replace(stranger, fide_id=99000777))
    given = checked(replace(tournament, entries=entries), listed(tmp_path))
    fixes = {each.players: each.fix for each in given.findings if each.code == "unknown_id"}

    assert fixes[2,] == "Correct the number; with the list `arpad rate --accept-ids -o mended.trf` does it."
    assert fixes[3,] == "Correct the number."


def test_namesakes(tournament: Tournament, tmp_path: Path) -> None:
    """Another of the same name, federation and year is told; without a number everybody of the name is."""
    twin = listed(tmp_path, {12: "99000012,BRUNO LINDEN,NLD,M,,1500,,1990"})
    without = replace(
        tournament,
        entries=(tournament.entries[0], replace(tournament.entries[1], fide_id=None), *tournament.entries[2:]),
    )
    numbered, unnumbered = (
        finding_of(checked(tournament, twin), "namesakes"),
        finding_of(checked(without, twin), "namesakes"),
    )

    assert (numbered.severity, "99000012" in numbered.message) == (NOTE, True)
    assert (unnumbered.severity, "99000002" in unnumbered.message) == (WARNING, True)


def test_titles(tournament: Tournament, tmp_path: Path) -> None:
    """A title that the list does not have is told."""
    titled = replace(tournament, entries=(replace(tournament.entries[0], title="IM"), *tournament.entries[1:]))

    assert finding_of(checked(titled, listed(tmp_path)), "title_differs").players == (1,)


def test_the_rating_of_the_list_decides(tournament: Tournament, tmp_path: Path) -> None:
    """Typed 1990, listed 2405: at 100 minutes his games are too fast."""
    slow = replace(tournament, time="100 min")
    rated = {1: "99000001,Kestrel Ada,NLD,M,FM,2405,,1990"}
    given = checked(slow, listed(tmp_path, rated))

    assert finding_of(given, "too_fast").players == (1,)
    assert not [finding for finding in checked(slow, listed(tmp_path)).findings if finding.code == "too_fast"]


def test_a_list_of_another_day_is_not_the_one(tournament: Tournament, tmp_path: Path) -> None:
    """The list in force on 2 May is that of 1 May; without it nothing is compared, and that is said."""
    given = finding_of(checked(tournament, listed(tmp_path, day="2025-04-01")), "list_missing")

    assert (given.severity, given.decides, "2025-05-01" in given.message) == (UNKNOWN, False, True)


def test_a_list_of_one_federation_knows_only_its_own(tournament: Tournament, tmp_path: Path) -> None:
    """Players of others are not taken for unknown."""
    guest = replace(tournament.entries[3], federation="AUT", fide_id=99000404)
    rows = {9: '99000990,"Zephyr, Gil",NLD,M,,2100,,1980'}
    given = checked(replace(tournament, entries=(*tournament.entries[:3], guest)), listed(tmp_path, rows))

    assert finding_of(given, "list_partial").players == (4,)
    assert not [finding for finding in given.findings if finding.code == "unknown_id"]


def test_lists_are_dated_by_header_or_by_hand(tmp_path: Path) -> None:
    """A list without a day is refused with what to write; so is one that is none, or cannot be opened."""
    place = listed(tmp_path).partition("=")[2]
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear arbiter,\n", encoding="utf-8")
    lists = RatingLists()
    lists.add(f"2025-05-01={place}")

    assert lists.days == (date(2025, 5, 1),)
    with pytest.raises(RefusedError, match="does not say of which day"):
        lists.add(place)
    with pytest.raises(RefusedError, match="no rating list"):
        lists.add(f"2025-05-01={letter}")
    with pytest.raises(ArpadError, match="cannot be opened"):
        lists.add("2025-05-01=nowhere.txt")
    with pytest.raises(ArpadError, match="no date"):
        lists.add(f"2025-13-01={place}")


def test_two_lists_of_one_day_are_taken_together(tmp_path: Path) -> None:
    """A standard and a rapid list of the same day: both ratings of a player are known."""
    heads = {"standard": "SEP25", "rapid": "SEP25"}
    for kind, rating in (("standard", 1990), ("rapid", 1850)):
        head = (
            "ID Number      Name                                                         Fed Sex Tit  WTit OTit        "
            f"   FOA {heads[kind]} Gms K  B-day Flag"
        )
        person = f"{99000001:<15}{'Kestrel, Ada':<61}NLD F{'':<32}"
        line = f"{person}{rating:<6}{0:<4}{20:<3}1990      "
        tmp_path.joinpath(f"{kind}_sep25frl.txt").write_text(f"{head}\r\n{line}\r\n", encoding="utf-8", newline="")
    lists = RatingLists()
    for kind in heads:
        lists.add(str(tmp_path / f"{kind}_sep25frl.txt"))
    of_day = lists.on(date(2025, 9, 1))

    assert of_day is not None
    listed_player = of_day.get(99000001)
    assert listed_player is not None
    assert (listed_player.standard.rating, listed_player.rapid.rating, of_day.kinds) == (
        1990,
        1850,
        {"standard", "rapid"},
    )


def test_of_a_long_list_only_those_are_read_who_are_asked_for(tournament: Tournament, tmp_path: Path) -> None:
    """By number, by a number like it, by name; the federations of the list are known all the same."""
    world = combined_text(3000)
    ours = [
        combined_line(number, person(Random(number)) | {"name": name, "fed": "NLD"})  # noqa: S311 - made-up people
        for number, name in ((99000001, "Kestrel, Ada"), (99000020, "Heron, Ivo"), (99000777, "Linden, Bruno"))
    ]
    place = tmp_path / "world.txt"
    place.write_bytes(world + "".join(f"{line}\r\n" for line in ours).encode())
    lists = RatingLists(asked_of([tournament]))
    lists.add(f"2025-05-01={place}")
    of_day = lists.on(date(2025, 5, 1))

    assert of_day is not None
    assert sorted(of_day.players) == [99000001, 99000020, 99000777]
    assert len(of_day.federations) > 1


@pytest.mark.parametrize(
    ("name", "other", "same", "like"),
    [
        ("Müller, Jörg", "MUELLER Joerg", True, True),
        ("Müller, J", "Müller, Jörg", False, True),
        ("Jörg Müller", "Müller, Jörg Michael", False, True),
        ("Müller, Hans", "Müller, Jörg", False, False),
        ("", "Müller, Jörg", False, False),
    ],
)
def test_names(name: str, other: str, same: bool, like: bool) -> None:
    """Accents, capitals and order do not matter; an initial can be a name."""
    assert (same_name(name, other), like_name(name, other)) == (same, like)


def test_a_player_without_a_number_is_named(tournament: Tournament) -> None:
    """Also without a list."""
    without = replace(tournament, entries=(replace(tournament.entries[0], fide_id=None), *tournament.entries[1:]))

    assert finding_of(check(without), "no_fide_id").players == (1,)

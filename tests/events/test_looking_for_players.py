"""Players looked for in a list: by look-ups, never each against each; near is what a slip makes."""

from __future__ import annotations

import zipfile
from datetime import date
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_lists import combined_line, combined_player, combined_text, combined_xml, name, person

from arpad.events import asked_players, rating_lists
from arpad.events.asked_players import AskedPerson, AskedPlayers, NearPlayers, is_like, mistyped
from arpad.events.rating_lists import RatingLists
from arpad.formats.lists.names import close_name, differ_by_a_letter, name_key, plain_words, same_name

if TYPE_CHECKING:
    from pathlib import Path

DAY = date(2025, 5, 1)
WORDS = st.text(st.sampled_from("abeouäöüåøñ'-é "), max_size=12)
SHORT = st.text(st.sampled_from("abcd"), min_size=3, max_size=7)


@given(WORDS, WORDS)
def test_the_same_name_has_the_same_key(first: str, second: str) -> None:
    """However ä and å are written, and in whatever order."""
    turned = " ".join(reversed(first.split()))
    for other in (second, turned, first.replace("ä", "ae"), first.replace("å", "aa"), first.upper()):
        if same_name(first, other):
            assert name_key(plain_words(first)) == name_key(plain_words(other))


def slips(word: str) -> set[str]:
    """Make every slip of one letter, from the alphabet of the test."""
    places = range(len(word))
    letters = "abcd"
    return {
        *(word[:place] + word[place + 1 :] for place in places),
        *(word[:place] + letter + word[place + 1 :] for place in places for letter in letters),
        *(word[:place] + letter + word[place:] for place in range(len(word) + 1) for letter in letters),
        *(word[:place] + word[place : place + 2][::-1] + word[place + 2 :] for place in places),
    } - {word}


@given(SHORT, SHORT)
def test_a_letter_of_difference_is_what_a_slip_makes(word: str, other: str) -> None:
    """Of words of four letters and more."""
    expected = other in slips(word) and min(len(word), len(other)) >= 4

    assert differ_by_a_letter(word, other) == expected
    assert differ_by_a_letter(other, word) == expected


@given(st.lists(SHORT, min_size=2, max_size=3), st.data())
def test_whoever_is_near_is_found_by_look_up(words: list[str], data: st.DataObject) -> None:
    """A name with one slip is close, and the index gives it; of a single word nothing else would tell."""
    place = data.draw(st.integers(0, len(words) - 1))
    wrong = [*words]
    wrong[place] = data.draw(st.sampled_from(sorted(slips(words[place]))))
    asked, listed = AskedPerson(None, " ".join(words), is_rated=True), " ".join(wrong)
    near = set(NearPlayers([asked]).near("1", listed))

    if close_name(asked.name, listed):
        assert near == {asked}
    assert all(is_like(each.name, listed) for each in near)


@given(st.integers(min_value=1000, max_value=99_999_999), st.integers(0, 7), st.integers(0, 9))
def test_a_slip_in_a_number_goes_both_ways(number: int, place: int, digit: int) -> None:
    """A wrong digit, a missing one, one too many, two exchanged."""
    digits = str(number)
    for slip in (
        digits[:place] + str(digit) + digits[place + 1 :],
        digits[:place] + digits[place + 1 :],
        digits[:place] + str(digit) + digits[place:],
    ):
        if slip and slip[0] != "0" and int(slip) != number:
            assert int(slip) in mistyped(number)
            assert number in mistyped(int(slip))


@pytest.mark.parametrize(
    ("asked", "listed", "is_taken"),
    [
        ("Müller, Jörg", "Mueller, Joerg", True),
        ("O'Hara, Ann", "Ohara, Ann", True),
        ("Smith-Jones, Ann", "Smith Jones, Ann", True),
        ("Ann Smith", "SMITH, ANN", True),
        ("Mueller, Joerg", "Müller, Jörg", True),
        ("Smith, Ann", "Smith, Anne", False),
    ],
)
def test_names_are_asked_for_by_their_keys(asked: str, listed: str, is_taken: bool) -> None:
    """Accents, capitals, order, hyphens and apostrophes do not matter; another name is another."""
    assert AskedPlayers(frozenset([AskedPerson(1, asked)])).takes("2", listed) == is_taken


def world(folder: Path, size: int, asked: list[AskedPerson]) -> str:
    """Write a list with many people, and at its end those asked for."""
    chance = Random(7)  # noqa: S311 - made-up people
    ours = [combined_line(each.fide_id or 0, person(chance) | {"name": each.name, "fed": "NLD"}) for each in asked]
    place = folder / "world.txt"
    place.write_bytes(combined_text(size) + "".join(f"{line}\r\n" for line in ours).encode())
    return f"{DAY}={place}"


def people(count: int) -> list[AskedPerson]:
    """Make up players of a report."""
    chance = Random(11)  # noqa: S311 - made-up people
    return [AskedPerson(99_000_000 + 10 * number, name(chance), "NLD", is_rated=True) for number in range(count)]


def test_nobody_is_compared_with_everybody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two hundred players, ten of them with a wrong number: names are compared a few times for each, not 200 times."""
    right = people(200)
    asked = [each._replace(fide_id=12_345_678 + place) if place < 10 else each for place, each in enumerate(right)]
    compared = 0

    def counted(compare):  # noqa: ANN001, ANN202 - any comparison of two names
        def comparing(first: str, second: str) -> bool:
            nonlocal compared
            compared += 1
            return compare(first, second)

        return comparing

    for module in (asked_players, rating_lists):
        for each in ("same_name", "like_name", "close_name"):
            if hasattr(module, each):
                monkeypatch.setattr(module, each, counted(getattr(module, each)))
    lists = RatingLists(AskedPlayers(frozenset(asked)))
    lists.add(world(tmp_path, 3000, right))
    of_day = lists.on(DAY)

    assert of_day is not None
    assert all(right[place].fide_id in {each.fide_id for each in of_day.near(asked[place])} for place in range(10))
    assert all(of_day.namesakes(each.name) for each in asked)
    assert compared < 10 * len(asked)


def mistaken(chance: Random, each: AskedPerson) -> AskedPerson:
    """Make a slip in the number, the name or both, or none; now and then the number or the rating is missing."""
    number, words = each.fide_id, each.name
    if chance.random() < 0.5:
        number = chance.choice([None, 12_345, *sorted(mistyped(number or 0))[:40]])
    if chance.random() < 0.5:
        place = chance.randrange(len(words) - 1)
        words = chance.choice(
            [
                words[:place] + words[place + 1 :],
                words[:place] + "x" + words[place + 1 :],
                " ".join(reversed(words.split(", "))),
                words.upper(),
                words.split(", ")[0] + ", " + words.split(", ")[1][0],
            ]
        )
    return each._replace(fide_id=number, name=words, is_rated=chance.random() < 0.8)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("form", ["txt", "xml", "zip"])
def test_of_those_asked_for_a_list_tells_as_much_as_a_whole_one(tmp_path: Path, seed: int, form: str) -> None:
    """Whatever slips there are: the same players by number, of the same name, and near."""
    chance = Random(seed)  # noqa: S311 - made-up people
    right = people(25)
    asked = [mistaken(chance, each) for each in right]
    place = world_as(form, tmp_path, right)
    whole, chosen = RatingLists(), RatingLists(AskedPlayers(frozenset(asked)))
    for lists in (whole, chosen):
        lists.add(f"{DAY}={place}")
    everybody, some = whole.on(DAY), chosen.on(DAY)

    assert everybody is not None
    assert some is not None
    assert some.federations == everybody.federations
    assert len(some.players) < len(everybody.players)
    for each in asked:
        if each.fide_id is not None:
            assert some.get(each.fide_id) == everybody.get(each.fide_id)
        assert some.namesakes(each.name) == everybody.namesakes(each.name)
        if each in some.lost():
            assert {listed.fide_id for listed in some.near(each)} == {listed.fide_id for listed in everybody.near(each)}


def world_as(form: str, folder: Path, asked: list[AskedPerson]) -> Path:
    """Write a list of 400 people and those asked for, in one of its forms."""
    chance = Random(7)  # noqa: S311 - made-up people
    ours = [(each.fide_id or 0, person(chance) | {"name": each.name, "fed": "NLD"}) for each in asked]
    if form == "xml":
        text = combined_xml(400).replace(
            b"</playerslist>", "".join(combined_player(*own) for own in ours).encode() + b"</playerslist>"
        )
        place = folder / "world.xml"
        place.write_bytes(text)
        return place
    text = combined_text(400) + "".join(f"{combined_line(*own)}\r\n" for own in ours).encode()
    if form == "txt":
        place = folder / "world.txt"
        place.write_bytes(text)
        return place
    place = folder / "world.zip"
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("world.txt", text)
    return place


def test_somebody_who_waits_is_told(tmp_path: Path) -> None:
    """What is read, and how far; a second reading only where somebody was not found."""

    class Heard:
        def __init__(self) -> None:
            self.stages: list[tuple[str, int | None]] = []
            self.furthest = 0

        def stage(self, what: str, total: int | None = None) -> None:
            self.stages.append((what, total))

        def reached(self, done: int) -> None:
            self.furthest = max(self.furthest, done)

    right = people(3)
    place = world(tmp_path, 10, right)
    size = (tmp_path / "world.txt").stat().st_size
    for asked, stages in ((right, 1), ([right[0]._replace(fide_id=1)], 2)):
        heard = Heard()
        RatingLists(AskedPlayers(frozenset(asked)), heard).add(place)

        assert [total for _, total in heard.stages] == [size] * stages
        assert heard.stages[0][0] == "reading world.txt"
        assert heard.furthest == size

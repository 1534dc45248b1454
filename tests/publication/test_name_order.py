"""The order of a list is kept from list to list; whatever was kept, it is that of a plain sort."""

from __future__ import annotations

import random
from unittest.mock import patch

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.publication import name_order as module
from arpad.publication.name_order import name_order

NAMES = st.one_of(
    st.sampled_from(["", "Aa", "Aab", "Ab", "Łódz", "Zz", "zz", "Ærø", "éa", "e\u0301a", "山田", "Aa, Bb", "Aa, Bbc"]),
    st.text(st.characters(codec="utf-8"), max_size=20),
)
PEOPLE = st.dictionaries(st.integers(-50, 10**6), NAMES, max_size=60)


def columns(people: dict[int, str]) -> tuple[pl.Series, pl.Series]:
    """Give FIDE numbers in their order, and the names."""
    numbers = sorted(people)
    names = [people[number] for number in numbers]
    return pl.Series("fide_id", numbers, dtype=pl.Int64), pl.Series("name", names, dtype=pl.String)


def plain(people: dict[int, str]) -> list[int]:
    """Sort FIDE numbers by name and number, in Python."""
    return sorted(people, key=lambda number: (people[number].encode(), number))


def ordered(people: dict[int, str], kept: pl.Series | None) -> list[int]:
    """Give FIDE numbers in the order of names."""
    numbers, names = columns(people)
    rows = name_order(numbers, names, kept)
    assert rows.dtype == pl.UInt32
    with patch.object(module, "_MOST_CHANGED", 0):
        # However many changed, they are put between the others.
        assert name_order(numbers, names, kept).to_list() == rows.to_list()
    return numbers.gather(rows).to_list()


@given(PEOPLE)
def test_without_anything_kept_all_are_sorted(people: dict[int, str]) -> None:
    """As Python sorts bytes."""
    assert ordered(people, None) == plain(people)


@given(PEOPLE, PEOPLE, st.data())
def test_new_renamed_and_removed_players_come_to_the_order_of_a_plain_sort(
    before: dict[int, str], more: dict[int, str], data: st.DataObject
) -> None:
    """Names may be equal, empty, or of any characters."""
    gone = data.draw(st.sets(st.sampled_from(sorted(before)))) if before else set()
    now = {number: name for number, name in before.items() if number not in gone} | more
    assert ordered(now, pl.Series(plain(before), dtype=pl.Int64)) == plain(now)


@given(PEOPLE, st.lists(st.one_of(st.none(), st.integers(-60, 10**6)), max_size=80))
def test_a_kept_order_that_is_none_changes_nothing(people: dict[int, str], kept: list[int | None]) -> None:
    """Numbers that nobody has, that stand twice, or are missing."""
    assert ordered(people, pl.Series(kept, dtype=pl.Int64)) == plain(people)


@given(PEOPLE, st.randoms(use_true_random=False))
def test_a_shuffled_order_changes_nothing(people: dict[int, str], chance: random.Random) -> None:
    """What was kept may be in any order."""
    kept = plain(people)
    chance.shuffle(kept)
    assert ordered(people, pl.Series(kept, dtype=pl.Int64)) == plain(people)


def large(size: int = 4000) -> dict[int, str]:
    """Make players up, many of the same name."""
    chance = random.Random(5)  # noqa: S311 - made-up names
    syllables = ["an", "be", "ço", "du", "éf", "ga", "ha", "ž"]
    return {3 * number: "".join(chance.choices(syllables, k=3)).title() for number in range(1, size + 1)}


@pytest.mark.parametrize("seed", range(5))
def test_few_changes_among_many_are_put_between_the_others(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only these are sorted."""
    before, chance = large(), random.Random(seed)  # noqa: S311 - made-up changes
    names = sorted(set(before.values()))
    now = dict(before)
    for number in chance.sample(sorted(now), 20):
        del now[number]
    now |= {number: chance.choice([*names, "Aaa", "zzz", ""]) for number in chance.sample(sorted(now), 30)}
    now |= {3 * number + 1: chance.choice(names) for number in chance.sample(range(4000), 40)}
    kept = pl.Series(plain(before), dtype=pl.Int64)
    merged: list[int] = []
    plain_merge = module._merged  # noqa: SLF001 - to see that it was asked

    def noted(*given: object) -> object:
        merged.append(len(given[3]))  # type: ignore[arg-type]
        return plain_merge(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "_merged", noted)
    assert ordered(now, kept) == plain(now)
    assert len(set(merged)) == 1
    assert 40 <= merged[0] <= 160, "only what changed is sorted"


def test_where_most_changed_all_are_sorted() -> None:
    """An order of other names is of no use."""
    before = large()
    now = {number: name[::-1] for number, name in before.items()}
    assert ordered(now, pl.Series(plain(before), dtype=pl.Int64)) == plain(now)


def test_names_that_are_missing_are_left_to_the_plain_sort() -> None:
    """A book that was not checked may have such."""
    numbers, names = pl.Series([1, 2, 3]), pl.Series(["b", None, "a"])
    assert name_order(numbers, names, pl.Series([3, 1, 2])).to_list() == name_order(numbers, names).to_list()

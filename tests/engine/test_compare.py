"""A book's list beside a published one: every difference has one class, by a rule that can be explained."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.book.frames.lists import FrameList
from arpad.book.lists import with_people
from arpad.cli.commands.period_compare import arguments, compared
from arpad.documents.schema import InputError, faults
from arpad.engine.compare.compare import (
    BASE,
    CLASSES,
    DETAILS,
    ENTRY,
    EVENT,
    IDENTITY,
    OTHER_K,
    RESULT,
    UNEXPLAINED,
    Comparison,
    compare,
)
from arpad.engine.compare.what_if import with_other_k, without_one_event
from arpad.engine.period.close_list import close
from arpad.formats.lists.problems import Findings
from arpad.lab.world.world import world
from arpad.model.rating_list import ColumnStyle, RatingList, TextDialect
from arpad.publication.issue import issue
from arpad.regulations.workings.shown_by_k import every_k

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.engine.period.close_list import Closed
    from arpad.lab.world.world import World

MONTH = date(2026, 11, 1)


@cache
def drawn() -> World:
    """The made-up world of these tests, drawn when the first of them asks for it."""
    return world(4000, 2, 13)


@dataclass(frozen=True)
class Month:
    """A closed month, and its list as it would be published."""

    book: Book
    closed: Closed
    frame: pl.DataFrame

    def compared(self, frame: pl.DataFrame, kinds: tuple[str, ...] = ("standard",)) -> Comparison:
        """Compare with a list that was published otherwise."""
        return compare(self.book, MONTH, FrameList(RatingList("csv", "", kinds, MONTH), frame, Findings()))

    def with_values(self, fide_id: int, **values: Any) -> Comparison:  # noqa: ANN401 - numbers and texts
        """Compare with a list on which one player has other values."""
        here = pl.col("fide_id") == fide_id
        other = [
            pl.when(here).then(pl.lit(value, dtype=self.frame.schema[name])).otherwise(pl.col(name)).alias(name)
            for name, value in values.items()
        ]
        return self.compared(self.frame.with_columns(other))

    def player(self, least_events: int = 1) -> dict[str, Any]:
        """Give a player with so many events whose change depends on K."""
        events = (
            self.closed.kinds["standard"]
            .changes.events.group_by("fide_id")
            .agg(n=pl.len(), k=pl.col("k").first(), k_applied=pl.col("k_applied").first())
        )
        players = self.closed.kinds["standard"].changes.players.join(events, on="fide_id")
        usual = (pl.col("k") == 20) & (pl.col("k") == pl.col("k_applied")) & (pl.col("change").abs() > 7)
        rows = players.filter(usual & (pl.col("n") >= least_events) & (pl.col("new_rating") > 1500))
        return rows.sort("fide_id").row(0, named=True)


@pytest.fixture(scope="module")
def month(tmp_path_factory: pytest.TempPathFactory) -> Month:
    """A made-up month, closed."""
    book = Book.create(tmp_path_factory.mktemp("compare") / "book", About())
    book.apply(changed(book, drawn().tables, drawn().lists))
    closed = close(book, MONTH)
    issue(book, closed)
    return Month(book, closed, with_people(closed.frame, book.table("players")))


def only(comparison: Comparison) -> tuple[str, str]:
    """Give the class and the sentence of the only difference."""
    assert len(comparison.differences) == 1, comparison.differences
    assert sum(comparison.counts.values()) == 1
    return comparison.differences[0].explained_by, comparison.differences[0].sentence


def test_the_same_list(month: Month) -> None:
    """A list differs from itself in nothing, whatever the order of its rows."""
    comparison = month.compared(month.frame.sample(fraction=1, shuffle=True, seed=1), ("standard", "rapid", "blitz"))

    assert comparison.differences == []
    assert comparison.counts == dict.fromkeys(CLASSES, 0)
    assert comparison.compared["standard"] == month.closed.frame["standard_rating"].count()


def test_another_k(month: Month) -> None:
    """With K 40 the change is the published one; and a K of the next list that differs is one of K too."""
    player = month.player()
    rating = with_other_k(month.closed.kinds["standard"], [player["fide_id"]], [40])[player["fide_id"]][40]
    explained_by, sentence = only(month.with_values(player["fide_id"], standard_rating=rating, standard_k=40))

    assert (explained_by, "With K 40" in sentence) == (OTHER_K, True)
    assert only(month.with_values(player["fide_id"], standard_rating=rating))[0] == OTHER_K
    assert only(month.with_values(player["fide_id"], standard_k=10))[0] == OTHER_K


def other_points(month: Month, player: dict[str, Any]) -> int:
    """Give points that no K explains and no single result can be worth."""
    ks = with_other_k(month.closed.kinds["standard"], [player["fide_id"]], every_k(month.closed.kinds["standard"].law))
    return next(more for more in range(50, 90) if player["new_rating"] + more not in ks[player["fide_id"]].values())


def an_idle(month: Month) -> dict[str, Any]:
    """Give somebody who is rated and did not play."""
    idle = (pl.col("standard_games") == 0) & (pl.col("standard_rating") > 1500)
    return month.frame.filter(idle).row(0, named=True)


def test_another_base_is_no_explanation_without_evidence(month: Month) -> None:
    """Games and K agree, but nothing speaks for another base: the difference stays unexplained, and says which."""
    player, idle = month.player(), an_idle(month)
    points = other_points(month, player)
    explained_by, sentence = only(month.with_values(player["fide_id"], standard_rating=player["new_rating"] + points))
    explanation = only(month.with_values(idle["fide_id"], standard_rating=idle["standard_rating"] + 3))

    assert explained_by == UNEXPLAINED
    assert f"would have to be {player['rating'] + points} instead of {player['rating']}" in sentence
    # In a table a cell that begins with a sign would look like a formula.
    assert sentence.startswith(f"A difference of {points:+d} points")
    assert (explanation[0], "without a game, and no other base" in explanation[1]) == (UNEXPLAINED, True)


def test_the_published_list_before_is_evidence_for_a_base(month: Month) -> None:
    """The list published before has another rating of the player: it explains the difference, played or not."""
    before = with_people(drawn().lists[date(2026, 10, 1)], drawn().tables["players"])
    player, idle = month.player(), an_idle(month)
    points = other_points(month, player)
    here = {player["fide_id"]: (player["rating"], points), idle["fide_id"]: (idle["standard_rating"], 3)}
    for number, (base, more) in here.items():
        is_it = pl.col("fide_id") == number
        previous = before.with_columns(
            standard_rating=pl.when(is_it).then(base + more).otherwise("standard_rating").cast(pl.UInt16)
        )
        frame = month.frame.with_columns(
            standard_rating=pl.when(is_it).then(pl.col("standard_rating") + more).otherwise("standard_rating")
        )
        published, earlier = (
            FrameList(RatingList("csv", "", ("standard",), day), each, Findings())
            for day, each in ((MONTH, frame), (date(2026, 10, 1), previous))
        )
        explained_by, sentence = only(compare(month.book, MONTH, published, previous=earlier))

        assert explained_by == BASE
        assert f"a base of {base + more}, here it is {base}: the published list before has it" in sentence


def closed_book(folder: Path, months: tuple[date, ...] = (MONTH,), **tables: pl.DataFrame) -> Book:
    """Close the made-up world with other tables."""
    book = Book.create(folder, About())
    book.apply(changed(book, {**drawn().tables, **tables}, drawn().lists))
    for each in months:
        issue(book, close(book, each))
    return book


def as_published(book: Book, day: date = MONTH) -> FrameList:
    """Give a list of a book as somebody else would publish it."""
    frame = with_people(book.rating_list(day), book.table("players"))
    return FrameList(RatingList("csv", "", ("standard",), day), frame, Findings())


def corrected(number: int, day: date, rating: int) -> pl.DataFrame:
    """Give the corrections of the world with one more."""
    more = {"kind": "standard", "fide_id": number, "list": day, "rating": rating}
    return pl.concat([drawn().tables["corrections"], pl.DataFrame([more], schema=drawn().tables["corrections"].schema)])


def test_corrections_of_the_book_are_evidence_for_a_base(tmp_path: Path, month: Month) -> None:
    """A correction for the next list that comes to the published rating; and one of this list that was not taken."""
    idle = an_idle(month)
    number, rating = idle["fide_id"], idle["standard_rating"]
    late = closed_book(tmp_path / "late", corrections=corrected(number, date(2026, 12, 1), rating + 9))
    early = closed_book(tmp_path / "early", corrections=corrected(number, MONTH, rating + 9))
    noticed, refused = compare(late, MONTH, as_published(early)), compare(early, MONTH, as_published(month.book))

    assert only(noticed)[0] == only(refused)[0] == BASE
    assert "the correction for the list of 2026-12 comes to it" in only(noticed)[1]
    assert "the list of 2026-10 has it, and the book corrects it" in only(refused)[1]


def test_an_event_that_was_withdrawn_since_is_evidence_for_a_base(tmp_path: Path) -> None:
    """The published list has taken an event of the month before back, and the book takes it back a list later."""
    second, third = date(2026, 12, 1), date(2027, 1, 1)
    book = closed_book(tmp_path / "book", (MONTH,))
    rated = book.table("events").filter((pl.col("rated_for") == MONTH) & (pl.col("kind") == "standard"))
    number = rated.sort("event_id")["event_id"][0]
    lists = {}
    for day in (second, third):
        place = tmp_path / f"{day:%m}"
        copy = closed_book(place, (MONTH,))
        is_it = pl.col("event_id") == number
        events = copy.table("events").with_columns(
            withdrawn=pl.col("withdrawn") | is_it,
            withdrawn_for=pl.when(is_it).then(pl.lit(day)).otherwise("withdrawn_for"),
        )
        copy.apply(changed(copy, {"events": events}))
        issue(copy, close(copy, second))
        lists[day] = copy
    comparison = compare(lists[third], second, as_published(lists[second], second))
    moved = [each for each in comparison.differences if "rating" in each.fields and None not in each.ours]

    assert len(moved) > 5
    assert {each.explained_by for each in moved if "games" not in each.fields} == {BASE}
    assert all(f"withdrawn (event {number})" in each.sentence for each in moved if each.explained_by == BASE)


def test_one_result_that_differs(tmp_path: Path, month: Month) -> None:
    """A game that ended otherwise moves two players: both are found, and the game is named first for both."""
    kind = month.closed.kinds["standard"]
    usual = kind.changes.events.filter((pl.col("k") == 20) & (pl.col("k_applied") == 20) & (pl.col("rating") > 1500))
    games = (
        drawn().tables["games"].join(usual.select("event_id", white="fide_id"), on=["event_id", "white"], how="semi")
    )
    games = games.join(usual.select("event_id", black="fide_id"), on=["event_id", "black"], how="semi")
    game_row = games.filter(pl.col("white_score") == 100).row(0, named=True)
    is_it = pl.all_horizontal(pl.col(name) == game_row[name] for name in ("event_id", "round", "white", "black"))
    other = (
        drawn()
        .tables["games"]
        .with_columns(
            pl.when(is_it).then(pl.lit(50)).otherwise(name).cast(pl.Int32).alias(name)
            for name in ("white_score", "black_score")
        )
    )
    comparison = compare(month.book, MONTH, as_published(closed_book(tmp_path / "book", games=other)))
    names = dict(drawn().tables["players"].select("fide_id", "name").iter_rows())
    event = dict(drawn().tables["events"].select("event_id", "name").iter_rows())[game_row["event_id"]]

    assert {each.fide_id: each.explained_by for each in comparison.differences} == {
        game_row["white"]: RESULT,
        game_row["black"]: RESULT,
    }
    for each in comparison.differences:
        was = "1" if each.fide_id == game_row["white"] else "0"
        opponent = "black" if each.fide_id == game_row["white"] else "white"
        game = f"round {game_row['round']} of {event} against {names[game_row[opponent]]}: 0.5 instead of {was}"
        assert f"One result different gives it: {game}, whose rating differs as well" in each.sentence


def test_an_event_that_is_missing(month: Month) -> None:
    """Without one of the events the rating is the published one: the event is named."""
    player = month.player(least_events=2)
    event, rating = next(
        (event, rating)
        for event, rating in without_one_event(month.closed.kinds["standard"], [player["fide_id"]])[
            player["fide_id"]
        ].items()
        if rating != player["new_rating"]
    )
    played = month.closed.kinds["standard"].changes.events.filter(pl.col("fide_id") == player["fide_id"])
    games = int(played.filter(pl.col("event_id") != event)["games"].sum())
    explained_by, sentence = only(month.with_values(player["fide_id"], standard_rating=rating, standard_games=games))

    assert (explained_by, f"Without event {event} (" in sentence) == (EVENT, True)
    assert only(month.with_values(player["fide_id"], standard_games=player["games"] + 2))[0] == EVENT
    other = only(month.with_values(player["fide_id"], standard_rating=rating + 71, standard_games=games))
    assert (other[0], "no event of the book" in other[1]) == (EVENT, True)


def test_an_event_of_the_book_that_the_list_lacks(tmp_path: Path, month: Month) -> None:
    """An event that the book holds as withdrawn was rated by the published list: it is found and named."""
    kind = month.closed.kinds["standard"]
    player = month.player(least_events=2)
    event = kind.changes.events.filter(pl.col("fide_id") == player["fide_id"]).sort("games")["event_id"][-1]
    book = Book.create(tmp_path / "book", About())
    is_it = pl.col("event_id") == event
    events = drawn().tables["events"].with_columns(withdrawn=pl.col("withdrawn") | is_it)
    book.apply(changed(book, {**drawn().tables, "events": events}, drawn().lists))
    issue(book, close(book, MONTH))
    comparison = compare(book, MONTH, FrameList(RatingList("csv", "", ("standard",), MONTH), month.frame, Findings()))
    own = [each for each in comparison.differences if each.fide_id == player["fide_id"] and each.kind]

    assert [(each.explained_by, f"With also event {event} (" in each.sentence) for each in own] == [(EVENT, True)]
    assert comparison.counts[EVENT] > 5


def test_identity(month: Month) -> None:
    """The same person under another number, and one number with two people."""
    rated = month.frame.filter(pl.col("standard_rating").is_not_null())
    player = rated.row(5, named=True)
    moved = month.frame.with_columns(
        fide_id=pl.when(pl.col("fide_id") == player["fide_id"]).then(pl.lit(99_999_999)).otherwise("fide_id")
    )
    comparison = month.compared(moved)

    assert {each.fide_id for each in comparison.differences} == {player["fide_id"], 99_999_999}
    assert {each.explained_by for each in comparison.differences} == {IDENTITY}
    assert only(month.with_values(player["fide_id"], name="Xyz, Qrs"))[0] == IDENTITY


def test_entries(month: Month) -> None:
    """Rated on one list only, and nobody of that name on the other."""
    rated = month.frame.filter(pl.col("standard_rating").is_not_null()).row(7, named=True)
    unrated = month.frame.filter(pl.col("standard_rating").is_null()).row(0, named=True)
    gone = only(month.with_values(rated["fide_id"], standard_rating=None, standard_games=None, standard_k=None))
    come = only(month.with_values(unrated["fide_id"], standard_rating=1500, standard_games=5, standard_k=40))

    assert (gone[0], "unrated there" in gone[1]) == (ENTRY, True)
    assert (come[0], "a first rating" in come[1]) == (ENTRY, True)


def test_details_and_what_is_not_explained(month: Month) -> None:
    """A federation is no rating; a list without games and K leaves a difference of points without a reason."""
    player = month.player()
    hidden = [name for name in month.frame.columns if name.endswith(("_games", "_k"))]
    points = player["new_rating"] + 77
    here = pl.col("fide_id") == player["fide_id"]
    frame = month.frame.with_columns(
        standard_rating=pl.when(here).then(pl.lit(points)).otherwise("standard_rating").cast(pl.UInt16)
    )
    bare = frame.with_columns(pl.lit(None, dtype=pl.UInt16).alias(name) for name in hidden)
    comparison = compare(month.book, MONTH, FrameList(_without_games(), bare, Findings()))

    assert only(month.with_values(player["fide_id"], federation="ZZZ"))[0] == DETAILS
    assert only(comparison)[0] == UNEXPLAINED


def _without_games() -> RatingList:
    """Give what is known of a list that shows ratings only."""
    columns = tuple(ColumnStyle(name) for name in ("fide_id", "name", "standard_rating"))
    return RatingList("txt", "derived", ("standard",), MONTH, TextDialect(columns, 80))


def asked(place: Path, **more: Any) -> Namespace:  # noqa: ANN401 - options of every kind
    """Give the options of the command."""
    parser = ArgumentParser()
    arguments(parser)
    given = parser.parse_args([str(place), *(word for option in more.items() for word in option)])
    return Namespace(**vars(given), edition=None)


def test_the_command(month: Month, tmp_path: Path) -> None:
    """The answer fits its schema, the CSV has every difference, and a list of another month is refused."""
    place, out = tmp_path / "standard_nov26frl.csv", tmp_path / "differences.csv"
    player = month.player()
    here = pl.col("fide_id") == player["fide_id"]
    other = pl.when(here).then(pl.lit("ZZZ")).otherwise("federation")
    month.frame.drop("spelling").with_columns(federation=other).write_csv(place)
    answer = compared(month.book, MONTH, place, asked(place, **{"--output": str(out)}))

    assert faults(answer.data, "period.compare.output") == []
    assert answer.data["counts"][DETAILS] == 1
    assert "1 difference: 1 details." in answer.text
    assert answer.code == 1
    assert out.read_text(encoding="utf-8").splitlines()[1].startswith(f"-,{player['fide_id']},")
    month.frame.drop("spelling").write_csv(place)
    assert compared(month.book, MONTH, place, asked(place)).code == 0
    with pytest.raises(InputError, match="is the list of 2026-11, not of 2026-10"):
        compared(month.book, MONTH, place, asked(place, **{"--previous": str(place)}))
    with pytest.raises(InputError, match="is the list of 2026-11, not of 2026-10"):
        compared(month.book, date(2026, 10, 1), place, asked(place))
    with pytest.raises(InputError, match="`arpad period close` makes it"):
        compared(month.book, date(2026, 12, 1), place, asked(place))
    with pytest.raises(InputError, match="cannot be written"):
        compared(month.book, MONTH, place, asked(place, **{"-o": str(place / "x.csv")}))
    with pytest.raises(InputError, match="cannot be opened"):
        compared(month.book, MONTH, tmp_path / "nowhere", asked(place))


@pytest.mark.parametrize("form", ["parquet", "csv"])
def test_only_what_both_lists_show_is_compared(month: Month, tmp_path: Path, form: str) -> None:
    """The table that the book published has the columns that its edition names: it differs no more than the TXT."""
    published = month.book.published(MONTH)
    place = tmp_path / f"list.{form}"
    frame = pl.read_parquet(published / "list.parquet")
    bare = frame.drop("federation")
    bare.write_csv(place) if form == "csv" else bare.write_parquet(place)
    whole = [
        compared(month.book, MONTH, file, asked(file)).data
        for file in (published / "list.txt", published / "list.parquet", place)
    ]

    assert "foa_title" not in frame.columns
    assert [document["counts"][DETAILS] for document in whole] == [0, 0, 0]
    assert whole[0]["compared"] == whole[1]["compared"] == whole[2]["compared"]
    assert whole[0]["differences"] == whole[1]["differences"] == whole[2]["differences"]

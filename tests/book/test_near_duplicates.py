"""A corrected report is not counted twice: found by its pairings, told with what differs, replaced or taken beside."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from itertools import combinations
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from corrected import FIRST, LAST, report, with_entries, with_result, without_numbers
from hypothesis import given
from hypothesis import strategies as st
from small_books import SmallBook, rows_of
from taken import take_number, take_reports

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.duplicate_checks import distinct, distinct_pairs
from arpad.book.folder import Book
from arpad.book.imports.lists import Imported
from arpad.book.imports.rulings import DISTINCT, REFUSE, REPLACE
from arpad.book.log import entries
from arpad.book.memory import MemoryBook
from arpad.book.near_duplicates import near_within
from arpad.book.schema import EVENTS, GAMES, PLAYERS, TABLES
from arpad.model.problems import RefusedError
from arpad.model.tournament import Pairing

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.book.change import Store
    from arpad.model.report import Report
    from arpad.model.tournament import Entry

CORRECTED = with_result(3, 1, 3, "==")
"""Kestrel and Marlow drew, as the arbiter writes later."""


@pytest.fixture(params=["folder", "memory"])
def book(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    """A book with the made-up event, in a folder and in memory."""
    store: Store
    if request.param == "folder":
        store = Book.create(tmp_path / "book", About())
    else:
        store = MemoryBook({name: table.empty() for name, table in TABLES.items()})
    take_reports(store, [report()], Imported())
    return store


def codes(done: Imported) -> list[str]:
    """Give the codes of everything that was told."""
    return [problem.code for problem in done.problems]


def taken(store: Store, *reports: Report, ruling: str = REFUSE, why: str = "") -> Imported:
    """Import reports, and give what was told."""
    done = Imported(called="club", places={"again.trf": "new files/again.trf"})
    take_reports(store, reports, done, ruling, why)
    return done


def test_a_corrected_report_is_refused_with_what_differs(book: Store) -> None:
    """One result of eight is another one; nothing comes into the book, and both ways on are named."""
    done = taken(book, report("again.trf", CORRECTED))

    assert codes(done) == ["near_duplicate"]
    assert book.table("events").height == 1
    assert done.near == [
        {
            "file": "again.trf", "outcome": "refused", "event_id": 1, "name": "Made-up Spring Open",
            "other_file": None, "rated_for": None, "common": 8, "games": 8, "other_games": 8,
            "differences": [
                {"what": "result", "round": 3, "white": "Kestrel, Ada", "black": "Marlow, Cian", "was": "1-0",
                 "now": "½-½"},
            ],
        }
    ]  # fmt: skip
    (problem,) = done.problems
    assert problem.message == (
        "again.trf: 8 of its 8 pairings are those of event 1 (Made-up Spring Open). What differs: "
        "round 3, Kestrel, Ada - Marlow, Cian: 1-0, now ½-½."
    )
    assert "`arpad book import club 'new files/again.trf' --replace`" in problem.fix
    assert "--distinct --why" in problem.fix


def renamed(entry: Entry) -> Entry:
    """Write a name as another program does."""
    return replace(entry, name=entry.name.upper().replace(",", ""), fide_id=None)


def renumbered(entry: Entry) -> Entry:
    """Mistype every number."""
    return replace(entry, fide_id=None if entry.fide_id is None else entry.fide_id + 1)


def turned(entry: Entry) -> Entry:
    """Exchange all colours."""
    colours = {"w": "b", "b": "w"}
    return replace(
        entry,
        rounds=tuple(
            Pairing(pairing.opponent, colours.get(pairing.colour or ""), pairing.result) for pairing in entry.rounds
        ),
    )


ALIKE: dict[str, Any] = {
    "names instead of numbers": {"tournament": with_entries(renamed), "end": LAST + timedelta(days=1)},
    "other numbers": {"tournament": with_entries(renumbered)},
    "other colours": {"tournament": with_entries(turned)},
    "another name of the event": {"tournament": replace(CORRECTED, name="Spring Open, corrected")},
    "other days that overlap": {"start": LAST, "end": LAST + timedelta(days=2)},
    "another system": {"system": "team"},
    "half of the rounds": {
        "tournament": with_entries(lambda entry: replace(entry, rounds=entry.rounds[:2])),
    },
}


@pytest.mark.parametrize("what", ALIKE)
def test_what_is_nearly_the_same(book: Store, what: str) -> None:
    """By number or by name, whoever had white, in whatever else the reports differ."""
    done = taken(book, report("again.trf", **ALIKE[what]))

    assert codes(done) == ["near_duplicate"]
    assert done.near[0]["differences"]
    assert "What differs" in done.problems[0].message


OTHERS: dict[str, Any] = {
    "another kind of chess": {"kind": "rapid"},
    "other days": {"start": LAST + timedelta(days=1), "end": LAST + timedelta(days=3)},
    "other players": {
        "tournament": with_entries(lambda entry: replace(entry, name=f"Other, {entry.number}", fide_id=entry.number))
    },
    "other rounds": {
        "tournament": with_entries(lambda entry: replace(entry, rounds=(Pairing(None, None, "Z"), *entry.rounds)))
    },
}


@pytest.mark.parametrize("what", OTHERS)
def test_what_is_another_event(book: Store, what: str) -> None:
    """It is taken, and nothing is said about the other."""
    done = taken(book, report("other.trf", **OTHERS[what]))

    assert "near_duplicate" not in codes(done)
    assert book.table("events").height == 2


def test_events_without_numbers_are_known_by_names(tmp_path: Path) -> None:
    """Nobody had a FIDE number, neither in the book nor in the corrected report."""
    book = Book.create(tmp_path / "book", About())
    take_reports(book, [report(tournament=without_numbers())], Imported())
    done = taken(book, report("again.trf", without_numbers(CORRECTED)))

    assert codes(done) == ["near_duplicate"]
    assert [difference["what"] for difference in done.near[0]["differences"]] == ["result"]  # type: ignore[attr-defined]


def test_two_results_exchanged_between_players_without_numbers(tmp_path: Path) -> None:
    """As many wins and losses in the round as before, but not of the same people."""
    book = Book.create(tmp_path / "book", About())
    first = with_result(1, 1, 4, "10")
    second = with_result(1, 1, 4, "01")
    others = {entry.number: entry for entry in with_result(1, 2, 5, "01").entries}
    exchanged = replace(
        second, entries=tuple(others[entry.number] if entry.number in {2, 5} else entry for entry in second.entries)
    )
    was = {entry.number: entry for entry in with_result(1, 2, 5, "10").entries}
    original = replace(
        first, entries=tuple(was[entry.number] if entry.number in {2, 5} else entry for entry in first.entries)
    )
    take_reports(book, [report(tournament=without_numbers(original))], Imported())
    done = taken(book, report("again.trf", without_numbers(exchanged)))

    assert codes(done) == ["near_duplicate"]


def test_replaced_in_place(book: Store) -> None:
    """The event keeps its number, its games are the new ones, nobody comes twice, and the log has both."""
    other = report("other.trf", **OTHERS["other days"])
    take_reports(book, [other], Imported())
    before = {name: book.table(name) for name in ("players", "events", "games")}
    done = taken(book, report("again.trf", CORRECTED), ruling=REPLACE, why="the arbiter wrote")
    games = book.table("games")
    drawn = (pl.col("event_id") == 1) & (pl.col("white") == 99000011) & (pl.col("round") == 3)

    assert codes(done) == ["report_replaced"]
    assert book.table("players").equals(before["players"])
    assert book.table("events").equals(before["events"])
    assert games.filter(~drawn).equals(before["games"].filter(~drawn))
    assert games.filter(drawn).select("white_score", "black_score").row(0) == (50, 50)
    assert [(event["event_id"], event["replaced"]) for event in done.events] == [(1, True)]
    entry = entries(book)[-1]
    assert (entry.deed, entry.why, entry.facts["replaced"]) == ("import", "the arbiter wrote", [1])
    assert [row["white_score"] for row in entry.before["games"]] == [100]
    assert [row["white_score"] for row in entry.after["games"]] == [50]
    assert codes(taken(book, report("again.trf", CORRECTED))) == ["report_twice"]


def test_players_keep_their_numbers_when_an_event_is_replaced(tmp_path: Path) -> None:
    """A number that came in the meantime stays; a stand-in who does not play any more is gone."""
    book = Book.create(tmp_path / "book", About())
    take_reports(book, [report(tournament=without_numbers())], Imported())
    numbers = dict(book.table("players").select("name", "fide_id").iter_rows())
    take_number(book, numbers["Pryce, Fern"], 99000066)
    other_name = with_entries(
        lambda entry: replace(entry, name="Marlowe, Cian" if entry.number == 3 else entry.name, fide_id=None)
    )
    done = taken(book, report("again.trf", other_name), ruling=REPLACE)
    after = dict(book.table("players").select("name", "fide_id").iter_rows())

    assert "report_replaced" in codes(done)
    assert after.keys() == (numbers.keys() - {"Marlow, Cian"}) | {"Marlowe, Cian"}
    assert after["Pryce, Fern"] == 99000066
    assert all(after[name] == numbers[name] for name in ("Kestrel, Ada", "Linden, Bruno", "Novak, Dita"))
    assert done.players_gone == 1
    assert [problem.code for problem in Book.open(book.folder).problems()] == ["no_lists"]


def test_a_stand_in_who_played_elsewhere_stays(tmp_path: Path) -> None:
    """Only whom nothing else knows is taken out."""
    book = Book.create(tmp_path / "book", About())
    take_reports(book, [report(tournament=without_numbers())], Imported())
    marlow = book.table("players").filter(pl.col("name") == "Marlow, Cian")["fide_id"][0]
    coefficients = rows_of(
        TABLES["coefficients"], [{"kind": "rapid", "fide_id": marlow, "since": date(2025, 6, 1), "k": 20}]
    )
    book.apply(changed(book, {"coefficients": coefficients}))
    only_others = with_entries(
        lambda entry: replace(entry, name="Marlowe, Cian" if entry.number == 3 else entry.name, fide_id=None)
    )
    done = taken(book, report("again.trf", only_others), ruling=REPLACE)

    assert (done.players_gone, marlow in book.table("players")["fide_id"]) == (0, True)


def test_what_belongs_to_an_event_stays_when_it_is_replaced(book: Store) -> None:
    """The whole of which it is a part, and the day on which the first report came."""
    league = rows_of(EVENTS, [{**book.table("events").row(0, named=True), "event_id": 7, "start": date(2025, 1, 1)}])
    events = book.table("events").with_columns(part_of=pl.lit(7, dtype=pl.Int64), received=pl.lit(date(2025, 5, 9)))
    book.apply(changed(book, {"events": pl.concat([events, league])}))
    done = taken(book, report("again.trf", CORRECTED, system="team"), ruling=REPLACE)
    event = book.table("events").row(0, named=True)

    assert codes(done) == ["report_replaced"]
    assert (event["part_of"], event["received"], event["system"]) == (7, date(2025, 5, 9), "team")


def test_both_are_taken_where_somebody_says_why(book: Store) -> None:
    """It is kept in the log, so that nobody asks again."""
    done = taken(book, report("again.trf", CORRECTED), ruling=DISTINCT, why="a second evening")

    assert codes(done)[-2:] == ["report_beside", "without_number"]
    assert book.table("events")["event_id"].to_list() == [1, 2]
    assert (entries(book)[-1].why, entries(book)[-1].facts["distinct"]) == ("a second evening", [[1, 2]])
    if isinstance(book, Book):
        assert "counted_twice" not in {problem.code for problem in Book.open(book.folder).problems()}


def test_what_a_list_has_rated_is_not_replaced(book: Store) -> None:
    """After publication the way is another one, and it is named as it is typed."""
    rated = book.table("events").with_columns(rated_for=pl.lit(date(2025, 6, 1)))
    book.apply(changed(book, {"events": rated}))
    for ruling in (REFUSE, REPLACE):
        done = taken(book, report("again.trf", CORRECTED), ruling=ruling)

        assert codes(done) == ["near_duplicate_rated"]
        assert done.near[0]["rated_for"] == "2025-06-01"
        assert "rated for the list of 2025-06-01" in done.problems[0].message
        assert "`arpad book replace club 1 'new files/again.trf' --why" in done.problems[0].fix
    assert book.table("games").height == 8
    assert codes(taken(book, report("again.trf", CORRECTED), ruling=DISTINCT))[0] == "report_beside"


def test_a_withdrawn_event_is_no_neighbour(book: Store) -> None:
    """Nobody counts it, so its corrected form is an event of its own."""
    book.apply(changed(book, {"events": book.table("events").with_columns(withdrawn=pl.lit(value=True))}))
    taken(book, report("again.trf", CORRECTED))

    assert book.table("events").height == 2


def test_the_report_of_an_annulled_event_again(book: Store) -> None:
    """It is not simply there: how it counts again is told; whoever says so takes it as a new event."""
    book.apply(changed(book, {"events": book.table("events").with_columns(withdrawn=pl.lit(value=True))}))
    done = taken(book, report("again.trf"))

    assert codes(done) == ["report_annulled"]
    assert "`arpad book annul club 1 --back --why" in done.problems[0].fix
    assert book.table("events").height == 1
    taken(book, report("again.trf"), ruling=DISTINCT, why="it counts after all")
    assert book.table("events").select("event_id", "withdrawn").rows() == [(1, True), (2, False)]
    assert codes(taken(book, report("again.trf"))) == ["report_twice"]


def test_both_beside_a_report_that_the_book_has(book: Store) -> None:
    """The old file is in the folder, too; it is passed over, and the new one taken beside its event."""
    done = taken(book, report("old.trf"), report("again.trf", CORRECTED), ruling=DISTINCT, why="two evenings")

    assert "report_twice" in codes(done)
    assert entries(book)[-1].facts["distinct"] == [[1, 2]]


@pytest.mark.parametrize("ruling", [REFUSE, REPLACE])
def test_two_files_of_one_import_that_are_nearly_the_same(tmp_path: Path, ruling: str) -> None:
    """Which of them is right cannot be told, so neither is taken, whatever their order; a third one is."""
    reports = [report("old.trf"), report("new.trf", CORRECTED), report("rapid.trf", kind="rapid")]
    for number, files in enumerate((reports, reports[::-1])):
        book = Book.create(tmp_path / f"{number}", About())
        done = taken(book, *files, ruling=ruling)

        assert codes(done)[:2] == ["near_duplicate_files"] * 2
        assert book.table("events")["kind"].to_list() == ["rapid"]
        assert {(near["file"], near["other_file"]) for near in done.near} == {
            ("old.trf", "new.trf"),
            ("new.trf", "old.trf"),
        }


def test_two_files_of_one_import_can_both_be_played(tmp_path: Path) -> None:
    """They are taken, and it is kept."""
    book = Book.create(tmp_path / "book", About())
    done = taken(book, report("old.trf"), report("new.trf", CORRECTED), ruling=DISTINCT, why="two evenings")

    assert codes(done)[:2] == ["report_beside"] * 2
    assert entries(book)[-1].facts["distinct"] == [[1, 2]]
    assert distinct_pairs(book.table("log")) == {(1, 2)}


def test_an_old_report_beside_its_correction(book: Store) -> None:
    """The book has the old one: the new one is told beside the event; with --replace, one of the files must go."""
    files = [report("old.trf"), report("again.trf", CORRECTED)]

    assert sorted(codes(taken(book, *files))) == ["near_duplicate", "report_twice"]
    assert sorted(codes(taken(book, *files, ruling=REPLACE))) == ["near_duplicate_files", "report_twice"]
    assert book.table("games").filter(pl.col("white_score") == 50).height == 3


def test_an_event_that_is_there_twice_is_not_replaced(book: Store) -> None:
    """Which of the two cannot be told; one has to be taken out first."""
    taken(book, report("again.trf", CORRECTED), ruling=DISTINCT, why="by mistake")
    done = taken(book, report("third.trf", with_result(3, 1, 3, "01")), ruling=REPLACE)

    assert codes(done) == ["near_duplicate_several"]
    assert "event 1 (Made-up Spring Open) and event 2 (Made-up Spring Open)" in done.problems[0].message
    assert "`arpad book annul club 1 --why" in done.problems[0].fix


def test_two_halves_do_not_replace_the_same_event(book: Store) -> None:
    """Each is near to the event and not to the other; neither is taken."""
    empty = Pairing(None, None, "Z")
    first = with_entries(lambda entry: replace(entry, rounds=entry.rounds[:1]))
    rest = with_entries(lambda entry: replace(entry, rounds=(empty, *entry.rounds[1:])))
    done = taken(book, report("a.trf", first), report("b.trf", rest), ruling=REPLACE)

    assert codes(done) == ["near_duplicate_several"] * 2
    assert "other files of this import, too" in done.problems[0].message
    assert book.table("games").height == 8


def in_both(book: Book) -> None:
    """Put the corrected report beside the first by hand, as older versions of arpad did."""
    events, games = book.table("events"), book.table("games")
    again = games.with_columns(event_id=pl.lit(2, dtype=pl.Int64))
    later = events.with_columns(event_id=pl.lit(2, dtype=pl.Int64))
    book.apply(changed(book, {"events": pl.concat([events, later]), "games": pl.concat([games, again])}))


def test_a_check_finds_what_is_in_the_book_twice(tmp_path: Path) -> None:
    """A warning, with the commands that put it right; somebody may say that both were played."""
    book = Book.create(tmp_path / "book", About())
    take_reports(book, [report()], Imported())
    in_both(book)
    (problem,) = [fault for fault in Book.open(book.folder).problems() if fault.code == "counted_twice"]

    assert problem.severity == "warning"
    assert problem.message == (
        "event 1 (Made-up Spring Open) and event 2 (Made-up Spring Open) share 8 of the 8 pairings of the smaller."
    )
    assert f"`arpad book annul {book.folder} 2 --why" in problem.fix
    assert f"`arpad book distinct {book.folder} 1 2 --why" in problem.fix
    again = Book.open(book.folder)
    again.apply(distinct(again, 2, 1, "a second evening"))
    assert "counted_twice" not in {fault.code for fault in Book.open(book.folder).problems()}
    assert (entries(again)[-1].deed, entries(again)[-1].why) == ("distinct", "a second evening")


def test_what_counts_twice_is_open_until_both_are_rated(tmp_path: Path) -> None:
    """A list that would rate one of the two is not closed without a word; about two that are rated nobody is asked."""
    book = Book.create(tmp_path / "book", About())
    take_reports(book, [report()], Imported())
    in_both(book)
    is_open = []
    for rated in ([None, None], [date(2025, 6, 1), None], [date(2025, 6, 1), date(2025, 6, 1)]):
        days = pl.Series("rated_for", rated, dtype=pl.Date)
        book.apply(changed(book, {"events": book.table("events").with_columns(days)}))
        is_open.append("counted_twice" in {fault.code for fault in Book.open(book.folder).open_problems()})

    assert is_open == [True, True, False]


def test_parts_of_a_long_event_are_no_duplicates(tmp_path: Path) -> None:
    """Whatever pairings they share, they are one event on purpose."""
    book = Book.create(tmp_path / "book", About())
    take_reports(book, [report()], Imported())
    in_both(book)
    whole = pl.when(pl.col("event_id") == 2).then(1).cast(pl.Int64)
    book.apply(changed(book, {"events": book.table("events").with_columns(part_of=whole)}))

    assert "counted_twice" not in {fault.code for fault in Book.open(book.folder).problems()}


def test_two_numbers_of_events_are_asked_for(book: Store) -> None:
    """An event is no duplicate of itself, and one that is not there of none."""
    with pytest.raises(RefusedError, match="both numbers are 1"):
        distinct(book, 1, 1, "why")
    with pytest.raises(RefusedError, match="no event 5"):
        distinct(book, 1, 5, "why")


def test_a_log_that_somebody_edited_tells_nothing() -> None:
    """What is no pair of numbers is passed over."""
    facts = ['{"distinct": 3}', '{"distinct": [[4, 3], [1]]}', '{"distinct"', '["distinct"]', "{}"]

    assert distinct_pairs(pl.DataFrame({"facts": facts})) == {(3, 4)}


def by_hand(small: SmallBook) -> set[tuple[int, int, int]]:
    """Compare all events two by two, as the sentence of the rule says it."""
    tables = small.tables
    names = {player["fide_id"]: player["name"] or player["fide_id"] for player in tables["players"]}
    pairs: dict[int, list[tuple[int, frozenset[object]]]] = {}
    for game in tables["games"]:
        pair = frozenset((names[game["white"]], names[game["black"]]))
        pairs.setdefault(game["event_id"], []).append((game["round"], pair))
    near = set()
    for first, second in combinations(tables["events"], 2):
        mine, others = (pairs.get(event["event_id"], []) for event in (first, second))
        common = min(sum(pair in others for pair in mine), sum(pair in mine for pair in others))
        whole, other_whole = (event["part_of"] or event["event_id"] for event in (first, second))
        is_near = (
            common > 0
            and first["kind"] == second["kind"]
            and max(first["start"], second["start"]) <= min(first["end"], second["end"])
            and 2 * common >= min(len(mine), len(others))
            and whole != other_whole
            and not first["withdrawn"]
            and not second["withdrawn"]
        )
        if is_near:
            near.add((first["event_id"], second["event_id"], common))
    return near


@st.composite
def small_worlds(draw: st.DrawFn) -> SmallBook:
    """Draw a few people who meet again and again; two of them may share a name, or have none."""
    small = SmallBook()
    for number in (1, 2, 3, -4):
        small.player(number, name=draw(st.sampled_from(["Abel, A", "Brook, B", "Cole, C", ""])))
    players = st.sampled_from([1, 2, 3, -4])
    games = st.lists(st.tuples(players, players, st.just(50)).filter(lambda game: game[0] != game[1]), max_size=4)
    for number in range(1, draw(st.integers(2, 5)) + 1):
        start = FIRST + timedelta(days=draw(st.integers(0, 4)))
        small.event(
            number,
            start,
            start + timedelta(days=draw(st.integers(0, 3))),
            draw(games),
            kind=draw(st.sampled_from(["standard", "rapid"])),
            withdrawn=draw(st.booleans()) and draw(st.booleans()),
            part_of=draw(st.sampled_from([None, None, None, 1])),
        )
    return small


@given(small_worlds())
def test_columns_find_what_comparing_two_by_two_finds(small: SmallBook) -> None:
    """The same pairs of events, with the same number of pairings."""
    tables = small.tables
    near = near_within(
        rows_of(EVENTS, tables["events"]), rows_of(GAMES, tables["games"]), rows_of(PLAYERS, tables["players"])
    )

    assert set(near.select("event_id", "other", "common").iter_rows()) == by_hand(small)

"""What the browser shows of players and lists, looked at from the command line by the same rights."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("django")

from office_desk import MONTH, PASSWORDS, Desk, passed, rated_event, rated_player

from arpad.book.folder import Book
from arpad.cli.main import run

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def officer(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> str:
    """Give a federation officer, and the federation in its name."""
    players = Book.open(desk.folder / "book").table("players")
    federation = str(players["federation"].drop_nulls().mode().sort()[0])
    monkeypatch.setitem(PASSWORDS, "otto", "lantern-meadow-9")
    words = ("user", "add", "otto", "--name", "Otto Example", "--role", "federation_officer")
    desk.says(*words, "--federation", federation, "--password-fd", passed("otto"))
    return federation


def test_players_are_found_and_shown(desk: Desk, officer: str) -> None:
    """By words and by number, with ratings and games; a player of another federation is not there for an officer."""
    of_federation = desk.data("office.players.output", "players", "--federation", officer, user="cili")
    everybody = desk.data("office.players.output", "players", user="cili")
    own = desk.data("office.players.output", "players", user="otto")
    assert 0 < of_federation["total"] == own["total"] < everybody["total"]
    assert {row["federation"] for row in own["players"]} == {officer}
    number = str(Book.open(desk.folder / "book").table("games")["white"].min())
    shown = desk.data("office.player.output", "player", number, user="cili")
    name = shown["name"]
    assert shown["number"] == int(number)
    rated = desk.data("office.player.output", "player", rated_player(desk), user="cili")
    assert rated["ratings"]["standard"]["rating"] is not None
    assert {game["opponent_name"] for game in shown["games"]}
    assert name in desk.says("players", name.split(",")[0], user="cili")
    assert name in desk.says("player", name, user="cili")
    foreign = next(row for row in everybody["players"] if row["federation"] != officer)
    assert "has no player" in desk.says("player", str(foreign["number"]), user="otto", code=1)
    several = name.split(",")[0][0]
    assert "Give the number" in desk.says("player", several, user="cili", code=2)
    assert "is called" in desk.says("player", "Nobody at all", user="cili", code=2)


def test_a_line_is_explained_as_the_exported_book_explains_it(desk: Desk, officer: str) -> None:
    """Of the list being made, of the closed one and of a published one, with its articles; as a letter, too."""
    player = _player_with_games(desk)
    being_made = desk.data("period.explain.output", "explain", player, user="anna")
    assert being_made["list"] == f"{MONTH}-01"
    assert being_made["agrees"] is None
    desk.says("export", str(desk.folder / "out"), user="cili")
    explained = _in_folder(desk, desk.folder / "out", player)
    for name in ("expected", "sentences", "working", "explanation"):
        assert being_made[name] == explained[name], name
    desk.says("close", MONTH, user="anna")
    closed = desk.data("period.explain.output", "explain", player, "--list", MONTH, user="cili")
    assert closed["agrees"] is True
    assert closed["expected"] == being_made["expected"]
    letter = desk.folder / "letter.html"
    written = desk.data("period.explain.output", "explain", player, "--list", MONTH, "-o", str(letter), user="cili")
    assert being_made["name"] in letter.read_text(encoding="utf-8")
    assert written["output"] == str(letter)
    assert "No list of 2031-01" in desk.says("explain", player, "--list", "2031-01", user="cili", code=1)
    everybody = desk.data("office.players.output", "players", user="cili")["players"]
    foreign = next(row["number"] for row in everybody if row["federation"] != officer)
    assert "has no player" in desk.says("explain", str(foreign), user="otto", code=1)


def _player_with_games(desk: Desk) -> str:
    """Give a player whose rating the list being made changes."""
    gains = desk.data("office.preview.output", "preview", user="anna")["preview"]["gains"]["standard"]
    return str(gains[0]["fide_id"])


def _in_folder(desk: Desk, folder: Path, player: str) -> Any:  # noqa: ANN401 - as the schema says
    desk.read()
    assert run(["period", "explain", str(folder), MONTH, player, "--json"]) == 0
    return json.loads(desk.read())


def test_a_list_is_looked_at_before_and_after_it_is_published(desk: Desk) -> None:
    """Numbers, changes, newcomers, the watch over the scale, all files; and afterwards what a revision changed."""
    assert "No list is closed" in desk.says("look", user="anna", code=1)
    desk.says("close", MONTH, user="anna")
    closed = desk.data("office.look.output", "look", user="cili")
    assert (closed["stage"], closed["revision"]) == ("closed", 1)
    text = desk.says("look", "--to", str(desk.folder / "looked"), user="cili")
    assert "Biggest changes, standard" in text
    assert "The scale" in text
    names = {place.relative_to(desk.folder / "looked").as_posix() for place in (desk.folder / "looked").rglob("*")}
    assert set(closed["files"]) <= names
    assert "is not empty" in desk.says("look", "--to", str(desk.folder / "looked"), user="cili", code=1)
    waits = desk.data("office.deed.output", "publish", MONTH, user="anna")["waiting"]
    desk.says("confirm", str(waits), user="bela")
    published = desk.data("office.look.output", "look", MONTH, user="cili")
    assert (published["stage"], published["list_hash"]) == ("published", closed["list_hash"])
    assert published["summary"] == closed["summary"]

    assert "one revision" in desk.says("difference", MONTH, user="cili", code=1)
    annulled = desk.data("office.deed.output", "annul", rated_event(desk), "--why", "twice", user="anna")
    words = ("revise", MONTH, "--error", "counted_twice", "--cause", str(annulled["entry"]), "--why", "twice")
    lines = desk.data("office.deed.output", *words, "--dry-run", user="anna")["lines"]
    waits = desk.data("office.deed.output", *words, user="anna")["waiting"]
    desk.says("confirm", str(waits), user="bela")
    differs = desk.data("office.difference.output", "difference", MONTH, user="cili")
    assert (differs["before"], differs["after"]) == (1, 2)
    assert len({row["player"] for row in differs["lines"]}) == lines
    assert {row["player"] for row in differs["lines"]} <= {
        row["number"] for row in desk.data("office.players.output", "players", "--all", user="cili")["players"]
    }
    assert "before" in desk.says("difference", MONTH, "--revision", "2", user="cili")
    first = desk.data("office.look.output", "look", MONTH, "--revision", "1", user="cili")
    assert (first["stage"], first["list_hash"]) == ("revised", published["list_hash"])


def test_an_officer_sees_the_list_being_made_as_the_browser_shows_it(desk: Desk, officer: str) -> None:
    """What concerns the own federation, and nobody else."""
    preview = desk.data("office.preview.output", "preview", user="otto")["preview"]
    rows = [row for of_kind in (*preview["gains"].values(), *preview["losses"].values()) for row in of_kind]
    assert {row["federation"] for row in rows} <= {officer}
    whole = desk.data("office.checklist.output", "checklist", user="anna")["items"]
    own = desk.data("office.checklist.output", "checklist", user="otto")["items"]
    assert len(own) <= len(whole)
    assert {item["kind"] for item in own} <= {"event", "player"}
    assert "is the right of" in desk.says("close", MONTH, user="otto", code=1)


def test_proofs_log_and_work_are_found_by_what_is_asked(desk: Desk) -> None:
    """The age and result of each proof; entries of the log by deed, person, words and days; one piece of work."""
    desk.says("verify", "--quick", user="anna")
    proofs = desk.data("office.proofs.output", "proofs", user="cili")
    last = {row["kind"]: row["last"] for row in proofs["last"]}
    assert last["verify"]["outcome"] == "ok"
    assert last["backup"] is None
    assert "never" in desk.says("proofs", user="cili")

    def numbers(*words: str) -> list[int]:
        entries = desk.data("office.log.output", "log", *words, user="cili")["entries"]
        return [entry["number"] for entry in entries]

    assert numbers("--deed", "account.add") == [2, 3, 4]
    assert numbers("--words", "first book") == [5]
    assert numbers("--by", "1", "--deed", "book.import") == [5]
    assert numbers("--since", "2001-01-01", "--until", "2001-01-02") == []
    assert numbers("--page", "2") == []
    closing = desk.data("office.deed.output", "close", MONTH, user="anna")["job"]["number"]
    job = desk.data("office.jobs.output", "jobs", str(closing), user="cili")["jobs"]
    assert [(row["number"], row["kind"], row["state"]) for row in job] == [(closing, "list.close", "done")]
    assert "Nothing was stopped" in desk.says("jobs", "--cancel", str(closing), "--why", "late", user="anna", code=1)
    assert "There is no work" in desk.says("jobs", "9999", user="cili", code=1)

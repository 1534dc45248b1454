"""`arpad office` and what it only shows: players, explained lines, lists looked at and compared, proofs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, OfficeRemark, table
from arpad.cli.asked_player import several_called
from arpad.cli.commands.period_preview import changes_text, corrections_text
from arpad.cli.office_session import refuse_place, session, system_of
from arpad.cli.options import month, page_name, player, whole
from arpad.cli.wording import WORDS
from arpad.documents.schema import InputError
from arpad.model.numbers import decimal
from arpad.model.period import KINDS
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import date

    from arpad.cli.office_session import Session
    from arpad.pages.letter import Letter
    from arpad.storage.models import ListVersion, Proof, RatingSystem
    from arpad.storage.queries.players import PlayerGame, PlayerLine

_SHOWN = 100
"""So many players or lines stand in a table; --json has those of a difference all."""
_LISTS, _GAMES = 12, 30
"""So many earlier lists and games of a player stand in a text; --json has more."""
_SUMMARY, _INTEGRITY = "summary.json", "integrity.json"


def _system(action: argparse.ArgumentParser) -> None:
    action.add_argument("--system", metavar="KEY", help="which rating system, where the office has several")


def _players(action: argparse.ArgumentParser) -> None:
    action.add_argument("q", metavar="WORDS", nargs="?", default="", help="words of the name, or a number")
    for name, summary in (
        ("federation", "of this federation"),
        ("title", "with this title, such as WIM"),
        ("sex", "F or M"),
    ):
        action.add_argument(f"--{name}", default="", metavar=name.upper(), help=summary)
    action.add_argument("--page", type=whole, default=1, metavar="N", help="which hundred of them")
    action.add_argument("--all", action="store_true", help="all of them, on one page")
    _system(action)


def _one_player(action: argparse.ArgumentParser) -> None:
    action.add_argument("player", metavar="PLAYER", type=player, help="the number, or words of the name")
    _system(action)


def _explain(action: argparse.ArgumentParser) -> None:
    _one_player(action)
    action.add_argument(
        "--list", dest="month", metavar="YYYY-MM", type=month, help="which list; the one being made if not given"
    )
    action.add_argument("--kind", choices=KINDS, help="the kind of chess; standard if no game waits in another")
    action.add_argument(
        "-o", "--output", metavar="FILE.html", type=page_name, help="write a page: a letter to the player"
    )
    action.set_defaults(explain=True)


def _look(action: argparse.ArgumentParser) -> None:
    action.add_argument(
        "month", metavar="YYYY-MM", type=month, nargs="?", help="a published list; the closed one if not given"
    )
    action.add_argument("--revision", type=whole, metavar="N", help="which issue of it; the newest if not given")
    action.add_argument("--to", metavar="FOLDER", help="write all its files into this folder: new, or empty")
    _system(action)


def _difference(action: argparse.ArgumentParser) -> None:
    action.add_argument("month", metavar="YYYY-MM", type=month, help="the list")
    action.add_argument("--revision", type=whole, metavar="N", help="which issue of it; the newest if not given")
    _system(action)


def _none(action: argparse.ArgumentParser) -> None:
    del action


ACTIONS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "players": ("the players of the book, by words, federation, title and sex", _players),
    "player": ("everything about a player: ratings, the lists they came by, games, exclusions", _one_player),
    "explain": ("a player's line of the list being made, or of another, with the article of every number", _explain),
    "look": ("a closed or published list: numbers, changes, newcomers, corrections, the scale, its files", _look),
    "difference": ("what a revised list changed against the issue before it", _difference),
    "proofs": ("when the office was last verified, backed up and tried, and how that came out", _none),
}


def answered(given: argparse.Namespace) -> Answer:
    """Show what is asked for."""
    now_in = session(given)
    if given.action == "proofs":
        return _proofs(now_in)
    return _ANSWERS[given.action](given, now_in, system_of(given))


def _listed(given: argparse.Namespace, now_in: Session, system: RatingSystem) -> Answer:
    from arpad.storage.queries.paging import MOST_EXPORTED, AskedRows  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.queries.players import players  # noqa: PLC0415 - the same

    refuse_place(now_in, "player.read")
    filters = {name: getattr(given, name) for name in ("q", "federation", "title", "sex") if getattr(given, name)}
    size = MOST_EXPORTED if given.all else _SHOWN
    page = players(now_in.person, system, AskedRows(filters, "" if given.q else "name", given.page, size))
    rows = [_player_row(line) for line in page.rows]
    head = ["number", "name", "federation", "title", "born", *KINDS]
    text = table(head, [[row[name] for name in head] for row in rows])
    if page.total > len(rows):
        text += "\n" + WORDS.say("office", "page_of_rows", {"shown": len(rows), "total": page.total})
    if page.is_behind:
        text += "\n" + WORDS.say("office", "search_behind", {})
    return Answer({"players": rows, "total": page.total, "is_behind": page.is_behind}, text)


def _player_row(line: PlayerLine) -> dict[str, Any]:
    return {
        "number": line.fide_id,
        "name": line.name,
        "federation": line.federation,
        "sex": line.sex,
        "title": line.title,
        "born": line.birth_year,
        **dict(zip(KINDS, line.ratings, strict=True)),
    }


def _number_of(given: argparse.Namespace, now_in: Session, system: RatingSystem) -> int:
    """Give the number of the player who is asked for, among those whom the person may see."""
    from arpad.storage.queries.paging import AskedRows  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.queries.players import players  # noqa: PLC0415 - the same

    if isinstance(given.player, int):
        return given.player
    called = players(now_in.person, system, AskedRows({"q": given.player}, "name", 1, _SHOWN))
    if not called.rows:
        raise InputError.of(WORDS, "nobody_called", "PLAYER", name=given.player)
    if len(called.rows) > 1:
        raise several_called(given.player, [f"{line.fide_id} {line.name}" for line in called.rows], "PLAYER")
    return called.rows[0].fide_id


def _shown(given: argparse.Namespace, now_in: Session, system: RatingSystem) -> Answer:
    from arpad.office.canonical import plain  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.queries.players import player as player_page  # noqa: PLC0415 - the same
    from arpad.storage.queries.players import values_of  # noqa: PLC0415 - the same

    refuse_place(now_in, "player.read")
    number = _number_of(given, now_in, system)
    shown = player_page(now_in.person, system, number)
    if shown is None:
        raise RefusedError.of(WORDS, "no_player_in_office", str(number), number=number)
    ratings = {kind: _rating_of(shown.standing, kind) for kind in KINDS}
    history = [
        {"list": line.list_version.list_date.isoformat(), **{kind: getattr(line, f"{kind}_rating") for kind in KINDS}}
        for line in shown.history
    ]
    games = [_game_row(game) for game in shown.games]
    exclusions = [
        {
            "scope": row.scope,
            "since": row.since.isoformat(),
            "until": None if row.until is None else row.until.isoformat(),
        }
        for row in shown.exclusions
    ]
    data = {
        "number": number, **plain(values_of(shown.row)), "ratings": ratings, "lists": history, "games": games,
        "more_games": shown.more_games, "exclusions": exclusions,
    }  # fmt: skip
    return Answer(data, "\n".join(_player_text(data)))


def _rating_of(standing: Any, kind: str) -> dict[str, Any]:  # noqa: ANN401 - a row of the database, or none
    names = ("rating", "k", "games", "played", "highest", "last")
    if standing is None or standing.is_off:
        return dict.fromkeys(names)
    values = {name: getattr(standing, f"{kind}_{name}") for name in names}
    return values | {"last": None if values["last"] is None else values["last"].isoformat()}


def _game_row(game: PlayerGame) -> dict[str, Any]:
    event = game.event
    rated_for = None if event is None or event.rated_for is None else event.rated_for.isoformat()
    return {
        "event": game.event_id, "name": "" if event is None else event.name, "round": game.round,
        "day": None if game.day is None else game.day.isoformat(), "is_white": game.is_white,
        "opponent": game.opponent, "opponent_name": game.opponent_name, "score": decimal(game.score),
        "rated_for": rated_for, "annulled": event is not None and event.withdrawn,
    }  # fmt: skip


def _player_text(data: Mapping[str, Any]) -> Iterator[str]:
    born = data["birth_date"] or data["birth_year"]
    facts = (data["number"], data["title"], data["name"], data["federation"], data["sex"], born)
    yield "  ".join(str(fact) for fact in facts if fact)
    for row in data["exclusions"]:
        yield WORDS.say("office", "excluded", row)
    head = ["rating", "k", "games", "played", "highest", "last"]
    yield ""
    yield table(["kind", *head], [(kind, *(row[name] for name in head)) for kind, row in data["ratings"].items()])
    if data["lists"]:
        yield ""
        yield table(["list", *KINDS], [(row["list"], *(row[kind] for kind in KINDS)) for row in data["lists"][:_LISTS]])
    if data["games"]:
        yield ""
        names = ["event", "name", "round", "opponent", "opponent_name", "score", "rated_for"]
        yield table(
            ["event", "", "round", "opponent", "", "score", "rated for"],
            [[row[name] for name in names] for row in data["games"][:_GAMES]],
        )
        if len(data["games"]) > _GAMES:
            yield WORDS.say("office", "more_rows", {"count": len(data["games"]) - _GAMES})


def _explained(given: argparse.Namespace, now_in: Session, system: RatingSystem) -> Answer:
    from arpad.cli.commands.period_reference import line_answer  # noqa: PLC0415 - only here
    from arpad.office.commands import in_office  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.queries.explained import explained, letter_of  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.queries.next_list import next_day  # noqa: PLC0415 - the same
    from arpad.storage.queries.players import open_kind, players_seen  # noqa: PLC0415 - the same

    refuse_place(now_in, "player.read")
    day = given.month or next_day(system)
    is_published = given.month is not None and _version(system, given.month, None, needed=False) is not None
    if not is_published:
        refuse_place(now_in, "list.preview")
    if day is None or not (is_published or given.month is None or _is_at_hand(system, day)):
        raise _not_published(given.month)
    number = _number_of(given, now_in, system)
    if not players_seen(now_in.person, system, [number]):
        raise RefusedError.of(WORDS, "no_player_in_office", str(number), number=number)
    kind = given.kind or (KINDS[0] if is_published else open_kind(system, number))
    line = explained(system, day, number, kind)

    def letter(notes: Sequence[str]) -> Letter:
        del notes  # the letter has the remarks of the office
        return letter_of(system, line)

    answer = line_answer(line, given.output, letter)
    return replace(answer, warnings=[OfficeRemark(in_office(warning.message)) for warning in answer.warnings])


def _is_at_hand(system: RatingSystem, day: date) -> bool:
    """Tell whether a list is closed and not published, or the one being made."""
    from arpad.storage.queries.next_list import next_day  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.queries.systems import closed_list  # noqa: PLC0415 - the same

    closed = closed_list(system)
    return day == next_day(system) or (closed is not None and closed.list_date == day)


def _version(system: RatingSystem, day: date, revision: int | None, *, needed: bool = True) -> ListVersion | None:
    from arpad.storage.queries.lists import list_version  # noqa: PLC0415 - an extra, and slow to load

    version = list_version(system, day.year, day.month, revision)
    if version is None and needed:
        raise _not_published(day, revision)
    return version


def _not_published(day: date | None, revision: int | None = None) -> RefusedError:
    asked = "" if day is None else f"{day:%Y-%m}"
    return RefusedError.of(WORDS, "not_published", asked, month=asked, revision=revision or 0)


def _looked(given: argparse.Namespace, now_in: Session, system: RatingSystem) -> Answer:
    from arpad.storage.queries.archived import archived_json  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.queries.systems import closed_list  # noqa: PLC0415 - the same

    closed = closed_list(system)
    is_closed = closed is not None and given.revision is None and given.month in {None, closed.list_date}
    refuse_place(now_in, "list.preview" if is_closed or given.month is None else "list.read")
    if given.month is None and closed is None:
        raise RefusedError.of(WORDS, "nothing_closed", "")
    version = closed if is_closed else _version(system, given.month, given.revision)
    assert version is not None  # noqa: S101 - refused above
    data: dict[str, Any] = {
        "list": version.list_date.isoformat(), "revision": version.revision, "stage": version.stage,
        "list_hash": version.list_hash,
        "valid_from": None if version.valid_from is None else version.valid_from.isoformat(),
        "summary": archived_json(version.files[_SUMMARY]) if _SUMMARY in version.files else None,
        "integrity": archived_json(version.files[_INTEGRITY]) if _INTEGRITY in version.files else None,
        "files": dict(sorted(version.files.items())),
    }  # fmt: skip
    lines = [*_list_text(data)]
    if given.to:
        _write_files(Path(given.to), version.files, given.to)
        lines.append(WORDS.say("office", "files_written", {"count": len(version.files), "folder": given.to}))
    return Answer(data, "\n".join(lines))


def _write_files(folder: Path, files: Mapping[str, str], asked: str) -> None:
    from arpad.storage.archived_files import archive  # noqa: PLC0415 - an extra, and slow to load

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise RefusedError.of(WORDS, "hand_over_taken", folder.name, folder=asked)
    for name, sha256 in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        archive().copy_to(sha256, place)


def _list_text(data: Mapping[str, Any]) -> Iterator[str]:
    """Write a list for a person: its counts, the biggest changes, who came and went, corrections, the scale."""
    from arpad.office.wording import WORDS as OFFICE  # noqa: PLC0415 - an extra, and slow to load
    from arpad.pages.wording import says  # noqa: PLC0415 - only here

    yield WORDS.say("office", "list_looked_at", {**data, "says": OFFICE.say("stage", data["stage"], {})})
    summary = data["summary"]
    if summary is not None:
        names = ["listed", "women", "inactive", "events", "played", "games", "points", "entered"]
        yield ""
        yield table(
            ["kind", *names],
            [(kind, *(counts[name] for name in names)) for kind, counts in summary["kinds"].items()],
        )
        for kind in summary["kinds"]:
            yield from changes_text(kind, summary["gains"][kind], summary["losses"][kind])
        moved = [
            (says("movement", name), kind, movement["count"])
            for name, of_kinds in summary["movements"].items()
            for kind, movement in of_kinds.items()
        ]
        if moved:
            yield ""
            yield table(["came and went", "kind", "players"], moved)
        yield from corrections_text(summary["corrections"])
    if data["integrity"] is not None:
        alarms = [
            (kind, alarm["words"])
            for kind, watched in data["integrity"]["kinds"].items()
            for alarm in watched["alarms"]
        ]
        yield ""
        yield WORDS.say("office", "scale", {"alarms": len(alarms)})
        yield from (f"{kind}: {words}" for kind, words in alarms)


def _differing(given: argparse.Namespace, now_in: Session, system: RatingSystem) -> Answer:
    from arpad.storage.queries.differences import differences  # noqa: PLC0415 - an extra, and slow to load

    refuse_place(now_in, "list.read")
    version = _version(system, given.month, given.revision)
    assert version is not None  # noqa: S101 - refused above
    if version.revision == 1:
        raise RefusedError.of(WORDS, "one_revision", f"{given.month:%Y-%m}", month=f"{given.month:%Y-%m}")
    before = _version(system, given.month, version.revision - 1)
    assert before is not None  # noqa: S101 - refused above
    rows = differences(system, before, version)
    data = {"list": version.list_date.isoformat(), "before": before.revision, "after": version.revision, "lines": rows}
    head = ["kind", "player", "name", "before", "after", "change", "k_before", "k_after", "besides"]
    cells = [[*(row[name] for name in head[:-1]), ", ".join(row["besides"])] for row in rows[:_SHOWN]]
    lines = [WORDS.say("office", "differs", {**data, "count": len(rows), "reason": version.reason}), ""]
    lines.append(table(head, cells))
    if len(rows) > _SHOWN:
        lines.append(WORDS.say("office", "more_rows", {"count": len(rows) - _SHOWN}))
    return Answer(data, "\n".join(lines))


def _proofs(now_in: Session) -> Answer:
    from arpad.storage.queries.paging import AskedRows  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.queries.work import damaged_files, last_proofs, proofs  # noqa: PLC0415 - the same

    refuse_place(now_in, "proof.read")
    last: list[dict[str, Any]] = [
        {"kind": each.kind, "last": _proof(each.last), "last_good": _proof(each.last_good)}
        for each in last_proofs(now_in.person)
    ]
    every = [_proof(row) for row in proofs(now_in.person, AskedRows(size=_SHOWN)).rows]
    damaged = [row.sha256 for row in damaged_files(now_in.person)]
    never = WORDS.say("office", "never", {})
    cells = [(each["kind"], *_when(each["last"], never), _when(each["last_good"], never)[0]) for each in last]
    text = table(["proof", "last (UTC)", "came out", "last without a fault"], cells)
    return Answer({"last": last, "proofs": every, "damaged": damaged}, text)


def _proof(row: Proof | None) -> dict[str, Any] | None:
    if row is None:
        return None
    return {"kind": row.kind, "at": row.at.isoformat(), "outcome": row.outcome, "facts": row.facts}


def _when(proof: Mapping[str, Any] | None, never: str) -> tuple[str, str]:
    return (never, "") if proof is None else (str(proof["at"])[:16], str(proof["outcome"]))


_ANSWERS = {
    "players": _listed,
    "player": _shown,
    "explain": _explained,
    "look": _looked,
    "difference": _differing,
}

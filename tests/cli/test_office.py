"""`arpad office`: an office set up, filled and worked in at the command line, by the rights of the browser."""

from __future__ import annotations

import io
import json
import re
import shutil
from pathlib import Path

import pytest

pytest.importorskip("django")

from office_desk import (
    MONTH,
    PASSWORDS,
    Desk,
    book_at,
    passed,
    rated_event,
    rated_player,
    work_in_this_process,
)

import arpad
from arpad.book.about import About
from arpad.book.folder import Book
from arpad.cli import office_session
from arpad.cli.main import run
from arpad.documents.schema import faults
from arpad.storage.archive import Archive


def test_a_list_is_made_by_two_people_and_put_right(desk: Desk) -> None:
    """Preview, close, thrown away, closed, published by two, an event annulled, revised by two, exported, verified."""
    preview = desk.data("office.preview.output", "preview", user="anna")
    checklist = desk.data("office.checklist.output", "checklist", user="anna")
    assert preview["list"] == checklist["list"] == f"{MONTH}-01"
    assert "being made, as of entry" in desk.says("preview", user="anna")

    closed = desk.data("office.deed.output", "close", MONTH, user="anna")
    assert (closed["outcome"], closed["job"]["state"], closed["deed"]) == ("done", "done", "list.close")
    desk.says("throw-away", MONTH, "--why", "looked wrong", user="anna")
    again = desk.data("office.deed.output", "close", MONTH, user="anna")
    assert again["job"]["result"]["list_hash"] == closed["job"]["result"]["list_hash"]

    asked = desk.data("office.deed.output", "publish", MONTH, user="anna")
    assert asked["outcome"] == "waiting"
    waiting = desk.data("office.waiting.output", "waiting", user="bela")["waiting"]
    assert [row["number"] for row in waiting] == [asked["waiting"]]
    number = str(asked["waiting"])
    assert "Nobody confirms what they asked for" in desk.says("confirm", number, user="anna", code=1)
    done = desk.data("office.deed.output", "confirm", number, user="bela")
    assert (done["outcome"], done["by"], done["second"]) == ("done", 1, 2)

    event = rated_event(desk)
    tried = desk.data("office.deed.output", "annul", event, "--why", "twice", "--dry-run", user="anna")
    assert tried["outcome"] == "dry_run"
    annulled = desk.data("office.deed.output", "annul", event, "--why", "counted twice", user="anna")
    assert annulled["impact"] == tried["impact"]
    entry = str(annulled["entry"])
    words = ("revise", MONTH, "--error", "counted_twice", "--cause", entry, "--why", "counted twice")
    assert desk.data("office.deed.output", *words, "--dry-run", user="anna")["lines"] > 0
    revised = desk.data("office.deed.output", *words, user="anna")
    desk.says("confirm", str(revised["waiting"]), user="bela")
    lists = desk.data("office.lists.output", "lists", user="cili")["lists"]
    assert [(row["list"], row["revision"], row["stage"]) for row in lists][-2:] == [
        (f"{MONTH}-01", 1, "revised"), (f"{MONTH}-01", 2, "published"),
    ]  # fmt: skip

    log = desk.data("office.log.output", "log", user="cili")["entries"]
    assert log[-1]["cites"] == ["R-044"]
    assert {entry["system_user"] for entry in log} == {office_session.system_user()}
    assert desk.data("office.export.output", "export", str(desk.folder / "out"), user="cili")["lists"][-1] == MONTH
    desk.says("close", "2026-12", user="anna")
    handed = desk.data("office.hand-over.output", "hand-over", MONTH, str(desk.folder / "handed"), user="cili")
    assert handed["revision"] == 2
    assert run(["verify", str(desk.folder / "handed"), "--fingerprint", handed["fingerprint"]]) == 0
    assert desk.data("office.verify.output", "verify")["outcome"] == "ok"


def test_a_publication_is_handed_over_by_whoever_may_export_the_book(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the book in it; into a new folder only, and only what was published. An arbiter reads lists, and no book."""
    monkeypatch.setitem(PASSWORDS, "dora", "window-harbour-9")
    desk.says("user", "add", "dora", "--name", "Dora Example", "--role", "arbiter", "--password-fd", passed("dora"))
    folder = desk.folder / "handed"
    assert "is the right of" in desk.says("hand-over", "2026-10", str(folder), user="dora", code=1)
    assert not folder.exists()
    assert "The list of 2026-10, revision 1" in desk.says("hand-over", "2026-10", str(folder), user="cili")
    assert run(["verify", str(folder)]) == 0
    assert "is not empty" in desk.says("hand-over", "2026-10", str(folder), user="cili", code=1)
    words = ("hand-over", "2026-10", str(desk.folder / "another"), "--revision", "7")
    assert "as revision 7" in desk.says(*words, user="cili", code=1)
    assert "No list of 2026-12" in desk.says("hand-over", "2026-12", str(desk.folder / "another"), user="cili", code=1)


def test_what_somebody_may_not_do_is_refused_as_in_the_browser(desk: Desk) -> None:
    """An auditor changes nothing; nobody acts without a name, a password or with a wrong one."""
    assert "is the right of a rating administrator" in desk.says("close", MONTH, user="cili", code=1)
    assert "is the right of" in desk.says("annul", "1", "--why", "w", user="cili", code=1)
    assert "--as USER" in desk.says("lists", code=2)
    assert "do not belong together" in desk.says("lists", "--as", "nobody", code=1)
    assert "A reason is needed" in desk.says("throw-away", MONTH, user="anna", code=1)


def test_without_a_second_factor_grave_deeds_are_refused(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the office asks for one; with it, a code is needed, and each is good once."""
    from arpad.web import access  # noqa: PLC0415 - needs an office that is open
    from arpad.web.one_time_codes import code_of, step_now  # noqa: PLC0415 - the same

    monkeypatch.setattr(access, "needs_factor", lambda: True)
    assert "Prove once more who you are" in desk.says("close", MONTH, user="anna", code=1)
    secret = {}

    class Typing(io.StringIO):
        def readline(self, *_: object) -> str:  # type: ignore[override] # as much as is asked for
            return code_of(secret["text"], step_now() - 1)

    def keep(text: str) -> str:
        secret["text"] = text
        return text

    from arpad.web import one_time_codes  # noqa: PLC0415 - the same

    new_secret = one_time_codes.new_secret
    monkeypatch.setattr(one_time_codes, "new_secret", lambda: keep(new_secret()))
    monkeypatch.setattr("sys.stdin", Typing())
    codes = desk.data("office.factor.output", "user", "factor", user="anna")["recovery_codes"]
    assert "give --code" in desk.says("lists", user="anna", code=2)
    assert "no code" in desk.says("lists", "--code", "000000", user="anna", code=1)
    code = code_of(secret["text"], step_now() + 1)
    assert "published" in desk.says("lists", "--code", code, user="anna")
    assert "no code" in desk.says("lists", "--code", code, user="anna", code=1)
    assert "was closed" in desk.says("close", MONTH, "--code", codes[0], user="anna")
    renewed = desk.data("office.factor.output", "user", "codes", "--code", codes[1], user="anna")["recovery_codes"]
    assert "no code" in desk.says("lists", "--code", codes[2], user="anna", code=1)
    assert "published" in desk.says("lists", "--code", renewed[2], user="anna")


def test_people_are_kept_at_the_command_line(desk: Desk) -> None:
    """Added at the machine, invited and granted roles by two, ended, closed; never the last administrator."""
    people = desk.data("office.people.output", "user", "list", user="cili")["people"]
    assert [row["username"] for row in people] == ["anna", "bela", "cili"]
    words = ("user", "grant", "bela", "--role", "registrar", "--why", "helps")
    granted = desk.data("office.deed.output", *words, user="anna")
    assert "right of their own" in desk.says("confirm", str(granted["waiting"]), user="bela", code=1)
    desk.says("decline", str(granted["waiting"]), "--why", "not needed", user="anna")
    desk.says("user", "end", "bela", "--role", "rating_administrator", "--why", "leaves", user="anna")
    alone = desk.data("office.deed.output", *words, user="anna")
    assert (alone["outcome"], alone["by_one_person"]) == ("done", True)
    words = ("user", "end", "anna", "--role", "rating_administrator", "--why", "leaves")
    assert "last rating administrator" in desk.says(*words, user="anna", code=1)
    invited = desk.data(
        "office.deed.output", "user", "invite", "d@example.org", "--name", "D", "--role", "approver", "--why", "w",
        user="anna",
    )  # fmt: skip
    assert invited["link"].startswith("/office/invitation/")
    desk.says("user", "renew-factor", "bela", "--why", "lost phone")
    desk.says("user", "close", "bela", "--why", "left", user="anna")
    assert "do not belong together" in desk.says("lists", user="bela", code=1)


def test_a_backup_is_made_and_restored_with_nothing_but_the_folder(desk: Desk) -> None:
    """The restored office says the same; the work that was done is listed."""
    backup = desk.data("office.backup.output", "backup", "--to", str(desk.folder / "kept"))
    place = desk.folder / "kept" / backup["folder"]
    kept = str(desk.folder / "kept")
    drilled = desk.data("office.drill.output", "drill", "--of", kept)
    assert drilled == {"folder": backup["folder"], "outcome": "ok", "missing": [], "why": ""}
    assert "has no backup yet" in desk.says("drill", code=1)
    restored = desk.data("office.restore.output", "restore", str(place), str(desk.folder / "again"), "--why", "tried")
    assert restored["log_head"] == backup["log_head"]
    log = desk.data("office.log.output", "log", "--office", str(desk.folder / "again"), user="cili")["entries"]
    assert (log[-1]["code"], log[-1]["reason"], log[-1]["by_one_person"]) == ("proof.restore", "tried", True)
    assert log[-1]["facts"]["backup"] == backup["folder"]
    assert log[-1]["facts"]["head"] == len(log) - 1
    assert "A reason is needed" in desk.says("restore", str(place), str(desk.folder / "second"), "--why", " ", code=1)
    assert not (desk.folder / "second").exists()
    before = desk.data("office.lists.output", "lists", user="cili")
    assert desk.data("office.lists.output", "lists", "--office", str(desk.folder / "again"), user="cili") == before
    beside = Archive(desk.folder / "kept" / "archive")
    gone = min(beside.files())
    beside.place(gone).unlink()
    printed = desk.says("restore", str(place), str(desk.folder / "third"), "--why", "tried", code=4)
    assert "A file of the archive is missing, which the backup does not have whole" in printed
    assert gone in printed
    jobs = desk.data("office.jobs.output", "jobs", user="anna")["jobs"]
    kinds = [job["kind"] for job in jobs if job["kind"] != "search.rebuild"]
    assert kinds == ["drill", "drill", "backup", "book.import"]
    assert desk.data("office.work.output", "work", "--once")["jobs"] == 0
    assert desk.data("office.migrate.output", "migrate") == {"steps": [], "backup": ""}


def test_people_and_late_reports_are_put_right(desk: Desk) -> None:
    """A name at once, a birth date by two, both sealed and erased later; a report that is in time is not late."""
    player = str(Book.open(desk.folder / "book").table("lists/2026-10").drop_nulls("standard_rating")["fide_id"][0])
    name = desk.data(
        "office.deed.output", "correct", "player", player, "--name", "New, Name", "--why", "w", user="anna"
    )
    assert (name["outcome"], name["facts"]["fields"]) == ("done", ["name"])
    words = ("correct", "player", player, "--born", "1950-02-03", "--why", "passport")
    born = desk.data("office.deed.output", *words, user="anna")
    assert (born["outcome"], born["deed"]) == ("waiting", "player.correct_identity")
    desk.says("confirm", str(born["waiting"]), user="bela")
    log = desk.says("log", "--json", "--all", user="cili")
    assert "New, Name" not in log
    facts = json.dumps([entry["facts"] for entry in json.loads(log)["entries"]])
    assert "1950" not in re.sub("[0-9a-f]{64}", "", facts)  # a hash may have these digits
    hidden = desk.data("office.deed.output", "unindex", player, "--why", "asked for it", user="anna")
    assert hidden["outcome"] == "done"
    erased = desk.data("office.deed.output", "erase", "player", player, "--why", "asked for it", user="anna")
    assert desk.data("office.deed.output", "confirm", str(erased["waiting"]), user="bela")["facts"]["count"] == 4
    assert desk.data("office.verify.output", "verify", "--quick")["outcome"] == "ok"
    event = str(Book.open(desk.folder / "book").table("events").sort("end")["event_id"][0])
    assert "nothing to take in" in desk.says("take-in", event, "--why", "w", user="anna", code=1)


def test_what_an_edition_leaves_open_is_decided_with_a_document(desk: Desk) -> None:
    """K of the rapid list by the text of 2003; by the editions of today nothing is open."""
    words = ("--author", "Commission", "--on", "2026-11-02", "--document", "minutes 4", "--why", "as minuted")
    k = ("decide", "k", "15", "--since", "2027-01", "--kind", "rapid", *words)
    assert "does not leave this to the office" in desk.says(*k, user="anna", code=1)
    book_at(desk.folder / "old", About(title="By the text of 2003", edition="fide-2003-07", seed=5))
    desk.says("import", str(desk.folder / "old"), "--key", "old", "--why", "w", user="anna")
    assert "several rating systems" in desk.says(*k, user="anna", code=1)
    done = desk.data("office.deed.output", *k, "--system", "old", user="anna")
    assert (done["facts"]["k"], done["facts"]["article"]) == (15, "fide-2003-07 15.0 b")
    assert "was decided before" in desk.says(*k, "--system", "old", user="anna", code=1)
    assert desk.data("office.verify.output", "verify")["outcome"] == "ok"


def test_an_office_is_set_up_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The settings file is for its owner only; the way on is said."""
    place = tmp_path / "office"
    assert run(["office", "init", str(place), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert faults(document, "office.init.output") == []
    assert (document["database"], document["second_person"]) == ("sqlite", "required")
    assert oct(place.joinpath("office.toml").stat().st_mode)[-3:] == "600"
    assert run(["office", "init", str(place)]) == 1
    assert "already" in capsys.readouterr().err


def test_without_the_extra_a_sentence_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And nothing else happens."""
    monkeypatch.setattr(office_session, "find_spec", lambda _: None)

    assert run(["office", "lists"]) == 2
    assert capsys.readouterr().err == (
        "arpad: A rating office needs the extra `office`: pip install 'arpad[office]'.\n"
    )


def test_the_password_comes_from_a_file_descriptor_too(desk: Desk, tmp_path: Path) -> None:
    """So that no list of processes and no environment shows it."""
    place = tmp_path / "password"
    place.write_text(f"{PASSWORDS['anna']}\n", encoding="utf-8")
    with place.open("rb") as file:
        import os  # noqa: PLC0415 - only here

        number = os.dup(file.fileno())
        assert "published" in desk.says("lists", "--as", "anna", "--password-fd", str(number))


def test_a_rating_list_is_where_an_office_can_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The list of a file becomes the newest of the office; a second one that comes before it is refused."""
    desk = Desk(tmp_path, monkeypatch, capsys)
    shown = Path(arpad.__file__).parent / "examples" / "standard_may25frl.txt"
    later = shutil.copy(shown, tmp_path / "standard_jun25frl.txt")
    desk.says("init", str(tmp_path / "office"), "--title", "From a list")
    monkeypatch.setenv("ARPAD_OFFICE_PASSWORD", PASSWORDS["anna"])
    added = run(["office", "user", "add", "anna", "--name", "Anna", "--role", "rating_administrator"])
    assert added == 0
    monkeypatch.setattr("arpad.web.access.needs_factor", lambda: False)
    monkeypatch.setattr("arpad.storage.jobs.worker.Worker.work_once", work_in_this_process)
    document = desk.data("office.deed.output", "import", str(shown), "--list", "--why", "to begin with", user="anna")
    assert document["outcome"] == "done"
    assert [version["list"] for version in desk.data("office.lists.output", "lists", user="anna")["lists"]] == [
        "2025-05-01"
    ]
    desk.says("import", str(later), "--list", "--date", "2025-04", "--why", "an older one", user="anna", code=1)


def test_settings_are_shown_and_changed_by_those_who_may(desk: Desk) -> None:
    """The title by one person, the second person by two; an auditor reads them; a setting of the machine is none."""
    shown = desk.data("office.settings.output", "settings", user="cili")["settings"]
    assert {row["name"]: row["value"] for row in shown}["title"] == "Test"
    words = ("settings", "--set", "title=Office of Arcadia", "--why", "the board")
    assert "is the right of" in desk.says(*words, user="cili", code=1)
    assert desk.data("office.deed.output", *words, user="anna")["facts"]["values"] == {
        "title": ["Test", "Office of Arcadia"]
    }
    assert "decided, entry" in desk.says("settings", user="anna")
    assert "no setting" in desk.says("settings", "--set", "port=80", "--why", "w", user="anna", code=1)
    asked = desk.data("office.deed.output", "settings", "--set", "second_person=alone", "--why", "w", user="anna")
    desk.says("confirm", str(asked["waiting"]), user="bela")
    closed = desk.data("office.deed.output", "close", MONTH, user="anna")
    assert closed["outcome"] == "done"
    assert desk.data("office.deed.output", "publish", MONTH, "--why", "nobody else is here", user="anna")[
        "by_one_person"
    ]


def test_people_change_their_own_password_at_the_command_line(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in the browser: the old one proves who it is, a weak one is refused, open log-ins end; the log says so."""
    assert "--new-password-fd" in desk.says("user", "password", user="anna", code=2)
    monkeypatch.setenv("ARPAD_OFFICE_NEW_PASSWORD", "short")
    assert "at least 12" in desk.says("user", "password", user="anna", code=1)
    from arpad.model.clock import now  # noqa: PLC0415 - once an office is open
    from arpad.storage.models import LogIn  # noqa: PLC0415 - the same

    LogIn.objects.create(account_id=1, session_key="x", began_at=now(), seen_at=now(), agent="a browser")
    assert "a browser" in desk.says("user", "log-ins", user="anna")
    monkeypatch.setenv("ARPAD_OFFICE_NEW_PASSWORD", "a longer candle 9")
    assert desk.data("office.password.output", "user", "password", user="anna") == {"log_ins": 1}
    assert "do not belong together" in desk.says("lists", user="anna", code=1)
    monkeypatch.setitem(PASSWORDS, "anna", "a longer candle 9")
    shown = desk.data("office.log-ins.output", "user", "log-ins", "--end", user="anna")
    assert shown == {"log_ins": [], "ended": 0}
    log = desk.data("office.log.output", "log", user="anna")["entries"]
    assert [(entry["code"], entry["by"], entry["system_user"]) for entry in log[-2:]] == [
        ("own.password", 1, office_session.system_user()), ("own.log_ins", 1, office_session.system_user()),
    ]  # fmt: skip
    assert "no second factor yet" in desk.says("user", "codes", user="anna", code=1)


def test_a_question_is_answered_and_a_rating_certified(desk: Desk) -> None:
    """Noted, passed on, answered by a letter that goes out by the outbox, closed; and what nobody certified is none."""
    player = rated_player(desk)
    about = ("--about", "method", "--words", "Why 20?", "--email", "nora@example.org")
    asked = desk.data("office.deed.output", "question", "ask", player, *about, user="anna")
    assert (asked["deed"], asked["facts"]["next"]) == ("question.ask", "open")
    assert "right of" in desk.says("question", "ask", player, *about, user="cili", code=1)
    duties = desk.data("office.inbox.output", "inbox", user="anna")["duties"]
    question = next(duty for duty in duties if duty["of"] == "question")
    matter = ("question", str(question["number"]))
    desk.data("office.deed.output", "duty", "assign", *matter, "--to", "anna", user="anna")
    desk.data("office.deed.output", "duty", "wait", *matter, "--for", "arbiter", user="anna")
    desk.data("office.deed.output", "duty", "note", *matter, "He is on a journey.", user="anna")
    (held,) = desk.data("office.inbox.output", "inbox", "--own", user="anna")["duties"]
    assert (held["of"], held["waiting_for"], held["since"][:4]) == ("question", "arbiter", "2027")
    noted = desk.data("office.matter.output", "duty", "show", *matter, user="anna")
    assert (noted["waiting_for"], [note["words"] for note in noted["notes"]]) == ("arbiter", ["He is on a journey."])
    assert "whose duties you see" in desk.says("duty", "show", "question", "99", user="anna", code=1)
    assert desk.data("office.stand-ins.output", "duty", "stand-ins", user="anna")["stand_ins"] == []
    assert "no_account" in desk.says("duty", "assign", *matter, "--to", "nobody", "--json", user="anna", code=1)
    days = ("--from", "2099-01-01", "--until", "2099-01-09")
    assert "cannot stand in" in desk.says("duty", "stand-in", "cili", *days, user="anna", code=1)
    assert desk.data("office.deed.output", "duty", "calendar", user="anna")["link"].endswith(".ics")
    assert desk.data("office.deed.output", "duty", "digest", "yes", user="anna")["outcome"] == "done"
    assert [(row["words"], row["is_next"]) for row in duties] == [("Answer question 1", True)]
    until = ("--until", "2027-03-01")
    desk.says("question", "pass-on", "1", "--to", "arbiter", *until, user="anna")
    assert "so nobody can" in desk.says("question", "answer", "1", "--words", "x", user="anna", code=1)
    desk.says("question", "reply", "1", "--words", "It is so.", user="anna")
    desk.says("question", "answer", "1", "--words", "By the article.", user="anna")
    desk.says("question", "close", "1", "--outcome", "stands", user="anna")
    shown = desk.data("office.question.output", "question", "show", "1", user="cili")
    assert (shown["stage"], shown["letters"]) == ("closed", ["2027-1", "2027-2", "2027-3"])
    assert desk.data("office.questions.output", "question", "list", user="cili")["total"] == 1
    proof = ("--evidence", str(desk.folder / "proof.bin"))
    assert "is attached to question 1" in desk.says("question", "show", "1", *proof, user="anna", code=1)

    letters = desk.data("office.letters.output", "letter", "list", user="cili")["letters"]
    assert [row["mail"] for row in letters] == ["waiting", "printed", "waiting"]
    letter = desk.data("office.letter.output", "letter", "show", "3", user="cili")
    assert "By the article." in letter["body"]
    template = desk.data("office.letter-template.output", "letter", "template", "certificate", user="anna")
    assert "{player}" in template["body"]
    desk.says("letter", "template", "certificate", "--subject", "C {reference}", "--why", "shorter", user="anna")
    sent = desk.data("office.outbox.output", "outbox", "--send")
    assert (sent["sent"], sent["failed"]) == (2, 0)
    mails = desk.data("office.outbox.output", "outbox", user="cili")["mails"]
    assert {mail["state"] for mail in mails} == {"sent"}

    assert desk.data("office.verify.output", "verify", user="anna")["questions"] == 1


def test_a_certificate_is_checked_with_the_office_and_without_it(desk: Desk) -> None:
    """By its fingerprint, by its file, or by the public key of the office alone; a changed one is none."""
    player = rated_player(desk)
    place = desk.folder / "certificate.json"
    words = ("certificate", "issue", player, "--on", "2027-01-31", "-o", str(place))
    issued = desk.data("office.certified.output", *words, user="anna")
    for given in (str(place), issued["fingerprint"]):
        checked = desk.data("office.certificate.output", "certificate", "verify", given)
        assert (checked["issued"], checked["entry"]) == (True, issued["entry"])
        assert checked["certificate"]["player"]["number"] == int(player)
        assert checked["signature"] == "holds"
    key = checked["certificate"]["key"]
    alone = desk.data("office.certificate.output", "certificate", "verify", str(place), "--key", key)
    assert (alone["issued"], alone["signature"], alone["fingerprint"]) == (None, "holds", issued["fingerprint"])
    assert "another key" in desk.says("certificate", "verify", str(place), "--key", "0" * 64, code=1)
    out = desk.folder / "why.html"
    explained = desk.data("office.explained.output", "letter", "explain", player, "-o", str(out), user="anna")
    assert (explained["player"], "The articles" in out.read_text(encoding="utf-8")) == (int(player), True)
    place.write_bytes(place.read_bytes().replace(b'"rating":', b'"rating":1'))
    assert "does not hold" in desk.says("certificate", "verify", str(place), "--key", key, code=1)
    assert "has issued no certificate" in desk.says("certificate", "verify", str(place), code=1)

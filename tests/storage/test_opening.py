"""An office is made, opened, refused and opened again; its settings come from its file and from the environment."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

import postgres
import pytest
from django.conf import settings as django_conf
from django.core.management import call_command
from django.db import connection, connections

from arpad.model.clock import now
from arpad.model.problems import ArpadError, DamagedError, RefusedError
from arpad.storage.models import Account
from arpad.storage.opening import init_office, migrate, open_now, open_office
from arpad.storage.settings import (
    DATABASE,
    FILE,
    OfficeSettings,
    database_settings,
    new_settings,
    read_settings,
    write_settings,
)

if TYPE_CHECKING:
    from pathlib import Path


def written(folder: Path, text: str) -> Path:
    """Write settings that only their owner may read."""
    folder.mkdir(exist_ok=True)
    folder.joinpath(FILE).write_text(text, encoding="utf-8")
    folder.joinpath(FILE).chmod(0o600)
    return folder


def test_an_office_is_made_once_and_two_are_kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings of mode 0600 with a key of its own; one process may go from one office to the other."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    first = init_office(tmp_path / "first", OfficeSettings(title="The first", zone="Europe/Budapest"))
    assert stat.S_IMODE((first.folder / FILE).stat().st_mode) == 0o600
    assert len(first.settings.secret_key) >= 50
    Account.objects.create(username="somebody", opened_at=now())
    second = init_office(tmp_path / "second")
    assert second.settings.secret_key != first.settings.secret_key
    assert Account.objects.count() == 0
    assert open_office(tmp_path / "first") == open_now() == first
    assert Account.objects.count() == 1
    assert (first.settings.secret_key, "Europe/Budapest") == (django_conf.SECRET_KEY, django_conf.TIME_ZONE)
    for folder, code in ((tmp_path / "first", "office_there"), (tmp_path, "folder_taken")):
        with pytest.raises(RefusedError) as refused:
            init_office(folder)
        assert refused.value.problems[0].code == code


def test_an_office_of_an_older_or_newer_schema_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With what to do about it."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    folder = init_office(tmp_path / "office").folder
    call_command("migrate", "storage", "0001", verbosity=0)
    with pytest.raises(RefusedError, match="arpad office migrate"):
        open_office(folder)
    open_office(folder, any_schema=True)
    migrate()
    open_office(folder)
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('storage', '9999_later', '2030-01-01')"
        )
    with pytest.raises(RefusedError, match="9999_later"):
        open_office(folder)


def test_the_environment_wins_and_all_faults_are_told_at_once(tmp_path: Path) -> None:
    """A file that others may read is one of them."""
    write_settings(tmp_path, new_settings(OfficeSettings(title="From the file", port=8001)))
    settings = read_settings(tmp_path, {"ARPAD_OFFICE_TITLE": "From outside", "ARPAD_SECRET_KEY": "x"})
    assert (settings.title, settings.port, settings.secret_key) == ("From outside", 8001, "x")
    assert "secret" not in repr(settings)
    folder = written(tmp_path / "wrong", 'secret_key = "x"\nport = 0\nzone = "Nowhere"\ntitel = "?"\n')
    folder.joinpath(FILE).chmod(0o644)
    with pytest.raises(RefusedError) as refused:
        read_settings(folder, {"ARPAD_HTTPS": "perhaps"})
    assert sorted(problem.code for problem in refused.value.problems) == [
        "settings_open_to_all",
        "settings_unknown",
        "settings_wrong",
        "settings_wrong",
        "settings_wrong",
    ]
    assert "did you mean title" in str(refused.value)


def test_an_office_that_others_reach_shows_no_faults(tmp_path: Path) -> None:
    """What only a developer's machine may."""
    write_settings(tmp_path, new_settings(OfficeSettings(debug=True)))
    assert read_settings(tmp_path, {}).debug
    for others in ({"ARPAD_HOSTS": "ratings.example.org"}, {"ARPAD_HTTPS": "true"}):
        with pytest.raises(RefusedError, match="debug"):
            read_settings(tmp_path, others)


@pytest.mark.parametrize("text", ["", 'title = "no key"', "title = [", '\0title = "x"'])
def test_settings_that_cannot_be_used_are_refused(tmp_path: Path, text: str) -> None:
    """In a sentence."""
    with pytest.raises(RefusedError):
        read_settings(written(tmp_path, text), {})


def test_the_address_of_a_database_is_taken_apart(tmp_path: Path) -> None:
    """User, password, host, port, name, and options; a wrong one is refused."""
    address = "postgresql://ann:p%40ss@db.example.org:5433/ratings?sslmode=require"
    given = database_settings(tmp_path, OfficeSettings(database_url=address))
    names = ("NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS")
    assert [given[name] for name in names] == [
        "ratings",
        "ann",
        "p@ss",
        "db.example.org",
        "5433",
        {"sslmode": "require"},
    ]
    for wrong in ("mysql://a/b", "postgresql://host", "postgresql://host:port/name"):
        with pytest.raises(RefusedError):
            database_settings(tmp_path, OfficeSettings(database_url=wrong))


def test_a_failed_start_leaves_nothing_and_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that does not answer is a sentence; the folder is as before, and a second try is no other office."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    nowhere = OfficeSettings(database_url="postgresql://nobody@127.0.0.1:1/none")
    (tmp_path / "empty").mkdir()
    for folder in (tmp_path / "new", tmp_path / "empty"):
        for _ in range(2):
            with pytest.raises(ArpadError) as fault:
                init_office(folder, nowhere)
            assert fault.value.problems[0].code == "database_away"
    assert not (tmp_path / "new").exists()
    assert list((tmp_path / "empty").iterdir()) == []


def test_a_database_in_which_something_is_makes_no_second_office(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be that of another office, and stays as it is."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    with postgres.empty_database() as address:
        init_office(tmp_path / "first", OfficeSettings(database_url=address))
        with pytest.raises(RefusedError) as fault:
            init_office(tmp_path / "second", OfficeSettings(database_url=address))
        assert fault.value.problems[0].code == "database_taken"
        assert not (tmp_path / "second").exists()
        open_office(tmp_path / "first")
        connections.close_all()


def test_nobody_else_on_the_machine_looks_into_an_office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its folder, with database and archive, is its owner's."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    init_office(tmp_path / "office")
    assert stat.S_IMODE((tmp_path / "office").stat().st_mode) == 0o700


def test_an_office_whose_tables_are_gone_is_not_begun_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite would make an empty file in their place; what to do is said, to `migrate` as well."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    office = init_office(tmp_path / "office")
    connections.close_all()
    for file in office.folder.glob(f"{DATABASE}*"):
        file.unlink()
    for any_schema in (False, True):
        with pytest.raises(DamagedError, match="arpad office restore BACKUP") as gone:
            open_office(office.folder, any_schema=any_schema)
        assert gone.value.problems[0].code == "database_gone"
    assert list(office.folder.glob(f"{DATABASE}*")) == []


def test_a_damaged_file_of_tables_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a sentence, with what to do."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    office = init_office(tmp_path / "office")
    connections.close_all()
    for file in office.folder.glob(f"{DATABASE}-*"):
        file.unlink()
    assert office.database_file is not None
    office.database_file.write_bytes(b"no database at all" * 1000)
    with pytest.raises(DamagedError, match="Stop the office") as damaged:
        open_office(office.folder)
    assert damaged.value.problems[0].code == "database_damaged"

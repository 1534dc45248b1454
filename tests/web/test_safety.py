"""What protects an office: policy, cookies, forms of others, names that want to be more than names."""

from __future__ import annotations

import json
import logging
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from office_addresses import address, address_names, parts
from office_rights import RIGHTS
from web_offices import HOSTILE, PASSWORD, logged_in, with_https

from arpad.storage.running_log import write_log
from arpad.web.middleware import DOWNLOADED, POLICY
from arpad.web.static_files import static_address, static_files

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("office")
_INLINE = re.compile(r"""<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|javascript:|data:""", re.IGNORECASE)


@pytest.fixture(scope="module")
def pages() -> dict[str, tuple[str, str]]:
    """Give every page that an administrator can read: its policy and its text."""
    client, of = logged_in("vera"), parts()
    shown = {}
    for name in address_names():
        if (
            RIGHTS[name].method == "GET"
            and "A" in RIGHTS[name].open_to
            and name not in {"revise_look", "put_right_look"}
        ):
            if name.startswith("put_right_look"):
                continue
            response = client.get(address(name, of))
            kind = response.headers.get("Content-Type", "")
            shown[name] = (
                response.headers["Content-Security-Policy"],
                response.content.decode() if "html" in kind else "",
            )
    return shown


def test_every_answer_says_what_it_may_load(pages: dict[str, tuple[str, str]]) -> None:
    """The policy stands on every answer; downloads are in a sandbox."""
    downloads = {name for name, (policy, _) in pages.items() if policy == DOWNLOADED}
    assert {policy for policy, _ in pages.values()} == {POLICY, DOWNLOADED}
    assert {name for name in pages if name.endswith("_csv") and RIGHTS[name].status == 200} <= downloads
    assert "list_file" in downloads
    assert "unsafe" not in POLICY
    assert Client().get("/nowhere").headers["Content-Security-Policy"] == POLICY


def test_no_script_or_style_stands_in_a_page(pages: dict[str, tuple[str, str]]) -> None:
    """Neither an element nor an attribute; the policy would refuse it anyway."""
    assert len(pages) > 40
    for name, (policy, text) in pages.items():
        if policy == POLICY:
            assert not _INLINE.search(text), (name, _INLINE.search(text))


def test_a_name_stays_a_name(pages: dict[str, tuple[str, str]]) -> None:
    """The name of a player that holds markup is text on every page that shows it."""
    shown = [text for _, text in pages.values() if "O&#x27;Hara" in text or "O'Hara" in text]
    assert shown
    assert not any("<script>alert" in text for _, text in pages.values())


def test_a_formula_stays_text() -> None:
    """What a spreadsheet would take for a formula is marked as text."""
    from arpad.web.tables import csv_answer  # noqa: PLC0415 - after Django is set up

    lines = csv_answer("x", [{"name": "=1+1", "change": -3}, {"name": HOSTILE, "change": 2}]).content.decode()
    assert lines.startswith("name,change\r\n'=1+1,-3\r\n")


def test_a_form_of_another_site_is_refused() -> None:
    """Without its token no form is taken, and nothing is changed; the page says what to do."""
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/office/log-in/", {"username": "vera", "password": PASSWORD})
    assert answer.status_code == 403
    assert b"too old" in answer.content


def test_what_is_downloaded_can_do_nothing() -> None:
    """HTML of the archive comes as an attachment, in a sandbox, and is never shown as a page of the office."""
    answer = logged_in("vera").get(address("list_file", parts()))
    assert answer.headers["Content-Disposition"].startswith("attachment;")
    assert answer.headers["Content-Security-Policy"] == DOWNLOADED
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_files_of_the_look_are_kept_for_ever() -> None:
    """Their addresses hold their hashes."""
    for name in static_files():
        answer = Client().get(static_address(name))
        assert answer.status_code == 200
        assert "immutable" in answer.headers["Cache-Control"]
        assert Client().get(static_address(name), headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_pages_are_not_kept_by_others() -> None:
    """A page of the office stands in no cache."""
    assert "no-store" in logged_in("vera").get("/office/").headers["Cache-Control"]


def test_every_click_has_a_number() -> None:
    """Each answer says under which number its click stands in the log."""
    first, second = (Client().get("/health").headers["X-Request-Id"] for _ in range(2))
    assert first != second


def test_a_deployed_office_has_nothing_to_complain_about(tmp_path: Path) -> None:
    """`check --deploy` finds nothing in an office that others reach."""
    folder = tmp_path / "office"
    folder.mkdir()
    with_https(folder)
    words = (
        "import sys; from pathlib import Path; from arpad.web.django_settings import web_settings;"
        "from arpad.storage.settings import read_settings; from arpad.storage.opening import open_office;"
        "folder = Path(sys.argv[1]); open_office(folder, web_settings(read_settings(folder)), create=True);"
        "from django.core.management import call_command; call_command('check', deploy=True, fail_level='WARNING')"
    )
    done = subprocess.run([sys.executable, "-c", words, str(folder)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_cookies_of_an_office_that_others_reach(tmp_path: Path) -> None:
    """They travel by HTTPS only, and no script reads them."""
    from arpad.storage.settings import read_settings  # noqa: PLC0415 - beside its only use
    from arpad.web.django_settings import web_settings  # noqa: PLC0415 - the same

    with_https(tmp_path)
    settings = web_settings(read_settings(tmp_path))
    assert all(settings[name] is True for name in settings if name.endswith(("COOKIE_SECURE", "COOKIE_HTTPONLY")))
    assert settings["SECURE_SSL_REDIRECT"] is True


def test_a_fault_in_a_page_is_written_under_the_number_that_the_page_shows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The operator finds it by its number; no name stands in it, neither of the address nor of the fault."""

    def broken(*_: object) -> None:
        raise KeyError("Anna Example")

    loggers = [logging.getLogger(name) for name in ("arpad.office", "django.request")]
    kept = [(logger, list(logger.handlers), logger.propagate, logger.level) for logger in loggers]
    client = logged_in("vera")
    client.raise_request_exception = False
    monkeypatch.setattr("arpad.web.views.players.players", broken)
    try:
        write_log(only_faults=True)
        response = client.get(address("players", parts()), {"name": "Anna Example"})
    finally:
        for logger, handlers, propagate, level in kept:
            logger.handlers, logger.propagate = handlers, propagate
            logger.setLevel(level)
    written = capsys.readouterr().err
    line = json.loads(written)
    assert response.status_code == 500
    assert line["request"] == response.headers["X-Request-Id"]
    assert line["request"] in response.content.decode()
    assert (line["route"], line["kinds"]) == ("office/players/", ["KeyError"])
    assert "Anna" not in written

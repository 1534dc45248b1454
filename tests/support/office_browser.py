"""An office in a real browser: served on loopback by granian or by a plain server, looked at in Debian's Chromium."""

from __future__ import annotations

import re
import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from chromium import chromium_program
from django.db import connections
from playwright.sync_api import sync_playwright
from web_offices import PASSWORD, SECRET

from arpad.web.one_time_codes import code_of, step_now

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

OPTIONS = [
    f"--{option}"
    for option in (
        "headless", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking",
        "disable-component-update", "disable-sync", "disable-dev-shm-usage",
    )
]  # fmt: skip
NARROW, WIDE = 390, 1280
_PATIENCE = 300_000
"""Thousandths of a second for which a page is waited for: on a busy machine only what never comes is missed."""
_CODES = 3
"""So many codes are typed, should the machine be so busy that one is no longer good when it is read."""


class _Quiet(WSGIRequestHandler):
    """Serves without a word about each request."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name in the library
        """Write nothing."""


class _Threaded(WSGIServer):
    """Serves one request after the other, each in a thread whose connections end with it."""

    daemon_threads = True


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve the office of a folder on loopback, and give its address."""
    from arpad.web.wsgi import application  # noqa: PLC0415 - opens the office

    app = application(folder)
    server = make_server("127.0.0.1", 0, app, _Threaded, _Quiet)

    def serve() -> None:
        server.serve_forever(0.05)
        connections.close_all()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@contextmanager
def working() -> Iterator[None]:
    """Do the work that pages ask for, in a thread beside them, as a worker would."""
    from arpad.storage.jobs.worker import work_here  # noqa: PLC0415 - after the office is open
    from arpad.storage.models import Job  # noqa: PLC0415 - the same

    ended = threading.Event()

    def work() -> None:
        while not ended.wait(0.05):
            for number in list(Job.objects.filter(state="waiting").values_list("number", flat=True)):
                work_here(number)
        connections.close_all()

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    yield
    ended.set()
    thread.join()


def after_work(opened: Page) -> None:
    """Wait until the work that the page shows is done."""
    opened.wait_for_url(re.compile(r"/(jobs|look|revise)/\d+/"))
    opened.wait_for_selector("#work:not([hx-get])")
    assert not opened.locator(".notice.bad").count(), opened.locator(".notice.bad").inner_text()


@contextmanager
def browser() -> Iterator[Browser]:
    """Start Chromium without a window."""
    program = chromium_program()
    assert program is not None, shutil.which("chromium")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=OPTIONS, timeout=_PATIENCE)
        yield started
        started.close()


@contextmanager
def page(
    started: Browser, address: str, width: int = WIDE, *, dark: bool = False, script: bool = True
) -> Iterator[Page]:
    """Open a page of a certain width; whatever its console complains about fails the test."""
    scheme = "dark" if dark else "light"
    context = started.new_context(
        base_url=address, viewport={"width": width, "height": 900}, color_scheme=scheme, java_script_enabled=script
    )
    context.set_default_timeout(_PATIENCE)
    opened = context.new_page()
    complaints: list[str] = []
    opened.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    yield opened
    context.close()
    refused = [words for words in complaints if "422" not in words and "404" not in words and "403" not in words]
    assert not refused, refused


def log_in(opened: Page, username: str) -> None:
    """Log somebody of the cast in: password, then second factor.

    A code is good once, and nobody waits for the next one: that the last one was used is forgotten.
    """
    with ThreadPoolExecutor(1) as beside:  # Django asks nothing of its database beside a browser
        beside.submit(_forget_code, username).result()
    opened.goto("/office/log-in/")
    opened.fill("#id_username", username)
    opened.fill("#id_password", PASSWORD)
    opened.click("button.button")
    for _ in range(_CODES):
        opened.fill("#id_code", code_of(SECRET, step_now()))
        opened.click("button.button")
        opened.wait_for_selector(".places, .faults", state="attached")
        if not opened.locator(".faults").count():
            break
    opened.wait_for_selector(".places", state="attached")
    opened.wait_for_load_state()


def _forget_code(username: str) -> None:
    """Let somebody's code be good once more."""
    from arpad.storage.models import SecondFactor  # noqa: PLC0415 - after the office is open

    SecondFactor.objects.filter(account__username=username).update(last_step=0)
    connections.close_all()

"""A real browser for tests: Chromium without a window, spoken to over two pipes in its own protocol."""

from __future__ import annotations

import fcntl
import json
import os
import select
import shutil
import subprocess
import sys
import time
from base64 import b64decode
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_OPTIONS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-pipe",
)  # fmt: skip
_PATIENCE = 300
"""Seconds in which the browser has to answer."""
_WITH_PIPES = (
    "import os, sys; os.dup2(int(sys.argv[1]), 3); os.dup2(int(sys.argv[2]), 4); os.execv(sys.argv[3], sys.argv[3:])"
)
"""The browser reads what it is asked at 3, and answers at 4."""


def chromium_program() -> str | None:
    """Find the browser; None where there is none."""
    return next((program for program in map(shutil.which, PROGRAMS) if program), None)


class Chromium:
    """A browser with one page open."""

    def __init__(self, program: str, folder: Path) -> None:
        """Start it, with a profile of its own in a folder."""
        asked, self._ask = os.pipe()
        self._answers, answer = os.pipe()
        # Numbers far from 3 and 4, which the browser needs for itself.
        passed = [fcntl.fcntl(number, fcntl.F_DUPFD, 20) for number in (asked, answer)]
        words = [sys.executable, "-c", _WITH_PIPES, *map(str, passed), program, *_OPTIONS, f"--user-data-dir={folder}"]
        with folder.joinpath("messages.txt").open("wb") as messages:
            self._process = subprocess.Popen(words, pass_fds=passed, stdout=messages, stderr=messages)
        for number in (asked, answer, *passed):
            os.close(number)
        self._buffer, self._number = b"", 0
        self.complaints: list[str] = []
        """What the page wrote to the console, what it was refused, and faults of its script."""
        self._loaded, self._opened = False, 0
        self._session: str | None = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for part in ("Page", "Runtime", "Log"):
            self.call(f"{part}.enable")

    def call(self, method: str, **given: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON
        """Ask for something, and wait for the answer."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": given}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._ask, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, f"{method}: {answer}"
                return dict(answer["result"])

    def _next(self) -> dict[str, Any]:
        """Give the next message, and note what it is about."""
        until = time.monotonic() + _PATIENCE
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._answers], [], [], max(0, until - time.monotonic()))
            read = os.read(self._answers, 1 << 20) if ready else b""
            assert read, f"The browser has not answered within {_PATIENCE} seconds."
            self._buffer += read
        text, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        method = message.get("method")
        self._loaded = self._loaded or method == "Page.loadEventFired"
        if method in {"Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled"}:
            self.complaints.append(json.dumps(message["params"]))
        return message

    def open(
        self, address: str, *, width: int, height: int = 800, with_script: bool = True, dark: bool = False
    ) -> None:
        """Open a page at a size of the screen."""
        self.complaints.clear()
        self.call("Emulation.setScriptExecutionDisabled", value=not with_script)
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.call("Emulation.setEmulatedMedia", media="", features=scheme)
        self._opened += 1
        place, mark, anchor = address.partition("#")
        self._loaded = False
        # Asked for in another way each time: an address that differs only behind its mark would not be loaded anew.
        self.call("Page.navigate", url=f"{place}?{self._opened}{mark}{anchor}")
        while not self._loaded:
            self._next()

    def ask(self, expression: str) -> Any:  # noqa: ANN401 - any JSON
        """Evaluate an expression in the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def printed(self) -> bytes:
        """Give the page as it is printed, as PDF."""
        form = {"preferCSSPageSize": True, "printBackground": True, "generateTaggedPDF": False}
        return b64decode(self.call("Page.printToPDF", **form)["data"])

    def close(self) -> None:
        """End the browser."""
        self._session = None
        os.write(self._ask, json.dumps({"id": 0, "method": "Browser.close"}).encode() + b"\0")
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for number in (self._ask, self._answers):
            os.close(number)

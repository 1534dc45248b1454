"""A mail server of a test: it takes what it is sent, on this machine only, and writes each mail into a folder.

It speaks as much of SMTP (RFC 5321) as a sender needs. It can be told to refuse addresses, or to answer slowly.
"""

from __future__ import annotations

import itertools
import socketserver
import threading
from contextlib import contextmanager
from email import message_from_bytes, policy
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from email.message import EmailMessage
    from pathlib import Path


class _Talk(socketserver.StreamRequestHandler):
    """One sender."""

    server: MailSink

    def handle(self) -> None:
        """Take mails until the sender is gone."""
        self._say("220 test")
        for line in self.rfile:
            word = line[:4].upper().strip()
            if word == b"DATA":
                self._say("354 go on")
                lines = iter(self._line, b".\r\n")
                self.server.keep(b"".join(line.removeprefix(b".") if line[:2] == b".." else line for line in lines))
                self.server.slowly.wait(self.server.seconds)
                self._say("250 taken")
            elif word == b"RCPT" and b"refused" in line:
                self._say("550 nobody of this name")
            elif word == b"QUIT":
                self._say("221 bye")
                return
            else:
                self._say("250 test")

    def _line(self) -> bytes:
        line = self.rfile.readline()
        return line or b".\r\n"

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())
        self.wfile.flush()


class MailSink(socketserver.ThreadingTCPServer):
    """The server: what came to it lies in a folder, a file for each mail."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, folder: Path, seconds: float = 0) -> None:
        super().__init__(("127.0.0.1", 0), _Talk)
        self.folder, self.seconds, self.slowly = folder, seconds, threading.Event()
        self._numbers = itertools.count(1)
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.server_address[1])

    def keep(self, data: bytes) -> None:
        """Keep a mail."""
        self.folder.joinpath(f"{next(self._numbers):04}.eml").write_bytes(data)

    def mails(self) -> list[EmailMessage]:
        """Give what came, in order."""
        places = sorted(self.folder.glob("*.eml"))
        return [message_from_bytes(place.read_bytes(), policy=policy.default) for place in places]


@contextmanager
def mail_sink(folder: Path, seconds: float = 0) -> Iterator[MailSink]:
    """Let a mail server listen for as long as a block runs."""
    with MailSink(folder, seconds) as sink:
        thread = threading.Thread(target=sink.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        yield sink
        sink.slowly.set()
        sink.shutdown()
        thread.join()

"""Ports for servers of tests, which are told beforehand where to listen."""

from __future__ import annotations

import socket
from random import SystemRandom

ADDRESS = "127.0.0.1"
_OF_TESTS = range(12_000, 32_000)
"""The system gives none of these away by itself: between the choice and the server nobody else gets it."""


def free_port() -> int:
    """Give a port at which nobody listens."""
    while True:
        port = SystemRandom().choice(_OF_TESTS)
        with socket.socket() as probe:
            try:
                probe.bind((ADDRESS, port))
            except OSError:
                continue
        return port

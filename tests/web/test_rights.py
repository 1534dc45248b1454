"""The permission table, walked: every address, for every role and a visitor, for its own and for another federation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.test import Client
from office_addresses import FOREIGN, address, address_names, parts
from office_rights import LETTERS, RIGHTS
from web_offices import logged_in

if TYPE_CHECKING:
    from django.http import HttpResponse

    from arpad.storage.opening import OfficeFolder

TEMPORARY = 302
_CLIENTS: dict[str, Client] = {}
_OF_THEIR_OWN = ("log_out", "confirm")
"""Addresses that end a log-in, or that would do something if the person had proved lately who it is."""


@pytest.fixture(scope="module", autouse=True)
def busy(office: OfficeFolder) -> None:
    """Let there be something at every address: a closed list, a report, work that looks who else changes."""
    del office
    from web_offices import make_busy  # noqa: PLC0415 - after the office is open

    make_busy()
    _CLIENTS.clear()  # of another office, where the tests of this file are not run in one go


def answer(letter: str, name: str, federation: str = "") -> HttpResponse:
    """Ask for an address as somebody, or as a visitor."""
    username = LETTERS[letter]
    if not username:
        client = Client()
    elif name in _OF_THEIR_OWN:
        client = logged_in(username, is_proved=False)
    else:
        client = _CLIENTS.setdefault(username, logged_in(username) if username not in _CLIENTS else Client())
    of = parts(federation) if federation else parts()
    ask = client.post if RIGHTS[name].method == "POST" else client.get
    response: HttpResponse = ask(address(name, of))
    return response


def test_every_address_is_in_the_table() -> None:
    """An address that somebody adds without saying who may come to it fails here."""
    assert sorted(address_names()) == sorted(RIGHTS)
    assert len(set(address_names())) == len(address_names())


@pytest.mark.parametrize("name", RIGHTS)
def test_who_comes_to_it(name: str) -> None:
    """Each role gets what the table says; a visitor is sent to the log-in."""
    row = RIGHTS[name]
    for letter in LETTERS:
        response = answer(letter, name)
        if letter in row.open_to:
            expected = row.status if letter in (row.only or row.open_to) else 404
        elif letter == "V":
            assert "/office/log-in/" in response.headers["Location"], (name, letter)
            expected = TEMPORARY
        else:
            expected = TEMPORARY if name == "log_in" else 403
        assert response.status_code == expected, (name, letter, response.status_code)


@pytest.mark.parametrize("name", [name for name, row in RIGHTS.items() if row.of])
def test_another_federation_is_not_there(name: str) -> None:
    """The officer of a federation gets a 404 for others; whoever acts for the whole office sees them."""
    assert answer("O", name, FOREIGN).status_code == 404
    everywhere = next(letter for letter in "RA" if letter in RIGHTS[name].open_to)
    assert answer(everywhere, name, FOREIGN).status_code in {200, 409}

"""What stands around every page: the name of the office, its places as far as the person may go there, what waits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils import timezone

from arpad import __version__
from arpad.office.person import VISITOR
from arpad.storage.queries.record import waiting
from arpad.web.access import person_of, place_refusal, shown_settings
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.http import HttpRequest

    from arpad.office.person import Person

_PLACES = (
    (
        "work",
        (
            ("front", "office.read"), ("inbox", "inbox.read"), ("questions", "question.read"),
            ("next_list", "list.preview"), ("waiting", "deed.read"), ("put_right", "player.correct"),
        ),
    ),
    ("register", (("players", "player.read"), ("events", "registration.read"), ("lists", "list.read"))),
    ("record", (
        ("letters", "letter.read"), ("log", "log.read"), ("proof", "proof.read"), ("jobs", "job.read"),
    )),
    ("keeping", (("people", "account.read"), ("import", "book.import"), ("settings", "settings.read"))),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class MenuPlace:
    """A place of the office in the column at the left."""

    words: str
    address: str
    is_here: bool
    count: int = 0


@dataclass(frozen=True, slots=True)
class Group:
    """Places that belong together."""

    words: str
    places: tuple[MenuPlace, ...]


def surroundings(request: HttpRequest) -> dict[str, Any]:
    """Give what the frame of a page shows."""
    settings = shown_settings()
    timezone.activate(settings.zone)
    title = settings.title or says("frame", "office")
    if not hasattr(request, "user") or "office.request" not in request.META:
        return {"office_title": title, "groups": (), "person": VISITOR}
    person = person_of(request)
    return {
        "office_title": title,
        "zone": settings.zone,
        "arpad_version": __version__,
        "person": person,
        "account": request.user,
        "groups": tuple(_groups(request, person)) if person.record else (),
    }


def _groups(request: HttpRequest, person: Person) -> Iterator[Group]:
    for name, places in _PLACES:
        open_to = [place for place, deed in places if place_refusal(person, deed) is None]
        if open_to:
            yield Group(says("frame", name), tuple(_place(request, person, place) for place in open_to))


def _place(request: HttpRequest, person: Person, name: str) -> MenuPlace:
    address = reverse(name)
    is_here = request.path == address if name == "front" else request.path.startswith(address)
    count = sum(line.may_confirm for line in waiting(person)) if name == "waiting" else 0
    return MenuPlace(says("frame", name), address, is_here, count)

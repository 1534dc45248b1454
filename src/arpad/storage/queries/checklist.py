"""What to look at before the list is closed, as the preview found it, with what waits in the office now."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from arpad.model.problems import SEVERITIES
from arpad.office.roles import federations_seen
from arpad.storage.queries.archived import archived_json
from arpad.storage.queries.events import events_seen
from arpad.storage.queries.players import players_seen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arpad.office.person import Person
    from arpad.storage.models import RatingSystem
    from arpad.storage.queries.next_list import ListBeingMade

CHECKLIST = "checklist"
"""Under this name the data of a preview hold the checklist: code, severity, sentence, kind and number of the place."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something to look at: how grave it is, in words, and where it is mended."""

    code: str
    severity: str
    sentence: str
    kind: str
    number: int

    @property
    def data(self) -> dict[str, Any]:
        """It as data."""
        return asdict(self)


def checklist_of(person: Person, system: RatingSystem, state: ListBeingMade) -> list[Item] | None:
    """Give what to look at, the gravest first; None where the list being made was not worked out yet."""
    if state.preview is None:
        return None
    items = [_item(data) for data in archived_json(state.preview.data).get(CHECKLIST, ())]
    seen = federations_seen(person, "list.preview")
    if seen is not None:
        items = _own(person, system, items)
    return sorted(items, key=lambda item: (SEVERITIES.index(item.severity), item.code, item.kind, item.number))


def _item(data: Mapping[str, Any]) -> Item:
    return Item(data["code"], data["severity"], data["sentence"], data["kind"], data["number"])


def _own(person: Person, system: RatingSystem, items: list[Item]) -> list[Item]:
    """Leave what is mended at players and events of other federations, and what concerns the whole office."""
    events = events_seen(person, system, [item.number for item in items if item.kind == "event"])
    players = players_seen(person, system, [item.number for item in items if item.kind == "player"])
    own = {"event": events, "player": players}
    return [item for item in items if item.number in own.get(item.kind, ())]

"""Editions of the regulations as the documented JSON: what they say of themselves, every provision, what differs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.documents.parts import day_text
from arpad.regulations.keys import KEYS
from arpad.regulations.package_data import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import date

    from arpad.regulations.edition import Edition, Provision
    from arpad.regulations.reach import Reach


def editions_data(editions: Iterable[Edition]) -> dict[str, Any]:
    """Give what some editions say of themselves."""
    return {"editions": [edition_data(edition) for edition in editions]}


def edition_on_data(day: date, kind: str, edition: Edition) -> dict[str, Any]:
    """Give the edition in force on a day."""
    return {"date": day.isoformat(), "kind": kind, "edition": edition_data(edition)}


def edition_data(edition: Edition) -> dict[str, Any]:
    """Give what an edition says of itself."""
    return {
        "id": edition.id,
        "authority": edition.authority,
        "kind": edition.kind,
        "kinds": list(edition.kinds),
        "effective": day_text(edition.effective),
        "status": edition.status,
        "relation": edition.relation,
        "parent": edition.parent,
        "base": edition.base,
        "title": edition.title,
        "unknown": list(edition.unknown),
        "seen_in_force": day_text(edition.seen_in_force),
    }


def whole_edition_data(edition: Edition) -> dict[str, Any]:
    """Give an edition with every provision."""
    provisions = [provision_data(provision) for provision in in_order(edition)]
    return {"edition": edition_data(edition), "provisions": provisions}


def in_order(edition: Edition) -> list[Provision]:
    """Give the provisions of an edition in the order of their keys."""
    return [edition.provisions[key] for key in KEYS if key in edition.provisions]


def provision_data(provision: Provision) -> dict[str, Any]:
    """Give a provision."""
    return {
        "key": provision.key,
        "words": words("provision", provision.key),
        "article": provision.article,
        "content": plain_content(provision),
        "edition": provision.edition,
        "origin": provision.origin,
        "reconstructed": provision.reconstructed,
        "after": provision.after,
        "confidence": provision.confidence,
        "source": provision.source,
        "reading": provision.reading,
        "erratum": provision.erratum,
        "note": provision.note,
        "silent": provision.silent,
    }


def plain_content(provision: Provision) -> Any:  # noqa: ANN401 - a number, a choice, a list, nothing
    """Give what a provision says, as JSON has it."""
    return list(provision.content) if isinstance(provision.content, tuple) else provision.content


class DifferentProvision(NamedTuple):
    """A provision that two editions do not have alike; None where an edition does not have it."""

    key: str
    first: Provision | None
    second: Provision | None

    @property
    def remark(self) -> str | None:
        """What the second edition says about it besides."""
        return None if self.second is None else self.second.silent or self.second.note


def different_provisions(first: Edition, second: Edition, *, renumbered: bool) -> list[DifferentProvision]:
    """Give what two editions do not have alike, or have a remark about; with `renumbered`, also under other numbers."""
    pairs = [DifferentProvision(key, first.provisions.get(key), second.provisions.get(key)) for key in KEYS]
    return [pair for pair in pairs if pair.remark or _differs(pair) or (renumbered and _is_renumbered(pair))]


def _differs(pair: DifferentProvision) -> bool:
    contents = [
        plain_content(provision) if provision is not None and provision.present else None
        for provision in (pair.first, pair.second)
    ]
    return contents[0] != contents[1]


def _is_renumbered(pair: DifferentProvision) -> bool:
    first, second = pair.first, pair.second
    return first is not None and second is not None and first.present and first.article != second.article


def edition_differences_data(
    first: Edition, second: Edition, differences: Iterable[DifferentProvision]
) -> dict[str, Any]:
    """Give what differs between two editions."""
    return {
        "first": first.id,
        "second": second.id,
        "differences": [
            {
                "key": pair.key,
                "words": words("provision", pair.key),
                "first": None if pair.first is None else provision_data(pair.first),
                "second": None if pair.second is None else provision_data(pair.second),
            }
            for pair in differences
        ],
    }


def reach_data(by_edition: Mapping[str, Iterable[Reach]]) -> dict[str, Any]:
    """Give in which rules that stand over them the provisions of some editions hold, from which day, until which."""
    return {
        "editions": [
            {
                "id": name,
                "provisions": [
                    {
                        "key": reach.key,
                        "authority": reach.line.authority,
                        "kind": reach.line.kind,
                        "editions": list(reach.editions),
                        "begins": reach.begins.isoformat(),
                        "ends": day_text(reach.ends),
                    }
                    for reach in reached
                ],
            }
            for name, reached in by_edition.items()
        ]
    }

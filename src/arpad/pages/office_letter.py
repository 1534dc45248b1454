"""A letter of the office, and a certificate, as a page that is printed on A4 or sent on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.pages.html import Cell, element, page, quiet, table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from arpad.pages.html import Content, Fragment

_HEAD: tuple[Content | Cell, ...] = (Cell("", "text"), "Rating", "Games", "K")


def office_letter_page(to: str, subject: str, body: str, reference: str) -> str:
    """Write the page of a letter."""
    return page(subject, office_letter_parts(to, subject, body, reference), "letter")


def office_letter_parts(to: str, subject: str, body: str, reference: str) -> Iterator[Fragment]:
    """Give what a letter shows, paragraph by paragraph."""
    yield quiet(f"{to} · {reference}" if to else reference)
    yield element("h1", subject)
    for paragraph in body.split("\n\n"):
        if paragraph.strip():
            yield element("p", *_lines(paragraph.strip()))


def _lines(text: str) -> Iterator[Content]:
    for place, line in enumerate(text.split("\n")):
        if place:
            yield element("br")
        yield line


def certificate_page(data: Mapping[str, Any], sha256: str) -> str:
    """Write the page of a certificate."""
    player = data["player"]
    return page(f"Certificate {data['reference']}: {player['name']}", certificate_parts(data, sha256), "letter")


def certificate_parts(data: Mapping[str, Any], sha256: str) -> Iterator[Fragment]:
    """Give what a certificate shows: whom, which numbers, on which day, by which list, and how it is checked."""
    player, of_list = data["player"], data["list"]
    yield quiet(f"{data['reference']} · {data['issued_on']}")
    yield element("h1", f"Rating on {data['day']}")
    about = [str(player["number"]), player["federation"], player["title"]]
    yield element("p", element("strong", player["name"]), f" ({', '.join(filter(None, about))})")
    rows: list[list[Content | Cell]] = [
        [Cell(kind.capitalize(), "text"), line["rating"], line["games"], line["k"]]
        for kind, line in data["ratings"].items()
    ]
    yield table(_HEAD, rows)
    revision = f", revision {of_list['revision']}" if of_list["revision"] > 1 else ""
    yield element("p", f"By the list of {of_list['date']}{revision}, in use from {of_list['valid_from']}.")
    yield element("p", f"Issued by {data['office'] or 'the rating office'}.")
    yield element("h2", "How it is checked")
    yield element(
        "p",
        "Ask the office for the certificate of this fingerprint, and compare what it shows with what stands here: ",
        element("code", sha256),
    )
    yield element("p", "The list itself is checked by its hash: ", element("code", of_list["hash"]))
    if data.get("signature"):
        yield element(
            "p",
            "Or check the signature of its file without asking anybody, by the key that the office shows: ",
            element("code", data["key"]),
        )
        yield element("p", "Signature (Ed25519): ", element("code", data["signature"]))

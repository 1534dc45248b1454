"""A certificate of a player's rating on a day: what the office states, under which number, and how it is proved.

A certificate is canonical JSON, and signed: whoever has the public key of the office checks it without asking anybody.
Its SHA-256 stands in the log of the office, and every publication prints how far that log had come: so the office can
neither change nor forget what it certified. Whoever holds only its hash asks the office, which shows it.
The certificate names the hash of the list on which its numbers stand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arpad.model.problems import Problem
from arpad.office.canonical import canonical
from arpad.office.decision import Content, decide_at_once
from arpad.office.signature import is_signature, public_key, signed
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from arpad.office.decision import Circumstances, Decision
    from arpad.office.person import Person

FORM = "arpad certificate 2"
UNSIGNED, OF_OTHER_KEY, CHANGED, HOLDS = SIGNATURES = ("unsigned", "other_key", "changed", "holds")
"""What can be said of the signature of a certificate."""


@dataclass(frozen=True, slots=True)
class CertifiedLine:
    """What a list says of a player on a day."""

    player: int
    name: str
    federation: str
    title: str
    ratings: Mapping[str, Mapping[str, Any]]
    """By kind of chess: rating, games and K; nothing for a kind in which the player has no rating."""
    list: date
    revision: int
    valid_from: date
    list_hash: str
    publication: str
    """The hash of what was published."""


@dataclass(frozen=True, slots=True)
class CertificateState:
    """What has to be known to certify a rating."""

    circumstances: Circumstances
    federation: str
    day: date
    line: CertifiedLine | None
    """None where no list of the office was in use on the day, or the player is not on it."""
    key: str = ""
    """The public key of the office, by which it is signed."""


def issue_certificate(person: Person, player: int, on: date, state: CertificateState) -> Decision:
    """Decide whether a certificate is issued; what it says is put together when it has its number."""
    problems = []
    if on > state.day:
        problems.append(Problem.of(WORDS, "certificate_of_future", "on", day=on, today=state.day))
    elif state.line is None:
        problems.append(Problem.of(WORDS, "nothing_to_certify", "on", player=player, day=on))
    line = state.line
    of_list = {} if line is None else {"list": line.list, "revision": line.revision}
    facts = {"player": player, "on": on, "federation": state.federation, "key": state.key, **of_list}
    content = Content(facts, federation=state.federation, problems=problems)
    return decide_at_once(person, "certificate.issue", content, "", state.circumstances)


def certificate_bytes(  # noqa: PLR0913, PLR0917 - what stands in it
    line: CertifiedLine, on: date, issued: date, reference: str, office: str, seed: bytes
) -> bytes:
    """Write a certificate, and sign it with the secret of the office."""
    data = {
        "form": FORM,
        "reference": reference,
        "office": office,
        "issued_on": issued,
        "day": on,
        "player": {
            "number": line.player, "name": line.name, "federation": line.federation, "title": line.title,
        },
        "ratings": line.ratings,
        "list": {
            "date": line.list, "revision": line.revision, "valid_from": line.valid_from, "hash": line.list_hash,
            "publication": line.publication,
        },
        "key": public_key(seed).hex(),
    }  # fmt: skip
    return canonical({**data, "signature": signed(seed, canonical(data)).hex()})


def signature_state(data: Mapping[str, Any], key: str) -> str:
    """Say whether the signature of a certificate is that of a public key, as text of hexadecimal digits, and holds."""
    if not data.get("signature"):
        return UNSIGNED
    if data.get("key") != key.strip().lower():
        return OF_OTHER_KEY
    try:
        of_key, signature = bytes.fromhex(key), bytes.fromhex(data["signature"])
        text = canonical({name: value for name, value in data.items() if name != "signature"})
    except (TypeError, ValueError, RecursionError):
        return CHANGED  # a certificate has whole numbers and text, and no other values
    return HOLDS if is_signature(of_key, text, signature) else CHANGED

"""Conditions that only people can answer: announcement, licences, laws, hybrid play, membership of federations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.events.subject import named
from arpad.events.verdict import NOTE, PASSES, REFUSES, UNKNOWN, WARNING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arpad.events.subject import Found, Subject
    from arpad.events.verdict import Finding


def announcement(subject: Subject) -> Iterator[Found]:
    """Ask what the participants were told about rating."""
    rule = subject.law.get("announcement")
    if rule == "must_say_rated":
        yield _must_say_rated(subject)
    elif rule == "unless_announced_unrated":
        yield _unless_announced(subject)


_BOTH = "It is said both to be announced as rated and to be announced as not rated."
_WHICH = "Correct announced_rated or announced_unrated in event.toml."


def _must_say_rated(subject: Subject) -> Finding:
    """The regulations of an event have to say that it is rated; what follows if they do not, no article says."""
    facts, key = subject.facts, "announcement"
    if facts.announced_rated and facts.announced_unrated:
        message = f"{_BOTH} Its regulations must say clearly that it is rated."
        return subject.found(key, WARNING, message, key, fix=_WHICH)
    if facts.announced_rated:
        return subject.found(key, PASSES, "Its regulations say that it is rated.", key)
    if facts.announced_rated is None and not facts.announced_unrated:
        message = "The regulations of a rated event must say that it is rated; whether they do is not known here."
        fix = "Say announced_rated = true or false in event.toml."
        return subject.found(key, UNKNOWN, message, key, fix=fix, decides=False)
    answer = (
        "It was announced as not rated" if facts.announced_unrated else "Its regulations do not say that it is rated"
    )
    message = (
        f"{answer}; those of a rated event must say that it is. What follows if they do not, the article does not say."
    )
    fix = "Before play, add the sentence to the regulations." if subject.before_play else "Tell FIDE; it may ask why."
    return subject.found(key, WARNING, message, key, fix=fix)


def _unless_announced(subject: Subject) -> Finding:
    """International events are submitted, unless it was announced that they are not rated."""
    facts, key = subject.facts, "announcement"
    if facts.announced_rated and facts.announced_unrated:
        message = f"{_BOTH} What was announced as not rated need not be submitted."
        return subject.found(key, UNKNOWN, message, key, fix=_WHICH)
    if facts.announced_unrated:
        message = "Invitation and arbiter said beforehand that it is not rated, so it need not be submitted."
        return subject.found(key, REFUSES, message, key, fix="Do not send the report.")
    message = "International events are submitted unless they were announced as unrated."
    asked = facts.announced_rated is not True and facts.announced_unrated is None
    return subject.found(key, NOTE if asked else PASSES, message, key)


def licences(subject: Subject) -> Iterator[Found]:
    """Ask for the licences of the arbiters."""
    if not subject.law.get("arbiter_licence"):
        return
    if not subject.tournament.chief_arbiter:
        said = "The report names no chief arbiter."
        yield subject.found("arbiter", WARNING, said, "arbiter_licence", fix="Give record 102.")
    said = "Every arbiter needs a FIDE licence"
    if subject.facts.arbiters_licensed is None:
        fix = "Say arbiters_licensed = true or false in event.toml."
        message = f"{said}; whether all have one is not known here."
        yield subject.found("licences", UNKNOWN, message, "arbiter_licence", fix=fix)
    elif subject.facts.arbiters_licensed:
        yield subject.found("licences", PASSES, f"{said}, and all have one.", "arbiter_licence")
    else:
        fix = "Let them take a licence, or ask the federation."
        yield subject.found("licences", REFUSES, f"{said}; not all have one.", "arbiter_licence", fix=fix)


def laws(subject: Subject) -> Iterator[Found]:
    """Ask by which laws the games were played, and for a hybrid event the approval and the games."""
    law, facts = subject.law, subject.facts
    if facts.hybrid:
        yield from _hybrid(subject)
    elif facts.laws_of_chess:
        yield subject.found("laws", PASSES, "Played under the FIDE Laws of Chess.", "laws")
    elif facts.laws_of_chess is False:
        said = "It was not played under the FIDE Laws of Chess."
        if law.get("laws") == "fide_laws_small_changes_by_consent":
            said += " Small changes need the consent of the Technical Commission."
        fix = "Play it under the Laws." if subject.before_play else "Nothing can mend it after play."
        yield subject.found("laws", REFUSES, said, "laws", fix=fix)
    elif law.has("hybrid_play"):
        said = "Whether it was played over the board under the Laws of Chess, or hybrid, is not said."
        fix = "Say laws_of_chess = true, or hybrid = true, in event.toml."
        yield subject.found("laws", UNKNOWN, said, "laws", "hybrid_play", fix=fix)
    else:
        said = "Games follow the FIDE Laws of Chess."
        yield subject.found("laws", NOTE, said, "laws", fix="If they did not, say laws_of_chess = false in event.toml.")


def _hybrid(subject: Subject) -> Iterator[Found]:
    law, facts = subject.law, subject.facts
    if not law.has("hybrid_play"):
        said = "It was played under hybrid conditions, which this edition does not know."
        yield subject.found("hybrid", REFUSES, said, "laws", fix="Nothing can mend it.")
        return
    keys, who = ("hybrid_play", "hybrid_approval"), "the chair of the Qualification Commission"
    if facts.hybrid_approved:
        yield subject.found("hybrid", PASSES, f"A hybrid event, approved by {who}.", "laws", *keys)
    elif facts.hybrid_approved is None:
        said = f"A hybrid event needs the approval of {who}; whether it has it is not said."
        yield subject.found("hybrid", UNKNOWN, said, *keys, fix="Say hybrid_approved = true or false in event.toml.")
    else:
        said = f"A hybrid event needs the approval of {who}, and has none."
        fix = "Ask for it; if it is given, say hybrid_approved = true."
        yield subject.found("hybrid", REFUSES, said, *keys, fix=fix)
    if not law.get("hybrid_pgn") or subject.before_play:
        return
    said = "The complete games of a hybrid event go with the report, as PGN"
    if facts.pgn:
        yield subject.found("hybrid_pgn", PASSES, f"{said}; they do.", "hybrid_pgn")
    elif facts.pgn is None:
        fix = "Say pgn = true or false in event.toml."
        yield subject.found("hybrid_pgn", UNKNOWN, f"{said}; whether they do is not said.", "hybrid_pgn", fix=fix)
    else:
        yield subject.found("hybrid_pgn", REFUSES, f"{said}; they do not.", "hybrid_pgn", fix="Add them.")


def membership(subject: Subject) -> Iterator[Found]:
    """Name the players who cannot be on a list because of their federation."""
    law, facts = subject.law, subject.facts
    if not law.has("list_membership"):
        return
    keys = "list_membership", "suspended_federations"
    yield from _without_federation(subject)
    if facts.suspended_federations is None:
        said = "Which federations FIDE had suspended is not said; their players cannot be on a list."
        fix = "Give suspended_federations in event.toml, [] if there were none."
        yield subject.found("membership", UNKNOWN, said, *keys, fix=fix, decides=False)
        return
    shut_out = [one.number for one in subject.entries if one.federation in facts.suspended_federations]
    if not shut_out:
        yield subject.found("membership", PASSES, "Nobody plays for a suspended federation.", *keys)
    elif facts.membership_approved and law.get("list_exemption") != "no_federation":
        said = f"{named(shut_out).capitalize()}: of a suspended federation, but FIDE lets them be listed."
        yield subject.found("membership", PASSES, said, *keys, players=shut_out)
    else:
        said = f"{named(shut_out).capitalize()}: of a suspended federation, and so not on the list."
        fix = "They may ask FIDE for an exemption; if it was given, say membership_approved = true."
        if law.get("list_exemption") == "no_federation":
            fix = "An exemption is only for players without any federation."
        yield subject.found("membership", WARNING, said, *keys, fix=fix, players=shut_out)


def _without_federation(subject: Subject) -> Iterator[Finding]:
    """Name the players without a federation, who need a decision of FIDE to be on a list."""
    without = [entry.number for entry in subject.entries if not entry.federation]
    if not without:
        return
    code, keys, names = "no_federation", ("list_membership", "list_exemption"), named(without).capitalize()
    if subject.facts.membership_approved:
        message = f"{names}: without a federation, but FIDE lets them be listed."
        yield subject.found(code, PASSES, message, *keys, players=without)
    else:
        message = f"{names} without a federation; who is on a list belongs to one."
        fix = "Give the federation of each; if FIDE made an exemption, say membership_approved = true."
        yield subject.found(code, WARNING, message, *keys, fix=fix, players=without)

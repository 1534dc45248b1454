"""Conditions that only people can answer: announcement, licences, laws, hybrid play, membership of federations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.events.verdict import NOTE, PASSES, REFUSES, UNKNOWN, WARNING
from arpad.regulations.consulted import answer, answer_code
from arpad.regulations.rules import conditions as rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arpad.events.checked_event import Outcome, Subject
    from arpad.events.verdict import Finding
    from arpad.regulations.consulted import Consulted


_ANNOUNCED = {
    rules.MUST_BE_CLEAR: (WARNING, ("both", "must_be_clear"), "correct_announced"),
    rules.SAYS_RATED: (PASSES, ("says_rated",), ""),
    rules.MAY_SAY_RATED: (UNKNOWN, ("must_say",), "say_announced_rated"),
    rules.WHICH_HOLDS: (UNKNOWN, ("both", "need_not"), "correct_announced"),
    rules.NOT_SUBMITTED: (REFUSES, ("said_beforehand",), "do_not_send"),
}
"""What is said of an announcement, where it does not depend on anything else."""


def announcement(subject: Subject) -> Iterator[Outcome]:
    """Ask what the participants were told about rating."""
    facts = subject.facts
    answers = {"said_rated": answer_code(facts.announced_rated), "said_unrated": answer_code(facts.announced_unrated)}
    asked = answer(subject.law, rules.ANNOUNCEMENT, **answers)
    standing = asked["announced"]
    if standing != rules.NOT_ASKED:
        yield _announced(subject, asked.by("announced"), standing)


def _announced(subject: Subject, p: Consulted, standing: int) -> Finding:
    """Say what follows; if regulations do not say that the event is rated, no article says what does."""
    facts, code = subject.facts, "announcement"
    if standing == rules.SAYS_NOTHING:
        says = "announced_as_not_rated" if facts.announced_unrated else "does_not_say"
        fix = "add_the_sentence" if subject.before_play else "tell_fide"
        return subject.finding(code, WARNING, p, says, "what_follows", fix=fix)
    if standing == rules.SUBMITTED:
        is_presumed = facts.announced_rated is not True and facts.announced_unrated is None
        return subject.finding(code, NOTE if is_presumed else PASSES, p, "submitted")
    severity, sentences, fix = _ANNOUNCED[standing]
    return subject.finding(code, severity, p, *sentences, fix=fix, decides=standing != rules.MAY_SAY_RATED)


def licences(subject: Subject) -> Iterator[Outcome]:
    """Ask for the licences of the arbiters."""
    asked = answer(subject.law, rules.LICENCES, are_licensed=answer_code(subject.facts.arbiters_licensed))
    p, licensed = asked.by("have_arbiters_licences"), asked["have_arbiters_licences"]
    if licensed == rules.NOT_ASKED:
        return
    if not subject.tournament.chief_arbiter:
        yield subject.finding("arbiter", WARNING, p, "not_named", fix="give_102")
    if licensed == rules.NOT_SAID:
        yield subject.finding("licences", UNKNOWN, p, "not_known", fix="say_licensed")
    elif licensed == rules.YES:
        yield subject.finding("licences", PASSES, p, "all_have")
    else:
        yield subject.finding("licences", REFUSES, p, "not_all_have", fix="take_a_licence")


def laws(subject: Subject) -> Iterator[Outcome]:
    """Ask by which laws the games were played, and for a hybrid event the approval and the games."""
    if subject.facts.hybrid:
        yield from _hybrid(subject)
        return
    asked = answer(subject.law, rules.LAWS, follow_laws=answer_code(subject.facts.laws_of_chess))
    p, standing = asked.by("laws_of_play"), asked["laws_of_play"]
    if standing == rules.FOLLOWED:
        yield subject.finding("laws", PASSES, p, "by_the_laws")
    elif standing == rules.LAWS_OR_HYBRID:
        yield subject.finding("laws", UNKNOWN, p, "not_said", fix="say_laws_or_hybrid")
    elif standing == rules.PRESUMED:
        yield subject.finding("laws", NOTE, p, "follow", fix="if_not_by_the_laws")
    else:
        more = ("small_changes",) if standing == rules.OTHER_WITHOUT_CONSENT else ()
        fix = "play_by_the_laws" if subject.before_play else "nothing_after_play"
        yield subject.finding("laws", REFUSES, p, "not_by_the_laws", *more, fix=fix)


def _hybrid(subject: Subject) -> Iterator[Outcome]:
    facts = subject.facts
    answers = {"was_approved": answer_code(facts.hybrid_approved), "have_games": answer_code(facts.pgn)}
    asked = answer(subject.law, rules.HYBRID, **answers, is_before_play=subject.before_play)
    p, approval = asked.by("hybrid_play"), asked["hybrid_play"]
    if approval == rules.NOT_KNOWN_HERE:
        yield subject.finding("hybrid", REFUSES, p, "not_known_here", fix="nothing")
    elif approval == rules.YES:
        yield subject.finding("hybrid", PASSES, p, "approved")
    elif approval == rules.NOT_SAID:
        yield subject.finding("hybrid", UNKNOWN, p, "approval_open", fix="say_hybrid_approved")
    else:
        yield subject.finding("hybrid", REFUSES, p, "not_approved", fix="ask_for_approval")
    p, games = asked.by("games_of_hybrid"), asked["games_of_hybrid"]
    if games == rules.YES:
        yield subject.finding("hybrid_pgn", PASSES, p, "they_do")
    elif games == rules.NOT_SAID:
        yield subject.finding("hybrid_pgn", UNKNOWN, p, "not_said", fix="say_pgn")
    elif games == rules.NO:
        yield subject.finding("hybrid_pgn", REFUSES, p, "they_do_not", fix="add_them")


def membership(subject: Subject) -> Iterator[Outcome]:
    """Name the players that cannot be on a list because of their federation."""
    p, facts = subject.consulted(), subject.facts
    if not p.has("list_membership"):
        return
    yield from _without_federation(subject, p)
    p = p.citing("suspended_federations")  # whose players may not be listed; which they are is a fact, not a provision
    if facts.suspended_federations is None:
        yield subject.finding("membership", UNKNOWN, p, "not_said", fix="give_suspended", decides=False)
        return
    shut_out = [entry.number for entry in subject.entries if entry.federation in facts.suspended_federations]
    only_without = subject.law.get("list_exemption") == "no_federation"
    if not shut_out:
        yield subject.finding("membership", PASSES, p, "nobody")
    elif facts.membership_approved and not only_without:
        yield subject.finding("membership", PASSES, p, "exempted", players=shut_out)
    else:
        fix = "exemption_without_federation" if only_without else "ask_for_exemption"
        yield subject.finding("membership", WARNING, p, "not_listed", fix=fix, players=shut_out)


def _without_federation(subject: Subject, p: Consulted) -> Iterator[Finding]:
    """Name the players without a federation, which takes a decision of FIDE to be on a list."""
    without = [entry.number for entry in subject.entries if not entry.federation]
    if not without:
        return
    p = p.citing("list_exemption")  # by which FIDE may let them be listed
    if subject.facts.membership_approved:
        yield subject.finding("no_federation", PASSES, p, "exempted", players=without)
    else:
        yield subject.finding("no_federation", WARNING, p, "belongs_to_none", fix="give_federation", players=without)

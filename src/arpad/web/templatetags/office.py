"""Words and forms for templates: fields with their faults, names of roles and deeds, marks of states, fragments."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any

from django import template
from django.forms import CheckboxInput, RadioSelect
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.safestring import SafeString, mark_safe

from arpad.office.registration_facts import PlayersOnRecord
from arpad.office.registration_text import text_of_value
from arpad.office.roles import deed_sentence, role_sentence
from arpad.office.wording import WORDS as OFFICE
from arpad.pages.html import Fragment, escaped, joined, shown_signs
from arpad.pages.numbers import NONE, with_minus
from arpad.web.static_files import static_address
from arpad.web.wording import WORDS, known

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from django.forms import BoundField

    from arpad.office.event_checks import EventCheck
    from arpad.storage.models import LogEntry
    from arpad.storage.queries.record import WaitingLine

register = template.Library()
_SCORES = {100: "1", 50: "½", 0: "0"}
_MARKS = {
    "ok": "good", "done": "good", "published": "good", "rated": "good", "confirmed": "good", "open_account": "good",
    "running": "busy", "waiting": "busy", "closed": "busy", "open": "busy",
    "damaged": "bad", "failed": "bad", "error": "bad", "not_rated": "bad",
    "warning": "warn", "declined": "warn", "revised": "warn", "annulled": "warn", "taken_back": "warn",
    "sent": "good", "answered": "good", "sending": "busy", "with_arbiter": "busy", "with_fide": "busy", "ours": "busy",
    "overdue": "bad", "soon": "warn", "unconfirmed": "warn",
    "thrown_away": "warn",
    "registered": "busy", "waiting_for_approval": "warn", "registration_refused": "bad", "announced": "good",
    "postponed": "warn", "cut_short": "warn", "report_awaited": "busy", "received": "busy", "returned": "warn",
    "accepted": "good", "refused": "bad", "under_appeal": "warn", "appeal_dismissed": "bad", "sent_to_fide": "busy",
    "taken_by_fide": "good", "returned_by_fide": "warn", "refused_by_fide": "bad", "on_fide_list": "good",
    "due_for_list": "good", "never_registered": "warn", "to_do": "warn", "ended": "bad",
    "refuses": "bad", "drops": "warn", "unknown": "warn",
    "cancelled": "warn", "overtaken": "warn",
}  # fmt: skip
_PUBLIC_MARKS = {
    "to_come": "good", "played_now": "busy", "put_off": "warn", "not_played": "warn", "not_reported": "warn",
    "with_federation": "busy", "sent_back": "warn", "with_fide": "busy", "due_for_list": "busy", "listed": "good",
    "not_rated": "bad", "no_games": "",
}  # fmt: skip
"""The look of each public stage."""
_MINUTE, _HOUR, _DAY = 60, 3600, 86400


@register.simple_tag
def office_file(name: str) -> str:
    """Give the address of the style or a script."""
    return static_address(name)


@register.inclusion_tag("office/field.html")
def field(bound: BoundField, kind: str = "") -> Mapping[str, Any]:
    """Write a field with its name, its hint and its faults."""
    is_many = isinstance(bound.field.widget, RadioSelect)
    return {"bound": bound, "kind": kind, "is_many": is_many, "is_tick": isinstance(bound.field.widget, CheckboxInput)}


@register.simple_tag
def fragments(parts: Iterable[str]) -> SafeString:
    """Write fragments of `pages` as they are; what is only text is escaped."""
    return mark_safe(joined((escaped(part) for part in parts), "\n"))  # noqa: S308 - a fragment is escaped by its type  # nosec B308 B703


@register.filter
def fragment(part: str) -> str:
    """Write one fragment as it is; what is only text stays text, and is escaped by the page."""
    return mark_safe(part) if isinstance(part, Fragment) else part  # noqa: S308 - the same  # nosec B308 B703


@register.filter
def score(hundredths: int) -> str:
    """Write a score.

    >>> score(50)
    '½'
    """
    return _SCORES.get(hundredths, str(hundredths))


@register.filter
def mark(state: str) -> str:
    """Give the look of a state."""
    return _MARKS.get(state, "")


@register.filter
def public_mark(code: str) -> str:
    """Give the look of a public stage."""
    return _PUBLIC_MARKS[code]


@register.filter
def words(code: str, section: str) -> str:
    """Give the words of a section for a code."""
    return known(section, code)


@register.filter
def office_words(code: str, section: str) -> str:
    """Give the office's words for a code, as they begin a line."""
    text = OFFICE.sections()[section].get(code, code.replace("_", " "))
    return text[:1].upper() + text[1:]


@register.filter
def office_phrase(code: str, section: str) -> str:
    """Give the office's words for a code, within a sentence."""
    return OFFICE.sections()[section].get(code, code.replace("_", " "))


@register.filter
def condition(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Give a condition as it was computed, in words."""
    return [(known("condition", name), _plain(value)) for name, value in facts.items()]


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return known("choice", "yes" if value else "no")
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _phrases(codes: Iterable[str], section: str, between: str = "list") -> str:
    return WORDS.say("listed", between, {"names": [office_phrase(code, section) for code in codes]})


@register.filter
def role_list(roles: Iterable[str]) -> str:
    """Name roles, one of which is enough."""
    return _phrases(roles, "role_name", "any")


@register.filter
def body_list(bodies: Iterable[str]) -> str:
    """Name persons and bodies, one of which is enough."""
    return _phrases(bodies, "body", "any")


@register.filter
def deed_list(deeds: Iterable[str]) -> str:
    """Name what somebody can do."""
    return _phrases(deeds, "deed", "any_long")


@register.filter
def conflict_list(conflicts: Iterable[str]) -> str:
    """Name what somebody is to an event."""
    return _phrases(conflicts, "conflict")


@register.filter
def typed(value: Any) -> str:  # noqa: ANN401 - a fact
    """Write a fact as it is typed; of people who are only on record, how many there are."""
    if isinstance(value, PlayersOnRecord):
        return WORDS.say("count", "players", {"count": value.count})
    return text_of_value(value)


@register.filter
def changes(entry: LogEntry) -> list[tuple[str, str, str]]:
    """Give the facts that an amendment changed: the name of each, what it was, what it is."""
    facts = entry.facts
    if entry.code != "event.amend":
        return []
    names = dict.fromkeys((*facts.get("facts", {}), *facts.get("taken_back", ())))
    was, came = facts.get("was", {}), facts.get("facts", {})
    return [(known("fact_label", name), _logged(was.get(name)), _logged(came.get(name))) for name in names]


def _logged(value: Any) -> str:  # noqa: ANN401 - a fact as the log has it
    if value is None:
        return ""
    if isinstance(value, dict):
        return WORDS.say("count", "players", {"count": value["count"]})
    if isinstance(value, list):
        return ", ".join(" ".join(map(str, each)) if isinstance(each, list) else str(each) for each in value)
    return _plain(value)


@register.filter
def check_words(check: EventCheck) -> str:
    """Say how a check of an event stands."""
    name = f"{check.what}_{check.state}"
    facts = {**check.facts, "day": _day(check.facts.get("day")), "until": _day(check.facts.get("until"))}
    facts["unproved"] = [OFFICE.say("registration_fact", name, {}) for name in check.facts.get("unproved", ())]
    return WORDS.say("check", name if name in WORDS.sections()["check"] else check.what, facts)


def _day(moment: Any) -> str:  # noqa: ANN401 - a day or a moment
    if isinstance(moment, datetime):
        moment = timezone.localtime(moment).date()
    return f"{moment.day} {moment:%B %Y}" if isinstance(moment, date) else ""


@register.filter
def role_name(role: str) -> str:
    """Give the name of a role, without its article.

    >>> role_name("federation_officer")
    'federation officer'
    """
    names = OFFICE.sections()["role_name"]
    return names.get(role, role.replace("_", " ")).removeprefix("an ").removeprefix("a ")


@register.filter
def role_words(role: str) -> str:
    """Say what a role is for."""
    return role_sentence(role)


@register.filter
def deed_words(code: str) -> str:
    """Say what a deed does."""
    text = deed_sentence(code) if code in OFFICE.sections()["deed"] else code
    return text[:1].upper() + text[1:]


@register.filter
def asked_words(line: WaitingLine) -> str:
    """Say what was asked for; as the log tells it, where there are no other words."""
    deed, facts = line.row.deed, line.row.facts
    if deed not in WORDS.sections()["asked"]:
        return line.sentence
    try:
        return WORDS.say("asked", deed, facts)
    except (KeyError, TypeError):
        return line.sentence


@register.filter
def month(day: Any) -> str:  # noqa: ANN401 - a day
    """Write the month of a list as addresses have it."""
    return f"{day:%Y-%m}"


@register.filter
def lasting(length: timedelta | None) -> str:
    """Write how long something took.

    >>> lasting(timedelta(seconds=75)), lasting(timedelta(hours=3, minutes=2)), lasting(timedelta(days=9))
    ('1 min 15 s', '3 h 2 min', '9 d')
    """
    if length is None:
        return ""
    seconds = max(int(length.total_seconds()), 0)
    if seconds < _MINUTE:
        return f"{seconds} s"
    if seconds < _HOUR:
        return f"{seconds // _MINUTE} min {seconds % _MINUTE} s"
    if seconds < 2 * _DAY:
        return f"{seconds // _HOUR} h {seconds % _HOUR // _MINUTE} min"
    return f"{seconds // _DAY} d"


@register.filter
def short(digest: str) -> str:
    """Write the beginning of a hash."""
    return digest[:12]


@register.filter
def thousands(number: int | None) -> str:
    """Write a whole number in groups of three, as the language has them."""
    return NONE if number is None else number_format(number, use_l10n=True, force_grouping=True)


@register.filter
def visible(text: object) -> str:
    """Show signs that turn writing round, which somebody typed, as such."""
    return shown_signs(str(text))


@register.filter
def signed(number: int | None) -> str:
    """Write a change with its sign.

    >>> signed(7), signed(0)
    ('+7', '0')
    """
    if number is None:
        return ""
    return with_minus(f"{number:+}") if number else "0"


@register.filter
def lookup(mapping: Mapping[Any, Any], key: Any) -> Any:  # noqa: ANN401 - whatever stands there
    """Give what stands under a key, or nothing."""
    return mapping.get(key, "")


@register.filter
def in_address(name: str) -> str:
    """Give the name of a player as addresses of the site have it."""
    from arpad.web.public.player_places import name_in_address  # noqa: PLC0415 - only the site needs it

    return name_in_address(name)


@register.filter
def points(hundredths: int) -> str:
    """Write points as tables have them.

    >>> points(250), points(50), points(400), points(0)
    ('2½', '½', '4', '0')
    """
    whole, half = divmod(hundredths, 100)
    return f"{whole or ('' if half else 0)}{'½' if half else ''}"

"""Writes the page of roles and rights from the one table that the office itself reads."""

from __future__ import annotations

from arpad.office.decision import FRESH
from arpad.office.list_stages import NEXT, STAGES
from arpad.office.person import MACHINE_ROLE
from arpad.office.roles import DEEDS, FEDERATION, FOR_A_FEDERATION, FOR_FEDERATION_OR_OFFICE, OWN, PUBLIC, ROLES
from arpad.office.wording import WORDS

_HEAD = """# Roles and rights

{note}Who may do what in a rating office. The table is the one that the office reads: a page or a command that is not
in it does not open. Everything is closed unless it is marked *everybody*.

"""
_RIGHTS = """
## Rights

**●** may do it, **○** may confirm it as a second person, **F** may do it for the own federation only. *at the machine*
is whoever holds the folder of the office, without an account; the log names the user of the machine. **2** needs a
second person, **P** needs proof of not more than {minutes} minutes ago (password and second factor), **R** needs a
reason, which the log keeps.

"""
_SECOND = """
## The second person

Where a deed needs a second person (**2**), somebody else has to confirm it: whoever may do it themselves, an approver
or a confirmer. Nobody confirms what they asked for, nobody a right of their own, and what has changed since it was
asked for is not confirmed. The setting `second_person` says when:

- `required`: a second person is asked for wherever at least two people may do or confirm the deed; where there is
  nobody else, one person decides alone.
- `alone`: one person decides alone.

Who decides alone gives fresh proof and a reason, and the decision carries the mark *by one person* in the log and in
the publication. Changing the setting is itself a deed that needs a second person.

Title, time zone and second person of an office are changed by a decision, under *Settings* or by
`arpad office settings --set NAME=VALUE --why TEXT`. A change stands in the log and holds at once for every page,
command and worker, whatever `office.toml` says; only the environment wins over it. All other settings are the
machine's: its operator writes them into `office.toml` or the environment, and starts the office anew.

An auditor and a confirmer hold no other role. The last rating administrator stays one.
"""


def roles_page(note: str) -> str:
    """Write the page."""
    text = _HEAD.format(note=note) + "| role | held for | what it is for |\n|---|---|---|\n"
    names = WORDS.sections()["role_name"]
    for role in ROLES:
        text += f"| {_bare(names[role])} (`{role}`) | {_held(role)} | {WORDS.say('role', role, {})} |\n"
    text += _RIGHTS.format(minutes=FRESH.seconds // 60)
    columns = [*(role for role in ROLES if role != "visitor"), MACHINE_ROLE]
    shown = [_bare(names[role]) if role in names else "at the machine" for role in columns]
    text += f"| deed | code | needs | {' | '.join(shown)} |\n|{'---|' * (3 + len(columns))}\n"
    for code, deed in DEEDS.items():
        marks = [_mark(code, role) for role in columns]
        if deed.scope in {OWN, PUBLIC}:
            marks = ["everybody" if deed.scope == PUBLIC else "own"] + [""] * (len(columns) - 1)
        flags = (("2", deed.needs_second), ("P", deed.needs_fresh_proof), ("R", deed.needs_reason))
        needs = " ".join(sign for sign, is_needed in flags if is_needed)
        text += f"| {WORDS.say('deed', code, {})} | `{code}` | {needs} | {' | '.join(marks)} |\n"
    return text + _SECOND + _stages()


def _bare(name: str) -> str:
    return name.split(" ", 1)[1]


def _held(role: str) -> str:
    if role == "visitor":
        return "everybody"
    if role in FOR_A_FEDERATION:
        return "one federation"
    return "one federation, or the whole office" if role in FOR_FEDERATION_OR_OFFICE else "the whole office"


def _mark(code: str, role: str) -> str:
    deed = DEEDS[code]
    if role in deed.roles:
        return "F" if role in FOR_A_FEDERATION and deed.scope == FEDERATION else "●"
    return "○" if role in deed.confirmed_by else ""


def _stages() -> str:
    """Write the stages of a list."""
    words = WORDS.sections()
    text = "\n## The stages of a list\n\n| stage | what it is | deed | next stage |\n|---|---|---|---|\n"
    for stage in STAGES:
        ways = [(deed, after) for (at, deed), after in NEXT.items() if at == stage] or [("", "")]
        for deed, after in ways:
            shown = f"{words['deed'][deed]} (`{deed}`)" if deed else ""
            text += f"| `{stage}` | {words['stage'][stage]} | {shown} | {f'`{after}`' if after else ''} |\n"
    return text + "\nWith a revision the next one is published at once, and the one before stays readable.\n"

"""What stands in the addresses of an office for tests: of each part something that is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import get_resolver, reverse
from web_offices import FOREIGN, OWN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arpad.storage.models import ListVersion


def address_names() -> list[str]:
    """Give the names of all addresses, in order; each has one."""
    return [pattern.name for pattern in get_resolver().url_patterns]  # type: ignore[union-attr] # there are no includes


def parts(federation: str = OWN) -> dict[str, dict[str, Any]]:
    """Give what stands in each address that has parts; players and events are those of a federation."""
    from web_questions import CALENDAR  # noqa: PLC0415 - needs an office

    from arpad.storage.models import (  # noqa: PLC0415 - the same
        AskedQuestion,
        EventRow,
        Job,
        ListVersion,
        OfficeLetter,
        PlayerRow,
        ReportFile,
    )
    from arpad.web.public.event_places import name_in_address  # noqa: PLC0415 - the same

    player = PlayerRow.objects.filter(federation=federation).order_by("fide_id").values_list("fide_id", flat=True)[0]
    events = EventRow.objects.filter(federation=federation).order_by("event_id")
    event, event_name = events.values_list("event_id", "name")[0]
    report = ReportFile.objects.filter(event_id=event).values_list("sha256", flat=True).first() or "0" * 64
    version = ListVersion.objects.filter(stage="published").order_by("-list_date")[0]
    question = AskedQuestion.objects.filter(federation=federation).order_by("number").first()
    of_question = {"number": 0 if question is None else question.number}
    letter = (
        OfficeLetter.objects.filter(federation=federation, of="question").values_list("number", flat=True).first() or 0
    )
    certificate = OfficeLetter.objects.filter(kind="certificate").values_list("document", flat=True).first() or "0" * 64
    of_list = {"year": version.list_date.year, "month": version.list_date.month}
    jobs = {kind: Job.objects.filter(kind=kind).order_by("number").values_list("number", flat=True).first()
            for kind in ("put_right.look", "list.work_out_revision", "verify")}  # fmt: skip
    return {
        "static": {"digest": "0", "name": "office.css"},
        "invitation": {"token": "used"},
        "new_password": {"record": "1", "token": "old"},
        "list": of_list,
        **{
            name: of_list | {"revision": 1}
            for name in ("list_revision", "list_integrity", "list_difference", "list_difference_csv")
        },
        **dict.fromkeys(("site_list", "site_month_of"), of_list),
        **{
            f"site_list_{page}": of_list | {"revision": 1}
            for page in ("revision", "numbers", "scale", "changes", "files")
        },
        "site_list_file": of_list | {"revision": 1, "name": "list.txt"},
        "site_month_csv": of_list | {"name": "gains"},
        "site_federation": {"federation": federation},
        "list_file": of_list | {"revision": 1, "name": "summary.html"},
        "revise_look": {"number": jobs["list.work_out_revision"]},
        "next_player": {"number": player},
        "next_player_kind": {"number": player, "kind": "rapid"},
        "closed_file": {"name": "summary.html"},
        **{name: {"number": 1} for name in ("waiting_one", "confirm", "decline", "log_entry")},
        **{name: {"number": jobs["put_right.look"]} for name in ("put_right_look", "put_right_look_csv")},
        "decide_law": {"matter": "k"},
        "end_stand_in": {"number": 1},
        **{name: {"of": "question", **of_question} for name in ("matter", "assign", "wait_for", "note")},
        **dict.fromkeys(("question", "pass_on", "reply", "answer_question", "close_question"), of_question),
        "question_file": {**of_question, "digest": "0" if question is None else question.evidence},
        "duties_calendar": {"token": CALENDAR},
        "question_link": {"token": "guessed"},
        **{name: {"digest": certificate} for name in ("certificate", "certificate_file")},
        **{name: {"number": letter} for name in ("letter", "letter_file")},
        "template": {"kind": "report_returned"},
        "send_again": {"number": 1},
        "issue_certificate": {"number": player},
        "unindex": {"number": player},
        **{name: {"number": player, "kind": "standard"} for name in ("player_letter", "player_letter_file")},
        "player": {"number": player},
        "event": {"number": event},
        **{name: {"number": event} for name in ("site_event", "site_event_players", "site_event_games")},
        "site_event_named": {"number": event, "name": name_in_address(event_name)},
        "event_report": {"number": event, "digest": report},
        **_of_events(federation),
        **_of_site(version),
        "site_map_part": {"part": "players-0"},
        "site_calculator": {"name": "needed"},
        "site_remark": {"name": "r-001"},
        "site_changes": {"first": "fide-2022-01", "second": "fide-2024-03"},
        "site_edition": {"name": "fide-2024-03"},
        "site_article": {"name": "fide-2024-03", "article": "8.3.3"},
        **{name: {"number": jobs["verify"]} for name in ("job", "cancel_job")},
        **{
            name: {"record": 4}
            for name in ("one_person", "grant", "close_account", "account_number", "renew_factor", "end_log_ins")
        },
        "erase": {"of": "player", "number": player},
        "end_grant": {"record": 3, "role": "registrar"},
        "end_grant_of": {"record": 4, "role": "federation_officer", "federation": OWN},
    }  # fmt: skip


def _of_site(version: ListVersion) -> dict[str, dict[str, Any]]:
    """Give what stands in the addresses of players of the site: somebody with a game that the newest list rated."""
    from arpad.storage.models import EventRow, GameRow, PlayerRow  # noqa: PLC0415 - needs an office
    from arpad.storage.site.shown import may_be_named, shown_player  # noqa: PLC0415 - the same
    from arpad.web.public.player_places import name_in_address  # noqa: PLC0415 - the same

    system = version.rating_system
    rated = EventRow.objects.filter(rating_system=system, kind="standard", rated_for=version.list_date)
    games = GameRow.objects.filter(event_id__in=rated.values("event_id")).order_by("row_number")
    named = may_be_named(system, {number for game in games for number in (game.white, game.black)})
    number, other = next(
        (game.white, game.black)
        for game in games
        if {game.white, game.black} <= named
        and (player := shown_player(system, game.white)) is not None
        and player.ratings["standard"] is not None
    )
    name = name_in_address(PlayerRow.objects.get(rating_system=system, fide_id=number).name)
    of_player = {"number": number, "name": name}
    month = {"kind": "standard", "month": f"{version.list_date:%Y-%m}"}
    return {
        **{key: {"number": number} for key in ("site_player_number", "site_player_number_slash")},
        **{f"site_player{of}": of_player for of in ("", "_slash", "_paper", "_periods", "_events", "_opponents")},
        "site_player_against": of_player | {"other": other},
        "site_player_next": of_player | {"kind": "standard"},
        "site_player_period": of_player | month,
        "site_player_receipt": of_player | month,
    }


_AT: dict[str, tuple[str, ...]] = {
    "announced": ("office_event", "event_entries", "office_event_amend", "office_event_postpone", "office_event_cancel",
                  "office_event_refuse_registration", "office_event_fide_registration",
                  "office_event_fide_registration_answer", "office_event_fide_send", "office_event_fide_answer",
                  "office_event_fide_list", "event_report_page", "event_players", "office_event_accept",
                  "office_event_return", "office_event_refuse", "office_event_correct", "office_event_answer",
                  "office_event_ask_number", "office_event_lodge_appeal", "office_event_decide_appeal"),
    "registered": ("office_event_take_up",),
    "waiting_for_approval": ("office_event_ask_approval", "office_event_record_approval"),
    "report_awaited": ("office_event_cut_short", "office_event_remind", "office_event_take_in",
                       "office_event_attach", "event_link"),
    "part": ("office_event_declare_empty",),
}  # fmt: skip
"""By the event that is at the stage for it, what is done with it."""


_NOTHING = ("give_number", "withdraw_number", "end_link", "compare_fide_work", "fide_comparison", "fide_comparison_csv",
            "ask_fide", "fide_file")  # fmt: skip
"""What there is none of."""


def _of_events(federation: str) -> dict[str, dict[str, Any]]:
    """Give the events of the office at which something can be done; for another federation there is one."""
    from web_events import NAMES  # noqa: PLC0415 - needs an office

    from arpad.storage.models import EventDocument, RegisteredEvent  # noqa: PLC0415 - the same
    from arpad.web.public.event_places import name_in_address  # noqa: PLC0415 - the same

    rows = RegisteredEvent.objects.filter(federation=federation).order_by("number")
    numbers = {key: rows.filter(name=name, part=0).values_list("number", flat=True).first()
               for key, name in NAMES.items()}  # fmt: skip
    numbers["part"] = rows.filter(part=1).values_list("number", flat=True).first()
    other = rows.values_list("number", flat=True).first() or 0
    announced = numbers["announced"] or rows.filter(stage="announced").values_list("number", flat=True).first() or 0
    called = rows.filter(number=announced).values_list("name", flat=True).first() or ""
    paper = EventDocument.objects.values_list("event_id", "sha256").first() or (0, "0")
    of = {name: {"number": numbers[key] or other} for key, names in _AT.items() for name in names}
    of["site_registered_event"] = {"number": announced}
    of["site_registered_event_named"] = {"number": announced, "name": name_in_address(called)}
    of["report_file"] = {"number": of["office_event"]["number"], "digest": "0" * 64}
    of["send_report"] = {"token": "used"}
    of |= {name: {"number": 0} for name in _NOTHING}
    return of | {"event_paper": {"number": paper[0], "digest": paper[1]}}


def address(name: str, of: Mapping[str, Mapping[str, Any]]) -> str:
    """Give the address of a name."""
    return reverse(name, kwargs=dict(of.get(name, {})))


__all__ = ["FOREIGN", "OWN", "address", "address_names", "parts"]

"""The permission table of the pages: every address, and who comes to it. Written by hand, as in double entry.

A letter stands for somebody of the cast: A rating administrator, R registrar, O federation officer, P approver, U
auditor, M operator, C confirmer, B arbiter, G organiser, V a visitor who has not logged in. Whoever is not named is
refused: a visitor is sent to the log-in, everybody else gets a 403. What belongs to another federation is a 404 for the
officer, whatever the page.
"""

from __future__ import annotations

from typing import NamedTuple

LETTERS = {
    "A": "vera", "R": "runa", "O": "ottar", "P": "alma", "U": "ivo", "M": "mads", "C": "coco", "B": "arno", "G": "olga",
    "V": "",
}  # fmt: skip
EVERYBODY = "AROPUMCBG"
INSIDE = "AROPUC"
READERS = "AROPU"
"""Who reads about players and events."""


REGISTERED, REGISTERING = "AROPUBG", "AOBG"
"""Who reads registrations, and who registers events."""


class Address(NamedTuple):
    """Who comes to an address; how it is asked for, what it answers, and what in it belongs to a federation."""

    open_to: str
    status: int = 200
    method: str = "GET"
    of: str = ""
    """`player`, `event`, `question` or `letter` where the page belongs to the federation of one."""
    """`player`, `event` or `office_event` where the page belongs to the federation of one."""
    only: str = ""
    """Of those who may come, the ones for whom there is something; for the others it is a 404."""


RIGHTS: dict[str, Address] = {
    "health": Address(EVERYBODY + "V"),
    "static": Address(EVERYBODY + "V", 404),
    "front": Address(EVERYBODY),
    "log_in": Address("V"),
    "log_out": Address(EVERYBODY + "V", 302, "POST"),
    "second_factor": Address(EVERYBODY + "V", 302),
    "prove": Address(EVERYBODY, 302),
    "invitation": Address(EVERYBODY + "V", 410),
    "reset_password": Address(EVERYBODY + "V"),
    "new_password": Address(EVERYBODY + "V", 410),
    "account": Address(EVERYBODY),
    "change_password": Address(EVERYBODY),
    "set_up_factor": Address(EVERYBODY),
    "recovery_codes": Address(EVERYBODY),
    "lists": Address(EVERYBODY),
    "list": Address(EVERYBODY),
    "list_revision": Address(EVERYBODY),
    "list_integrity": Address(EVERYBODY),
    "list_file": Address(EVERYBODY),
    "list_difference": Address(EVERYBODY, 404),
    "list_difference_csv": Address(EVERYBODY, 404),
    "revise": Address("A"),
    "revise_look": Address("A"),
    "next_list": Address(INSIDE),
    "checklist": Address(INSIDE),
    "next_player": Address(INSIDE, of="player", only=READERS),
    "next_player_kind": Address(INSIDE, of="player", only=READERS),
    "closed": Address(INSIDE),
    "closed_scale": Address(INSIDE),
    "closed_file": Address(INSIDE),
    "publish": Address("A"),
    "throw_away": Address("A"),
    "waiting": Address("ARPUC"),
    "waiting_one": Address("ARPUC"),
    "confirm": Address("ARPC", 422, "POST"),
    "decline": Address("ARPUC", 422, "POST"),
    "put_right": Address("ARO"),
    "put_right_look": Address("ARO", only="A"),
    "put_right_look_csv": Address("ARO", only="A"),
    "put_right_result": Address("A"),
    "put_right_event": Address("A"),
    "put_right_annul": Address("A"),
    "put_right_player": Address("ARO"),
    "put_right_merge": Address("AR"),
    "put_right_renumber": Address("AR"),
    "put_right_exclude": Address("A"),
    "put_right_base": Address("A"),
    "inbox": Address(READERS),
    "inbox_csv": Address(READERS),
    "stand_ins": Address(EVERYBODY),
    "end_stand_in": Address(EVERYBODY, only="A"),
    "calendar": Address(EVERYBODY),
    "digest": Address(EVERYBODY),
    "matter": Address(READERS, of="question"),
    "assign": Address("AROP", of="question"),
    "wait_for": Address("AROP", of="question"),
    "note": Address("AROP", of="question"),
    "duties_calendar": Address(EVERYBODY + "V"),
    "ask": Address(EVERYBODY + "V"),
    "question_link": Address(EVERYBODY + "V", 410),
    "certificates": Address(EVERYBODY + "V"),
    "certificate": Address(EVERYBODY + "V"),
    "questions": Address(READERS),
    "questions_csv": Address(READERS),
    "note_question": Address("ARO"),
    "set_aside": Address("ARO", 302),
    "question": Address(READERS, of="question"),
    "pass_on": Address("ARO", of="question"),
    "reply": Address("ARO", of="question"),
    "answer_question": Address("ARO", of="question"),
    "close_question": Address("ARO", of="question"),
    "question_file": Address(READERS, of="question"),
    "letters": Address(READERS),
    "letters_csv": Address(READERS),
    "letter": Address(READERS, of="letter"),
    "letter_file": Address(READERS, of="letter"),
    "templates": Address(READERS),
    "template": Address("A"),
    "outbox": Address("AUM"),
    "outbox_csv": Address("AUM"),
    "send_again": Address("A"),
    "issue_certificate": Address("ARO", of="player"),
    "player_letter": Address(READERS, of="player"),
    "player_letter_file": Address(READERS, of="player"),
    "put_right_events_apart": Address("A"),
    "put_right_players_apart": Address("AR"),
    "players": Address(READERS),
    "players_csv": Address(READERS),
    "player": Address(READERS, of="player"),
    "events": Address(REGISTERED),
    "events_csv": Address(REGISTERED),
    "new_event": Address(REGISTERING),
    "season": Address(REGISTERING),
    "never_registered": Address(REGISTERED),
    "note_unregistered": Address("AO"),
    "with_fide": Address(REGISTERED),
    "numbers": Address(REGISTERED),
    "give_number": Address("AR", 404),
    "withdraw_number": Address("ARO", 404),
    "uploads": Address(REGISTERED),
    "end_link": Address("AO", 404),
    "office_event": Address(REGISTERED, of="office_event"),
    "event_paper": Address(REGISTERED),
    "office_event_amend": Address(REGISTERING, of="office_event"),
    "office_event_take_up": Address("AO", of="office_event"),
    "office_event_ask_approval": Address("AOG", of="office_event"),
    "office_event_record_approval": Address("AOP", of="office_event"),
    "office_event_refuse_registration": Address("AP"),
    "office_event_postpone": Address("AOG", of="office_event"),
    "office_event_cancel": Address("AOG", of="office_event"),
    "office_event_cut_short": Address(REGISTERING, of="office_event"),
    "office_event_declare_empty": Address(REGISTERING, of="office_event"),
    "accept_many": Address("AO"),
    "event_report_page": Address(REGISTERED, of="office_event"),
    "report_file": Address(REGISTERED, 404),
    "event_players": Address(REGISTERED, of="office_event"),
    "event_link": Address("AO", of="office_event"),
    "send_report": Address(EVERYBODY + "V", 410),
    "office_event_take_in": Address(REGISTERING, of="office_event"),
    "office_event_attach": Address(REGISTERING, of="office_event"),
    "office_event_accept": Address("AO", 409, of="office_event"),
    "office_event_return": Address("AO", 409, of="office_event"),
    "office_event_refuse": Address("AO", 409, of="office_event"),
    "office_event_correct": Address("AO", 409, of="office_event"),
    "office_event_answer": Address("AO", 409, of="office_event"),
    "office_event_ask_number": Address("AO", 409, of="office_event"),
    "office_event_lodge_appeal": Address("AOG", 409, of="office_event"),
    "office_event_decide_appeal": Address("AP", 409),
    "office_event_fide_registration": Address("AO", 409, of="office_event"),
    "office_event_fide_registration_answer": Address("AO", 409, of="office_event"),
    "office_event_fide_send": Address("AO", 409, of="office_event"),
    "office_event_fide_answer": Address("AO", 409, of="office_event"),
    "office_event_fide_list": Address("AO", 409, of="office_event"),
    "event": Address(READERS, of="event"),
    "event_report": Address(READERS, of="event"),
    "log": Address("AU"),
    "log_csv": Address("AU"),
    "log_entry": Address("AU"),
    "jobs": Address("ARPUM"),
    "jobs_csv": Address("ARPUM"),
    "job": Address("ARPUM"),
    "cancel_job": Address("AM", 302, "POST"),
    "proof": Address("APUMC"),
    "proof_csv": Address("APUMC"),
    "verify": Address("AM", 302, "POST"),
    "backup": Address("AM", 302, "POST"),
    "drill": Address("AM", 302, "POST"),
    "import": Address("A"),
    "import_reports": Address("A"),
    "people": Address("AU"),
    "people_csv": Address("AU"),
    "one_person": Address("AU"),
    "invite": Address("A"),
    "grant": Address("A"),
    "end_grant": Address("A"),
    "end_grant_of": Address("A"),
    "close_account": Address("A"),
    "renew_factor": Address("A"),
    "end_log_ins": Address("A"),
    "settings": Address("AUM"),
    "change_settings": Address("A"),
    "change_second_person": Address("A"),
    "open_law": Address("AUM"),
    "decide_law": Address("A"),
    "rights": Address("AUM"),
    # The public site: everybody, with a log-in or without one.
    "site_front": Address(EVERYBODY + "V"),
}
"""By the name of the address."""

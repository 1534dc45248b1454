"""The addresses of the office. The public site will have everything that does not begin with `/office/`."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.urls import path, register_converter

from arpad.web.converters import MonthInAddress, PlayerNumber
from arpad.web.static_files import static_file
from arpad.web.views import (
    account,
    closed_list,
    entering,
    events,
    front,
    health,
    importing,
    lists,
    next_list,
    office_settings,
    open_law,
    people,
    players,
    put_right,
    record,
    revise,
    waiting,
    work,
)

register_converter(PlayerNumber, "player")
register_converter(MonthInAddress, "month")

handler403 = "arpad.web.views.errors.not_allowed"
handler404 = "arpad.web.views.errors.not_there"
handler500 = "arpad.web.views.errors.wrong_here"

urlpatterns = [
    path("health", health.health, name="health"),
    path("static/<slug:digest>/<str:name>", login_not_required(static_file), name="static"),
    path("office/", front.front, name="front"),
    path("office/log-in/", entering.log_in, name="log_in"),
    path("office/log-out/", entering.log_out, name="log_out"),
    path("office/second-factor/", entering.second_factor, name="second_factor"),
    path("office/prove/", entering.prove_page, name="prove"),
    path("office/invitation/<str:token>/", entering.invitation, name="invitation"),
    path("office/password-reset/", entering.reset_password, name="reset_password"),
    path("office/password-reset/<str:record>/<str:token>/", entering.new_password, name="new_password"),
    path("office/account/", account.account, name="account"),
    path("office/account/password/", account.change_password, name="change_password"),
    path("office/account/second-factor/", account.set_up_factor_page, name="set_up_factor"),
    path("office/account/recovery-codes/", account.recovery_codes, name="recovery_codes"),
    path("office/lists/", lists.lists, name="lists"),
    path("office/lists/<int:year>-<month:month>/", lists.one_list, name="list"),
    path("office/lists/<int:year>-<month:month>/r<int:revision>/", lists.one_list, name="list_revision"),
    path("office/lists/<int:year>-<month:month>/r<int:revision>/scale/", lists.list_integrity, name="list_integrity"),
    path("office/lists/<int:year>-<month:month>/r<int:revision>/files/<path:name>", lists.list_file, name="list_file"),
    path("office/players/", players.players_page, name="players"),
    path("office/players.csv", players.players_page, {"form": "csv"}, name="players_csv"),
    path("office/players/<player:number>/", players.player_page, name="player"),
    path("office/events/", events.events_page, name="events"),
    path("office/events.csv", events.events_page, {"form": "csv"}, name="events_csv"),
    path("office/events/<int:number>/", events.event_page, name="event"),
    path("office/events/<int:number>/reports/<slug:digest>", events.event_report, name="event_report"),
    path("office/lists/revise/", revise.revise_page, name="revise"),
    path("office/lists/revise/<int:number>/", revise.revise_look_page, name="revise_look"),
    path(
        "office/lists/<int:year>-<month:month>/r<int:revision>/difference/",
        revise.difference_page,
        name="list_difference",
    ),
    path(
        "office/lists/<int:year>-<month:month>/r<int:revision>/difference.csv",
        revise.difference_page,
        {"form": "csv"},
        name="list_difference_csv",
    ),
    path("office/next/", next_list.next_page, name="next_list"),
    path("office/next/checklist/", next_list.checklist_page, name="checklist"),
    path("office/next/players/<player:number>/", next_list.next_player, name="next_player"),
    path("office/next/players/<player:number>/<slug:kind>/", next_list.next_player, name="next_player_kind"),
    path("office/next/closed/", closed_list.closed_page, name="closed"),
    path("office/next/closed/scale/", closed_list.closed_page, {"part": "scale"}, name="closed_scale"),
    path("office/next/closed/files/<path:name>", closed_list.closed_file, name="closed_file"),
    path("office/next/closed/publish/", closed_list.publish_page, name="publish"),
    path("office/next/closed/throw-away/", closed_list.throw_away_page, name="throw_away"),
    path("office/waiting/", waiting.waiting_page, name="waiting"),
    path("office/waiting/<int:number>/", waiting.waiting_one_page, name="waiting_one"),
    path("office/waiting/<int:number>/confirm/", waiting.confirm_page, name="confirm"),
    path("office/waiting/<int:number>/decline/", waiting.decline_page, name="decline"),
    path("office/put-right/", put_right.put_right_page, name="put_right"),
    path("office/put-right/look/<int:number>/", put_right.look_page, name="put_right_look"),
    path("office/put-right/look/<int:number>.csv", put_right.look_page, {"form": "csv"}, name="put_right_look_csv"),
    *(
        path(f"office/put-right/{what}/", form_page, name=f"put_right_{what}")
        for what, form_page in put_right.FORM_PAGES.items()
    ),
    path("office/log/", record.log_page, name="log"),
    path("office/log.csv", record.log_page, {"form": "csv"}, name="log_csv"),
    path("office/log/<int:number>/", record.log_entry_page, name="log_entry"),
    path("office/jobs/", work.jobs_page, name="jobs"),
    path("office/jobs.csv", work.jobs_page, {"form": "csv"}, name="jobs_csv"),
    path("office/jobs/<int:number>/", work.job_page, name="job"),
    path("office/proof/", work.proof_page, name="proof"),
    path("office/jobs/<int:number>/cancel/", work.cancel_page, name="cancel_job"),
    path("office/proof/verify/", work.verify_page, name="verify"),
    path("office/proof/backup/", work.backup_page, name="backup"),
    path("office/proof/drill/", work.drill_page, name="drill"),
    path("office/import/", importing.import_page, name="import"),
    path("office/import/reports/", importing.reports_page, name="import_reports"),
    path("office/proof.csv", work.proof_page, {"form": "csv"}, name="proof_csv"),
    path("office/people/", people.people_page, name="people"),
    path("office/people.csv", people.people_page, {"form": "csv"}, name="people_csv"),
    path("office/people/<int:record>/", people.one_person, name="one_person"),
    path("office/people/invite/", people.invite_page, name="invite"),
    path("office/people/<int:record>/grant/", people.grant_page, name="grant"),
    path("office/people/<int:record>/roles/<slug:role>/end/", people.end_grant_page, name="end_grant"),
    path(
        "office/people/<int:record>/roles/<slug:role>/<slug:federation>/end/",
        people.end_grant_page,
        name="end_grant_of",
    ),
    path("office/people/<int:record>/close/", people.close_page, name="close_account"),
    path("office/people/<int:record>/renew-factor/", people.renew_page, name="renew_factor"),
    path("office/people/<int:record>/end-log-ins/", people.end_log_ins_page, name="end_log_ins"),
    path("office/settings/", office_settings.settings_page, name="settings"),
    path("office/settings/change/", office_settings.change_settings_page, name="change_settings"),
    path("office/settings/second-person/", office_settings.second_person_page, name="change_second_person"),
    path("office/settings/open-law/", open_law.open_law_page, name="open_law"),
    path("office/settings/open-law/<slug:matter>/", open_law.decide_law_page, name="decide_law"),
    path("office/settings/rights/", office_settings.rights_page, name="rights"),
]

"""Coming in: password, second factor, recovery codes, attempts slowed down, log-ins ended, passwords set anew."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.core import mail
from django.test import Client, override_settings
from web_offices import PASSWORD, SECRET, logged_in

from arpad.web.one_time_codes import code_of, new_recovery_codes, recovery_hash, step_now
from arpad.web.static_files import static_address

if TYPE_CHECKING:
    from django.http import HttpResponse

pytestmark = pytest.mark.usefixtures("office")


@pytest.fixture(autouse=True)
def anew() -> None:
    """Let no test suffer from the attempts of another."""
    from arpad.storage.models import FailedLogIn, SecondFactor  # noqa: PLC0415 - after Django is set up

    FailedLogIn.objects.all().delete()
    SecondFactor.objects.update(last_step=0)


def given_password(client: Client, username: str, password: str = PASSWORD) -> HttpResponse:
    """Send name and password."""
    answer: HttpResponse = client.post("/office/log-in/", {"username": username, "password": password})
    return answer


def given_code(client: Client, code: str) -> HttpResponse:
    """Send a code of the second factor."""
    answer: HttpResponse = client.post("/office/second-factor/", {"code": code})
    return answer


def test_password_and_second_factor_let_somebody_in() -> None:
    """First the one, then the other; the log-in is seen on the page of the account."""
    client = Client()
    assert given_password(client, "vera").headers["Location"] == "/office/second-factor/"
    assert client.get("/office/").status_code == 302, "half way is not in"
    assert given_code(client, code_of(SECRET, step_now())).headers["Location"] == "/office/"
    page = client.get("/office/account/").content.decode()
    assert "Vera Lindqvist" in page
    assert "this one" in page


def test_a_code_is_good_once() -> None:
    """Whoever looked over a shoulder comes too late."""
    first, second = Client(), Client()
    given_password(first, "ivo")
    given_password(second, "ivo")
    code = code_of(SECRET, step_now())
    assert given_code(first, code).status_code == 302
    assert given_code(second, code).status_code == 422


def test_a_recovery_code_is_good_once() -> None:
    """In the place of the digits, and then never again."""
    from arpad.storage.models import Account, RecoveryCode  # noqa: PLC0415 - after Django is set up

    code = new_recovery_codes()[0]
    RecoveryCode.objects.create(account=Account.objects.get(username="alma"), code_hash=recovery_hash(code))
    statuses = []
    for _ in range(2):
        client = Client()
        given_password(client, "alma")
        statuses.append(given_code(client, code.upper()).status_code)
    assert statuses == [302, 422]


def test_a_wrong_password_says_what_to_do_and_keeps_the_name() -> None:
    """All faults on top, the title says so, what was typed stays; the password does not."""
    answer = given_password(Client(), "vera", "not it")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "<title>Error: Log in" in page
    assert 'role="alert"' in page
    assert 'value="vera"' in page
    assert "not it" not in page


def test_fields_left_empty_are_named_each_with_a_link() -> None:
    """Each fault leads to its field."""
    page = given_password(Client(), "", "").content.decode()
    assert '<a href="#id_username">Write your user name.</a>' in page
    assert '<a href="#id_password">Write your password.</a>' in page
    assert page.count("Write your user name.") == 2, "once on top, once beside the field"
    assert 'aria-invalid="true"' in page


def test_many_attempts_are_slowed_down() -> None:
    """After ten failures even the right password has to wait; another person does not."""
    for _ in range(10):
        given_password(Client(), "mads", "guessed")
    assert b"Too many attempts" in given_password(Client(), "mads").content
    assert given_password(Client(), "ivo").status_code == 302


def test_behind_a_server_in_front_attempts_are_counted_by_who_came_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else fifty failures of anybody would keep everybody out; without one in front nobody is believed."""
    monkeypatch.setattr("arpad.web.log_ins.MOST_BY_ADDRESS", 2)

    def fails_from(forwarded_for: str, username: str) -> bytes:
        client, given = Client(), {"username": username, "password": "guessed"}
        return bytes(client.post("/office/log-in/", given, HTTP_X_FORWARDED_FOR=forwarded_for).content)

    with override_settings(SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https")):
        for made_up in ("1.1.1.1", "2.2.2.2"):
            fails_from(f"{made_up}, 203.0.113.7", f"nobody{made_up[0]}")
        assert b"Too many attempts" in fails_from("3.3.3.3, 203.0.113.7", "nobody3")
        assert b"Too many attempts" not in fails_from("203.0.113.7, 203.0.113.8", "nobody3")
    for made_up in ("4.4.4.4", "5.5.5.5"):
        fails_from(made_up, f"nobody{made_up[0]}")
    assert b"Too many attempts" in fails_from("6.6.6.6", "nobody6")


def test_a_closed_account_comes_in_nowhere() -> None:
    """Neither anew, nor with a log-in that is open."""
    from arpad.model.clock import now  # noqa: PLC0415 - beside its only use
    from arpad.storage.models import Account  # noqa: PLC0415 - after Django is set up

    client = logged_in("olga")
    assert client.get("/office/").status_code == 200
    Account.objects.filter(username="olga").update(closed_at=now(), closed_by=1)
    assert client.get("/office/").status_code == 302
    assert given_password(Client(), "olga").status_code == 422
    Account.objects.filter(username="olga").update(closed_at=None, closed_by=None)


def test_log_ins_are_seen_and_ended() -> None:
    """Whoever ends another log-in of their own throws it out with its next click."""
    here, there = logged_in("arno"), logged_in("arno")
    assert here.get("/office/account/").content.decode().count('name="log_in"') == 1
    assert here.post("/office/account/").status_code == 302
    assert there.get("/office/account/").status_code == 302
    assert here.get("/office/account/").status_code == 200


def test_a_log_in_leads_to_where_one_wanted_to_go_and_never_elsewhere() -> None:
    """The page that was asked for; another site is not."""
    client = Client()
    answer = client.get("/office/lists/")
    assert answer.headers["Location"] == "/office/log-in/?next=/office/lists/"
    given = {"username": "vera", "password": PASSWORD, "next": "https://elsewhere.example/"}
    assert client.post("/office/log-in/", given).headers["Location"] == "/office/second-factor/"


@override_settings(EMAIL_BACKEND="django.core.mail.backends.locmem.EmailBackend")
def test_a_forgotten_password_is_set_by_a_link_that_works_once() -> None:
    """Nobody learns whether there is such an account."""
    mail.outbox = []
    pages = [
        Client().post("/office/password-reset/", {"username_or_email": name}).content
        for name in ("runa@example.org", "nobody@example.org")
    ]
    assert pages[0] == pages[1]
    assert [message.to for message in mail.outbox] == [["runa@example.org"]]
    found_link = re.search(r"http://testserver(/\S+)", mail.outbox[0].body)
    assert found_link is not None
    link, new = found_link[1], "four other words here"
    assert b"differ" in Client().post(link, {"new_password": new, "new_password_again": "no"}).content
    assert b"too common" in Client().post(link, {"new_password": "password1234", "new_password_again": "x"}).content
    both = {"new_password": new, "new_password_again": new}
    assert Client().post(link, both).headers["Location"] == "/office/log-in/"
    assert Client().get(link).status_code == 410
    assert given_password(Client(), "runa", new).status_code == 302


def test_a_second_factor_is_set_up_with_its_first_code() -> None:
    """A square code, the first digits as proof, then recovery codes, shown once."""
    from arpad.storage.models import RecoveryCode, SecondFactor  # noqa: PLC0415 - after Django is set up

    SecondFactor.objects.filter(account__username="coco").delete()
    client = logged_in("coco", is_proved=False)
    page = client.get("/office/account/second-factor/").content.decode()
    assert "<svg" in page
    shown = re.search(r"<code>([A-Z2-7 ]+)</code>", page)
    assert shown is not None
    secret = shown[1].replace(" ", "")
    wrong = client.post("/office/account/second-factor/", {"code": "000000"})
    assert wrong.status_code == 422
    assert secret[:4] in wrong.content.decode(), "the same square stays"
    done = client.post("/office/account/second-factor/", {"code": code_of(secret, step_now())}).content.decode()
    assert len(re.findall(r"<li>[a-z2-9]{5}-[a-z2-9]{5}</li>", done)) == 10
    assert RecoveryCode.objects.filter(account__username="coco", used_at=None).count() == 10


@pytest.mark.parametrize("address", ["icon", "/office/log-in/", "/not-there/"])
def test_an_answer_that_comes_late_does_not_end_a_new_log_in(address: str) -> None:
    """A browser asks for the icon of the page before; the session of that page has gone when it is answered."""
    client = Client()
    assert given_password(client, "ivo").status_code == 302
    before = client.cookies["office"].value
    assert given_code(client, code_of(SECRET, step_now())).status_code == 302
    assert client.cookies["office"].value != before
    late = Client()
    late.cookies["office"] = before
    answer = late.get(static_address("icon.svg") if address == "icon" else address)
    assert "office" not in answer.cookies
    assert client.get("/office/log/").status_code == 200


def test_whoever_logs_out_keeps_no_session_of_somebody() -> None:
    """The session that a click ends is gone, and its name is worth nothing."""
    client = logged_in("ivo")
    before = client.cookies["office"].value
    client.post("/office/log-out/")
    assert client.cookies["office"].value != before
    assert client.get("/office/log/").status_code == 302


def test_an_office_without_a_mail_server_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where mails would be seen as sent, and to whoever waits for one; with a mail server nothing is said."""
    pages = {
        "/office/outbox/": lambda: logged_in("vera").get("/office/outbox/"),
        "/office/password-reset/": lambda: Client().post("/office/password-reset/", {"username_or_email": "nobody"}),
    }
    for shown in pages.values():
        assert b"This office has no mail server" in shown().content
    monkeypatch.setattr("arpad.web.views.letters.has_mail_server", lambda: True)
    monkeypatch.setattr("arpad.web.views.entering.has_mail_server", lambda: True)
    for shown in pages.values():
        assert b"This office has no mail server" not in shown().content

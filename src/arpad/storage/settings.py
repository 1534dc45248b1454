"""The settings of an office: `office.toml` in its folder, over which the environment wins, as Django wants them."""

from __future__ import annotations

import json
import os
import secrets
import stat
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from arpad.model.bounded import MOST_IN_TOML, TomlError, read_whole, toml_of
from arpad.model.problems import Problem, RefusedError
from arpad.office.letters import is_prefix
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

FILE = "office.toml"
DATABASE = "office.sqlite3"
ARCHIVE, BACKUPS, WORK = "archive", "backups", "work"
REQUIRED, ALONE = SECOND_PERSON = ("required", "alone")
OPTIONAL = "optional"
SECOND_FACTOR = (REQUIRED, OPTIONAL)
AUTHORITY, UNDER_FIDE = SERVES = ("authority", "under_fide")
DATABASE_URL = "DATABASE_URL"
SECRET_KEY = "ARPAD_SECRET_KEY"  # noqa: S105 - the name of a variable
_FROM_ENVIRONMENT = {
    "secret_key": SECRET_KEY,
    "database_url": DATABASE_URL,
    "title": "ARPAD_OFFICE_TITLE",
    "zone": "ARPAD_OFFICE_ZONE",
    "second_person": "ARPAD_SECOND_PERSON",
    "serves": "ARPAD_SERVES",
    "second_factor": "ARPAD_SECOND_FACTOR",
    "hosts": "ARPAD_HOSTS",
    "port": "ARPAD_PORT",
    "https": "ARPAD_HTTPS",
    "debug": "ARPAD_DEBUG",
    "email_host": "ARPAD_EMAIL_HOST",
    "email_port": "ARPAD_EMAIL_PORT",
    "email_user": "ARPAD_EMAIL_USER",
    "email_password": "ARPAD_EMAIL_PASSWORD",
    "email_from": "ARPAD_EMAIL_FROM",
    "question_days": "ARPAD_QUESTION_DAYS",
    "letter_prefix": "ARPAD_LETTER_PREFIX",
}
"""What each setting is called in the environment, which wins over the file."""
DECIDED = ("title", "zone", "second_person", "serves", "question_days", "letter_prefix")
"""The settings that are changed by a decision; the others are the machine's, and stand in the file."""
OWN = ("secret_key", "database_url")
"""What every office has of its own: another one that is made of its backup draws or is given it anew."""
SECRETS = (*OWN, "email_password")
"""What stands in the file or the environment and nowhere else: no backup, log or page has it."""
_TRUE, _FALSE = ("1", "true", "yes"), ("", "0", "false", "no")
_KEY_BYTES = 48
_OWN_MACHINE = frozenset(("127.0.0.1", "localhost", "::1", "[::1]", "testserver"))
"""The names under which nobody but this machine reaches an office."""
_SCHEMES = ("postgres", "postgresql")
_LAST_PORT = 65535
_MOST_DAYS = 365


@dataclass(frozen=True, slots=True)
class OfficeSettings:
    """What is set for an office."""

    secret_key: str = field(default="", repr=False)
    database_url: str = field(default="", repr=False)
    """Empty for the SQLite file in the folder."""
    title: str = ""
    zone: str = "UTC"
    """The zone whose calendar days are the deadlines of the office."""
    second_person: str = REQUIRED
    serves: str = AUTHORITY
    """What the office is for: an *authority* makes lists of its own; *under_fide* accepts events and sends them on."""
    second_factor: str = REQUIRED
    """Whether proof asks for a second factor; *optional* where an office is only tried, and a password will do."""
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost")
    """The names under which the office is reached."""
    port: int = 8000
    https: bool = False
    """True where it is reached by HTTPS only, as every office that others reach should be."""
    debug: bool = False
    email_host: str = ""
    """Empty where the office sends no mail: links are then handed over by the administrator."""
    email_port: int = 25
    email_user: str = ""
    email_password: str = field(default="", repr=False)
    email_from: str = ""
    question_days: int = 30
    """In how many days the office answers a question."""
    letter_prefix: str = ""
    """What stands before the reference numbers of letters, such as the letters of the federation."""

    @property
    def is_postgresql(self) -> bool:
        """Tell whether the office keeps its tables in PostgreSQL."""
        return bool(self.database_url)


def read_settings(folder: Path, environment: Mapping[str, str] | None = None) -> OfficeSettings:
    """Read the settings of the office in a folder; refused with everything that is wrong with them."""
    place = folder / FILE
    if not place.is_file():
        raise RefusedError.of(WORDS, "no_office", folder.name, folder=str(folder), file=FILE)
    try:
        written = toml_of(read_whole(place, MOST_IN_TOML).decode("utf-8-sig"))
    except (TomlError, UnicodeDecodeError, OSError) as fault:
        why = getattr(fault, "strerror", None) or str(fault)
        raise RefusedError.of(WORDS, "settings_unreadable", FILE, file=FILE, why=why) from fault
    environment = os.environ if environment is None else environment
    given = {name: environment[key] for name, key in _FROM_ENVIRONMENT.items() if environment.get(key)}
    problems = [*_open_to_others(place, has_key="secret_key" in written)]
    values: dict[str, Any] = {}
    for source, names in ((written, FILE), (given, "")):
        for name, value in source.items():
            accepted, problem = accepted_setting(name, value, names or _FROM_ENVIRONMENT[name])
            problems += [] if problem is None else [problem]
            values |= {} if problem is not None else {name: accepted}
    settings = OfficeSettings(**values)
    if not settings.secret_key:
        problems.append(Problem.of(WORDS, "no_secret_key", FILE, file=FILE, variable=SECRET_KEY))
    if settings.debug and (settings.https or not set(settings.hosts) <= _OWN_MACHINE):
        problems.append(Problem.of(WORDS, "debug_refused", FILE, file=FILE))
    if problems:
        raise RefusedError(problems)
    return settings


def set_by_environment(name: str) -> str:
    """Give the variable of the environment that sets a setting now; empty where none does."""
    variable = _FROM_ENVIRONMENT[name]
    return variable if os.environ.get(variable) else ""


def _open_to_others(place: Path, *, has_key: bool) -> Iterator[Problem]:
    if os.name == "posix" and has_key and stat.S_IMODE(place.stat().st_mode) & 0o077:
        yield Problem.of(WORDS, "settings_open_to_all", FILE, file=FILE, path=str(place))


def accepted_setting(name: str, value: object, file: str) -> tuple[Any, Problem | None]:
    """Give a setting as it is kept, or what is wrong with it; from the environment everything is text."""
    known = {setting.name: setting for setting in fields(OfficeSettings)}
    if name not in known:
        close = get_close_matches(name, known, 1)
        return None, Problem.of(WORDS, "settings_unknown", file, file=file, key=name, close=close)
    read = _READERS.get(name, _text)
    try:
        return read(value), None
    except _WrongError as fault:
        shown = "…" if name in SECRETS else repr(value)
        return None, Problem.of(WORDS, "settings_wrong", file, file=file, key=name, value=shown, asked=str(fault))


class _WrongError(ValueError):
    """A value that a setting cannot have; names what it may be."""


def _text(value: object) -> str:
    if not isinstance(value, str) or "\0" in value:
        raise _WrongError("text")
    return value


def _flag(value: object) -> bool:
    if isinstance(value, bool):
        return value
    if not isinstance(value, str) or value.lower() not in (*_TRUE, *_FALSE):
        raise _WrongError("flag")
    return value.lower() in _TRUE


def _port(value: object) -> int:
    number = int(value) if isinstance(value, str) and value.isascii() and value.isdigit() else value
    if type(number) is not int or not 0 < number <= _LAST_PORT:
        raise _WrongError("port")
    return number


def _days(value: object) -> int:
    number = int(value) if isinstance(value, str) and value.isascii() and value.isdigit() else value
    if type(number) is not int or not 0 < number <= _MOST_DAYS:
        raise _WrongError("days")
    return number


def _prefix(value: object) -> str:
    text = _text(value)
    if not is_prefix(text):
        raise _WrongError("prefix")
    return text


def _hosts(value: object) -> tuple[str, ...]:
    names = value.split(",") if isinstance(value, str) else value
    if not isinstance(names, list) or not names or not all(isinstance(name, str) and name.strip() for name in names):
        raise _WrongError("hosts")
    return tuple(name.strip() for name in names)


def _zone(value: object) -> str:
    name = _text(value)
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as fault:
        raise _WrongError("zone") from fault
    return name


def _second_person(value: object) -> str:
    if value not in SECOND_PERSON:
        raise _WrongError("second_person")
    return str(value)


def _serves(value: object) -> str:
    if value not in SERVES:
        raise _WrongError("serves")
    return str(value)


def _second_factor(value: object) -> str:
    if value not in SECOND_FACTOR:
        raise _WrongError("second_factor")
    return str(value)


_READERS = {
    "port": _port,
    "email_port": _port,
    "https": _flag,
    "debug": _flag,
    "hosts": _hosts,
    "zone": _zone,
    "second_person": _second_person,
    "serves": _serves,
    "second_factor": _second_factor,
    "question_days": _days,
    "letter_prefix": _prefix,
}


def new_settings(settings: OfficeSettings) -> OfficeSettings:
    """Give settings a secret key of their own, made by chance."""
    return replace(settings, secret_key=secrets.token_urlsafe(_KEY_BYTES))


def write_settings(folder: Path, settings: OfficeSettings) -> None:
    """Write `office.toml`, which only its owner may read; what is as it always is, is left out."""
    default = OfficeSettings()
    lines = [
        f"{setting.name} = {_toml(getattr(settings, setting.name))}"
        for setting in fields(OfficeSettings)
        if getattr(settings, setting.name) != getattr(default, setting.name) or setting.name in {"title", "zone"}
    ]
    place, aside = folder / FILE, folder / f".{FILE}.new"
    aside.unlink(missing_ok=True)
    with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        os.fsync(file.fileno())
    aside.replace(place)


def _toml(value: object) -> str:
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False).replace("\x7f", "\\u007f")


def database_settings(folder: Path, settings: OfficeSettings) -> dict[str, Any]:
    """Give what Django asks about the database of an office."""
    if settings.database_url:
        return _postgresql(settings.database_url)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(folder / DATABASE),
        "ATOMIC_REQUESTS": False,
        "CONN_MAX_AGE": 60,
        "OPTIONS": {
            "timeout": 30,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-65536",
        },
    }


def _postgresql(address: str) -> dict[str, Any]:
    """Take the address of a PostgreSQL database apart; a host that is a path is the folder of its socket."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as fault:
        raise _no_database("unreadable") from fault
    name = unquote(parts.path.removeprefix("/"))
    if parts.scheme not in _SCHEMES:
        raise _no_database("scheme")
    if not name:
        raise _no_database("no_name")
    options = dict(parse_qsl(parts.query))
    host = options.pop("host", unquote(parts.hostname or ""))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": options.pop("port", "" if port is None else str(port)),
        "ATOMIC_REQUESTS": False,
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
    }


def _no_database(why: str) -> RefusedError:
    return RefusedError.of(WORDS, "database_url", DATABASE_URL, variable=DATABASE_URL, why=why)


def django_settings(folder: Path, settings: OfficeSettings) -> dict[str, Any]:
    """Give the settings of Django for an office, without those of its pages."""
    return {
        "SECRET_KEY": settings.secret_key,
        "DEBUG": settings.debug,
        "ALLOWED_HOSTS": list(settings.hosts),
        "INSTALLED_APPS": [
            "django.contrib.contenttypes",
            "django.contrib.auth",
            "django.contrib.sessions",
            "arpad.storage",
        ],
        "AUTH_USER_MODEL": "storage.Account",
        "DATABASES": {"default": database_settings(folder, settings)},
        "DEFAULT_AUTO_FIELD": "django.db.models.BigAutoField",
        "PASSWORD_HASHERS": ["django.contrib.auth.hashers.Argon2PasswordHasher"],
        "USE_TZ": True,
        "TIME_ZONE": settings.zone,
        "USE_I18N": True,
        "LANGUAGE_CODE": "en",
        "EMAIL_BACKEND": (
            "django.core.mail.backends.smtp.EmailBackend"
            if settings.email_host
            else "django.core.mail.backends.console.EmailBackend"
        ),
        "EMAIL_HOST": settings.email_host,
        "EMAIL_PORT": settings.email_port,
        "EMAIL_HOST_USER": settings.email_user,
        "EMAIL_HOST_PASSWORD": settings.email_password,
        "DEFAULT_FROM_EMAIL": settings.email_from or "office@localhost",
        "SILENCED_SYSTEM_CHECKS": [],
    }

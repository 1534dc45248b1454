"""What every public page has: no session and no cookie, a strong ETag, how long it may be kept, and its surroundings.

A view takes the request and the site, and gives a sheet: a template with what it shows, a title, a description. The
frame does the rest. A page whose fingerprint is known is answered with "not modified" before anything is written.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, wraps
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeAlias
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse, HttpResponseNotModified
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from arpad import __version__
from arpad.model.clock import today
from arpad.storage.queries.archived import archived_json
from arpad.storage.queries.systems import rating_system
from arpad.web.access import shown_settings
from arpad.web.packing import coded, coding_of, pack
from arpad.web.static_files import static_files
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import date

    from django.http import HttpRequest
    from django.http.response import HttpResponseBase

    from arpad.storage.models import ListVersion, RatingSystem
    from arpad.web.access import Page

    Given = ParamSpec("Given")

DEED = "site.read"
PUBLIC_LIST = "list.parquet"
"""The public form of a list, of which the foot names the hash."""
_MINUTE, _DAY = 60, 86400
FOR_EVER = f"public, max-age={365 * _DAY}, immutable"
"""For what never changes: a file of a published list, a page of one revision of it."""
BEING_MADE = f"public, max-age={_MINUTE}, must-revalidate"
"""For what changes while the list is being made, and with the newest list."""
PLACES = (
    ("site_lists", "lists"),
    ("site_month", "month"),
    ("site_events", "events"),
    ("site_federations", "federations"),
    ("site_calculators", "calculators"),
    ("site_regulations", "regulations"),
    ("site_about", "about"),
)
"""The places of the site: the name of the address, and that of its words."""


@dataclass(frozen=True, slots=True)
class Site:
    """Whose site it is, and of which list: asked once for a request."""

    title: str
    system: RatingSystem | None
    day: date

    @property
    def newest(self) -> ListVersion | None:
        """The newest published list; None while there is none."""
        return None if self.system is None else self.system.newest


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page before it is written."""

    template: str
    title: str
    description: str
    context: Mapping[str, Any] = field(default_factory=dict)
    canonical: str = ""
    """The address under which the page is to be known; its own path where empty."""
    of_list: ListVersion | None = None
    """The list that the foot of the page names; the newest where none is named."""
    fingerprint: str = ""
    """What the page follows from, as a hash; where empty, the bytes that were written are hashed."""
    life: str = BEING_MADE
    is_indexed: bool = True
    """False where search engines and previews are to leave the page alone."""
    status: int = 200
    of_law: tuple[str, ...] = ()
    """Which of `title` and `description` are texts of the law, which are in a language of their own."""
    place: str = ""
    """The place of the site that it belongs to, as `PLACES` names it."""


Answer: TypeAlias = "Sheet | HttpResponseBase"
if TYPE_CHECKING:
    View = Callable[Concatenate[HttpRequest, Site, Given], Answer]


def public_page(view: View[Given]) -> Page:
    """Make a view of the public site out of a function that takes the request and the site."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Given.args, **more: Given.kwargs) -> HttpResponseBase:
        site = site_now()
        answer = view(request, site, *args, **more)
        return as_written(request, site, answer) if isinstance(answer, Sheet) else _as_kept(request, answer)

    opened = login_not_required(require_safe(answered))
    opened.deed, opened.post = DEED, ""  # type: ignore[attr-defined] # the address table reads them
    return opened  # type: ignore[return-value] # has both now


def site_now() -> Site:
    """Give whose site it is, as of now."""
    settings = shown_settings()
    timezone.activate(settings.zone)
    return Site(settings.title or says("frame", "office"), rating_system(), today())


def as_written(request: HttpRequest, site: Site, sheet: Sheet) -> HttpResponse:
    """Write a sheet, or say that it is the one that the reader has."""
    tag = _tag(request, site, sheet.fingerprint) if sheet.fingerprint else ""
    if tag and has_it(request, coded(tag, coding_of(request))):
        return kept(request, HttpResponseNotModified(), tag, sheet.life)
    text = render_to_string(f"public/{sheet.template}", {**_surroundings(request, site, sheet), **sheet.context})
    response = HttpResponse(text, status=sheet.status)
    if sheet.status != 200:  # noqa: PLR2004 - what is not there is not kept
        return response
    return kept(request, response, tag or tag_of(response), sheet.life)


def kept(request: HttpRequest, response: HttpResponse, tag: str, life: str) -> HttpResponse:
    """Say with an answer what it is and how long it may be kept, and pack it as the reader can unpack it.

    The tag names the bytes that go out, so one that is packed in another way has another.
    """
    coding = coding_of(request)
    own_tag = coded(tag, coding)
    if response.status_code == 200 and has_it(request, own_tag):  # noqa: PLR2004 - it is there
        response = HttpResponseNotModified()
    response.headers["ETag"] = own_tag
    response.headers["Cache-Control"] = life
    return pack(response, coding)


def tag_of(response: HttpResponse) -> str:
    """Give the tag of an answer: what its bytes are."""
    return f'"{sha256(response.content).hexdigest()[:32]}"'


def _as_kept(request: HttpRequest, answer: HttpResponseBase) -> HttpResponseBase:
    """Give what a view wrote itself with a tag and a time for which it may be kept, unless it says so itself."""
    is_whole = isinstance(answer, HttpResponse) and answer.status_code == 200  # noqa: PLR2004 - it is there
    if not is_whole or answer.has_header("ETag"):
        return answer
    assert isinstance(answer, HttpResponse)  # noqa: S101 - for the types
    return kept(request, answer, tag_of(answer), answer.headers.get("Cache-Control", BEING_MADE))


def has_it(request: HttpRequest, tag: str) -> bool:
    """Tell whether the reader has it already."""
    known = {each.strip().removeprefix("W/") for each in request.headers.get("If-None-Match", "").split(",")}
    return tag in known


def _tag(request: HttpRequest, site: Site, fingerprint: str) -> str:
    parts = (release(), site.title, request.get_full_path(), request.get_host(), fingerprint)
    return f'"{sha256(chr(0).join(parts).encode()).hexdigest()[:32]}"'


@cache
def release() -> str:
    """Give what tells this release of the pages from others."""
    return "/".join((__version__, *(file.digest for file in static_files().values())))


def _surroundings(request: HttpRequest, site: Site, sheet: Sheet) -> dict[str, Any]:
    """Give what the frame shows around a sheet."""
    version = sheet.of_list or site.newest
    return {
        "site": site,
        "sheet": sheet,
        "canonical": request.build_absolute_uri(sheet.canonical or request.path),
        "places": [(reverse(name), words, sheet.place == words) for name, words in _there()],
        "arpad_version": __version__,
        "of_list": version,
        "public_hash": "" if version is None else version.public_files.get(PUBLIC_LIST, ""),
        "editions": () if version is None else editions_of(version),
        "path": request.path,
    }


@cache
def _there() -> Sequence[tuple[str, str]]:
    from django.urls import get_resolver  # noqa: PLC0415 - the addresses load the pages

    known = get_resolver().reverse_dict
    return tuple((name, words) for name, words in PLACES if name in known)


def editions_of(version: ListVersion) -> tuple[str, ...]:
    """Give the ids of the editions by which a list was made; none of one that was imported."""
    digest = version.files.get("summary.json")
    return () if digest is None else _editions(digest)


@cache
def _editions(digest: str) -> tuple[str, ...]:
    summary = archived_json(digest)
    return tuple(dict.fromkeys(each["id"] for each in summary["editions"].values()))


def with_query(path: str, **given: str) -> str:
    """Give an address with what is asked in it, as far as something is."""
    asked = {name: value for name, value in given.items() if value}
    return f"{path}?{urlencode(asked)}" if asked else path

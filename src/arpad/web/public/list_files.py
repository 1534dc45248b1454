"""The files of a list: what everybody may download, with the hash of each; streamed, part by part."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.http import Http404, HttpResponseNotModified, StreamingHttpResponse
from django.utils.formats import date_format

from arpad.storage.archived_files import archive
from arpad.storage.models import ArchivedFile
from arpad.storage.site.list_table import TABLE
from arpad.web.middleware import DOWNLOADED
from arpad.web.public.frame import FOR_EVER, Sheet, has_it, public_page
from arpad.web.public.list_places import asked_list, life_of, list_address, month_address
from arpad.web.public.lists import tabs_of
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.http import HttpRequest

    from arpad.storage.archive import Archive
    from arpad.web.public.frame import Answer, Site

_KINDS = {
    "txt": "text/plain; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "xml": "application/xml",
    "parquet": "application/vnd.apache.parquet",
}
_PART = 1 << 16
"""So many bytes are handed over at once, so that a reader who takes long holds little memory."""
_SINGLE = "_rating_list.txt"
"""So end the files that programs of tournaments read, one for each kind of chess."""


class FileOnPage(NamedTuple):
    """A file as the page of files names it."""

    name: str
    words: str
    address: str
    size: int
    digest: str


@public_page
def files_page(request: HttpRequest, site: Site, year: int, month: int, revision: int) -> Answer:  # noqa: ARG001 - the address
    """Show the files of a list, what is in each, and how everything is verified."""
    version = asked_list(site, year, month, revision)
    files: dict[str, str] = version.public_files
    place = list_address(version, "files")
    sizes = dict(ArchivedFile.objects.filter(sha256__in=files.values()).values_list("sha256", "size"))
    rows = [
        FileOnPage(name, says("site_file", _about(name)), f"{place}{name}", sizes.get(digest, 0), digest)
        for name, digest in sorted(files.items(), key=lambda each: (each[0].endswith(_SINGLE), each[0]))
    ]  # fmt: skip
    title = says("site_list", "files_title", list=date_format(version.list_date, "YEAR_MONTH_FORMAT"))
    context = {
        "version": version, "tabs": list(tabs_of(version, "files")), "files": rows, "table": files.get(TABLE, ""),
        "month": month_address(version),
    }  # fmt: skip
    life = life_of(version)
    words = says("site_list", "files_description", list=date_format(version.list_date, "YEAR_MONTH_FORMAT"))
    return Sheet(
        "list_files.html",
        title,
        words,
        context,
        of_list=version,
        place="lists",
        fingerprint=life.fingerprint,
        life=life.life,
    )


def _about(name: str) -> str:
    form = name.rpartition(".")[2]
    return "single" if name.endswith(_SINGLE) else form if form in _KINDS else "other"


@public_page
def list_file(request: HttpRequest, site: Site, year: int, month: int, revision: int, name: str) -> Answer:  # noqa: PLR0913, PLR0917 - the address
    """Hand a file over as a download; it never changes."""
    version = asked_list(site, year, month, revision)
    digest = version.public_files.get(name)
    row = None if digest is None else ArchivedFile.objects.filter(sha256=digest, state=ArchivedFile.OK).first()
    if digest is None or row is None:
        raise Http404
    tag = f'"{digest}"'
    if has_it(request, tag):
        return HttpResponseNotModified(headers={"ETag": tag, "Cache-Control": FOR_EVER})
    called = f"{version.list_date:%Y-%m}-r{version.revision}-{name.replace('/', '-')}"
    headers = {
        "Content-Disposition": f'attachment; filename="{called}"',
        "Content-Length": str(row.size),
        "Content-Security-Policy": DOWNLOADED,
        "X-Content-Type-Options": "nosniff",
        "ETag": tag,
        "Cache-Control": FOR_EVER,
    }
    kind = _KINDS.get(name.rpartition(".")[2], "application/octet-stream")
    return StreamingHttpResponse(checked_parts(archive(), digest), content_type=kind, headers=headers)


def checked_parts(files: Archive, digest: str) -> Iterator[bytes]:
    """Give the parts of a file, the last only when all of it was checked: what is damaged never arrives whole."""
    last = b""
    for part in files.parts(digest, _PART):
        if last:
            yield last
        last = part
    yield last

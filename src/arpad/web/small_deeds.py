"""Small deeds: one form on a page of its own, with what it is about above it, and a button that names the deed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, BinaryIO, ClassVar, cast

from django.shortcuts import render
from django.urls import reverse

from arpad.model.bounded import read_stream
from arpad.model.problems import RefusedError
from arpad.web.deed_forms import DeedForm
from arpad.web.templatetags.office import deed_words
from arpad.web.wording import known

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from django.core.files.uploadedfile import UploadedFile
    from django.http import HttpRequest, HttpResponse

    from arpad.model.problems import ArpadError, Problem

_PLACES = {"kind": "matter", "chess": "kind", "list": "list_month", "name": "full_name"}
"""The fields of problems that are called otherwise in a form."""


class SmallDeedForm(DeedForm):
    """A form that does a deed; without a field for a reason unless one is asked for."""

    HAS_REASON: ClassVar[bool] = False

    def __init__(self, request: HttpRequest, deed: str, places: Mapping[str, str] | None = None, **more: Any) -> None:  # noqa: ANN401 - as Django's
        self._places = {**_PLACES, **(places or {})}
        super().__init__(request, deed, **more)
        if not self.HAS_REASON:
            del self.fields["reason"]

    def take(self, refused: ArpadError | Iterable[Problem]) -> None:
        """Show what was refused at the field that it is about."""
        problems: Iterable[Problem] = refused.problems if isinstance(refused, RefusedError) else refused  # type: ignore[assignment] # the same
        for problem in problems:
            where = self._places.get(problem.where, problem.where)
            self.add_error(where if where in self.fields else None, problem.sentence())


def small_deed(  # noqa: PLR0913, PLR0917 - what a page of a form shows
    request: HttpRequest,
    form: DeedForm,
    deed: str,
    way: Sequence[tuple[str, Sequence[object]]],
    facts: Sequence[tuple[str, object]] = (),
    history: Sequence[object] = (),
) -> HttpResponse:
    """Show the page of a deed; `way` are the pages above it, the last being where one goes back to."""
    crumbs = [(reverse(name, args=arguments), _called(name, arguments)) for name, arguments in way]
    context = {"form": form, "words": deed_words(deed), "crumbs": crumbs, "back": crumbs[-1][0], "facts": facts,
               "history": history, "has_file": form.is_multipart()}  # fmt: skip
    return render(request, "office/small_deed.html", context, status=422 if form.errors else 200)


def _called(name: str, arguments: Sequence[object]) -> str:
    words = known("place", name)
    return f"{words} {arguments[0]}" if arguments else words


def file_bytes(file: UploadedFile[Any] | None, most: int) -> bytes | None:
    """Read a file that was sent, if there is one; refused where it is too large."""
    return None if file is None else read_stream(cast("BinaryIO", file), most)

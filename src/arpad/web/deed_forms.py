"""Forms of deeds: what is asked for, the reason, the fingerprint of what was seen, and proof where it is not fresh.

Whoever is asked for proof gives it in the same form, so that nothing that was typed is lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django import forms

from arpad.model.problems import RefusedError
from arpad.office.roles import DEEDS
from arpad.web.access import is_proved, needs_factor, prove
from arpad.web.forms import OfficeForm, code_field, long_field, password_field
from arpad.web.log_ins import factor_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from django.http import HttpRequest

    from arpad.storage.models import Account

    Outcome = TypeVar("Outcome")

_CODE, _PASSWORD = "proof_code", "proof_password"


class DeedForm(OfficeForm):
    """A form that does a deed; `seen` is the fingerprint of what the person saw when it was made."""

    seen = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)
    reason = long_field()

    def __init__(self, request: HttpRequest, deed: str, *, needs_reason: bool | None = None, **more: Any) -> None:  # noqa: ANN401 - as Django's
        self.request, self.deed = request, DEEDS[deed]
        self._account = cast("Account", request.user)
        super().__init__(request.POST if request.method == "POST" else None, request.FILES or None, **more)
        needed = self.deed.needs_reason if needs_reason is None else needs_reason
        if not needed:
            self.fields["reason"].required = False
        self.asks_proof = self._asks_proof()
        if self.asks_proof:
            self._add_proof()
        self._words()
        self._last("reason", _CODE, _PASSWORD)

    def _asks_proof(self) -> bool:
        return (self.deed.needs_fresh_proof or self.deed.needs_second) and not is_proved(self.request)

    @property
    def lacks_factor(self) -> bool:
        """True where proof is asked for and the person has nothing to prove it with."""
        return self.asks_proof and needs_factor() and factor_of(self._account) is None

    def _add_proof(self) -> None:
        if factor_of(self._account) is not None:
            self.fields[_CODE] = code_field()
        else:
            self.fields[_PASSWORD] = password_field()

    def _last(self, *names: str) -> None:
        self.order_fields([*(name for name in self.fields if name not in names), *names])

    def done(self, deed: Callable[[], Outcome]) -> Outcome | None:
        """Do the deed if everything in the form is in order; what is refused is shown in it, and nothing is given."""
        if self.request.method != "POST" or not self.is_valid() or not self._proved():
            return None
        try:
            return deed()
        except RefusedError as refused:
            self.take(refused)
            return None

    def _proved(self) -> bool:
        """Look at the proof, where it was asked for."""
        from arpad.web.views.entering import proof_fault  # noqa: PLC0415 - that module has forms of its own

        if not self.asks_proof:
            return True
        code, password = self.cleaned_data.get(_CODE), self.cleaned_data.get(_PASSWORD)
        fault = proof_fault(self.request, self._account, code, password)
        if fault is None:
            prove(self.request)
            return True
        self.add_error(_CODE if _CODE in self.fields else _PASSWORD, fault)
        return False

    @property
    def why(self) -> str:
        """The reason that was given."""
        return str(self.cleaned_data.get("reason") or "")

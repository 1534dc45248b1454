"""What a running office writes to standard error: a line of JSON for every request, piece of work and fault.

Whoever runs the machine gathers these lines. Nobody stands in them: a request is the pattern of its address, and a
fault is its kind and the places in the code, never what it says, for that may hold a name. What was decided, and by
whom, stands in the log of the office instead.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

LOG = logging.getLogger("arpad.office")
_OF_DJANGO = logging.getLogger("django.request")
_SOURCE = "site-packages"


class LineOfJson(logging.Formatter):
    """Writes a record as one line of JSON, with nothing in it but what is known to name nobody."""

    def format(self, record: logging.LogRecord) -> str:
        """Give the line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        facts: dict[str, Any] = getattr(record, "facts", {})
        request = getattr(record, "request", None)
        if request is not None:  # of Django: the request of a fault; its message names the address, so it is left out
            facts = {"request": request.META.get("office.request"), "route": _route(request)}
        event = "fault" if record.exc_info else record.msg if record.name == LOG.name else record.levelname.lower()
        line = {"at": at, "event": event, **facts, **_of_fault(record)}
        return json.dumps(line, ensure_ascii=True)


def write_log(*, only_faults: bool = False) -> None:
    """Let this process write its lines to standard error; once Django is set up."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(LineOfJson())
    handler.setLevel(logging.ERROR if only_faults else logging.INFO)
    LOG.setLevel(logging.INFO)
    _OF_DJANGO.setLevel(logging.ERROR)
    for logger in (LOG, _OF_DJANGO):
        logger.handlers, logger.propagate = [handler], False


def note(event: str, **facts: object) -> None:
    """Write what happened; the facts name nobody."""
    LOG.info(event, extra={"facts": facts})


def note_fault(fault: BaseException, **facts: object) -> None:
    """Write that something went wrong in arpad itself; with ARPAD_TRACEBACK=1 also what a developer asks for."""
    LOG.error("fault", extra={"facts": facts}, exc_info=fault)
    if os.environ.get("ARPAD_TRACEBACK"):
        traceback.print_exception(fault)


def _route(request: Any) -> str | None:  # noqa: ANN401 - Django's, or none of it
    return getattr(request.resolver_match, "route", None)


def _of_fault(record: logging.LogRecord) -> dict[str, Any]:
    """Give the kinds of a fault and of what led to it, and the places in the code where it came up."""
    fault = record.exc_info[1] if record.exc_info else None
    if fault is None:
        return {}
    kinds: list[str] = []
    each: BaseException | None = fault
    known = set[int]()
    while each is not None and id(each) not in known:
        known.add(id(each))
        kinds.append(type(each).__name__)
        each = each.__cause__ or each.__context__
    places = [f"{_place(frame.filename)}:{frame.lineno}" for frame in traceback.extract_tb(fault.__traceback__)]
    return {"kinds": kinds, "places": places}


def _place(name: str) -> str:
    """Give a file within its package: where the package lies on the machine is nobody's concern."""
    parts = Path(name).parts
    last = max((number for number, part in enumerate(parts) if part in {"arpad", _SOURCE}), default=len(parts) - 2)
    return "/".join(parts[last if parts[last] == "arpad" else last + 1 :])

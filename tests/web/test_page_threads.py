"""Pages are made by a few threads and handed over by others: a download that nobody takes holds up no page."""

from __future__ import annotations

from threading import Event, Thread
from typing import TYPE_CHECKING, Any

import pytest

from arpad.web.page_threads import PageThreads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Answer:
    """What an application answers."""

    def __init__(self, parts: list[bytes], *, streaming: bool) -> None:
        self.parts, self.streaming, self.closed = parts, streaming, 0

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.parts)

    def close(self) -> None:
        """Count it."""
        self.closed += 1


@pytest.fixture
def answers() -> list[Answer]:
    """What was answered so far."""
    return []


@pytest.fixture
def served(answers: list[Answer]) -> Callable[[str], tuple[Any, list[str]]]:
    """Ask for an address where one page is made and one download handed over at a time."""

    def application(environ: dict[str, Any], start: Callable[..., Any]) -> Answer:
        if environ["PATH_INFO"] == "/wrong":
            raise ValueError("a fault of a page")
        answer = Answer([b"one", b"two"], streaming=environ["PATH_INFO"] == "/file")
        answers.append(answer)
        start("200 OK", [])
        return answer

    threads = PageThreads(application, making=1, downloads=1)

    def ask(place: str) -> tuple[Any, list[str]]:
        statuses: list[str] = []
        return threads({"PATH_INFO": place}, lambda status, _: statuses.append(status)), statuses

    return ask


def test_a_page_comes_whole(served: Callable[[str], tuple[Any, list[str]]], answers: list[Answer]) -> None:
    """It is put together and closed by the thread that made it; a fault of one comes out, and the next page is made."""
    assert served("/page") == ([b"onetwo"], ["200 OK"])
    assert answers[0].closed == 1
    with pytest.raises(ValueError, match="a fault"):
        served("/wrong")
    assert served("/page")[0] == [b"onetwo"]


def test_pages_come_while_a_download_waits(
    served: Callable[[str], tuple[Any, list[str]]], answers: list[Answer]
) -> None:
    """One more download is asked to come again; when the first has ended, the next one is handed over."""
    waits, statuses = served("/file")
    assert statuses == ["200 OK"]
    assert next(iter(waits)) == b"one"
    assert served("/page")[0] == [b"onetwo"]
    assert served("/file") == ([], ["200 OK", "503 Service Unavailable"])
    assert [answer.closed for answer in answers] == [0, 1, 1]
    waits.close()
    waits.close()
    assert answers[0].closed == 2
    later, statuses = served("/file")
    assert (list(later), statuses) == ([b"one", b"two"], ["200 OK"])
    assert served("/file")[1][-1].startswith("503"), "closing twice gives back one place"


class Office:
    """An application whose pages are ready when they are told, and that knows which were begun."""

    def __init__(self) -> None:
        self.ready = {place: Event() for place in "abc"}
        self.begun = {place: Event() for place in "abc"}

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Answer:
        """Make a page."""
        place = environ["PATH_INFO"]
        self.begun[place].set()
        assert self.ready[place].wait(300)
        start("200 OK", [])
        return Answer([place.encode()], streaming=False)


def asked(threads: PageThreads, place: str) -> tuple[Thread, list[bytes]]:
    """Ask for a page, and do not wait for it."""
    came: list[bytes] = []
    thread = Thread(target=lambda: came.extend(threads({"PATH_INFO": place}, lambda *_: None)))
    thread.start()
    return thread, came


def test_pages_are_made_in_turns() -> None:
    """The next page is begun when the one before is ready, in the order in which people came."""
    office = Office()
    threads = PageThreads(office, making=3, patience=300)
    first = asked(threads, "a")
    assert office.begun["a"].wait(300)
    second = asked(threads, "b")
    assert not office.begun["b"].wait(0.2)
    office.ready["a"].set()
    assert office.begun["b"].wait(300)
    office.ready["b"].set()
    for thread, _ in (first, second):
        thread.join(300)
    assert [came for _, came in (first, second)] == [[b"a"], [b"b"]]


def test_a_page_that_takes_long_holds_up_nobody() -> None:
    """Others are made beside it, again one after the other, and it comes when it is ready."""
    office = Office()
    threads = PageThreads(office, making=3, patience=0.01)
    first = asked(threads, "a")
    assert office.begun["a"].wait(300)
    second = asked(threads, "b")
    assert office.begun["b"].wait(300)
    office.ready["b"].set()
    second[0].join(300)
    third = asked(threads, "c")
    office.ready["c"].set()
    third[0].join(300)
    assert [came for _, came in (first, second, third)] == [[], [b"b"], [b"c"]]
    office.ready["a"].set()
    first[0].join(300)
    assert first[1] == [b"a"]
    assert served_again(threads, office) == [b"a"]


def served_again(threads: PageThreads, office: Office) -> list[bytes]:
    """Ask once more for a page that is ready at once."""
    assert office.ready["a"].is_set()
    thread, came = asked(threads, "a")
    thread.join(300)
    return came

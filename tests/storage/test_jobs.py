"""Long work: done once, given back when its process is killed, freed when its worker is, cancelled, failed with why."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import job_kinds
import pytest
from django.db import close_old_connections, connection, transaction
from offices import DATABASES, office

import arpad
from arpad.model.clock import now
from arpad.model.problems import RefusedError
from arpad.office.person import MACHINE, Grant, Person
from arpad.storage.jobs import child, claims
from arpad.storage.jobs.asking import ask, cancel
from arpad.storage.jobs.claims import LostError, News, claimed, finish
from arpad.storage.jobs.worker import Worker, work_here
from arpad.storage.models import Account, Job, Proof, RoleGrant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arpad.storage.opening import OfficeFolder

SUPPORT = str(Path(job_kinds.__file__).parent)
SOURCE = str(Path(arpad.__file__).parents[1])
PATIENCE = 300


@pytest.fixture(scope="module", params=DATABASES)
def place(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OfficeFolder]:
    """An office with a person."""
    with job_kinds.known(), office(request.param, tmp_path_factory.mktemp("office") / "office") as opened:
        Account.objects.create(username="anna", opened_at=now())
        yield opened


@pytest.fixture
def anna(place: OfficeFolder) -> Iterator[Person]:
    """The person who asks; jobs and results of the test before are gone."""
    assert place.folder.exists()
    account = Account.objects.get(username="anna")
    RoleGrant.objects.get_or_create(
        account=account, role="administrator", defaults={"granted_at": now(), "granted_by": 0}
    )
    yield Person(account.record, "anna", frozenset({Grant("administrator")}), now())
    Job.objects.all().delete()
    Proof.objects.all().delete()


def worker(place: OfficeFolder, **more: Any) -> Worker:  # noqa: ANN401 - as the worker takes it
    """Make a worker that knows the kinds of these tests."""
    return Worker(place.folder, child=job_kinds.CHILD, **more)


def stored() -> list[Any]:
    """Give what work has stored."""
    return [facts.get("value", "half") for facts in Proof.objects.order_by("id").values_list("facts", flat=True)]


def until(is_so: Callable[[], bool]) -> None:
    """Wait for something."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_work_is_done(place: OfficeFolder, anna: Person) -> None:
    """In a process of its own, as the person who asked, with progress; the result stays with the job."""
    heard: list[News] = []
    job = ask("test.store", {"value": 7, "steps": 8, "pause": 0.1}, anna)
    assert (job.state, job.attempts) == (Job.WAITING, 0)

    assert worker(place, listen=heard.append).work_once() is True
    assert worker(place).work_once() is False
    job.refresh_from_db()
    assert (job.state, job.attempts, job.failure) == (Job.DONE, 1, "")
    assert job.result == {"person": "anna", "roles": ["administrator"], "value": 7}
    assert (job.stage, job.done, job.of, job.lines) == ("counting", job.of, job.of, [{"code": "counted", "steps": 8}])
    assert any(news.stage == "counting" and news.of == 8 for news in heard)
    assert stored() == [7]
    assert Proof.objects.get().facts["process"] != os.getpid()


def test_same_input_same_job(place: OfficeFolder, anna: Person) -> None:
    """As long as it is open, whoever asks; afterwards it is another."""
    first = ask("test.return", {"value": 1, "more": 2}, anna)
    other = Person(99, "bela")
    assert ask("test.return", {"more": 2, "value": 1}, other).number == first.number
    assert ask("test.return", {"value": 2}, anna).number != first.number

    assert worker(place).work_once(first.number)
    assert ask("test.return", {"value": 1, "more": 2}, anna).number != first.number
    with pytest.raises(RefusedError, match="no kind of work"):
        ask("test.unknown", {}, anna)


def test_asked_by_many_at_once(place: OfficeFolder, anna: Person) -> None:
    """Ten ask for the same: one job."""
    assert place.folder.exists()
    numbers: list[int] = []

    def asking() -> None:
        numbers.append(ask("test.return", {"value": 3}, anna).number)
        connection.close()

    threads = [threading.Thread(target=asking) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(numbers) == 10
    assert len(set(numbers)) == 1
    assert Job.objects.count() == 1


def test_claimed_by_many_at_once(place: OfficeFolder, anna: Person) -> None:
    """Ten workers, six jobs: each is claimed once."""
    assert place.folder.exists()
    for value in range(6):
        ask("test.return", {"value": value}, anna)
    numbers: list[int | None] = []

    def claiming() -> None:
        claim = claimed()
        numbers.append(None if claim is None else claim.number)
        connection.close()

    threads = [threading.Thread(target=claiming) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    taken = [number for number in numbers if number is not None]
    assert len(taken) == len(set(taken)) == 6
    assert set(Job.objects.values_list("attempts", flat=True)) == {1}


def test_killed_work_is_tried_again(place: OfficeFolder, anna: Person, tmp_path: Path) -> None:
    """Killed twice in the midst of its transaction: nothing of that is there, and the third time it is done."""
    job = ask("test.die", {"deaths": str(tmp_path / "deaths"), "times": 2}, anna)
    for state in (Job.WAITING, Job.WAITING, Job.DONE):
        assert worker(place).work_once()
        job.refresh_from_db()
        assert job.state == state
    assert job.attempts == 3
    assert stored() == [2]


def test_work_that_is_killed_always_fails_with_a_reason(place: OfficeFolder, anna: Person, tmp_path: Path) -> None:
    """After five attempts nobody tries again."""
    job = ask("test.die", {"deaths": str(tmp_path / "deaths"), "times": 99}, anna)
    assert [worker(place).work_once() for _ in range(6)] == [True] * 5 + [False]
    job.refresh_from_db()
    assert (job.state, job.attempts) == (Job.FAILED, 5)
    assert "5 times" in job.failure
    assert "SIGKILL" in job.failure
    assert stored() == []


@pytest.mark.parametrize(("kind", "words"), [("refuse", "SHA-256"), ("stumble", "ZeroDivisionError")])
def test_what_fails_says_why(place: OfficeFolder, anna: Person, kind: str, words: str) -> None:
    """A refusal with its sentence, a fault with its name; neither is tried again, and nothing is stored."""
    job = ask(f"test.{kind}", {"value": "x"}, anna)
    assert [worker(place).work_once(), worker(place).work_once()] == [True, False]
    job.refresh_from_db()
    assert (job.state, job.attempts) == (Job.FAILED, 1)
    assert words in job.failure
    assert stored() == []


def _own_worker(place: OfficeFolder, lease: float) -> subprocess.Popen[bytes]:
    """Start a worker as a process of its own."""
    program = (
        "import sys, pathlib, job_kinds\n"
        "from arpad.storage.opening import open_office\n"
        "open_office(pathlib.Path(sys.argv[1]))\n"
        "from arpad.storage.jobs.worker import Worker\n"
        "job_kinds.register()\n"
        "Worker(pathlib.Path(sys.argv[1]), float(sys.argv[2]), job_kinds.CHILD).work()\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([SUPPORT, SOURCE])}
    return subprocess.Popen([sys.executable, "-c", program, str(place.folder), str(lease)], env=environment)


def _is_there(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_a_killed_worker_frees_its_job(place: OfficeFolder, anna: Person, tmp_path: Path) -> None:
    """Its process ends with it; after the lease another takes the job, and it is done once."""
    begun, go = tmp_path / "begun", tmp_path / "go"
    job = ask("test.hold", {"begun": str(begun), "go": str(go), "value": 5}, anna)
    with _own_worker(place, 1.5) as killed:
        until(lambda: begun.exists() and begun.read_text(encoding="ascii").count("\n") == 1)
        child = int(begun.read_text(encoding="ascii"))
        killed.kill()
    until(lambda: not _is_there(child))
    job.refresh_from_db()
    assert job.state == Job.RUNNING
    go.touch()
    until(lambda: worker(place, lease=1.5).work_once())

    job.refresh_from_db()
    assert (job.state, job.attempts) == (Job.DONE, 2)
    assert stored() == [5]


def test_nobody_hears_the_work_any_more(place: OfficeFolder, anna: Person) -> None:
    """What says how far it is after its worker was killed ends; the job has not failed, the next worker does it."""
    job = ask("test.store", {"value": 9}, anna)
    claim = claimed(lease=0.2)
    assert claim is not None
    hears, says = os.pipe()
    os.close(hears)
    with subprocess.Popen(
        [*job_kinds.CHILD, str(place.folder), str(job.number), claim.token], stdin=subprocess.PIPE, stdout=says
    ) as process:
        os.close(says)
        assert process.wait(PATIENCE) == child.ORPHANED
    job.refresh_from_db()
    assert (job.state, job.failure, stored()) == (Job.RUNNING, "", [])

    assert worker(place, lease=0.2).work_once() is True
    job.refresh_from_db()
    assert (job.state, job.attempts, stored()) == (Job.DONE, 2, [9])


def test_a_heartbeat_keeps_a_job(place: OfficeFolder, anna: Person, tmp_path: Path) -> None:
    """Work that takes longer than the lease is nobody else's."""
    begun, go = tmp_path / "begun", tmp_path / "go"
    job = ask("test.hold", {"begun": str(begun), "go": str(go), "value": 6}, anna)
    lease = 0.5
    with _own_worker(place, lease) as busy:
        until(begun.exists)
        row = Job.objects.filter(number=job.number)
        first = row.get().heartbeat_at
        assert first is not None

        def has_outlived_its_lease() -> bool:
            assert claimed() is None
            last = row.get().heartbeat_at
            return last is not None and last - first > timedelta(seconds=2 * lease)

        until(has_outlived_its_lease)
        go.touch()
        until(lambda: Job.objects.get(number=job.number).state == Job.DONE)
        busy.kill()
    assert begun.read_text(encoding="ascii").count("\n") == 1


def test_an_old_token_stores_nothing(place: OfficeFolder, anna: Person) -> None:
    """Of two that believe to have a job, only the last to claim it ends it."""
    assert place.folder.exists()
    ask("test.return", {"value": 1}, anna)
    first = claimed()
    assert first is not None
    second = claimed(lease=-1)
    assert second is not None
    assert second.token != first.token

    def late() -> None:
        with transaction.atomic():
            Proof.objects.create(kind=Proof.VERIFY, at=now(), outcome="ok")
            finish(first, {})

    with pytest.raises(LostError, match="no longer"):
        late()
    assert not Proof.objects.exists()
    assert claims.beat(first) is None
    assert claims.fail(first, "late") is False
    assert claims.given_back(first, "late") is None
    assert claims.beat(second) is False
    finish(second, {"value": 1})
    assert Job.objects.get().state == Job.DONE
    with pytest.raises(LostError):
        finish(second, {"value": 2})
    assert Job.objects.get().result == {"value": 1}


def test_cancelled_before_it_began(place: OfficeFolder, anna: Person) -> None:
    """At once; nobody does it."""
    job = ask("test.store", {"value": 1}, anna)
    assert cancel(job.number) is True
    assert cancel(job.number) is False
    assert worker(place).work_once() is False
    job.refresh_from_db()
    assert job.state == Job.CANCELLED
    assert stored() == []


def test_cancelled_while_it_runs(place: OfficeFolder, anna: Person, tmp_path: Path) -> None:
    """Its process is ended; nothing was stored, and nobody tries again."""
    begun, go = tmp_path / "begun", tmp_path / "go"
    job = ask("test.hold", {"begun": str(begun), "go": str(go)}, anna)
    with _own_worker(place, 5) as busy:
        until(lambda: begun.exists() and bool(begun.read_text(encoding="ascii")))
        child = int(begun.read_text(encoding="ascii"))
        assert cancel(job.number) is True
        until(lambda: Job.objects.get(number=job.number).state == Job.CANCELLED)
        assert not _is_there(child)
        busy.kill()
    assert stored() == []


def test_cancelled_before_its_last_transaction(place: OfficeFolder, anna: Person) -> None:
    """Work that did not hear of it in time stores nothing all the same."""
    assert place.folder.exists()
    job = ask("test.return", {"value": 1}, anna)
    claim = claimed()
    assert claim is not None
    assert cancel(job.number) is True
    with pytest.raises(LostError):
        finish(claim, {})
    assert claims.given_back(claim, "") == Job.CANCELLED


def test_a_stopped_worker_gives_its_job_back(place: OfficeFolder, anna: Person, tmp_path: Path) -> None:
    """Stopped in order, that is no attempt that failed."""
    begun = tmp_path / "begun"
    job = ask("test.hold", {"begun": str(begun), "go": str(tmp_path / "go")}, anna)
    busy = worker(place)

    def working() -> None:
        busy.work()
        connection.close()

    thread = threading.Thread(target=working)
    thread.start()
    until(begun.exists)
    busy.stop.set()
    thread.join(PATIENCE)
    close_old_connections()
    job.refresh_from_db()
    assert (job.state, job.attempts) == (Job.WAITING, 0)


def test_work_in_this_process(place: OfficeFolder, anna: Person) -> None:
    """For programs that do nothing else: no other process, the same ends."""
    assert place.folder.exists()
    job = ask("test.store", {"value": 4}, anna)
    machine = ask("test.store", {"value": 5}, MACHINE)
    failing = ask("test.refuse", {"value": "x"}, anna)
    assert [work_here(asked.number) for asked in (job, machine, failing, job)] == [True, True, True, False]
    states = [Job.objects.get(number=asked.number).state for asked in (job, machine, failing)]
    assert states == [Job.DONE, Job.DONE, Job.FAILED]
    assert stored() == [4, 5]
    assert Proof.objects.first().facts["process"] == os.getpid()  # type: ignore[union-attr]

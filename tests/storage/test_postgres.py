"""The PostgreSQL of the tests: where there is none that is said, and every test has a database of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import postgres
import psycopg
import pytest

ROOT = Path(__file__).parents[2]
TRIED = "tests/storage/test_postgres.py::test_a_database_of_its_own"


def test_a_database_of_its_own() -> None:
    """Two databases at once know nothing of each other, and none is left."""
    with postgres.empty_database() as first, postgres.empty_database() as second:
        with psycopg.connect(first) as connection:
            connection.execute("CREATE TABLE players (fide_id bigint)")
        with psycopg.connect(second) as connection:
            row = connection.execute("SELECT to_regclass('players')").fetchone()
            assert row == (None,)

    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(first)


@pytest.mark.parametrize(("ci", "code"), [("", 0), ("true", 1)])
def test_what_was_not_tried_is_said(ci: str, code: int, tmp_path: Path) -> None:
    """In a line of its own at the end; with CI=true the run fails."""
    begun = tmp_path / "begun.py"
    begun.write_text(
        "import sys, pytest\n"
        f"sys.path.insert(0, {str(ROOT / 'tests' / 'support')!r})\n"
        "import postgres\n"
        "postgres._PLACES = '/nowhere'\n"
        "sys.exit(pytest.main(sys.argv[1:]))\n",
        encoding="utf-8",
    )
    words = [sys.executable, str(begun), "-p", "no:cacheprovider", "-p", "no:xdist", TRIED]
    environment = {**os.environ, "PATH": "", "CI": ci}
    run = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)

    assert run.returncode == code, run.stdout + run.stderr
    assert f"{'Not tried' if ci else 'NOT TRIED'}: {postgres.NOT_TRIED}" in run.stdout


def test_a_killed_run_leaves_no_server(tmp_path: Path) -> None:
    """The keeper ends the server when whoever led the run is gone."""
    if postgres.programs() is None:
        pytest.skip(postgres.NOT_TRIED)
    begun = tmp_path / "begun.py"
    begun.write_text(
        "import os, time, postgres\n"
        "postgres.begin()\n"
        "print(postgres.server().url(), os.environ[postgres.FOLDER], flush=True)\n"
        "time.sleep(600)\n",
        encoding="utf-8",
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "tests" / "support"), str(ROOT / "src")])}
    environment.pop("PYTEST_XDIST_WORKER", None)
    with subprocess.Popen([sys.executable, str(begun)], env=environment, stdout=subprocess.PIPE, text=True) as leader:
        assert leader.stdout is not None
        address, folder = leader.stdout.readline().split()
        psycopg.connect(address).close()
        leader.kill()

    until = time.monotonic() + 300
    while Path(folder).exists() and time.monotonic() < until:
        time.sleep(0.1)
    assert not Path(folder).exists()
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(address)

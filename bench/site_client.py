"""The visitors of `bench/site.py`: plain connections to a server on this machine, bounded in count and in time.

    python bench/site_client.py PORT VISITS.json closed CONNECTIONS COUNT
    python bench/site_client.py PORT VISITS.json open RATE COUNT

Closed: so many connections, each of which asks for the next page when the last one has come. Open: pages are asked for
at a rate, by chance as people come, whether or not the earlier ones have come; what a page takes counts from the moment
at which it was to be asked for. Every page is asked for anew: nothing that came before is kept or named to the server.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import deque
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

HOST = "127.0.0.1"
LONGEST = 120.0
"""So many seconds a run takes at most."""
PATIENCE = 30.0
"""A page that has not come after so many seconds is an error."""
MOST_CONNECTIONS = 200
_OK = 200


class Visit(NamedTuple):
    """A page that was asked for: its kind, when, how many seconds it took, and what was wrong, or nothing."""

    kind: str
    at: float
    seconds: float
    problem: str


class Connection:
    """A connection that stays open from page to page."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, address: str) -> str:
        """Ask for a page and read all of it; give what was wrong, or nothing."""
        try:
            return await asyncio.wait_for(self._read(address), PATIENCE)
        except (TimeoutError, OSError, EOFError, ValueError) as fault:
            self.close()
            return type(fault).__name__

    async def _read(self, address: str) -> str:
        if self._streams is None:
            self._streams = await asyncio.open_connection(HOST, self._port, limit=1 << 20)
        reader, writer = self._streams
        writer.write(f"GET {address} HTTP/1.1\r\nHost: {HOST}:{self._port}\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        status = int(head.split(" ", 2)[1])
        headers = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
        if "content-length" in headers:
            await reader.readexactly(int(headers["content-length"]))
        else:
            while size := int(await reader.readuntil(b"\r\n"), 16):
                await reader.readexactly(size + 2)
            await reader.readexactly(2)
        if headers.get("connection") == "close":
            self.close()
        return "" if status == _OK else f"status {status}"

    def close(self) -> None:
        """End the connection; the next page opens it anew."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


async def closed(port: int, visits: list[list[str]], connections: int) -> list[Visit]:
    """Ask for every page once, over so many connections at the same time."""
    waiting, done, until = deque(visits), [], time.perf_counter() + LONGEST  # type: ignore[var-annotated]

    async def visitor() -> None:
        connection = Connection(port)
        while waiting and time.perf_counter() < until:
            kind, address = waiting.popleft()
            start = time.perf_counter()
            problem = await connection.get(address)
            done.append(Visit(kind, start, time.perf_counter() - start, problem))
        connection.close()

    await asyncio.gather(*(visitor() for _ in range(connections)))
    return done


async def opened(port: int, visits: list[list[str]], rate: float) -> list[Visit]:
    """Ask for every page once, so many a second on average."""
    random, idle, done = Random(3), deque(Connection(port) for _ in range(MOST_CONNECTIONS)), []  # type: ignore[var-annotated] # noqa: S311 - when somebody comes
    running: set[asyncio.Task[None]] = set()
    free = asyncio.Semaphore(MOST_CONNECTIONS)

    async def visitor(kind: str, address: str, due: float) -> None:
        async with free:
            connection = idle.popleft()
            problem = await connection.get(address)
            idle.appendleft(connection)
        done.append(Visit(kind, due, time.perf_counter() - due, problem))

    due, until = time.perf_counter(), time.perf_counter() + LONGEST
    for kind, address in visits:
        due += random.expovariate(rate)
        if due > until:
            break
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        task = asyncio.create_task(visitor(kind, address, due))
        running.add(task)
        task.add_done_callback(running.discard)
    await asyncio.gather(*running)
    return done


def figures(done: list[Visit], asked: int) -> dict[str, Any]:
    """Give how many came in which time, and what each kind took."""
    problems = [visit.problem for visit in done if visit.problem]
    seconds = max(visit.at + visit.seconds for visit in done) - min(visit.at for visit in done)
    kinds = {kind: [visit for visit in done if visit.kind == kind] for kind in sorted({visit.kind for visit in done})}
    return {
        "visits": len(done),
        "errors": len(problems) + asked - len(done),
        **({"problems": sorted(set(problems))[:5]} if problems else {}),
        "visits_per_s": round(len(done) / seconds, 1),
        **_spread(done),
        "kinds": {kind: _spread(of) for kind, of in kinds.items()},
    }


def _spread(visits: list[Visit]) -> dict[str, float]:
    ordered = sorted(1000 * visit.seconds for visit in visits)
    return {
        "median_ms": round(ordered[len(ordered) // 2], 1),
        "p99_ms": round(ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))], 1),
    }


def main() -> int:
    """Visit, and print what it took."""
    port, visits = int(sys.argv[1]), json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
    count = int(sys.argv[5])
    visits = (visits * (count // len(visits) + 1))[:count]
    if sys.argv[3] == "closed":
        done = asyncio.run(closed(port, visits, min(int(sys.argv[4]), MOST_CONNECTIONS)))
    else:
        done = asyncio.run(opened(port, visits, float(sys.argv[4])))
    print(json.dumps(figures(done, len(visits))))
    return 0


if __name__ == "__main__":
    sys.exit(main())

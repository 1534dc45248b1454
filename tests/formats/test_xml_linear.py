"""Reading XML takes as long as the file is long, whatever stands in it."""

from __future__ import annotations

import io
import time

import made_lists
import pytest

from arpad.formats.lists.problems import Findings
from arpad.formats.lists.xml import XmlReader

SIZE = 160_000
SECONDS = 3
PIECES = {
    "unclosed players": "<player>",
    "empty players": "<player/>",
    "short players": "<player><fideid>7</fideid></player>",
    "players in players": "<player><a>",
    "sections": "<player><![CDATA[",
    "sections that end": "<player><![CDATA[x]]>",
    "instructions": "<player><?x ",
    "comments": "<player><!--",
    "attributes": "<player a='",
    "many attributes": "<player a='1' b='2' c='3'/>",
    "blanks": " ",
    "lines": "\n",
    "ends of the list": "</list",
    "wrong ends of the list": "</listx>",
    "other elements": "<other/>",
    "nested elements": "<a>",
    "references": "&amp;",
    "unknown references": "<player>&a;</player>",
    "signs": "<",
    "quotes": '"<player>',
    "blanks in a player": "<player>   \n   ",
}


def seconds(body: str, end: str = "") -> float:
    """Give how long it takes to read a list with a body."""
    findings = Findings()
    raw = f"<list><player><fideid>1</fideid><name>x</name></player>{body}{end}".encode()
    start = time.process_time()
    list(XmlReader(io.BytesIO(raw), findings))
    return time.process_time() - start


@pytest.mark.parametrize("name", PIECES)
@pytest.mark.parametrize("end", ["", "</list>", "]]></bad>", "?></bad>", "<player>"])
def test_reading_is_linear(name: str, end: str) -> None:
    """160 kilobytes of one piece over and over."""
    piece = PIECES[name]

    assert seconds(piece * (SIZE // len(piece)), end) < SECONDS


def test_a_player_that_is_not_closed_does_not_hide_the_next() -> None:
    """Reading goes on where the next begins."""
    whole = made_lists.combined_xml(4)
    raw = whole.replace(b"</player>", b"", 1)
    findings = Findings()
    players = [line.listed is not None for line in XmlReader(io.BytesIO(raw), findings)]

    assert players == [False, True, True, True]
    assert findings.counts["player_malformed"] == 1


def test_what_is_wrong_between_players_does_not_hide_the_next() -> None:
    """Only what is wrong is left out."""
    raw = b"<list><player><fideid>1</fideid></player></wrong><player><fideid>2</fideid></player></list>"
    findings = Findings()
    numbers = [line.listed.fide_id for line in XmlReader(io.BytesIO(raw), findings) if line.listed]

    assert numbers == [1, 2]
    assert findings.counts["player_malformed"] == 1

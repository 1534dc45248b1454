"""A package: report, facts and findings in one file; the same content gives the same bytes, damage is a sentence."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.events.facts import EventFacts
from arpad.events.intake import read_report
from arpad.events.package import Package, as_sent, is_package, packed, unpacked
from arpad.formats.trf.text import MAX_BYTES
from arpad.model.problems import RefusedError

REPORT = (Path(__file__).parents[1] / "data" / "spring-open.trf").read_bytes()
FACTS = b"registered = 2025-04-20\nlaws_of_chess = true\n"


def zipped(**members: bytes) -> bytes:
    """Pack files as any program would."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), content)
    return out.getvalue()


def test_what_is_packed_is_unpacked_and_the_bytes_are_the_same_every_time() -> None:
    """No day and no machine stands in it."""
    package = Package("open.trf", REPORT, FACTS, b"{}\n")

    assert packed(package) == packed(package)
    assert is_package(packed(package))
    assert unpacked("open.zip", packed(package)) == package
    assert as_sent("open.trf", REPORT) == Package("open.trf", REPORT)


def test_whoever_reads_a_report_reads_a_package_and_what_is_given_goes_before_it() -> None:
    """One path, whoever asks."""
    data = packed(Package("open.trf", REPORT, FACTS))
    alone = read_report("open.trf", REPORT)
    read = read_report("open.zip", data)
    other = read_report("open.zip", data, EventFacts(laws_of_chess=False))

    assert read.tournament == alone.tournament
    assert read.data == alone.data
    assert (read.facts.laws_of_chess, str(read.facts.registered)) == (True, "2025-04-20")
    assert (other.facts.laws_of_chess, str(other.facts.registered)) == (False, "2025-04-20")


def test_a_zip_of_a_report_alone_and_one_in_a_folder_are_packages_too() -> None:
    """As a file manager packs them."""
    assert read_report("x.zip", zipped(open_trf=REPORT)).tournament.name
    assert unpacked("x.zip", zipped(sent__open_trf=REPORT, sent__event_toml=FACTS)).facts == FACTS


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (zipped(a_trf=REPORT, b_trf=REPORT), "holds 2 reports (a.trf, b.trf)"),
        (zipped(event_toml=FACTS), "holds no report"),
        (packed(Package("open.trf", REPORT, FACTS))[:-30], "cannot be unpacked"),
        (b"PK\x03\x04" + bytes(100), "cannot be unpacked"),
        (packed(Package("open.trf", REPORT, b"registered = yesterday\n")), "event.toml in x.zip is not valid TOML"),
    ],
)
def test_what_cannot_be_taken_is_said(data: bytes, words: str) -> None:
    """What was found, and what to do."""
    with pytest.raises(RefusedError) as refused:
        read_report("x.zip", data)

    assert words in str(refused.value)


def test_a_flipped_byte_of_the_report_is_noticed() -> None:
    """By the sum that a ZIP file carries."""
    data = bytearray(packed(Package("open.trf", REPORT)))
    data[60] ^= 0xFF
    with pytest.raises(RefusedError):
        read_report("x.zip", bytes(data))


def test_no_more_is_unpacked_than_a_report_may_have() -> None:
    """A trap of a few kilobytes does not fill the memory."""
    data = zipped(open_trf=b" " * (MAX_BYTES + 5_000_000))

    assert len(unpacked("x.zip", data).report) == MAX_BYTES + 1
    assert [problem.code for problem in read_report("x.zip", data).faults] == ["too_large"]


@given(st.binary(max_size=300), st.integers(0, 400), st.binary(max_size=8))
def test_any_bytes_give_a_report_or_a_sentence(tail: bytes, place: int, change: bytes) -> None:
    """Damage at any place, and any bytes behind the beginning of a ZIP file."""
    whole = packed(Package("open.trf", REPORT, FACTS))
    for data in (b"PK\x03\x04" + tail, whole[:place] + change + whole[place + len(change) :], whole[:-place] + tail):
        try:
            assert read_report("x.zip", data).name == "x.zip"
        except RefusedError as refused:
            assert str(refused)  # noqa: PT017 - either is right

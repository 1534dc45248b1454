"""The text of a report: encodings, line ends, and bytes that are no characters."""

from __future__ import annotations

import pytest
from trf_building import HEADER, codes, messages, player, read, two

from arpad.formats.trf.reader import read_trf

NAMES = {
    "cp1252": (("Lefèvre, François", "Müller, Jürgen", "Señor, Iñaki"), "FRA"),
    "iso8859-2": (("Dvořák, Jiří", "Šťastný, Ľuboš", "Dąbrowski, Zdzisław"), "CZE"),
    "cp1250": (("Wiśniewska, Łucja", "Šťastný, Tomáš", "Ždanov, Žofie"), "POL"),
    "iso8859-9": (("Y\u0131ld\u0131z, Şükrü", "Doğan, Çağr\u0131"), "TUR"),
    "cp1251": (("Иванов, Пётр", "Сидорова, Анна"), "FID"),
    "iso8859-7": (("Παπαδόπουλος, Νίκος",), "GRE"),
    "cp437": (("Lefèvre, François", "Müller, Jürgen"), "FID"),
    "cp852": (("Őszi, Ödön", "Szűcs, Győző"), "HUN"),
}


def file(names: tuple[str, ...], federation: str) -> str:
    """A report with these players."""
    lines = [player(number, name=name, federation=federation) for number, name in enumerate(names, 1)]
    return "\n".join((*HEADER, *lines)) + "\n"


@pytest.mark.parametrize("encoding", sorted(NAMES))
def test_encodings(encoding: str) -> None:
    """Names in every encoding are read, and the guess is told."""
    names, federation = NAMES[encoding]
    data = file(names, federation).encode(encoding)
    report = read_trf(data)
    assert tuple(entry.name for entry in report.tournament.entries) == names
    assert report.text.encoding == encoding
    assert report.text.to_bytes() == data
    (sentence,) = messages(report, "encoding_guessed")
    assert encoding in sentence
    assert not codes(report) & {"misaligned", "misaligned_unclear", "bytes_undecodable"}
    assert read_trf(data, encoding=encoding).tournament == report.tournament
    assert "encoding_guessed" not in codes(read_trf(data, encoding=encoding))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be"])
def test_unicode(encoding: str) -> None:
    """UTF-8 with and without a mark, and UTF-16 with one, need no guess."""
    text = file(NAMES["cp1250"][0], "POL")
    data = ("\ufeff" + text if encoding == "utf-16-be" else text).encode(encoding)
    report = read_trf(data)
    assert tuple(entry.name for entry in report.tournament.entries) == NAMES["cp1250"][0]
    assert "encoding_guessed" not in codes(report)
    assert report.text.to_bytes() == data
    assert report.tournament.name == "Made-up Open"


def test_bytes_that_do_not_decode() -> None:
    """A byte that is no character costs nothing but itself."""
    data = file(("Café, Renée", "Zoé, Amélie"), "FRA").encode("cp1252").replace(b"Zo", b"Z\x81")
    report = read_trf(data)
    assert report.text.encoding == "cp1252"
    (problem,) = [problem for problem in report.problems if problem.code == "bytes_undecodable"]
    assert (problem.line, problem.column) == (10, 16)
    assert report.text.to_bytes() == data
    assert len(report.tournament.entries) == 2


def test_an_encoding_that_is_named() -> None:
    """The encoding that is named is used; where it cannot be, another is taken and that is told."""
    data = file(NAMES["cp1252"][0], "FRA").encode("cp1252")
    assert read_trf(data, encoding="latin-1").tournament == read_trf(data).tournament
    report = read_trf(data + b"\n", encoding="utf-16")
    assert "bytes_undecodable" in codes(report)
    assert report.tournament.name == "Made-up Open"
    shifted = read_trf(b"012 \x83\x5c\n", encoding="shift_jis")
    assert shifted.text.to_bytes() == b"012 \x83\x5c\n"
    assert shifted.tournament.name == "\u30bd"


@pytest.mark.parametrize("newline", ["\n", "\r", "\r\n"])
def test_line_ends(newline: str) -> None:
    """CR, LF and CRLF, with and without the last one."""
    lines = (*HEADER, *two("2w1", "1b0").splitlines())
    plain = read(*lines)
    for last in ("", newline, newline * 3):
        data = (newline.join(lines) + last).encode()
        report = read_trf(data)
        assert report.tournament == plain.tournament
        assert report.problems == plain.problems
        assert report.text.to_bytes() == data
    mixed = "\r\n".join(lines[:3]) + "\r" + "\n".join(lines[3:])
    assert read_trf(mixed.encode()).tournament == plain.tournament


def test_comments_rulers_and_blank_lines() -> None:
    """Lines that are no records say nothing."""
    comments = (
        "### a comment of 2026",
        "# a comment",
        "         1         2         3",
        "12345678901234567890123456789012345678901234567890",
        "DDD SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF IIIIIIIIIII BBBB/BB/BB PPPP RRRR  1111 1 1",
        "^^^ ^^^^",
        "",
        "      ",
        "42",
    )
    lines = [*HEADER, *two("2w1", "1b0").splitlines()]
    plain = read(*lines)
    commented = read(*comments, *lines, *comments)
    assert codes(commented) == codes(plain)
    assert [entry.rounds for entry in commented.tournament.entries] == [
        entry.rounds for entry in plain.tournament.entries
    ]
    assert commented.tournament.name == plain.tournament.name


def test_not_a_trf() -> None:
    """A letter, a web page, an empty file: said in one sentence."""
    for data in (b"", b"Dear arbiter,\nhere it is.\n", b"<html><body>001</body></html>", b"\x89PNG\r\n\x1a\n\x00\x00"):
        report = read_trf(data)
        assert "not_a_trf" in codes(report)
        assert not report.readable
        assert report.tournament.entries == ()
        assert report.text.to_bytes() == data


def test_a_byte_that_cannot_be_read_is_shown_as_such() -> None:
    """In the name, and in the words about it; the bytes stay as they were."""
    data = "\n".join([*HEADER, player(1, name="Family@, Given")]).encode().replace(b"@", b"\x81")
    report = read_trf(data, encoding="utf-8")
    (sentence,) = messages(report, "bytes_undecodable")

    assert report.tournament.entries[0].name == "Family\ufffd, Given"
    assert "Shown as \ufffd: 81." in sentence
    assert report.text.to_bytes() == data


def test_a_result_that_only_a_guess_makes_is_none() -> None:
    """Byte BD is ½ in cp1252, and another sign elsewhere; where the encoding is named it is no guess."""
    text = "\n".join([*HEADER, player(1, "2w½", name="Ren\xe9e, Zo\xe9"), player(2, "1b=", name="Am\xe9lie, L\xe9a")])
    guessed, named = read_trf(text.encode("cp1252")), read_trf(text.encode("cp1252"), encoding="cp1252")

    assert guessed.text.encoding == "cp1252"
    assert [entry.rounds[0].result for entry in guessed.tournament.entries] == ["?", "="]
    assert messages(guessed, "bytes_undecodable")[0].startswith("Byte BD stands among the rounds")
    assert "\ufffd" in messages(guessed, "result_unknown")[0]
    assert [entry.rounds[0].result for entry in named.tournament.entries] == ["=", "="]
    assert [entry.rounds[0].result for entry in read_trf(text.encode()).tournament.entries] == ["=", "="]


def test_long_records_of_programs_refuse_nothing() -> None:
    """One program writes 55,000 characters into XID; whatever is no record of games may be long, up to a bound."""
    lines = [*HEADER, two("2w1", "1b0"), "XID PROGRAM " + "a1b2 " * 11_000, "QQQ " + "x" * 50_000]
    report = read("\n".join(lines), profile="rating")

    assert "line_too_long" not in codes(report)
    assert [code for code, _ in report.tournament.extra] == ["XID"]
    assert report.text.to_bytes() == ("\n".join(lines) + "\n").encode()
    for line in ("012 " + "x" * 20_000, "777 " + "x" * 20_000, "x" * 20_000, "AUT    1 " + "x" * 20_000):
        assert "line_too_long" in codes(read(*HEADER, two(), line))
    assert "more than 4000000 together" in messages(read(*["XID " + "x" * 500_000] * 9, two()), "line_too_long")[0]

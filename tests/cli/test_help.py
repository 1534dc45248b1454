"""Help for whoever looks for a command: groups, examples that work, and what was meant."""

from __future__ import annotations

import shlex
from importlib.resources import files
from pathlib import Path

import pytest
from running import answer, arpad

from arpad.cli.main import _parsers
from arpad.cli.overview import COMMANDS, EXAMPLES, GROUPS, overview

DATA = Path(__file__).parents[1] / "data"


def test_the_help_has_the_commands_in_groups() -> None:
    """A player, an event, lists, an office, the law, in this order; each command once, with an example below."""
    _, out, _ = arpad()
    lines = out.splitlines()

    assert [line for line in lines if line in GROUPS] == list(GROUPS)
    assert [line.split()[0] for line in lines if line.startswith("  ") and not line.startswith("  arpad")] == list(
        COMMANDS
    )
    assert lines.index("Examples") > lines.index("The law")
    assert max(map(len, lines)) <= 120
    assert arpad("--help")[:2] == arpad("-h")[:2] == arpad("help")[:2] == (0, overview() + "\n")


def test_every_module_of_a_command_is_in_the_help() -> None:
    """No command is hidden, and none is named that there is not."""
    folder = files("arpad.cli.commands")
    names = {place.name.removesuffix(".py") for place in folder.iterdir() if place.name.endswith(".py")}
    with_answer = {
        name for name in names if "\ndef arguments(" in folder.joinpath(f"{name}.py").read_text(encoding="utf-8")
    }

    assert {name for name in with_answer if not name.startswith(("book_", "period_", "office_"))} == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_command_has_examples_that_it_takes(name: str) -> None:
    """`arpad help NAME` is `arpad NAME --help`, and every example is understood."""
    code, out, _ = arpad("help", name)

    assert (code, out) == arpad(name, "--help")[:2]
    for example in EXAMPLES[name]:
        assert example in out
        words = shlex.split(example.removeprefix('eval "$(').removesuffix(')"'))[1:]
        assert _parsers(words[0])[0].parse_known_args(words)[1] == []


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("chek", "open.trf"), "Did you mean check?"),
        (("help", "perod"), "Did you mean period?"),
        (("check", "open.trf", "--registred", "2025-04-20"), "Did you mean --registered?"),
        (("list", "fnd", "list.txt", "ada"), "Did you mean find?"),
        (("check", "open.trf", "--kind", "rapd"), "Did you mean rapid?"),
        (("list", "show", "list.txt", "--al"), "Did you mean --all?"),
    ],
)
def test_what_was_meant_is_said(words: tuple[str, ...], meant: str) -> None:
    """Of commands, actions, options and choices."""
    code, _, err = arpad(*words)

    assert (code, meant in err) == (2, True), err


def test_what_is_like_nothing_has_no_suggestion() -> None:
    """It says where to look."""
    assert arpad("zzz")[::2] == (2, "arpad: No command is called 'zzz'. See `arpad help`.\n")
    assert arpad("--zzz")[::2] == (2, "arpad: Not known here: --zzz. See `arpad --help`.\n")


def test_nothing_far_off_is_suggested() -> None:
    """Another word is no slip of the pen; dashes are no likeness."""
    assert "Did you mean" not in arpad("version")[2]
    assert "Did you mean" not in arpad("article", "8.3.3", "--kind", "rapid")[2]
    assert "Did you mean --born?" in arpad("coefficient", "--rating", "1700", "--bron", "2008")[2]


def test_the_version_has_a_short_option() -> None:
    """`-V` and `--version` say the same."""
    assert arpad("-V")[:2] == arpad("--version")[:2]


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("expected", "2600", "2150", "--edition", "fide-2024-3"), "Did you mean fide-2024-03?"),
        (("editions", "show", "mssz-2017-1"), "Did you mean mssz-2017-01?"),
        (("example", "--player", "Lindn, Bruno"), "Did you mean Linden, Bruno?"),
        (("schema", "plyer.input"), "Did you mean player.input?"),
    ],
)
def test_editions_and_names_that_were_meant(words: tuple[str, ...], meant: str) -> None:
    """A slip of the pen is answered with what it meant."""
    code, _, err = arpad(*words)

    assert (code, meant in err) == (2, True), err


def test_a_provision_that_was_meant(tmp_path: Path) -> None:
    """In a federation's own edition."""
    place = tmp_path / "club.toml"
    place.write_text(
        'id = "club"\nauthority = "club"\nderives = "fide-2024-03"\neffective = 2025-01-01\nstatus = "text"\n'
        'kinds = ["standard"]\n[provisions]\ndifference_cpa = { article = "1", value = 400 }\n',
        encoding="utf-8",
    )
    code, _, err = arpad("editions", "show", str(place))

    assert (code, "did you mean difference_cap?" in err) == (2, True), err


def test_the_bundled_event_is_one_and_the_same(tmp_path: Path) -> None:
    """What `arpad example` shows is what `arpad rate` gives for the files that it writes."""
    shown = answer("example")
    answer("example", "--write", str(tmp_path))
    listed = str(tmp_path / "standard_may25frl.txt")
    rated = answer("rate", str(tmp_path / "spring-open.trf"), "--list", listed)

    assert [(player["name"], player["change"]) for player in shown["players"]] == [
        (player["name"], player["change"]) for player in rated["players"] if player["ro"] is not None
    ]
    assert shown["list"] == rated["list"]


@pytest.mark.parametrize("text", ["2025-06", "2025-06-01"])
def test_a_list_is_named_by_month_or_day_everywhere(text: str) -> None:
    """Both are the same list; a day that is no day of a list is refused where one is made."""
    report = str(DATA / "spring-open.trf")
    words = ("change", "--rating", "2000", "--k", "20", "--on", "2025-05-07", "--game", "2000:1")

    assert answer("rate", report, "--for", text)["list"] == "2025-06-01"
    assert answer(*words, "--for", text) == answer(*words, "--list", "2025-06-01")
    assert answer("list", "show", str(DATA / "made-list.txt"), "--date", text)["list_date"] is not None
    assert "is not a month" not in arpad("period", "preview", "no-such-book", text)[2]
    assert "is not a month" in arpad("period", "preview", "no-such-book", "2025-06-15")[2]


def test_a_name_that_was_meant() -> None:
    """Nobody of a list is called so, but somebody nearly; a name like nobody's has no suggestion."""
    listed = str(DATA / "made-list.txt")

    assert arpad("list", "find", listed, "dagmrak")[:2] == (
        1,
        "Nobody of made-list.txt is called 'dagmrak'. Did you mean Dagmark?\n",
    )
    assert "Did you mean Perilson Dagmark?" in arpad("list", "find", listed, "perilsen", "dagmark")[1]
    assert "Did you mean" not in arpad("list", "find", listed, "xerxes")[1]

"""What commands tell and refuse, row by row of two tables; their help, and what completes a word."""

import json
import re
import shlex
import shutil
import tomllib
from pathlib import Path

import pytest
from click.shell_completion import CompletionItem, ShellComplete
from click.testing import CliRunner

from analyzer import __version__
from analyzer.batch.run import run
from analyzer.batch.work import Job
from analyzer.citing import cited_version
from analyzer.cli.group import COMMANDS, cli
from tests.case_files import CASES, each, rows, whole
from tests.cli.test_conformance import ENGINE
from tests.sources.archives import gz, tar_of, zip_of

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "data" / "samples"
TOLD = CASES / "cli" / "told.toml"
REFUSED = tomllib.loads((CASES / "cli" / "refusals.toml").read_text(encoding="utf-8"))
REFUSALS = [
    pytest.param(f"{command} {words}".strip(), said, id=f"{command} {words}")
    for command, refused in REFUSED.items()
    for said, lines in refused.items()
    for words in lines
]


def told():
    for command in tomllib.loads(TOLD.read_text(encoding="utf-8")):
        for row in rows("cli/told", command):
            yield row | {"words": f"{command} {row['words']}", "says": f"{command}: {row['says']}"}


@pytest.fixture(scope="module")
def place(tmp_path_factory, honest, wrong, pack):
    """The folder that the tables describe."""
    place = tmp_path_factory.mktemp("place")
    game = (SAMPLES / "2199010110gm-00a9-0000-7d4e1dd9.mjlog").read_bytes()
    cut = honest[: honest.index(b"<RYUUKYOKU")]
    logs = {"honest": honest, "wrong": wrong, "cut": cut, "none": b"<mjlog/>"}
    days = [
        (f"mjlog/{day}gm-00a9-0000-0000000a&tw=0.mjlog", gz(honest + b"<!-- %s -->" % day.encode()))
        for day in ("2019123123", "2020010100")
    ]
    made = {
        "none.mjlog": b"<mjlog/>",
        "empty.mjlog": b"",
        "club.toml": b"mine",
        "own.toml": (CASES / "cli" / "own.toml").read_bytes(),
        "list.txt": b"# both\ntwo.zip\n\n",
        "honest.mjlog": honest,
        "game.mjlog": game,
        "seeded.mjlog": (SAMPLES / "2199010110gm-00a9-0000-7d259e6c.mjlog").read_bytes(),
        "head.mjlog": game[: game.index(b"<INIT")],
        "twice.mjlog": wrong.replace(b'sc="250,0,250,0', b'sc="250,10,250,-10'),
        "games.zip": zip_of([("game.mjlog", game), ("honest.mjlog", honest)]),
        "two.zip": zip_of([*days, ("notes.txt", b"no log")]),
        "two.tar.gz": gz(tar_of(days)),
        "zeros/2022010105gm-00b9-0000-00000001.mjlog": bytes(30_000),
        "foreign/notes.txt": b"mine",
        "old/manifest.json": b'{"terms": {"schema": 3}}',
        "mine.toml": (ROOT / "analyzer" / "rules" / "sets" / "tenhou.toml").read_bytes(),
        "engine.py": ENGINE.encode(),
        "logs/notes.txt": b"notes",
        **{f"logs/{name}.mjlog": data for name, data in logs.items()},
    }
    for name, data in made.items():
        (place / name).parent.mkdir(exist_ok=True)
        (place / name).write_bytes(data)
    shutil.copytree(pack, place / "pack")
    shutil.copytree(pack, place / "bad-pack")
    (place / "bad-pack" / "cases" / "tenhou.jsonl").write_bytes(b"\xff\xfe{}\n")
    for out, log in (("out", "honest.mjlog"), ("other", "logs/honest.mjlog")):
        run([place / log], Job(place / out))
    return place


def contents(place):
    """Sizes and times of all files: what writes one leaves another time."""
    return {
        path: (path.stat().st_size, path.stat().st_mtime_ns)
        for path in place.rglob("*")
        if path.is_file() and path.name != "lock" and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def before(place):
    return contents(place)


@pytest.fixture
def call_there(call, place, before, monkeypatch):
    """Calls a command line in the folder, which stays as it is."""
    monkeypatch.chdir(place)
    monkeypatch.setattr("analyzer.conformance.running._PATIENCE_AT_FIRST", 1)
    yield lambda words, stdin=None: call(*shlex.split(words), stdin=stdin)
    assert contents(place) == before


@pytest.mark.usefixtures("few_statistics")
@pytest.mark.parametrize(("words", "said"), REFUSALS)
def test_a_mistake_is_one_line_with_status_2(call_there, words, said):
    result = call_there(words)

    *usage, line = result.stderr.splitlines()
    assert (result.exit_code, result.stdout) == (2, "")
    assert all(one.startswith(("Usage: ", "Try ")) for one in usage if one)
    assert line.startswith("Error: ")
    assert said in line


def has_values(line, values):
    """Whether a line of JSON has these values, each under its path."""
    for path, value in values.items():
        found = json.loads(line)
        for key in path.split("/"):
            found = found[key]
        assert found == value, path
    return True


@pytest.mark.usefixtures("few_statistics")
@each(told())
def test_a_command_tells(call_there, place, row):
    known = {"samples": SAMPLES, "one": "--checks well-formed,whole-log,draw-kind"}
    stdin = row.get("stdin", "")
    data = (
        (place / stdin[1:]).read_bytes()
        if stdin.startswith("@")
        else stdin.replace("{samples}", str(SAMPLES))
    )

    result = call_there(row["words"].format(**known), data)

    # Columns are as wide as their values.
    text = re.sub(r"(?<=\S) +", " ", re.sub(r"(?m) +$", "", result.stdout))
    lines = text.splitlines()
    assert result.exit_code == row.get("status", 0)
    if "notes" in row:
        notes = zip(row["notes"], result.stderr.splitlines(), strict=True)
        assert all(re.match(note, line) for note, line in notes)
    else:
        assert result.stderr == row.get("err", "")
    assert [line[: len(start)] for line, start in zip(lines, row.get("starts", ()), strict=False)] == row.get(
        "starts", []
    )
    assert [part for part in row.get("has", ()) if part not in text] == []
    assert [part for part in row.get("lacks", ()) if part in text] == []
    assert text.endswith(row.get("ends", ""))
    assert result.stdout == row.get("is", result.stdout)
    records = row.get("records", [])
    assert len(lines) >= len(records)
    assert all(map(has_values, lines, records))
    assert has_values(lines[-1], row.get("last", {})) if lines else not row.get("last")
    assert result.stdout.isascii() or "--plain" not in row["words"]


# Names, as click asks for them.


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_module_whose_help_begins_with_its_summary(call, name):
    command = cli.get_command(None, name)

    assert (command.name, command.help.split("\n\n")[0]) == (name, COMMANDS[name])
    assert f"tenhou-analyzer {name}" in call(name, "--help").stdout.split("Example:")[1]


def test_no_command_shows_the_help_which_names_every_command(call):
    assert all(f"  {name} " in call("--help").stdout for name in COMMANDS)
    assert "Commands:" in call().output


def test_the_version_is_that_of_the_package_with_its_commit(call):
    assert call("--version").stdout == f"tenhou-analyzer {cited_version()}\n"
    assert cited_version().startswith(__version__)


def completed(words: str) -> dict[str, CompletionItem]:
    """What completes the last of the words that follow ``tenhou-analyzer``."""
    *before, begun = words.split(" ")
    shell = ShellComplete(cli, {}, "tenhou-analyzer", "_TENHOU_ANALYZER_COMPLETE")
    return {one.value: one for one in shell.get_completions(before, begun)}


@pytest.mark.parametrize(("words", "expected"), whole("cli/completed")["completed"].items())
def test_names_complete_the_word(words, expected):
    found = completed(words)

    assert {*found} >= {*expected.split()}
    assert all(name.startswith(words.split()[-1]) and one.type == "plain" for name, one in found.items())
    assert "draw-kind,draw-kind" not in found


def test_what_begins_no_name_is_a_file_or_nothing_and_every_name_has_a_line_of_help():
    assert [(one.type, name) for name, one in completed("validate --rules house").items()] == [
        ("file", "house")
    ]
    assert completed("simulate --scenario xyz") == {}
    for words in ("rules show ", "simulate --scenario ", "stats out ", "validate --checks "):
        assert all(one.help for one in completed(words).values())


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_help_says_how_a_shell_gets_its_script_and_so_it_does(shell, call):
    wanted = {"_TENHOU_ANALYZER_COMPLETE": f"{shell}_source"}
    script = CliRunner().invoke(cli, [], prog_name="tenhou-analyzer", env=wanted).stdout

    assert f"{shell}_source" in call("--help").stdout
    assert "_TENHOU_ANALYZER_COMPLETE=bash_source tenhou-analyzer >" in call("--help").stdout
    assert f"_TENHOU_ANALYZER_COMPLETE={shell}_complete" in script

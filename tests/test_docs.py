"""The documents say what is: every command is documented, and every example shown has been run.

How a fenced block is run is told by its language:
``console``: lines after ``$`` are run in order, in a folder that has ``data/samples``; what they print
must be what is shown, but for times; where nothing is shown, they must succeed.
``python``: a doctest, in the same folder, after the blocks before it.
``toml``, ``python``, ``javascript``: written to the file that the first line names (``# hand.toml``,
``// adapter.js``), for the blocks after it.
``bash``: sets up a fresh machine; ``.ci/run`` has the same lines, see test_packaging.
``yaml``: a workflow of a build server, whose commands of ours must be those of sessions of the page.
"""

from __future__ import annotations

import doctest
import gzip
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from analyzer.cli.group import cli
from analyzer.rules import Doubt, RuleValue, load, names
from analyzer.rules.announced import meanings
from analyzer.rules.rules_page import rules_table

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
RULES_PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BASH = shutil.which("bash") or "bash"
CONTEXT = click.Context(cli)
COMMANDS = cli.list_commands(CONTEXT)
RUN = ("console", "python", "javascript")
QUIET = ("text", "toml", "json")


class Block(NamedTuple):
    """A fenced block of a page."""

    language: str
    text: str


def blocks(page: Path) -> list[Block]:
    found = re.findall(r"^```(\w*)\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [Block(language, text) for language, text in found]


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def every_command() -> dict[str, click.Command]:
    """Commands and the commands below them, by the words that call them."""
    found = {name: cli.get_command(CONTEXT, name) for name in COMMANDS}
    for name, command in list(found.items()):
        if isinstance(command, click.Group):
            found |= {f"{name} {inner}": command.get_command(CONTEXT, inner) for inner in command.commands}
    return found


@pytest.mark.parametrize("name", every_command())
def test_every_command_has_help_with_an_example_of_itself_and_says_what_its_options_do(name):
    command = every_command()[name]
    options = [one for one in command.params if isinstance(one, click.Option)]

    assert command.help
    example = rf"Example:\n +tenhou-analyzer {name.split()[0]}\b.*"
    assert re.search(example, command.get_help(click.Context(command)))
    assert [one.name for one in options if not one.help] == []


def test_the_readme_has_one_row_for_every_command_and_no_other():
    assert re.findall(r"^\| `tenhou-analyzer ([a-z]+)", README, re.MULTILINE) == list(COMMANDS)


LOBBIES = RULES_PAGE.partition("## Lobbies with rules of their own")[2].partition("\n## ")[0]


def shown_value(value: RuleValue) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return " ".join(map(str, value)) or "none" if isinstance(value, tuple) else str(value)


def test_the_page_of_rules_has_every_flag_and_number_of_a_lobby_with_its_rules_and_what_stays_open():
    parts = LOBBIES.partition("Bits of entry 1:")[::2]
    rows = [
        (str(entry), int(bit, 16), *found)
        for entry, part in enumerate(parts)
        for bit, *found in re.findall(r"^- `(0x\w+)` `(\w+)`: ([^,]+), else (.+)$", part, re.MULTILINE)
    ]

    # Words below the list tell of rules that several bits decide, or one bit by the number of players.
    assert rows == [
        (str(entry), *flag.bits, flag.rule, *map(shown_value, reversed(flag.values)))
        for entry, flags in enumerate(meanings().words)
        for flag in flags
        if len(flag.bits) == 1 and flag.rule != "riichi_tiles"
    ]
    of_numbers = dict(re.findall(r"^- (\d+) ((?:`\w+` ?)+)", LOBBIES, re.MULTILINE))
    numbers = meanings().numbers
    assert {one: tuple(re.findall(r"`(\w+)`", of_numbers[str(one)])) for one in numbers} == numbers
    assert [doubt for doubt in Doubt if f": {doubt.meaning}\n" not in LOBBIES] == []


def test_the_page_of_rules_has_the_table_that_the_rule_sets_make_and_every_set_with_its_title():
    section = RULES_PAGE.partition("## Shipped sets")[2].partition("\n## ")[0]

    assert rules_table() in RULES_PAGE
    titles = [(name, load(name).title) for name in names()]
    assert re.findall(r"^- `([\w-]+)`: (.+)$", section, re.MULTILINE) == titles


def test_every_dependency_has_its_reason():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    listed = [*project["dependencies"], *(one for rows in extras for one in rows)]
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").partition("## Dependencies")[2]

    named = {re.match(r"[\w-]+", one).group() for one in listed} - {project["name"]}
    assert {*re.findall(r"^- ([\w-]+)(?: \(\w+\))?: .+$", page, re.MULTILINE)} == named


def test_all_pages_together_can_be_read_in_three_hours():
    """Some 200 words a minute."""
    assert sum(len(page.read_text(encoding="utf-8").split()) for page in PAGES) <= 35_000


@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_a_page_shows_commands_that_exist_where_they_are_run_and_links_that_lead_somewhere(page):
    text = page.read_text(encoding="utf-8")
    of: dict[str, list[str]] = {name: [] for name in (*RUN, *QUIET, "bash", "yaml")}
    for block in blocks(page):
        of[block.language].append(block.text)

    assert {*re.findall(r"tenhou-analyzer ([a-z]+)", text)} <= {*COMMANDS}
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)
    assert [link for link in links if not (page.parent / link).exists()] == []
    quiet = [one for name in QUIET for one in of[name]]
    assert [one for one in quiet if "tenhou-analyzer " in one or one.startswith("$")] == []
    # A workflow of a build server calls what a session of the page has shown, see above.
    called = [re.findall(r"- run: (tenhou-analyzer .*)", one) for one in of["yaml"]]
    assert all(called)
    assert [line for lines in called for line in lines if f"$ {line}" not in "".join(of["console"])] == []
    # Set-up is what `.ci/run` has, see test_packaging.
    assert [
        one for one in "".join(of["bash"]).splitlines() if not one.startswith("python3 -m venv .venv && ")
    ] == []


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder as a reader has it: the samples, and the command on the path."""
    shutil.copytree(ROOT / "data", tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path


LONG_SESSIONS = {
    "archives.md", "cluster.md", "for-engines.md", "formats.md", "research.md", "show.md",
    "simulation.md",
}  # fmt: skip


@pytest.mark.skipif(os.name == "nt", reason="the sessions are those of a POSIX shell")
@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=[pytest.mark.long] * (page.name in LONG_SESSIONS)) for page in PAGES],
    ids=relative,
)
def test_every_session_prints_what_the_page_shows(page, folder):
    if "node " in page.read_text(encoding="utf-8") and shutil.which("node") is None:
        pytest.skip("no node to run the page's adapter in JavaScript")
    for place, block in enumerate(blocks(page)):
        if named := re.match(r"(?:#|//) ([\w-]+\.(?:toml|py|js))\b", block.text):
            (folder / named[1]).write_text(block.text, encoding="utf-8")
        if block.language == "console":
            assert played(block.text, folder) == timeless(block.text)
        if block.language == "python":
            run_as_doctest(block.text, f"{page.name}, block {place}")


PROGRESS = re.compile(
    r"[\d,]+ (?:of [\d,]+ )?games, [\d,]+/s(?:, |$)|writing the tables"
    r"|[a-z ]+, (?:[\d,]+ of [\d,]+ written, )?[\d,]+ s$"
)


def played(session: str, folder: Path) -> str:
    """The session run again: each command line followed by what it prints."""
    lines: list[str] = []
    for step in re.split(r"^(?=\$ )", session, flags=re.MULTILINE)[1:]:
        command, _, shown = step.partition("\n")
        done = subprocess.run(
            [BASH, "-c", command.removeprefix("$ ")],
            cwd=folder, capture_output=True, text=True, encoding="utf-8", timeout=600, check=False,
        )  # fmt: skip
        # On a slow machine a run that takes long says how far it is.
        said = [line for line in done.stderr.splitlines() if not PROGRESS.match(line)]
        printed = done.stdout.splitlines() + said
        lines += [command] if not shown and done.returncode == 0 else [command, *printed]
    return timeless("\n".join(lines) + "\n")


def timeless(text: str) -> str:
    """The text without what a clock has measured."""
    return re.sub(r"\d+(?:[.,]\d+)*(?= (?:s|seconds|games/s)\b)", "…", text)


def run_as_doctest(text: str, name: str) -> None:
    case = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)

    runner.run(case)

    assert runner.summarize(verbose=False).failed == 0, name


@pytest.mark.parametrize(
    ("session", "holds"),
    [
        ("$ echo one >&2; exit 3\none\n$ echo 2.5 s\n0.1 s\n$ echo nothing of it is shown\n", True),
        ("$ echo one\ntwo\n", False),
        ("$ echo one; echo two\none\n", False),
        ("$ echo failed; exit 1\n", False),
    ],
)
def test_a_session_that_no_longer_holds_is_noticed(session, holds, folder):
    assert (played(session, folder) == timeless(session)) is holds


@pytest.mark.long
def test_the_numbers_of_real_hands_are_those_of_the_tags(corpus):
    logs = [gzip.decompress(path.read_bytes()) for path in (corpus / "phoenix").iterdir()]
    sanma = sum(int(re.search(rb'<GO type="(\d+)"', log)[1]) & 0x10 > 0 for log in logs)
    tags = [tag for log in logs for tag in re.findall(rb"<RYUUKYOKU[^>]*", log)]
    kinds = Counter(next(iter(re.findall(rb'type="(\w+)"', tag)), b"exhaustive") for tag in tags)
    evidence = RULES_PAGE.partition("## Evidence")[2].partition("## ")[0]

    assert f"Over {len(logs)} games of" in evidence
    assert f"({len(logs) - sanma} with four players, {sanma} with three, " in evidence
    assert f" {sum(log.count(b'<INIT ') for log in logs):,} hands)" in evidence
    assert kinds == {b"exhaustive": 715, b"nm": 3, b"kaze4": 4, b"yao9": 77}
    assert "715 exhaustive draws, 3 nagashi mangan, 4 suufon renda and 77 kyuushu kyuuhai" in evidence


def test_the_changelog_keeps_its_form():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = set(re.findall(r"^### (.*)$", text, re.MULTILINE))

    assert re.search(r"^## \[Unreleased\]$", text, re.MULTILINE)
    assert headings <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}

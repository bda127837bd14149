"""Archives, lists and streams from the command line, and choices that leave nothing."""

import pytest

from analyzer.tables.load import load
from analyzer.tables.schema import tables_of
from tests.sources.archives import gz, tar_of, zip_of

pytestmark = pytest.mark.usefixtures("few_statistics")

OLD, NEW = "2019123123gm-00a9-0000-0000000a", "2020010100gm-00a9-0000-0000000b"
RUN = ("run", "-q", "--workers", "1", "--checks", "draw-kind", "--out", "out")


@pytest.fixture
def members(honest):
    """A gzip file of each of two years, as in Tenhou's archive of a player's games."""
    return [
        (f"mjlog/{log_id}&tw=0.mjlog", gz(honest + b"<!-- %s -->" % log_id.encode())) for log_id in (OLD, NEW)
    ]


@pytest.mark.parametrize(
    ("words", "stdin", "ids"),
    [
        (["two.zip"], None, [OLD, NEW]),
        (["@list.txt"], None, [OLD, NEW]),
        (["@-"], "two.zip\n", [OLD, NEW]),
        (["-"], "archive", [OLD, NEW]),
        (["two.zip", "--since", "2020", "--players", "4", "--players", "3", "--room", "houou"], None, [NEW]),
    ],
)
def test_sources_are_archives_lists_and_streams(call, logs, members, words, stdin, ids):
    (logs / "two.zip").write_bytes(zip_of(members))
    (logs / "list.txt").write_text("# both\ntwo.zip\n\n", encoding="utf-8")
    data = gz(tar_of(members)) if stdin == "archive" else stdin

    result = call(*RUN, *words, stdin=data)

    assert result.exit_code == 0
    assert load("out")["games"]["log_id"].to_pylist() == ids


@pytest.mark.parametrize("command", [("validate",), RUN])
def test_a_choice_that_leaves_nothing_says_of_how_many_unless_it_is_of_a_stream(call, logs, members, command):
    data = zip_of([*members, ("notes.txt", b"no log")])
    (logs / "two.zip").write_bytes(data)
    (logs / f"{OLD}.mjlog").write_bytes(b"<nolog/>")
    cases = {"two.zip": ("2031", "0 of 2 logs match"), "-": ("2031", "0 logs match")}
    cases[f"{OLD}.mjlog"] = ("2019", "nothing readable; expected at least one mjlog")

    for source, (since, said) in cases.items():
        words = (*command, "--fresh") if command is RUN else command
        result = call(*words, source, "--since", since, stdin=data if source == "-" else None)

        assert (result.exit_code, result.stderr) == (2, f"Error: {said}\n")


@pytest.mark.long
def test_logs_that_end_before_their_first_hand_are_a_run_of_their_own(call, logs, honest, few_statistics):
    """Nobody's hands: all tables of hands are empty, every statistic counts nothing."""
    few_statistics.undo()
    head = honest[: honest.index(b"<INIT")]
    (logs / f"{OLD}.mjlog").write_bytes(head)
    (logs / f"{NEW}.mjlog").write_bytes(head + b"</mjloggm>")

    checked = call("validate", f"{OLD}.mjlog", f"{NEW}.mjlog")
    ran = call("run", f"{OLD}.mjlog", f"{NEW}.mjlog", "-o", "out", "-q", "--workers", "1")
    tables = load(logs / "out")

    assert (checked.exit_code, ran.exit_code) == (0, 0)
    rows = {name: tables[name].num_rows for name in tables_of(None)}
    assert rows == {"games": 2, "players": 8, "hands": 0, "seats": 0, "wins": 0, "draws": 0, "findings": 2}
    for words in (["stats", "out"], ["report", "out", "-o", "page.html"]):
        assert call(*words).exit_code == 0

"""``stats`` over a run of one honest log: one hand, a kyuushu kyuuhai of seat 0."""

import json
import shutil
import subprocess
import sys
from uuid import uuid4

import pyarrow.parquet as pq
import pytest

from analyzer.folders import folder
from analyzer.stats import STATISTICS
from tests.written_runs import write_logs

pytestmark = pytest.mark.usefixtures("few_statistics")


@pytest.fixture(scope="module")
def made(honest, tmp_path_factory):
    """Folder with two runs over the same hand, logged under two names."""
    folder = tmp_path_factory.mktemp("stats")
    for out, log in (("out", "honest.mjlog"), ("other", "again.mjlog")):
        (folder / log).write_bytes(honest)
        write_logs(folder / out, folder / log)
    return folder


@pytest.fixture
def out(made, tmp_path, monkeypatch):
    """The folder of a run; beside it a second one, and the log, and this is the working folder."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "out"


def test_a_statistic_is_printed_with_its_definition(call, out):
    lines = call("stats", out, "draw_rate").stdout.splitlines()

    assert lines[0] == "draw_rate: share of hands"
    assert lines[1].startswith("  ")
    assert lines[2] == "  Often shown by: first_riichi_turn"
    assert lines[3].split() == ["players", "value", "low", "high", "n", "games", "left_out", "few"]
    # The hands of one game tell nothing of how games differ.
    assert lines[4].split() == ["4", "0.0000", "-", "-", "1", "1", "0", "few"]


def test_it_is_grouped_and_added_to_another_run(call, out):
    lines = call(
        "stats", "out", "draw_rate", "--also", "other", "--by", "length, honba > 0"
    ).stdout.splitlines()

    assert " ".join(lines[3].split()) == "players length honba > 0 value low high n games left_out few"
    assert lines[4].split()[:3] == ["4", "hanchan", "false"]
    assert lines[4].split()[-4:] == ["2", "2", "0", "few"]


def test_it_does_without_pandas(out):
    """pyarrow imports pandas, a quarter of a second, wherever it converts values of Python or NumPy."""
    words = ["stats", str(out), "draws", "wins", "--by", "year", "--compare", "room = 'houou'"]
    program = (
        f"import sys; from analyzer.cli.group import cli; "
        f"[cli.main([*{words!r}, '--format', form, '--out', 'found'], standalone_mode=False) "
        f"for form in ('table', 'csv', 'json', 'parquet')]; "
        f"sys.exit('pandas' in sys.modules)"
    )

    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_run_in_a_store_is_counted_and_counted_anew(call, out, made):
    pytest.importorskip("fsspec", reason="stores need the extra 'cluster'")
    place = write_logs(f"memory://{uuid4().hex}/out", made / "honest.mjlog")

    first = call("stats", place, "draw_rate")
    again = call("stats", place, "draw_rate", "--recount", "headline")

    assert first.stdout == again.stdout == call("stats", out, "draw_rate").stdout
    assert STATISTICS in folder(place).names()


def test_only_rows_of_a_condition_count(call, out):
    none = call("stats", "out", "draw_rate", "win_rate", "--where", "room = 'hououu'")
    assert "nothing to count" in none.stdout
    note = "no row of hands fulfils where \"room = 'hououu'\"; did you mean 'houou'?"
    assert (none.exit_code, none.stderr) == (0, f"note: {note}\n")
    assert "nothing to count" in call("stats", "out", "draw_rate", "--min-n", 2).stdout
    assert call("stats", "out", "draw_rate", "--where", "players = 4").stdout.endswith(
        "1      1         0  few\n"
    )


def test_rows_that_a_null_of_the_user_leaves_out_are_noted(call, out, tmp_path):
    (tmp_path / "mine.toml").write_text(
        """
        [[statistic]]
        name = "early_riichi"
        rows = "dealt_seats"
        rate = "riichi_turn < 6"
        unit = "share"
        definition = "Share of riichi by turn 5."
        """
    )

    own = call("stats", "out", "early_riichi", "--catalogue", "mine.toml")
    compared = call("stats", "out", "draw_rate", "--compare", "first_riichi_turn < 6")
    shipped = call("stats", "out", "draw_rate", "riichi_turn")

    # Of four seats nobody declares riichi in the one hand.
    how = "coalesce(..., false) and `is not distinct from` count them"
    assert own.stderr.splitlines() == [
        f"note: 4 rows are left out, where early_riichi, rate 'riichi_turn < 6' is null; {how}"
    ]
    assert compared.stderr.splitlines() == [
        "note: no row of hands fulfils compare 'first_riichi_turn < 6'",
        f"note: 1 row is on neither side, where compare 'first_riichi_turn < 6' is null; {how}",
    ]
    assert shipped.stderr == ""


def test_both_sides_of_a_condition_are_compared(call, out):
    lines = call("stats", "out", "draw_rate", "--compare", "riichi_count > 0").stdout.splitlines()

    assert lines[3].split() == ["players", "side", "value", "low", "high", "n", "games", "left_out", "few"]
    assert [line.split()[:3] for line in lines[4:]] == [["4", "false", "0.0000"]]


def test_a_catalogue_of_ones_own_counts_instead_of_the_shipped_one(call, out, tmp_path):
    (tmp_path / "mine.toml").write_text(
        """
        [[statistic]]
        name = "long_hands"
        rows = "hands"
        rate = "turn > 12"
        unit = "share of hands"
        definition = "Share of hands that last longer than twelve turns."
        """
    )

    shown = call("stats", "out", "--catalogue", "mine.toml").stdout

    assert shown.splitlines()[0] == "long_hands: share of hands"
    assert call("stats", "--list", "--catalogue", "mine.toml").stdout.split()[:2] == ["mine", "long_hands"]
    assert call("stats", "out", "draw_rate", "--catalogue", "mine.toml").exit_code == 2


def test_csv_and_json_are_for_programs(call, out):
    assert call("stats", "out", "draw_rate", "--format", "csv").stdout.splitlines()[0] == (
        '"statistic","players","value","low","high","n","games","left_out","few"'
    )
    assert json.loads(call("stats", "out", "draw_rate", "--format", "json").stdout)[0]["rows"][0]["n"] == 1


def test_parquet_goes_to_a_file(call, out):
    assert call("stats", "out", "draw_rate", "--format", "parquet", "--out", "it.parquet").stdout == ""
    assert pq.read_table("it.parquet").column_names[-3:] == ["games", "left_out", "few"]


def test_a_topic_prints_all_of_it(call, out):
    topic = call("stats", "out", "draws").stdout

    printed = {line.partition(": ")[0] for line in topic.splitlines() if line[:1] != " "}
    assert {"draw_rate", "ryuukyoku_rate", "draws_less_wins"} <= printed


def test_the_confidence_can_be_chosen(call, out):
    of_95 = call("stats", "out", "draw_rate", "--also", "other").stdout
    of_99 = call("stats", "out", "draw_rate", "--also", "other", "--confidence", 0.99).stdout

    assert of_95 != of_99


def test_the_catalogue_is_listed_without_a_folder(call, root):
    assert "draw_rate" in call("stats", "--list").stdout
    assert "draw_rate" not in call("stats", "--list", "yakuman").stdout
    assert call("stats", "--definitions").stdout == (root / "docs" / "statistics.md").read_text(
        encoding="utf-8"
    )


def test_the_columns_of_a_view_are_listed_without_a_folder(call):
    lines = call("stats", "--columns", "wins").stdout.splitlines()

    assert lines[0] == "wins: One row per winner, two for a double ron."
    assert "  all_dora" in [line.partition("  int32; han; Dora of every kind")[0].rstrip() for line in lines]


def test_statistics_are_counted_anew_without_a_log(call, out):
    call("stats", "out", "--recount", "headline")
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    kept = (out / STATISTICS).read_bytes()
    (out / STATISTICS).write_bytes(b"damaged")
    (out.parent / "honest.mjlog").unlink()

    assert call("stats", "out", "draw_rate", "--recount", "headline").exit_code == 0
    assert (out / STATISTICS).read_bytes() == kept
    assert json.loads((out / "manifest.json").read_text(encoding="utf-8")) == manifest

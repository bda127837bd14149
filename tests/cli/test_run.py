from analyzer.tables.load import load

ONE = ("--checks", "well-formed,draw-kind")


def test_a_run_prints_its_summary_and_writes_tables(call, logs):
    result = call("run", "honest.mjlog", "wrong.mjlog", "--out", "out", *ONE)

    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout.startswith("2 games, 2 hands, ")
    assert load("out")["draws"]["kind"].to_pylist() == ["kyuushu_kyuuhai", "suufon_renda"]


def test_a_clean_run_ends_with_status_0(call, logs):
    assert call("run", "honest.mjlog", "-o", "out", *ONE).exit_code == 0


def test_the_summary_on_paper_has_no_time(call, logs):
    result = call("run", "honest.mjlog", "-o", "out", *ONE)

    on_paper = (logs / "out" / "summary.txt").read_text(encoding="utf-8")

    assert on_paper.splitlines()[1:] == result.stdout.splitlines()[1:]
    assert on_paper.startswith("1 games, 1 hands\n")


def test_files_of_somebody_else_are_a_mistake(call, logs):
    result = call("run", "honest.mjlog", "--out", ".", *ONE)

    assert result.exit_code == 2
    assert result.stderr == (
        "Error: '.' holds files that no run wrote; expected a new or empty folder, or that of a run\n"
    )


def test_where_nothing_can_be_written_is_a_mistake(call, logs):
    result = call("run", "honest.mjlog", "--out", "honest.mjlog/out", *ONE)

    assert result.exit_code == 2
    assert result.stderr.startswith("Error: honest.mjlog/out")


def test_out_must_be_said(call, logs):
    result = call("run", "honest.mjlog")

    assert result.exit_code == 2
    assert "Missing option" in result.stderr

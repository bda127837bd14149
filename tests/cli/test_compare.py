import json

import pyarrow.parquet as pq


def test_differing_hands_are_printed_and_counted(call, logs):
    lines = call("compare", "honest.mjlog", "--rules", "auto", "--rules", "wrc").stdout.splitlines()

    assert lines[0] == (
        "honest.mjlog E1.0 draw_kind: auto kyuushu_kyuuhai (0, 0, 0, 0), wrc plays_on (0, 0, 0, 0)"
    )
    assert lines[1] == "auto against wrc: 1 hands of 1 whole games compared, 0 hands left out"
    assert lines[2] == "hands that differ: 1 (100.00%)"


def test_json_lines_have_every_hand_and_a_summary(call, logs):
    result = call("compare", "honest.mjlog", "--rules", "auto", "--rules", "wrc", "--format", "jsonl")

    difference, summary = map(json.loads, result.stdout.splitlines())
    assert (difference["type"], difference["cause"], difference["kind_b"]) == (
        "difference",
        "draw_kind",
        "plays_on",
    )
    assert difference["deltas_a"] == [0, 0, 0, 0]
    assert (summary["type"], summary["hands"], summary["causes"]["draw_kind"]) == ("summary", 1, 1)


def test_parquet_has_one_row_for_each_differing_hand(call, logs):
    words = ("compare", "honest.mjlog", "--rules", "auto", "--rules", "wrc", "--format", "parquet")

    result = call(*words, "--out", "hands.parquet")

    table = pq.read_table(logs / "hands.parquet")
    assert result.exit_code == 0
    assert table.column("cause").to_pylist() == ["draw_kind"]
    assert table.schema.metadata[b"tenhou_analyzer.table"] == b"comparison"
    assert {str(table.schema.field(name).type) for name in ("hand", "kyoku", "honba")} == {"int32"}

"""The files of a pack as text: one level is one blank, and a list of numbers is one line."""

from __future__ import annotations

from analyzer.conformance.expected import ExpectedGame
from analyzer.conformance.records import Index, LogRow, expected_text, index_text, readme_text

ROW = LogRow("tenpai_1", "One seat is tenpai.", "tenhou", 4, (0, 2), "logs/a.mjlog", "expected/a.json")


def test_an_index_is_indented_by_one_and_has_its_files_in_order():
    lines = index_text(Index("1", logs=[ROW]), {"b": "22", "a": "11"}).decode().split("\n")

    assert lines[:2] == ["{", ' "schema": "tenhou-analyzer-conformance 2",']
    assert '   "shows": [0, 2],' in lines
    assert lines[-6:] == [' "sha256": {', '  "a": "11",', '  "b": "22"', " }", "}", ""]


def test_numbers_of_a_settlement_stand_in_one_line_and_texts_as_they_are():
    game = ExpectedGame([{"deltas": (-1000, 1000), "tile": "般[1,\n2]", "wins": []}], None, [])
    text = expected_text(ROW, game).decode()

    assert '   "deltas": [-1000, 1000],\n   "tile": "般[1,\\n2]",\n   "wins": []\n' in text
    assert '"log": "logs/a.mjlog"' in text
    assert "expected/a.json" not in text
    assert text.endswith("}\n")


def test_the_readme_tells_of_twins_only_where_there_are_some():
    short, whole = readme_text(faulty=False).decode(), readme_text(faulty=True).decode()

    assert whole.startswith(short)
    assert "<!--" not in whole
    assert ("faulty/" in short, "faulty/" in whole) == (False, True)

"""The files of a pack as text: one level is one blank, and a list of numbers is one line."""

from __future__ import annotations

from analyzer.conformance.pack_folder import json_file, write_folder


def test_json_is_indented_by_one_and_says_its_version(tmp_path):
    content = {"shows": (0, 2), "hands": [{"deltas": (-1000, 1000), "tile": "般[1,\n2]", "wins": []}]}
    write_folder(tmp_path / "pack", {"a/b.json": json_file(content)})

    assert (tmp_path / "pack" / "a" / "b.json").read_text("utf-8").split("\n") == [
        "{",
        ' "schema": "tenhou-analyzer-conformance 3",',
        ' "shows": [0, 2],',
        ' "hands": [',
        "  {",
        '   "deltas": [-1000, 1000],',
        '   "tile": "般[1,\\n2]",',
        '   "wins": []',
        "  }",
        " ]",
        "}",
        "",
    ]

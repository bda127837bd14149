"""The files of a pack as text: one level is one blank, and a list of numbers is one line."""

from __future__ import annotations

import hashlib

from analyzer.conformance.pack_folder import PackFolder


def test_json_is_indented_by_one_and_says_its_version(tmp_path):
    content = {"shows": (0, 2), "hands": [{"deltas": (-1000, 1000), "tile": "般[1,\n2]", "wins": []}]}
    with PackFolder(tmp_path / "pack") as pack:
        pack.write_json("a/b.json", content)
    data = (tmp_path / "pack" / "a" / "b.json").read_bytes()

    assert data.decode().split("\n") == [
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
    assert pack.files == {"a/b.json": hashlib.sha256(data).hexdigest()}

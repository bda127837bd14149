"""Records of 電脳麻将 for tests: simulated games as our writer has them, and a hand written down."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from analyzer.audit import LogName, Review, review
from analyzer.formats.conversion import convert
from analyzer.rules import RuleSet

SAMPLES = sorted(
    path
    for path in (Path(__file__).parents[3] / "data" / "samples").glob("*.mjlog")
    if "gm-00b9-" not in path.name and "gm-00b1-" not in path.name
)
"""Those of four players."""


def judged(data: bytes, rules: RuleSet | str = "auto") -> Review:
    return review([(LogName("record", "record"), data)], rules)


@cache
def sample(path: Path) -> Review:
    return review([(LogName(path.stem, path.name), path.read_bytes())])


@cache
def record(path: Path) -> str:
    """A sample as a record."""
    return convert(sample(path).events, sample(path).headers, "majiang").text


def again(data: bytes) -> str:
    """A record that is read and written."""
    read = judged(data)
    return convert(read.events, read.headers, "majiang").text


def bytes_of(game: object) -> bytes:
    return json.dumps(game, ensure_ascii=False, separators=(",", ":")).encode()


HAIPAI = ["m123456789p11s23", "m19p19s19z1234567", "p2346678899s456", "m5p22789s334567z1"]


def written(*messages: dict[str, object], **members: object) -> dict[str, object]:
    """A game of one hand: the deal and these messages."""
    qipai = {
        "zhuangfeng": 0,
        "jushu": 0,
        "changbang": 0,
        "lizhibang": 0,
        "defen": [25000] * 4,
        "baopai": "m2",
        "shoupai": HAIPAI,
    }
    game = {"title": "", "player": ["A", "B", "C", "D"], "qijia": 0, "log": [[{"qipai": qipai}, *messages]]}
    return {**game, "defen": [25000] * 4, "point": [], "rank": [], **members}


def say(kind: str, wind: int, **members: object) -> dict[str, object]:
    """A message of a seat."""
    return {kind: {"l": wind, **members}}


KYUUSHU = (
    say("zimo", 0, p="z1"),
    say("dapai", 0, p="z1_"),
    say("zimo", 1, p="s1"),
    {"pingju": {"name": "九種九牌", "shoupai": ["", "m19p19s19z1234567s1", "", ""], "fenpei": [0] * 4}},
)
"""The second seat has nine kinds of terminals and honours."""

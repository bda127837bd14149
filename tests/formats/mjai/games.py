"""Small games of mjai written by hand."""

from __future__ import annotations

import json

from analyzer.audit import LogName, Review, review

HAIPAI = (
    "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 1p 2s 3s",
    "2p 2p 3p 4p 6p 6p 7p 8p 9p 4s 5s 6s 7s",
    "1s 1s 8s 9s 9s E S S W P F C N",
    "3m 5m 7p 8p 9p 2s 2s 3s 5pr 4s 6s 7s 8s",
)
KYUUSHU = (
    "1m 9m 1p 9p 1s 9s E S W 2m 3m 4m 5m",
    "2p 2p 3p 4p 6p 6p 7p 8p 9p 4s 5s 6s 7s",
    "1s 1s 8s 9s 9s E S S W P F C N",
    "3m 5m 7p 8p 9p 2s 2s 3s 5pr 4s 6s 7s 8s",
)


def start_kyoku(haipai, honba, scores, dora_marker="E"):
    return {
        "type": "start_kyoku",
        "bakaze": "E",
        "kyoku": 1,
        "honba": honba,
        "kyotaku": 0,
        "oya": 0,
        "scores": scores,
        "dora_marker": dora_marker,
        "tehais": [tiles.split() for tiles in haipai],
    }


def tsumo(actor, pai):
    return {"type": "tsumo", "actor": actor, "pai": pai}


def dahai(actor, pai, *, tsumogiri=False):
    return {"type": "dahai", "actor": actor, "pai": pai, "tsumogiri": tsumogiri}


START = {"type": "start_game", "names": ["A", "B", "C", "D"]}
HORA = {
    "type": "hora",
    "actor": 0,
    "target": 2,
    "deltas": [19000, 0, -18000, 0],
    "ura_markers": ["P"],
}
RON = [
    start_kyoku(HAIPAI, 0, [25000] * 4),
    tsumo(0, "W"),
    {"type": "reach", "actor": 0},
    dahai(0, "W", tsumogiri=True),
    {"type": "reach_accepted", "actor": 0},
    tsumo(1, "9p"),
    dahai(1, "9p", tsumogiri=True),
    tsumo(2, "1s"),
    dahai(2, "1s", tsumogiri=False),
    HORA,
    {"type": "end_kyoku"},
]
"""Double riichi, ippatsu, pinfu, ittsuu: a haneman of the dealer."""
DRAW = [
    start_kyoku(KYUUSHU, 1, [43000, 25000, 7000, 25000], dora_marker="2s"),
    tsumo(0, "N"),
    {"type": "ryukyoku", "reason": "kyushu_kyuhai", "deltas": [0, 0, 0, 0]},
    {"type": "end_kyoku"},
]
GAME = [START, *RON, *DRAW]
"""Two hands of a game that goes on."""

THREE = [
    {"type": "start_game"},
    {
        "type": "start_kyoku",
        "bakaze": "E",
        "kyoku": 1,
        "honba": 0,
        "kyotaku": 0,
        "oya": 0,
        "scores": [35000] * 3,
        "dora_marker": "E",
        "tehais": [
            ["1m", "1m", "1m", "9m", "9m", "1p", "2p", "3p", "4p", "5p", "6p", "7p", "N"],
            ["2p", "2p", "3p", "4p", "6p", "6p", "7p", "8p", "9p", "4s", "5s", "6s", "7s"],
            ["1s", "1s", "8s", "9s", "9s", "E", "S", "S", "W", "P", "F", "C", "N"],
        ],
    },
    tsumo(0, "E"),
    {"type": "nukidora", "actor": 0, "pai": "N"},
    tsumo(0, "8p"),
    {"type": "reach", "actor": 0},
    dahai(0, "E"),
    {"type": "reach_accepted", "actor": 0},
    tsumo(1, "9p"),
    dahai(1, "9p", tsumogiri=True),
    {
        "type": "hora",
        "actor": 0,
        "target": 1,
        "deltas": [13000, -12000, 0],
        "ura_markers": ["P"],
    },
    {"type": "end_kyoku"},
]
"""Riichi, ippatsu, ittsuu, a kita: a mangan of the dealer."""


def as_lines(events) -> bytes:
    """Events as the lines of a file."""
    return b"".join(json.dumps(event).encode() + b"\n" for event in events)


def reviewed(data, rules="auto") -> Review:
    """A review of bytes, or of events."""
    if not isinstance(data, bytes):
        data = as_lines(data)
    return review([(LogName("game", "game.jsonl"), data)], rules)


def found(data, rules="auto") -> list[tuple[str, str, int | None]]:
    """Verdict, check and line of every finding, but that these games go on."""
    return [
        (finding.verdict.value, finding.check, finding.element)
        for finding in reviewed(data, rules).findings
        if finding.check != "whole-log"
    ]

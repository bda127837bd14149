"""Small games of mjai written by hand."""

from __future__ import annotations

import json
from pathlib import Path

from analyzer.audit import LogName, Review, review


def written(name):
    """Events of a file beside this one."""
    text = Path(__file__).with_name(f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


GAME = written("game")
"""Two hands of a game that goes on: a haneman of the dealer in double riichi, and nine kinds."""
START, *RON = GAME[:12]
HORA = RON[-2]
HAIPAI = tuple(map(" ".join, RON[0]["tehais"]))
KYUUSHU = tuple(map(" ".join, GAME[12]["tehais"]))
THREE = written("three")
"""Riichi, ippatsu, ittsuu, a kita: a mangan of the dealer."""


def start_kyoku(haipai, honba, scores):
    changed = {"honba": honba, "scores": scores, "tehais": [tiles.split() for tiles in haipai]}
    return RON[0] | changed


def tsumo(actor, pai):
    return {"type": "tsumo", "actor": actor, "pai": pai}


def dahai(actor, pai, *, tsumogiri=False):
    return {"type": "dahai", "actor": actor, "pai": pai, "tsumogiri": tsumogiri}


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

"""Small games of mjai written by hand, and games that an engine plays."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

import pytest

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
KANS = written("kans")
"""Rinshan, hatsu, 70 fu: a kakan shows its indicator behind the draw, an ankan before it."""


def start_kyoku(haipai, honba, scores, dora_marker="E"):
    tehais = [tiles.split() for tiles in haipai]
    return RON[0] | {"honba": honba, "scores": scores, "dora_marker": dora_marker, "tehais": tehais}


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


# Games that the package ``riichienv`` plays with simple players, as the mjai that it writes itself.

LIKELY = {
    **dict.fromkeys(("Tsumo", "Ron"), 1.0),
    **dict.fromkeys(("Kyushu_kyuhai", "Kita", "Ankan", "Kakan", "Riichi"), 0.8),
    **dict.fromkeys(("Pon", "Daiminkan", "Chi"), 0.3),
}
"""How likely a player does what it may, what stands first before the others."""


@cache
def played(seed: int, players: int, length: str = "half", rules: str = "tenhou") -> list[dict[str, object]]:
    """Events of a game; a length is ``half`` or ``east``, rules are those of ``tenhou`` or ``mjsoul``."""
    engine = pytest.importorskip("riichienv")
    rule = getattr(engine.GameRule, f"default_{rules}")()
    env = engine.RiichiEnv(game_mode=f"{players}p-red-{length}", seed=seed, rule=rule)
    chance = random.Random(seed)  # noqa: S311  # players, no secrets
    observations = env.reset()
    while not env.done():
        observations = env.step(
            {seat: choice(observation, chance, players) for seat, observation in sorted(observations.items())}
        )
    return list(env.mjai_log)


def choice(observation, chance: random.Random, players: int):
    """An action of a player that wins, declares and calls when it can, and else comes nearer to tenpai."""
    import riichienv

    by_kind: dict[str, list[object]] = {}
    for action in sorted(observation.legal_actions(), key=in_order):
        by_kind.setdefault(str(action.action_type).split(".")[-1].capitalize(), []).append(action)
    for kind, likely in LIKELY.items():
        if kind in by_kind and chance.random() < likely:
            return chance.choice(by_kind[kind])
    if "Discard" not in by_kind:
        return chance.choice(by_kind.get("Pass") or next(iter(by_kind.values())))
    shanten = riichienv.calculate_shanten if players == 4 else riichienv.calculate_shanten_3p
    hand, discards = list(observation.hand), by_kind["Discard"]
    chance.shuffle(discards)
    return min(discards, key=lambda action: shanten([tile for tile in hand if tile != action.tile]))


def in_order(action) -> tuple[str, int, list[int]]:
    """The engine gives its actions in any order."""
    tile = -1 if action.tile is None else action.tile
    return str(action.action_type), tile, list(action.consume_tiles)

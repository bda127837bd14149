"""Games that the package ``riichienv`` plays with simple players, as the mjai that it writes itself."""

from __future__ import annotations

import random
from functools import cache

import pytest

WINS = ("Tsumo", "Ron")
OWN_CALLS = ("Kyushu_kyuhai", "Kita", "Ankan", "Kakan", "Riichi")
CALLS = ("Pon", "Daiminkan", "Chi")


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
    by_kind: dict[str, list[object]] = {}
    for action in sorted(observation.legal_actions(), key=in_order):
        by_kind.setdefault(str(action.action_type).split(".")[-1].capitalize(), []).append(action)
    for kind, likely in (*((kind, 1.0) for kind in WINS), *((kind, 0.8) for kind in OWN_CALLS)):
        if kind in by_kind and chance.random() < likely:
            return chance.choice(by_kind[kind])
    for kind in CALLS:
        if kind in by_kind and chance.random() < 0.3:
            return chance.choice(by_kind[kind])
    if "Discard" in by_kind:
        return best_discard(observation, by_kind["Discard"], chance, players)
    return chance.choice(by_kind["Pass" if "Pass" in by_kind else chance.choice(list(by_kind))])


def in_order(action) -> tuple[str, int, list[int]]:
    """The engine gives its actions in any order."""
    tile = -1 if action.tile is None else action.tile
    return str(action.action_type), tile, list(action.consume_tiles)


def best_discard(observation, discards, chance: random.Random, players: int):
    import riichienv

    shanten = riichienv.calculate_shanten if players == 4 else riichienv.calculate_shanten_3p
    hand = list(observation.hand)
    chance.shuffle(discards)

    def after(action) -> int:
        return shanten([tile for tile in hand if tile != action.tile])

    return min(discards, key=after)

"""Whole games, many at once: hand after hand until the rules end each of them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.mjlog.events import Hands
from analyzer.rules import RuleSet
from analyzer.settlement import carry
from analyzer.settlement.game_end import EndCause, final_results, game_end, leftover_points
from analyzer.simulate.policies import Policy, policy_rows
from analyzer.simulate.rounds import Deals, Round, play_round
from analyzer.simulate.shanten import new_blocks
from analyzer.simulate.transcript import GameRecord
from analyzer.simulate.writing import Wall
from analyzer.vocabulary import ABSENT, NO_TILE, SEATS, DrawKind
from analyzer.wall import (
    GAME_KEY_WORDS,
    Seed,
    SeedForm,
    Walls,
    dora_indicators,
    haipai,
    layout_of,
    live_draws,
    replacements,
    seed_text,
    walls_of,
)

__all__ = ["Plan", "game_seed", "play_games"]

_WALLS_AT_ONCE: Final = 16
_REPLACEMENTS: Final = 8
_PLAYED_OUT: Final = (DrawKind.EXHAUSTIVE, DrawKind.NAGASHI_MANGAN)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a game is made from.

    Attributes:
        name: Text that the wall and all chances follow from.
        go_type: Bits of GO.
        policies: One per player.
        names: Of the four seats; empty for the empty one.
    """

    name: str
    go_type: int
    policies: tuple[Policy, ...]
    names: tuple[str, ...]


def game_seed(name: str) -> Seed:
    """Shuffle seed of a game: SHA-512 of its name and a counter, as often as a key takes."""
    blocks = range(4 * GAME_KEY_WORDS // 64)
    key = b"".join(hashlib.sha512(f"{name}/wall/{block}".encode()).digest() for block in blocks)
    return Seed(np.frombuffer(key, dtype="<u4").astype(np.uint32), SeedForm.BASE64)


def _chances(plans: Sequence[Plan], hand: int) -> NDArray[np.int64]:
    """What the chances of a hand start from; never zero."""
    digests = [hashlib.sha512(f"{plan.name}/chances/{hand}".encode()).digest() for plan in plans]
    return np.array([int.from_bytes(digest[:4], "little") or 1 for digest in digests], dtype=np.int64)


class _WallSupply:
    """Walls of games, made some hands ahead."""

    def __init__(self, seeds: Sequence[Seed], players: int) -> None:
        self._seeds = seeds
        self._players = players
        self._ready = 0
        self._walls: Walls

    def hand(self, index: int, games: NDArray[np.int64]) -> Walls:
        """Walls of the hand with that index, for some of the games."""
        if index >= self._ready:
            self._ready += _WALLS_AT_ONCE
            count = len(self._seeds)
            self._walls = walls_of(self._seeds, [self._ready] * count, [self._players] * count)
        rows = games * self._ready + index
        return Walls(self._walls.tiles[rows], self._walls.dice[rows])


@dataclass(slots=True)
class _Standing:
    """Where games stand before a hand; one row per game."""

    kyoku: NDArray[np.int32]
    honba: NDArray[np.int32]
    kyotaku: NDArray[np.int32]
    dealer: NDArray[np.uint8]
    scores: NDArray[np.int32]
    """Shape (games, 4), points."""


def _opening(games: int, rules: RuleSet) -> _Standing:
    scores = np.zeros((games, SEATS), np.int32)
    scores[:, : rules.seats] = rules.start_points
    nothing = np.zeros(games, np.int32)
    return _Standing(nothing, nothing.copy(), nothing.copy(), np.zeros(games, np.uint8), scores)


def _init(standing: _Standing, games: NDArray[np.int64], deal: Walls, players: int) -> Hands:
    """What INIT says, for some of the games."""
    count = len(games)
    layout = layout_of(players)
    dealer = standing.dealer[games]
    each = np.arange(count + 1, dtype=np.int32)
    return Hands(
        game=each[:-1],
        element=np.zeros(count, np.int32),
        kyoku=standing.kyoku[games],
        honba=standing.honba[games],
        kyotaku=standing.kyotaku[games],
        dice=deal.dice,
        indicator=dora_indicators(deal.tiles, layout)[:, 0].copy(),
        dealer=dealer,
        scores=standing.scores[games],
        chips=np.full((count, SEATS), ABSENT, np.int32),
        haipai=haipai(deal.tiles, dealer, layout),
        play_offsets=np.zeros(count + 1, np.int32),
        result_offsets=each,
        readable=np.ones(count, np.bool_),
        complete=np.ones(count, np.bool_),
    )


def _wall(deal: Walls, players: int) -> Wall:
    layout = layout_of(players)
    spare = np.full((len(deal.tiles), _REPLACEMENTS), NO_TILE, np.uint8)
    dead = replacements(deal.tiles, layout)
    spare[:, : dead.shape[1]] = dead
    return Wall(live_draws(deal.tiles, layout), spare, dora_indicators(deal.tiles, layout))


def _advance(
    standing: _Standing, games: NDArray[np.int64], played: Round, rules: RuleSet
) -> NDArray[np.bool_]:
    """Move the games on past a hand.

    Returns:
        Shape (games played,): whether the game is over.
    """
    hands, settled = played.events.hands, played.settled
    follows = carry(played.facts, settled, rules, kyoku=hands.kyoku, honba=hands.honba)
    scores = played.facts.scores[:, : rules.seats] + settled.deltas
    end = game_end(
        scores,
        rules,
        kyoku=hands.kyoku,
        dealer=hands.dealer,
        dealer_stays=follows.dealer_stays,
        won=np.zeros(len(games), np.bool_),
        played_out=np.isin(settled.kind, _PLAYED_OUT),
    )
    standing.scores[games, : rules.seats] = scores
    standing.kyoku[games] = follows.kyoku
    standing.honba[games] = follows.honba
    standing.kyotaku[games] = follows.kyotaku
    standing.dealer[games] = follows.dealer
    over: NDArray[np.bool_] = (end.cause != EndCause.NONE) | end.may_end
    return over


def play_games(plans: Sequence[Plan], rules: RuleSet) -> list[GameRecord]:
    """Play games to their end.

    Args:
        plans: One per game; games do not influence one another.
        rules: Of all the games.
    """
    seeds = [game_seed(plan.name) for plan in plans]
    policies = np.stack([policy_rows([*plan.policies, plan.policies[0]][:SEATS]) for plan in plans])
    supply = _WallSupply(seeds, rules.seats)
    standing = _opening(len(plans), rules)
    blocks = new_blocks()
    hands: list[list[tuple[Round, int]]] = [[] for _ in plans]
    games = np.arange(len(plans))
    index = 0
    while len(games):
        deal = supply.hand(index, games)
        chances = _chances([plans[game] for game in games.tolist()], index)
        deals = Deals(_wall(deal, rules.seats), policies[games], chances)
        played = play_round(_init(standing, games, deal, rules.seats), deals, rules, blocks)
        for row, game in enumerate(games.tolist()):
            hands[game].append((played, row))
        games = games[~_advance(standing, games, played, rules)]
        index += 1
    return _records(plans, seeds, hands, standing, rules)


def _records(
    plans: Sequence[Plan],
    seeds: Sequence[Seed],
    hands: Sequence[Sequence[tuple[Round, int]]],
    standing: _Standing,
    rules: RuleSet,
) -> list[GameRecord]:
    scores = standing.scores[:, : rules.seats]
    scores = scores + leftover_points(scores, standing.kyotaku, rules)
    results = final_results(scores, rules)
    return [
        GameRecord(
            plan.name,
            plan.go_type,
            rules,
            seed_text(seeds[game]),
            plan.names,
            hands[game],
            scores[game],
            results[game],
        )
        for game, plan in enumerate(plans)
    ]

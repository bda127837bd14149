"""Whole games of policies, many at once: hand after hand until the rules end each of them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.encoder import Frame, encode
from analyzer.formats.mjlog.writer import write_games
from analyzer.rules import RuleSet
from analyzer.simulation.desk import POLICIES, Policy
from analyzer.simulation.game_names import WallSupply, go_type_of
from analyzer.simulation.logs import NOBODY, frame_of, joined, one_hand_each, with_owari
from analyzer.simulation.policy_hands import play_batch
from analyzer.simulation.results import Round, allowed_plays, settled_round
from analyzer.simulation.standings import Standings, opening
from analyzer.simulation.turns import Wall
from analyzer.vocabulary import ABSENT, NO_TILE
from analyzer.wall import (
    Layout,
    SeedForm,
    Walls,
    dora_indicators,
    haipai,
    live_draws,
    replacements,
    seed_text,
    ura_indicators,
)

__all__ = ["Plan", "play_games"]

_REPLACEMENTS: Final = 8


def _play_round(
    standings: Standings,
    games: NDArray[np.int64],
    supply: WallSupply,
    policies: Sequence[Sequence[Policy]],
    chances: NDArray[np.int64],
) -> Round:
    """Deal, play and settle one hand of each of some games.

    Raises:
        RuntimeError: When a play was illegal, or a hand ended in another way than the rules end it: a
            mistake of this package.
    """
    rules, own_honba = standings.rules, standings.own_honba[games]
    index = int(standings.hands_played[games[0]])
    walls, layout = supply.hand(index, games), supply.layout
    indicators = dora_indicators(walls.tiles, layout)
    dealt = haipai(walls.tiles, standings.dealer[games], layout)
    hands = standings.init(games, dealt, indicators[:, 0].copy(), walls.dice)
    wall = Wall(live_draws(walls.tiles, layout), _replacements(walls, layout), indicators)
    played = play_batch(hands, wall, policies, chances, own_honba, rules)
    dealt_and_played = hands._replace(play_offsets=played.play_offsets)
    plays, calls, deposits, *_ = played
    go_type = go_type_of(rules) if index == 0 else ABSENT
    events = one_hand_each(dealt_and_played, plays, calls, deposits, rules.seats, go_type)
    done = settled_round(events, played.winners, rules, ura_indicators(walls.tiles, layout), own_honba)
    illegal = set(done.illegals.code.tolist()) - allowed_plays(rules)
    if illegal:
        raise RuntimeError(f"simulated plays are illegal: codes {sorted(illegal)}")
    return done


def _replacements(walls: Walls, layout: Layout) -> NDArray[np.uint8]:
    """Tiles that replace kans and norths; shape (hands, 8)."""
    spare = np.full((len(walls.tiles), _REPLACEMENTS), NO_TILE, np.uint8)
    dead = replacements(walls.tiles, layout)
    spare[:, : dead.shape[1]] = dead
    return spare


@dataclass(frozen=True, slots=True)
class Plan:
    """What a game is made from.

    Attributes:
        name: Text that the wall and all chances follow from.
        policies: Names, one per player.
    """

    name: str
    policies: tuple[str, ...]


def play_games(plans: Sequence[Plan], rules: RuleSet, form: SeedForm = SeedForm.BASE64) -> list[bytes]:
    """Play games to their end.

    Args:
        plans: One per game, at least one; games do not influence one another.
        rules: Of all the games.
        form: Of the seeds that their walls come from.

    Returns:
        Their logs.
    """
    names = [plan.name for plan in plans]
    supply, standings = WallSupply(names, rules.seats, form), opening(len(plans), rules)
    logs: list[list[bytes]] = [[] for _ in plans]
    games = np.arange(len(plans))
    while len(games):
        index = len(logs[games[0]])
        going = [(game, plans[game]) for game in games.tolist()]
        policies = [[POLICIES[name] for name in plan.policies] for _, plan in going]
        chances = _chances([plan.name for _, plan in going], index)
        played = _play_round(standings, games, supply, policies, chances)
        over = standings.advance(games, played)
        events = with_owari(played.events, over, *(column[games] for column in standings.final()))
        frames = [_frame(plan, supply, game, index) for game, plan in going]
        for (game, _), log in zip(going, write_games(encode(events, frames)), strict=True):
            logs[game].append(log)
        games = games[~over]
    return [joined(log) for log in logs]


def _frame(plan: Plan, supply: WallSupply, game: int, index: int) -> Frame:
    """What the log of a hand says beside the play: of the game with the first hand."""
    of_hands = supply.form == SeedForm.PER_HAND
    seed = seed_text(supply.seeds(game, index + 1)[-1]) if of_hands or index == 0 else ""
    names = [f"sim{seat} {policy}" for seat, policy in enumerate(plan.policies)]
    frame = NOBODY if index else frame_of(names, None if of_hands else seed)
    return frame._replace(hand_seeds=(seed,)) if of_hands else frame


def _chances(names: Sequence[str], hand: int) -> NDArray[np.int64]:
    """What the chances of a hand start from, in games of these names; never zero."""
    digests = [hashlib.sha512(f"{name}/chances/{hand}".encode()).digest() for name in names]
    return np.array([int.from_bytes(digest[:4], "little") or 1 for digest in digests], dtype=np.int64)

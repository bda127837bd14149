"""Whole games of policies, many at once: hand after hand until the rules end each of them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.encoder import Frame
from analyzer.formats.events import Events
from analyzer.rules import RuleSet
from analyzer.simulation.desk import POLICIES, Policy
from analyzer.simulation.game_names import WallSupply, frame_of
from analyzer.simulation.joining import one_hand_each, whole_games, with_owari
from analyzer.simulation.policy_hands import play_batch
from analyzer.simulation.results_of_play import Round, allowed_plays, settled_round
from analyzer.simulation.standings import Standings, opening
from analyzer.simulation.turns import Wall
from analyzer.vocabulary import NO_TILE
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
    walls, layout = supply.hand(int(standings.hands_played[games[0]]), games), supply.layout
    indicators = dora_indicators(walls.tiles, layout)
    dealt = haipai(walls.tiles, standings.dealer[games], layout)
    hands = standings.init(games, dealt, indicators[:, 0].copy(), walls.dice)
    wall = Wall(live_draws(walls.tiles, layout), _replacements(walls, layout), indicators)
    played = play_batch(hands, wall, policies, chances, own_honba, rules)
    dealt_and_played = hands._replace(play_offsets=played.play_offsets)
    events = one_hand_each(dealt_and_played, played.plays, played.calls, played.deposits, rules.seats)
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
        go_type: Bits of GO.
        policies: Names, one per player.
    """

    name: str
    go_type: int
    policies: tuple[str, ...]


def play_games(
    plans: Sequence[Plan], rules: RuleSet, form: SeedForm = SeedForm.BASE64
) -> tuple[Events, list[Frame]]:
    """Play games to their end.

    Args:
        plans: One per game, at least one; games do not influence one another.
        rules: Of all the games.
        form: Of the seeds that their walls come from.

    Returns:
        The games, and what the log of each says beside.
    """
    names = [plan.name for plan in plans]
    policies = [[POLICIES[each] for each in plan.policies] for plan in plans]
    supply = WallSupply(names, rules.seats, form)
    standings = opening(len(plans), rules)
    rounds: list[Events] = []
    games_of_rounds: list[NDArray[np.int64]] = []
    games = np.arange(len(plans))
    while len(games):
        chances = _chances([names[game] for game in games.tolist()], len(rounds))
        played = _play_round(standings, games, supply, [policies[game] for game in games.tolist()], chances)
        rounds.append(played.events)
        games_of_rounds.append(games)
        games = games[~standings.advance(games, played)]
    go_types = np.array([plan.go_type for plan in plans], np.int32)
    events = whole_games(rounds, games_of_rounds, go_types, rules.seats)
    frames: list[Frame] = []
    for game, plan in enumerate(plans):
        seeds = tuple(map(seed_text, supply.seeds(game, int(standings.hands_played[game]))))
        of_hands = form == SeedForm.PER_HAND
        frame = frame_of(
            [f"sim{seat} {each}" for seat, each in enumerate(plan.policies)], None if of_hands else seeds[0]
        )
        frames.append(frame._replace(hand_seeds=seeds) if of_hands else frame)
    return with_owari(events, np.arange(len(plans)), *standings.final()), frames


def _chances(names: Sequence[str], hand: int) -> NDArray[np.int64]:
    """What the chances of a hand start from, in games of these names; never zero."""
    digests = [hashlib.sha512(f"{name}/chances/{hand}".encode()).digest() for name in names]
    return np.array([int.from_bytes(digest[:4], "little") or 1 for digest in digests], dtype=np.int64)

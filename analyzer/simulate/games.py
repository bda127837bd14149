"""Whole games, many at once: hand after hand until the rules end each of them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.encoder import Frame
from analyzer.formats.events import Events
from analyzer.rules import RuleSet
from analyzer.simulate.joining import whole_games, with_owari
from analyzer.simulate.naming import frame_of
from analyzer.simulate.policies import Policy, policy_rows
from analyzer.simulate.rounds import Seats, play_round
from analyzer.simulate.standings import opening
from analyzer.simulate.walls import WallSupply, game_seed
from analyzer.vocabulary import SEATS
from analyzer.wall import seed_text

__all__ = ["Plan", "PlayedGames", "game_seed", "play_games"]


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
    names: tuple[str, str, str, str]


class PlayedGames(NamedTuple):
    """Games that are over."""

    events: Events
    frames: tuple[Frame, ...]
    """One per game."""


def play_games(plans: Sequence[Plan], rules: RuleSet) -> PlayedGames:
    """Play games to their end.

    Args:
        plans: One per game, at least one; games do not influence one another.
        rules: Of all the games.
    """
    seeds = [game_seed(plan.name) for plan in plans]
    policies = np.stack([policy_rows([*plan.policies, plan.policies[0]][:SEATS]) for plan in plans])
    supply = WallSupply(seeds, rules.seats)
    standings = opening(len(plans), rules)
    rounds: list[Events] = []
    games_of_rounds: list[NDArray[np.int64]] = []
    games = np.arange(len(plans))
    while len(games):
        walls = supply.hand(len(rounds), games)
        chances = _chances([plans[game].name for game in games.tolist()], len(rounds))
        played = play_round(standings, games, walls, Seats(policies[games], chances), rules)
        rounds.append(played.events)
        games_of_rounds.append(games)
        games = games[~standings.advance(games, played)]
    go_types = np.array([plan.go_type for plan in plans], np.int32)
    events = whole_games(rounds, games_of_rounds, go_types, rules.seats)
    frames = (frame_of(plan.names, seed_text(seed)) for plan, seed in zip(plans, seeds, strict=True))
    return PlayedGames(with_owari(events, np.arange(len(plans)), *standings.final()), tuple(frames))


def _chances(names: Sequence[str], hand: int) -> NDArray[np.int64]:
    """What the chances of a hand start from, in games of these names; never zero."""
    digests = [hashlib.sha512(f"{name}/chances/{hand}".encode()).digest() for name in names]
    return np.array([int.from_bytes(digest[:4], "little") or 1 for digest in digests], dtype=np.int64)

"""Whole games of policies, many at once: hand after hand until the rules end each of them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.encoder import Frame
from analyzer.formats.events import Events, Hands
from analyzer.replay import Illegal
from analyzer.rules import RuleSet
from analyzer.rules.grades import Kuikae, OpenKanDora
from analyzer.simulation.game_names import WallSupply, frame_of
from analyzer.simulation.joining import one_hand_each, whole_games, with_owari
from analyzer.simulation.policies import Policy, policy_rows
from analyzer.simulation.policy_hands import play_batch
from analyzer.simulation.results_of_play import Round, settled_round
from analyzer.simulation.standings import Standings, opening
from analyzer.simulation.writing import Wall
from analyzer.vocabulary import ABSENT, NO_TILE, SEATS
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

__all__ = ["Plan", "PlayedGames", "Seats", "play_games", "play_round"]

_REPLACEMENTS: Final = 8


class Seats(NamedTuple):
    """Who plays, and what their chances follow from; one row per hand."""

    policies: NDArray[np.int64]
    """Shape (hands, 4, columns of a policy)."""
    chances: NDArray[np.int64]
    """Shape (hands,): words of 32 bits that are not zero."""


def play_round(
    standings: Standings,
    games: NDArray[np.int64],
    walls: Walls,
    layout: Layout,
    seats: Seats,
    rules: RuleSet,
) -> Round:
    """Deal, play and settle one hand of each of some games.

    Args:
        standings: Of all games.
        games: Which of them; shape (hands,).
        walls: Of the hands.
        layout: Of the walls.
        seats: Of the hands.
        rules: Of all these games.

    Raises:
        RuntimeError: When a play was illegal, or a hand ended in another way than the rules end it: a
            mistake of this package.
    """
    own_honba = standings.own_honba[games]
    hands = _init(standings, games, walls, layout)
    wall = _wall(walls, layout)
    played = play_batch(hands, wall, seats.policies, seats.chances, own_honba, rules)
    dealt = hands._replace(play_offsets=played.play_offsets)
    events = one_hand_each(dealt, played.plays, played.calls, played.deposits, rules.seats)
    ura = ura_indicators(walls.tiles, layout)
    done = settled_round(events, played.winners, rules, ura, own_honba)
    illegal = set(done.illegals.code.tolist()) - _allowed(rules)
    if illegal:
        raise RuntimeError(f"simulated plays are illegal: codes {sorted(illegal)}")
    return done


def _allowed(rules: RuleSet) -> set[int]:
    """Plays that the replay reports as illegal and these rules allow."""
    settled_by_rules = {
        Illegal.DORA_BEFORE_DRAW: rules.open_kan_dora == OpenKanDora.AT_ONCE,
        Illegal.KUIKAE: rules.kuikae == Kuikae.ALLOWED,
        Illegal.KUIKAE_OTHER_END: rules.kuikae != Kuikae.FORBIDDEN,
        Illegal.CALL_OF_LAST_DISCARD: rules.last_discard_calls,
        Illegal.KAN_ON_LAST_TILE: rules.last_tile_kan,
    }
    return {int(code) for code, is_allowed in settled_by_rules.items() if is_allowed}


def _init(standings: Standings, games: NDArray[np.int64], walls: Walls, layout: Layout) -> Hands:
    """What INIT says, for some of the games."""
    count = len(games)
    dealer = standings.dealer[games]
    each = np.arange(count + 1, dtype=np.int32)
    return Hands(
        game=each[:-1],
        element=np.zeros(count, np.int32),
        kyoku=standings.kyoku[games],
        honba=standings.honba[games],
        kyotaku=standings.kyotaku[games],
        dice=walls.dice,
        indicator=dora_indicators(walls.tiles, layout)[:, 0].copy(),
        dealer=dealer,
        scores=standings.scores[games],
        chips=np.full((count, SEATS), ABSENT, np.int32),
        haipai=haipai(walls.tiles, dealer, layout),
        play_offsets=np.zeros(count + 1, np.int32),
        result_offsets=each,
        readable=np.ones(count, np.bool_),
        complete=np.ones(count, np.bool_),
    )


def _wall(walls: Walls, layout: Layout) -> Wall:
    """Tiles to come."""
    spare = np.full((len(walls.tiles), _REPLACEMENTS), NO_TILE, np.uint8)
    dead = replacements(walls.tiles, layout)
    spare[:, : dead.shape[1]] = dead
    return Wall(live_draws(walls.tiles, layout), spare, dora_indicators(walls.tiles, layout))


@dataclass(frozen=True, slots=True)
class Plan:
    """What a game is made from.

    Attributes:
        name: Text that the wall and all chances follow from.
        go_type: Bits of GO.
        policies: One per player.
        names: Of the seats.
    """

    name: str
    go_type: int
    policies: tuple[Policy, ...]
    names: tuple[str, ...]


class PlayedGames(NamedTuple):
    """Games that are over."""

    events: Events
    frames: tuple[Frame, ...]
    """One per game."""


def play_games(plans: Sequence[Plan], rules: RuleSet, form: SeedForm = SeedForm.BASE64) -> PlayedGames:
    """Play games to their end.

    Args:
        plans: One per game, at least one; games do not influence one another.
        rules: Of all the games.
        form: Of the seeds that their walls come from.
    """
    names = [plan.name for plan in plans]
    policies = np.stack([policy_rows([*plan.policies, plan.policies[0]][:SEATS]) for plan in plans])
    supply = WallSupply(names, rules.seats, form)
    standings = opening(len(plans), rules)
    rounds: list[Events] = []
    games_of_rounds: list[NDArray[np.int64]] = []
    games = np.arange(len(plans))
    while len(games):
        walls = supply.hand(len(rounds), games)
        chances = _chances([names[game] for game in games.tolist()], len(rounds))
        seats = Seats(policies[games], chances)
        played = play_round(standings, games, walls, supply.layout, seats, rules)
        rounds.append(played.events)
        games_of_rounds.append(games)
        games = games[~standings.advance(games, played)]
    go_types = np.array([plan.go_type for plan in plans], np.int32)
    events = whole_games(rounds, games_of_rounds, go_types, rules.seats)
    frames: list[Frame] = []
    for game, plan in enumerate(plans):
        seeds = tuple(map(seed_text, supply.seeds(game, int(standings.hands_played[game]))))
        of_hands = form == SeedForm.PER_HAND
        frame = frame_of(plan.names, None if of_hands else seeds[0])
        frames.append(frame._replace(hand_seeds=seeds) if of_hands else frame)
    return PlayedGames(with_owari(events, np.arange(len(plans)), *standings.final()), tuple(frames))


def _chances(names: Sequence[str], hand: int) -> NDArray[np.int64]:
    """What the chances of a hand start from, in games of these names; never zero."""
    digests = [hashlib.sha512(f"{name}/chances/{hand}".encode()).digest() for name in names]
    return np.array([int.from_bytes(digest[:4], "little") or 1 for digest in digests], dtype=np.int64)

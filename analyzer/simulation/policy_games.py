"""Games of policies, many side by side: hand after hand, until the rules end each of them.

One kernel chooses and writes the next play; the replay's own kernels apply it.  So the simulator has no
second notion of what a play does to a table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.encoder import Frame
from analyzer.formats.events import Calls, Hands, Plays
from analyzer.kernels import is_compiling, kernel
from analyzer.replay.beginnings import begin_hand
from analyzer.replay.registers import TABLE_LAYOUT, Tables, plain_tables
from analyzer.rules import RuleSet
from analyzer.settlement.best_decomposition import new_scratch
from analyzer.settlement.points import ScoringRules, scoring_rules
from analyzer.simulation.desk import POLICIES, Desk, Outlook, new_desks, plain_desks
from analyzer.simulation.game_names import WallSupply, go_type_of
from analyzer.simulation.logs import frame_of, joined, one_hand_each, with_owari, written_hands
from analyzer.simulation.may_win import Scorer
from analyzer.simulation.results import Round, allowed_plays, settled_round
from analyzer.simulation.standings import Standings, opening
from analyzer.simulation.turns import Wall, play_hand
from analyzer.simulation.writing import Buffers, filled, new_buffers
from analyzer.tiles.shanten import Distances, distance_record, distances
from analyzer.tiles.suits import SuitTables, suit_tables
from analyzer.vocabulary import NO_TILE, SEATS
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

__all__ = ["Played", "play_batch", "play_games"]

_REPLACEMENTS: Final = 8


@kernel
def play_hands(
    hands: Hands,
    players: int,
    tables: Tables,
    desks: Sequence[Desk],
    suits: SuitTables,
    distances: Sequence[Distances],
    walls: Wall,
    scoring: ScoringRules,
    buffers: Buffers,
    ends: NDArray[np.int64],
) -> None:
    """Play every hand of a batch.

    Args:
        hands: What INIT says; its ``play_offsets`` are zero.
        players: 3 or 4.
        tables: One per hand, before the deal: the replay's records, or its lists in plain code.
        desks: One per hand, likewise.
        suits: From `suit_tables`.
        distances: One entry: from `distances`, or compiled the record.
        walls: The hands in front.
        scoring: From `scoring_rules`.
        buffers: Written, hand after hand.
        ends: Shape (hands, 5), written: WON or a DrawKind, the mask of the winners, and the rows after the
            last play, call and deposit.
    """
    scorer = Scorer(scoring, new_scratch())
    for row in range(len(ends)):
        outlook = Outlook(desks[row], tables[row], distances[0])
        desk = outlook.desk
        if row > 0:
            desk.play = int(ends[row - 1, 2])
            desk.call = int(ends[row - 1, 3])
            desk.deposit = int(ends[row - 1, 4])
        desk.first_play = desk.play
        desk.first_call = desk.call
        wall = Wall(walls.live[row], walls.replacements[row], walls.indicators[row])
        begin_hand(tables[row], suits, hands, buffers.plays, row, players)
        ends[row, 0] = play_hand(outlook, scorer, suits, buffers, wall)
        ends[row, 1] = desk.winners
        ends[row, 2] = desk.play
        ends[row, 3] = desk.call
        ends[row, 4] = desk.deposit


class Played(NamedTuple):
    """What was played in the hands of a batch, and how each ended."""

    plays: Plays
    """``row`` counts over the batch; ``element`` counts the plays of the hand."""
    calls: Calls
    deposits: NDArray[np.int32]
    """Shape (deposits, 4), points."""
    play_offsets: NDArray[np.int32]
    """Shape (hands + 1,)."""
    ends: NDArray[np.int64]
    """Shape (hands,): 0 where a seat wins, else a DrawKind; EXHAUSTIVE stands for nagashi mangan as well,
    which the settlement tells apart."""
    winners: NDArray[np.bool_]
    """Shape (hands, 4): seats that win and are paid; the three who call ron at a sanchahou."""


def play_batch(
    hands: Hands,
    wall: Wall,
    policies: NDArray[np.int64],
    chances: NDArray[np.int64],
    own_honba: NDArray[np.int32],
    rules: RuleSet,
) -> Played:
    """Play one hand of each game by the policies of its seats.

    Args:
        hands: What INIT says, one row per hand; ``play_offsets`` are not read.
        wall: Tiles to come, rows as ``hands``.
        policies: Shape (hands, seats, fields of a Policy).
        chances: Shape (hands,): what the chances of each hand start from, words of 32 bits that are not zero.
        own_honba: Shape (hands,): honba that the dealer has earned alone; only paarenchan asks.
        rules: Of all these games.
    """
    count = len(hands.game)
    buffers, ends, suits = new_buffers(count), np.zeros((count, 5), np.int64), suit_tables()
    desks = new_desks(hands, policies, chances, own_honba, rules)
    undealt = hands._replace(play_offsets=np.zeros(count + 1, np.int32))
    scoring = scoring_rules(rules)
    # Choosing columns of a wall turns its layout in memory, and every other layout would be compiled anew.
    wall = Wall(*(np.ascontiguousarray(tiles) for tiles in wall))
    if is_compiling():
        # Records have the fields of a Desk, a Table and Distances.
        some_desks, distant = cast("list[Desk]", desks), cast("list[Distances]", distance_record())
        tables: Tables = np.zeros(count, TABLE_LAYOUT)
    else:
        some_desks, distant, tables = plain_desks(desks), [distances()], plain_tables(count)
    play_hands(undealt, rules.seats, tables, some_desks, suits, distant, wall, scoring, buffers, ends)
    plays, calls, deposits = filled(buffers, *ends[-1, 2:].tolist())
    offsets = np.append(0, ends[:, 2]).astype(np.int32)
    winners = (ends[:, 1, None] >> np.arange(SEATS) & 1).astype(np.bool_)
    return Played(plays, calls, deposits, offsets, ends[:, 0], winners)


def _play_round(
    standings: Standings,
    games: NDArray[np.int64],
    supply: WallSupply,
    policies: NDArray[np.int64],
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
    plays, calls, deposits, *_ = played
    events = one_hand_each(dealt_and_played, plays, calls, deposits, rules.seats, go_type_of(rules))
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


def play_games(
    games: Mapping[str, Sequence[str]], rules: RuleSet, form: SeedForm = SeedForm.BASE64
) -> list[bytes]:
    """Play games to their end, which do not influence one another.

    Args:
        games: The policies of the seats by name of the game, which its wall and all chances follow from.
        rules: Of all the games.
        form: Of the seeds that their walls come from.

    Returns:
        Their logs.
    """
    names, mixes = [*games], [*games.values()]
    policies = np.array([[POLICIES[name] for name in mix] for mix in mixes], np.int64)
    supply, standings = WallSupply(names, rules.seats, form), opening(len(names), rules)
    logs: list[list[bytes]] = [[] for _ in names]
    going = np.arange(len(names))
    while len(going):
        rows = going.tolist()
        index = len(logs[rows[0]])
        chances = _chances([names[game] for game in rows], index)
        played = _play_round(standings, going, supply, policies[going], chances)
        over = standings.advance(going, played)
        events = with_owari(played.events, over, *(column[going] for column in standings.final()))
        frames = [] if index else [_frame(mixes[game], supply, game) for game in rows]
        seeds = [_seed(supply, game, index) for game in rows] if form == SeedForm.PER_HAND else []
        for game, hand in zip(rows, written_hands(events, frames, seeds), strict=True):
            logs[game].append(hand)
        going = going[~over]
    return [joined(log) for log in logs]


def _seed(supply: WallSupply, game: int, index: int = 0) -> str:
    """The seed of a game, or of its hand with that index."""
    return seed_text(supply.seeds(game, index + 1)[-1])


def _frame(policies: Sequence[str], supply: WallSupply, game: int) -> Frame:
    """What the log of a game says beside the play, up to its first hand."""
    names = [f"sim{seat} {policy}" for seat, policy in enumerate(policies)]
    if supply.form == SeedForm.PER_HAND:
        return frame_of(names)._replace(hand_seeds=(_seed(supply, game),))
    return frame_of(names, _seed(supply, game))


def _chances(names: Sequence[str], hand: int) -> NDArray[np.int64]:
    """What the chances of a hand start from, in games of these names; never zero."""
    digests = [hashlib.sha512(f"{name}/chances/{hand}".encode()).digest() for name in names]
    return np.array([int.from_bytes(digest[:4], "little") or 1 for digest in digests], dtype=np.int64)

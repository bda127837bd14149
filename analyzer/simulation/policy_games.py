"""Games of policies, many side by side: hand after hand, until the rules end each of them.

One kernel chooses and writes the next play; the replay's own kernels apply it.  So the simulator has no
second notion of what a play does to a table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import cast

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Hands
from analyzer.kernels import is_compiling, kernel
from analyzer.replay.registers import TABLE_LAYOUT, TableStates, plain_tables
from analyzer.replay.replay import begin_hand
from analyzer.rules import RuleSet
from analyzer.settlement.points import ScoringRules, scoring_rules
from analyzer.settlement.scoring import new_scratch
from analyzer.settlement.win_facts import WinFacts
from analyzer.simulation.desk import POLICIES, Desk, Outlook, new_desks, plain_desks
from analyzer.simulation.game_names import WallSupply
from analyzer.simulation.games import Played, Standing, frame_of, hands_of, play_out
from analyzer.simulation.may_win import Scorer, one_win
from analyzer.simulation.turns import Wall, play_hand
from analyzer.simulation.writing import Buffers, new_buffers, written
from analyzer.tiles.suits import Distances, distance_record, distances
from analyzer.vocabulary import SEATS
from analyzer.wall import (
    SeedForm,
    dora_indicators,
    haipai,
    layout_of,
    live_draws,
    replacements,
    seed_text,
    ura_indicators,
)

__all__ = ["play_batch", "play_games"]


@kernel
def play_hands(
    hands: Hands,
    players: int,
    tables: TableStates,
    desks: Sequence[Desk],
    distances: Sequence[Distances],
    walls: Wall,
    scoring: ScoringRules,
    wins: Sequence[WinFacts],
    buffers: Buffers,
    ends: NDArray[np.int64],
) -> None:
    """Play every hand of a batch.

    Args:
        hands: What INIT says; its ``play_offsets`` are zero.
        players: 3 or 4.
        tables: One per hand, before the deal: the replay's records, or its lists in plain code.
        desks: One per hand, likewise.
        distances: One entry: from `distances`, or compiled the record.
        walls: The hands in front.
        scoring: From `scoring_rules`.
        wins: From `one_win`.
        buffers: Written, hand after hand.
        ends: Shape (hands, 3), written: WON or a DrawKind, the mask of the winners, and the row after the
            last play.
    """
    scorer = Scorer(scoring, wins[0], new_scratch())
    for row in range(len(ends)):
        outlook = Outlook(desks[row], tables[row], distances[0])
        wall = Wall(walls.live[row], walls.replacements[row], walls.indicators[row])
        begin_hand(tables[row], buffers.suits, hands, buffers.plays, row, players)
        ends[row, 0] = play_hand(outlook, scorer, buffers, wall)
        ends[row, 1] = outlook.desk.winners
        ends[row, 2] = buffers.filled[0]


def play_batch(
    hands: Hands,
    wall: Wall,
    ura: NDArray[np.uint8],
    nerve: NDArray[np.int64],
    own_honba: NDArray[np.int32],
    rules: RuleSet,
) -> tuple[Played, NDArray[np.int64]]:
    """Play one hand of each game by the policies of its seats.

    Args:
        hands: What INIT says, one row per hand; no plays yet.
        wall: Tiles to come, rows as ``hands``.
        ura: The tiles under the indicators; nobody looks at them.
        nerve: Shape (hands, seats): how bold each seat plays.
        own_honba: Shape (hands,): honba that the dealer has earned alone; only paarenchan asks.
        rules: Of all these games.

    Returns:
        What was played, and how each hand ended: 0 where a seat wins, else a DrawKind; EXHAUSTIVE stands for
        nagashi mangan as well, which the settlement tells apart.
    """
    count = len(hands.game)
    buffers, ends = new_buffers(count), np.zeros((count, 3), np.int64)
    desks = new_desks(hands, nerve, own_honba, rules)
    scoring = scoring_rules(rules)
    # Choosing columns of a wall turns its layout in memory, and every other layout would be compiled anew.
    wall = Wall(*(np.ascontiguousarray(tiles) for tiles in wall))
    if is_compiling():
        # Records have the fields of a Desk, a TableState and Distances.
        some_desks, distant = cast("list[Desk]", desks), cast("list[Distances]", distance_record())
        tables: TableStates = np.zeros(count, TABLE_LAYOUT)
    else:
        some_desks, distant, tables = plain_desks(desks), [distances()], plain_tables(count)
    play_hands(hands, rules.seats, tables, some_desks, distant, wall, scoring, one_win(), buffers, ends)
    dealt = hands._replace(play_offsets=np.append(0, ends[:, 2]).astype(np.int32))
    winners = (ends[:, 1, None] >> np.arange(SEATS) & 1).astype(np.bool_)
    return Played(dealt, *written(buffers), winners, ura), ends[:, 0]


def play_games(names: Sequence[str], rules: RuleSet, form: SeedForm = SeedForm.BASE64) -> list[bytes]:
    """Play games to their end, which do not influence one another.

    Args:
        names: Of the games; policies, walls and all chances follow from them.
        rules: Of all the games.
        form: Of the seeds that their walls come from.

    Returns:
        Their logs.
    """
    known = [*POLICIES]
    mixes = [[known[byte % len(known)] for byte in _bytes(f"{name}/policies", rules.seats)] for name in names]
    supply, layout = WallSupply(names, rules.seats, form), layout_of(rules.seats, form)

    def next_hands(going: Sequence[int], standings: Sequence[Standing]) -> Played:
        index = standings[0].hands_played
        tiles, dice = supply.hand(index, going)
        wall = Wall(live_draws(tiles, layout), replacements(tiles, layout), dora_indicators(tiles, layout))
        dealt = haipai(tiles, np.array([each.dealer for each in standings], np.uint8), layout)
        hands = hands_of(standings, dealt, wall.indicators[:, 0], dice)
        own_honba = np.array([each.own_honba for each in standings], np.int32)
        nerve = np.array([_nerve(f"{names[game]}/chances/{index}", mixes[game]) for game in going], np.int64)
        ura = ura_indicators(tiles, layout)
        played, _ = play_batch(hands, wall, ura, nerve, own_honba, rules)
        if form != SeedForm.PER_HAND:
            return played
        return played._replace(seeds=[seed_text(supply.seed(game, index)) for game in going])

    frames = [frame_of([f"sim{seat} {policy}" for seat, policy in enumerate(mix)]) for mix in mixes]
    if form != SeedForm.PER_HAND:
        frames = [frame._replace(seed=seed_text(supply.seed(game))) for game, frame in enumerate(frames)]
    return play_out(frames, rules, next_hands)


def _nerve(name: str, mix: Sequence[str]) -> list[int]:
    """How bold each seat of a mix of policies plays a hand of this name."""
    chances = [byte * 100 // 256 for byte in _bytes(name, len(mix))]
    return [chance + POLICIES[policy] for chance, policy in zip(chances, mix, strict=True)]


def _bytes(name: str, count: int) -> bytes:
    """So many bytes by chance, which follow from a name."""
    return hashlib.shake_256(name.encode()).digest(count)

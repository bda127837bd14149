"""Games of policies, many side by side: turn after turn, hand after hand, until the rules end each of them.

One kernel chooses and writes the next play; the replay's own kernels apply it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import PLAY, Hands
from analyzer.kernels import is_compiling, kernel, numbered
from analyzer.replay.registers import HAND, PHASE, SEAT, TABLE_LAYOUT, TableStates, plain_tables
from analyzer.replay.replay import begin_hand
from analyzer.rules import RuleSet
from analyzer.settlement.points import ScoringRules, scoring_rules
from analyzer.settlement.scoring import new_scratch
from analyzer.settlement.win_facts import WinFacts
from analyzer.simulation.choices import (
    Scorer,
    choose_claim,
    choose_discard,
    choose_kan,
    declares_riichi,
    one_win,
    ron_winners,
    wins_on,
)
from analyzer.simulation.desk import (
    OPEN_KAN_DORA,
    POLICIES,
    SUUKAIKAN,
    Buffers,
    Desk,
    Outlook,
    Wall,
    copy_to_discard,
    new_buffers,
    new_desks,
    plain_desks,
    write,
    write_deposit,
    write_dora,
    write_meld,
    written,
)
from analyzer.simulation.games import Played, Standing, WallSupply, frame_of, hands_of, play_out
from analyzer.tiles.suits import Distances, distance_record, distances
from analyzer.vocabulary import ABSENT, NO_SEAT, NO_TILE, SEATS, DrawKind
from analyzer.wall import SeedForm, haipai, layout_of, seed_text

ENDED: Final = numbered(DrawKind)
WON: Final = 0
"""End of a hand that somebody wins; the others are a DrawKind."""
GOES_ON: Final = 255
PLANNED: Final = 254
"""No play yet: a discard is planned."""
KYUUSHU_KINDS: Final = 9
MOST_KYUUSHU: Final = 10
"""With more kinds a seat goes for thirteen orphans."""
NOBODY_PAID: Final = 0
NORTH: Final = 30


@kernel
def declares_kyuushu(outlook: Outlook, seat: int) -> bool:
    """Whether a seat that has drawn its first tile, before any call, ends the hand."""
    registers = outlook.table.seat[seat]
    untouched = outlook.table.hand[HAND.call_count] == 0 and registers[SEAT.discards] == 0
    if outlook.desk.kyuushu_kyuuhai == 0 or not untouched:
        return False
    return KYUUSHU_KINDS <= int(registers[SEAT.yaochu_kinds]) <= MOST_KYUUSHU


@kernel
def makes_kita(outlook: Outlook, seat: int) -> bool:
    """Whether a seat that has drawn sets a North aside, if the rules allow it; in riichi the one drawn."""
    table, registers = outlook.table, outlook.table.seat[seat]
    if outlook.desk.nuki_dora == 0 or table.hand[HAND.live_tiles] <= 0 or table.concealed[seat][NORTH] == 0:
        return False
    return registers[SEAT.riichi_order] == 0 or int(registers[SEAT.last_draw]) // 4 == NORTH


@kernel
def end_by_pass(outlook: Outlook) -> int:
    """The DrawKind that it brings about that nobody wins on the tile just laid down, or GOES_ON."""
    desk, hand = outlook.desk, outlook.table.hand
    if (
        hand[HAND.phase] == PHASE.AWAIT_REPLACEMENT
        and desk.suukaikan == SUUKAIKAN.AT_ONCE
        and hand[HAND.fourth_kan] >= 0
    ):
        return ENDED.SUUKAIKAN
    if hand[HAND.phase] != PHASE.AFTER_DISCARD:
        return GOES_ON
    if desk.suukaikan == SUUKAIKAN.AFTER_DISCARD and hand[HAND.fourth_kan_discard] >= 0:
        return ENDED.SUUKAIKAN
    if desk.suucha_riichi != 0 and hand[HAND.accepted_count] == 4:
        return ENDED.SUUCHA_RIICHI
    if desk.suufon_renda != 0 and hand[HAND.fourth_wind] >= 0:
        return ENDED.SUUFON_RENDA
    if hand[HAND.live_tiles] <= 0:
        return ENDED.EXHAUSTIVE
    return GOES_ON


@kernel
def is_indicator_due(outlook: Outlook) -> bool:
    """Whether a kan has earned an indicator that is shown before anything else is played."""
    hand, shown = outlook.table.hand, outlook.desk.open_kan_dora
    if shown == OPEN_KAN_DORA.AFTER_DISCARD and hand[HAND.phase] == PHASE.AWAIT_DISCARD:
        return False
    is_early = shown in (OPEN_KAN_DORA.AT_ONCE, OPEN_KAN_DORA.BEFORE_DRAW)
    return int(hand[HAND.dora_due]) > (0 if is_early else int(hand[HAND.dora_held]))


@kernel
def is_indicator_first(outlook: Outlook) -> bool:
    """Whether an indicator is shown before anybody wins on the tile just laid down.

    That is one which was due for the discard, or at once for an added kan, though this may be robbed.
    """
    hand = outlook.table.hand
    is_at_once = hand[HAND.last_kind] == PLAY.KAKAN and outlook.desk.open_kan_dora == OPEN_KAN_DORA.AT_ONCE
    return (is_at_once or hand[HAND.phase] == PHASE.AFTER_DISCARD) and is_indicator_due(outlook)


@kernel
def choose_own_play(outlook: Outlook, scorer: Scorer, buffers: Buffers, seat: int) -> int:
    """A seat is to discard: it plans which tile, or wins, ends the hand, or writes another play first."""
    desk = outlook.desk
    if outlook.table.hand[HAND.last_kind] != PLAY.DRAW:
        desk.planned = choose_discard(outlook, seat)
        return PLANNED
    drawn = int(outlook.table.seat[seat][SEAT.last_draw])
    if wins_on(outlook, scorer, seat, drawn // 4, True):
        desk.winners = 1 << seat
        return WON
    if declares_kyuushu(outlook, seat):
        return ENDED.KYUUSHU_KYUUHAI
    if makes_kita(outlook, seat):
        write_meld(outlook, buffers, PLAY.KITA, seat, copy_to_discard(outlook, seat, NORTH, drawn), NORTH)
        return GOES_ON
    kan = choose_kan(outlook, buffers.suits, seat)
    if kan != NO_TILE:
        play = PLAY.ANKAN if int(outlook.table.concealed[seat][kan]) == 4 else PLAY.KAKAN
        write_meld(outlook, buffers, play, seat, copy_to_discard(outlook, seat, kan, drawn), kan)
        return GOES_ON
    if outlook.table.seat[seat][SEAT.riichi_order] > 0:
        desk.planned = drawn // 4
        return PLANNED
    desk.planned = choose_discard(outlook, seat)
    if not declares_riichi(outlook, buffers.suits, seat, desk.planned):
        return PLANNED
    write(outlook, buffers, PLAY.RIICHI, seat, NO_TILE, ABSENT)
    return GOES_ON


@kernel
def end_by_ron(outlook: Outlook, scorer: Scorer) -> int:
    """WON where others win on the tile just laid down, or the draw that their rons are; else GOES_ON."""
    desk, hand = outlook.desk, outlook.table.hand
    kind = int(hand[HAND.passing])
    winners, count = ron_winners(outlook, scorer, int(hand[HAND.last_seat]), kind)
    if winners != 0:
        desk.winners = winners
        return ENDED.SANCHAHOU if desk.paid_rons[count] == NOBODY_PAID else WON
    for other in range(int(hand[HAND.players])):
        if outlook.table.seat[other][SEAT.riichi_order] > 0:
            desk.safe[other] |= 1 << kind
    return GOES_ON


@kernel
def write_draw(outlook: Outlook, buffers: Buffers) -> None:
    """The seat whose turn it is draws, from the live wall or the dead wall."""
    desk, hand = outlook.desk, outlook.table.hand
    if hand[HAND.phase] == PHASE.AWAIT_REPLACEMENT:
        tile = int(desk.replacements[desk.next_replacement])
        desk.next_replacement += 1
    else:
        tile = int(desk.live[desk.next_live])
        desk.next_live += 1
    write(outlook, buffers, PLAY.DRAW, int(hand[HAND.turn]), tile, ABSENT)


@kernel
def write_discard(outlook: Outlook, buffers: Buffers, seat: int) -> None:
    """A seat discards what it has planned; in riichi the tile drawn."""
    tile = int(outlook.table.seat[seat][SEAT.last_draw])
    if outlook.table.seat[seat][SEAT.riichi_turn] == 0:
        tile = copy_to_discard(outlook, seat, outlook.desk.planned, tile)
    outlook.desk.planned = NO_TILE
    write(outlook, buffers, PLAY.DISCARD, seat, tile, ABSENT)


@kernel
def write_claim(outlook: Outlook, buffers: Buffers) -> bool:
    """Write the call that somebody makes of the last discard, if anybody does."""
    called = int(outlook.table.hand[HAND.last_tile])
    call, caller, lowest = choose_claim(outlook, int(outlook.table.hand[HAND.last_seat]), called // 4)
    if caller == NO_SEAT:
        return False
    write_meld(outlook, buffers, call, caller, called, lowest)
    return True


@kernel
def choose_play(outlook: Outlook, scorer: Scorer, buffers: Buffers) -> int:
    """Write the next play, where nothing ends the hand; returns GOES_ON, WON, or the DrawKind that ends it.

    EXHAUSTIVE stands for nagashi mangan as well, which the settlement decides.
    """
    desk, hand = outlook.desk, outlook.table.hand
    seat = int(hand[HAND.turn])
    if is_indicator_first(outlook):
        write_dora(outlook, buffers)
        return GOES_ON
    end = end_by_ron(outlook, scorer) if hand[HAND.passing] != NO_TILE else GOES_ON
    if end != GOES_ON:
        return end
    if hand[HAND.phase] == PHASE.AFTER_DISCARD and hand[HAND.pending_riichi] != NO_SEAT:
        write_deposit(outlook, buffers, int(hand[HAND.last_seat]))
        return GOES_ON
    end = end_by_pass(outlook)
    if end != GOES_ON:
        return end
    if hand[HAND.phase] == PHASE.AWAIT_DISCARD and desk.planned == NO_TILE:
        end = choose_own_play(outlook, scorer, buffers, seat)
        if end != PLANNED:
            return end
    if is_indicator_due(outlook):
        write_dora(outlook, buffers)
    elif hand[HAND.phase] == PHASE.AWAIT_DISCARD:
        write_discard(outlook, buffers, seat)
    elif hand[HAND.phase] != PHASE.AFTER_DISCARD or not write_claim(outlook, buffers):
        write_draw(outlook, buffers)
    return GOES_ON


@kernel
def play_hands(
    hands: Hands,
    players: int,
    tables: TableStates,
    desks: Sequence[Desk],
    distances: Sequence[Distances],
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
        scoring: From `scoring_rules`.
        wins: From `one_win`.
        buffers: Written, hand after hand.
        ends: Shape (hands, 2), written: the mask of the winners, and the row after the last play.
    """
    scorer = Scorer(scoring, wins[0], new_scratch())
    for row in range(len(ends)):
        outlook = Outlook(desks[row], tables[row], distances[0])
        begin_hand(tables[row], buffers.suits, hands, buffers.plays, row, players)
        while choose_play(outlook, scorer, buffers) == GOES_ON:
            pass
        ends[row, 0] = outlook.desk.winners
        ends[row, 1] = buffers.filled[0]


def play_batch(
    hands: Hands,
    wall: Wall,
    ura: NDArray[np.uint8],
    nerve: NDArray[np.int64],
    own_honba: NDArray[np.int32],
    rules: RuleSet,
) -> Played:
    """Play one hand of each game by the policies of its seats.

    Args:
        hands: What INIT says, one row per hand; no plays yet.
        wall: Tiles to come, rows as ``hands``.
        ura: The tiles under the indicators; nobody looks at them.
        nerve: Shape (hands, seats): how bold each seat plays.
        own_honba: Shape (hands,): honba that the dealer has earned alone; only paarenchan asks.
        rules: Of all these games.
    """
    count = len(hands.game)
    buffers, ends = new_buffers(count), np.zeros((count, 2), np.int64)
    desks, scoring = new_desks(hands, wall, nerve, own_honba, rules), scoring_rules(rules)
    if is_compiling():
        # Records have the fields of a Desk, a TableState and Distances.
        some_desks, distant = cast("list[Desk]", desks), cast("list[Distances]", distance_record())
        tables: TableStates = np.zeros(count, TABLE_LAYOUT)
    else:
        some_desks, distant, tables = plain_desks(desks), [distances()], plain_tables(count)
    play_hands(hands, rules.seats, tables, some_desks, distant, scoring, one_win(), buffers, ends)
    dealt = hands._replace(play_offsets=np.append(0, ends[:, 1]).astype(np.int32))
    winners = (ends[:, 0, None] >> np.arange(SEATS) & 1).astype(np.bool_)
    return Played(dealt, *written(buffers), winners, ura)


def play_games(names: Sequence[str], rules: RuleSet, form: SeedForm = SeedForm.BASE64) -> list[bytes]:
    """The logs of games, of whose names all follows: policies, walls and chances."""
    known = [*POLICIES]
    mixes = [[known[byte % len(known)] for byte in _bytes(f"{name}/policies", rules.seats)] for name in names]
    supply, layout = WallSupply(names, rules.seats, form), layout_of(rules.seats, form)

    def next_hands(going: Sequence[int], standings: Sequence[Standing]) -> Played:
        index = standings[0].hands_played
        tiles, dice = supply.hand(index, going)
        wall = Wall(tiles[:, layout.draws], tiles[:, layout.replacements], tiles[:, layout.dora])
        dealt = haipai(tiles, np.array([each.dealer for each in standings], np.uint8), layout)
        hands = hands_of(standings, dealt, wall.indicators[:, 0], dice)
        own_honba = np.array([each.own_honba for each in standings], np.int32)
        nerve = np.array([_nerve(f"{names[game]}/chances/{index}", mixes[game]) for game in going], np.int64)
        ura = tiles[:, layout.ura]
        played = play_batch(hands, wall, ura, nerve, own_honba, rules)
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

"""What a seat does in its turn and with the discards of others: by its own tiles and what lies open.

What the hand is worth and when danger outweighs it, discards, riichi, kans, calls, and wins: these only where
the settlement is sure to pay, whatever dora lies under the indicators.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, cast

import numpy as np

from analyzer.formats.events import PLAY
from analyzer.kernels import is_compiling, kernel
from analyzer.replay.facts import FURITEN_DISCARD, PLACE
from analyzer.replay.plays import forbid_kuikae
from analyzer.replay.registers import HAND, MASK, SEAT, add_tile, remove_tile, shanten_now, waits_now
from analyzer.settlement.dora import aka_held
from analyzer.settlement.points import ScoringRules
from analyzer.settlement.scoring import Scratch, best_of, whole_hand
from analyzer.settlement.win_facts import WinFacts, last_play_yaku, no_facts, riichi_yaku
from analyzer.settlement.yaku import ORDINARY, han_of, yakuman_units
from analyzer.settlement.yaku_names import BIT
from analyzer.simulation.desk import EAST, KUIKAE, Outlook, is_value, passes_safely, remaining
from analyzer.tiles.suits import SuitTables
from analyzer.tiles.waits import YAOCHU_MASK
from analyzer.vocabulary import AKA_IDS, KINDS, NO_SEAT, NO_TILE

NO_PLAN: Final = 0
"""Plans are masks of the kinds that fit; this one is of a hand that would have no yaku."""
ANY: Final = (1 << KINDS) - 1
"""Of three honours of value, or of a closed hand."""
TANYAO: Final = ANY & ~YAOCHU_MASK
FLUSHES: Final = tuple(0x1FF << 9 * suit | 0x7F << EAST for suit in range(3))
"""One suit with honours."""
MOST_STRAY: Final = 2
"""Tiles that do not fit, at most, for a plan to be one."""

RED_TILES: Final = np.array(AKA_IDS, np.int64)


@kernel
def stray_tiles(outlook: Outlook, seat: int, plan: int) -> int:
    """Concealed tiles that do not fit a plan; many more where a meld does not."""
    strays = 0
    for kind in range(34):
        if plan >> kind & 1 == 0:
            strays += int(outlook.table.concealed[seat][kind]) + 14 * int(outlook.table.melded[seat][kind])
    return strays


@kernel
def plan_of(outlook: Outlook, seat: int) -> int:
    """The yaku that an open hand works for, or that a closed one would have if it called."""
    for flush in FLUSHES:
        # With three players there are two suits only: more tehai come near by chance.
        if stray_tiles(outlook, seat, flush) < int(outlook.table.hand[HAND.players]):
            return flush
    concealed, melded = outlook.table.concealed[seat], outlook.table.melded[seat]
    for kind in range(EAST, 34):
        if int(concealed[kind]) + int(melded[kind]) >= 3 and is_value(outlook, seat, kind):
            return ANY
    if outlook.desk.kuitan != 0 and stray_tiles(outlook, seat, TANYAO) <= MOST_STRAY:
        return TANYAO
    return NO_PLAN


@kernel
def bonus_han(outlook: Outlook, seat: int) -> int:
    """Dora and red fives of a seat, concealed and called."""
    total = aka_held(outlook.table.place, RED_TILES, seat, NO_TILE) if outlook.desk.red_fives != 0 else 0
    concealed, melded = outlook.table.concealed[seat], outlook.table.melded[seat]
    for kind in range(34):
        total += int(outlook.desk.dora[kind]) * (int(concealed[kind]) + int(melded[kind]))
    return total


@kernel(inline=True)
def bonus_of(outlook: Outlook, seat: int, kind: int) -> int:
    """Han of dora and red fives that the discard of a kind gives away."""
    bonus = int(outlook.desk.dora[kind])
    red = 4 * kind
    if red in AKA_IDS and outlook.desk.red_fives != 0 and outlook.table.concealed[seat][kind] == 1:
        bonus += 1 if outlook.table.place[red] == PLACE.CONCEALED + seat else 0
    return bonus


LATE: Final = 20
"""Tiles to draw below which a hand two tiles from tenpai has little chance."""
MELDS_OF_THREAT: Final = 3
"""Calls from which on an open hand may well be tenpai; late, one less."""
PUSH_OF_HAN: Final = 15
"""Nerve that a han of dora gives."""
OPEN_HAND: Final = 1
IN_RIICHI: Final = 2
"""How much of a threat another seat is."""


@kernel(inline=True)
def threat_of(outlook: Outlook, seat: int, other: int) -> int:
    """IN_RIICHI, or OPEN_HAND of another seat that has called so much that it may well be tenpai; else 0."""
    registers = outlook.table.seat[other]
    if other == seat:
        return 0
    if registers[SEAT.riichi_order] > 0:
        return IN_RIICHI
    late = int(outlook.table.hand[HAND.live_tiles]) < LATE
    return OPEN_HAND if int(registers[SEAT.open_melds]) >= MELDS_OF_THREAT - (1 if late else 0) else 0


@kernel
def danger_from(outlook: Outlook, seat: int, threat: int, kind: int) -> int:
    """Roughly the chance in percent that a discard of ``seat`` is what a seat in tenpai waits for."""
    if passes_safely(outlook, threat, kind):
        return 0
    if kind >= EAST:
        return 2 * remaining(outlook, seat, kind)
    rank = kind % 9
    # A run waits for a kind from both sides only if the kind three away passes as well (筋).
    open_sides = 0
    if rank >= 3 and not passes_safely(outlook, threat, kind - 3):
        open_sides += 1
    if rank <= 5 and not passes_safely(outlook, threat, kind + 3):
        open_sides += 1
    return 6 * open_sides + 1 + min(rank, 8 - rank, 2)


@kernel
def danger(outlook: Outlook, seat: int, kind: int) -> int:
    """The same for all seats that may be tenpai, for those without riichi half of it."""
    total = 0
    for other in range(int(outlook.table.hand[HAND.players])):
        threat = threat_of(outlook, seat, other)
        if threat > 0:
            total += danger_from(outlook, seat, other, kind) * threat // 2
    return total


@kernel
def gives_up(outlook: Outlook, seat: int, shanten: int) -> bool:
    """Whether a seat that is so far from tenpai folds."""
    desk, hand = outlook.desk, outlook.table.hand
    if shanten >= 1 and int(hand[HAND.live_tiles]) < (LATE if shanten >= 2 else desk.last_tiles):
        return True
    if outlook.table.seat[seat][SEAT.scores] >= desk.little_left:
        for other in range(int(hand[HAND.players])):
            if threat_of(outlook, seat, other) > 0:
                return int(desk.nerve[seat]) + PUSH_OF_HAN * bonus_han(outlook, seat) < desk.push_nerve
    return False


NEVER: Final = 99
"""Stands for the shanten of a hand that has no discard."""
NEAR: Final = 3
"""Shanten from which on a seat counts the tiles that bring it nearer."""


@kernel
def usefulness(outlook: Outlook, seat: int, kind: int) -> int:
    """How much a tile goes together with the others of its seat, by a rule of thumb."""
    concealed = outlook.table.concealed[seat]
    value = 4 * (int(concealed[kind]) - 1)
    if kind >= EAST:
        return 2 * value + remaining(outlook, seat, kind) if is_value(outlook, seat, kind) else value
    rank = kind % 9
    value += 1 + min(rank, 8 - rank, 2)
    for other in range(max(rank - 2, 0), min(rank + 2, 8) + 1):
        if other != rank:
            value += (9 - 3 * abs(other - rank)) * int(concealed[kind - rank + other])
    return value


@kernel(inline=True)
def is_forbidden(outlook: Outlook, kind: int) -> bool:
    """Whether a discard is barred by the call just made (喰い替え)."""
    kuikae, hand = outlook.desk.kuikae, outlook.table.hand
    if kind == hand[HAND.called_kind]:
        return kuikae != KUIKAE.ALLOWED
    return kind == hand[HAND.called_other] and kuikae == KUIKAE.FORBIDDEN


@kernel
def shanten_without(outlook: Outlook, seat: int, kind: int) -> int:
    """Shanten of a seat after it discards a kind; NEVER where it may not."""
    if outlook.table.concealed[seat][kind] == 0 or is_forbidden(outlook, kind):
        return NEVER
    remove_tile(outlook.table, seat, kind)
    found = shanten_now(outlook.tables, outlook.table.seat[seat])
    add_tile(outlook.table, seat, kind)
    return found


@kernel
def ukeire(outlook: Outlook, seat: int, less: int, plan: int) -> int:
    """Ukeire (受け入れ): how many unseen tiles bring a seat nearer after a discard; a dora counts twice."""
    registers = outlook.table.seat[seat]
    total = 0
    remove_tile(outlook.table, seat, less)
    distance = shanten_now(outlook.tables, registers)
    for kind in range(34):
        unseen = remaining(outlook, seat, kind) - (1 if kind == less else 0)
        if unseen > 0 and plan >> kind & 1 != 0:
            add_tile(outlook.table, seat, kind)
            if shanten_now(outlook.tables, registers) < distance:
                total += unseen * (1 + int(outlook.desk.dora[kind]))
            remove_tile(outlook.table, seat, kind)
    add_tile(outlook.table, seat, less)
    return total


@kernel
def choose_discard(outlook: Outlook, seat: int) -> int:
    """The kind that keeps a seat nearest to tenpai, or the safest one if it gives up."""
    nearest = NEVER
    for kind in range(34):
        nearest = min(nearest, shanten_without(outlook, seat, kind))
    folds = gives_up(outlook, seat, nearest)
    plan = plan_of(outlook, seat) if outlook.table.seat[seat][SEAT.open_melds] > 0 else ANY
    if plan == NO_PLAN:
        plan = ANY
    chosen = NO_TILE
    lowest = 0
    for kind in range(34):
        distance = shanten_without(outlook, seat, kind)
        fits = plan >> kind & 1 != 0
        if distance == NEVER or (distance > nearest and fits and not folds):
            continue
        rank = 2 * usefulness(outlook, seat, kind) + danger(outlook, seat, kind) * (500 if folds else 1)
        if not folds:
            # A tile of ukeire counts as four of `usefulness`, a han as sixteen.
            rank += 32 * bonus_of(outlook, seat, kind)
            if nearest <= NEAR:
                rank -= 8 * ukeire(outlook, seat, kind, plan)
            if not fits:
                rank -= 2000
        if chosen == NO_TILE or rank < lowest:
            chosen = kind
            lowest = rank
    return chosen


KANS_OF_ALL: Final = 4
"""Kans that all seats together may make."""
FEW_TILES: Final = 5
"""Fewer to wait for ask for more nerve to declare riichi."""
NERVE_FOR_FEW: Final = 20
NERVE_FOR_KAN: Final = 100
"""To call a fourth tile."""


@kernel
def kan_costs_nothing(outlook: Outlook, suits: SuitTables, seat: int, kind: int) -> bool:
    """Whether a seat is as near to tenpai after a kan.

    In riichi the kan must be of the kind just drawn, and the waits must stay the same.
    """
    registers = outlook.table.seat[seat]
    in_riichi = registers[SEAT.riichi_order] > 0
    if in_riichi and int(registers[SEAT.last_draw]) // 4 != kind:
        return False
    before = shanten_now(outlook.tables, registers)
    held = int(outlook.table.concealed[seat][kind])
    for _ in range(held):
        remove_tile(outlook.table, seat, kind)
    registers[SEAT.meld_count] += 1 if held == 4 else 0
    after = shanten_now(outlook.tables, registers)
    waits = waits_now(outlook.table, suits, seat)
    registers[SEAT.meld_count] -= 1 if held == 4 else 0
    for _ in range(held):
        add_tile(outlook.table, seat, kind)
    return bool(waits == outlook.table.masks[seat][MASK.waits]) if in_riichi else after <= before


@kernel
def has_pon(outlook: Outlook, seat: int, kind: int) -> bool:
    """Whether the seat has a pon of the kind."""
    registers = outlook.table.seat[seat]
    for meld in range(int(registers[SEAT.meld_count])):
        if registers[SEAT.meld_kind + meld] == PLAY.PON and registers[SEAT.meld_tile + meld] == kind:
            return True
    return False


@kernel
def choose_kan(outlook: Outlook, suits: SuitTables, seat: int) -> int:
    """Kind of which a seat that has drawn makes a closed or added kan now, or NO_TILE."""
    hand = outlook.table.hand
    if hand[HAND.live_tiles] <= 0 or hand[HAND.kan_count] >= KANS_OF_ALL:
        return NO_TILE
    if outlook.desk.riichi_ankan == 0 and outlook.table.seat[seat][SEAT.riichi_order] > 0:
        return NO_TILE
    for kind in range(34):
        held = int(outlook.table.concealed[seat][kind])
        if held != 4 and (held != 1 or not has_pon(outlook, seat, kind)):
            continue
        if kan_costs_nothing(outlook, suits, seat, kind):
            return kind
    return NO_TILE


@kernel
def declares_riichi(outlook: Outlook, suits: SuitTables, seat: int, kind: int) -> bool:
    """Whether a seat that has drawn may and does declare riichi with this discard."""
    desk, table = outlook.desk, outlook.table
    registers = table.seat[seat]
    if registers[SEAT.riichi_order] > 0 or registers[SEAT.open_melds] > 0:
        return False
    if registers[SEAT.scores] < desk.riichi_points or table.hand[HAND.live_tiles] < desk.riichi_tiles:
        return False
    if shanten_without(outlook, seat, kind) > 0:
        return False
    remove_tile(table, seat, kind)
    waits = int(waits_now(table, suits, seat))
    tiles = 0
    for other in range(34):
        if waits >> other & 1 != 0:
            tiles += remaining(outlook, seat, other)
    add_tile(table, seat, kind)
    # To wait for tiles that the seat holds all itself is no tenpai under most rule sets.
    return tiles > 0 and desk.nerve[seat] >= desk.riichi_nerve + (NERVE_FOR_FEW if tiles < FEW_TILES else 0)


@kernel
def distance_after(outlook: Outlook, seat: int, form: int, lowest: int, called: int) -> int:
    """Shanten after a chi or pon of the kind ``called`` to a meld from the kind ``lowest`` on.

    NEVER where a tile for it is missing, or no discard or no yaku would be left.
    """
    hand = outlook.table.hand
    registers = outlook.table.seat[seat]
    concealed, melded = outlook.table.concealed[seat], outlook.table.melded[seat]
    low = called
    high = called
    if form == PLAY.CHI:
        low = lowest + 1 if lowest == called else lowest
        high = lowest + 1 if lowest + 2 == called else lowest + 2
    if concealed[low] == 0 or concealed[high] == 0:
        return NEVER
    remove_tile(outlook.table, seat, low)
    remove_tile(outlook.table, seat, high)
    for kind in (low, high, called):
        melded[kind] = int(melded[kind]) + 1
    registers[SEAT.meld_count] += 1
    forbid_kuikae(outlook.table, form, 4 * called, lowest)
    distance = NEVER
    if plan_of(outlook, seat) != NO_PLAN:
        for kind in range(34):
            distance = min(distance, shanten_without(outlook, seat, kind))
    hand[HAND.called_kind] = NO_TILE
    hand[HAND.called_other] = NO_TILE
    registers[SEAT.meld_count] -= 1
    for kind in (low, high, called):
        melded[kind] = int(melded[kind]) - 1
    add_tile(outlook.table, seat, low)
    add_tile(outlook.table, seat, high)
    return distance


@kernel
def lowest_of_call(outlook: Outlook, seat: int, form: int, kind: int) -> int:
    """Lowest kind of the chi or pon that brings a seat nearest to tenpai with the kind called, or NO_TILE."""
    registers = outlook.table.seat[seat]
    best = shanten_now(outlook.tables, registers)
    is_shy = registers[SEAT.open_melds] == 0 and outlook.desk.nerve[seat] < outlook.desk.call_nerve
    if best <= 0 or is_shy or registers[SEAT.riichi_order] > 0 or gives_up(outlook, seat, best):
        return NO_TILE
    first = kind
    last = kind
    if form == PLAY.CHI:
        first = max(kind - 2, kind // 9 * 9)
        last = min(kind, kind // 9 * 9 + 6)
    if is_value(outlook, seat, kind):
        # Worth a call where it brings the seat no nearer.
        best += 1
    chosen = NO_TILE
    for lowest in range(first, last + 1):
        after = distance_after(outlook, seat, form, lowest, kind)
        if after < best:
            best = after
            chosen = lowest
    return chosen


@kernel
def choose_claim(outlook: Outlook, seat: int, kind: int) -> tuple[int, int, int]:
    """Who calls a discard of ``seat``: sets before sequences, the nearest seat first.

    Returns:
        Play kind, seat and lowest kind of the meld; seat NO_SEAT when nobody calls.
    """
    hand = outlook.table.hand
    players = int(hand[HAND.players])
    if hand[HAND.live_tiles] <= 0 and outlook.desk.last_discard_calls == 0:
        return 0, NO_SEAT, NO_TILE
    for step in range(1, players):
        other = (seat + step) % players
        held = int(outlook.table.concealed[other][kind])
        if held < 2:
            continue
        may_kan = held == 3 and hand[HAND.kan_count] < KANS_OF_ALL and hand[HAND.live_tiles] > 0
        # An open kan is rare, and never made with a closed hand.
        may_kan = may_kan and outlook.table.seat[other][SEAT.open_melds] > 0
        if may_kan and outlook.desk.nerve[other] >= NERVE_FOR_KAN:
            return PLAY.DAIMINKAN, other, kind
        if lowest_of_call(outlook, other, PLAY.PON, kind) != NO_TILE:
            return PLAY.PON, other, kind
    following = (seat + 1) % players
    if players == 3 or kind >= EAST:
        return 0, NO_SEAT, NO_TILE
    lowest = lowest_of_call(outlook, following, PLAY.CHI, kind)
    return PLAY.CHI, following if lowest != NO_TILE else NO_SEAT, lowest


MOST_DORA: Final = 13
"""More change nothing: thirteen han are the highest limit."""
NEAREST: Final = 1


class Scorer(NamedTuple):
    """What hands are scored with."""

    rules: ScoringRules
    facts: WinFacts
    """Memory for one win."""
    scratch: Scratch


def one_win() -> Sequence[WinFacts]:
    """Memory for one win: as with `Desk`, plain code gets columns and compiled code a record."""
    melds = np.zeros((1, 4), np.uint8)
    facts = no_facts(
        np.zeros(1, np.bool_),
        concealed=np.zeros((1, KINDS), np.uint8),
        meld_kind=melds,
        meld_tile=melds.copy(),
    )
    # Numba knows no records with arrays of bool in them.
    layout = np.dtype(
        [
            (name, np.uint8 if column.dtype == np.bool_ else column.dtype, column.shape)
            for name, column in facts._asdict().items()
        ]
    )
    return cast("Sequence[WinFacts]", np.zeros(1, layout)) if is_compiling() else [facts]


@kernel
def read_win(outlook: Outlook, facts: WinFacts, seat: int, kind: int, is_tsumo: bool) -> None:
    """Write what lies on the table where a seat wins on a kind, but for dora."""
    hand, registers = outlook.table.hand, outlook.table.seat[seat]
    for each in range(34):
        facts.concealed[0, each] = int(outlook.table.concealed[seat][each])
    if not is_tsumo:
        facts.concealed[0, kind] += 1
    for meld in range(4):
        facts.meld_kind[0, meld] = registers[SEAT.meld_kind + meld]
        facts.meld_tile[0, meld] = registers[SEAT.meld_tile + meld]
    facts.win_kind[0] = kind
    facts.is_tsumo[0] = is_tsumo
    facts.seat_wind[0] = EAST + (seat - int(hand[HAND.dealer])) % int(hand[HAND.players])
    facts.round_wind[0] = outlook.desk.round_wind
    facts.situation_yaku[0] = riichi_yaku(
        registers[SEAT.riichi_turn] > 0, registers[SEAT.double_riichi] > 0, registers[SEAT.ippatsu] > 0
    ) | last_play_yaku(
        is_tsumo,
        seat == int(hand[HAND.dealer]),
        int(hand[HAND.live_tiles]),
        int(hand[HAND.last_kind]),
        int(hand[HAND.last_replacement]),
        hand[HAND.call_count] == 0 and registers[SEAT.discards] == 0,
    )


@kernel
def may_win(outlook: Outlook, scorer: Scorer, seat: int, kind: int, is_tsumo: bool) -> bool:
    """Whether the rule set pays the seat for a tile that completes its tehai."""
    rules, facts = scorer.rules, scorer.facts
    least = int(outlook.desk.least_yaku[seat])
    # Ryanshi asks of an open hand that every tile it waits for gives enough yaku: nobody here relies on that.
    if least > 1 and outlook.table.seat[seat][SEAT.open_melds] > 0:
        return False
    read_win(outlook, facts, seat, kind, is_tsumo)
    if least == 0 or (least == 1 and rules.renhou != 0 and facts.situation_yaku[0] & BIT.RENHOU != 0):
        return True
    # Which decomposition pays most, and so which yaku count, depends on dora that nobody sees before the win.
    for dora in range(MOST_DORA if least > 1 else 1):
        facts.dora[0] = dora
        hand = whole_hand(facts, 0, rules, scorer.scratch)
        yaku = best_of(hand, rules, scorer.scratch).yaku
        if yakuman_units(yaku, rules) == 0 and han_of(yaku & ORDINARY, hand.closed) < least:
            return False
    return True


@kernel
def wins_on(outlook: Outlook, scorer: Scorer, seat: int, kind: int, is_tsumo: bool) -> bool:
    """Whether a seat wins on the tile that it has just drawn, or that another seat has just laid down."""
    waits, river = outlook.table.masks[seat][MASK.waits], outlook.table.masks[seat][MASK.river]
    if int(waits) >> kind & 1 == 0:
        return False
    furiten = int(outlook.table.seat[seat][SEAT.furiten])
    if waits & river != 0:
        furiten |= FURITEN_DISCARD
    if not is_tsumo and furiten & outlook.desk.furiten != 0:
        return False
    return may_win(outlook, scorer, seat, kind, is_tsumo)


@kernel
def ron_winners(outlook: Outlook, scorer: Scorer, source: int, kind: int) -> tuple[int, int]:
    """Mask and number of the seats that call ron on a tile laid down; the nearest alone if only it is paid.

    Of three rons that abort the hand the mask has all three.
    """
    players = int(outlook.table.hand[HAND.players])
    found = 0
    nearest = 0
    count = 0
    for step in range(1, players):
        seat = (source + step) % players
        if wins_on(outlook, scorer, seat, kind, False):
            found |= 1 << seat
            count += 1
            if nearest == 0:
                nearest = found
    if count > 1 and outlook.desk.paid_rons[count] == NEAREST:
        return nearest, 1
    return found, count

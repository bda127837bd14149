"""Seeded wins that reach what real games seldom show: yakuman, many kans, one suit, all at once."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

from analyzer.vocabulary import SANMA_ABSENT_KINDS, PlayKind
from tests.settlement.logged_wins import LoggedWin

TERMINALS = (0, 8, 9, 17, 18, 26)
HONOURS = tuple(range(27, 34))
YAOCHU = TERMINALS + HONOURS
GREEN = (19, 20, 21, 23, 25, 32)
SUITS = tuple(tuple(range(9 * suit, 9 * suit + 9)) for suit in range(3))
SAME_RANKS = tuple(tuple(9 * suit + rank + r for suit in range(3) for r in range(4)) for rank in range(6))
POOLS = (
    *(tuple(range(34)),) * 4,
    *(tuple(range(27)),) * 2,
    *SUITS,
    *(suit + HONOURS for suit in SUITS),
    *SAME_RANKS[::2],
    *(YAOCHU, TERMINALS, HONOURS, GREEN),
)
"""Kinds that the sets of one hand are drawn from."""
TRIPLET_CALLS = (PlayKind.PON, PlayKind.PON, PlayKind.DAIMINKAN, PlayKind.KAKAN, PlayKind.ANKAN)


@cache
def generated_wins(how_many: int, seed: int) -> tuple[LoggedWin, ...]:
    """Complete hands with melds, situation, dora and winds drawn at random; not all have a yaku."""
    rng = random.Random(seed)  # noqa: S311
    wins: list[LoggedWin] = []
    while len(wins) < how_many:
        players = rng.choice((4, 4, 3))
        melds, concealed = random_hand(rng)
        kinds = Counter([*concealed, *(kind for _, tiles in melds for kind in tiles)])
        if max(kinds.values()) <= 4 and (players == 4 or not kinds.keys() & set(SANMA_ABSENT_KINDS)):
            wins.append(situation(rng, len(wins), players, melds, concealed))
    return tuple(wins)


def random_hand(rng):
    """Melds and concealed kinds of a complete hand."""
    form = rng.random()
    if form < 0.05:
        pool = rng.choice(POOLS)
        return [], sorted(rng.sample(pool if len(pool) >= 7 else range(34), 7) * 2)
    if form < 0.07:
        return [], sorted((*YAOCHU, rng.choice(YAOCHU)))
    if form < 0.09:
        suit = rng.choice(SUITS)
        return [], sorted((*suit, suit[0], suit[0], suit[8], suit[8], rng.choice(suit)))
    pool = rng.choice(POOLS)
    sets = [random_set(rng, pool) for _ in range(4)]
    melds, concealed = call_sets(rng, sets, rng.choice((0, 0, 0, 1, 1, 2, 3, 4)))
    return melds, sorted([*concealed, *(rng.choice(pool),) * 2])


def random_set(rng, pool):
    kind = rng.choice(pool)
    if kind < 27 and rng.random() < 0.6:
        start = kind - kind % 9 + min(kind % 9, 6)
        return (start, start + 1, start + 2)
    return (kind,) * 3


def call_sets(rng, sets, called):
    """Turn the first sets into melds; some triplets of the others too become closed kans."""
    melds, concealed = [], []
    for place, tiles in enumerate(sets):
        is_triplet = tiles[0] == tiles[1]
        if place < called and not is_triplet:
            melds.append((PlayKind.CHI, tiles))
        elif place < called:
            kind = rng.choice(TRIPLET_CALLS)
            melds.append((kind, tiles if kind == PlayKind.PON else (*tiles, tiles[0])))
        elif is_triplet and rng.random() < 0.1:
            melds.append((PlayKind.ANKAN, (*tiles, tiles[0])))
        else:
            concealed.extend(tiles)
    return melds, concealed


class Tiles:
    """Hands out the copies of each kind."""

    def __init__(self, rng):
        self.rng = rng
        self.left = {}

    def take(self, kind):
        if kind not in self.left:
            self.left[kind] = [kind * 4 + copy for copy in self.rng.sample(range(4), 4)]
        return self.left[kind].pop()

    def spare(self, kind):
        return len(self.left.get(kind, range(4)))


def situation(rng, number, players, melds, concealed):
    """A win with a legal mix of riichi, last tile, replacement tile and first draw."""
    tiles = Tiles(rng)
    own = tuple((kind, tuple(sorted(tiles.take(one) for one in kinds))) for kind, kinds in melds)
    held = tuple(sorted(tiles.take(kind) for kind in concealed))
    winner, dealer = rng.randrange(players), rng.randrange(players)
    tsumo = rng.random() < 0.5
    yaku = situation_yaku(rng, own, tsumo=tsumo, is_dealer=winner == dealer)
    kita = 0
    if players == 3 and not yaku & {37, 38} and rng.random() < 0.5:
        kita = rng.randrange(tiles.spare(30) + 1)
        for _ in range(kita):
            tiles.take(30)
    absent = set(SANMA_ABSENT_KINDS) if players == 3 else set()
    there = [kind for kind in range(34) if tiles.spare(kind) and kind not in absent]
    shown = [tiles.take(kind) for kind in rng.sample(there, 3)]
    return LoggedWin(
        where=f"generated {number}",
        hand=f"generated {number}",
        go_type=0x18 if players == 3 else 0x08,
        players=players,
        kyoku=rng.randrange(3) * 4,
        dealer=dealer,
        winner=winner,
        loser=winner if tsumo else (winner + 1) % players,
        concealed=held,
        machi=rng.choice(held),
        melds=own,
        kita=kita,
        indicators=tuple(shown[: rng.choice((1, 1, 2))]),
        ura_indicators=tuple(shown[2:]) if yaku & {1, 21} else (),
        ten=(),
        yaku=tuple((one, 1) for one in sorted(yaku) if one < 36),
        yakuman=tuple(one for one in yaku if one >= 36),
        honba=0,
        kyotaku=0,
        pao=None,
        deltas=(),
    )


def situation_yaku(rng, melds, *, tsumo, is_dealer):
    """Ids of the yaku that the way of winning gives."""
    kans = any(kind not in (PlayKind.CHI, PlayKind.PON) for kind, _ in melds)
    yaku = set()
    if all(kind == PlayKind.ANKAN for kind, _ in melds) and rng.random() < 0.5:
        yaku.add(rng.choice((1, 1, 1, 21)))
        if not kans and rng.random() < 0.3:
            yaku.add(2)
    if rng.random() < 0.1:
        yaku.add(5 if tsumo else rng.choice((3, 6)))
    elif tsumo and kans and rng.random() < 0.3:
        yaku.add(4)
    elif tsumo and not yaku and not melds and rng.random() < 0.02:
        yaku.add(37 if is_dealer else 38)
    return yaku

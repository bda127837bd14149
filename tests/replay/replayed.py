"""What tests of the replay share: hands played, and tehai that leave one another alone."""

from __future__ import annotations

from collections import Counter
from itertools import islice

from analyzer.replay import Facts, Illegal, replay
from analyzer.vocabulary import KINDS, SANMA_ABSENT_KINDS, kind_text, parse_mpsz, tile_text
from tests.hands import Hand

# Four tehai without a tile in common beyond what exists; seat 0 waits for 3m and 6m.
READY = "45m234p234s55p678s"
IDLE = ("1199m1199p1199s1z", "2288m2288p2z3z4z5z6z", "3377m3377p7z1z2z3z4z")

# Three players: the first waits for 4s and 7s.
READY_OF_THREE = "123456789p56s99s"
IDLE_OF_THREE = ("1199m1199p1122s3z", "22334455p2233z7z")


def facts_of(hand: Hand) -> tuple[Facts, list[tuple[str, int]]]:
    """Facts of one hand and its illegal events as (name, seat)."""
    facts, illegals = replay(hand.events())
    named = [Illegal(int(code)).name for code in illegals.code]
    return facts, list(zip(named, illegals.seat.tolist(), strict=True))


def illegal(hand: Hand) -> list[tuple[str, int]]:
    """The illegal events of one hand."""
    return facts_of(hand)[1]


def kinds_of(mask: int) -> list[str]:
    return [kind_text(kind) for kind in range(34) if mask >> kind & 1]


def dealt(*tehai: str, keep: str = "", indicator: str = "9s") -> Hand:
    """A hand of which only some tiles matter: the others are scattered, and none of the kinds to ``keep``."""
    named = [*parse_mpsz("".join(tehai) + indicator), *parse_mpsz(keep) * 4]
    absent = SANMA_ABSENT_KINDS if len(tehai) == 3 else ()
    left = Counter({kind: 4 for kind in range(KINDS) if kind not in absent}) - Counter(named)
    scattered = iter(sorted(left.elements(), key=lambda kind: kind * 10 % 34))
    filled = []
    for tiles in tehai:
        missing = 13 - len(parse_mpsz(tiles))
        filled.append(tiles + "".join(kind_text(kind) for kind in islice(scattered, missing)))
    return Hand(*filled, indicator=indicator)


def drawn_out(hand: Hand, draws: int, first: int = 0, keep: str = "") -> Hand:
    """Seats in turn draw tiles that nobody has, and discard them; kinds to ``keep`` are left in the wall."""
    kept = parse_mpsz(keep)
    free = [tile for tile in range(136) if tile not in hand.taken and tile // 4 not in kept]
    for number, tile in enumerate(free[:draws]):
        hand.turn((first + number) % hand.players, tile_text(tile))
    return hand

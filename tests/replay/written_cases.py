"""Hands of `tests/cases/replay`: a deal, plays, and what the replay must make of them.

A deal names tehai, of which short ones are filled with scattered tiles, none of the kinds to ``keep``.  Plays
are ``SEATS VERB TILES``, in order: ``012 turn 7z`` is a turn of each of three seats.  ``then`` plays
on.  A column of facts is that of the hand, ``furiten.0`` that of a seat; masks of kinds are mpsz text.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np

from analyzer.tiles.counts import mask_text
from analyzer.vocabulary import KINDS, SANMA_ABSENT_KINDS, kind_text, parse_mpsz, tile_text
from tests.hands import Hand

Case = dict[str, Any]

TEHAI = {
    # Without a tile in common beyond what exists; READY waits for 3m and 6m.
    "READY": ("45m234p234s55p678s",),
    "IDLE": ("1199m1199p1199s1z", "2288m2288p2z3z4z5z6z", "3377m3377p7z1z2z3z4z"),
    "EAST": ("123m456p78s1155z9m",),
    "SOUTH": ("147m258p369s1234z",),
    "WEST": ("147m258p369s2346z",),
    "NORTH": ("258m369p147s2367z",),
}


def played(case: Case) -> Iterator[tuple[Hand, Case]]:
    """The hand of a case after each of its steps, with what is expected then."""
    hand, keep = dealt_hand(case), case.get("keep", "")
    while case:
        play(hand, case["plays"], keep)
        yield hand, case
        case = case.get("then", {})


def dealt_hand(case: Case) -> Hand:
    """The hand of a case, of whose tehai only some tiles matter.

    The others are scattered, and none of the kinds to ``keep``.
    """
    named = [each for name in case["deal"] for each in TEHAI.get(name, (name,))]
    keep, indicator = case.get("keep", ""), case.get("indicator", "9s")
    absent = SANMA_ABSENT_KINDS if len(named) == 3 else ()
    left = Counter({kind: 4 for kind in range(KINDS) if kind not in absent})
    left -= Counter([*parse_mpsz("".join(named) + indicator), *parse_mpsz(keep) * 4])
    scattered = iter(sorted(left.elements(), key=lambda kind: kind * 10 % 34))
    filled = []
    for tiles in named:
        missing = 13 - len(parse_mpsz(tiles))
        filled.append(tiles + "".join(map(kind_text, islice(scattered, missing))))
    hand = Hand(*filled, indicator=indicator, kyotaku=case.get("kyotaku", 0))
    hand.lines[0] = hand.lines[0].replace('oya="0"', f'oya="{case.get("oya", 0)}"')
    return hand


OPTIONS = ("indicator", "scores", "kyotaku", "kyoku", "go_type")


def hand_of_case(case: Case, tehai: dict[str, list[str]]) -> Hand:
    """The hand that a case deals, of tehai that stand there or are named, before its plays."""
    deal = [each for name in case["deal"] for each in tehai.get(name, [name])]
    return Hand(*deal, **{name: case[name] for name in OPTIONS if name in case})


def play(hand: Hand, plays: str, keep: str = "") -> None:
    """Let seats do what plays say, in order."""
    for one in filter(None, plays.split(", ")):
        make(hand, one, keep)


def make(hand: Hand, play: str, keep: str = "") -> None:
    """Let seats do what a play says."""
    who, _, rest = play.partition(" ")
    if who == "line":
        hand.lines.append(rest)
    elif who == "dora":
        hand.dora(rest)
    elif who == "drawn":
        kind, _, shown = rest.partition(" ")
        hand.ryuukyoku(*map(int, shown), kind=None if kind == "-" else kind)
    elif rest.startswith("draw_out"):
        # Seats in turn discard what they draw, tiles that nobody has; kinds to keep stay in the wall.
        kept = parse_mpsz(keep)
        free = [tile for tile in range(136) if tile not in hand.taken and tile // 4 not in kept]
        for number, tile in enumerate(free[: int(rest.split(" ")[1])], start=int(who)):
            hand.turn(number % hand.players, tile_text(tile))
    else:
        verb, *tiles = rest.split(" ")
        does = OWN.get(verb) or getattr(Hand, verb)
        for seat in map(int, who):
            does(hand, seat, *tiles)


def wins(hand: Hand, seat: int, loser: str, which: str = "") -> None:
    """A win, of which a log says this much, on the tile last drawn or laid down, or on another."""
    last = next(line for line in reversed(hand.lines) if not line.startswith(("<DORA", "<REACH")))
    tile = int(last[2:].strip("/>")) if last[1] in "TUVW" else hand.last[1]
    tile += which == "other"
    tiles = ",".join(map(str, sorted({*hand.held[seat], tile})))
    hand.lines.append(
        f'<AGARI ba="0,0" hai="{tiles}" machi="{tile}" ten="30,1000,0" yaku="1,1" '
        f'doraHai="{hand.indicator}" who="{seat}" fromWho="{loser}" sc="250,10,250,-10,250,0,250,0" />'
    )


def agari(hand: Hand, seat: int, loser: str, *said: str) -> None:
    """A win as a log has it, on the tile last drawn or laid down; ``sc`` are the payments, in hundreds."""
    tile = hand.held[seat][-1] if int(loser) == seat else hand.last[1]
    words = {"ba": "0,0", "ten": "30,1000,0"} | dict(one.split("=") for one in said)
    for name in {"sc", "was"} & {*words}:
        pairs = zip([*hand.scores, 0], words[name].split(","), strict=False)
        words[name] = ",".join(f"{score // 100},{paid}" for score, paid in pairs)
    hai = ",".join(map(str, sorted({*hand.held[seat], tile})))
    attributes = " ".join(f'{name}="{value}"' for name, value in words.items())
    hand.lines.append(
        f'<AGARI hai="{hai}" machi="{tile}" doraHai="{hand.indicator}" who="{seat}" fromWho="{loser}" '
        f"{attributes} />"
    )


def kans(hand: Hand, seat: int, kinds: str) -> None:
    """Closed kans, each with its indicator and the draw after it."""
    for kind in (kinds[at : at + 2] for at in range(0, len(kinds), 2)):
        hand.ankan(seat, kind).dora("6s").draw(seat, "7s")


def ankan(hand: Hand, seat: int, kind: str) -> None:
    hand.ankan(seat, kind)
    hand.last = (seat, 4 * parse_mpsz(kind)[0])


def kan_of_nothing(hand: Hand, seat: int) -> None:
    hand.last = (0, 135)
    hand.daiminkan(seat)


def forget_source(hand: Hand, seat: int, kind: str, source: str) -> None:
    key = (seat, parse_mpsz(kind)[0])
    tiles, called, _ = hand.pons[key]
    hand.pons[key] = tiles, called, int(source)


def forget_called(hand: Hand, seat: int, kind: str) -> None:
    """The next kakan names another tile of its pon as called."""
    key = (seat, parse_mpsz(kind)[0])
    tiles, called, source = hand.pons[key]
    hand.pons[key] = tiles, min({*tiles} - {called}), source


def laid(hand: Hand, seat: int, kind: str) -> None:
    """The next call takes a tile of this kind, said to come from a seat."""
    (of_kind,) = parse_mpsz(kind)
    river = [int(line[2:-2]) for line in hand.lines if line[1] in "DEFG" and line[2].isdigit()]
    hand.last = seat, next(tile for tile in river if tile // 4 == of_kind)


def pretend_pon(hand: Hand, seat: int, kind: str) -> None:
    of_kind = 4 * parse_mpsz(kind)[0]
    hand.pons[seat, of_kind // 4] = [of_kind, of_kind + 1, of_kind + 2], of_kind, 0


OWN = {
    "wins": wins,
    "agari": agari,
    "forget_called": forget_called,
    "laid": laid,
    "kans": kans,
    "ankan": ankan,
    "kan_of_nothing": kan_of_nothing,
    "forget_source": forget_source,
    "pretend_pon": pretend_pon,
    "unpaid_riichi": lambda hand, seat, tile: hand.riichi(seat, tile, stands=False),
    "declare": lambda hand, seat: hand.lines.append(f'<REACH who="{seat}" step="1"/>'),
    "discard_last": lambda hand, seat: hand.discard(seat, tile_text(hand.held[seat][-1], with_aka=False)),
}


def value(columns: object, name: str) -> object:
    """What a column has for the first hand, or for a seat of it."""
    name, *places = name.split(".")
    column = getattr(columns, name)
    found = column[0][tuple(map(int, places))]
    return mask_text(int(found)) if column.dtype == np.uint64 else found.tolist()

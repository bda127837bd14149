"""Yaku of a win as ids and han: most words stand for one id, some for a wind or for several dragons."""

from __future__ import annotations

from typing import Final

from analyzer.formats.mjai.fields import Fields, shortened
from analyzer.formats.mjai.hand import Hand
from analyzer.formats.mjai.lines import described, malformed
from analyzer.formats.mjai.tiles import FACE_OF
from analyzer.formats.mjai.words import SANGENPAI, WINDS, YAKUMAN_IDS, yaku_id
from analyzer.formats.tenhou6.words import DORA, YAKU_NAMES, key
from analyzer.vocabulary import SEATS, Seat

__all__ = ["URA_DORA", "read_yaku"]

URA_DORA: Final = YAKU_NAMES.index("裏ドラ")
_MOST_YAKU: Final = 24
_MOST_YAKUMAN: Final = 8
_HAN: Final = 199
_FIRST_DRAGON: Final = FACE_OF["P"]
_HAKU: Final = YAKU_NAMES.index("役牌 白")


def read_yaku(hand: Hand, at: Fields, winner: Seat) -> tuple[dict[int, int], list[int], list[str]]:
    """Han by id, ids of yakuman, and words that are not known."""
    han_of: dict[int, int] = {}
    yakuman: list[int] = []
    unknown: list[str] = []
    for word, han in _stated_yaku(at):
        ids = _yaku_ids(hand, winner, word, han)
        if not ids:
            unknown.append(word)
        elif ids[0] in YAKUMAN_IDS:
            yakuman.append(ids[0])
        elif han or ids[0] < DORA or ids[0] == URA_DORA:
            for number in ids:
                han_of[number] = han_of.get(number, 0) + han // len(ids)
    return han_of, yakuman[:_MOST_YAKUMAN], unknown


def _stated_yaku(at: Fields) -> list[tuple[str, int]]:
    if not at.has("yakus"):
        return []
    entries = at.event["yakus"]
    if not isinstance(entries, list) or len(entries) > _MOST_YAKU:
        raise at.error("yakus", f"a list of at most {_MOST_YAKU} yaku")
    found: list[tuple[str, int]] = []
    for entry in entries:
        pair = entry if isinstance(entry, list) else [entry]
        if (
            len(pair) != 2
            or not isinstance(pair[0], str)
            or type(pair[1]) is not int
            or not 0 <= pair[1] <= _HAN
        ):
            raise malformed(at.line, "a name and its han in 'yakus'", described(entry))
        found.append((shortened(pair[0]), pair[1]))
    return found


def _yaku_ids(hand: Hand, winner: Seat, word: str, han: int) -> list[int]:
    """Ids that a word stands for; more than one only where it stands for several dragons."""
    name = key(word)
    if name == SANGENPAI:
        return _dragons(hand, winner, han)
    if name in WINDS:
        wind = hand.kyoku // SEATS if name == "bakaze" else (winner - hand.kyoku % SEATS) % hand.build.players
        return [WINDS[name] + wind]
    found = yaku_id(word)
    return [] if found is None else [found]


def _dragons(hand: Hand, winner: Seat, han: int) -> list[int]:
    """Ids of the dragons of which the winner has three; none unless they are as many as the han."""
    tiles = hand.build.concealed(winner)
    last = hand.build.last
    if last is not None and last[1] not in tiles:
        tiles.append(last[1])
    kinds = [tile // 4 for tile in tiles] + [
        _meld_kind(code) for code in hand.build.melds[winner] for _ in range(3)
    ]
    found = [_HAKU + place for place in range(3) if kinds.count(_FIRST_DRAGON + place) >= 3]
    return found if len(found) == han else []


def _meld_kind(code: int) -> int:
    """Kind of a pon or kan by its code; -1 for a chi."""
    if code & 4:
        return -1
    return (code >> 9) // 3 if code & 24 else code >> 10

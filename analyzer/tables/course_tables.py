"""Rows of ``seats``, ``wins``, ``plays`` and, on request, ``tehai``: what seats held, did and won."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.audit.broken import has_broken_start
from analyzer.audit.review import Review
from analyzer.formats.events import Events, indicators_of_hands
from analyzer.formats.log_id import GoType
from analyzer.formats.one_game import plain_games
from analyzer.replay.facts import FURITEN_DISCARD, FURITEN_PASSED, FURITEN_RIICHI, NO_KINDS, NOT_ASKED
from analyzer.replay.replay import LIVE_FOUR, LIVE_SANMA
from analyzer.settlement.payments import takes_pot
from analyzer.settlement.wait_values import has_ron_yaku
from analyzer.settlement.yaku_names import Yaku
from analyzer.tables.arrow import Coded, Columns, Lists, Nullable, Waits, logged, some
from analyzer.tables.reviewed_batch import (
    LIMITS,
    NAGASHI_ENDS,
    PLAY_KINDS,
    TILE_NAMES,
    WAIT_SHAPES,
    WAYS,
    YAKU_NAMES,
    ReviewedBatch,
    of_go_types,
    placements,
)
from analyzer.tiles.waits import NO_WAIT, wait_shapes
from analyzer.vocabulary import (
    ABSENT,
    AKA_IDS,
    KINDS,
    NO_SEAT,
    NO_TILE,
    SEATS,
    TILES,
    DrawKind,
    EndKind,
    PlayKind,
)

_SEATS = np.arange(SEATS, dtype=np.uint8)


def seat_columns(batch: ReviewedBatch) -> tuple[Columns, NDArray[np.integer]]:
    """Columns of ``seats`` that are not of the game, and the game of every row.

    Columns of fixed width have all four seats, with shape (hands, 4) or one that broadcasts to it.
    """
    columns = {
        "hand": batch.index[:, None],
        "seat": _SEATS[None, :],
        **_outcome(batch),
        **_play(batch),
        **_end(batch),
        **_course(batch),
        **_waits_of_course(batch),
    }
    return columns, batch.review.events.hands.game[batch.seats.places // SEATS]


def _outcome(batch: ReviewedBatch) -> Columns:
    facts, claims, scores = batch.review.facts, batch.claims, batch.review.events.hands.scores
    dealer = facts.dealer[:, None].astype(np.int32)
    unread = some(has_broken_start(batch.review.events, "ten")[:, None])
    return {
        "seat_wind": (_SEATS - dealer) % facts.players[:, None].astype(np.int32),
        "is_dealer": dealer == _SEATS,
        "is_winner": claims.winners,
        "is_loser": claims.loser[:, None] == _SEATS,
        "score": Nullable(scores, unread),
        "placement": Nullable(placements(scores, batch.in_play), unread),
        "delta": logged(claims.deltas),
        "delta_computed": _computed_delta(batch),
        "deposit": facts.riichi_accepted * batch.review.audit.stick[:, None],
    }


def _computed_delta(batch: ReviewedBatch) -> Nullable:
    """Score changes by the rule set, without own deposits; null unless it judges the hand and ends it."""
    draws, wins, won = batch.review.draws, batch.review.wins, batch.claims.end == EndKind.AGARI
    sums = np.zeros((len(won), SEATS), np.int32)
    np.add.at(sums, wins.hand, wins.deltas)
    is_known = batch.is_judged & (won | (draws.kind > 0))
    return Nullable(np.where(won[:, None], sums, draws.deltas).astype(np.int32), some(~is_known[:, None]))


def _play(batch: ReviewedBatch) -> Columns:
    facts = batch.review.facts
    return {
        "draws": facts.draws,
        "discards": facts.discards,
        "melds": facts.meld_count,
        "open_melds": facts.open_melds,
        "kans": facts.kans,
        "kita": facts.kita,
        "riichi_turn": Nullable(facts.riichi_turn, facts.riichi_turn == 0),
        "riichi_order": Nullable(facts.riichi_order, facts.riichi_order == 0),
        "riichi_accepted": facts.riichi_accepted,
        "is_double_riichi": facts.double_riichi,
    }


def _end(batch: ReviewedBatch) -> Columns:
    facts, draws, claims = batch.review.facts, batch.review.draws, batch.claims
    unsound, unjudged = some(~batch.is_sound[:, None]), some(~batch.is_judged[:, None])
    tehai: dict[str, NDArray[np.generic]] = {
        "wait_kinds": batch.course.wait_kinds,
        "furiten": facts.furiten != 0,
        "furiten_discard": (facts.furiten & FURITEN_DISCARD) != 0,
        "furiten_passed": (facts.furiten & FURITEN_PASSED) != 0,
        "furiten_riichi": (facts.furiten & FURITEN_RIICHI) != 0,
        "yaochu_kinds": facts.yaochu_kinds,
        "river_yaochu": facts.river_yaochu,
        "river_called": facts.river_called,
    }
    return {
        "tenpai": Nullable(draws.tenpai, unjudged),
        "shown": Nullable(claims.shown, ((claims.end != EndKind.RYUUKYOKU) | ~claims.can_show)[:, None]),
        "waits": Waits(facts.waits, unsound),
        **{name: Nullable(values, unsound) for name, values in tehai.items()},
        "nagashi": Nullable(draws.nagashi, unjudged),
    }


def _course(batch: ReviewedBatch) -> Columns:
    course, unsound = batch.course, ~batch.is_sound[:, None]
    some_unsound = some(unsound)
    unknown = unsound | (course.kyuushu_kinds == NO_KINDS)
    return {
        "haipai_shanten": Nullable(course.haipai_shanten, some_unsound),
        "kyuushu_kinds": Nullable(course.kyuushu_kinds, unknown),
        "kyuushu_shanten": Nullable(course.kyuushu_shanten, unknown),
        "open_turn": Nullable(course.open_turn, unsound | (course.open_turn == 0)),
        "shanten_after": _shanten_after(batch),
        "nagashi_until": Nullable(course.nagashi_until, some_unsound),
        "nagashi_end": Coded(np.where(unsound, -1, course.nagashi_end.astype(np.int32)), NAGASHI_ENDS),
    }


def _shanten_after(batch: ReviewedBatch) -> Lists:
    """One list per row; empty if the hand is not sound."""
    course, places = batch.course, batch.seats.places
    unsound = batch.seats.flat(~batch.is_sound[:, None])
    counts = np.diff(course.shanten_offsets)
    kept = np.zeros(len(counts), np.bool_)
    kept[places] = ~unsound
    offsets = np.zeros(len(places) + 1, np.int32)
    np.cumsum(np.where(kept, counts, 0)[places], out=offsets[1:])
    values = course.shanten_after
    return Lists(
        values if offsets[-1] == len(values) else values[kept.repeat(counts)], offsets, some(unsound)
    )


def _waits_of_course(batch: ReviewedBatch) -> Columns:
    """Waits at the first tenpai, at the riichi, and at the end."""
    facts, course, unsound = batch.review.facts, batch.course, ~batch.is_sound[:, None]
    noten = unsound | (facts.waits == 0)
    never_tenpai = unsound | (course.tenpai_turn == 0)
    no_riichi = unsound | (facts.riichi_turn == 0)
    silent = _is_silent_tenpai(batch)
    return {
        "tenpai_turn": Nullable(course.tenpai_turn, never_tenpai),
        "tenpai_waits": Waits(course.tenpai_waits, never_tenpai),
        "tenpai_wait_kinds": Nullable(course.tenpai_wait_kinds, never_tenpai),
        "tenpai_wait_live": Nullable(course.tenpai_wait_live, never_tenpai),
        "tenpai_way": Coded(np.where(never_tenpai, -1, batch.ways), WAYS),
        "riichi_waits": Waits(course.riichi_waits, no_riichi),
        "riichi_wait_kinds": Nullable(course.riichi_wait_kinds, no_riichi),
        "riichi_wait_live": Nullable(course.riichi_wait_live, no_riichi),
        "riichi_furiten": Nullable(course.riichi_furiten, no_riichi),
        "wait_live": Nullable(course.wait_live, noten),
        "wait_shape": _wait_shapes(batch, noten),
        "keishiki": Nullable(~_has_ron_yaku(batch, silent), ~silent),
    }


def _wait_shapes(batch: ReviewedBatch, noten: NDArray[np.bool_]) -> Coded:
    """WaitShape of each seat, ignoring a tile just drawn; shape (hands, 4)."""
    facts = batch.review.facts
    hand, seat = np.nonzero(~noten)
    concealed = facts.concealed[hand, seat]
    drew = np.flatnonzero((facts.last_kind[hand] == PlayKind.DRAW) & (facts.last_seat[hand] == seat))
    concealed[drew, facts.last_tile[hand[drew]] // 4] -= 1
    shapes = wait_shapes(concealed, facts.waits[hand, seat])
    codes = np.full(noten.shape, -1, np.int32)
    codes[hand, seat] = np.where(shapes == NO_WAIT, -1, shapes.astype(np.int32))
    return Coded(codes, WAIT_SHAPES)


def _is_silent_tenpai(batch: ReviewedBatch) -> NDArray[np.bool_]:
    """Whether a seat is tenpai without riichi at a judged exhaustive draw; shape (hands, 4)."""
    facts = batch.review.facts
    drawn = (batch.claims.draw_kind == DrawKind.EXHAUSTIVE) & batch.is_judged
    tenpai = batch.review.draws.tenpai & (facts.waits != 0)
    silent: NDArray[np.bool_] = drawn[:, None] & tenpai & (facts.riichi_order == 0)
    return silent


def _has_ron_yaku(batch: ReviewedBatch, silent: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether some wait gives a yaku by ron, for the seats asked for; shape (hands, 4)."""
    audit, hands = batch.review.audit, batch.review.events.hands
    found = np.zeros(silent.shape, np.bool_)
    rule_of_hand = audit.rule_of_game[hands.game]
    for index, rules in enumerate(audit.rule_sets):
        asked = silent & (rule_of_hand == index)[:, None]
        found |= has_ron_yaku(batch.review.facts, hands.kyoku, rules, asked)
    return found


_YAKUMAN_LIMIT: Final = 5


def win_columns(batch: ReviewedBatch) -> tuple[Columns, NDArray[np.integer]]:
    """Columns of ``wins`` that are not of the game, and the game of every row."""
    events, facts = batch.review.events, batch.review.facts
    results, rows = events.results, _win_rows(events)
    hand, seat = results.hand[rows], results.winner[rows].astype(np.int64)
    listed = _listed(events, rows)
    unsound = some(~batch.is_sound[hand])
    return {
        "hand": batch.index[hand],
        "seat": results.winner[rows],
        "is_dealer": facts.dealer[hand] == seat,
        "turn": facts.discards[hand, seat].astype(np.int16) + 1,
        "way": Coded(batch.ways[hand, seat], WAYS),
        "tile": Coded(tile_codes(events, hand, results.machi[rows]), TILE_NAMES),
        **_value(batch, rows, listed),
        **_payment(events, rows),
        **_yaku(listed, facts.kita[hand, seat]),
        "wait_kinds": Nullable(batch.course.wait_kinds[hand, seat], unsound),
        "wait_live": Nullable(batch.course.wait_live[hand, seat], unsound),
    }, events.hands.game[hand]


def _win_rows(events: Events) -> NDArray[np.intp]:
    """Rows of the results that are wins; a seat that wins the same hand twice is one row."""
    rows = np.flatnonzero(events.results.winner < SEATS)
    keys = events.results.hand[rows].astype(np.int64) * SEATS + events.results.winner[rows]
    first: NDArray[np.intp] = rows[np.sort(np.unique(keys, return_index=True)[1])]
    return first


def tile_codes(events: Events, hand: NDArray[np.integer], tile: NDArray[np.uint8]) -> NDArray[np.int8]:
    """Indices into `TILE_NAMES` of tiles in these hands; negative for no tile."""
    has_aka = of_go_types(events.games.go_type, lambda go: GoType.NO_AKA not in go, absent=1)
    has_aka[list(plain_games(events))] = 0
    codes: NDArray[np.int8] = _CODES[has_aka[events.hands.game[hand]], tile]
    return codes


def _codes() -> NDArray[np.int8]:
    """The code of every tile id, without and with red fives; shape (2, 256)."""
    codes = np.full((2, NO_TILE + 1), -1, np.int8)
    codes[:, :TILES] = np.arange(TILES) // 4
    codes[1, AKA_IDS] = np.arange(KINDS, len(TILE_NAMES))
    return codes


_CODES: Final = _codes()


class _Listed(NamedTuple):
    """Items of each result in order: yaku and dora with their han, then yakuman; shape (items,)."""

    row: NDArray[np.intp]
    """Row of ``wins``."""
    number: NDArray[np.int32]
    """Yaku id."""
    han: NDArray[np.int32]
    """Han of the item; 0 for a yakuman."""
    yakuman: NDArray[np.intp]
    """Number of yakuman of each win; shape (wins,)."""
    items: NDArray[np.intp]
    """Number of items of each win; shape (wins,)."""

    def sum_of(self, number: int | None = None) -> NDArray[np.int64]:
        """Sum of the han of the given yaku, or of all items if none is given; shape (wins,)."""
        some_of = slice(None) if number is None else self.number == number
        sums = np.bincount(self.row[some_of], self.han[some_of], len(self.items))
        return sums.astype(np.int64)


def _listed(events: Events, rows: NDArray[np.intp]) -> _Listed:
    yaku, yakuman = events.results.yaku[rows], events.results.yakuman[rows]
    numbers = np.concatenate([yaku[:, :, 0], yakuman], axis=1)
    han = np.concatenate([yaku[:, :, 1], np.zeros_like(yakuman)], axis=1)
    row, place = np.divmod(np.flatnonzero(numbers != ABSENT), numbers.shape[1])
    return _Listed(
        row,
        numbers[row, place],
        han[row, place],
        np.bincount(row[place >= yaku.shape[1]], minlength=len(rows)),
        np.bincount(row, minlength=len(rows)),
    )


def _value(batch: ReviewedBatch, rows: NDArray[np.intp], listed: _Listed) -> Columns:
    fu, points, limit = batch.review.events.results.ten[rows].T
    codes = np.where((limit < 0) | (limit > _YAKUMAN_LIMIT), -1, limit)
    codes[(limit == _YAKUMAN_LIMIT) & (listed.yakuman > 0)] = len(LIMITS) - 1
    return {
        "fu": logged(fu),
        "han": Nullable(listed.sum_of(), some((listed.yakuman > 0) | (listed.items == 0))),
        "yakuman": listed.yakuman,
        "limit": Coded(codes, LIMITS),
        "points": logged(points),
        "points_computed": _points_computed(batch, rows),
    }


def _points_computed(batch: ReviewedBatch, rows: NDArray[np.intp]) -> Nullable:
    wins, results = batch.review.wins, batch.review.events.results
    place = np.full(len(results.hand), -1, np.int64)
    place[wins.result] = np.arange(len(wins.result))
    place = place[rows]
    known = (place >= 0) & batch.is_judged[results.hand[rows]]
    known[known] &= wins.stands[place[known]]
    points = np.zeros(len(rows), np.int32)
    points[known] = wins.scores.points[place[known]]
    return Nullable(points, some(~known))


def _payment(events: Events, rows: NDArray[np.intp]) -> Columns:
    results = events.results
    winner, loser = results.winner[rows], results.loser[rows]
    is_tsumo = (loser == winner) | (loser == NO_SEAT)
    pot = takes_pot(results.hand[rows], winner, np.where(is_tsumo, winner, loser))
    sticks, honba = results.kyotaku[rows], results.honba[rows]
    return {
        "loser": Nullable(loser, is_tsumo),
        "is_tsumo": is_tsumo,
        "gain": logged(results.deltas[rows, winner]),
        "kyotaku": Nullable(np.where(pot, sticks, 0), some(sticks == ABSENT)),
        "honba": Nullable(np.where(pot, honba, 0), some(honba == ABSENT)),
    }


def _yaku(listed: _Listed, kita: NDArray[np.uint8]) -> Columns:
    """Columns of yaku and dora; the results count the norths in ``kita`` as dora."""
    rows = len(kita)
    is_yaku = (listed.number >= 0) & (listed.number < Yaku.DORA)
    offsets = np.zeros(rows + 1, np.int32)
    np.cumsum(np.bincount(listed.row[is_yaku], minlength=rows), out=offsets[1:])
    unknown = some((listed.items == 0) | (listed.yakuman > 0))
    dora = listed.sum_of(Yaku.DORA)
    by_kita = np.minimum(dora, kita)
    return {
        "yaku": Lists(Coded(listed.number[is_yaku], YAKU_NAMES), offsets, some(listed.items == 0)),
        "dora": Nullable(dora - by_kita, unknown),
        "ura": Nullable(listed.sum_of(Yaku.URA_DORA), unknown),
        "aka": Nullable(listed.sum_of(Yaku.AKA_DORA), unknown),
        "kita_dora": Nullable(by_kita, unknown),
    }


class _Rows(NamedTuple):
    """The plays that are rows of ``plays``; shape (rows,)."""

    at: NDArray[np.intp]
    """Row of ``events.plays``."""
    hand: NDArray[np.int32]
    """Row of ``events.hands``."""
    first: NDArray[np.int32]
    """First row of that hand, among these."""

    def so_far(self, flags: NDArray[np.bool_]) -> NDArray[np.int32]:
        """Flagged rows of the hand up to each row, itself included."""
        total = np.cumsum(flags, dtype=np.int32)
        return total - (total - flags)[self.first]


def play_columns(batch: ReviewedBatch) -> tuple[Columns, NDArray[np.integer]]:
    """Columns of ``plays`` that are not of the game, and the game of every row."""
    rows, played = _play_rows(batch.review), batch.course.plays
    unsound = ~batch.is_sound[rows.hand]
    some_unsound = some(unsound)
    waits = batch.review.facts.waits_after[rows.at]
    return {
        "hand": batch.index[rows.hand],
        **_as_logged(batch.review, rows),
        **_riichi(batch.review, rows, played.turn),
        "turn": played.turn,
        "live_tiles": Nullable(_live_tiles(batch.review, rows), some_unsound),
        "shanten": Nullable(played.shanten, some_unsound),
        "waits": Waits(waits, unsound | (waits == 0)),
        "is_genbutsu": Nullable(played.genbutsu == 1, unsound | (played.genbutsu == NOT_ASKED)),
        "seen_copies": Nullable(played.seen, some_unsound),
    }, batch.review.events.hands.game[rows.hand]


def _play_rows(review: Review) -> _Rows:
    """All draws, discards and calls."""
    at = np.flatnonzero(review.events.plays.kind <= PlayKind.KITA)
    bounds = np.searchsorted(at, review.events.hands.play_offsets).astype(np.int32)
    counts = np.diff(bounds)
    hands = np.arange(len(counts), dtype=np.int32)
    return _Rows(at, hands.repeat(counts), bounds[:-1].repeat(counts))


def _as_logged(review: Review, rows: _Rows) -> Columns:
    plays = review.events.plays
    kind, tile = plays.kind[rows.at], plays.tile[rows.at]
    codes = tile_codes(review.events, rows.hand, tile)
    codes[kind == PlayKind.ANKAN] = tile[kind == PlayKind.ANKAN] // 4
    index = np.arange(len(kind), dtype=np.int32) - rows.first
    is_tsumogiri = (kind == PlayKind.DISCARD) & (index > 0)
    is_tsumogiri[1:] &= (kind[:-1] == PlayKind.DRAW) & (tile[:-1] == tile[1:])
    return {
        "play": index,
        "seat": plays.seat[rows.at],
        "kind": Coded(kind.view(np.int8), PLAY_KINDS),
        "tile": Coded(codes, TILE_NAMES),
        "is_red": codes >= KINDS,
        "is_tsumogiri": is_tsumogiri,
    }


def _riichi(review: Review, rows: _Rows, turn: NDArray[np.uint8]) -> Columns:
    plays = review.events.plays
    declared = review.facts.riichi_turn.ravel()[rows.hand * SEATS + plays.seat[rows.at]]
    is_riichi = (plays.kind[rows.at] == PlayKind.DISCARD) & (turn == declared)
    return {
        "is_riichi": is_riichi,
        "in_riichi": (declared > 0) & (turn > declared),
        "riichi_seats": rows.so_far(is_riichi) - is_riichi,
    }


def _live_tiles(review: Review, rows: _Rows) -> NDArray[np.int32]:
    draws = rows.so_far(review.events.plays.kind[rows.at] == PlayKind.DRAW)
    at_first = np.where(review.facts.players == 4, np.int32(LIVE_FOUR), np.int32(LIVE_SANMA))
    return at_first[rows.hand] - draws


_SUITS: Final = "mpsz"
_NONE: Final = len(TILE_NAMES)
"""The code of no tile, after those of all tiles."""
_DIGITS: Final = np.array([*(ord(name[0]) for name in TILE_NAMES), 0], np.uint8)
_LETTERS: Final = np.array([*(ord(name[1]) for name in TILE_NAMES), 0], np.uint8)
# A red five is before the other fives; no tile is behind all.
_PLACES: Final = np.array(
    [*(20 * _SUITS.index(name[1]) + (9 if name[0] == "0" else 2 * int(name[0])) for name in TILE_NAMES), 99],
    np.uint8,
)
_BY_PLACE: Final = np.argsort(_PLACES).astype(np.uint8)


def tehai_columns(batch: ReviewedBatch) -> tuple[Columns, NDArray[np.integer]]:
    """Columns of ``tehai`` that are not of the game, and the game of every row."""
    events = batch.review.events
    hand, seat = np.divmod(batch.seats.places, SEATS)
    shown, ura = _of_winners(batch)
    tiles = {
        "haipai": events.hands.haipai[hand, seat],
        "win_tehai": shown[hand, seat],
        "indicators": indicators_of_hands(events)[hand],
        "ura_indicators": ura[hand, seat],
    }
    columns: Columns = {name: _text(_held_codes(batch, hand, some)) for name, some in tiles.items()}
    return {"hand": batch.index[hand], "seat": seat.astype(np.int32), **columns}, events.hands.game[hand]


def _of_winners(batch: ReviewedBatch) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The tehai and ura indicators of each seat that wins; shapes (hands, 4, 14) and (hands, 4, 8)."""
    results, hands = batch.review.events.results, len(batch.index)
    shown = np.full((hands, SEATS, results.shown.shape[2]), NO_TILE, np.uint8)
    ura = np.full((hands, SEATS, results.ura.shape[1]), NO_TILE, np.uint8)
    # Of a seat that wins a hand twice, the first counts, as in `wins`.
    wins = np.flatnonzero(results.winner < SEATS)[::-1]
    places = results.hand[wins], results.winner[wins]
    shown[places], ura[places] = results.shown[wins, results.winner[wins]], results.ura[wins]
    return shown, ura


def _held_codes(batch: ReviewedBatch, hand: NDArray[np.intp], tiles: NDArray[np.uint8]) -> NDArray[np.uint8]:
    codes = tile_codes(batch.review.events, hand[:, None], tiles)
    return np.where(codes < 0, _NONE, codes).astype(np.uint8)


def _text(codes: NDArray[np.uint8]) -> pa.Array:
    """mpsz text of the tiles of each row; null without one.

    Args:
        codes: Indices into `TILE_NAMES`, or `_NONE`; shape (rows, tiles).
    """
    places = np.sort(_PLACES[codes], axis=1)
    tiles = _BY_PLACE[np.searchsorted(_PLACES[_BY_PLACE], places)]
    letters = _LETTERS[tiles]
    # Only the last tile of a suit is followed by its letter.
    letters[:, :-1][letters[:, :-1] == letters[:, 1:]] = 0
    characters = np.stack([_DIGITS[tiles], letters], axis=2).reshape(len(codes), 2 * codes.shape[1])
    is_there = characters > 0
    offsets = np.zeros(len(codes) + 1, np.int32)
    np.cumsum(is_there.sum(axis=1), out=offsets[1:])
    null = np.packbits(is_there.any(axis=1), bitorder="little")
    buffers = [pa.py_buffer(null), pa.py_buffer(offsets), pa.py_buffer(characters[is_there])]
    return pa.Array.from_buffers(pa.string(), len(codes), buffers)

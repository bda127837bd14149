"""Builds the tables of a batch from its review: here all but ``seats``, ``wins`` and ``plays``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final, TypeVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.audit.broken import has_broken_start
from analyzer.audit.findings import Finding
from analyzer.audit.review import Review
from analyzer.formats.events import Events
from analyzer.formats.log_id import GoType
from analyzer.replay.seats import seats_in_play, sum_of_seats
from analyzer.tables.arrow import Coded, Columns, Nullable, arrow_table, logged, numbers, some, texts
from analyzer.tables.course_tables import play_columns, seat_columns, tehai_columns, win_columns
from analyzer.tables.reviewed_batch import (
    DRAW_KINDS,
    END_KINDS,
    LENGTHS,
    ROOMS,
    ReviewedBatch,
    of_go_types,
    placements,
)
from analyzer.tables.schema import TABLES, game_key
from analyzer.vocabulary import ABSENT, NO_SEAT, SEATS, EndKind

Seated = TypeVar("Seated")
"""Value of an occupied seat."""


def _game_columns(batch: ReviewedBatch) -> tuple[Columns, NDArray[np.integer]]:
    """Columns of ``games`` that are not keys, and the game of every row."""
    review, games = batch.review, batch.review.events.games
    return {
        "source": [log.source for log in review.logs],
        "date": Nullable(batch.days.astype(np.int32), np.isnat(batch.days)),
        "hour": [None if found is None else found.hour for found in batch.ids],
        "go_type": logged(games.go_type),
        "lobby": logged(games.lobby),
        **_go_columns(games.go_type),
        "announces_rules": games.announces_rules,
        "rule_set": review.rule_sets,
        "has_seed": review.headers.have_seeds,
        "hands": np.diff(games.hand_offsets),
        "is_complete": _is_complete(review.events),
    }, np.arange(len(review.logs))


def _go_columns(go_type: NDArray[np.int32]) -> Columns:
    unknown = some(go_type == ABSENT)
    return {
        "room": Coded(of_go_types(go_type, lambda go: go.room, -1), ROOMS),
        "length": Coded(of_go_types(go_type, lambda go: GoType.HANCHAN in go, -1), LENGTHS),
        "has_aka": Nullable(of_go_types(go_type, lambda go: GoType.NO_AKA not in go), unknown),
        "has_kuitan": Nullable(of_go_types(go_type, lambda go: GoType.NO_KUITAN not in go), unknown),
        "is_fast": Nullable(of_go_types(go_type, lambda go: GoType.FAST in go), unknown),
        "has_chips": Nullable(of_go_types(go_type, lambda go: GoType.CHIPS in go), unknown),
    }


def _is_complete(events: Events) -> NDArray[np.bool_]:
    whole = np.zeros(len(events.games.go_type), np.bool_)
    whole[_final_results(events)[1]] = True
    whole[events.hands.game[~events.hands.complete]] = False
    return whole


def _final_results(events: Events) -> tuple[NDArray[np.intp], NDArray[np.integer]]:
    """Rows of the results with an ``owari``, and their games."""
    rows = np.flatnonzero(events.results.has_owari)
    return rows, events.hands.game[events.results.hand[rows]]


def _player_columns(batch: ReviewedBatch) -> tuple[Columns, NDArray[np.integer]]:
    """Columns of ``players`` that are not of the game, and the game of every row, by game, then seat."""
    in_play = seats_in_play(batch.review.events.games.players)
    games, seats = np.nonzero(in_play)
    people, counts = batch.review.headers.people, in_play.sum(axis=1).tolist()

    def seated(of_games: Sequence[tuple[Seated, ...]]) -> list[Seated]:
        return [value for four, count in zip(of_games, counts, strict=True) for value in four[:count]]

    names: list[str | None] = [name or None for name in seated(people.name)]
    if batch.stand_in is not None:
        names = [None if name is None else batch.stand_in(name) for name in names]
    return {
        "seat": seats,
        "name": names,
        "dan": seated(people.dan),
        "rate": seated(people.rate),
        "sex": seated(people.sex),
        **_scores(batch.review.events, in_play),
    }, games


def _scores(events: Events, in_play: NDArray[np.bool_]) -> Columns:
    rows, games = _final_results(events)
    results, offsets = events.results, events.games.hand_offsets
    start = np.full(in_play.shape, ABSENT, np.int32)
    first = offsets[:-1][np.diff(offsets) > 0]
    read = first[~has_broken_start(events, "ten")[first]]
    start[events.hands.game[read]] = events.hands.scores[read]

    def final(column: NDArray[np.int32]) -> NDArray[np.int32]:
        values = np.full(in_play.shape, ABSENT, np.int32)
        values[games] = column[rows]
        return values

    scores = final(results.final_scores)
    tenths = final(results.final_results)[in_play]
    unknown = ((scores == ABSENT) & in_play).any(axis=1, keepdims=True) & in_play
    return {
        "start_score": logged(start[in_play]),
        "final_score": logged(scores[in_play]),
        "final_result": Nullable(tenths / 10, tenths == ABSENT),
        "final_chips": logged(final(results.final_chips)[in_play]),
        "placement": Nullable(placements(scores, in_play)[in_play], unknown[in_play]),
    }


def _hand_columns(batch: ReviewedBatch) -> tuple[Columns, NDArray[np.integer]]:
    """Columns of ``hands`` that are not of the game, and the game of every row."""
    columns = {**_start(batch), **_end(batch), **_play(batch), **_riichi(batch), **_position(batch)}
    return columns, batch.review.events.hands.game


def _start(batch: ReviewedBatch) -> Columns:
    hands, unknown = batch.review.events.hands, some(~batch.review.events.hands.counted)
    return {
        "hand": batch.index,
        "kyoku": Nullable(hands.kyoku, unknown),
        "honba": Nullable(hands.honba, unknown),
        "kyotaku": Nullable(hands.kyotaku, unknown),
        "dealer": batch.review.facts.dealer,
        "is_readable": hands.readable,
        "is_sound": batch.is_sound,
    }


def _end(batch: ReviewedBatch) -> Columns:
    review, claims = batch.review, batch.claims
    nobody, no_loser = claims.winner == NO_SEAT, claims.loser == NO_SEAT
    return {
        "end": Coded(claims.end.astype(np.int32), END_KINDS),
        "draw_kind": _draw_kinds(claims.draw_kind),
        "winner_count": sum_of_seats(claims.winners),
        "winner": Nullable(claims.winner, nobody),
        "loser": Nullable(claims.loser, no_loser),
        "is_tsumo": Nullable(no_loser, nobody),
        "live_tiles": Nullable(review.facts.live_tiles, some(~batch.is_sound)),
        "tenpai_count": Nullable(sum_of_seats(review.draws.tenpai), some(~batch.is_judged)),
    }


def _draw_kinds(kinds: NDArray[np.uint8]) -> Coded:
    """Names of the kinds of ryuukyoku; null for 0 and for an unknown kind."""
    codes = kinds.astype(np.int32) - 1
    codes[codes >= len(DRAW_KINDS)] = -1
    return Coded(codes, DRAW_KINDS)


def _play(batch: ReviewedBatch) -> Columns:
    facts = batch.review.facts
    return {
        "draws": sum_of_seats(facts.draws),
        "discards": sum_of_seats(facts.discards),
        "turn": facts.discards.max(axis=1, initial=0),
        "calls": facts.call_count,
        "kans": sum_of_seats(facts.kans),
        "kita": sum_of_seats(facts.kita),
        "open_seats": sum_of_seats(facts.open_melds > 0),
    }


def _riichi(batch: ReviewedBatch) -> Columns:
    facts = batch.review.facts
    declared = facts.riichi_order > 0
    count = sum_of_seats(declared)
    first = np.where(declared, facts.riichi_order, SEATS + 1).argmin(axis=1)
    turn = facts.riichi_turn[np.arange(len(first)), first]
    return {
        "riichi_count": count,
        "first_riichi_seat": Nullable(first, count == 0),
        "first_riichi_turn": Nullable(turn, (count == 0) | (turn == 0)),
    }


def _position(batch: ReviewedBatch) -> Columns:
    """Columns of the position of the hand in its game, and of what follows."""
    hands = batch.review.events.hands
    last = np.ones(len(hands.game), np.bool_)
    last[:-1] = hands.game[1:] != hands.game[:-1]
    scheduled = _last_scheduled(batch)[hands.game]
    unknown = last | ~np.roll(hands.counted, -1)
    return {
        "is_all_last": Nullable(hands.kyoku >= scheduled, some((scheduled == ABSENT) | ~hands.counted)),
        "is_last": last,
        "kyotaku_after": Nullable(batch.review.next.kyotaku, some(~batch.is_judged | ~hands.complete)),
        "next_kyoku": Nullable(np.roll(hands.kyoku, -1), unknown),
        "next_honba": Nullable(np.roll(hands.honba, -1), unknown),
        "next_dealer": Nullable(np.roll(batch.review.facts.dealer, -1), last),
    }


def _last_scheduled(batch: ReviewedBatch) -> NDArray[np.int32]:
    """Last scheduled kyoku, by length and players; ABSENT without GO; shape (games,)."""
    games = batch.review.events.games
    rounds = of_go_types(games.go_type, lambda go: 1 + (GoType.HANCHAN in go))
    east = rounds * 4 - (1 + (games.players == 3))
    return np.where(east < 0, ABSENT, east).astype(np.int32)


def _draw_columns(batch: ReviewedBatch) -> tuple[Columns, NDArray[np.integer]]:
    """Columns of ``draws`` that are not of the game, and the game of every row."""
    hands, facts, draws = batch.review.events.hands, batch.review.facts, batch.review.draws
    rows = np.flatnonzero(batch.claims.end == EndKind.RYUUKYOKU)
    unjudged, unknown = ~batch.is_judged[rows], some(~hands.counted[rows])
    dealer = facts.dealer[rows]
    return {
        "hand": batch.index[rows],
        "kyoku": Nullable(hands.kyoku[rows], unknown),
        "honba": Nullable(hands.honba[rows], unknown),
        "kyotaku": Nullable(hands.kyotaku[rows], unknown),
        "dealer": dealer,
        "kind": _draw_kinds(batch.claims.draw_kind[rows]),
        "kind_computed": _draw_kinds(np.where(unjudged, 0, draws.kind[rows]).astype(np.uint8)),
        "live_tiles": Nullable(facts.live_tiles[rows], some(~batch.is_sound[rows])),
        "riichi_count": sum_of_seats(facts.riichi_order[rows] > 0),
        "tenpai_count": Nullable(sum_of_seats(draws.tenpai[rows]), unjudged),
        "is_dealer_tenpai": Nullable(draws.tenpai[rows, dealer], unjudged),
        **_per_seat(batch, rows, unjudged),
    }, hands.game[rows]


def _per_seat(batch: ReviewedBatch, rows: NDArray[np.intp], unjudged: NDArray[np.bool_]) -> Columns:
    draws, claims = batch.review.draws, batch.claims
    empty, deltas = ~batch.in_play[rows], claims.deltas[rows]
    out = empty | unjudged[:, None]
    no_kind = (draws.kind[rows] == 0)[:, None]
    wide: dict[str, tuple[NDArray[np.generic], NDArray[np.bool_]]] = {
        "tenpai": (draws.tenpai[rows], out),
        "shown": (claims.shown[rows], empty | ~claims.can_show[rows, None]),
        "nagashi": (draws.nagashi[rows], out),
        "delta": (deltas, empty | (deltas == ABSENT)),
        "delta_computed": (draws.deltas[rows], out | no_kind),
    }
    return {
        f"{name}{seat}": Nullable(values[:, seat], null[:, seat])
        for name, (values, null) in wide.items()
        for seat in range(SEATS)
    }


_COLUMNS: Final[dict[str, Callable[[ReviewedBatch], tuple[Columns, NDArray[np.integer]]]]] = {
    "games": _game_columns,
    "players": _player_columns,
    "hands": _hand_columns,
    "seats": seat_columns,
    "wins": win_columns,
    "draws": _draw_columns,
    "plays": play_columns,
    "tehai": tehai_columns,
}
"""What gives the columns of each table that are not of the game, and the game of every row."""


def game_rows(
    review: Review, wanted: Collection[str], stand_in: Callable[[str], str | None] | None = None
) -> dict[str, tuple[pa.Table, NDArray[np.integer]]]:
    """Rows of every wanted table but ``findings``, in the order of their games, and the game of every row.

    Nothing is computed for others.  ``stand_in`` gives what replaces the name of a player.
    """
    batch = ReviewedBatch(review, stand_in, plays="plays" in wanted)
    ids = [log.log_id for log in review.logs]
    log_ids, keys = texts(ids), np.array([*map(game_key, ids)], np.int64)
    months = batch.days.astype("datetime64[M]").astype(np.int64)
    year, month = months // 12 + 1970, months % 12 + 1
    rows = {}
    for table in [name for name in _COLUMNS if name in wanted]:
        columns, game = _COLUMNS[table](batch)
        undated = np.isnat(batch.days)[game]
        columns |= {
            "log_id": pa.DictionaryArray.from_arrays(numbers(game.astype(np.int32)), log_ids),
            "game": numbers(keys[game]),
            "year": numbers(year[game], undated),
            "month": numbers(month[game], undated),
            "players": numbers(review.events.games.players[game]),
        }
        rows[table] = arrow_table(table, columns, batch.seats if table == "seats" else None), game
    return rows


def finding_table(findings: Sequence[Finding]) -> pa.Table:
    """The table ``findings``, whose other columns are the fields of a finding."""
    ids = [finding.log for finding in findings]
    columns: Columns = {
        column.name: [getattr(finding, column.name) for finding in findings]
        for column in TABLES["findings"]
        if column.name not in ("log_id", "game")
    }
    columns["log_id"] = texts(ids).dictionary_encode()
    columns["game"] = np.array([*map(game_key, ids)], np.int64)
    return arrow_table("findings", columns)

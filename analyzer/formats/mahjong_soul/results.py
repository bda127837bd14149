"""Reads one record at a time: its seats, tiles and points, and what it claims of the end of a hand."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from analyzer.formats.builder import Claimed, EventsBuilder, Face, first_copies
from analyzer.formats.claims import Claim, Contradiction
from analyzer.formats.events import UNKNOWN_DRAW_KIND, Oddity
from analyzer.formats.mahjong_soul.messages import FACE_OF, At
from analyzer.formats.meld_codes import decode_call, encode_meld
from analyzer.vocabulary import (
    NO_SEAT,
    NO_TILE,
    RIICHI_STICK,
    SEATS,
    DrawKind,
    EndKind,
    PlayKind,
    Seat,
    TileId,
)

__all__ = ["TABLES", "Result", "Start", "read_hule", "read_liuju", "read_notile"]

TABLES: Final = tomllib.loads(Path(__file__).with_name("tables.toml").read_text(encoding="utf-8"))
_YAKU: Final = {int(number): yaku for number, yaku in TABLES["yaku"].items()}
"""Tenhou's id by that of Mahjong Soul."""
_SEAT_WIND, _ROUND_WIND, _URA = 10, 11, 53
_YAKUMAN: Final = range(36, 52)
_DRAWS: Final = {
    1: DrawKind.KYUUSHU_KYUUHAI,
    2: DrawKind.SUUFON_RENDA,
    3: DrawKind.SUUKAIKAN,
    4: DrawKind.SUUCHA_RIICHI,
    5: DrawKind.SANCHAHOU,
}
"""By ``type`` of RecordLiuJu, as InjusticeJudge and tensoul have it."""
_LIMITS: Final = (0, 1, 2, 3, 4, *[5] * 7)
"""By ``title_id``: yakuman are counted up to six, and a counted one has a title of its own."""
_HONBA: Final = 300
_MOST_SHOWN: Final = 14
_MELDS: Final = {
    PlayKind.CHI: "shunzi",
    PlayKind.PON: "kezi",
    PlayKind.DAIMINKAN: "minggang",
    PlayKind.KAKAN: "minggang",
    PlayKind.ANKAN: "angang",
}
_MELD: Final = re.compile(r"([a-z]{4,8})\(((?:[0-9][mpsz],){2,3}[0-9][mpsz])\)")

_Note = tuple[Oddity, int, str | None]
Result = tuple[Claimed, list[_Note]]
"""A claim, and what is to be noted of it: oddity, detail and words."""


class Start(NamedTuple):
    """What a hand begins with."""

    chang: int
    dealer: Seat
    honba: int
    kyotaku: int
    scores: list[int]
    norths: dict[Seat, list[int]]
    """Codes of norths set aside, by seat."""


def _running(build: EventsBuilder, start: Start) -> list[int]:
    """Scores at the start of the hand less the sticks paid."""
    return [score - RIICHI_STICK * build.accepted.count(seat) for seat, score in enumerate(start.scores)]


def _unstated(claims: int) -> list[_Note]:
    return [(Oddity.UNSTATED, claims, None)] if claims else []


def read_hule(build: EventsBuilder, start: Start, at: At) -> list[Result]:
    """Read RecordHule: each win with what its seat has in ``delta_scores``, the first with all else of it."""
    wins = at.each("hules")
    if not 1 <= len(wins) < SEATS:
        raise at.error("hules", "1 to 3 wins")
    before, total = at.points("old_scores"), at.points("delta_scores")
    after = at.points("scores")
    unstated = Claim.SCORES_BEFORE * (before is None) | Claim.DELTAS * (total is None)
    scores = _running(build, start) if before is None else before
    ura = [build.new(face) for face in max((win.faces("li_doras") for win in wins), key=len)]
    results: list[Result] = []
    for place, win in enumerate(wins):
        claimed = Claimed(EndKind.AGARI, winner=win.seat(), loser=_loser(build, win))
        if total is not None:
            deltas = total.copy() if place == 0 else [0] * SEATS
            for other in wins[1:] if place == 0 else [win]:
                sign = -1 if place == 0 else 1
                deltas[other.seat()] += sign * total[other.seat()]
                deltas[claimed.loser] -= sign * total[other.seat()]
            claimed = claimed._replace(scores=scores, deltas=deltas)
            scores = [score + delta for score, delta in zip(scores, deltas, strict=True)]
        sticks = start.kyotaku + len(build.accepted)
        points = _points(start, win, claimed, (_HONBA * start.honba + RIICHI_STICK * sticks) * (place == 0))
        claimed, notes = _won(build, start, win, claimed._replace(points=points or None), ura)
        notes += _unstated(unstated)
        results.append((claimed, notes))
        # It is false, too, where a form leaves it out.
        if win.data["qinjia"] and claimed.winner != start.dealer:
            notes.append((Oddity.CONTRADICTION, int(Contradiction.DEALER), None))
    # Payments that do not add up, and scores before that are wrong, are findings of their own.
    if total is not None and sum(total) == RIICHI_STICK * (start.kyotaku + len(build.accepted)):
        due = [score + delta for score, delta in zip(_running(build, start), total, strict=True)]
        if after not in (None, due):
            results[-1][1].append((Oddity.CONTRADICTION, int(Contradiction.SCORES_AFTER), None))
    return results


def _loser(build: EventsBuilder, win: At) -> Seat:
    """Who dealt in, the winner itself of a tsumo; where play has nobody, the next seat."""
    winner = win.seat()
    if win.data["zimo"]:
        return winner
    if build.last is not None and build.last[0] != winner:
        return build.last[0]
    return (winner + 1) % build.players


def _points(start: Start, win: At, claimed: Claimed, extra: int) -> int:
    """Points of a win as stated; of two statements the one that the payments do not bear out."""
    rong, dealer, other = (win.data[name] for name in ("point_rong", "point_zimo_qin", "point_zimo_xian"))
    payers = win.players - 1
    points = int(rong)
    if claimed.loser == claimed.winner:
        points = other * payers if claimed.winner == start.dealer else dealer + other * (payers - 1)
    value = win.data["dadian"]
    # What it says of three players is not measured.
    if value and win.players == SEATS and claimed.deltas and claimed.deltas[claimed.winner] == points + extra:
        return int(value)
    return points


def _won(
    build: EventsBuilder, start: Start, win: At, claimed: Claimed, ura: list[TileId]
) -> tuple[Claimed, list[_Note]]:
    """One win with all that it claims."""
    winner, is_yakuman, notes = win.seat(), win.data["yiman"], list[_Note]()
    machi, hand = build.last_as(win.face("hu_tile")), win.faces("hand")
    han_of, yakuman, unknown = Counter[int](), list[int](), list[str]()
    for fan in win.each("fans"):
        number, han = fan.data["id"], fan.number("val")
        turn = {_SEAT_WIND: winner - start.dealer, _ROUND_WIND: start.chang}.get(number, 0)
        yaku = _YAKU.get(number, -1) + turn % (win.players if number == _SEAT_WIND else SEATS)
        if yaku < 0:
            unknown.append(f"yaku {number}")
        elif yaku in _YAKUMAN and is_yakuman:
            yakuman.append(yaku)
        elif han or yaku == _URA:
            han_of[yaku] += han
    if winner in build.declared and han_of:
        han_of[_URA] += 0
    if unknown:
        notes.append((Oddity.UNKNOWN_YAKU, -1, ", ".join(unknown)))
    elif not is_yakuman and win.data["count"] not in (0, han_of.total()):
        notes.append((Oddity.COUNTED, win.number("count"), None))
    if claimed.points is None:
        notes.append((Oddity.NO_POINTS, -1, None))
    melds = _melds(build, winner, win.data["ming"])
    if melds is None:
        notes += _unstated(Claim.WIN_MELDS)
    title, liable = win.number("title_id"), win.number("baopai", win.players)
    return claimed._replace(
        pao_seat=liable - 1 if liable else NO_SEAT,
        shown={winner: sorted([*build.shown_ids(winner, hand), machi])} if hand else {},
        machi=machi,
        dora=_same(build, build.indicators, win.faces("doras")),
        ura=_same(build, ura, win.faces("li_doras")),
        # Of a yakuman fu count nothing, and are not measured.
        fu=None if is_yakuman else win.number("fu", 999) or None,
        limit=_LIMITS[title] if title < len(_LIMITS) else 0,
        # Whether norths are among the melds that a record shows is not measured.
        melds=[*(build.melds[winner] if melds is None else melds)[::-1], *start.norths.get(winner, [])],
        yaku={} if is_yakuman else dict(han_of),
        yakuman=yakuman,
    ), notes


def _melds(build: EventsBuilder, seat: Seat, texts: list[str]) -> list[int] | None:
    """Codes of the melds of a win: those of play where they look the same; None where they say nothing."""
    tiles = np.empty(4, np.uint8)
    played: list[tuple[int, tuple[str | None, list[Face]]]] = []
    for code in build.melds[seat]:
        kind = PlayKind(decode_call(code, seat, tiles)[0])
        faces = [build.face_of(tile) for tile in tiles.tolist() if tile != NO_TILE]
        played.append((code, (_MELDS.get(kind), sorted(faces))))
    codes: list[int] = []
    for text in texts:
        match = _MELD.fullmatch(text)
        stated = sorted(FACE_OF.get(tile, -1) for tile in match[2].split(",")) if match else []
        found = next((one for one in played if match and one[1] == (match[1], stated)), None)
        if found is not None:
            played.remove(found)
            codes.append(found[0])
            continue
        shown = next((one for one, word in _MELDS.items() if match and word == match[1]), None)
        if shown is None or -1 in stated:
            return None
        try:
            # Whom it was called from is not stated.
            codes.append(encode_meld(shown, first_copies(stated), seat, (seat - 1) % SEATS))
        except ValueError:
            return None
    return codes if texts or not played else None


def _same(build: EventsBuilder, tiles: list[TileId], faces: list[Face]) -> list[TileId]:
    """Ids of indicators: of those known where they look the same, else new ones."""
    known = [*tiles, *[None] * len(faces)]
    return [
        tile if tile is not None and build.face_of(tile) == face else build.new(face)
        for tile, face in zip(known, faces, strict=False)
    ]


def read_notile(build: EventsBuilder, start: Start, at: At) -> list[Result]:
    """Read RecordNoTile; payments that are left out of a list of scores are zeros."""
    kind = DrawKind.NAGASHI_MANGAN if at.data["liujumanguan"] else DrawKind.EXHAUSTIVE
    entries, players = at.each("scores"), at.each("players")[: build.players]
    before = entries[0].points("old_scores") if entries else None
    notes = _unstated(Claim.SCORES_BEFORE * (before is None) | Claim.DELTAS * (not entries))
    claimed = Claimed(EndKind.RYUUKYOKU, int(kind))
    if entries:
        paid = [one.points("delta_scores") or [0] * SEATS for one in entries]
        deltas = list(map(sum, zip(*paid, strict=True)))
        claimed = claimed._replace(scores=before or _running(build, start), deltas=deltas)
    shown = {
        seat: build.shown_ids(seat, one.faces("hand")) or build.concealed(seat)[:_MOST_SHOWN]
        for seat, one in enumerate(players)
        if one.data["tingpai"]
    }
    if not players:
        notes.append((Oddity.UNSHOWN, -1, None))
    return [(claimed._replace(shown=shown), notes)]


def read_liuju(build: EventsBuilder, start: Start, at: At) -> list[Result]:
    """Read RecordLiuJu, an abortive draw, at which nobody pays; who shows what is Tenhou's custom."""
    number, last = at.number("type"), NO_SEAT if build.last is None else build.last[0]
    kind, everybody = _DRAWS.get(number), range(build.players)
    shows = {
        DrawKind.KYUUSHU_KYUUHAI: [at.seat()],
        DrawKind.SUUCHA_RIICHI: everybody,
        DrawKind.SANCHAHOU: [seat for seat in everybody if seat != last],
    }
    notes = _unstated(Claim.SCORES_BEFORE | Claim.DELTAS | Claim.SHOWN_TILES)
    if kind is None:
        notes.append((Oddity.UNKNOWN_DRAW, -1, f"type {number}"))
    claimed = Claimed(
        EndKind.RYUUKYOKU,
        UNKNOWN_DRAW_KIND if kind is None else int(kind),
        scores=_running(build, start),
        deltas=[0] * SEATS,
        shown={seat: build.concealed(seat)[:_MOST_SHOWN] for seat in (shows.get(kind, ()) if kind else ())},
    )
    return [(claimed, notes)]

"""Results of logs that state less than an mjlog: play gives the rest, and oddities say what is not stated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from analyzer.formats.builder import EventsBuilder
from analyzer.formats.events import UNKNOWN_DRAW_KIND, Claim, Oddity
from analyzer.formats.words import DORA, URA_DORA, YAKUMAN_IDS
from analyzer.vocabulary import ABSENT, NO_SEAT, SEATS, DrawKind, EndKind, Seat, TileId

_MOST_YAKUMAN: Final = 8
_SHOWN: Final = 14
_NOTHING: Final = Claim(0)
_START: Final = {3: 35_000, SEATS: 25_000}


class Won(NamedTuple):
    """A win as a log states it; what is None is not stated."""

    winner: Seat
    loser: Seat
    """Whose tile it is; of a tsumo the winner."""
    machi: TileId | None = None
    """The tile won on, where it may be another than the last of play."""
    deltas: Sequence[int] | None = None
    """Payments of four seats."""
    before: Sequence[int] | None = None
    """Their scores before it."""
    after: Sequence[int] | None = None
    """Their scores after it."""
    tehai: Sequence[TileId] | None = None
    """Concealed tiles of the winner with the tile won on."""
    dora: Sequence[TileId] | None = None
    """Indicators, where others may be stated than those of play."""
    ura: Sequence[TileId] | None = None
    """Ura indicators."""
    fu: int | None = None
    points: int | None = None
    """Without honba and sticks."""
    limit: int = 0
    """As in ``ten``; 0 for none."""
    yaku: Sequence[tuple[int, int | None]] = ()
    """Ids and han; None where a yakuman stands for the han."""
    unknown: Sequence[str] = ()
    """Words for yaku that nobody knows."""
    pao: Seat = NO_SEAT
    """Who is liable."""
    melds: Sequence[int] | None = None
    """Codes of the calls of the winner, where they are stated."""
    unstated: Claim = _NOTHING
    """What is not stated besides."""


class Drawn(NamedTuple):
    """A hand without a winner as a log states it; what is None is not stated."""

    kind: DrawKind | None
    deltas: Sequence[int] | None = None
    """Payments of four seats."""
    before: Sequence[int] | None = None
    """Their scores before it."""
    after: Sequence[int] | None = None
    """Their scores after it."""
    shown: Mapping[Seat, Sequence[TileId]] | None = None
    """Tiles of the seats that show theirs."""
    tenpai: Iterable[Seat] | None = None
    """Seats that are tenpai, where that is stated: some writers show the tiles of all."""
    unknown: str | None = None
    """A word for the kind that nobody knows."""
    unstated: Claim = _NOTHING
    """What is not stated besides."""


def usual_scores(players: int) -> list[int]:
    """Scores of four seats at the start of a game, where they are not stated."""
    return [_START[players] * (seat < players) for seat in range(SEATS)]


def running_scores(build: EventsBuilder) -> list[int]:
    """Scores of four seats at the start of the hand, less the sticks paid."""
    return [score - build.stick * build.accepted.count(seat) for seat, score in enumerate(build.scores)]


def _claims(build: EventsBuilder, stated: Won | Drawn) -> tuple[dict[str, Sequence[int]], Claim]:
    """What wins and draws claim alike, and what of it is not stated; the scores move on."""
    sticks, deltas, before, after = 0, stated.deltas, stated.before, stated.after
    if build.results_now == 0:
        build.scores = running_scores(build)
        sticks = build.kyotaku + len(build.accepted)
    unstated = stated.unstated
    if before is None and after is None:
        unstated |= Claim.SCORES_BEFORE
    if before is None:
        before = build.scores
    if after is not None and deltas is not None:
        before = [score - delta for score, delta in zip(after, deltas, strict=True)]
    elif after is not None:
        deltas = [score - start for score, start in zip(after, before, strict=True)]
    claims: dict[str, Sequence[int]] = {"honba": [build.honba], "kyotaku": [sticks]}
    if deltas is None:
        return claims, unstated | Claim.DELTAS
    build.scores = [score + delta for score, delta in zip(before, deltas, strict=True)]
    return {**claims, "scores": before, "deltas": deltas}, unstated


def add_win(build: EventsBuilder, element: int, won: Won) -> None:
    """Add a win to the hand that is played."""
    claims, unstated = _claims(build, won)
    winner, machi, tehai = won.winner, won.machi, won.tehai
    if machi is None and build.last is not None:
        machi = build.last[1]
    if tehai is None:
        unstated |= Claim.WIN_TEHAI
        tehai = build.concealed(winner)
        tehai = (tehai if machi is None or machi in tehai else sorted([*tehai, machi]))[:_SHOWN]
    if won.ura is None:
        unstated |= Claim.URA
    han_of: dict[int, int] = {}
    yakuman: list[int] = []
    for number, han in won.yaku:
        if han is None or number in YAKUMAN_IDS:
            yakuman.append(number)
        # Dora of 0 han claim nothing; but Tenhou writes ura dora of 0 han.
        elif han or number < DORA or number == URA_DORA:
            han_of[number] = han_of.get(number, 0) + han
    if winner in build.declared and han_of:
        # An mjlog names the ura dora of every riichi.
        han_of.setdefault(URA_DORA, 0)
    claims |= {
        "winner": [winner],
        "loser": [won.loser],
        "pao_seat": [won.pao],
        "machi": [] if machi is None else [machi],
        "dora": build.indicators if won.dora is None else won.dora,
        "ura": won.ura or (),
        "ten": [won.fu or ABSENT, ABSENT if won.points is None else won.points, won.limit],
        "melds": (build.melds[winner] if won.melds is None else won.melds)[::-1],
        "yaku": [number for pair in han_of.items() for number in pair],
        "yakuman": yakuman[:_MOST_YAKUMAN],
    }
    build.result(element, EndKind.AGARI, claims, {winner: tehai})
    if won.unknown:
        build.note(Oddity.UNKNOWN_YAKU, element, text=", ".join(won.unknown))
    _note_unstated(build, element, unstated)


def add_draw(build: EventsBuilder, element: int, drawn: Drawn) -> None:
    """Add the end of a hand without a winner."""
    claims, unstated = _claims(build, drawn)
    kind, shown, tenpai = drawn.kind, drawn.shown, drawn.tenpai
    if kind is None and drawn.unknown is None:
        unstated |= Claim.DRAW_KIND
    tehai = shown or {}
    if shown is None:
        unstated |= Claim.SHOWN_TILES if tenpai is not None else Claim.SHOWN_TILES | Claim.SHOWN_SEATS
    if shown is None or tenpai is not None:
        seats = by_custom(build, kind) if tenpai is None else tenpai
        tehai = {seat: tehai.get(seat) or build.concealed(seat)[:_SHOWN] for seat in sorted(seats)}
    number = UNKNOWN_DRAW_KIND if kind is None else int(kind)
    build.result(element, EndKind.RYUUKYOKU, {**claims, "draw_kind": [number]}, tehai)
    _note_unstated(build, element, unstated)
    if drawn.unknown is not None:
        build.note(Oddity.UNKNOWN_DRAW, element, text=drawn.unknown)


def end_game(
    build: EventsBuilder, scores: Sequence[int] | None, results: Sequence[int] | None = None
) -> None:
    """End the game with its last result; where no final scores are stated, the last ones stand for them.

    Args:
        build: The game.
        scores: Final scores of four seats.
        results: Final results in tenths.
    """
    element = build.end_game(scores or None, results)
    if element is not None:
        unstated = _NOTHING if scores else Claim.FINAL_SCORES
        _note_unstated(build, element, unstated if results else unstated | Claim.FINAL_RESULT)


def _note_unstated(build: EventsBuilder, element: int, unstated: Claim) -> None:
    if unstated:
        build.note(Oddity.UNSTATED, element, int(unstated))


def by_custom(build: EventsBuilder, kind: DrawKind | None) -> set[Seat]:
    """Seats that show their tehai at an abortive draw of Tenhou: who declares it, all, or three who ron."""
    if build.last is None:
        return set()
    seats, last = set(range(build.players)), {build.last[0]}
    match kind:
        case DrawKind.KYUUSHU_KYUUHAI:
            return last
        case DrawKind.SANCHAHOU:
            return seats - last
        case DrawKind.SUUCHA_RIICHI:
            return seats
    return set()

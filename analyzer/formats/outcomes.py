"""Results of logs that state less than an mjlog: play gives the rest, and oddities say what is not stated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from analyzer.formats.builder import Claimed, EventsBuilder
from analyzer.formats.claims import Claim
from analyzer.formats.events import UNKNOWN_DRAW_KIND, Oddity
from analyzer.formats.tenhou6.words import DORA, YAKU_NAMES
from analyzer.vocabulary import RIICHI_STICK, SEATS, DrawKind, EndKind, Seat, TileId

__all__ = ["URA_DORA", "add_draw", "add_win", "end_game", "usual_scores"]

URA_DORA: Final = YAKU_NAMES.index("裏ドラ")
_YAKUMAN: Final = range(YAKU_NAMES.index("天和"), DORA)
_MOST_YAKUMAN: Final = 8
_SHOWN: Final = 14
_START: Final = {3: 35_000, SEATS: 25_000}


def usual_scores(players: int) -> list[int]:
    """Scores of four seats at the start of a game, where they are not stated."""
    return [_START[players] * (seat < players) for seat in range(SEATS)]


def _claimed(
    build: EventsBuilder, end: EndKind, deltas: Sequence[int] | None, after: Sequence[int] | None
) -> tuple[Claimed, Claim]:
    """What wins and draws claim alike, and what of it is not stated; the scores move on."""
    sticks = 0
    if build.results_now == 0:
        for seat in build.accepted:
            build.scores[seat] -= RIICHI_STICK
        sticks = build.kyotaku + len(build.accepted)
    before = build.scores
    unstated = Claim.SCORES_BEFORE if after is None else Claim(0)
    if after is not None and deltas is not None:
        before = [score - delta for score, delta in zip(after, deltas, strict=True)]
    elif after is not None:
        deltas = [score - start for score, start in zip(after, before, strict=True)]
    claimed = Claimed(end, honba=build.honba, kyotaku=sticks)
    if deltas is None:
        return claimed, unstated | Claim.DELTAS
    build.scores = [score + delta for score, delta in zip(before, deltas, strict=True)]
    return claimed._replace(scores=before, deltas=deltas), unstated


def add_win(
    build: EventsBuilder,
    element: int,
    winner: Seat,
    loser: Seat,
    *,
    machi: TileId | None,
    deltas: Sequence[int] | None = None,
    after: Sequence[int] | None = None,
    tehai: Sequence[TileId] | None = None,
    ura: Sequence[TileId] | None = None,
    fu: int | None = None,
    points: int | None = None,
    yaku: Iterable[tuple[int, int]] = (),
    unknown: Sequence[str] = (),
) -> None:
    """Add a win; what is None is not stated.

    Args:
        build: The game up to the win.
        element: Of the win.
        winner: Who wins.
        loser: Whose tile it is; of a tsumo the winner.
        machi: The tile won on.
        deltas: Payments of four seats.
        after: Their scores after it.
        tehai: Concealed tiles of the winner with the tile won on.
        ura: Ura indicators.
        fu: Likewise the following.
        points: Without honba and sticks.
        yaku: Ids and han.
        unknown: Words for yaku that nobody knows.
    """
    claimed, unstated = _claimed(build, EndKind.AGARI, deltas, after)
    if tehai is None:
        unstated |= Claim.WIN_TEHAI
        tehai = build.concealed(winner)
        tehai = (tehai if machi is None or machi in tehai else sorted([*tehai, machi]))[:_SHOWN]
    if ura is None:
        unstated |= Claim.URA
    han_of: dict[int, int] = {}
    yakuman: list[int] = []
    for number, han in yaku:
        if number in _YAKUMAN:
            yakuman.append(number)
        elif han or number < DORA or number == URA_DORA:
            han_of[number] = han_of.get(number, 0) + han
    if winner in build.declared and han_of:
        # An mjlog names the ura dora of every riichi.
        han_of.setdefault(URA_DORA, 0)
    claimed = claimed._replace(
        winner=winner,
        loser=loser,
        shown={winner: tehai},
        machi=machi,
        dora=build.indicators,
        ura=ura or (),
        fu=fu or None,
        points=points or None,
        melds=build.melds[winner][::-1],
        yaku=han_of,
        yakuman=yakuman[:_MOST_YAKUMAN],
    )
    build.result(element, claimed)
    if not points:
        build.note(Oddity.NO_POINTS, element)
    if unknown:
        build.note(Oddity.UNKNOWN_YAKU, element, text=", ".join(unknown))
    _note_unstated(build, element, unstated)


def add_draw(
    build: EventsBuilder,
    element: int,
    kind: DrawKind | None,
    *,
    deltas: Sequence[int] | None = None,
    after: Sequence[int] | None = None,
    shown: Mapping[Seat, Sequence[TileId]] | None = None,
    tenpai: Iterable[Seat] | None = None,
    unknown: str | None = None,
) -> None:
    """Add a hand without a winner; what is None is not stated.

    Args:
        build: The game up to its end.
        element: Of the result.
        kind: Of the draw.
        deltas: Payments of four seats.
        after: Their scores after it.
        shown: Tiles of the seats that show theirs.
        tenpai: Where only these are stated: seats that show theirs.
        unknown: A word for the kind that nobody knows.
    """
    claimed, unstated = _claimed(build, EndKind.RYUUKYOKU, deltas, after)
    if kind is None and unknown is None:
        unstated |= Claim.DRAW_KIND
    tehai = shown
    if tehai is None:
        unstated |= Claim.SHOWN_TILES
        seats = _by_custom(build, kind) if tenpai is None else tenpai
        tehai = {seat: build.concealed(seat)[:_SHOWN] for seat in sorted(seats)}
    number = UNKNOWN_DRAW_KIND if kind is None else int(kind)
    build.result(element, claimed._replace(draw_kind=number, shown=tehai))
    _note_unstated(build, element, unstated)
    if shown is None and tenpai is None:
        build.note(Oddity.UNSHOWN, element)
    if unknown is not None:
        build.note(Oddity.UNKNOWN_DRAW, element, text=unknown)


def end_game(build: EventsBuilder, scores: Sequence[int] | None) -> None:
    """End the game with its last result; where no final scores are stated, the last ones stand for them."""
    element = build.end_game(scores or None)
    if element is not None and not scores:
        _note_unstated(build, element, Claim.FINAL_SCORES)


def _note_unstated(build: EventsBuilder, element: int, unstated: Claim) -> None:
    if unstated:
        build.note(Oddity.UNSTATED, element, int(unstated))


def _by_custom(build: EventsBuilder, kind: DrawKind | None) -> set[Seat]:
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

"""A played game as mjlog elements, in the order and form of Tenhou's logs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.mjlog.markup import DISCARD_TAGS, DRAW_TAGS, TAGS, MarkupBuilder
from analyzer.mjlog.writer import write
from analyzer.replay.facts import Place
from analyzer.rules import RuleSet
from analyzer.simulate.rounds import Round
from analyzer.vocabulary import SEATS, DrawKind, PlayKind, Seat

__all__ = ["GameRecord", "write_game"]

_DRAW_NAMES: Final = {
    DrawKind.NAGASHI_MANGAN: "nm",
    DrawKind.KYUUSHU_KYUUHAI: "yao9",
    DrawKind.SUUFON_RENDA: "kaze4",
    DrawKind.SUUCHA_RIICHI: "reach4",
    DrawKind.SUUKAIKAN: "kan4",
    DrawKind.SANCHAHOU: "ron3",
}
"""``type`` of RYUUKYOKU; an exhaustive draw has none."""
_HUNDRED: Final = 100
_FIRST_DRAW_TAG: Final = DRAW_TAGS.start
_FIRST_DISCARD_TAG: Final = DISCARD_TAGS.start
_DRAW: Final = int(PlayKind.DRAW)
_DISCARD: Final = int(PlayKind.DISCARD)
_RIICHI: Final = int(PlayKind.RIICHI)
_RIICHI_ACCEPTED: Final = int(PlayKind.RIICHI_ACCEPTED)
_DORA: Final = int(PlayKind.DORA)

Attributes = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game as it was played.

    Attributes:
        name: Text that the wall and all chances followed from.
        go_type: Bits of GO.
        rules: The rule set it was played by.
        seed: Text of the shuffle seed.
        names: Of the four seats; empty for the empty one.
        hands: Each hand as a row of a round.
        final_scores: Shape (players,), points, leftover sticks included.
        final_results: Shape (players,), points.
    """

    name: str
    go_type: int
    rules: RuleSet
    seed: str
    names: tuple[str, ...]
    hands: Sequence[tuple[Round, int]]
    final_scores: NDArray[np.int32]
    final_results: NDArray[np.int32]

    @property
    def players(self) -> int:
        """3 or 4."""
        return self.rules.seats


def write_game(record: GameRecord) -> bytes:
    """The log of a game, XML in Tenhou's form."""
    builder = MarkupBuilder()
    builder.start_game()
    builder.element("mjloggm", attributes=[("ver", "2.3")])
    builder.element("SHUFFLE", attributes=[("seed", record.seed), ("ref", "")])
    builder.element("GO", attributes=[("type", str(record.go_type)), ("lobby", "0")])
    builder.element("UN", attributes=_players(record))
    builder.element("TAIKYOKU", attributes=[("oya", "0")])
    for place, (played, row) in enumerate(record.hands):
        builder.element("INIT", attributes=_init(played, row))
        _add_plays(builder, played, row)
        result = _ryuukyoku(played, row, record.players)
        if place == len(record.hands) - 1:
            result.append(("owari", _owari(record)))
        builder.element("RYUUKYOKU", attributes=result)
    return write(builder.build())


def _joined(values: Iterable[int]) -> str:
    return ",".join(map(str, values))


def _hundreds(points: NDArray[np.int32]) -> str:
    return _joined((points // _HUNDRED).tolist())


def _players(record: GameRecord) -> Attributes:
    """Names as Tenhou encodes them, every byte; grades that show at a glance that nobody played."""
    taken = [seat < record.players for seat in range(SEATS)]
    names = ["".join(f"%{byte:02X}" for byte in name.encode("utf-8")) for name in record.names]
    return [
        *((f"n{seat}", name) for seat, name in enumerate(names)),
        ("dan", ",".join("16" if here else "0" for here in taken)),
        ("rate", ",".join("2000.00" if here else "1500.00" for here in taken)),
        ("sx", ",".join("M" if here else "C" for here in taken)),
    ]


def _init(played: Round, row: int) -> Attributes:
    hands = played.events.hands
    players = int(played.events.games.players[row])
    start = (
        int(hands.kyoku[row]),
        int(hands.honba[row]),
        int(hands.kyotaku[row]),
        *hands.dice[row].tolist(),
        int(hands.indicator[row]),
    )
    return [
        ("seed", _joined(start)),
        ("ten", _hundreds(hands.scores[row])),
        ("oya", str(int(hands.dealer[row]))),
        *(
            (f"hai{seat}", _joined(hands.haipai[row, seat].tolist()) if seat < players else "")
            for seat in range(SEATS)
        ),
    ]


def _add_plays(builder: MarkupBuilder, played: Round, row: int) -> None:
    events = played.events
    plays = events.plays
    rows = slice(int(events.hands.play_offsets[row]), int(events.hands.play_offsets[row + 1]))
    columns = (plays.kind[rows], plays.seat[rows], plays.tile[rows], plays.row[rows])
    for kind, seat, tile, reference in zip(*(column.tolist() for column in columns), strict=True):
        if kind == _DRAW:
            builder.element(TAGS[_FIRST_DRAW_TAG + seat], tile)
        elif kind == _DISCARD:
            builder.element(TAGS[_FIRST_DISCARD_TAG + seat], tile)
        elif kind == _DORA:
            builder.element("DORA", attributes=[("hai", str(tile))])
        elif kind == _RIICHI:
            builder.element("REACH", attributes=[("who", str(seat)), ("step", "1")])
        elif kind == _RIICHI_ACCEPTED:
            scores = _hundreds(events.deposits[reference])
            builder.element("REACH", attributes=[("who", str(seat)), ("ten", scores), ("step", "2")])
        else:
            code = str(int(events.calls.code[reference]))
            builder.element("N", attributes=[("who", str(seat)), ("m", code)])


def _shown_seats(played: Round, row: int, players: int) -> list[Seat]:
    """Seats whose tehai the log shows."""
    match played.settled.kind[row]:
        case DrawKind.EXHAUSTIVE | DrawKind.NAGASHI_MANGAN:
            return np.flatnonzero(played.settled.tenpai[row]).tolist()
        case DrawKind.KYUUSHU_KYUUHAI:
            return [int(played.facts.last_seat[row])]
        case DrawKind.SUUCHA_RIICHI:
            return list(range(players))
        case _:
            return []


def _ryuukyoku(played: Round, row: int, players: int) -> Attributes:
    facts, settled = played.facts, played.settled
    name = _DRAW_NAMES.get(DrawKind(int(settled.kind[row])))
    deltas = np.zeros(SEATS, np.int32)
    deltas[:players] = settled.deltas[row]
    pairs = np.stack([facts.scores[row], deltas], axis=1).reshape(-1)
    table = f"{int(played.events.hands.honba[row])},{int(facts.riichi_sticks[row])}"
    shown = [
        (f"hai{seat}", _joined(np.flatnonzero(facts.place[row] == Place.CONCEALED + seat).tolist()))
        for seat in _shown_seats(played, row, players)
    ]
    kind = [("type", name)] if name is not None else []
    return [*kind, ("ba", table), ("sc", _hundreds(pairs)), *shown]


def _owari(record: GameRecord) -> str:
    """Final scores in hundreds and final results in thousands with one decimal, in turn."""
    missing = SEATS - record.players
    scores = [*(record.final_scores // _HUNDRED).tolist(), *[0] * missing]
    tenths = [*(record.final_results // _HUNDRED).tolist(), *[0] * missing]
    return ",".join(
        f"{score},{'-' if result < 0 else ''}{abs(result) // 10}.{abs(result) % 10}"
        for score, result in zip(scores, tenths, strict=True)
    )

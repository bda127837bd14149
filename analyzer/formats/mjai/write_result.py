"""Writes results as AGARI and RYUUKYOKU: what the log claims, and from play what the elements need besides.

Checks of what only follows from play are absent; a `ReadProblem` says what that is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from analyzer.formats.claims import Claim
from analyzer.formats.element_names import DRAW_TYPES
from analyzer.formats.events import Oddity, ReadProblem
from analyzer.formats.mjai.fields import Fields
from analyzer.formats.mjai.lines import described, malformed
from analyzer.formats.mjai.read_yaku import URA_DORA, read_yaku
from analyzer.formats.mjai.tiles import SEEN_COPY, UNKNOWN_TILE
from analyzer.formats.mjai.words import DRAWS
from analyzer.formats.mjai.write_play import PlayedHand
from analyzer.formats.tenhou6.words import key
from analyzer.vocabulary import DrawKind, Seat, TileId

__all__ = ["FinalScores", "write_hora", "write_ryukyoku"]

Attributes = list[tuple[str, Sequence[int] | str]]
FinalScores = list[int] | None

_ASKS_TENPAI: Final = (DrawKind.EXHAUSTIVE, DrawKind.NAGASHI_MANGAN)
_TEHAI: Final = range(1, 15)
_INDICATORS: Final = range(9)
_LONGEST_WORD: Final = 60
_POINTS: Final = 10_000_000


def _outcome(hand: PlayedHand, at: Fields, sticks: int) -> tuple[Attributes, Claim]:
    """``ba`` and ``sc``, and which of them the log does not state; the scores move on."""
    deltas, after = at.hundreds("deltas"), at.hundreds("scores")
    before = hand.scores
    if after is not None and deltas is not None:
        before = [score - delta for score, delta in zip(after, deltas, strict=True)]
    elif after is not None:
        deltas = [score - start for score, start in zip(after, before, strict=True)]
    unstated = Claim(0) if after is not None and at.event.get("deltas") else Claim.SCORES_BEFORE
    ba: Attributes = [("ba", (hand.honba, sticks))]
    if deltas is None:
        return ba, unstated | Claim.DELTAS
    hand.scores = [score + delta for score, delta in zip(before, deltas, strict=True)]
    return [*ba, ("sc", [number for pair in zip(before, deltas, strict=True) for number in pair])], unstated


def _closing(hand: PlayedHand, final: FinalScores, unstated: Claim) -> tuple[Attributes, Claim]:
    """``owari``, with the last scores where no final ones are stated; empty without either."""
    if final is None:
        return [], Claim(0)
    scores = final or ([] if unstated & Claim.DELTAS else hand.scores)
    owari = [number for score in scores for number in (score, 0)]
    return [("owari", owari)], Claim(0) if final else Claim.FINAL_SCORES


def _begin_result(hand: PlayedHand) -> int:
    """Pay the riichi sticks before the first result; the sticks that it takes."""
    hand.results += 1
    if hand.results > 1:
        return 0
    for seat in hand.accepted:
        hand.scores[seat] -= 10
    return hand.kyotaku + len(hand.accepted)


def write_ryukyoku(hand: PlayedHand, at: Fields, final: FinalScores) -> list[ReadProblem]:
    """Write a hand without a winner.

    Args:
        hand: After its last play.
        at: The event.
        final: Where the game ends with this result: final scores in hundreds, none where they are not stated.
    """
    attributes, unstated = _outcome(hand, at, _begin_result(hand))
    closing, of_end = _closing(hand, final, unstated)
    unstated |= of_end
    label = _text(at, "reason") if at.has("reason") else None
    known = None if label is None else DRAWS.get(key(label))
    if label is None:
        unstated |= Claim.DRAW_KIND
    # Who shows what at an abortive draw is a custom of Tenhou's, and an mjlog has it.
    asks = label is None or known in _ASKS_TENPAI
    shown, from_tehais = _shown(hand, at) if asks else (None, False)
    if not from_tehais:
        unstated |= Claim.SHOWN_TILES
    tehai = [(f"hai{seat}", tiles) for seat, tiles in (shown or _by_custom(hand, known)).items()]
    kind = [] if known == DrawKind.EXHAUSTIVE else [("type", "?" if known is None else DRAW_TYPES[known])]
    hand.elements.add(at.line, "RYUUKYOKU", [*kind, *attributes, *tehai, *closing])
    element = hand.elements.last
    problems = [ReadProblem(Oddity.UNSTATED, element, detail=int(unstated))] if unstated else []
    if shown is None:
        problems.append(ReadProblem(Oddity.UNSHOWN, element))
    if label is not None and known is None:
        problems.append(ReadProblem(Oddity.UNKNOWN_DRAW, element, text=label))
    return problems


def _by_custom(hand: PlayedHand, kind: DrawKind | None) -> dict[Seat, list[TileId]]:
    """Tehai that Tenhou shows at an abortive draw: of who declares it, of all in riichi, of three ron."""
    last = hand.last
    if last is None:
        return {}
    seats = set(range(hand.players))
    match kind:
        case DrawKind.KYUUSHU_KYUUHAI:
            seats &= {last[0]}
        case DrawKind.SANCHAHOU:
            seats -= {last[0]}
        case DrawKind.SUUCHA_RIICHI:
            pass
        case _:
            seats = set()
    return {seat: hand.concealed(seat)[:14] for seat in sorted(seats)}


def _text(at: Fields, name: str) -> str:
    value = at.event[name]
    if not isinstance(value, str):
        raise at.error(name, "a text")
    return value[:_LONGEST_WORD].encode("utf-8", "replace").decode("utf-8")


def _shown(hand: PlayedHand, at: Fields) -> tuple[dict[Seat, list[TileId]] | None, bool]:
    """Tiles of the seats that show their tehai, None where nothing says who; and whether they are stated."""
    stated = at.items("tehais") if at.has("tehais") else []
    hidden = [not isinstance(tiles, list) or not tiles or tiles[0] == UNKNOWN_TILE for tiles in stated]
    if not all(hidden):
        tehais = {
            seat: _ids(hand, seat, at.tiles("tehais", _TEHAI, tiles))
            for seat, tiles in enumerate(stated)
            if not hidden[seat]
        }
        return tehais, True
    tenpais = _tenpais(at)
    if tenpais is None:
        return None, False
    return {seat: hand.concealed(seat)[:14] for seat in range(hand.players) if tenpais[seat]}, False


def _tenpais(at: Fields) -> list[object] | None:
    """``tenpais``; None where it is not stated."""
    if not at.has("tenpais"):
        return None
    tenpais = at.items("tenpais")
    for value in tenpais:
        if not isinstance(value, bool):
            raise malformed(at.line, "true or false in 'tenpais'", described(value))
    return tenpais


def _ids(hand: PlayedHand, seat: Seat, texts: list[str]) -> list[TileId]:
    """Ids of tiles that are shown: those that the seat holds, and others for what it does not hold."""
    own = {text: tiles.copy() for text, tiles in hand.held[seat].items()}
    unseen = {text: tiles.copy() for text, tiles in hand.unseen.items()}
    found: list[TileId] = []
    for text in texts:
        left = own.get(text) or unseen[text]
        found.append(left.pop(0) if left else SEEN_COPY[text])
    return sorted(found)


def write_hora(hand: PlayedHand, at: Fields, final: FinalScores) -> list[ReadProblem]:
    """Write a win; arguments as for `write_ryukyoku`."""
    winner, loser = at.seat(), at.seat("target")
    outcome, unstated = _outcome(hand, at, _begin_result(hand))
    closing, of_end = _closing(hand, final, unstated)
    unstated |= of_end
    last = hand.last
    machi = None if last is None else last[1]
    if at.has("pai"):
        machi = hand.last_as(at.tile())
    tehai, is_stated = _tehai(hand, at, winner, machi)
    if not is_stated:
        unstated |= Claim.WIN_TEHAI
    ura = _ura(hand, at)
    if ura is None:
        unstated |= Claim.URA
    worth, problems = _worth(hand, at, winner)
    melds = hand.melds[winner][::-1]
    attributes: Attributes = [
        outcome[0],
        ("hai", tehai),
        *([("m", melds)] if melds else []),
        ("machi", () if machi is None else (machi,)),
        *worth,
        ("doraHai", hand.indicators),
        *([("doraHaiUra", ura)] if ura else []),
        ("who", (winner,)),
        ("fromWho", (loser,)),
        *outcome[1:],
        *closing,
    ]
    hand.elements.add(at.line, "AGARI", attributes)
    element = hand.elements.last
    if unstated:
        problems.append(ReadProblem(Oddity.UNSTATED, element, detail=int(unstated)))
    return [problem._replace(element=element) for problem in problems]


def _tehai(hand: PlayedHand, at: Fields, winner: Seat, machi: TileId | None) -> tuple[list[TileId], bool]:
    """Concealed tiles of the winner with the tile won on, and whether the log states them."""
    if not at.has("hora_tehais"):
        tehai = hand.concealed(winner)
        return (tehai if machi is None or machi in tehai else sorted([*tehai, machi]))[:14], False
    texts = at.tiles("hora_tehais", _TEHAI)
    tehai = _ids(hand, winner, texts)
    if len(texts) % 3 == 1 and machi is not None:
        # Of a ron the tile won on is not among them.
        tehai = sorted([*tehai, machi])
    return tehai, True


def _ura(hand: PlayedHand, at: Fields) -> list[TileId] | None:
    """Ids of the ura indicators; None where they are not stated."""
    name = "ura_markers" if at.has("ura_markers") else "uradora_markers"
    if not at.has(name):
        return None
    texts = at.tiles(name, _INDICATORS)
    # Each winner of a tile states them, and they are the same tiles.
    for place in range(len(hand.ura), len(texts)):
        hand.ura.append((texts[place], hand.new(texts[place])))
    pairs = zip(texts, hand.ura, strict=False)
    return [tile if text == known else hand.new(text) for text, (known, tile) in pairs]


def _worth(hand: PlayedHand, at: Fields, winner: Seat) -> tuple[Attributes, list[ReadProblem]]:
    """``ten``, ``yaku`` and ``yakuman`` as far as they are stated, and what is not."""
    problems: list[ReadProblem] = []
    fu = at.number("fu", 0, 999) if at.has("fu") else 0
    points = at.number("hora_points", 0, _POINTS) if at.has("hora_points") else 0
    if not points:
        problems.append(ReadProblem(Oddity.NO_POINTS, 0))
    han_of, yakuman, unknown = read_yaku(hand, at, winner)
    if unknown:
        problems.append(ReadProblem(Oddity.UNKNOWN_YAKU, 0, text=", ".join(unknown)))
    if winner in hand.declared and han_of and URA_DORA not in han_of:
        han_of[URA_DORA] = 0
    worth: Attributes = [("ten", (fu, points, 0))]
    if han_of:
        worth.append(("yaku", [number for pair in han_of.items() for number in pair]))
    if yakuman:
        worth.append(("yakuman", yakuman))
    return worth, problems

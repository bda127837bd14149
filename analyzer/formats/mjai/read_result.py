"""Reads results: what the log claims, and from play what the columns have besides.

Most words for yaku stand for one id, some for a wind or for several dragons.  Checks of what only follows
from play are absent; UNSTATED says what that is.
"""

from __future__ import annotations

from typing import Final

from analyzer.formats.builder import Claimed
from analyzer.formats.claims import Claim
from analyzer.formats.events import UNKNOWN_DRAW_KIND, Oddity
from analyzer.formats.mjai.fields import Fields, shortened
from analyzer.formats.mjai.hand import Hand
from analyzer.formats.mjai.lines import described, malformed
from analyzer.formats.mjai.words import DRAWS, FACE_OF, SANGENPAI, UNKNOWN_TILE, WINDS, YAKUMAN_IDS, yaku_id
from analyzer.formats.tenhou6.words import DORA, YAKU_NAMES, key
from analyzer.vocabulary import ASKS_TENPAI, RIICHI_STICK, SEATS, DrawKind, EndKind, Seat, TileId

__all__ = ["FinalScores", "read_hora", "read_ryukyoku"]

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


FinalScores = list[int] | None

_TEHAI: Final = range(1, 15)
_MOST_SHOWN: Final = 14
_INDICATORS: Final = range(9)
_POINTS: Final = 10_000_000


def _outcome(hand: Hand, at: Fields, end: EndKind, final: FinalScores) -> tuple[Claimed, Claim]:
    """What wins and draws claim alike, and what of it the log does not state; the scores move on."""
    hand.results += 1
    sticks = 0
    if hand.results == 1:
        for seat in hand.build.accepted:
            hand.scores[seat] -= RIICHI_STICK
        sticks = hand.kyotaku + len(hand.build.accepted)
    deltas, after, before = at.points("deltas"), at.points("scores"), hand.scores
    if after is not None and deltas is not None:
        before = [score - delta for score, delta in zip(after, deltas, strict=True)]
    elif after is not None:
        deltas = [score - start for score, start in zip(after, before, strict=True)]
    unstated = Claim(0) if after is not None and deltas is not None else Claim.SCORES_BEFORE
    claimed = Claimed(end, honba=hand.honba, kyotaku=sticks, has_owari=final is not None)
    if deltas is None:
        unstated |= Claim.DELTAS
    else:
        claimed = claimed._replace(scores=before, deltas=deltas)
        hand.scores = [score + delta for score, delta in zip(before, deltas, strict=True)]
    if final is not None:
        # Where no final scores are stated, the last ones stand for them.
        scores = final or (None if deltas is None else hand.scores)
        claimed = claimed._replace(final_scores=scores)
        unstated |= Claim(0) if final else Claim.FINAL_SCORES
    return claimed, unstated


def read_ryukyoku(hand: Hand, at: Fields, final: FinalScores) -> None:
    """Read a hand without a winner.

    Args:
        hand: After its last play.
        at: The event.
        final: Where the game ends with this result: final scores, none where they are not stated.
    """
    claimed, unstated = _outcome(hand, at, EndKind.RYUUKYOKU, final)
    label = at.word("reason") if at.has("reason") else None
    known = None if label is None else DRAWS.get(key(label))
    if label is None:
        unstated |= Claim.DRAW_KIND
    # Who shows what at an abortive draw is a custom of Tenhou's, and an mjlog has it.
    asks = label is None or known in ASKS_TENPAI
    shown, from_tehais = _shown(hand, at) if asks else (None, False)
    if not from_tehais:
        unstated |= Claim.SHOWN_TILES
    kind = UNKNOWN_DRAW_KIND if known is None else int(known)
    tehai = shown or _by_custom(hand, known)
    hand.build.result(at.line, claimed._replace(draw_kind=kind, shown=tehai))
    _note_unstated(hand, at, unstated)
    if shown is None:
        hand.build.note(Oddity.UNSHOWN, at.line)
    if label is not None and known is None:
        hand.build.note(Oddity.UNKNOWN_DRAW, at.line, text=label)


def _note_unstated(hand: Hand, at: Fields, unstated: Claim) -> None:
    if unstated:
        hand.build.note(Oddity.UNSTATED, at.line, int(unstated))


def _by_custom(hand: Hand, kind: DrawKind | None) -> dict[Seat, list[TileId]]:
    """Tehai that Tenhou shows at an abortive draw: of who declares it, of all in riichi, of three ron."""
    last = hand.build.last
    if last is None:
        return {}
    seats = set(range(hand.build.players))
    match kind:
        case DrawKind.KYUUSHU_KYUUHAI:
            seats &= {last[0]}
        case DrawKind.SANCHAHOU:
            seats -= {last[0]}
        case DrawKind.SUUCHA_RIICHI:
            pass
        case _:
            seats = set()
    return {seat: hand.build.concealed(seat)[:_MOST_SHOWN] for seat in sorted(seats)}


def _shown(hand: Hand, at: Fields) -> tuple[dict[Seat, list[TileId]] | None, bool]:
    """Tiles of the seats that show their tehai, None where nothing says who; and whether they are stated."""
    stated = at.items("tehais") if at.has("tehais") else []
    hidden = [not isinstance(tiles, list) or not tiles or tiles[0] == UNKNOWN_TILE for tiles in stated]
    if not all(hidden):
        tehais = {
            seat: hand.build.shown_ids(seat, at.tiles("tehais", _TEHAI, tiles))
            for seat, tiles in enumerate(stated)
            if not hidden[seat]
        }
        return tehais, True
    tenpais = _tenpais(at)
    if tenpais is None:
        return None, False
    seats = [seat for seat, is_tenpai in enumerate(tenpais) if is_tenpai]
    return {seat: hand.build.concealed(seat)[:_MOST_SHOWN] for seat in seats}, False


def _tenpais(at: Fields) -> list[object] | None:
    """``tenpais``; None where it is not stated."""
    if not at.has("tenpais"):
        return None
    tenpais = at.items("tenpais")
    for value in tenpais:
        if not isinstance(value, bool):
            raise malformed(at.line, "true or false in 'tenpais'", described(value))
    return tenpais


def read_hora(hand: Hand, at: Fields, final: FinalScores) -> None:
    """Read a win; arguments as for `read_ryukyoku`."""
    build, winner, loser = hand.build, at.seat(), at.seat("target")
    claimed, unstated = _outcome(hand, at, EndKind.AGARI, final)
    machi = None if build.last is None else build.last[1]
    if at.has("pai"):
        machi = build.last_as(at.tile())
    if not at.has("hora_tehais"):
        unstated |= Claim.WIN_TEHAI
    tehai = _tehai(hand, at, winner, machi)
    ura = _ura(hand, at)
    if ura is None:
        unstated |= Claim.URA
    fu = at.number("fu", 0, 999) if at.has("fu") else 0
    points = at.number("hora_points", 0, _POINTS) if at.has("hora_points") else 0
    han_of, yakuman, unknown = read_yaku(hand, at, winner)
    if winner in build.declared and han_of and URA_DORA not in han_of:
        han_of[URA_DORA] = 0
    build.result(
        at.line,
        claimed._replace(
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
            yakuman=yakuman,
        ),
    )
    if not points:
        build.note(Oddity.NO_POINTS, at.line)
    if unknown:
        build.note(Oddity.UNKNOWN_YAKU, at.line, text=", ".join(unknown))
    _note_unstated(hand, at, unstated)


def _tehai(hand: Hand, at: Fields, winner: Seat, machi: TileId | None) -> list[TileId]:
    """Concealed tiles of the winner with the tile won on, as stated, or else as played."""
    if not at.has("hora_tehais"):
        tehai = hand.build.concealed(winner)
        return (tehai if machi is None or machi in tehai else sorted([*tehai, machi]))[:_MOST_SHOWN]
    faces = at.tiles("hora_tehais", _TEHAI)
    tehai = hand.build.shown_ids(winner, faces)
    # Of a ron the tile won on is not among them.
    return sorted([*tehai, machi]) if len(faces) % 3 == 1 and machi is not None else tehai


def _ura(hand: Hand, at: Fields) -> list[TileId] | None:
    """Ids of the ura indicators; None where they are not stated."""
    name = "ura_markers" if at.has("ura_markers") else "uradora_markers"
    if not at.has(name):
        return None
    faces = at.tiles(name, _INDICATORS)
    # Each winner of a tile states them, and they are the same tiles.
    hand.ura += [(face, hand.build.new(face)) for face in faces[len(hand.ura) :]]
    pairs = zip(faces, hand.ura, strict=False)
    return [tile if face == known else hand.build.new(face) for face, (known, tile) in pairs]

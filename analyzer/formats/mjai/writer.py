"""A game as lines of mjai: what the source states, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from analyzer.formats.events import Claim, EngineTable, Oddity
from analyzer.formats.json_document import compact_json
from analyzer.formats.mjai.event import FACES, UNKNOWN_TILE
from analyzer.formats.one_game import (
    MELDS,
    OF_MJLOG,
    Converted,
    LossTable,
    OneGame,
    OnePlay,
    OneResult,
    found_in,
    in_results,
    states_people,
    tells_riichi_otherwise,
)
from analyzer.formats.unstated import claim_words
from analyzer.formats.words import YAKU_NAMES
from analyzer.vocabulary import ABSENT, ASKS_TENPAI, NO_TILE, SEATS, WIND_LETTERS, DrawKind, PlayKind, TileId

REASONS: Final = {
    DrawKind.EXHAUSTIVE: "fanpai",
    DrawKind.NAGASHI_MANGAN: "nagashimangan",
    DrawKind.SUUFON_RENDA: "sufonrenta",
    DrawKind.KYUUSHU_KYUUHAI: "kyushukyuhai",
    DrawKind.SUUCHA_RIICHI: "suchareach",
    DrawKind.SUUKAIKAN: "sukaikan",
    DrawKind.SANCHAHOU: "sanchaho",
}
"""``reason`` of a draw."""
_TEHAI: Final = 13
_TONPUUSEN: Final = 4
"""``kyoku_first`` of a game of East hands only."""

_Event = dict[str, object]


def _has_final_results(game: OneGame) -> bool:
    return any(game.final_results() or ())


def _pays_no_stick(game: OneGame) -> bool:
    """Whether no riichi is said to stand; readers then take each to stand."""
    return PlayKind.RIICHI_ACCEPTED not in game.all_plays.kind


_LOST: Final[LossTable] = (
    OF_MJLOG
    | MELDS
    | {
        "type and lobby of the game": lambda game: game.go_type is not None or game.soul is not None,
        "announced rules": lambda game: any(game.announcement),
        "grades and ratings of players": states_people,
        "starts of hands that are stated in part": lambda game: EngineTable.NO_START in game.engine,
        "final results with uma and oka": _has_final_results,
        "a riichi that does not stand": lambda game: _pays_no_stick(game) and tells_riichi_otherwise(game),
        "liable seats": in_results(lambda result: result.pao is not None),
        "limits of wins": lambda game: (
            game.form != Oddity.MJAI and in_results(lambda result: result.is_win and result.limit > 0)(game)
        ),
        "tehai shown at abortive draws": in_results(
            lambda result: bool(result.shown) and result.draw_kind not in (None, *ASKS_TENPAI)
        ),
        "the kind of a draw": lambda game: (
            game.form is None
            and in_results(lambda result: not result.is_win and result.draw_kind not in REASONS)(game)
        ),
    }
)
"""What no line can hold."""


def write_mjai(game: OneGame) -> Converted:
    """The game as mjai, one event a line.

    Yaku have the names that Tenhou writes.  A ron leaves the tile won on out of ``hora_tehais``.
    """
    lines = [compact_json(_start_game(game))]
    for hand in game.hands:
        lines += _hand(game, hand)
    if game.last_result is not None:
        final = game.final_scores()
        lines.append(compact_json({"type": "end_game", **_given(scores=_of_players(game, final))}))
    text = "".join(f"{line}\n" for line in lines)
    return Converted(text, "mjai", found_in(game, _LOST))


def _start_game(game: OneGame) -> _Event:
    names = game.names[: game.players]
    first = None if game.is_tonpuu is None else _TONPUUSEN * game.is_tonpuu
    given = _given(names=names if any(names) else None, kyoku_first=first, aka_flag=game.has_reds)
    return {"type": "start_game", **given}


def _given(**members: object) -> _Event:
    return {name: value for name, value in members.items() if value is not None}


def _of_players(game: OneGame, points: list[int] | None) -> list[int] | None:
    return None if points is None else points[: game.players]


def _texts(game: OneGame, tiles: Iterable[TileId]) -> list[str]:
    return [_text(game, tile) for tile in tiles]


def _text(game: OneGame, tile: TileId) -> str:
    return FACES[game.face(tile)]


def _hand(game: OneGame, hand: int) -> Iterator[str]:
    """The lines of a hand; draws and discards, which most are, need no encoder."""
    yield compact_json(_start_kyoku(game, hand))
    last = NO_TILE
    texts = game.written(FACES)
    for play in game.plays(hand):
        if play.kind == PlayKind.DRAW:
            last = play.tile
            yield f'{{"type":"tsumo","actor":{play.seat},"pai":"{texts[last]}"}}'
        elif play.kind == PlayKind.DISCARD:
            last, tsumogiri = play.tile, "true" if play.is_tsumogiri else "false"
            pai = texts[last]
            yield f'{{"type":"dahai","actor":{play.seat},"pai":"{pai}","tsumogiri":{tsumogiri}}}'
        else:
            if play.kind <= PlayKind.KITA:
                last = play.tile
            yield compact_json(_play(game, play))
    results = game.results[hand]
    for result in results:
        yield compact_json(_hora(game, result, last) if result.is_win else _ryukyoku(game, result))
    if results:
        yield '{"type":"end_kyoku"}'


def _start_kyoku(game: OneGame, hand: int) -> _Event:
    hands = game.events.hands
    kyoku, indicator = int(hands.kyoku[hand]), int(hands.indicator[hand])
    table = {
        "bakaze": WIND_LETTERS[kyoku // SEATS % SEATS],
        "kyoku": kyoku % SEATS + 1,
        "honba": int(hands.honba[hand]),
        "kyotaku": int(hands.kyotaku[hand]),
    }
    unstated = game.unstated(int(hands.element[hand]))
    scores = hands.scores[hand, : game.players].tolist()
    hides_time = Claim.DORA_TIME in unstated and any(play.kind == PlayKind.DORA for play in game.plays(hand))
    tehais = hands.haipai[hand, : game.players].tolist()
    return {
        "type": "start_kyoku",
        **({} if EngineTable.NO_START in game.engine else table),
        "oya": int(hands.dealer[hand]),
        **({} if Claim.START_SCORES in unstated or ABSENT in scores else {"scores": scores}),
        "dora_marker": _text(game, indicator),
        "tehais": [_texts(game, tiles) for tiles in tehais],
        **({"unstated": claim_words(Claim.DORA_TIME)} if hides_time else {}),
    }


def _play(game: OneGame, play: OnePlay) -> _Event:
    actor = {"actor": play.seat}
    match play.kind:
        case PlayKind.RIICHI:
            return {"type": "reach", **actor}
        case PlayKind.RIICHI_ACCEPTED:
            return {"type": "reach_accepted", **actor, **_given(scores=_of_players(game, play.scores))}
        case PlayKind.DORA:
            return {"type": "dora", "dora_marker": _text(game, play.tile)}
        case PlayKind.KITA:
            return {"type": "nukidora", **actor, "pai": _text(game, play.tile)}
        case PlayKind.ANKAN:
            return {"type": "ankan", **actor, "consumed": _texts(game, play.tiles)}
    consumed = _texts(game, (tile for tile in play.tiles if tile != play.tile))
    target = {} if play.kind == PlayKind.KAKAN else {"target": play.source}
    pai = _text(game, play.tile)
    return {"type": play.kind.name.lower(), **actor, **target, "pai": pai, "consumed": consumed}


def _scores_after(game: OneGame, result: OneResult) -> list[int] | None:
    if result.before is None or result.deltas is None:
        return None
    pairs = zip(result.before, result.deltas, strict=True)
    return _of_players(game, [before + delta for before, delta in pairs])


def _hora(game: OneGame, result: OneResult, last: TileId) -> _Event:
    machi, tehai = result.machi, result.tehai
    if tehai is not None and machi in tehai and result.winner != result.loser:
        tehai = [tile for tile in tehai if tile != machi]
    # Readers of JSON take the last tile where none is named.
    names_tile = machi is not None and (game.form is None or machi != last)
    return {
        "type": "hora",
        "actor": result.winner,
        "target": result.loser,
        **_given(
            pai=_text(game, machi) if machi is not None and names_tile else None,
            hora_tehais=None if tehai is None else _texts(game, tehai),
            ura_markers=None if result.ura is None else _texts(game, result.ura),
            yakus=_yakus(result),
            fu=result.fu or None,
            hora_points=result.points or None,
            deltas=_of_players(game, result.deltas),
            scores=_scores_after(game, result),
        ),
    }


def _yakus(result: OneResult) -> list[list[object]] | None:
    """Names and han; a yakuman has none, and so have unknown words."""
    yakus: list[list[object]] = [[YAKU_NAMES[number], han] for number, han in result.yaku]
    yakus += [[YAKU_NAMES[number], 0] for number in result.yakuman]
    if result.unknown_yaku is not None:
        yakus.append([result.unknown_yaku, 0])
    return yakus or None


def _ryukyoku(game: OneGame, result: OneResult) -> _Event:
    reason = result.draw_word if result.draw_kind is None else REASONS.get(result.draw_kind)
    shown, tehais, tenpais = result.shown, None, None
    if shown is not None and Claim.SHOWN_TILES not in result.unstated:
        hidden = [UNKNOWN_TILE] * _TEHAI
        tehais = [_texts(game, shown[seat]) if seat in shown else hidden for seat in range(game.players)]
    if shown is not None and (result.draw_kind is None or result.draw_kind in ASKS_TENPAI):
        tenpais = [seat in shown for seat in range(game.players)]
    deltas, scores = _of_players(game, result.deltas), _scores_after(game, result)
    return {
        "type": "ryukyoku",
        **_given(reason=reason, tehais=tehais, tenpais=tenpais, deltas=deltas, scores=scores),
    }

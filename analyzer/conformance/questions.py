"""A hand of a log as an engine is told it: the facts of docs/facts.md, the wins that are called, plays, wall.

Nothing is said of what came of it: who is paid, and which draw it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

import numpy as np

from analyzer.audit import Review
from analyzer.conformance.expected import ExpectedHand, Json
from analyzer.explain.outcome import Outcome
from analyzer.formats.mjai.writer import write_mjai
from analyzer.formats.one_game import OneGame
from analyzer.replay.facts import FURITEN_PASSED, FURITEN_RIICHI, Facts
from analyzer.replay.notation import HandNote, hand_of
from analyzer.rules import RuleSet
from analyzer.view.plays import Play, plays_of
from analyzer.view.table import Meld, Side, dealt_table, tables_of
from analyzer.vocabulary import NO_TILE, SEATS, WIND_LETTERS, PlayKind, Seat, TileId, mpsz, tile_text
from analyzer.wall.layout import layout_of

__all__ = ["facts_of_log", "mjai_of_hands", "wall_of", "wins_of"]

_KANS: Final = (PlayKind.DAIMINKAN, PlayKind.KAKAN, PlayKind.ANKAN)
_REPLACED: Final = (*_KANS, PlayKind.KITA)
_NO_TURN: Final = (PlayKind.DORA, PlayKind.RIICHI, PlayKind.RIICHI_ACCEPTED)
"""Plays in which no tile changes its place."""
_CLAIMS: Final = ("hora", "ryukyoku", "end_kyoku", "end_game")
_UNFINISHED: Final = Outcome("none", (), None, None)


def facts_of_log(judged: Review, hand: ExpectedHand, rules: RuleSet) -> Json:
    """One hand up to its last play and who wins on it, as `analyzer.settle` takes it.

    Args:
        judged: Any number of games.
        hand: One of theirs.
        rules: The rule set; without red fives in it, tiles are written without them.
    """
    facts, plays = hand.facts, plays_of(judged.events, hand.row)
    dealt = dealt_table(judged.events, hand.row, ("",) * rules.seats, int(facts.dealer[0]), len(plays))
    table = tables_of(dealt, plays, _UNFINISHED, ura=(), stick=rules.riichi_stick)[-1]
    moved = [play for play in plays if play.kind not in _NO_TURN]
    found: Json = {
        "kyoku": table.name,
        "players": rules.seats,
        "scores": [side.score for side in table.sides],
        "sticks": table.sticks,
        "left": table.live_tiles,
        "indicators": "".join(_text([tile], rules) for tile in table.indicators),
        "ura": "".join(_text([tile], rules) for tile in _ura(hand)),
        **_last(moved, rules),
        **_called(facts, rules),
        "own_honba": int(hand.situation.own_honba[0]),
    }
    if facts.kans[0].sum() == SEATS:
        fourth = [place for place, play in enumerate(moved) if play.kind in _KANS][3]
        discards = [play for play in moved[fourth:] if play.kind == PlayKind.DISCARD]
        found["discards_since_fourth_kan"] = len(discards)
    found["seat"] = {str(side.seat): _seat(side, facts, rules) for side in table.sides}
    return found


def _ura(hand: ExpectedHand) -> list[TileId]:
    """The tiles under the indicators, where the log has them."""
    return [tile for tile in hand.situation.ura[0].tolist() if tile != NO_TILE]


def _text(tiles: Iterable[TileId], rules: RuleSet) -> str:
    return mpsz(tiles, with_aka=rules.red_fives)


def _last(moved: Sequence[Play], rules: RuleSet) -> Json:
    """The last play, and what its draw replaced."""
    if not moved:
        return {}
    before, last = [moved[0], *moved][-2:]
    # The tile that is drawn is with its seat.
    tile = None if last.kind == PlayKind.DRAW else last.tile if last.tile is not None else last.tiles[0]
    text = "" if tile is None else f" {_text([tile], rules)}"
    found: Json = {"last": f"{last.kind.name.lower()} {last.seat}{text}"}
    if last.kind == PlayKind.DRAW and before.kind in _REPLACED:
        found["replaces"] = "kita" if before.kind == PlayKind.KITA else "kan"
    return found


def _called(facts: Facts, rules: RuleSet) -> Json:
    """Who calls a win."""
    winners, last = np.flatnonzero(facts.winners[0, : rules.seats]).tolist(), int(facts.last_seat[0])
    if winners == [last]:
        return {"tsumo": last}
    return {"ron": sorted(winners, key=lambda seat: (seat - last) % rules.seats)} if winners else {}


def _seat(side: Side, facts: Facts, rules: RuleSet) -> Json:
    """What one seat holds and did; the keys that docs/facts.md lists, without those that say nothing."""
    seat = side.seat
    turn, furiten = int(facts.riichi_turn[0, seat]), int(facts.furiten[0, seat])
    stated: Json = {
        "drawn": None if side.drawn is None else _text([side.drawn], rules),
        "melds": [_meld(meld, rules) for meld in side.melds],
        "kita": len(side.kita),
        "riichi": turn,
        "ippatsu": bool(facts.ippatsu[0, seat]),
        "passed": bool(furiten & (FURITEN_PASSED | FURITEN_RIICHI)),
    }
    river = " ".join(
        f"{_text([one.tile], rules)}{'' if one.called_by is None else '*'}" for one in side.river
    )
    tehai: Json = {"tehai": _text(side.tehai, rules), "river": river}
    return tehai | {name: value for name, value in stated.items() if value}


def _meld(meld: Meld, rules: RuleSet) -> str:
    tiles = _text((one.tile for one in meld.tiles), rules)
    return f"{meld.kind.name.lower()} {tiles}" + ("" if meld.source is None else f" from {meld.source}")


def wins_of(facts: Json, rules: RuleSet) -> list[Json]:
    """For each seat that calls a win: the arguments of `analyzer.score`, and which ``seat`` it is."""
    note = hand_of(facts, "case")
    seats = note.ron if note.tsumo is None else (note.tsumo,)
    return [_win(note, seat, rules) | {"sticks": facts["sticks"]} for seat in seats]


def _win(note: HandNote, seat: Seat, rules: RuleSet) -> Json:
    own, is_tsumo = note.seats[seat], note.tsumo is not None

    def turn(other: Seat) -> int:
        return (other - note.kyoku % SEATS) % rules.seats

    off = None if is_tsumo or note.last_seat is None else WIND_LETTERS[turn(note.last_seat)]
    sources = ("" if meld.source is None else f" from {turn(meld.source)}" for meld in own.melds)
    melds = (f"{meld.kind.name.lower()} {meld.tiles}" for meld in own.melds)
    return {
        "seat": seat,
        "tehai": own.tehai,
        "win": own.drawn if is_tsumo else note.last_tile,
        "tsumo": is_tsumo,
        "melds": [meld + source for meld, source in zip(melds, sources, strict=True)],
        "kita": own.kita,
        "seat_wind": WIND_LETTERS[turn(seat)],
        "round_wind": WIND_LETTERS[note.kyoku // SEATS],
        "situation": _situation(note, seat, is_dealer=turn(seat) == 0),
        "loser": off,
        "indicators": note.indicators,
        "ura": note.ura if own.riichi else "",
        "honba": note.honba,
    }


def _situation(note: HandNote, seat: Seat, *, is_dealer: bool) -> list[str]:
    """The words of `analyzer.score` for how a hand is won."""
    own, is_tsumo, is_replacement = note.seats[seat], note.tsumo is not None, note.replaces is not None
    is_ron = not is_tsumo and note.last_kind == PlayKind.DISCARD
    untouched = not own.river and not any(one.melds or one.kita for one in note.seats)
    words = {
        "double riichi": own.riichi == 1,
        "riichi": own.riichi > 1,
        "ippatsu": own.ippatsu,
        "rinshan": is_tsumo and is_replacement,
        "haitei": is_tsumo and not is_replacement and note.left == 0,
        "tenhou": is_tsumo and untouched and is_dealer,
        "chiihou": is_tsumo and untouched and not is_dealer,
        "chankan": not is_tsumo and note.last_kind == PlayKind.KAKAN,
        "houtei": is_ron and note.left == 0,
        "renhou": is_ron and untouched and not is_dealer,
    }
    return [word for word, holds in words.items() if holds]


def mjai_of_hands(judged: Review, game: int) -> list[list[Json]]:
    """The events of every hand of a game, each from ``start_game`` to the last play.

    What came of it is left out: who is paid, and which draw it is.
    """
    lines = write_mjai(OneGame(judged.events, judged.headers, game)).text.splitlines()
    start, *events = map(json.loads, lines)
    hands: list[list[Json]] = []
    for event in events:
        if event["type"] == "start_kyoku":
            hands.append([start])
        if event["type"] not in _CLAIMS:
            hands[-1].append(event)
    return hands


def wall_of(judged: Review, hand: ExpectedHand, rules: RuleSet) -> list[str]:
    """The wall of a hand, from the first tile dealt to the end of the dead wall.

    Tiles that the hand does not show lie where they are left, in ascending order.
    """
    layout, hands, plays = layout_of(rules.seats), judged.events.hands, plays_of(judged.events, hand.row)
    wall = np.full(len(layout.tiles), NO_TILE, np.uint8)
    for turn, places in enumerate(layout.haipai):
        wall[places] = hands.haipai[hand.row, (hand.facts.dealer[0] + turn) % rules.seats]
    moved = [play for play in plays if play.kind not in _NO_TURN]
    drawn: dict[bool, list[TileId | None]] = {False: [], True: []}
    for before, play in pairwise([*moved[:1], *moved]):
        if play.kind == PlayKind.DRAW:
            drawn[before.kind in _REPLACED].append(play.tile)
    shown = [play.tile for play in plays if play.kind == PlayKind.DORA]
    for tiles, places in (
        (drawn[False], layout.draws),
        (drawn[True], layout.replacements),
        ([int(hands.indicator[hand.row]), *shown], layout.dora),
        (_ura(hand), layout.ura),
    ):
        wall[places[: len(tiles)]] = np.array(tiles, np.uint8)
    wall[wall == NO_TILE] = np.setdiff1d(layout.tiles, wall)
    return [tile_text(tile, with_aka=rules.red_fives) for tile in wall[::-1].tolist()]

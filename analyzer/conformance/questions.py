"""A hand of a log as an engine is told it: the facts of docs/facts.md, the wins that are called, plays, wall.

Nothing is said of what came of it: who is paid, and which draw it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

import numpy as np

from analyzer.audit import Review
from analyzer.conformance.expected import ExpectedHand, Json
from analyzer.explain.outcome import Outcome
from analyzer.formats.mjai.writer import write_mjai
from analyzer.formats.one_game import OneGame
from analyzer.replay.facts import FURITEN_PASSED, FURITEN_RIICHI, Facts
from analyzer.rules import RuleSet
from analyzer.settlement import settle
from analyzer.settlement.win_facts import WinFacts
from analyzer.settlement.yaku_names import Yaku
from analyzer.view.plays import Play, plays_of
from analyzer.view.table import Meld, Side, dealt_table, tables_of
from analyzer.vocabulary import NO_TILE, SEATS, WIND_LETTERS, PlayKind, Seat, TileId, mpsz, tile_text
from analyzer.wall.walls import layout_of

__all__ = ["facts_of_log", "mjai_of_hands", "wall_of", "wins_of"]

_KANS: Final = (PlayKind.DAIMINKAN, PlayKind.KAKAN, PlayKind.ANKAN)
_REPLACED: Final = {
    PlayKind.DAIMINKAN: "daiminkan",
    PlayKind.KAKAN: "kan",
    PlayKind.ANKAN: "kan",
    PlayKind.KITA: "kita",
}
"""What a draw replaces, in the words of facts."""
_NO_TURN: Final = (PlayKind.DORA, PlayKind.RIICHI, PlayKind.RIICHI_ACCEPTED)
"""Plays in which no tile changes its place."""
_CLAIMS: Final = ("hora", "ryukyoku", "end_kyoku", "end_game")
_SITUATION: Final = (
    *(Yaku.DOUBLE_RIICHI, Yaku.RIICHI, Yaku.IPPATSU, Yaku.RINSHAN, Yaku.HAITEI),
    *(Yaku.TENHOU, Yaku.CHIIHOU, Yaku.CHANKAN, Yaku.HOUTEI, Yaku.RENHOU),
)
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
    return mpsz(tiles, with_aka=any(rules.red_fives))


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
        found["replaces"] = _REPLACED[before.kind]
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
    """As ``chi 546s from 2``: the called tile first, the added one of a kakan last."""
    called = [one.tile for one in meld.tiles if one.is_turned and not one.is_added]
    own = sorted(one.tile for one in meld.tiles if not one.is_turned)
    added = [one.tile for one in meld.tiles if one.is_added]
    texts = [_text([tile], rules) for tile in (*called, *own, *added)]
    tiles = "".join(text[0] for text in texts) + texts[0][1]
    return f"{meld.kind.name.lower()} {tiles}" + ("" if meld.source is None else f" from {meld.source}")


def wins_of(facts: Mapping[str, Any], hand: ExpectedHand, rules: RuleSet) -> Iterator[Json]:
    """For each seat that calls a win: the arguments of `analyzer.score`, and which ``seat`` it is.

    The hand is told twice, as `facts_of_log` gives it and as it was settled.
    """
    kyoku, is_tsumo = int(hand.situation.kyoku[0]), "tsumo" in facts

    def turn(seat: Seat) -> int:
        return (seat - kyoku % SEATS) % rules.seats

    def meld(text: str) -> str:
        tiles, _, source = text.partition(" from ")
        return f"{tiles} from {turn(int(source))}" if source else tiles

    called = settle(hand.facts, rules, hand.situation).wins
    for seat in [facts["tsumo"]] if is_tsumo else facts.get("ron", ()):
        own, (_, last, *tile) = facts["seat"][str(seat)], facts["last"].split()
        yield {
            "seat": seat,
            "tehai": own["tehai"],
            "win": own["drawn"] if is_tsumo else tile[0],
            "tsumo": is_tsumo,
            "melds": [meld(text) for text in own.get("melds", ())],
            "kita": own.get("kita", 0),
            "seat_wind": WIND_LETTERS[turn(seat)],
            "round_wind": WIND_LETTERS[kyoku // SEATS],
            "situation": _situation(called.facts, called.winner.tolist().index(seat)),
            "loser": None if is_tsumo else WIND_LETTERS[turn(int(last))],
            "indicators": facts["indicators"],
            "ura": facts["ura"] if "riichi" in own else "",
            "honba": int(hand.situation.honba[0]),
            "sticks": facts["sticks"],
        }


def _situation(facts: WinFacts, row: int) -> list[str]:
    """The words of `analyzer.score` for how a hand is won."""
    mask = int(facts.situation_yaku[row])
    return [yaku.text for yaku in _SITUATION if mask >> yaku & 1]


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
    return [tile_text(tile, with_aka=any(rules.red_fives)) for tile in wall[::-1].tolist()]

"""A hand of a log as the facts of docs/facts.md: what its end depends on, and nothing of what came of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

import numpy as np

from analyzer.audit import Review
from analyzer.explain.outcome import Outcome
from analyzer.replay.facts import FURITEN_PASSED, FURITEN_RIICHI, Facts, take
from analyzer.rules import RuleSet
from analyzer.settlement.settle import Situation
from analyzer.view.plays import Play, plays_of
from analyzer.view.table import Meld, Side, dealt_table, tables_of
from analyzer.vocabulary import NO_TILE, SEATS, PlayKind, TileId, mpsz

__all__ = ["Json", "facts_of_log"]

Json: TypeAlias = dict[str, object]
_KANS: Final = (PlayKind.DAIMINKAN, PlayKind.KAKAN, PlayKind.ANKAN)
_NO_LAST: Final = (PlayKind.RIICHI, PlayKind.RIICHI_ACCEPTED, PlayKind.DORA)
"""Plays in which no tile changes its place."""
_UNFINISHED: Final = Outcome("none", (), None, None)


def facts_of_log(judged: Review, row: int, situation: Situation, rules: RuleSet) -> Json:
    """One hand up to its last play and who wins on it, as `analyzer.settle` takes it.

    Args:
        judged: Any number of games.
        row: Of the hand.
        situation: One row, of this hand.
        rules: The rule set; without red fives in it, tiles are written without them.
    """
    facts = take(judged.facts, np.array([row]))
    plays = plays_of(judged.events, row)
    dealt = dealt_table(judged.events, row, ("",) * rules.seats, int(facts.dealer[0]), len(plays))
    table = tables_of(dealt, plays, _UNFINISHED, ura=(), stick=rules.riichi_stick)[-1]
    under = [tile for tile in situation.ura[0].tolist() if tile != NO_TILE]
    found: Json = {
        "kyoku": table.name,
        "players": rules.seats,
        "scores": [side.score for side in table.sides],
        "sticks": table.sticks,
        "left": table.live_tiles,
        "indicators": "".join(_text([tile], rules) for tile in table.indicators),
        "ura": "".join(_text([tile], rules) for tile in under),
        **_last(plays, rules),
        **_called(facts, rules),
        "own_honba": int(situation.own_honba[0]),
    }
    if facts.kans[0].sum() == SEATS:
        found["discards_since_fourth_kan"] = _since_fourth_kan(plays)
    found["seat"] = {str(side.seat): _seat(side, facts, rules) for side in table.sides}
    return found


def _text(tiles: Iterable[TileId], rules: RuleSet) -> str:
    return mpsz(tiles, with_aka=rules.red_fives)


def _last(plays: tuple[Play, ...], rules: RuleSet) -> Json:
    """The last play, and what its draw replaced."""
    moved = [play for play in plays if play.kind not in _NO_LAST]
    if not moved:
        return {}
    last = moved[-1]
    # The tile that is drawn is with its seat.
    tile = None if last.kind == PlayKind.DRAW else last.tile if last.tile is not None else last.tiles[0]
    text = "" if tile is None else f" {_text([tile], rules)}"
    found: Json = {"last": f"{last.kind.name.lower()} {last.seat}{text}"}
    before = moved[-2] if len(moved) > 1 else last
    if last.kind == PlayKind.DRAW and before.seat == last.seat and before.kind in (*_KANS, PlayKind.KITA):
        found["replaces"] = "kita" if before.kind == PlayKind.KITA else "kan"
    return found


def _called(facts: Facts, rules: RuleSet) -> Json:
    """Who calls a win; of head bumps a log names the first alone."""
    winners = np.flatnonzero(facts.winners[0, : rules.seats]).tolist()
    last, calls = int(facts.last_seat[0]), int(facts.ron_calls[0])
    others = [(last + turn) % rules.seats for turn in range(1, rules.seats)]
    if winners == [last]:
        return {"tsumo": last}
    if calls > len(winners):  # Sanchahou, which is a draw without winners.
        return {"ron": others}
    return {"ron": [seat for seat in others if seat in winners]} if winners else {}


def _since_fourth_kan(plays: tuple[Play, ...]) -> int:
    fourth = [place for place, play in enumerate(plays) if play.kind in _KANS][3]
    return sum(play.kind == PlayKind.DISCARD for play in plays[fourth:])


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

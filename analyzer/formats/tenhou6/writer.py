"""A game as JSON of tenhou.net/6: what the source states, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final
from urllib.parse import quote

from analyzer.formats.claims import Claim
from analyzer.formats.events import SoulTable
from analyzer.formats.log_id import GoType, LogId, parse_log_id
from analyzer.formats.losses import Converted, Loss, Losses, Lost
from analyzer.formats.one_game import OneGame
from analyzer.formats.tenhou6.read_head import DAN
from analyzer.formats.tenhou6.write_hand_text import hand_entries
from analyzer.vocabulary import SEATS

__all__ = ["write_links", "write_tenhou6"]

_VERSION: Final = 2.3
_ROOMS: Final = {0: "般", GoType.JOUKYUU: "上", GoType.TOKUJOU: "特"}
_WORDED: Final = (
    GoType.RANKED
    | GoType.NO_AKA
    | GoType.NO_KUITAN
    | GoType.HANCHAN
    | GoType.SANMA
    | GoType.TOKUJOU
    | GoType.FAST
    | GoType.JOUKYUU
)
"""Bits of a GO type that the words of a rule tell."""


def write_tenhou6(game: OneGame, log_id: str | None = None) -> Converted:
    """The game as one line of JSON.

    Args:
        game: The game.
        log_id: Its log id; it is written where it is one of Tenhou's that fits the type of the game.
    """
    losses = _losses(game)
    found = None if log_id is None else parse_log_id(log_id)
    ref = found if found is not None and found.text == log_id and _fits(game, found) else None
    document: dict[str, object] = {"ver": _VERSION}
    if ref is not None:
        document["ref"] = ref.text
    document["log"] = [hand_entries(game, hand, losses) for hand in game.hands]
    document["ratingc"] = f"PF{game.players}"
    document |= _table(game, losses, has_id=ref is not None)
    document |= _people(game)
    sc = _final(game, losses)
    if sc:
        document["sc"] = sc
    return Converted(_text(document) + "\n", losses.found())


def _text(document: Mapping[str, object]) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def write_links(game: OneGame, log_id: str | None = None) -> Converted:
    """A link of tenhou.net/6 for each hand, one a line; a hand has no final scores.

    Args:
        game: The game.
        log_id: As for `write_tenhou6`.
    """
    text, lost = write_tenhou6(game, log_id)
    document = json.loads(text)
    if document.pop("sc", None):
        lost = (*lost, Lost(Loss.FINAL_SCORES, 1))
    texts = (_text(document | {"log": [hand]}) for hand in document["log"])
    links = (f"https://tenhou.net/6/#json={quote(one, safe=',:')}\n" for one in texts)
    return Converted("".join(links), lost)


def _fits(game: OneGame, log_id: LogId) -> bool:
    return game.go_type == log_id.go_type


def _losses(game: OneGame) -> Losses:
    losses = Losses()
    is_mjlog = game.form is None
    losses.note(Loss.IDENTITIES, when=is_mjlog)
    losses.note(Loss.WALL, when=game.headers.seeds[game.row] is not None)
    losses[Loss.DICE] += is_mjlog * len(game.hands)
    losses[Loss.DISCONNECTS] += game.headers.disconnects[game.row]
    return losses


def _table(game: OneGame, losses: Losses, *, has_id: bool) -> dict[str, object]:
    """``rule``, ``csrule`` and ``lobby``."""
    rule, csrule = game.announcement
    lobby = {} if game.lobby is None else {"lobby": game.lobby}
    if rule or csrule:
        losses.note(Loss.TABLE, when=not has_id and not rule)
        return {"rule": rule.split(","), "csrule": csrule.split(","), **lobby}
    words = _words(game)
    # Of a table of Mahjong Soul we keep what its rules are, not which room it was.
    losses.note(Loss.TABLE, when=game.soul is not None)
    losses.note(Loss.TABLE, when=not has_id and not words and game.go_type is not None)
    reds = {}
    if game.has_reds is not None:
        reds = {f"aka5{suit}": int(game.has_reds) for suit in (1, 2, 3)}
        reds["aka52"] = max(reds["aka52"], sum(tile // 4 == 13 for tile in game.reds))
    return {"rule": {"disp": words, **reds}, **lobby}


def _words(game: OneGame) -> str:
    """The rule in words; empty where its words are not known."""
    if game.soul is not None:
        return soul_words(game.soul)
    if game.go_type is None or game.go_type & ~_WORDED or not game.go_type & GoType.RANKED:
        return ""
    go = GoType(game.go_type)
    room = _ROOMS.get(go & (GoType.JOUKYUU | GoType.TOKUJOU), "鳳")
    return "".join(
        (
            "三" if GoType.SANMA in go else "",
            room,
            "南" if GoType.HANCHAN in go else "東",
            "" if GoType.NO_KUITAN in go else "喰",
            "" if GoType.NO_AKA in go else "赤",
            "速" if GoType.FAST in go else "",
        )
    )


def soul_words(table: SoulTable) -> str:
    """A table of Mahjong Soul in words."""
    seats = "三" if SoulTable.THREE in table else "四" if SoulTable.FOUR in table else ""
    # Where rules are not known, they are not after reading it again.
    is_open = bool(table & (SoulTable.HOSTED | SoulTable.LOCAL_YAKU | SoulTable.NO_ROOM))
    room = "友人戦" if is_open else "玉の間"
    length = "東" if SoulTable.TONPUUSEN in table else "南" if SoulTable.HANCHAN in table else ""
    return f"{seats}{room}{length}喰"


def _people(game: OneGame) -> dict[str, object]:
    people, row = game.headers.people, game.row
    found: dict[str, object] = {}
    dan, rate, sex = people.dan[row], people.rate[row], people.sex[row]
    if any(one is not None for one in dan):
        found["dan"] = ["" if one is None or not 0 <= one < len(DAN) else DAN[one] for one in dan]
    if any(one is not None for one in rate):
        found["rate"] = ["" if one is None else one for one in rate]
    if any(one is not None for one in sex):
        found["sx"] = [one or "" for one in sex]
    return {**found, "name": list(game.names)}


def _final(game: OneGame, losses: Losses) -> list[float]:
    """``sc``: final score and result of each seat; empty unless both are stated."""
    if game.last_result is None:
        return []
    scores, results = game.final_scores(), game.final_results()
    if scores is None or results is None:
        losses.note(Loss.FINAL_SCORES)
        return []
    unstated = game.unstated(int(game.events.results.element[game.last_result]))
    if Claim.FINAL_RESULT in unstated:
        losses.note(Loss.FINAL_SCORES)
        return []
    return [value for seat in range(SEATS) for value in (scores[seat], results[seat] / 10)]

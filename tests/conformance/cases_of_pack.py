"""The hands of a pack under Tenhou's rules, as engines are told them, with what the pack expects."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from analyzer.audit import LogName, review
from analyzer.conformance.samples import samples
from analyzer.rules import load
from analyzer.simulation import SCENARIOS
from analyzer.simulation.scenarios import HANDS
from analyzer.vocabulary import WIND_LETTERS, parse_kyoku
from tests.conformance.plain_keeper import Ended
from tests.conformance.plain_scorer import Score
from tests.conformance.settled_games import games_of
from tests.logs import Elements
from tests.settlement.logged_wins import LoggedWin, wins_of

RULES = {4: "tenhou", 3: "tenhou-sanma"}


_NAGASHI = {
    "nagashi_mangan": "S",
    "nagashi_dealer": "E",
    "nagashi_tenpai": "W",
    "double_nagashi": "EW",
    "bust_by_nagashi": "W",
}
"""Winds of the seats that make it, in scenarios of whole games; names of single hands tell it."""


class PackCase(NamedTuple):
    """One hand."""

    name: str
    """Of the scenario, or of the hand where a game is made of single ones."""
    where: str
    game: int
    players: int
    kyoku: int
    wins: tuple[LoggedWin, ...]
    hand: dict[str, Any]
    ended: Ended
    end: dict[str, Any] | None
    """How the game ends, of its last hand."""
    last_seat: int
    """Whose play is the last."""
    is_shown: bool
    """Whether it is one of those that its log is there for, and so a JSON case."""

    @property
    def scores(self) -> list[Score]:
        """What the pack expects of each win; fu of a yakuman do not matter."""
        return [
            Score(
                tuple(sorted((one["id"], han_of(one)) for one in win["yaku"] if han_of(one))),
                sum(map(han_of, win["yaku"])),
                win["fu"],
                win["points"],
                tuple(win["deltas"]),
            )
            for win in self.hand["wins"]
        ]


def han_of(yaku: dict[str, Any]) -> int:
    """Han, 13 for a yakuman."""
    return int(yaku["han"] or 13 * yaku["yakuman"])


@cache
def cases(players: int, *, is_tonpuu: bool = False) -> tuple[PackCase, ...]:
    """All hands of the pack with so many players, under Tenhou's rules of today.

    Of tonpuusen those of scenarios that no hanchan has.
    """
    rules = load(RULES[players])
    known = {row.name for row in (*SCENARIOS, *HANDS) if row.makes_sense(rules)} if is_tonpuu else set()
    rules = load(f"{rules.name}-tonpuu") if is_tonpuu else rules
    played = [
        sample for sample in samples(rules, "1", known) if not sample.scenario.startswith("noten_riichi")
    ]
    judged = review([(LogName(one.scenario, one.scenario), one.data) for one in played], rules.name)
    found: list[PackCase] = []
    row = 0
    for place, (sample, game) in enumerate(zip(played, games_of(judged, rules), strict=True)):
        logged = wins_of(Elements.of(sample.data), sample.scenario) if b"<AGARI" in sample.data else ()
        by_hand = {int(key.split("#")[1]): tuple(wins) for key, wins in groupby(logged, lambda win: win.hand)}
        for number, hand in enumerate(game.hands):
            name = sample.hands[number : number + 1] or (sample.scenario,)
            wins = by_hand.get(hand["element"], ()) if hand["outcome"] == "win" else ()
            wins = tuple(win._replace(honba=wins[0].honba, kyotaku=wins[0].kyotaku) for win in wins)
            end = game.end if number + 1 == len(game.hands) else None
            where = f"{sample.scenario} {hand['hand']}"
            kyoku = parse_kyoku(hand["hand"])[0]
            found.append(
                PackCase(
                    name[0],
                    where,
                    place,
                    players,
                    kyoku,
                    wins,
                    hand,
                    _ended(name[0], hand, players, kyoku),
                    end,
                    int(judged.events.plays.seat[judged.events.hands.play_offsets[row + 1] - 1]),
                    number in sample.shows,
                )
            )
            row += 1
    return tuple(found)


def shown(players: int, *, is_tonpuu: bool = False) -> tuple[PackCase, ...]:
    """Those of `cases` that the pack is there for; the others bring games to their end."""
    return tuple(case for case in cases(players, is_tonpuu=is_tonpuu) if case.is_shown)


def _ended(name: str, hand: dict[str, Any], players: int, kyoku: int) -> Ended:
    winds = ""
    if hand["outcome"] == "nagashi_mangan":
        winds = _NAGASHI.get(name) or name.split("_")[1].upper()
    nagashi = [(hand["dealer"] + WIND_LETTERS.index(wind)) % players for wind in winds]
    return Ended(
        players=players,
        dealer=hand["dealer"],
        kyoku=kyoku,
        honba=parse_kyoku(hand["hand"])[1] or 0,
        sticks=hand["sticks"] + len(hand["deposits"]),
        outcome=hand["outcome"],
        winners=tuple(win["winner"] for win in hand["wins"]),
        tenpai=tuple((hand["draw"] or {}).get("tenpai") or ()),
        nagashi=tuple(nagashi),
    )

"""Cases: hands of the pack that need no log, each one JSON line with what must come of it.

An engine is told the facts of docs/facts.md, the wins that are called, plays and wall; nothing is said of
what came of them: who is paid, and which draw it is.

How certain an expected value is: measured in real hands, stated by a source, or disputed.  A hand uses
*elements*: yaku, parts of fu, limits, kinds of draws, ends, rules with their values.  ``measured.toml``
counts the real hands that agree on each; ``grades.toml`` has sources and disputes.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache, partial
from importlib.resources import files
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

import numpy as np

from analyzer.audit import Review
from analyzer.conformance.samples import ExpectedHand, Json, Sample
from analyzer.errors import Location, UserMistake
from analyzer.explain.outcome import Outcome
from analyzer.explain.reason import Reason
from analyzer.explain.settled_hand import SettledHand
from analyzer.explain.win import Win
from analyzer.formats.mjai.writer import write_mjai
from analyzer.formats.one_game import OneGame
from analyzer.replay.facts import FURITEN_PASSED, FURITEN_RIICHI, Facts
from analyzer.rules import RULES, RuleSet
from analyzer.rules.grades import Area
from analyzer.settlement import settle
from analyzer.settlement.win_facts import WinFacts
from analyzer.settlement.yaku_names import Yaku
from analyzer.view.plays import Play, plays_of
from analyzer.view.table import Meld, Side, Table, tables_of
from analyzer.vocabulary import NO_TILE, SEATS, WIND_LETTERS, PlayKind, Seat, TileId, mpsz, tile_text
from analyzer.wall.walls import layout_of

_ENDS: Final = (Area.GAME, Area.GAME_END, Area.RESULT)


@cache
def _table(name: str) -> dict[str, Any]:
    return tomllib.loads((files("analyzer.conformance") / name).read_text(encoding="utf-8"))


def houses() -> dict[str, list[str]]:
    """Rule sets by house, whose real hands count together."""
    found: dict[str, list[str]] = _table("grades.toml")["houses"]
    return found


def elements_of(hand: ExpectedHand) -> dict[str, dict[str, str]]:
    """What each part of a settlement rests on, by ``wins`` or ``draws`` and ``flow`` or ``ends``.

    Returns:
        By part: the source of each element, empty where no rule of the set states it.
    """
    settled, end = hand.settled, hand.end
    ruled = [(one, RULES[one.rule][1].area) for one in settled.reasons if one.rule is not None]
    first = "wins" if settled.outcome in ("win", "invalid") else "draws"
    found: dict[str, dict[str, str]] = {first: dict.fromkeys(_of_outcome(settled, hand.facts), "")}
    found[first] |= _rulings(one for one, area in ruled if area not in (*_ENDS, Area.REPEAT))
    if end is None:
        found["flow"] = {f"next after {settled.outcome}": ""}
        found["flow"] |= _rulings(one for one, area in ruled if area == Area.REPEAT)
    else:
        reasons = cast("list[dict[str, str]]", end["reasons"])
        found["ends"] = {f"end {end['cause']}": ""}
        found["ends"] |= {one["rule"]: one["source"] for one in reasons if one["rule"]}
    return found


def _rulings(reasons: Iterator[Reason]) -> dict[str, str]:
    return {str(one.ruling): one.source or "" for one in reasons}


def _of_outcome(settled: SettledHand, facts: Facts) -> Iterator[str]:
    for win in settled.wins:
        yield from _of_win(win)
    for invalid in settled.invalid:
        yield f"win that is none, {invalid.no_win}"
    if len(settled.wins) > 1:
        yield f"win by {len(settled.wins)} seats"
    if settled.draw is not None:
        told = "" if settled.draw.tenpai is None else f", {len(settled.draw.tenpai)} tenpai"
        yield f"draw {settled.draw.kind}{told}"
        if settled.draw.tenpai is not None:
            yield from _of_waits(facts, len(settled.deltas))


def _of_waits(facts: Facts, seats: int) -> Iterator[str]:
    """Seats that hold all copies of all that they wait for."""
    for seat in range(seats):
        if facts.waits[0, seat] and not facts.wait_outside_own[0, seat]:
            is_split = facts.wait_outside_concealed[0, seat]
            yield f"tenpai on four own copies, {'some of them in melds' if is_split else 'all in hand'}"


def _of_win(win: Win) -> Iterator[str]:
    for yaku in win.yaku:
        yield f"yaku {yaku.name}" + (f" {yaku.han} han" if yaku.han and "dora" not in yaku.name else "")
    if win.yakuman:
        yield f"limit {win.yakuman} yakuman"
        return
    yield from (f"fu {part.name} {part.fu}" for part in win.fu_parts)
    yield f"limit {win.limit}" if win.limit else f"points of {win.han} han {win.fu} fu"


def grades_of(hand: ExpectedHand, rules: RuleSet) -> dict[str, Json]:
    """The grade of each part of a settlement.

    ``measured`` has the ``hands`` that agree on what is rarest in it, ``stated`` the ``sources`` of what no
    real hand shows, ``disputed`` the ``readings``, each with who holds it.
    """
    found = {}
    for part, elements in elements_of(hand).items():
        if part == "wins" and not all(win.is_certain for win in hand.settled.wins):
            elements["payment that no source tells"] = ""
        found[part] = _disputed(elements, rules) or _grade(elements, rules)
    return found


def _disputed(elements: dict[str, str], rules: RuleSet) -> Json | None:
    for dispute in _table("grades.toml")["disputed"]:
        held = any(fnmatchcase(rules.name, name) for name in dispute["rule_sets"])
        about = next((one for one in elements if fnmatchcase(one, dispute["element"])), None)
        if held and about is not None:
            return {"grade": "disputed", "about": about, "readings": dispute["readings"]}
    return None


def _grade(elements: dict[str, str], rules: RuleSet) -> Json:
    house = next((house for house, names in houses().items() if rules.name in names), "")
    counts: dict[str, int] = _table("measured.toml").get(house, {})
    rarest = min(elements, key=lambda one: counts.get(one, 0))
    if counts.get(rarest):
        return {"grade": "measured", "hands": counts[rarest], "about": rarest}
    stated = _table("grades.toml")["stated"]
    unseen = {
        one: source or stated[one.split()[0]] for one, source in elements.items() if not counts.get(one)
    }
    return {"grade": "stated", "sources": unseen}


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


def _facts_of_log(judged: Review, hand: ExpectedHand, rules: RuleSet) -> Json:
    """One hand up to its last play and who wins on it, as `analyzer.settle` takes it."""
    facts, plays = hand.facts, plays_of(judged.events, hand.row)
    dealt = Table.dealt(judged.events, hand.row, ("",) * rules.seats, int(facts.dealer[0]), len(plays))
    table = tables_of(dealt, plays, _UNFINISHED, ura=(), stick=rules.riichi_stick)[-1]
    moved = [play for play in plays if play.kind not in _NO_TURN]
    found: Json = {
        "kyoku": table.name,
        "players": rules.seats,
        "scores": [side.score for side in table.sides],
        "sticks": table.sticks,
        "left": table.live_tiles,
        "indicators": "".join(_text([tile], rules) for tile in table.indicators),
        "ura": "".join(_text([tile], rules) for tile in _ura(judged, hand)),
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


def _ura(judged: Review, hand: ExpectedHand) -> list[TileId]:
    """The tiles under the indicators, where the log has them."""
    return [tile for tile in judged.audit.settled.situation.ura[hand.row].tolist() if tile != NO_TILE]


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


def _wins_of(facts: Mapping[str, Any], hand: ExpectedHand, rules: RuleSet) -> Iterator[Json]:
    """For each seat that calls a win: the arguments of `analyzer.score`, and which ``seat`` it is.

    The hand is told twice, as `_facts_of_log` gives it and as it was settled.
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


def _mjai_of_hands(judged: Review, game: int) -> list[list[Json]]:
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


def _wall_of(judged: Review, hand: ExpectedHand, rules: RuleSet) -> list[str]:
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
        (_ura(judged, hand), layout.ura),
    ):
        wall[places[: len(tiles)]] = np.array(tiles, np.uint8)
    wall[wall == NO_TILE] = np.setdiff1d(layout.tiles, wall)
    return [tile_text(tile, with_aka=any(rules.red_fives)) for tile in wall[::-1].tolist()]


SMOKE: Final = Path(__file__).with_name("smoke")
"""The pack that is shipped: some 100 of the cases, which every wrong scorer and keeper of the tests fails."""
_NOT_ASKED: Final = ("shows", "expected", "grades")


class Case(NamedTuple):
    """A hand, and what a rule set makes of it.

    Attributes:
        name: As ``tenhou/double_ron/1``: rule set, scenario, hand.
        shows: What is rare about it.
        question: What an engine is given.
        expected: As `analyzer.settle` gives it, with the ``end`` of the game, or None where it goes on.
        grades: By part, ``wins`` or ``draws`` and ``flow`` or ``ends``: how certain that is.
    """

    name: str
    shows: str
    question: Json
    expected: Json
    grades: dict[str, Json]

    def __str__(self) -> str:
        return self.name

    @property
    def kyoku(self) -> str:
        """The hand as ``E1.0``: kyoku and honba."""
        return str(cast("Json", self.question["hand"])["kyoku"])


def cases_text(
    judged: Review, rules: RuleSet, label: str, games: Sequence[tuple[Sample, Sequence[ExpectedHand]]]
) -> bytes:
    """The cases of one rule set, a line each: hands that show something, or use other elements."""
    plays = cache(partial(_mjai_of_hands, judged))
    lines: dict[str, str] = {}
    used: set[frozenset[str]] = set()
    for game, (sample, hands) in enumerate(games):
        for number, hand in enumerate(hands):
            uses = frozenset(chain.from_iterable(elements_of(hand).values()))
            table = hand.facts
            # No key of a hand tells that a seat declares riichi with its first discard, after a call.
            is_beyond_words = ((table.riichi_turn == 1) & ~table.double_riichi).any()
            if (uses in used and number not in sample.shows) or is_beyond_words:
                continue
            used.add(uses)
            facts = _facts_of_log(judged, hand, rules)
            key = json.dumps(facts)
            # Scenarios about the form of logs have one game in common.
            if key not in lines:
                case = {
                    "case": f"{label}/{sample.scenario}/{number}",
                    "shows": _shown(sample, number),
                    "rules": {"name": label} | {name: rules.value(name) for name in RULES},
                    "hand": facts,
                    "wins": [*_wins_of(facts, hand, rules)],
                    "mjai": plays(game)[number],
                    "wall": _wall_of(judged, hand, rules),
                    "final_points": _taken(hands[:number], rules),
                    "expected": hand.settled.to_dict() | {"rule_set": label, "end": hand.end},
                    "grades": grades_of(hand, rules),
                }
                lines[key] = json.dumps(case, ensure_ascii=False)
    return "".join(f"{line}\n" for line in lines.values()).encode()


def _shown(sample: Sample, number: int) -> str:
    """What is rare about a hand."""
    if number not in sample.shows:
        return f"another hand of {sample.scenario}"
    return sample.hands[number].replace("_", " ") if sample.hands else sample.meaning


def _taken(before: Sequence[ExpectedHand], rules: RuleSet) -> list[int]:
    """Points that earlier hands of the game take from the final results."""
    return [sum(one.settled.final_points[seat] for one in before) for seat in range(rules.seats)]


def read_cases(folder: Path = SMOKE, rule_sets: Sequence[str] = ()) -> list[Case]:
    """The cases of a pack.

    Args:
        folder: Of the pack; by default the smoke pack.
        rule_sets: Only those of these rule sets of the pack; none for all.

    Raises:
        UserMistake: When there is no pack, it has no such rule set, or a line of it is no case.
    """
    files = {file.stem: file for file in (folder / "cases").glob("*.jsonl")}
    files = dict(sorted(files.items()))
    if not files:
        told = f"tenhou-analyzer conformance make {folder}"
        raise UserMistake(f"{folder} has no conformance pack; `{told}` makes one")
    for name in rule_sets:
        if name not in files:
            told = f"the pack has no rule set {name!r}; it has {', '.join(files)}"
            made = f"; `tenhou-analyzer conformance make DIR --rules {name}` makes one that has"
            raise UserMistake(told + (made if folder == SMOKE else ""))
    return [case for name in rule_sets or files for case in _read(files[name])]


def _read(file: Path) -> Iterator[Case]:
    for number, line in enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines(), start=1):
        try:
            row = json.loads(line)
            question = {key: value for key, value in row.items() if key not in _NOT_ASKED}
            yield Case(row["case"], row["shows"], question, row["expected"], row["grades"])
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise UserMistake(
                f"not a case of a pack: {error!r}", Location(str(file), element=number)
            ) from None


def digest(folder: Path) -> str:
    """What tells a pack from others: the start of the SHA-256 of its index, which has those of all files."""
    return hashlib.sha256((folder / "index.json").read_bytes()).hexdigest()[:12]

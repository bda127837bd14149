"""A hand without a winner: its condition step by step, who is tenpai on what, what is paid."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple, Protocol

import numpy as np

from analyzer.explain.reason import Reason, Section, reason, ruled
from analyzer.replay.facts import Facts, Place
from analyzer.rules.grades import ChomboPenalty, Nagashi, NotenPenalty, Suukaikan
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement import Settlement
from analyzer.settlement.ryuukyoku import ABORTIVE_DRAWS, conditions
from analyzer.tiles.counts import kinds_in
from analyzer.vocabulary import (
    NO_TILE,
    YAOCHU_KINDS,
    DrawKind,
    PlayKind,
    Seat,
    TileId,
    kind_of,
    tile_text,
)

_KANS: Final = (PlayKind.DAIMINKAN, PlayKind.KAKAN, PlayKind.ANKAN)
_CALLS: Final = (PlayKind.CHI, PlayKind.PON, *_KANS, PlayKind.KITA)
_MOVES: Final = (PlayKind.DRAW, PlayKind.DISCARD, *_CALLS)


class Play(Protocol):
    """What is asked of a play; its text is that of a person who looks on."""

    @property
    def kind(self) -> PlayKind: ...
    @property
    def seat(self) -> Seat | None: ...
    @property
    def tile(self) -> TileId | None: ...
    @property
    def called(self) -> TileId | None: ...
    @property
    def source(self) -> Seat | None: ...
    @property
    def text(self) -> str: ...


class Discard(NamedTuple):
    """A discard, and who called it if anybody did."""

    tile: TileId
    called_by: Seat | None = None


@dataclass(frozen=True)
class PlayedHand:
    """One hand as its explanation needs it.

    Attributes:
        facts: One row.
        plays: In order.
        shown: Seats whose tehai the log shows at the end.
    """

    facts: Facts
    plays: Sequence[Play]
    shown: tuple[Seat, ...]

    @property
    def discards(self) -> list[Play]:
        """All discards in order."""
        return [play for play in self.plays if play.kind == PlayKind.DISCARD]

    @cached_property
    def rivers(self) -> dict[Seat, list[Discard]]:
        """The discards of each seat in order."""
        rivers: dict[Seat, list[Discard]] = {seat: [] for seat in range(int(self.facts.players[0]))}
        for play in self.plays:
            if play.kind == PlayKind.DISCARD and play.seat in rivers and play.tile is not None:
                rivers[play.seat].append(Discard(play.tile))
            elif play.source in rivers and play.kind != PlayKind.KAKAN:
                river = rivers[play.source]
                if river and river[-1].tile == play.called:
                    river[-1] = Discard(river[-1].tile, play.seat)
        return rivers

    @property
    def is_won(self) -> bool:
        """Whether somebody won, by what the log says."""
        return bool(self.facts.winners[0].any())

    def meets(self, condition: str) -> bool:
        """Whether one of the `Conditions` of abortive draws has come about."""
        return bool(getattr(conditions(self.facts), condition)[0])

    def calls(self, before: int | None = None) -> tuple[str, ...]:
        """The calls before a play; all when None."""
        return tuple(str(play) for play in self.plays[:before] if play.kind in _CALLS)

    def stopped(self, index: int) -> Reason:
        """Whether play stopped after the play of that index, a stick or an indicator aside."""
        count = sum(play.kind in _MOVES for play in self.plays[index + 1 :])
        return reason("stopped", met=not count, count=count)


def condition_sections(played: PlayedHand, rules: RuleSet, kinds: Collection[DrawKind]) -> Iterator[Section]:
    """Sections for the draws that are asked for, and for every abortive draw whose condition arose."""
    met = conditions(played.facts)
    arisen = {draw.kind for draw in ABORTIVE_DRAWS if draw.arisen(met)[0]}
    # Nine kinds at the last draw of a hand mean something only where the hand ended there.
    arisen.discard(DrawKind.KYUUSHU_KYUUHAI)
    for kind, steps in _CONDITIONS:
        if kind in kinds or kind in arisen:
            yield Section(reason("condition", draw=draw_text(kind)), tuple(steps(played, rules)))


def draw_text(kind: DrawKind) -> str:
    """Name of a draw in a sentence, as ``suufon renda``."""
    return kind.text.replace("_", " ")


def _known(kind: DrawKind, rules: RuleSet) -> Reason:
    """Whether the rule set has an abortive draw."""
    draws = [draw for draw in ABORTIVE_DRAWS if draw.kind == kind]
    met = any(draw.known(rules) for draw in draws)
    return ruled(rules, draws[0].rule, "known", met=met, draw=draw_text(kind))


def _exhaustive(played: PlayedHand, _: RuleSet) -> Iterator[Reason]:
    live = int(played.facts.live_tiles[0])
    yield reason("live_tiles", met=live <= 0, count=live)
    if played.discards:
        last = played.discards[-1]
        yield reason("last_discard", met=not played.is_won, tile=last.tile or 0, seat=last.seat or 0)


def _nagashi(played: PlayedHand, rules: RuleSet) -> Iterator[Reason]:
    yield from _exhaustive(played, rules)
    yield ruled(rules, "nagashi", "known", met=rules.nagashi != Nagashi.OFF, draw="nagashi mangan")
    yield from (_river(seat, river) for seat, river in played.rivers.items())


def _river(seat: Seat, river: Sequence[Discard]) -> Reason:
    """The first discard of a seat that spoils its nagashi mangan."""
    if not river:
        return reason("no_discard", met=False, seat=seat)
    count = len(river)
    for turn, (tile, caller) in enumerate(river, start=1):
        facts = {"seat": seat, "turn": turn, "count": count, "tile": tile}
        if kind_of(tile) not in YAOCHU_KINDS:
            return reason("other_discard", met=False, **facts)
        if caller is not None:
            return reason("called_discard", met=False, **facts, caller=caller)
    return reason("yaochu_river", met=True, seat=seat, count=count)


def _suufon_renda(played: PlayedHand, rules: RuleSet) -> Iterator[Reason]:
    firsts, met = played.discards[:4], played.meets("first_discards_one_wind")
    listed = tuple(f"seat {play.seat} {tile_text(play.tile or 0)}" for play in firsts)
    end = played.plays.index(firsts[-1]) if firsts else 0
    calls = played.calls(before=end)
    yield reason("first_discards", met=met, listed=listed)
    # Of other discards the facts do not tell.
    uninterrupted = played.meets("no_call_between") if met else not calls
    yield reason("calls_before_fourth", met=uninterrupted, listed=calls)
    yield _known(DrawKind.SUUFON_RENDA, rules)
    yield played.stopped(end)


def _kyuushu_kyuuhai(played: PlayedHand, rules: RuleSet) -> Iterator[Reason]:
    facts = played.facts
    drawn = [play.seat for play in played.plays if play.kind == PlayKind.DRAW]
    if drawn:
        seat = drawn[-1] or 0
        tiles = tuple(4 * kind for kind in YAOCHU_KINDS if facts.concealed[0, seat, kind])
        yield reason("first_draw", met=played.meets("first_draw"), seat=seat)
        yield reason("yaochu_kinds", met=played.meets("nine_kinds"), count=len(tiles), tiles=tiles)
    yield reason("calls_before", met=played.meets("no_call"), listed=played.calls())
    yield _known(DrawKind.KYUUSHU_KYUUHAI, rules)


def _suucha_riichi(played: PlayedHand, rules: RuleSet) -> Iterator[Reason]:
    passed = played.facts.riichi_passed[0]
    for play in played.plays:
        if play.kind == PlayKind.RIICHI and play.seat is not None:
            yield reason("declares_riichi", met=bool(passed[play.seat]), seat=play.seat)
    stand = played.meets("four_riichi")
    yield reason("riichi_stand", met=stand, count=int(passed.sum()))
    yield _known(DrawKind.SUUCHA_RIICHI, rules)
    if stand:
        yield played.stopped(int(played.facts.fourth_riichi[0]))


def _suukaikan(played: PlayedHand, rules: RuleSet) -> Iterator[Reason]:
    kans = [(index, play) for index, play in enumerate(played.plays) if play.kind in _KANS]
    seats, are_four = {play.seat for _, play in kans}, played.meets("four_kans")
    listed = tuple(f"seat {play.seat} {play.text}" for _, play in kans)
    yield reason("kans", met=are_four, count=len(kans), listed=listed)
    yield reason("kans_by", met=played.meets("several_made_kans"), count=len(seats))
    yield _known(DrawKind.SUUKAIKAN, rules)
    if not are_four:
        return
    after = int(played.facts.fourth_kan_discard[0])
    if rules.suukaikan == Suukaikan.AT_ONCE:
        yield played.stopped(kans[3][0])
    elif not played.meets("discard_after_kan"):
        yield reason("no_discard_after_kan", met=False)
    else:
        discard = played.plays[after]
        facts = {"seat": discard.seat or 0, "tile": discard.tile or 0}
        yield reason("discard_after_kan", met=not played.is_won, **facts)
        yield played.stopped(after)


def _sanchahou(played: PlayedHand, rules: RuleSet) -> Iterator[Reason]:
    facts = played.facts
    tile, loser, calls = int(facts.last_tile[0]), int(facts.last_seat[0]), int(facts.ron_calls[0])
    if tile == NO_TILE:
        yield reason("no_tile_to_ron", met=False)
        return
    kind = kind_of(tile)
    callers = np.flatnonzero(facts.winners[0]).tolist() or [seat for seat in played.shown if seat != loser]
    for seat in callers:
        if seat < rules.seats:
            waits = int(facts.waits[0, seat])
            met = bool(waits >> kind & 1)
            yield reason("calls_ron", met=met, seat=seat, waits=waits, kind=kind, loser=loser)
    yield reason("ron_calls", met=played.meets("three_rons"), count=calls)
    yield _known(DrawKind.SANCHAHOU, rules)


_CONDITIONS: Final[tuple[tuple[DrawKind, Callable[[PlayedHand, RuleSet], Iterator[Reason]]], ...]] = (
    (DrawKind.EXHAUSTIVE, _exhaustive),
    (DrawKind.NAGASHI_MANGAN, _nagashi),
    (DrawKind.SUUFON_RENDA, _suufon_renda),
    (DrawKind.KYUUSHU_KYUUHAI, _kyuushu_kyuuhai),
    (DrawKind.SUUCHA_RIICHI, _suucha_riichi),
    (DrawKind.SUUKAIKAN, _suukaikan),
    (DrawKind.SANCHAHOU, _sanchahou),
)


_DRAWS: Final[dict[int, tuple[str, str | None]]] = {
    0: ("no_end", None),
    DrawKind.EXHAUSTIVE: ("exhaustive", None),
    DrawKind.NAGASHI_MANGAN: ("nagashi", "nagashi"),
    DrawKind.SUUFON_RENDA: ("suufon_renda", "suufon_renda"),
    DrawKind.KYUUSHU_KYUUHAI: ("kyuushu_kyuuhai", "kyuushu_kyuuhai"),
    DrawKind.SUUCHA_RIICHI: ("suucha_riichi", "suucha_riichi"),
    DrawKind.SUUKAIKAN: ("suukaikan", "suukaikan"),
    DrawKind.SANCHAHOU: ("sanchahou", "triple_ron"),
    DrawKind.CHOMBO: ("chombo", "chombo_penalty"),
}
"""What each draw is, and the rule by which there is such a draw."""
_PAYMENTS: Final = {
    DrawKind.EXHAUSTIVE: "noten_penalty",
    DrawKind.NAGASHI_MANGAN: "nagashi_points",
}
"""The rule by which a draw is paid; what chombo costs is a section of its own."""


def draw_reasons(hand: Settlement, rules: RuleSet) -> Iterator[Reason]:
    """Which draw it is, and what is paid."""
    draw, kind = hand.draws, int(hand.draw_kind[0])
    why, rule = _DRAWS[kind]
    concerned = draw.chombo[0] if kind == DrawKind.CHOMBO else draw.nagashi[0]
    seats = tuple(np.flatnonzero(concerned).tolist())
    yield ruled(rules, rule, why, seats=seats)
    if kind in _PAYMENTS:
        deltas = tuple(draw.deltas[0, : rules.seats].tolist())
        yield ruled(rules, _PAYMENTS[DrawKind(kind)], "payments", deltas=deltas)
    elif kind and kind != DrawKind.CHOMBO:
        yield reason("no_payments")


def overdue_reasons(hand: Settlement) -> Iterator[Reason]:
    """The draw that should have ended the hand before, if there is one."""
    late = int(hand.overdue[0])
    if late:
        yield reason("overdue", met=False, draw=draw_text(DrawKind(late)))


def tenpai_reasons(hand: Settlement, rules: RuleSet, *, counts_copies: bool) -> Iterator[Reason]:
    """Who is tenpai at a draw that asks for it, and why or why not, and what that costs.

    Args:
        hand: One row.
        rules: The rule set by which it is settled.
        counts_copies: Whether to say where the copies are of each kind that a seat waits for.
    """
    facts = hand.facts
    for seat in range(rules.seats):
        tenpai, furiten = _tenpai(hand, seat, rules), int(facts.furiten[0, seat])
        yield tenpai
        if counts_copies:
            yield from _copies(facts, seat)
        if tenpai.met and furiten:
            yield ruled(rules, "furiten_tenpai", "furiten_tenpai", seat=seat, furiten=furiten)
    if hand.draw_kind[0] == DrawKind.EXHAUSTIVE:
        yield _penalty(int(hand.draws.tenpai[0].sum()), rules)


def _tenpai(hand: Settlement, seat: Seat, rules: RuleSet) -> Reason:
    """Whether a seat is tenpai by the rule set."""
    facts, noten = hand.facts, hand.said.noten
    is_tenpai, waits = bool(hand.draws.tenpai[0, seat]), int(facts.waits[0, seat])
    says_noten = noten is not None and bool(noten[0, seat])
    rule, why = "tenpai_wait", "tenpai" if is_tenpai else "no_wait_counts"
    if is_tenpai and says_noten and facts.riichi_order[0, seat] > 0:
        rule, why = "hidden_riichi", "tenpai_in_riichi"
    elif is_tenpai and says_noten:
        rule = "noten_declaration"
    elif not is_tenpai and not waits:
        return reason("noten", met=False, seat=seat)
    elif not is_tenpai and says_noten:
        rule, why = "noten_declaration", "says_noten"
    elif not is_tenpai and not rules.furiten_tenpai and facts.furiten[0, seat]:
        rule, why = "furiten_tenpai", "furiten_noten"
    elif not is_tenpai and not rules.yakuless_tenpai and facts.wait_outside_own[0, seat]:
        rule, why = "yakuless_tenpai", "yakuless_noten"
    return ruled(rules, rule, why, met=is_tenpai, seat=seat, waits=waits)


def waits_reasons(facts: Facts, rules: RuleSet) -> Iterator[Reason]:
    """What each seat waits for, and whether it is furiten."""
    for seat in range(rules.seats):
        waits, furiten = int(facts.waits[0, seat]), int(facts.furiten[0, seat])
        why = "waits_furiten" if furiten else "waits"
        yield reason(why if waits else "noten", seat=seat, waits=waits, furiten=furiten)


def _copies(facts: Facts, seat: Seat) -> Iterator[Reason]:
    """Where the copies are of each kind that a seat waits for."""
    for kind in kinds_in(int(facts.waits[0, seat])):
        own, melded = int(facts.concealed[0, seat, kind]), int(facts.melded[0, seat, kind])
        place = facts.place[0, 4 * kind : 4 * kind + 4]
        shown = int(((place == Place.INDICATOR) | (place >= Place.MELD)).sum()) - melded
        counts = ((own, "in its tehai"), (melded, "in its melds"), (shown, "shown elsewhere"))
        parts = [f"{count} {where}" for count, where in counts if count]
        unseen = 4 - own - melded - shown
        where = ", ".join([*parts, f"{unseen} out of its sight"])
        yield reason("copies", seat=seat, kind=kind, where=where)


def _penalty(tenpai: int, rules: RuleSet) -> Reason:
    """How the noten penalty is shared out."""
    noten, points = rules.seats - tenpai, rules.noten_penalty_points
    by_tenpai = rules.noten_penalty == NotenPenalty.BY_TENPAI
    rule = "noten_payments" if by_tenpai else "noten_penalty_points"
    if not tenpai or not noten or rules.noten_penalty == NotenPenalty.OFF:
        return ruled(rules, rule, "nothing_due", tenpai=tenpai, seats=rules.seats)
    if by_tenpai:
        paid = rules.noten_payments[tenpai - 1]
        return ruled(rules, rule, "penalty_by_tenpai", noten=noten, paid=paid, tenpai=tenpai)
    paid, gets = points // noten, points // tenpai
    why = "penalty_shared" if rules.noten_penalty == NotenPenalty.SHARED else "penalty_to_each"
    return ruled(rules, rule, why, points=points, noten=noten, paid=paid, tenpai=tenpai, gets=gets)


def riichi_reasons(hand: Settlement, rules: RuleSet, played: PlayedHand) -> Iterator[Reason]:
    """Why a hand is chombo, as far as its log tells: whose riichi is wrong."""
    facts, draw = hand.facts, hand.draws
    is_over = facts.live_tiles[0] <= 0
    yield reason("riichi_shown_at_end" if is_over else "riichi_shown_at_fourth", met=True)
    for seat in range(rules.seats):
        turn, waits = int(facts.riichi_turn[0, seat]), int(facts.waits[0, seat])
        if not turn:
            continue
        declared = {"seat": seat, "turn": turn, "tile": played.rivers[seat][turn - 1].tile}
        if not draw.chombo[0, seat]:
            yield reason("right_riichi", met=False, **declared, waits=waits)
        elif waits:
            yield ruled(rules, "tenpai_wait", "empty_riichi", met=True, **declared, waits=waits)
        else:
            held = tuple(np.flatnonzero(facts.place[0] == Place.CONCEALED + seat).tolist())
            yield reason("noten_riichi", met=True, **declared, held=held)
    yield reason("logged_as_draw")


def chombo_costs(hand: Settlement, rules: RuleSet) -> Iterator[Reason]:
    """What is paid for chombo, and when."""
    facts, draw = hand.facts, hand.draws
    points = rules.chombo_points
    is_reverse = rules.chombo_penalty == ChomboPenalty.REVERSE_MANGAN
    yield ruled(rules, "chombo_penalty", "reverse_mangan" if is_reverse else "paid_at_end")
    for seat in np.flatnonzero(draw.chombo[0]).tolist():
        why = "from_result"
        if is_reverse:
            why = "reverse_by_dealer" if seat == facts.dealer[0] else "reverse_by_child"
        yield ruled(rules, "chombo_points", why, seat=seat, points=points, half=points // 2)
    back = np.flatnonzero(facts.riichi_passed[0, : rules.seats]).tolist()
    if back:
        yield reason("sticks_back", stick=rules.riichi_stick, seats=tuple(back))
    yield reason("not_played")
    yield reason("payments", deltas=tuple(draw.deltas[0, : rules.seats].tolist()))

"""The condition of each draw, step by step: what was played, and whether it is enough."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from analyzer.replay.facts import Facts
from analyzer.rules.grades import Nagashi, Suukaikan, TripleRon
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.abortive import ABORTIVE_DRAWS
from analyzer.tiles.counts import mask_text
from analyzer.view.lines import Line, Section, ruled, step
from analyzer.view.plays import CALLS, Play
from analyzer.view.table import Table
from analyzer.vocabulary import (
    NO_TILE,
    WIND_KINDS,
    YAOCHU_KINDS,
    DrawKind,
    PlayKind,
    Seat,
    kind_of,
    kind_text,
    mpsz,
    tile_text,
)

__all__ = ["Course", "condition_sections"]

_KANS: Final = (PlayKind.DAIMINKAN, PlayKind.KAKAN, PlayKind.ANKAN)
_KYUUSHU_KINDS: Final = 9


class Course(NamedTuple):
    """One hand as its explanation needs it.

    Attributes:
        facts: One row.
        plays: In order.
        last: The table after the last play.
        shown: Seats whose tehai the log shows at the end.
    """

    facts: Facts
    plays: tuple[Play, ...]
    last: Table
    shown: tuple[Seat, ...]


def condition_sections(course: Course, rules: RuleSet, kinds: Iterable[DrawKind]) -> list[Section]:
    """Sections for the draws that are asked for, and for every abortive draw whose condition arose."""
    arisen = {draw.kind for draw in ABORTIVE_DRAWS if draw.arisen(course.facts)[0]}
    # Nine kinds at the last draw of a hand mean something only where the hand ended there.
    arisen.discard(DrawKind.KYUUSHU_KYUUHAI)
    wanted = {*kinds, *arisen}
    return [
        Section(f"Condition of {kind.text.replace('_', ' ')}", tuple(lines(course, rules)))
        for kind, lines in _CONDITIONS
        if kind in wanted
    ]


def _known(text: str, rule: str, rules: RuleSet, *, known: bool) -> Line:
    return ruled(f"the rule set {'has' if known else 'does not have'} {text}", rule, rules, met=known)


def _listed(parts: Sequence[str]) -> str:
    return ", ".join(parts) or "none"


def _exhaustive(course: Course, _: RuleSet) -> list[Line]:
    live = course.last.live_tiles
    thrown = [play for play in course.plays if play.kind == PlayKind.DISCARD]
    lines = [step(f"{live} tiles are left in the live wall", met=live <= 0)]
    if thrown:
        won = bool(course.facts.winners[0].any())
        said = f"the last discard, {tile_text(thrown[-1].tile or 0)} of seat {thrown[-1].seat}"
        lines.append(step(f"{said}, was {'' if won else 'not '}won on", met=not won))
    return lines


def _nagashi(course: Course, rules: RuleSet) -> list[Line]:
    lines = [_known("nagashi mangan", "nagashi", rules, known=rules.nagashi != Nagashi.OFF)]
    return [
        *_exhaustive(course, rules),
        *lines,
        *(_river_line(course, side.seat) for side in course.last.sides),
    ]


def _river_line(course: Course, seat: Seat) -> Line:
    """The first discard of a seat that spoils its nagashi mangan."""
    river = course.last.sides[seat].river
    for turn, one in enumerate(river, start=1):
        text = f"seat {seat}: discard {turn} of {len(river)}, {tile_text(one.tile)}"
        if kind_of(one.tile) not in YAOCHU_KINDS:
            return step(f"{text}, is neither terminal nor honour", met=False)
        if one.called_by is not None:
            return step(f"{text}, was called by seat {one.called_by}", met=False)
    counted = f"{len(river)} discards, all terminals and honours, none called"
    return step(f"seat {seat}: {counted if river else 'no discard'}", met=bool(river))


def _suufon_renda(course: Course, rules: RuleSet) -> list[Line]:
    firsts = [play for play in course.plays if play.kind == PlayKind.DISCARD][:4]
    kinds = {kind_of(play.tile) for play in firsts if play.tile is not None}
    discarded = [f"seat {play.seat} {tile_text(play.tile or 0)}" for play in firsts]
    is_one_wind = len(kinds) == 1 and kinds <= set(WIND_KINDS) and len(firsts) == rules.seats == 4
    end = course.plays.index(firsts[-1]) if firsts else 0
    calls = [str(play) for play in course.plays[:end] if play.kind in CALLS]
    lines = [
        step(f"the first discards are one wind: {_listed(discarded)}", met=is_one_wind),
        step(f"calls before the fourth discard: {_listed(calls)}", met=not calls),
    ]
    lines.append(_known("suufon renda", "suufon_renda", rules, known=rules.suufon_renda))
    return [*lines, _stopped(course, end)]


def _stopped(course: Course, index: int) -> Line:
    """Whether play stopped after the play of that index, a stick or an indicator aside."""
    after = [
        play for play in course.plays[index + 1 :] if play.kind in (PlayKind.DRAW, PlayKind.DISCARD, *CALLS)
    ]
    text = f"{len(after)} plays followed it" if after else "play stopped there"
    return step(text, met=not after)


def _kyuushu_kyuuhai(course: Course, rules: RuleSet) -> list[Line]:
    drawn = [play for play in course.plays if play.kind == PlayKind.DRAW]
    calls = [str(play) for play in course.plays if play.kind in CALLS]
    lines: list[Line] = []
    if drawn:
        seat = drawn[-1].seat or 0
        side = course.last.sides[seat]
        held = [*side.tehai, *([] if side.drawn is None else [side.drawn])]
        kinds = sorted({kind_of(tile) for tile in held} & set(YAOCHU_KINDS))
        names = mpsz(kind * 4 for kind in kinds)
        enough = len(kinds) >= _KYUUSHU_KINDS
        lines = [
            step(
                f"seat {seat} has drawn and not discarded yet", met=not side.river and side.drawn is not None
            ),
            step(
                f"it holds {len(kinds)} kinds of terminals and honours: {names}; nine are needed", met=enough
            ),
        ]
    lines.append(step(f"calls before: {_listed(calls)}", met=not calls))
    return [*lines, _known("kyuushu kyuuhai", "kyuushu_kyuuhai", rules, known=rules.kyuushu_kyuuhai)]


def _suucha_riichi(course: Course, rules: RuleSet) -> list[Line]:
    lines: list[Line] = []
    passed = course.facts.riichi_passed[0]
    for play in course.plays:
        if play.kind == PlayKind.RIICHI and play.seat is not None:
            stands = bool(passed[play.seat])
            said = "and its discard is not won on" if stands else "but its discard is won on"
            lines.append(step(f"seat {play.seat} declares riichi {said}", met=stands))
    lines.append(step(f"{int(passed.sum())} riichi stand; four are needed", met=bool(passed.sum() == 4)))
    lines.append(_known("suucha riichi", "suucha_riichi", rules, known=rules.suucha_riichi))
    if course.facts.fourth_riichi[0] >= 0:
        lines.append(_stopped(course, int(course.facts.fourth_riichi[0])))
    return lines


def _suukaikan(course: Course, rules: RuleSet) -> list[Line]:
    kans = [(index, play) for index, play in enumerate(course.plays) if play.kind in _KANS]
    seats = {play.seat for _, play in kans}
    made = [f"seat {play.seat} {play.text}" for _, play in kans]
    lines = [
        step(f"{len(kans)} kans: {_listed(made)}", met=len(kans) >= 4),
        step(f"by {len(seats)} seats; two or more are needed", met=len(seats) > 1),
        _known(
            "suukaikan",
            "suukaikan",
            rules,
            known=rules.suukaikan in (Suukaikan.AFTER_DISCARD, Suukaikan.AT_ONCE),
        ),
    ]
    if len(kans) < 4:
        return lines
    fourth = kans[3][0]
    if rules.suukaikan == Suukaikan.AT_ONCE:
        return [*lines, _stopped(course, fourth)]
    after = int(course.facts.fourth_kan_discard[0])
    if after < 0:
        return [*lines, step("no discard followed the fourth kan", met=False)]
    thrown = course.plays[after]
    won = bool(course.facts.winners[0].any())
    text = f"seat {thrown.seat} discards {tile_text(thrown.tile or 0)} after it"
    return [
        *lines,
        step(f"{text}, which {'somebody' if won else 'nobody'} wins on", met=not won),
        _stopped(course, after),
    ]


def _sanchahou(course: Course, rules: RuleSet) -> list[Line]:
    facts = course.facts
    tile = int(facts.last_tile[0])
    if tile == NO_TILE:
        return [step("no tile was let go of", met=False)]
    callers = facts.winners[0].nonzero()[0].tolist() or [
        seat for seat in course.shown if seat != facts.last_seat[0]
    ]
    lines = [
        _ron_line(seat, int(facts.waits[0, seat]), tile, int(facts.last_seat[0]))
        for seat in callers
        if seat < rules.seats
    ]
    calls = int(facts.ron_calls[0])
    lines.append(step(f"{calls} seats call ron; three are needed", met=calls == 3))
    known = rules.triple_ron == TripleRon.ABORT
    return [*lines, _known("sanchahou as a draw", "triple_ron", rules, known=known)]


def _ron_line(seat: Seat, waits: int, tile: int, loser: Seat) -> Line:
    wanted = bool(waits >> kind_of(tile) & 1)
    text = (
        f"seat {seat} waits for {mask_text(waits) or 'nothing'} and calls ron on {kind_text(kind_of(tile))}"
    )
    return step(f"{text} of seat {loser}", met=wanted)


_CONDITIONS: Final[tuple[tuple[DrawKind, Callable[[Course, RuleSet], list[Line]]], ...]] = (
    (DrawKind.EXHAUSTIVE, _exhaustive),
    (DrawKind.NAGASHI_MANGAN, _nagashi),
    (DrawKind.SUUFON_RENDA, _suufon_renda),
    (DrawKind.KYUUSHU_KYUUHAI, _kyuushu_kyuuhai),
    (DrawKind.SUUCHA_RIICHI, _suucha_riichi),
    (DrawKind.SUUKAIKAN, _suukaikan),
    (DrawKind.SANCHAHOU, _sanchahou),
)

"""Faults of the end of a game: too early, too late, the sticks left, the final result."""

from __future__ import annotations

from analyzer.conformance.draft import Draft, NoOccasion, Planted
from analyzer.conformance.elements import Element
from analyzer.rules.grades import LeftoverKyotaku
from analyzer.vocabulary import RIICHI_STICK, SANMA_ABSENT_KINDS, SEATS, TILES

__all__ = [
    "end_passed_over",
    "ended_too_early",
    "final_scores_moved",
    "leftover_sticks_lost",
    "leftover_sticks_to_the_second",
    "uma_exchanged",
]

_DRAW_TAGS, _DISCARD_TAGS = "TUVW", "DEFG"
_DEAD_WALL, _DEALT = 14, 13
_STRIDE = 7
"""Prime to the number of tiles of both walls: neighbours of the wall lie far apart."""


def _last_result(draft: Draft, hand: int) -> int:
    if not draft.is_last(hand):
        raise NoOccasion("not the last hand")
    return draft.results(hand)[-1]


def ended_too_early(draft: Draft, hand: int) -> Planted:
    """The game is over after a hand that does not end it."""
    if draft.is_last(hand):
        raise NoOccasion("the last hand")
    at = draft.results(hand)[-1]
    sticks = int(draft.course.following[hand, 2])
    del draft.elements[at + 1 :]
    draft[at].attributes["owari"] = ""
    draft.settle_end(sticks)
    return Planted("game-over", at)


def end_passed_over(draft: Draft, hand: int) -> Planted:
    """The game goes on after the hand that ends it."""
    at = _last_result(draft, hand)
    if any(element.name == "SHUFFLE" for element in draft.elements) or draft.course.may_end[hand]:
        raise NoOccasion("the wall of another hand is known, or the game may go on")
    del draft.elements[at + 1 :]
    draft[at].attributes.pop("owari", None)
    kyoku, honba, sticks = draft.course.following[hand].tolist()
    scores = draft.scores_after(at)
    draft.elements += _idle_hand(draft.seats, (kyoku, honba, sticks), scores)
    draft.settle_end(sticks)
    return Planted("game-over", at)


def _idle_hand(seats: int, start: tuple[int, int, int], scores: list[int]) -> list[Element]:
    """A hand in which all discard what they draw, and nobody is ever near tenpai.

    Copies of a kind lie far apart, so that nobody is dealt a pair; the first discards are simples, so that
    nobody makes nagashi mangan.
    """
    kyoku, honba, sticks = start
    tiles = [tile for tile in range(TILES) if seats == SEATS or tile // 4 not in SANMA_ABSENT_KINDS]
    spread = sorted(tiles, key=lambda tile: (tile % 4, tile // 4))
    dealt = [
        [spread[(seat + seats * place) * _STRIDE % len(spread)] for place in range(_DEALT)]
        for seat in range(seats)
    ]
    live = [tile for tile in spread if not any(tile in tehai for tehai in dealt)]
    simples = [tile for tile in live if tile < 108 and tile // 4 % 9 not in (0, 8)][:seats]
    order = simples + [tile for tile in live if tile not in simples]
    dealer, seated = kyoku % SEATS, [f"{score // 100}" for score in scores] + ["0"] * (SEATS - seats)
    init = {
        "seed": f"{kyoku},{honba},{sticks},0,0,{order.pop()}",
        "ten": ",".join(seated),
        "oya": f"{dealer}",
    }
    for seat in range(SEATS):
        init[f"hai{seat}"] = ",".join(map(str, dealt[seat])) if seat < seats else ""
    elements = [Element("INIT", init)]
    for turn, tile in enumerate(order[: len(tiles) - _DEAD_WALL - _DEALT * seats]):
        seat = (dealer + turn) % seats
        elements += [Element(f"{tags[seat]}{tile}", {}) for tags in (_DRAW_TAGS, _DISCARD_TAGS)]
    unmoved = ",".join(f"{score},0" for score in seated)
    elements.append(Element("RYUUKYOKU", {"ba": f"{honba},{sticks}", "sc": unmoved, "owari": ""}))
    return elements


def leftover_sticks_lost(draft: Draft, hand: int) -> Planted:
    """Nobody gets the sticks left on the table."""
    return _move_leftover(draft, hand, to_rank=None)


def leftover_sticks_to_the_second(draft: Draft, hand: int) -> Planted:
    """The second seat gets the sticks left on the table."""
    return _move_leftover(draft, hand, to_rank=1)


def _move_leftover(draft: Draft, hand: int, to_rank: int | None) -> Planted:
    at = _last_result(draft, hand)
    left = draft.course.following[hand, 2] * RIICHI_STICK
    if not left or draft.rules.leftover_kyotaku != LeftoverKyotaku.TOP:
        raise NoOccasion("no sticks for anybody")
    scores = draft.scores_after(at)
    if to_rank is not None:
        scores[_by_rank(scores)[to_rank]] += int(left)
    draft.write_end(scores, draft.results_of(scores))
    return Planted("final-scores", at)


def _by_rank(scores: list[int]) -> list[int]:
    return sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))


def final_scores_moved(draft: Draft, hand: int) -> Planted:
    """A hundred points of the final scores lie with another seat."""
    at = _last_result(draft, hand)
    scores, _ = draft.end_by_rules()
    scores[0], scores[1] = scores[0] + 100, scores[1] - 100
    draft.write_end(scores, draft.results_of(scores))
    return Planted("final-scores", at)


def uma_exchanged(draft: Draft, hand: int) -> Planted:
    """Two seats have each other's final result."""
    at = _last_result(draft, hand)
    scores, results = draft.end_by_rules()
    first, *_, last = _by_rank(scores)
    if results[first] == results[last]:
        raise NoOccasion("all have the same")
    results[first], results[last] = results[last], results[first]
    draft.write_end(scores, results)
    return Planted("final-result", at)

"""Faults of the end of a game: too early, too late, sticks left, final scores and results."""

from __future__ import annotations

from tests.faults import (
    Fault,
    Planted,
    dealer,
    final_scores,
    first,
    is_single,
    owari_of,
    players,
    results,
    scores_after,
    settle_owari,
    winner,
)
from tests.log_tiles import DISCARDS, DRAWS, strip_seed
from tests.logs import Elements


def write_owari(log: Elements, at: int, scores: list[int]) -> None:
    """Let a result end the game."""
    if "owari" not in log[at]:
        log[at] = log[at].removesuffix("/>").rstrip() + ' owari="" />'
    log.set(at, "owari", owari_of(scores))


def ends_too_early(log: Elements) -> Planted:
    at = results(log)[4]
    end = at if "owari" not in log[at] else results(log)[2]
    if not is_single(log, end):
        raise LookupError("a double ron")
    del log[end + 1 :]
    write_owari(log, end, final_scores(log, end))
    return Planted("game-over", end)


def ends_and_goes_on(log: Elements) -> Planted:
    at = first(at for at in results(log)[2:-1] if not log[at + 1].startswith("<AGARI"))
    write_owari(log, at, final_scores(log, at))
    return Planted("game-over", at)


def _idle_hand(log: Elements, kyoku: int, honba: int, sticks: int, scores: list[int]) -> list[str]:
    """A hand that nobody has any hope in: every seat discards what it draws, all are noten.

    Tiles go round so that no seat is dealt a pair; a simple is discarded by each seat in the first round,
    so that nobody makes nagashi mangan.
    """
    seats = players(log)
    tiles = [tile for tile in range(136) if seats == 4 or not 4 <= tile <= 31]
    # Spread by kind: copy 0 of all kinds, then copy 1, and so on.
    spread = sorted(tiles, key=lambda tile: (tile % 4, tile // 4))
    step = 7
    dealt = [
        [spread[(seat + seats * place) * step % len(spread)] for place in range(13)] for seat in range(seats)
    ]
    taken = {tile for tehai in dealt for tile in tehai}
    live = [tile for tile in spread if tile not in taken]
    simple = [tile for tile in live if tile < 108 and tile // 4 % 9 not in (0, 8)][:seats]
    order = simple + [tile for tile in live if tile not in simple]
    oya = kyoku % 4
    hai = " ".join(
        f'hai{seat}="{",".join(map(str, dealt[seat])) if seat < seats else ""}"' for seat in range(4)
    )
    indicator = order.pop()
    ten = ",".join(map(str, scores))
    lines = [f'<INIT seed="{kyoku},{honba},{sticks},0,0,{indicator}" ten="{ten}" oya="{oya}" {hai}/>']
    for turn in range((136 if seats == 4 else 108) - 14 - 13 * seats):
        seat = (oya + turn) % seats
        lines += [f"<{DRAWS[seat]}{order[turn]}/>", f"<{DISCARDS[seat]}{order[turn]}/>"]
    sc = ",".join(f"{score},0" for score in scores)
    lines.append(f'<RYUUKYOKU ba="{honba},{sticks}" sc="{sc}" owari="" />')
    return lines


def _goes_on(log: Elements) -> int:
    """Let another hand follow the last one; its result is the end."""
    strip_seed(log)
    at = results(log)[-1]
    if not is_single(log, at):
        raise LookupError("a double ron")
    won = log[at].startswith("<AGARI")
    kyoku, honba, _ = log.numbers(log.inits()[-1], "seed")[:3]
    stays = _dealer_stays(log, at)
    following = kyoku if stays else kyoku + 1 + (players(log) == 3 and kyoku % 4 == 2)
    counters = honba + 1 if stays or not won else 0
    sticks = 0 if won else log.numbers(at, "ba")[1]
    log.drop(at, "owari")
    log += _idle_hand(log, following, counters, sticks, scores_after(log, at))
    settle_owari(log)
    return at


def _dealer_stays(log: Elements, at: int) -> bool:
    if log[at].startswith("<AGARI"):
        return winner(log, at) == dealer(log, at)
    return f"hai{dealer(log, at)}=" in log[at]


def bust_played_over(log: Elements) -> Planted:
    if min(scores_after(log, results(log)[-1])) >= 0:
        raise LookupError("nobody is bust")
    return Planted("game-over", _goes_on(log))


def target_played_over(log: Elements) -> Planted:
    at = results(log)[-1]
    if _dealer_stays(log, at) or min(scores_after(log, at)) < 0:
        raise LookupError("the game did not end by the target")
    return Planted("game-over", _goes_on(log))


def yame_played_over(log: Elements) -> Planted:
    at = results(log)[-1]
    if not _dealer_stays(log, at) or min(scores_after(log, at)) < 0:
        raise LookupError("the game did not end by the dealer's yame")
    return Planted("game-over", _goes_on(log))


def hand_after_the_end(log: Elements) -> Planted:
    at = _goes_on(log)
    write_owari(log, at, final_scores(log, at))
    return Planted("game-over", at)


def sticks_left_to_nobody(log: Elements) -> Planted:
    at = log.find(r'<RYUUKYOKU ba="\d+,[1-9].*owari')
    write_owari(log, at, scores_after(log, at)[: players(log)])
    return Planted("final-scores", at)


def sticks_left_to_the_second(log: Elements) -> Planted:
    at = log.find(r'<RYUUKYOKU ba="\d+,[1-9].*owari')
    scores = scores_after(log, at)[: players(log)]
    second = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))[1]
    scores[second] += 10 * log.numbers(at, "ba")[1]
    write_owari(log, at, scores)
    return Planted("final-scores", at)


def other_final_scores(log: Elements) -> Planted:
    at = results(log)[-1]
    scores = final_scores(log, at)
    write_owari(log, at, [scores[0] + 10, scores[1] - 10, *scores[2:]])
    return Planted("final-scores", at)


def other_final_results(log: Elements) -> Planted:
    at = results(log)[-1]
    parts = log.get(at, "owari").split(",")
    parts[1], parts[3] = str(float(parts[1]) + 1), str(float(parts[3]) - 1)
    log.set(at, "owari", ",".join(parts))
    return Planted("final-result", at)


def old_uma(log: Elements) -> Planted:
    at = results(log)[-1]
    if players(log) == 3:
        raise LookupError("the old uma is known for four players")
    parts = log.get(at, "owari").split(",")
    order = sorted(range(4), key=lambda seat: (-int(parts[2 * seat]), seat))
    for seat, less in zip(order, (-10, -5, 5, 10), strict=True):
        parts[2 * seat + 1] = str(float(parts[2 * seat + 1]) + less)
    log.set(at, "owari", ",".join(parts))
    return Planted("final-result", at)


def owari_left_out(log: Elements) -> Planted:
    at = results(log)[-1]
    log.drop(at, "owari")
    return Planted("game-over", at)


FAULTS: tuple[Fault, ...] = (
    owari_left_out,
    ends_too_early,
    ends_and_goes_on,
    bust_played_over,
    target_played_over,
    yame_played_over,
    hand_after_the_end,
    sticks_left_to_nobody,
    sticks_left_to_the_second,
    other_final_scores,
    other_final_results,
    old_uma,
)

"""Winners: in which order they win, in furiten or not, and the tehai, melds and indicators that they show."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.audit import Audit, shared
from analyzer.audit.broken import has_broken
from analyzer.audit.draws import are_out_of_order, differ_from, shown_mask
from analyzer.audit.texts import Compared, compared, in_order, melds_text, order_text
from analyzer.audit.verdicts import (
    FORMAT,
    PLAY,
    SCORING,
    TENHOU,
    Check,
    Detail,
    Texts,
    Verdicts,
    per_hand,
    two_columns,
    win_items,
)
from analyzer.audit.wall import wall_truth
from analyzer.formats.events import INDICATORS, Claim
from analyzer.replay.facts import FURITEN_DISCARD, FURITEN_PASSED, FURITEN_RIICHI, Place
from analyzer.replay.seats import every_seat, of_hands, of_seats, sum_of_seats
from analyzer.rules.grades import Furiten
from analyzer.settlement.dora import most_ura_shown, ura_counted
from analyzer.vocabulary import ABSENT, NO_TILE, TILES, EndKind, Seat


@shared
def _winner_tehai(audit: Audit) -> NDArray[np.bool_]:
    """Shape (wins, 136): concealed tiles of the winner, with the winning tile."""
    wins, facts = audit.wins, audit.facts
    held: NDArray[np.bool_] = facts.place[wins.hand] == (Place.CONCEALED + wins.winner)[:, None]
    won_on = np.minimum(facts.last_tile[wins.hand], TILES - 1).astype(np.int64)
    ron = wins.winner != wins.loser
    held[np.flatnonzero(ron), won_on[ron]] = True
    return held


def _shows_tehai(audit: Audit) -> NDArray[np.bool_]:
    """Shape (wins,): ``hai`` has tiles; without any it is malformed, and there is nothing to compare."""
    wins, shown = audit.wins, audit.events.results.shown
    return np.asarray(shown[wins.result, wins.winner, 0] != NO_TILE)


@shared
def _tehai_differs(audit: Audit) -> NDArray[np.bool_]:
    """Shape (wins,): the tiles shown are not those that the winner holds, each once."""
    wins = audit.wins
    shown = of_seats(audit.events.results.shown, wins.result, wins.winner)
    return differ_from(_winner_tehai(audit), shown) & _shows_tehai(audit)


@shared
def _tehai_misplaced(audit: Audit) -> NDArray[np.bool_]:
    """Shape (wins,): the tiles that a winner shows are out of order."""
    wins = audit.wins
    return are_out_of_order(audit, wins.hand, of_seats(audit.events.results.shown, wins.result, wins.winner))


def _shown_by_winner(audit: Audit, item: int) -> NDArray[np.bool_]:
    wins = audit.wins
    mask: NDArray[np.bool_] = shown_mask(
        audit.events.results.shown[None, wins.result[item], wins.winner[item]]
    )[0]
    return mask


def _tehai_compared(audit: Audit, item: int) -> Compared:
    """The tiles that a winner shows beside those it holds."""
    return compared(_shown_by_winner(audit, item), _winner_tehai(audit)[item])


def _tehai_words(audit: Audit, item: int) -> str:
    """How the tehai that a winner shows is wrong."""
    if _tehai_misplaced(audit)[item] and not _tehai_differs(audit)[item]:
        tiles = audit.events.results.shown[audit.wins.result[item], audit.wins.winner[item]].tolist()
        return f"log has {order_text(tiles)} in the tehai, expected by id"
    holder = _whose(audit, item, _shown_by_winner(audit, item))
    if holder is not None:
        return f"log has tehai {{claimed}}, play gives {{computed}}; seat {holder} holds these"
    difference = _tehai_compared(audit, item).sentence
    return f"log has tehai {difference}" if difference else "log has a tile of the tehai {claimed} twice"


def _whose(audit: Audit, item: int, shown: NDArray[np.bool_]) -> Seat | None:
    """Which other seat holds the tiles that a winner shows, but for the winning tile; None if none does."""
    hand, winner = int(audit.wins.hand[item]), int(audit.wins.winner[item])
    won_on = int(audit.facts.last_tile[hand])
    for seat in range(int(audit.events.games.players[audit.events.hands.game[hand]])):
        differs = np.flatnonzero((audit.facts.place[hand] == Place.CONCEALED + seat) != shown).tolist()
        if seat != winner and set(differs) <= {won_on}:
            return seat
    return None


_KITA_CODE: Final = 0x20


def _melds_due(audit: Audit) -> NDArray[np.int32]:
    """Shape (wins, 4): codes of the winner's calls, the latest first; ABSENT where fewer."""
    wins, facts = audit.wins, audit.facts
    called = of_seats(facts.melds, wins.hand, wins.winner).astype(np.int32)
    count = of_seats(facts.meld_count, wins.hand, wins.winner).astype(np.int64)
    place = np.arange(4)
    latest_first = np.take_along_axis(called, np.maximum(count[:, None] - 1 - place, 0), axis=1)
    return np.where(place < count[:, None], latest_first, ABSENT).astype(np.int32)


def _norths_aside(audit: Audit, items: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Shape (items, 136): tiles that winners have set aside."""
    wins = audit.wins
    aside: NDArray[np.bool_] = (
        audit.facts.place[wins.hand[items]] == (Place.KITA + wins.winner[items])[:, None]
    )
    return aside


def _melds_agree(audit: Audit) -> NDArray[np.bool_]:
    """Shape (wins,): the melds that a winner shows are those called in their order, kita anywhere."""
    wins, due = audit.wins, _melds_due(audit)
    logged = of_hands(audit.events.results.melds, wins.result)
    agree: NDArray[np.bool_] = every_seat(logged[:, :4] == due) & every_seat(logged[:, 4:] == ABSENT)
    items = np.flatnonzero(~agree | (of_seats(audit.facts.kita, wins.hand, wins.winner) > 0))
    if len(items) == 0:
        return agree
    stated = logged[items]
    is_kita = (stated != ABSENT) & ((stated & 0x3F) == _KITA_CODE)
    # A stable sort moves kita and empty places behind the melds and keeps the order of the rest.
    order = np.argsort(is_kita | (stated == ABSENT), axis=1, kind="stable")
    melds = np.take_along_axis(np.where(is_kita, ABSENT, stated), order, axis=1)
    norths = shown_mask(np.where(is_kita, stated >> 8, NO_TILE))
    agree[items] = (melds[:, :4] == due[items]).all(axis=1) & (melds[:, 4:] == ABSENT).all(axis=1)
    agree[items] &= (norths == _norths_aside(audit, items)).all(axis=1)
    return agree


def _melds_shown_text(audit: Audit, item: int) -> str:
    """The calls that a winner shows."""
    return melds_text(
        [code for code in audit.events.results.melds[audit.wins.result[item]].tolist() if code != ABSENT]
    )


def _melds_due_text(audit: Audit, item: int) -> str:
    """The calls of a winner, those of kita last."""
    aside = _norths_aside(audit, np.array([item]))[0]
    kita = [(tile << 8) | _KITA_CODE for tile in np.flatnonzero(aside).tolist()]
    return melds_text([code for code in _melds_due(audit)[item].tolist() if code != ABSENT] + kita)


_FURITEN = (
    (Furiten.OWN_DISCARDS, FURITEN_DISCARD, "an own discard"),
    (Furiten.PASSED, FURITEN_PASSED, "a tile let pass in this go-round"),
    (Furiten.AFTER_RIICHI, FURITEN_RIICHI, "a tile let pass after riichi"),
)


def winner_order(audit: Audit) -> Verdicts:
    """Two winners of a tile are two seats, the next in turn from the discarder first; one per double ron."""
    results = audit.events.results
    second = np.flatnonzero((results.hand[1:] == results.hand[:-1]) & (results.end[1:] == EndKind.AGARI)) + 1
    first = second - 1
    hand, loser = results.hand[second], results.loser[second].astype(np.int64)
    turn, later = (results.winner[rows] - loser for rows in (first, second))
    same = results.winner[first] == results.winner[second]
    tsumo = (turn == 0) | (later == 0)
    passed = (turn % 4 < later % 4) & ~same & ~tsumo

    def detail(item: int) -> Detail:
        one, other = int(results.winner[first[item]]), int(results.winner[second[item]])
        row = int(second[item] if same[item] or tsumo[item] else first[item])
        said, due = f"seat {one} before seat {other}", f"seat {other} before seat {one}"
        message = f"log has {said}, turn order gives {due}"
        if same[item]:
            said, due, message = f"seat {one} twice", "once", f"seat {one} wins twice"
        elif tsumo[item]:
            said, due, message = "tsumo", "one winner", "a tsumo beside the win of another seat"
        return Detail(said, due, message, int(results.element[row]), int(results.winner[row]))

    return per_hand(
        audit,
        hand,
        passed,
        detail,
        lost=~audit.usable[hand],
    )


def furiten_ron(audit: Audit) -> Verdicts:
    """No ron by a seat that the rule set bars as furiten; one item per ron."""
    wins = audit.wins
    rows = np.flatnonzero(wins.winner != wins.loser)
    hand = wins.hand[rows]
    bars = audit.of_rules(lambda rules: sum(bit for grade, bit, _ in _FURITEN if grade in rules.furiten))
    barred = bars[audit.events.hands.game[hand]]
    furiten = of_seats(audit.facts.furiten, hand, wins.winner[rows]) & barred

    def detail(item: int) -> Detail:
        row = int(rows[item])
        why = ", ".join(cause for _, bit, cause in _FURITEN if furiten[item] & bit)
        element = int(audit.events.results.element[wins.result[row]])
        return Detail("ron", "furiten", f"ron by a furiten seat ({why})", element, int(wins.winner[row]))

    return per_hand(
        audit,
        hand,
        furiten == 0,
        detail,
        lost=~audit.usable[hand],
    )


@shared
def _ura_count_differs(audit: Audit) -> NDArray[np.bool_]:
    """Shape (wins,): not as many ura indicators as are due to a riichi winner, or any to another.

    No log shows whether a server shows the ura indicators that its rules do not count: all may be there.
    """
    shown = sum_of_seats(of_hands(audit.events.results.ura, audit.wins.result) != NO_TILE)
    hand = audit.wins.hand
    most = audit.of_rules(most_ura_shown, INDICATORS)[audit.events.hands.game[hand]]
    every = np.minimum(sum_of_seats(audit.indicators != NO_TILE)[hand], most)
    differs: NDArray[np.bool_] = (shown != _ura_due(audit)) & (
        shown != np.where(audit.wins.in_riichi, every, 0)
    )
    return differs


@shared
def _ura_due(audit: Audit) -> NDArray[np.int64]:
    """Shape (wins,): how many ura indicators the rules count."""
    hand = audit.wins.hand
    game = audit.events.hands.game[hand]
    first = audit.of_rules(lambda rules: ura_counted(rules).start)[game]
    stop = audit.of_rules(lambda rules: ura_counted(rules).stop, INDICATORS)[game]
    counted = np.minimum(sum_of_seats(audit.indicators != NO_TILE)[hand], stop) - first
    return np.where(audit.wins.in_riichi, np.maximum(counted, 0), 0)


@shared
def _ura_misplaced(audit: Audit) -> NDArray[np.bool_]:
    """Shape (wins,): an ura indicator lies elsewhere, or twice; where the wall is known that tells more."""
    wins = audit.wins
    misplaced = np.zeros(len(wins.hand), np.bool_)
    rows = np.flatnonzero(~wall_truth(audit).known[wins.hand])
    if len(rows) == 0:
        return misplaced
    ura = audit.events.results.ura[wins.result[rows]]
    there = ura != NO_TILE
    lies = audit.facts.place[wins.hand[rows, None], np.minimum(ura, TILES - 1)] != Place.UNSEEN
    ordered = np.sort(ura, axis=1)
    twice = ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] != NO_TILE)).any(axis=1)
    misplaced[rows] = (lies & there).any(axis=1) | twice
    return misplaced


def _dora_texts(audit: Audit, item: int) -> tuple[str, str]:
    """Of the indicators, or else of the ura indicators, those that the log has and those due."""
    wins, results = audit.wins, audit.events.results
    logged, due = results.dora[wins.result[item]], audit.indicators[wins.hand[item]]
    if (logged != due).any():
        alike = in_order(logged.tolist(), ids=False) == in_order(due.tolist(), ids=False)
        claimed, computed = (in_order(tiles.tolist(), ids=alike) for tiles in (logged, due))
        return f"indicators {claimed}", f"indicators {computed}"
    ura, count = results.ura[wins.result[item]], int(_ura_due(audit)[item])
    shown = int((ura != NO_TILE).sum())
    if shown != count:
        stated = f" ({in_order(ura.tolist(), ids=False)})" if shown else ""
        said, due = (f"{of or 'no'} ura indicator{'' if of == 1 else 's'}" for of in (shown, count))
        return said + stated, due
    return f"ura indicators {in_order(ura.tolist(), ids=True)}", "such as lie nowhere else"


def _dora_right(audit: Audit) -> NDArray[np.bool_]:
    """Shape (wins,): the indicators of a win are those shown in play, with as many ura after riichi."""
    wins, dora = audit.wins, audit.events.results.dora
    right: NDArray[np.bool_] = every_seat(
        of_hands(dora, wins.result) == of_hands(audit.indicators, wins.hand)
    )
    return right & ~_ura_count_differs(audit) & ~_ura_misplaced(audit)


CHECKS: Final = (
    Check(
        "winner-order",
        "order of several winners",
        "Two winners of one tile are two seats; the next in turn after the discarder comes first",
        TENHOU + ": 101 double rons",
        winner_order,
    ),
    Check(
        "furiten",
        "ron in furiten",
        "A seat may not ron with a wait among its discards, or after it let a wait pass",
        'Riichi wiki, "Furiten"; ' + TENHOU,
        furiten_ron,
        PLAY,
    ),
    Check(
        "win-dora",
        "indicators of a win",
        "doraHai has the indicators of play; doraHaiUra as many that lie nowhere else, after riichi only",
        FORMAT,
        two_columns(
            win_items,
            Texts(lambda audit, item: _dora_texts(audit, item)[0]),
            Texts(lambda audit, item: _dora_texts(audit, item)[1]),
            str,
            "log has {claimed}, play gives {computed}",
            agree=_dora_right,
            unread=("doraHai", "doraHaiUra"),
        ),
        SCORING,
        Claim.URA,
    ),
    Check(
        "win-tehai",
        "tiles of the winner",
        "hai has the concealed tiles of the winner with the winning tile, in the order of their ids",
        FORMAT + ": 18,208 wins",
        two_columns(
            win_items,
            Texts(lambda audit, item: _tehai_compared(audit, item).claimed),
            Texts(lambda audit, item: _tehai_compared(audit, item).computed),
            str,
            _tehai_words,
            agree=lambda audit: ~(_tehai_differs(audit) | _tehai_misplaced(audit)),
            unread="hai",
            absent=lambda audit: ~(_shows_tehai(audit) | has_broken(audit.events, "hai")[audit.wins.result]),
        ),
        claim=Claim.WIN_TEHAI,
    ),
    Check(
        "win-melds",
        "melds of the winner",
        "m has the calls of the winner, the latest first, a kakan in the place of its pon",
        FORMAT,
        two_columns(
            win_items,
            Texts(_melds_shown_text),
            Texts(_melds_due_text),
            str,
            "log has {claimed}, play gives {computed}",
            agree=_melds_agree,
            unread="m",
        ),
        claim=Claim.WIN_MELDS,
    ),
)

"""Games side by side: what follows from their names, where they stand, when they end, what logs say.

Source of results: format description, 4.5 and 4.6; the results of the real logs, field by field.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from datetime import date
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analyzer.formats.events import (
    Calls,
    Events,
    Games,
    Hands,
    Oddities,
    Plays,
    Results,
    indicators_of_hands,
)
from analyzer.formats.headers import Header
from analyzer.formats.log_id import GoType
from analyzer.formats.mjlog.writer import ROOT_END, write_hands, write_head
from analyzer.formats.wide_rows import empty_hands, empty_results, split_hands, split_results
from analyzer.replay import Facts, Illegal, Illegals, replay
from analyzer.replay.facts import Place
from analyzer.replay.seats import any_seat
from analyzer.rules import RuleSet
from analyzer.settlement import Settlement, Situation, settle
from analyzer.settlement.allowed_plays import allowed_plays
from analyzer.settlement.dora import ura_counted
from analyzer.settlement.game_end import EndCause, final_results, leftover_points
from analyzer.settlement.wait_values import own_honba_after
from analyzer.settlement.win_facts import WinScores
from analyzer.settlement.yaku_names import NO_YAKU
from analyzer.vocabulary import ABSENT, ASKS_TENPAI, NO_TILE, SEATS, DrawKind, EndKind, PlayKind, Seat
from analyzer.wall import GAME_KEY_WORDS, Seed, SeedForm, Walls, walls_of

DATE: Final = date(2199, 1, 1)
"""In every log id: no game of a real archive, and no old rules, bear such a date."""

_STEP: Final = 0x9E3779B1
"""Odd, so that multiples of it repeat only after 2^32; large, so that ids look like Tenhou's."""


def ranked_go_type(*, players: int, winds: int) -> int:
    """Bits of GO of a ranked game in the Phoenix room."""
    ranked = GoType.RANKED | GoType.TOKUJOU | GoType.JOUKYUU
    return int(ranked | GoType.HANCHAN * (winds > 1) | GoType.SANMA * (players == 3))


def go_type_of(rules: RuleSet) -> int:
    """Bits of GO of such a game, as far as they can say the rules."""
    bits = ranked_go_type(players=rules.seats, winds=rules.winds)
    return bits | GoType.NO_AKA * (not any(rules.red_fives)) | GoType.NO_KUITAN * (not rules.kuitan)


def log_id_of(name: str, go_type: int, game: int = 0) -> str:
    """Log id of a game of a series; no two games of one series have the same."""
    first = int.from_bytes(hashlib.sha512(name.encode()).digest()[:4])
    tail = (first + game * _STEP) % 2**32
    return f"{DATE:%Y%m%d}10gm-{go_type:04x}-0000-{tail:08x}"


_KEY_WORDS: Final = {SeedForm.BASE64: GAME_KEY_WORDS, SeedForm.HEX: 32, SeedForm.PER_HAND: 8}
_WALLS_AT_FIRST: Final = 12
"""Of most games the hands."""


def game_seed(name: str, form: SeedForm = SeedForm.BASE64) -> Seed:
    """Shuffle seed of a game, or of a hand of early 2009: SHAKE-256 of its name, as long as a key is."""
    key = hashlib.shake_256(f"{name}/wall".encode()).digest(4 * _KEY_WORDS[form])
    return Seed(np.frombuffer(key, dtype="<u4").astype(np.uint32), form)


class WallSupply:
    """Walls of games, made some hands ahead.

    Args:
        names: Of the games; all follows from them.
        players: 3 or 4.
        form: Of the seeds; those PER_HAND follow from the names with the index of the hand.
    """

    def __init__(self, names: Sequence[str], players: int, form: SeedForm = SeedForm.BASE64) -> None:
        self._names, self._players, self._form = names, players, form
        self._ready = 0
        self._first_row: dict[int, int] = {}
        self._walls: Walls

    def hand(self, index: int, games: Sequence[int]) -> Walls:
        """Walls of the hand with that index, for games that go on; no other is asked for again."""
        if index >= self._ready:
            self._make(max(_WALLS_AT_FIRST, 2 * self._ready), games)
        rows = [self._first_row[game] + index for game in games]
        return Walls(self._walls.tiles[rows], self._walls.dice[rows])

    def seed(self, game: int, hand: int = 0) -> Seed:
        """The seed of a game, or of one of its hands."""
        name = self._names[game]
        return game_seed(f"{name}/{hand}" if self._form == SeedForm.PER_HAND else name, self._form)

    def _make(self, hands: int, games: Sequence[int]) -> None:
        seeded = hands if self._form == SeedForm.PER_HAND else 1
        seeds = [self.seed(game, hand) for game in games for hand in range(seeded)]
        self._walls = walls_of(seeds, [hands // seeded] * len(seeds), [self._players] * len(seeds))
        self._first_row = {game: place * hands for place, game in enumerate(games)}
        self._ready = hands


_GRADE: Final = 16
_RATE: Final = 2000.0
_EMPTY_RATE: Final = 1500.0
_PLAYED_OUT: Final = (DrawKind.EXHAUSTIVE, DrawKind.NAGASHI_MANGAN)
_TENTH: Final = 100
"""Points of a tenth of the final result."""
_ANSWERS: Final = (PlayKind.DORA, PlayKind.RIICHI_ACCEPTED)
"""Plays that may stand between the tile that is won on and the win."""
_SHOWN: Final = 14
"""Tiles of a tehai, with the one that is won on."""


class Standing(NamedTuple):
    """Where a game stands before a hand."""

    hands_played: int
    """Before this one."""
    kyoku: int
    honba: int
    kyotaku: int
    """Sticks on the table."""
    dealer: Seat
    scores: tuple[int, ...]
    """Of four seats, points; 0 for the empty one."""
    own_honba: int = 0
    """Honba that the dealer has earned alone."""
    penalties: tuple[int, ...] = (0,) * SEATS
    """What chombo took from the final results of four seats, points."""


def opening(rules: RuleSet) -> Standing:
    """Where a game stands before its first hand."""
    scores = [rules.start_points if seat < rules.seats else 0 for seat in range(SEATS)]
    return Standing(0, 0, 0, 0, 0, tuple(scores))


def hands_of(
    standings: Sequence[Standing], haipai: NDArray[np.uint8], indicator: ArrayLike, dice: ArrayLike
) -> Hands:
    """What INIT says of the next hand of each game; no plays and no results yet.

    Args:
        standings: Of the games.
        haipai: Shape (hands, 4, 13): tile ids in dealt order; NO_TILE for the empty seat.
        indicator: The first dora indicators; shape (hands,).
        dice: Each die minus one, as logged; shape (hands, 2).
    """
    _, kyoku, honba, kyotaku, dealer, scores, *_ = zip(*standings, strict=True)
    return split_hands(empty_hands(len(standings)), 0, 0)._replace(
        game=np.arange(len(standings), dtype=np.int32),
        kyoku=np.array(kyoku, np.int32),
        honba=np.array(honba, np.int32),
        kyotaku=np.array(kyotaku, np.int32),
        dice=np.array(dice, np.uint8),
        indicator=np.array(indicator, np.uint8),
        dealer=np.array(dealer, np.uint8),
        scores=np.array(scores, np.int32),
        haipai=haipai,
    )


class Played(NamedTuple):
    """One hand of each of some games as it was played, up to its result."""

    hands: Hands
    """What INIT says, and where the plays of each hand are; results are not read."""
    plays: Plays
    """``element`` counts the plays of the hand."""
    calls: Calls
    deposits: NDArray[np.int32]
    """Shape (deposits, 4), points."""
    winners: NDArray[np.bool_]
    """Shape (hands, 4): who wins; off the last tile of another seat, or on the own draw just made; the three
    who call ron at a sanchahou."""
    ura: NDArray[np.uint8]
    """Shape (hands, any): the tiles under the dora indicators, in the order these are shown; more are not
    read."""
    seeds: Sequence[str] = ()
    """``shuffle`` of each INIT, where hands have one."""
    illegal: tuple[Illegal, ...] = ()
    """Kinds of illegal plays that the hands are meant to contain."""
    plays_on: bool = False
    """Where the rules let the dealer end the game after this hand: the dealer does not."""


NextHands: TypeAlias = Callable[[Sequence[int], Sequence[Standing]], Played | None]
"""Plays the next hand of each of the games that go on, given which and where they stand; None where they
are to stop unfinished."""


def play_out(frames: Sequence[Header], rules: RuleSet, next_hands: NextHands) -> list[bytes]:
    """The logs of games, played to their end, or as far as there are hands.

    Raises:
        RuntimeError: When hands have other illegal plays than they are said to have, play stopped where the
            rules do not end a hand, or somebody won with a hand that they do not pay.
    """
    going, standings = [*range(len(frames))], [opening(rules)] * len(frames)
    logs: list[list[str]] = []
    while going and (played := next_hands(going, standings)) is not None:
        done = settled_round(played, standings, rules)
        standings, over = advance(standings, done, plays_on=played.plays_on)
        write_owari(done.events, over, standings, rules)
        logs = logs or [[write_head(done.events, frame)] for frame in frames]
        for game, hand in zip(going, write_hands(done.events, played.seeds), strict=True):
            logs[game].append(hand)
        rows = np.flatnonzero(~over).tolist()
        going, standings = [going[row] for row in rows], [standings[row] for row in rows]
    return ["".join([*log, ROOT_END]).encode() for log in logs]


class Round(NamedTuple):
    """Hands that are over."""

    events: Events
    """With results, but for ``owari``."""
    facts: Facts
    settled: Settlement


def settled_round(played: Played, standings: Sequence[Standing], rules: RuleSet) -> Round:
    """Settle hands as the rules do, and write down what a log says of the outcome.

    Raises:
        RuntimeError: As `play_out`.
    """
    dealt = one_hand_each(played, rules)
    begun = _ended(dealt, _outline(played.winners, _last_seat(dealt)))
    facts, illegals = replay(begun)
    shown = indicators_of_hands(begun)
    under = np.full_like(shown, NO_TILE)
    under[:, : played.ura.shape[1]] = played.ura
    under[shown == NO_TILE] = NO_TILE
    own_honba = np.array([each.own_honba for each in standings], np.int32)
    situation = Situation(dealt.hands.kyoku, dealt.hands.honba, shown, under, own_honba)
    settled = settle(facts, rules, situation)
    unpaid = np.flatnonzero(settled.wins.is_heard & ~settled.wins.is_valid).tolist()
    if unpaid:
        raise RuntimeError(f"wins that {rules.name} does not pay: rows {unpaid}")
    unended = np.flatnonzero(~settled.won & (settled.draws.kind == 0)).tolist()
    if unended:
        raise RuntimeError(f"hands that {rules.name} does not end here: rows {unended}")
    _check_plays(played, illegals, rules)
    return Round(_ended(begun, _results(begun, facts, settled, situation, rules)), facts, settled)


def _check_plays(played: Played, illegals: Illegals, rules: RuleSet) -> None:
    allowed = allowed_plays(rules)
    found, meant = {*illegals.code.tolist()} - allowed, {*played.illegal} - allowed
    if found != meant:
        raise RuntimeError(f"illegal plays {sorted(found)}, expected {sorted(meant)}")


def _last_seat(events: Events) -> NDArray[np.uint8]:
    """Shape (hands,): who laid down or drew the tile that the hand can be won on."""
    kind = events.plays.kind
    last = np.maximum.accumulate(np.where(np.isin(kind, _ANSWERS), 0, np.arange(len(kind))))
    return events.plays.seat[last[events.hands.play_offsets[1:] - 1]]


def _outline(winners: NDArray[np.bool_], last_seat: NDArray[np.uint8]) -> Results:
    """Results that say who wins off whom, in turn from the discarder, or that nobody does; nothing more."""
    turns = (last_seat[:, None].astype(np.int64) + np.arange(SEATS)) % SEATS
    won = np.take_along_axis(winners, turns, axis=1)
    hand, turn = np.nonzero(np.column_stack([won, ~won.any(axis=1)]))
    results, is_win = split_results(empty_results(len(hand))), turn < SEATS
    results.hand[:] = hand
    results.end[:] = np.where(is_win, EndKind.AGARI, EndKind.RYUUKYOKU)
    results.winner[is_win] = turns[hand[is_win], turn[is_win]]
    results.loser[is_win] = last_seat[hand[is_win]]
    return results


def _ended(events: Events, results: Results) -> Events:
    count = len(events.hands.game)
    offsets = np.searchsorted(results.hand, np.arange(count + 1)).astype(np.int32)
    hands = events.hands._replace(result_offsets=offsets, complete=np.ones(count, np.bool_))
    return events._replace(hands=hands, results=results)


def _results(
    events: Events, facts: Facts, settled: Settlement, situation: Situation, rules: RuleSet
) -> Results:
    """Everything that results say, but for ``owari``."""
    wins = settled.wins
    row_of_win = np.full(facts.winners.shape, ABSENT, np.int64)
    row_of_win[wins.hand, wins.winner] = np.arange(len(wins.hand))
    results = _outline(settled.standing, facts.last_seat)
    won, drawn = (np.flatnonzero(results.end == end) for end in (EndKind.AGARI, EndKind.RYUUKYOKU))
    rows = row_of_win[results.hand[won], results.winner[won]]
    results.deltas[:] = settled.deltas[results.hand]
    results.deltas[won] = wins.deltas[rows]
    _state_scores(results, facts, situation)
    _show_wins(results, won, facts, situation, rules)
    _show_melds(results, won, events)
    results.pao_seat[won] = wins.pao_seat[rows]
    scores = WinScores._make(column[rows] for column in wins.scores)
    results.ten[won] = np.stack([scores.fu, scores.points, scores.limit], axis=1)
    results.yaku[won, : scores.yaku.shape[1]] = np.where(
        scores.yaku[:, :, :1] == NO_YAKU, np.int32(ABSENT), scores.yaku
    )
    results.yakuman[won] = np.where(scores.yakuman == NO_YAKU, np.int32(ABSENT), scores.yakuman)
    _show_draws(results, drawn, facts, settled)
    return results


def _state_scores(results: Results, facts: Facts, situation: Situation) -> None:
    """``ba``, and the scores of ``sc``; each of several winners starts from those that the one before leaves.

    Source: 101 real double rons.
    """
    hand, deltas = results.hand, results.deltas
    is_first = np.diff(hand, prepend=-1) != 0
    gained = np.cumsum(deltas, axis=0, dtype=np.int32) - deltas
    first = np.maximum.accumulate(np.where(is_first, np.arange(len(hand)), 0))
    results.honba[:] = situation.honba[hand]
    results.kyotaku[:] = np.where(is_first, facts.riichi_sticks[hand], 0)
    results.scores[:] = facts.scores[hand] + gained - gained[first]


def _show_wins(
    results: Results, won: NDArray[np.int64], facts: Facts, situation: Situation, rules: RuleSet
) -> None:
    """The winners' tehai, and the indicators; of ura those that the rules count."""
    hand, winner = results.hand[won], results.winner[won]
    results.machi[won] = facts.last_tile[hand]
    results.shown[won, winner] = _held_tiles(facts, hand, winner, facts.last_tile[hand])
    in_riichi = facts.riichi_turn[hand, winner] > 0
    results.dora[won] = situation.indicators[hand]
    ura = np.where(in_riichi[:, None], situation.ura[hand], np.uint8(NO_TILE))[:, ura_counted(rules)]
    results.ura[won, : ura.shape[1]] = ura
    results.has_ura[won] = any_seat(ura != NO_TILE)


def _held_tiles(
    facts: Facts,
    hand: NDArray[np.int32],
    seat: NDArray[np.generic],
    won_on: NDArray[np.uint8] | None = None,
) -> NDArray[np.uint8]:
    """The concealed part of tehai, ascending, with a tile won on; shape (items, 14), NO_TILE where fewer."""
    held = facts.place[hand] == (Place.CONCEALED + seat.astype(np.int64))[:, None]
    if won_on is not None:
        held[np.arange(len(hand)), won_on] = True
    item, tile = np.nonzero(held)
    tiles = np.full((len(hand), _SHOWN), NO_TILE, np.uint8)
    tiles[item, np.arange(len(item)) - np.searchsorted(item, item)] = tile
    return tiles


def _show_melds(results: Results, won: NDArray[np.int64], events: Events) -> None:
    """Codes of the winners' calls and kita, the latest first, a kakan in its pon's place."""
    plays = events.plays
    rows = np.flatnonzero((plays.kind >= PlayKind.CHI) & (plays.kind <= PlayKind.KITA))
    hands = np.searchsorted(events.hands.play_offsets, rows, side="right") - 1
    columns = (
        hands,
        plays.seat[rows],
        plays.kind[rows],
        plays.tile[rows],
        events.calls.code[plays.row[rows]],
    )
    melds: dict[tuple[int, int], dict[tuple[bool, int], int]] = {}
    for place, (hand, seat, kind, tile, code) in enumerate(
        zip(*(column.tolist() for column in columns), strict=True)
    ):
        is_triplet = kind in (PlayKind.PON, PlayKind.KAKAN)
        melds.setdefault((hand, seat), {})[is_triplet, tile // 4 if is_triplet else place] = code
    for row, hand, winner in zip(
        won.tolist(), results.hand[won].tolist(), results.winner[won].tolist(), strict=True
    ):
        own = [*melds.get((hand, winner), {}).values()]
        results.melds[row, : len(own)] = own[::-1]


def _show_draws(results: Results, drawn: NDArray[np.int64], facts: Facts, settled: Settlement) -> None:
    """Kinds of the draws, and the tehai that they show."""
    hand, draw = results.hand[drawn], settled.draws
    # A log has no name for chombo.
    voided = np.where(facts.fourth_riichi >= 0, DrawKind.SUUCHA_RIICHI, DrawKind.EXHAUSTIVE)
    kind = np.where(draw.kind == DrawKind.CHOMBO, voided, draw.kind).astype(np.uint8)[hand]
    shows = (draw.shows[hand] | draw.chombo[hand]) & np.isin(kind, ASKS_TENPAI)[:, None]
    shows |= (kind == DrawKind.SUUCHA_RIICHI)[:, None]
    shows |= (kind == DrawKind.SANCHAHOU)[:, None] & facts.winners[hand]
    caller = np.arange(SEATS) == facts.last_seat[hand][:, None]
    shows |= (kind == DrawKind.KYUUSHU_KYUUHAI)[:, None] & caller
    results.draw_kind[drawn] = kind
    row, seat = np.nonzero(shows)
    results.shown[drawn[row], seat] = _held_tiles(facts, hand[row], seat)


def advance(
    standings: Sequence[Standing], played: Round, *, plays_on: bool = False
) -> tuple[list[Standing], NDArray[np.bool_]]:
    """Where games stand after a hand of each, and which of them are over."""
    settled, after, end = played.settled, played.settled.after, played.settled.game_end
    dealer = played.facts.dealer.astype(np.int64)
    scores = played.facts.scores + settled.deltas
    stays, kind = after.dealer_stays, settled.draws.kind
    # A dealer who stays after a win has won.
    earned = settled.won | (np.isin(kind, _PLAYED_OUT) & settled.draws.tenpai[np.arange(len(dealer)), dealer])
    own_honba = [
        own_honba_after(each.own_honba, each.honba, stays=has_stayed, earned=has_earned)
        for each, has_stayed, has_earned in zip(standings, stays.tolist(), earned.tolist(), strict=True)
    ]
    penalties = np.array([each.penalties for each in standings], np.int32)
    penalties += settled.final_points
    columns = (scores, penalties, after.kyoku, after.honba, after.kyotaku, after.dealer)
    rows = zip(standings, own_honba, *(column.tolist() for column in columns), strict=True)
    following = [
        Standing(each.hands_played + 1, kyoku, honba, kyotaku, next_dealer, tuple(has), own, tuple(lost))
        for each, own, has, lost, kyoku, honba, kyotaku, next_dealer in rows
    ]
    over: NDArray[np.bool_] = (end.cause != EndCause.NONE) | (end.may_end & (not plays_on))
    return following, over


def write_owari(
    events: Events, over: NDArray[np.bool_], standings: Sequence[Standing], rules: RuleSet
) -> None:
    """Let the last results of games that are over say how they ended, by where these stand after them."""
    ended = [each for each, is_over in zip(standings, over.tolist(), strict=True) if is_over]
    if not ended:
        return
    seats = slice(0, rules.seats)
    scores = np.array([each.scores for each in ended], np.int32)
    kyotaku = np.array([each.kyotaku for each in ended], np.int32)
    penalties = np.array([each.penalties for each in ended], np.int32)
    left = leftover_points(scores[:, seats], kyotaku, rules)
    scores[:, seats] += left
    said, last = events.results, events.hands.result_offsets[1:][over] - 1
    said.final_scores[last], said.final_results[last], said.has_owari[last] = scores, 0, True
    results = final_results(scores[:, seats], rules, penalties[:, seats], left)
    said.final_results[last, seats] = results // _TENTH


def frame_of(names: Sequence[str]) -> Header:
    """What a log says beside the play, given the names of the seats; it has no shuffle seed.

    All players have one grade, which shows that nobody played.
    """
    first, second, third, fourth = names = (*names, "")[:SEATS]
    return Header(
        names=(first, second, third, fourth),
        dan=tuple(_GRADE if name else 0 for name in names),
        rate=tuple(_RATE if name else _EMPTY_RATE for name in names),
        sex=tuple("M" if name else "C" for name in names),
    )


def one_hand_each(played: Played, rules: RuleSet) -> Events:
    """Events of games of one hand each, without results."""
    count = len(played.hands.game)
    zero, nothing = np.zeros(count, np.int32), np.zeros(0, np.int32)
    games = Games(
        go_type=np.full(count, go_type_of(rules), np.int32),
        lobby=zero,
        players=np.full(count, rules.seats, np.uint8),
        announces_rules=np.zeros(count, np.bool_),
        first_dealer=zero,
        taikyoku=np.full(count, ABSENT, np.int32),
        hand_offsets=np.arange(count + 1, dtype=np.int32),
    )
    hands = played.hands._replace(game=np.arange(count, dtype=np.int32))
    results = split_results(empty_results(0))
    oddities = Oddities(nothing, nothing, nothing, np.zeros(0, np.uint8), nothing)
    return Events(games, hands, played.plays, played.calls, played.deposits, results, oddities)

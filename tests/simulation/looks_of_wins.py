"""Is it there?  Wins: what the AGARI says, and that play bears it out."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from tests.simulation.seen import Game, Hand, Win, numbers
from tests.simulation.tiles import dora_kind, is_complete

TSUMO, RIICHI, IPPATSU, CHANKAN, RINSHAN, HAITEI, HOUTEI, PINFU = range(8)
DOUBLE_RIICHI, CHIITOITSU, RENHOU, DORA, URA, AKA = 21, 22, 36, 52, 53, 54
WINDS, DRAGONS = range(27, 31), range(31, 34)

Look = Callable[[Game, Hand], bool]


def only(look: Callable[[Hand, Win], bool]) -> Look:
    """A look at the one win of a hand."""
    return lambda _game, hand: len(hand.wins) == 1 and look(hand, hand.wins[0])


def last(hand: Hand) -> tuple[str, int, int]:
    """The last play: what, who, tile."""
    return hand.plays[-1]


def own_discards_since_riichi(hand: Hand, seat: int) -> int:
    """Discards of a seat from that of its riichi on; 0 without one."""
    river = hand.rivers[seat]
    return next((len(river) - place for place, each in enumerate(river) if each.riichi), 0)


def within_ippatsu(hand: Hand, win: Win) -> bool:
    """The winner has not discarded since its riichi, and nobody has called but for the tile won on."""
    began = next(each.draws for each in hand.rivers[win.seat] if each.riichi)
    later = [what for what, *_ in hand.plays if what not in ("draw", "discard")]
    return (
        own_discards_since_riichi(hand, win.seat) == 1
        and hand.draws - began <= hand.players
        and (not later or last(hand)[0] == "kakan")
    )


def hits(indicators: list[int], win: Win, players: int) -> list[int]:
    """Tiles of the win that each indicator makes dora."""
    return [win.kinds[dora_kind(tile, players)] for tile in indicators]


def riichi_ippatsu_tsumo(hand: Hand, win: Win) -> bool:
    ura = sum(hits(numbers(win.attributes, "doraHaiUra"), win, hand.players))
    return (
        win.tsumo
        and {TSUMO, RIICHI, IPPATSU} <= win.yaku
        and hand.accepted == [win.seat]
        and within_ippatsu(hand, win)
        and win.han[URA] == ura > 0
    )


def double_riichi(hand: Hand, win: Win) -> bool:
    return (
        DOUBLE_RIICHI in win.yaku
        and hand.rivers[win.seat][0].riichi
        and not hand.calls
        and IPPATSU not in win.yaku
        and own_discards_since_riichi(hand, win.seat) > 1
    )


def riichi_tile_won(hand: Hand, win: Win) -> bool:
    if last(hand)[0] != "discard":
        return False
    riichi = hand.rivers[win.loser][-1]
    unpaid = win.loser not in hand.accepted and 100 * win.deltas[win.seat] == win.points
    return riichi.riichi and riichi.tile == win.machi and unpaid


def riichi_tile_called(hand: Hand, win: Win) -> bool:
    return (
        any(each.riichi and each.seat == win.seat for each in hand.called)
        and win.seat in hand.accepted
        and RIICHI in win.yaku
        and IPPATSU not in win.yaku
    )


def fourth_riichi_won(hand: Hand, win: Win) -> bool:
    return (
        sorted(hand.declared) == [0, 1, 2, 3]
        and len(hand.accepted) == 3
        and hand.declared[-1] == win.loser
        and win.ba[1] == 3
    )


def kan_dora_and_kan_ura(hand: Hand, win: Win) -> bool:
    own = [call for seat, call in hand.calls if seat == win.seat and call.kind == "ankan"]
    dora = hits(numbers(win.attributes, "doraHai"), win, hand.players)
    ura = hits(numbers(win.attributes, "doraHaiUra"), win, hand.players)
    return (
        len(own) == 1
        and win.seat in hand.accepted
        and hand.indicators == numbers(win.attributes, "doraHai")
        and (len(dora), len(ura)) == (2, 2)
        and min(dora[1], ura[1]) > 0
        and (win.han[DORA], win.han[URA]) == (sum(dora), sum(ura))
    )


def robbed(hand: Hand, win: Win, kind: str) -> bool:
    return last(hand) == (kind, win.loser, win.machi) and not win.tsumo


def chankan(hand: Hand, win: Win) -> bool:
    return robbed(hand, win, "kakan") and win.yaku == {CHANKAN}


def chankan_riichi_ippatsu(hand: Hand, win: Win) -> bool:
    return robbed(hand, win, "kakan") and {RIICHI, IPPATSU, CHANKAN} <= win.yaku and within_ippatsu(hand, win)


def replaced(kind: str) -> Callable[[Hand, Win], bool]:
    """Tsumo on the tile drawn after this."""

    def look(hand: Hand, win: Win) -> bool:
        *_, before, drawn = [("", -1, -1), *hand.plays]
        return (
            before[:2] == (kind, win.seat)
            and drawn == ("draw", win.seat, win.machi)
            and win.tsumo
            and RINSHAN in win.yaku
        )

    return look


def kita_ron(hand: Hand, win: Win) -> bool:
    return robbed(hand, win, "kita") and CHANKAN not in win.yaku


def haitei(hand: Hand, win: Win) -> bool:
    return hand.live_left == 0 and last(hand) == ("draw", win.seat, win.machi) and HAITEI in win.yaku


def houtei(hand: Hand, win: Win) -> bool:
    return (
        hand.live_left == 0
        and last(hand) == ("discard", win.loser, win.machi)
        and not win.tsumo
        and win.yaku == {HOUTEI}
    )


def completed(hand: Hand) -> list[int]:
    """Seats that the last discard completes, in turn from the discarder."""
    _, discarder, tile = last(hand)
    turn = [(discarder + step) % hand.players for step in range(1, hand.players)]
    return [seat for seat in turn if is_complete([*(held // 4 for held in hand.concealed[seat]), tile // 4])]


def rons(hand: Hand, count: int) -> bool:
    """So many winners of one tile, in turn, ``sc`` chained; the pot is the first one's."""
    wins = hand.wins
    chained = all(first.after == second.scores for first, second in pairwise(wins))
    return (
        [win.seat for win in wins] == completed(hand)[:count]
        and len(wins) == count
        and chained
        and all(win.ba[1] == 0 and win.deltas[win.seat] == win.points // 100 for win in wins[1:])
    )


def double_ron(_game: Game, hand: Hand) -> bool:
    if not rons(hand, 2):
        return False
    first = hand.wins[0]
    pot = 10 * first.ba[1] + 3 * first.ba[0]
    pot = pot if hand.players == 4 else pot - first.ba[0]
    return min(first.ba) > 0 and first.deltas[first.seat] == first.points // 100 + pot


def double_ron_with_dealer(game: Game, hand: Hand) -> bool:
    return (
        rons(hand, 2)
        and hand.wins[1].seat == hand.dealer
        and game.next_of(hand).kyoku == hand.kyoku
        and game.next_of(hand).honba == hand.honba + 1
    )


def triple_ron(_game: Game, hand: Hand) -> bool:
    """All three are paid, or the nearest alone, by the rule set."""
    return len(completed(hand)) == 3 and (rons(hand, 3) or rons(hand, 1))


def giver(hand: Hand, win: Win, kinds: range, needed: int) -> int | None:
    """Who discarded the last of so many called sets of these kinds; None where there are fewer."""
    sets = [call for seat, call in hand.calls if seat == win.seat and call.tile_kind in kinds]
    if len(sets) != needed:
        return None
    return next((each.seat for each in hand.called if each.tile == sets[-1].taken), None)


def pao(kinds: range, needed: int, end: str) -> Callable[[Hand, Win], bool]:
    def look(hand: Hand, win: Win) -> bool:
        liable = giver(hand, win, kinds, needed)
        if liable is None:
            return False
        paying = {seat for seat, delta in enumerate(win.deltas) if delta < 0}
        expected = {
            "tsumo": win.tsumo and paying == {liable},
            "ron": not win.tsumo and paying == {liable, win.loser} and len(paying) == 2,
            "giver": win.loser == liable and paying == {liable},
            "beside": win.tsumo and len(numbers(win.attributes, "yakuman")) > 1 and liable in paying,
        }
        # A ron from the giver itself needs no word of who is liable.
        said = win.attributes.get("paoWho")
        return expected[end] and (said == str(liable) or (end == "giver" and said is None))

    return look


def with_honba_and_sticks(win: Win, players: int) -> bool:
    """The winner gets 300 points a honba, with three players 200, and the sticks."""
    honba, sticks = win.ba
    return win.deltas[win.seat] * 100 == win.points + 100 * (players - 1) * honba + 1000 * sticks


def seats(game: Game, hand: Hand) -> bool:
    """One seat wins, or a draw adds to honba and sticks."""
    if not hand.wins:
        return hand.draw_type in ("", "yao9") and not game.is_last(hand)
    return len(hand.wins) == 1 and with_honba_and_sticks(hand.wins[0], game.players)


def double_rons(game: Game, hand: Hand) -> bool:
    """The nearer has the honba, the farther none."""
    if [win.tsumo for win in hand.wins] != [False, False]:
        return False
    near, far = hand.wins
    turns = [(win.seat - win.loser) % game.players for win in hand.wins]
    alone = far.deltas[far.seat] * 100 == far.points
    return (
        turns == sorted(turns)
        and near.loser == far.loser
        and alone
        and with_honba_and_sticks(near, game.players)
    )


def three_rons(game: Game, hand: Hand) -> bool:
    """Of three who could win, all do, or one, or none: by the rule set."""
    return hand.draw_type == "ron3" or triple_ron(game, hand)


LOOKS_OF_WINS: Final[dict[str, Look]] = {
    "riichi_ippatsu_tsumo": only(riichi_ippatsu_tsumo),
    "double_riichi": only(double_riichi),
    "riichi_tile_won": only(riichi_tile_won),
    "riichi_tile_called": only(riichi_tile_called),
    "fourth_riichi_won": only(fourth_riichi_won),
    "kan_dora_and_kan_ura": only(kan_dora_and_kan_ura),
    "chankan": only(chankan),
    "chankan_riichi_ippatsu": only(chankan_riichi_ippatsu),
    "rinshan": only(replaced("ankan")),
    "rinshan_daiminkan": only(replaced("daiminkan")),
    "kita_ron": only(kita_ron),
    "kita_rinshan": only(replaced("kita")),
    "haitei": only(haitei),
    "houtei": only(houtei),
    "double_ron": double_ron,
    "double_ron_with_dealer": double_ron_with_dealer,
    "triple_ron": triple_ron,
    "double_rons": double_rons,
    "double_rons_of_three": double_rons,
    "three_rons_off_every_seat": three_rons,
    **{f"seats_{number}": seats for number in range(1, 8)},
    **{f"seats_of_three_{number}": seats for number in range(1, 6)},
    **{f"west_{what}{players}": seats for what in ("honba", "sticks") for players in ("", "_of_three")},
    "pao_daisangen_tsumo": only(pao(DRAGONS, 3, "tsumo")),
    "pao_daisangen_ron": only(pao(DRAGONS, 3, "ron")),
    "pao_daisangen_ron_from_giver": only(pao(DRAGONS, 3, "giver")),
    "pao_beside_another_yakuman": only(pao(DRAGONS, 3, "beside")),
    "pao_daisuushii_tsumo": only(pao(WINDS, 4, "tsumo")),
    "pao_daisuushii_ron": only(pao(WINDS, 4, "ron")),
}

"""The same wins scored by two public packages, brought to one form."""

from typing import NamedTuple

from analyzer.vocabulary import PlayKind
from tests.settlement.logged_wins import LoggedWin


class Opinion(NamedTuple):
    """What a scorer says of one win."""

    han: int
    """Han with dora; 13 per yakuman; 0 without yaku."""
    fu: int
    points: int
    yaku: frozenset[int]
    """Tenhou's ids, dora aside."""


NO_YAKU_OPINION = Opinion(0, 0, 0, frozenset())
DORA = {52, 53, 54}


def as_printed(win: LoggedWin) -> Opinion:
    """What the log itself says."""
    han = 13 * len(win.yakuman) or sum(han for _, han in win.yaku)
    return Opinion(han, win.ten[0], win.ten[1], frozenset(win.ids - DORA))


def by_mahjong(win: LoggedWin, **other: int) -> Opinion:
    """The package ``mahjong``, with Tenhou's options and where rules are others, other ones."""
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
    from mahjong.hand_calculating.yaku_config import YAKU_ID_TO_TENHOU_ID
    from mahjong.meld import Meld

    forms = {
        PlayKind.CHI: Meld.CHI,
        PlayKind.PON: Meld.PON,
        PlayKind.DAIMINKAN: Meld.KAN,
        PlayKind.KAKAN: Meld.SHOUMINKAN,
        PlayKind.ANKAN: Meld.KAN,
    }
    config = HandConfig(
        is_tsumo=win.is_tsumo,
        is_riichi=bool(win.ids & {1, 21}),
        is_daburu_riichi=21 in win.ids,
        is_ippatsu=2 in win.ids,
        is_chankan=3 in win.ids,
        is_rinshan=4 in win.ids,
        is_haitei=5 in win.ids,
        is_houtei=6 in win.ids,
        is_tenhou=37 in win.ids,
        is_chiihou=38 in win.ids,
        player_wind=win.seat_wind,
        round_wind=27 + win.kyoku // 4,
        num_nuki_dora=win.kita,
        options=OptionalRules(
            **{
                "has_open_tanyao": not win.go_type & 4,
                "has_aka_dora": not win.go_type & 2,
                "has_double_yakuman": False,
                "is_three_player": win.players == 3,
            }
            | other
        ),
    )
    value = HandCalculator.estimate_hand_value(
        win.tiles,
        win.machi,
        [Meld(forms[kind], sorted(tiles), opened=kind != PlayKind.ANKAN) for kind, tiles in win.melds],
        win.indicators,
        config,
        ura_dora_indicators=win.ura_indicators,
    )
    if value.error == "no_yaku":
        return NO_YAKU_OPINION
    assert value.error is None, value.error
    yaku = frozenset(YAKU_ID_TO_TENHOU_ID[one.yaku_id] for one in value.yaku) - DORA
    return Opinion(value.han, value.fu, value.cost["total"], yaku)


def by_riichienv(win: LoggedWin) -> Opinion:
    """The package ``riichienv``; its evaluator always counts double yakuman and always allows open tanyao."""
    import riichienv

    forms = {
        PlayKind.CHI: riichienv.MeldType.Chi,
        PlayKind.PON: riichienv.MeldType.Pon,
        PlayKind.DAIMINKAN: riichienv.MeldType.Daiminkan,
        PlayKind.KAKAN: riichienv.MeldType.Kakan,
        PlayKind.ANKAN: riichienv.MeldType.Ankan,
    }
    melds = [riichienv.Meld(forms[kind], list(tiles), kind != PlayKind.ANKAN) for kind, tiles in win.melds]
    concealed = list(win.concealed)
    concealed.remove(win.machi)
    evaluator = riichienv.HandEvaluator if win.players == 4 else riichienv.HandEvaluator3P
    value = evaluator(concealed, melds).calc(
        win.machi,
        list(win.indicators),
        riichienv.Conditions(
            tsumo=win.is_tsumo,
            riichi=bool(win.ids & {1, 21}),
            double_riichi=21 in win.ids,
            ippatsu=2 in win.ids,
            chankan=3 in win.ids,
            rinshan=4 in win.ids,
            haitei=5 in win.ids,
            houtei=6 in win.ids,
            tsumo_first_turn=bool(win.ids & {37, 38}),
            player_wind=win.seat_wind - 27,
            round_wind=win.kyoku // 4,
            kita_count=win.kita,
            is_sanma=win.players == 3,
            num_players=win.players,
        ),
        list(win.ura_indicators),
    )
    if not value.is_win:
        return NO_YAKU_OPINION
    is_dealer = win.seat_wind == 27
    points = value.ron_agari
    if win.is_tsumo:
        children = win.players - 1 if is_dealer else win.players - 2
        points = children * value.tsumo_agari_ko + (0 if is_dealer else value.tsumo_agari_oya)
    yaku = frozenset(one.tenhou_id for one in value.yaku_list()) - DORA
    return Opinion(value.han, value.fu, points, yaku)


def as_riichienv(ours: Opinion) -> Opinion:
    """Our own result with what riichienv's stand-alone evaluator says otherwise."""
    # It lists any seat wind as East (10) and any round wind as East (14).
    yaku = {10 if 10 <= one <= 13 else 14 if 14 <= one <= 17 else one for one in ours.yaku}
    # It takes a dealer's fourteen dealt orphans for a wait on all thirteen, whichever tile came last.
    if {37, 47} <= yaku:
        yaku = yaku - {47} | {48}
    # It gives no fu for a yakuman; Tenhou prints the real ones.
    ours = ours._replace(yaku=frozenset(yaku), fu=0 if max(yaku, default=0) >= 36 else ours.fu)
    # It counts four yakuman twice and offers no switch; Tenhou counts each once.
    units, twice = ours.han // 13, len(yaku & {41, 46, 48, 49})
    if not twice:
        return ours
    return ours._replace(han=ours.han + 13 * twice, points=ours.points // units * (units + twice))

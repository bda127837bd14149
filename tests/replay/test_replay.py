"""Facts of hand-written hands, and of every real hand of the corpus."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer import kernels
from analyzer.formats.decoder import decode
from analyzer.formats.markup import concatenate
from analyzer.formats.mjlog.reader import read_markup
from analyzer.replay import Facts, Illegal, replay
from analyzer.replay.facts import DERAILING, FURITEN_DISCARD, FURITEN_PASSED, FURITEN_RIICHI, Place
from analyzer.vocabulary import NO_SEAT, DrawKind, EndKind, PlayKind
from tests.hands import Hand, log_of
from tests.logs import corpus_bytes, corpus_paths, needs_all_logs, needs_corpus
from tests.replay.replayed import IDLE, READY, facts_of, kinds_of


def test_waits_of_the_deal_are_known_before_the_first_discard() -> None:
    facts, illegal = facts_of(Hand(READY, *IDLE).draw(0, "7z"))

    assert kinds_of(int(facts.waits[0, 0])) == ["3m", "6m"]
    assert illegal == []


def test_live_tiles_count_down_with_every_draw() -> None:
    facts, _ = facts_of(Hand(READY, *IDLE).turn(0, "7z").turn(1, "7z"))

    assert facts.live_tiles[0] == 136 - 14 - 4 * 13 - 2
    assert facts.draws[0].tolist() == [1, 1, 0, 0]


def test_the_last_play_is_remembered() -> None:
    facts, _ = facts_of(Hand(READY, *IDLE).turn(0, "7z").draw(1, "6s"))

    assert (facts.last_kind[0], facts.last_seat[0], facts.last_tile[0] // 4) == (PlayKind.DRAW, 1, 23)


def test_pon_takes_the_discard_out_of_the_river() -> None:
    facts, illegal = facts_of(Hand("19m" + READY[3:], *IDLE).turn(0, "5m", "9m").pon(1).discard(1, "1z"))

    called = int(np.flatnonzero(facts.place[0] == Place.MELD + 1).max())
    assert called // 4 == 8
    assert facts.river_called[0].tolist() == [True, False, False, False]
    assert facts.meld_kind[0, 1, 0] == PlayKind.PON
    assert facts.open_melds[0].tolist() == [0, 1, 0, 0]
    assert illegal == []


def test_a_pon_and_the_tile_added_to_it_are_two_calls() -> None:
    hand = Hand("19m" + READY[3:], *IDLE).turn(0, "5m", "9m").pon(1).discard(1, "1z")
    for seat in (2, 3, 0):
        hand.turn(seat, "7z")

    facts, illegal = facts_of(hand.draw(1, "9m").kakan(1, "9m").draw(1, "6z"))

    assert facts.call_count[0] == 2
    assert illegal == []


def test_hands_of_a_game_are_replayed_apart() -> None:
    first, second = Hand(READY, *IDLE).turn(0, "7z").turn(1, "7z"), Hand(READY, *IDLE).draw(0, "7z")

    facts, _ = replay(decode(read_markup(log_of(first, second))[0]))

    assert facts.draws[:, :2].tolist() == [[1, 1], [1, 0]]


def test_riichi_stands_with_its_stick_and_its_turn_is_counted() -> None:
    facts, illegal = facts_of(
        Hand(READY, *IDLE).turn(0, "7z").turn(1, "7z").turn(2, "7z").turn(3, "6m").riichi(0, "5z")
    )

    assert facts.riichi_turn[0].tolist() == [2, 0, 0, 0]
    assert facts.riichi_accepted[0, 0]
    assert facts.riichi_sticks[0] == 1
    assert facts.scores[0].tolist() == [24000, 25000, 25000, 25000]
    assert not facts.double_riichi[0, 0]
    assert facts.ippatsu[0, 0]
    assert illegal == []


def test_riichi_at_the_first_discard_is_double() -> None:
    facts, _ = facts_of(Hand(READY, *IDLE).riichi(0, "5z"))

    assert facts.double_riichi[0, 0]


def test_a_call_ends_ippatsu() -> None:
    hand = Hand(READY, "55z1199m1199p199s", *IDLE[1:]).riichi(0, "5z").pon(1).discard(1, "1s")

    facts, illegal = facts_of(hand)

    assert not facts.ippatsu[0, 0]
    assert illegal == []


def test_a_riichi_won_on_pays_no_stick() -> None:
    facts, illegal = facts_of(Hand(READY, *IDLE).riichi(0, "5z", stands=False))

    assert not facts.riichi_passed[0, 0]
    assert facts.scores[0, 0] == 25000
    assert illegal == []


def test_a_missing_stick_is_illegal_and_still_due() -> None:
    facts, illegal = facts_of(Hand(READY, *IDLE).riichi(0, "5z", stands=False).draw(1, "6s"))

    assert illegal == [("RIICHI_STEP", 0)]
    assert facts.riichi_passed[0, 0]
    assert not facts.riichi_accepted[0, 0]


def test_riichi_with_a_noten_hand_is_illegal() -> None:
    _, illegal = facts_of(Hand(READY, *IDLE).riichi(0, "5z", "2p"))

    assert illegal == [("RIICHI_NOTEN", 0)]


def test_after_riichi_only_the_drawn_tile_may_go() -> None:
    hand = Hand(READY, *IDLE).riichi(0, "5z").turn(1, "7z").turn(2, "7z").turn(3, "7z").turn(0, "6s", "2s")

    _, illegal = facts_of(hand)

    assert ("NOT_TSUMOGIRI", 0) in illegal


def test_own_discards_make_furiten() -> None:
    facts, _ = facts_of(Hand("345m234p234s5p678s", *IDLE).turn(0, "5p", "3m"))

    assert facts.furiten[0, 0] & FURITEN_DISCARD


def test_a_wait_that_passes_makes_furiten_until_the_own_next_draw() -> None:
    hand = Hand(READY, *IDLE).turn(0, "7z").turn(1, "6m").draw(2, "7z")

    assert facts_of(hand)[0].furiten[0, 0] == FURITEN_PASSED

    hand.discard(2, "7z").turn(3, "7z").draw(0, "5z")

    assert facts_of(hand)[0].furiten[0, 0] == 0


def test_a_wait_that_passes_after_riichi_makes_furiten_for_good() -> None:
    hand = Hand(READY, *IDLE).riichi(0, "7z").turn(1, "6m").turn(2, "7z").turn(3, "7z").turn(0, "5z")

    assert facts_of(hand)[0].furiten[0, 0] & FURITEN_RIICHI


def test_a_call_out_of_nowhere_derails_the_hand_and_is_said_once() -> None:
    hand = Hand(READY, *IDLE).turn(0, "7z").turn(1, "7z")
    hand.last = (0, 135)
    facts, illegal = facts_of(hand.daiminkan(3).draw(3, "6s").discard(3, "6s"))

    assert [name for name, _ in illegal] == ["NOT_LAST_DISCARD"]
    assert facts.derailed[0]


def test_a_draw_out_of_turn_is_illegal() -> None:
    _, illegal = facts_of(Hand(READY, *IDLE).turn(0, "7z").draw(2, "7z"))

    assert illegal == [("OUT_OF_TURN", 2)]


def test_a_discard_not_held_is_illegal() -> None:
    hand = Hand(READY, *IDLE).draw(0, "7z")
    hand.lines.append("<D134/>")

    assert facts_of(hand)[1] == [("NOT_HELD", 0)]


def test_a_tile_that_exists_twice_is_illegal() -> None:
    hand = Hand(READY, *IDLE)
    hand.lines.append(f"<T{hand.held[1][0]}/>")

    assert facts_of(hand)[1] == [("DUPLICATE_TILE", 0)]


def test_after_an_illegal_draw_giving_back_its_kind_does_not_keep_the_waits() -> None:
    ready = Hand("444456m345p345s5z", *IDLE)
    four_man = ready.held[0][:2]
    assert kinds_of(int(facts_of(ready)[0].waits[0, 0])) == ["5z"]

    # A fifth 4m cannot be held, so that its discard leaves one tile too few.
    ready.lines += [f"<T{four_man[0]}/>", f"<D{four_man[1]}/>"]

    assert kinds_of(int(facts_of(ready)[0].waits[0, 0])) == []


def test_kuikae_is_noticed_for_both_ends_of_a_chi() -> None:
    hand = (
        Hand("19m" + READY[3:], "234m1199p1199s12z", *IDLE[1:])
        .turn(0, "7z", "1m")
        .chi(1, "23m")
        .discard(1, "4m")
    )

    assert facts_of(hand)[1] == [("KUIKAE_OTHER_END", 1)]


def test_chi_from_another_than_the_previous_seat_is_illegal() -> None:
    hand = Hand("19m" + READY[3:], IDLE[0], "23m88m2288p2z3z4z5z6z", IDLE[2]).turn(0, "7z", "1m")

    assert facts_of(hand.chi(2, "23m"))[1] == [("CHI_NOT_FROM_PREVIOUS", 2)]


def test_an_ankan_shows_its_indicator_before_the_replacement_draw() -> None:
    early = Hand("7777z1m234s55p678s", *IDLE[:2], "3377m3377p12346z")
    start = early.draw(0, "5z").ankan(0, "7z")

    assert facts_of(start.dora("8s").turn(0, "6s"))[1] == []


def test_an_ankan_without_its_indicator_is_illegal() -> None:
    hand = Hand("7777z1m234s55p678s", *IDLE[:2], "3377m3377p12346z")

    assert facts_of(hand.draw(0, "5z").ankan(0, "7z").draw(0, "6s"))[1] == [("DORA_MISSING", 0)]


def test_an_open_kan_shows_its_indicator_after_the_replacement_draw_and_before_the_discard() -> None:
    def called() -> Hand:
        return (
            Hand("777z12m234s55p678s", *IDLE[:2], "3377m3377p12346z").turn(0, "5z").turn(1, "7z").daiminkan(0)
        )

    # Where it is due at once, this is too late.
    assert facts_of(called().draw(0, "6s").dora("8s").discard(0, "6s"))[1] == [("DORA_LATE", NO_SEAT)]
    assert facts_of(called().draw(0, "6s").discard(0, "6s"))[1] == [("DORA_MISSING", 0)]


def test_an_indicator_without_a_kan_is_illegal() -> None:
    assert [name for name, _ in facts_of(Hand(READY, *IDLE).turn(0, "7z").dora("8s"))[1]] == ["DORA_EARLY"]


def test_kita_is_replaced_and_counted() -> None:
    sanma = Hand("4z123456789p199s", "1199m1199p1122s3z", "22334455p2233z7z")
    facts, illegal = facts_of(sanma.draw(0, "7z").kita(0).turn(0, "7z"))

    assert facts.players[0] == 3
    assert facts.kita[0].tolist() == [1, 0, 0, 0]
    assert facts.call_count[0] == 1
    assert illegal == []


def test_a_wait_held_four_times_is_told_apart_by_where_the_four_lie() -> None:
    # 6666s and three sets wait for a fifth 6s alone (mjlog-format, tenpai test).
    facts, _ = facts_of(Hand("6666s111999m222z", "2233s1199p1199s1z", IDLE[1], "3377m3377p13477z"))

    assert kinds_of(int(facts.waits[0, 0])) == ["6s"]
    assert not facts.wait_outside_concealed[0, 0]
    assert not facts.wait_outside_own[0, 0]
    assert not facts.wait_unseen[0, 0]


def test_four_first_discards_of_one_wind_are_found() -> None:
    hand = Hand("1z4m234p234s55p678s", "1z1199m1199p1199s", "1z2288m2288p3456z", "1z3377m3377p3467z")
    for seat in range(4):
        hand.turn(seat, "5m" if seat == 0 else ("6m", "4p", "1s")[seat - 1], "1z")

    facts, illegal = facts_of(hand)

    assert facts.fourth_wind[0] == 7
    assert illegal == []


def test_three_ron_calls_are_counted_at_a_sanchahou() -> None:
    ready = ("123456789m123p7z", "123456789m456p7z", "123456789m789p7z")
    hand = Hand("123456789s1234z", *ready).turn(0, "7z").ryuukyoku(1, 2, 3, kind="ron3")

    facts, _ = facts_of(hand)

    assert facts.ron_calls[0] == 3
    assert facts.end[0] == EndKind.RYUUKYOKU
    assert hand.events().results.draw_kind[0] == DrawKind.SANCHAHOU


def test_the_derailing_codes_of_the_kernel_are_those_named() -> None:
    named = {Illegal(code).name for code in DERAILING}

    tiles = {"DUPLICATE_TILE", "NOT_HELD", "KITA_NOT_NORTH"}
    assert named == tiles | {"OUT_OF_TURN", "NOT_LAST_DISCARD", "NO_SUCH_PON"}


@needs_all_logs
def test_no_real_hand_has_an_illegal_event_and_every_tile_lies_in_one_place() -> None:
    events = decode(concatenate([read_markup(corpus_bytes(path))[0] for path in corpus_paths("phoenix")]))

    with kernels.compiling():
        facts, illegals = replay(events)

    assert len(illegals.code) == 0
    held = np.stack([(facts.place == Place.CONCEALED + seat).sum(axis=1) for seat in range(4)], axis=1)
    assert (held == facts.concealed.sum(axis=2)).all()
    drawn = facts.draws.sum(axis=1) + 13 * facts.players.astype(np.int64)
    shown = (facts.place >= Place.CONCEALED).sum(axis=1)
    assert (shown == drawn).all()


@pytest.mark.long
@needs_corpus
def test_compiled_and_plain_replays_give_the_same_facts() -> None:
    paths = corpus_paths("phoenix")[::40]
    events = decode(concatenate([read_markup(corpus_bytes(path))[0] for path in paths]))

    plain, plain_illegals = replay(events)
    with kernels.compiling():
        compiled, compiled_illegals = replay(events)

    for name, one, other in zip(Facts._fields, plain, compiled, strict=True):
        assert (one == other).all(), name
    assert all((one == other).all() for one, other in zip(plain_illegals, compiled_illegals, strict=True))

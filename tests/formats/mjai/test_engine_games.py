"""Games that an engine plays have no finding; an altered one has the finding that names its line."""

from __future__ import annotations

import copy

import pytest

from tests.formats.mjai.engine import as_lines, played
from tests.formats.mjai.games import GAME, found, reviewed

QUICK = [(seed, players) for players in (4, 3) for seed in range(10)]
LONG = [(seed, players) for players in (4, 3) for seed in range(10, 200)]


def events_of(seed, players):
    return played(seed, players)


@pytest.mark.parametrize(("seed", "players"), QUICK)
def test_a_game_of_the_engine_has_no_finding(seed, players):
    result = reviewed(as_lines(played(seed, players)))

    assert list(map(str, result.findings)) == []
    assert result.rule_sets == ("tenhou" if players == 4 else "tenhou-sanma",)
    for check in ("win-payment", "next-scores", "next-kyoku", "game-over", "turn-order"):
        assert result.tallies[check].passed > 0, check


@pytest.mark.long
def test_hundreds_of_games_of_the_engine_have_no_finding():
    for seed, players in LONG:
        assert list(map(str, reviewed(as_lines(played(seed, players))).findings)) == [], (seed, players)


@pytest.mark.parametrize(("seed", "players"), [(seed, players) for players in (4, 3) for seed in range(4)])
def test_a_game_of_east_hands_only_is_told_by_its_end(seed, players):
    result = reviewed(as_lines(played(seed, players, "east")))

    is_bust = result.events.results.final_scores[-1].min() < 0
    assert list(map(str, result.findings)) == []
    assert result.audit.rule_sets[0].winds == 1 + is_bust


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("players", "rules"), [(4, "mahjong-soul"), (3, "mahjong-soul-sanma")])
def test_a_game_by_other_rules_has_no_finding_under_these(seed, players, rules):
    result = reviewed(as_lines(played(seed, players, rules="mjsoul")), rules)

    assert list(map(str, result.findings)) == []


@pytest.mark.long
def test_a_game_of_east_hands_that_goes_on_into_south_is_told_by_its_end():
    for seed in range(40):
        assert list(map(str, reviewed(as_lines(played(seed, 4, "east"))).findings)) == [], seed


def altered(kind, change, *, wanted=lambda event: True, games=QUICK):
    """Findings of the first game with such an event after that is changed, and the line of that event."""
    for seed, players in games:
        events = copy.deepcopy(played(seed, players))
        places = [
            place
            for place, event in enumerate(events)
            if event["type"] == kind and wanted(event) and place > 100
        ]
        if places:
            change(events, places[0])
            return found(as_lines(events)), places[0] + 1
    raise LookupError(kind)


def checks(findings):
    return [check for _, check, _ in findings]


def add(name, *amounts):
    """A change that adds to the first numbers of a list."""

    def change(events, place):
        for seat, amount in enumerate(amounts):
            events[place][name][seat] += amount

    return change


def put(**members):
    """A change that replaces members."""

    def change(events, place):
        events[place] |= members

    return change


def test_an_altered_payment_is_found_at_its_line():
    findings, line = altered("hora", add("deltas", 100, -100))

    assert ("inconsistent", "win-payment", line) in findings


def test_an_altered_payment_of_a_draw_is_found_at_its_line():
    findings, line = altered(
        "ryukyoku", add("deltas", 1000, -1000), wanted=lambda event: any(event["deltas"])
    )

    assert ("inconsistent", "draw-payment", line) in findings


def test_an_altered_reason_of_a_draw_is_found_at_its_line():
    change = put(reason="suufon_renda")
    findings, line = altered("ryukyoku", change, wanted=lambda event: event["reason"] == "exhaustive_draw")

    assert ("inconsistent", "draw-kind", line) in findings


def test_a_missing_payment_of_a_draw_is_found_at_its_line():
    findings, line = altered("ryukyoku", put(deltas=[0] * 4), wanted=lambda event: any(event["deltas"]))

    assert ("inconsistent", "draw-payment", line) in findings


def test_an_altered_rotation_is_found_at_the_next_start():
    def change(events, place):
        event = events[place]
        event["kyoku"] = event["kyoku"] % 4 + 1

    findings, line = altered("start_kyoku", change, games=[(0, 4)])

    assert ("inconsistent", "next-kyoku", line) in findings


def test_an_altered_dealer_is_found_at_the_next_start():
    def change(events, place):
        events[place]["oya"] = (events[place]["oya"] + 1) % 4

    findings, line = altered("start_kyoku", change, games=[(0, 4)])

    assert ("inconsistent", "dealer", line) in findings


@pytest.mark.parametrize(("member", "check"), [("honba", "next-honba"), ("kyotaku", "next-kyotaku")])
def test_altered_honba_and_sticks_are_found_at_the_next_start(member, check):
    def change(events, place):
        events[place][member] += 1

    findings, line = altered("start_kyoku", change)

    assert ("inconsistent", check, line) in findings


def test_altered_scores_are_found_at_the_next_start():
    findings, line = altered("start_kyoku", add("scores", 100, -100))

    assert ("inconsistent", "next-scores", line) in findings


def test_a_late_indicator_of_a_kan_is_found():
    # After a closed kan the indicator comes before the replacement draw.
    def change(events, place):
        assert [event["type"] for event in events[place : place + 3]] == ["ankan", "dora", "tsumo"]
        events[place + 1], events[place + 2] = events[place + 2], events[place + 1]

    findings, line = altered("ankan", change)

    assert "dora-indicators" in checks(findings)
    assert {at for _, check, at in findings if check == "dora-indicators"} <= {line + 1, line + 2}


def test_an_early_indicator_of_an_open_kan_is_found():
    def change(events, place):
        types = [event["type"] for event in events[place : place + 3]]
        assert types == ["kakan", "tsumo", "dora"]
        events[place + 1], events[place + 2] = events[place + 2], events[place + 1]

    findings, line = altered("kakan", change)

    assert ("inconsistent", "dora-indicators", line + 1) in findings


def test_a_missing_indicator_is_found():
    findings, _ = altered("dora", lambda events, place: events.pop(place))

    assert "dora-indicators" in checks(findings)


def test_a_riichi_that_is_never_accepted_is_found():
    def change(events, place):
        del events[place]

    findings, line = altered("reach_accepted", change)

    assert ("inconsistent", "riichi-procedure", line) in findings


@pytest.mark.parametrize(
    ("deltas", "is_found"), [((0, -1000), False), ((0, -2000), True), ((-1000, 0), True)], ids=str
)
@pytest.mark.parametrize("with_scores", [True, False])
def test_an_altered_stick_is_found_at_its_line(deltas, is_found, with_scores):
    def change(events, place):
        actor = events[place]["actor"]
        seats = [(actor - 1) % 4, actor]
        payments = dict(zip(seats, deltas, strict=True))
        events[place]["deltas"] = [payments.get(seat, 0) for seat in range(4)]
        if with_scores:
            start = next(event for event in reversed(events[:place]) if event["type"] == "start_kyoku")
            accepted = [event for event in events[events.index(start) : place + 1] if "deltas" in event]
            assert [event["type"] for event in accepted] == ["reach_accepted"]
            events[place]["scores"] = [
                score - 1000 * (seat == actor) for seat, score in enumerate(start["scores"])
            ]

    findings, line = altered("reach_accepted", change)

    assert (("inconsistent", "riichi-deposit", line) in findings) == is_found


def test_tsumogiri_of_another_tile_than_the_one_drawn_is_found_at_its_line():
    for kind in ("tsumo", "pon"):
        for place, event in enumerate(played(0, 4)):
            after = played(0, 4)[place + 1]
            if event["type"] == kind and after["type"] == "dahai" and after["pai"] != event["pai"]:
                events = copy.deepcopy(played(0, 4))
                events[place + 1]["tsumogiri"] = True
                assert found(as_lines(events)) == [("malformed", "well-formed", place + 2)]
                break
        else:
            raise LookupError(kind)


def test_a_discard_of_the_tile_drawn_that_says_otherwise_is_found_where_no_other_copy_is_held():
    def lines(pai):
        events = [*GAME]
        places = [place for place, event in enumerate(events) if event.get("tsumogiri")]
        for place in places:
            events[place] = events[place] | {"tsumogiri": False}
        # The first is the dealer's, whose first tile may be the fourteenth of the deal; seat 1 holds a 9p.
        for place in (places[1] - 1, places[1]):
            events[place] = events[place] | {"pai": pai}
        return [line - places[1] for _, check, line in found(events) if check == "well-formed"]

    assert lines("9p") == []
    assert lines("N") == [1]


def test_a_discard_of_a_tile_that_is_not_held_is_found():
    def change(events, place):
        events[place]["pai"] = "C" if events[place]["pai"] != "C" else "F"

    findings, line = altered("dahai", change)

    assert ("inconsistent", "tile-place", line) in findings


def test_a_call_from_another_seat_is_found():
    def change(events, place):
        event = events[place]
        event["target"] = next(seat for seat in range(4) if seat not in (event["actor"], event["target"]))

    findings, line = altered("pon", change, games=[(seed, 4) for seed in range(10)])

    assert ("inconsistent", "calls", line) in findings


def test_ura_indicators_without_riichi_are_found():
    findings, line = altered("hora", put(ura_markers=["C"]), wanted=lambda event: not event["ura_markers"])

    assert ("inconsistent", "win-dora", line) in findings


def test_a_game_that_ends_too_early_is_found():
    events = copy.deepcopy(played(0, 4))
    starts = [place for place, event in enumerate(events) if event["type"] == "start_kyoku"]
    cut = [*events[: starts[3]], {"type": "end_game"}]

    assert ("inconsistent", "game-over") in [entry[:2] for entry in found(as_lines(cut))]


@pytest.mark.parametrize("kind", ["hora", "ryukyoku"])
def test_a_hand_without_its_result_before_another_is_found(kind):
    findings, _ = altered(kind, lambda events, place: events.pop(place))

    assert ("malformed", "well-formed") in [entry[:2] for entry in findings]


def test_a_game_without_its_end_is_undecided():
    events = played(0, 4)
    starts = [place for place, event in enumerate(events) if event["type"] == "start_kyoku"]

    for stop in (starts[3], starts[3] + 20):
        result = reviewed(as_lines(events[:stop]))
        assert {finding.verdict.value for finding in result.findings} == {"undecided"}
        assert "whole-log" in {finding.check for finding in result.findings}


def test_final_scores_are_judged_where_the_end_states_them():
    events = copy.deepcopy(played(0, 4))
    result = reviewed(as_lines(events)).audit.endings.scores[-1].tolist()

    for more, expected in ((0, []), (100, ["final-scores"])):
        events[-1]["scores"] = [result[0] + more, *result[1:]]
        assert checks(found(as_lines(events))) == expected
    assert reviewed(as_lines(events)).tallies["final-result"].absent == 1


def test_without_final_scores_the_last_ones_stand_for_them():
    events = played(0, 4)
    result = reviewed(as_lines(events))
    last = next(event for event in reversed(events) if "deltas" in event)
    start = next(event for event in reversed(events) if event["type"] == "start_kyoku")

    paid = [score + delta for score, delta in zip(start["scores"], last["deltas"], strict=True)]
    sticks = events[events.index(start) :].count
    accepted = [sticks({"type": "reach_accepted", "actor": seat}) for seat in range(4)]
    due = [score - 1000 * count for score, count in zip(paid, accepted, strict=True)]
    assert result.events.results.final_scores[-1].tolist() == due
    assert result.tallies["final-scores"].absent == 1

"""Expected settlements: hands of which the rules say by hand what is due, and every real log."""

from __future__ import annotations

import pytest

from analyzer.audit import LogName, review
from analyzer.conformance.expected import expected_games
from analyzer.rules import load
from analyzer.simulation import simulate
from tests.logs import corpus_bytes, corpus_paths, needs_corpus


def settled(scenario, rules="tenhou"):
    """The hand that shows a scenario, and the game it is from."""
    seats = load(rules).seats
    ((_, data),) = simulate(1, "1", players=seats, scenario=scenario, rules=rules)
    (game,) = expected_games(review([(LogName("a", "a"), data)], rules), load(rules))
    return game


def test_one_tenpai_seat_is_paid_by_three():
    hand = settled("tenpai_1").hands[0]
    (tenpai,) = (one["seat"] for one in hand["tenpai"] if one["tenpai"])

    assert hand["outcome"] == "exhaustive"
    assert list(hand["deltas"]) == [3000 if seat == tenpai else -1000 for seat in range(4)]
    assert hand["next"]["honba"] == 1
    assert hand["next"]["kyoku"] == ("E1" if tenpai == hand["dealer"] else "E2")


def test_a_hand_of_the_closing_kind_is_worth_3900():
    # Pinfu, tanyao, iipeikou by ron: 3 han 30 fu of a child.
    hand = settled("tenpai_1").hands[1]
    (win,) = hand["wins"]

    assert sorted(yaku["name"] for yaku in win["yaku"]) == ["iipeikou", "pinfu", "tanyao"]
    assert (win["han"], win["fu"], win["limit"], win["points"], win["pao"]) == (3, 30, None, 3900, [])


def test_a_liable_seat_shares_a_ron_of_daisangen():
    # Half each, the honba on the side of the liable seat (Tenhou's rule page).
    game = settled("pao_daisangen_ron")
    hand = next(hand for hand in game.hands if hand["wins"] and hand["wins"][0]["pao"])
    (win,) = hand["wins"]
    (liable,) = win["pao"]

    assert liable["yakuman"] == "daisangen"
    assert win["deltas"][win["loser"]] == -win["points"] // 2
    assert win["deltas"][liable["seat"]] == -win["points"] // 2 - 300 * hand["honba"]
    assert (win["limit"], win["han"]) == ("yakuman", 13)


def test_a_suukaikan_moves_no_points_and_the_dealer_stays():
    hand = settled("suukaikan_2_2").hands[0]

    assert hand["outcome"] == "suukaikan"
    assert hand["deltas"] == (0, 0, 0, 0)
    assert hand["tenpai"] == []
    assert (hand["next"]["kyoku"], hand["next"]["honba"]) == ("E1", 1)


@pytest.mark.parametrize(
    ("scenario", "cause"), [("bust_by_ron", "bust"), ("agari_yame", "yame"), ("whole_extension", "limit")]
)
def test_a_game_has_the_cause_of_its_end(scenario, cause):
    end = settled(scenario).end

    assert end["cause"] == cause
    assert end["reasons"][0]["rule"]


def test_chombo_is_taken_from_the_final_result_where_the_rules_say_so():
    # World Riichi: 20,000 of the final result, nothing in the game.
    game = settled("noten_riichi", "wrc")
    hand = next(hand for hand in game.hands if hand["outcome"] == "chombo")

    assert sorted(hand["final_points"]) == [-20_000, 0, 0, 0]
    assert sum(game.end["results"]) == -20_000


@needs_corpus
@pytest.mark.parametrize(
    ("name", "players", "go_type"), [("tenhou-2010", 4, "00a9"), ("tenhou-sanma-2010", 3, "00b9")]
)
def test_real_games_go_on_and_end_as_expected(name, players, go_type):
    paths = [path for path in corpus_paths("phoenix") if f"-{go_type}-" in path.name][:8]
    logs = [(LogName(path.stem, path.name), corpus_bytes(path)) for path in paths]
    judged = review(logs, name)
    games = expected_games(judged, load(name))

    events, row = judged.events, -1
    assert games
    for game in games:
        for hand in game.hands:
            row += 1
            result = events.hands.result_offsets[row + 1] - 1
            said = events.results.scores[result] + events.results.deltas[result]
            assert list(hand["scores_after"]) == said[:players].tolist()
            if hand["next"] is not None:
                assert events.hands.scores[row + 1][:players].tolist() == list(hand["scores_after"])
                assert (hand["next"]["honba"], hand["next"]["kyotaku"]) == (
                    events.hands.honba[row + 1],
                    events.hands.kyotaku[row + 1],
                )
        assert game.findings == []
        assert list(game.end["scores"]) == events.results.final_scores[result][:players].tolist()

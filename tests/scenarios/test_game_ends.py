"""How the scripted games end, worked out by hand from the payments of their hands.

Final results: the score in thousands, less 30 (three players: 40), with uma 10, -10, -20 (0, -20); the top
has the rest.  Up to 2022-01-13 the score is rounded, 500 away from zero.  Source: Tenhou, format description
4.8.  WRC and Mahjong Soul do not round and have uma 15, 5, -5, -15, over 30 and over 25.  When a game ends:
format description 4.7, rule sets.
"""

from dataclasses import replace

import pytest

from analyzer.rules import load
from analyzer.rules.grades import Yame
from analyzer.simulation.scenarios import play_scenario, scripted_scenarios
from tests.scenarios.telling import course, final, played, read, told

GAME_ENDS = scripted_scenarios("game_ends")

EAST = "E1.0 E2.0 E3.0 E4.0 "
SOUTH = "S1.0 S2.0 S3.0 S4.0"
EAST_OF_THREE = "E1.0 E1.1 E1.2 E2.0 E3.0 "
SOUTH_OF_THREE = "S1.0 S2.0 S3.0"
LATE_OF_THREE = "E1.0 E2.0 E3.0 S1.0 S2.0 S3.0 S3.1 S3.2"

ENDED = {
    # 48000 from seat 1.
    ("bust_by_ron", "tenhou"): ("E1.0", [73000, -23000, 25000, 25000], [83, -73, 5, -15]),
    ("bust_by_ron", "mahjong-soul"): ("E1.0", [73000, -23000, 25000, 25000], [63, -63, 5, -5]),
    ("bust_by_ron", "tenhou-sanma"): ("E1.0", [83000, -13000, 35000], [78, -73, -5]),
    # 24000 from seat 1, then 12100 from all: 12000 and a honba.
    ("bust_by_tsumo", "tenhou"): ("E1.0 E1.1", [85300, -11100, 12900, 12900], [95.3, -61.1, -7.1, -27.1]),
    ("bust_by_tsumo", "tenhou-sanma"): ("E1.0 E1.1", [83200, -1100, 22900], [78.2, -61.1, -17.1]),
    ("bust_by_tsumo", "sanma-ryanshi"): ("E1.0 E1.1", [85000, -2000, 22000], [80, -62, -18]),
    # Seat 2 pays 16000 and 8000 (18000), then 1500 of the noten penalty (2000), and has -500 (-1000).
    ("bust_by_noten", "tenhou"): ("E1.0 E2.0 E3.0", [34500, 39500, -500, 26500], [14.5, 49.5, -50.5, -13.5]),
    ("bust_by_noten", "tenhou-sanma"): ("E1.0 E2.0 E2.1", [36000, 70000, -1000], [-4, 65, -61]),
    ("bust_by_noten", "sanma-ryanshi"): ("E1.0 E2.0 E2.1", [36000, 70000, -1000], [-4, 65, -61]),
    ("bust_by_noten", "tenhou-2010"): ("E1.0 E2.0 E3.0", [34500, 39500, -500, 26500], [15, 49, -51, -13]),
    ("bust_by_tsumo", "tenhou-sanma-2010"): ("E1.0 E1.1", [83200, -1100, 22900], [78, -61, -17]),
    # Two rounds of 1000 points in a circle, one more from seat 2 to 1, and a mangan from seat 3 (0) to 2.
    ("sudden_death", "tenhou"): (
        EAST + SOUTH + " W1.0 W2.0",
        [25000, 26000, 32000, 17000],
        [-15, 6, 42, -33],
    ),
    # Two honba in the first hand that is won: 400 points, or 2000, from seat 2 to 1.
    ("sudden_death", "tenhou-sanma"): (
        EAST_OF_THREE + SOUTH_OF_THREE + " W1.0 W2.0",
        [27000, 36400, 41600],
        [-33, -3.6, 36.6],
    ),
    ("sudden_death", "sanma-ryanshi"): (
        EAST_OF_THREE + SOUTH_OF_THREE + " W1.0 W2.0",
        [27000, 38000, 40000],
        [-33, -2, 35],
    ),
    # Everybody has the points of the start: ranks by seat.
    ("whole_extension", "tenhou"): (
        EAST + SOUTH + " W1.0 W2.0 W3.0 W4.0",
        [25000, 25000, 25000, 25000],
        [35, 5, -15, -25],
    ),
    # Three honba: 600 points from seat 2 to 1.
    ("whole_extension", "tenhou-sanma"): (
        "E1.0 E1.1 E1.2 E1.3 E2.0 E3.0 S1.0 S2.0 S3.0 W1.0 W2.0 W3.0",
        [35000, 35600, 34400],
        [-5, 30.6, -25.6],
    ),
    # WRC: all share one rank, and nothing is above or below the return points.
    ("no_extension", "wrc-2015"): (EAST + SOUTH, [30000, 30000, 30000, 30000], [0, 0, 0, 0]),
    ("exact_target", "tenhou"): (EAST + SOUTH, [26000, 30000, 20000, 24000], [6, 40, -30, -16]),
    # Before the last hand 24000, 26000, 25000, 25000 (34000, 36400, 34600); the dealer takes 12000.
    ("agari_yame", "tenhou"): (EAST + SOUTH, [12000, 26000, 25000, 37000], [-38, 6, -15, 47]),
    ("agari_yame", "tenhou-2009"): (EAST + SOUTH, [12000, 26000, 25000, 37000], [-38, 6, -15, 47]),
    ("agari_yame", "tenhou-sanma"): (
        EAST_OF_THREE + SOUTH_OF_THREE,
        [22000, 36400, 46600],
        [-38, -3.6, 41.6],
    ),
    # Before the draw 17000, 26000, 25000, 32000 (27000, 36400, 41600); the dealer gets 3000 (2000).
    ("tenpai_yame", "tenhou"): (EAST + SOUTH, [16000, 25000, 24000, 35000], [-34, 5, -16, 45]),
    ("tenpai_yame", "tenhou-sanma"): (
        EAST_OF_THREE + SOUTH_OF_THREE,
        [26000, 35400, 43600],
        [-34, -4.6, 38.6],
    ),
    # Chip tables: the deal moves after a draw, and somebody has the target; uma 10, -10, -30.
    ("tenpai_yame", "tenhou-chip"): (EAST + SOUTH, [16000, 25000, 24000, 35000], [-44, 5, -16, 55]),
    # Seat 1 is top with 32000 (42000) and gets the stick.
    ("leftover_stick", "tenhou"): (EAST + SOUTH, [26000, 33000, 17000, 24000], [6, 43, -33, -16]),
    ("leftover_stick", "tenhou-sanma"): (LATE_OF_THREE, [35000, 43000, 27000], [-5, 38, -33]),
    # WRC 5.7.4: the stick stays on the table; the scores begin with 30000.
    ("leftover_stick", "wrc-2015"): (EAST + SOUTH, [31000, 37000, 22000, 29000], [6, 22, -23, -6]),
    # Seats 0 and 1 have 33500 (43000) each; both sticks and the first rank are seat 0's.
    ("tie_at_the_top", "tenhou"): (EAST + SOUTH, [35500, 33500, 6500, 24500], [45.5, 13.5, -43.5, -15.5]),
    ("tie_at_the_top", "tenhou-sanma"): (LATE_OF_THREE, [45000, 43000, 17000], [40, 3, -43]),
    ("tie_at_the_top", "sanma-ryanshi"): (LATE_OF_THREE, [45000, 43000, 17000], [40, 3, -43]),
    # WRC: they share 15 and 5, and nobody gets the sticks.
    ("tie_at_the_top", "wrc-2015"): (EAST + SOUTH, [38500, 38500, 11500, 29500], [18.5, 18.5, -33.5, -5.5]),
    # A mangan from seat 2 to 1, then 1000 from 3 to 2, 0 to 3 and 1 to 0 (0 to 2 and 1 to 0).
    ("tonpuu", "tenhou/tonpuu"): (EAST.strip(), [25000, 32000, 18000, 25000], [5, 42, -32, -15]),
    # 16000 and 8000 (18000) from seat 2, and 4000 as the dealer (2000, as a child) for the nagashi of seat 0.
    ("bust_by_nagashi", "tenhou"): ("E1.0 E2.0 E3.0", [41000, 39000, -3000, 23000], [51, 19, -53, -17]),
    ("bust_by_nagashi", "tenhou-sanma"): ("E1.0 E2.0 E2.1", [41000, 65000, -1000], [1, 60, -61]),
    # 16100 from each with one honba, 16200 with two (and 16000 without); ranks of a tie by seat.
    ("bust_of_all_others", "tenhou"): (
        "E1.0 E1.1 E1.2",
        [121900, -7300, -7300, -7300],
        [131.9, -27.3, -47.3, -57.3],
    ),
    ("bust_of_all_others", "tenhou-sanma"): (
        "E1.0 E1.1 E1.2",
        [131600, -13300, -13300],
        [126.6, -53.3, -73.3],
    ),
    # 1000 (8000) in the first hand, then 32000 from the dealer, seat 1.
    ("bust_of_the_dealer", "tenhou"): ("E1.0 E2.0", [25000, -6000, 56000, 25000], [5, -56, 66, -15]),
    ("bust_of_the_dealer", "tenhou-sanma"): ("E1.0 E2.0", [35000, -5000, 75000], [-5, -65, 70]),
    # Before West 26000, 24000, 25000, 25000 (36000, 34000, 35000); seat 0 gets 3000 (2000) twice.
    ("sudden_death_by_draw", "tenhou"): (
        EAST + SOUTH + " W1.0 W1.1 W2.2",
        [32000, 22000, 23000, 23000],
        [42, -28, 3, -17],
    ),
    ("sudden_death_by_draw", "tenhou-sanma"): (
        "E1.0 E2.0 E3.0 S1.0 S2.0 S3.0 W1.0 W1.1 W1.2 W1.3 W2.4",
        [40000, 32000, 33000],
        [35, -28, -7],
    ),
    # 8000 to seat 1 from seat 2, then 1000 to seats 0, 0, 2, 0 and 0 from 1, 1, 0, 1 and 2.
    ("exact_target_of_three", "tenhou-sanma"): (
        "E1.0 E2.0 E3.0 S1.0 S2.0 S3.0",
        [38000, 40000, 27000],
        [-2, 35, -33],
    ),
    # In 2009 uma of a tonpuusen were 5, -5, -10.
    ("tonpuu", "tenhou-2009/tonpuu"): (EAST.strip(), [25000, 32000, 18000, 25000], [0, 32, -22, -10]),
    ("tonpuu", "tenhou-sanma/tonpuu"): ("E1.0 E1.1 E2.0 E3.0", [35000, 42200, 27800], [-5, 37.2, -32.2]),
    ("tonpuu_south_round", "tenhou/tonpuu"): (EAST + "S1.0", [25000, 33000, 17000, 25000], [5, 43, -33, -15]),
    ("tonpuu_south_round", "tenhou-sanma/tonpuu"): (
        "E1.0 E1.1 E2.0 E3.0 S1.0",
        [35000, 43200, 26800],
        [-5, 38.2, -33.2],
    ),
    # 1000 points twice in a circle; of three players with two honba, 400, in the first.
    ("whole_tonpuu", "tenhou/tonpuu"): (EAST + SOUTH, [25000, 25000, 25000, 25000], [35, 5, -15, -25]),
    ("whole_tonpuu", "tenhou-sanma/tonpuu"): (
        EAST_OF_THREE + SOUTH_OF_THREE,
        [35000, 35400, 34600],
        [-5, 30.4, -25.4],
    ),
}

GOES_ON = {
    # WRC knows no bust, no agari-yame and no tenpai-yame.
    ("bust_by_ron", "wrc-2015"): ("E1.1", [78000, -18000, 30000, 30000]),
    ("bust_by_tsumo", "wrc-2015"): ("E1.2", [90300, -6100, 17900, 17900]),
    # Tenhou: 18 real hands began with a score of exactly 0.
    ("exact_zero", "tenhou"): ("E4.0", [32000, 41000, 0, 27000]),
    ("exact_zero", "tenhou-sanma"): ("E3.0", [37200, 67800, 0]),
    ("exact_zero", "sanma-ryanshi"): ("E3.0", [38000, 67000, 0]),
    # Seat 2 pays 16000 and 8000 (18000), then a noten payment of 1000.
    ("exact_zero_by_noten", "tenhou"): ("E4.1", [32000, 40000, 0, 28000]),
    ("exact_zero_by_noten", "tenhou-sanma"): ("E2.2", [34000, 71000, 0]),
    # Seat 2 pays 16000, 8000 and 1000 (16000, 8000, 8000, 2000 and 1000).
    ("exact_zero_by_ron", "tenhou"): ("S2.0", [31000, 42000, 0, 27000]),
    ("exact_zero_by_ron", "tenhou-sanma"): ("S3.0", [52000, 53000, 0]),
    # The dealer gets 1500, or 3000 (2000) at a draw, and seat 1 still has more.
    ("agari_yame_second", "tenhou"): ("S4.1", [15500, 37000, 14000, 33500]),
    ("agari_yame_second", "tenhou-sanma"): ("S3.1", [17500, 47400, 40100]),
    ("tenpai_yame_second", "tenhou"): ("S4.1", [16000, 36000, 13000, 35000]),
    ("tenpai_yame_second", "tenhou-sanma"): ("S3.1", [18000, 46400, 40600]),
    # Before the draw 24000, 26000, 25000, 25000 (34000, 36400, 34600).
    ("tenpai_yame_below_target", "tenhou"): ("S4.1", [23000, 25000, 24000, 28000]),
    ("tenpai_yame_below_target", "tenhou-sanma"): ("S3.1", [33000, 35400, 36600]),
    ("west_round", "tenhou"): ("W2.0", [25000, 26000, 24000, 25000]),
    ("west_round", "tenhou-sanma"): ("W2.0", [35000, 36400, 33600]),
    ("agari_yame", "wrc-2015"): ("S4.1", [17000, 31000, 30000, 42000]),
    # Seat 1 leads with 31500 (42900), after 1500 to the dealer.
    ("agari_yame_not_first", "tenhou"): ("S4.1", [24000, 31500, 18000, 26500]),
    ("agari_yame_not_first", "tenhou-sanma"): ("S3.1", [34000, 41900, 29100]),
    ("agari_yame_below_target", "tenhou"): ("S4.1", [24000, 23100, 25000, 27900]),
    ("agari_yame_below_target", "tenhou-sanma"): ("S3.1", [34000, 33500, 37500]),
    # One real game of 2009 goes on after the tenpai of a top dealer in South 4.
    ("no_tenpai_yame", "tenhou-2009"): ("S4.1", [16000, 25000, 24000, 35000]),
    ("no_tenpai_yame", "wrc-2015"): ("S4.1", [21000, 30000, 29000, 40000]),
}


def shows(name: str) -> int:
    *_, hand = next(row.shows for row in GAME_ENDS if row.name == name)
    return hand


@pytest.mark.parametrize(("name", "rules"), ENDED)
def test_a_scripted_game_ends_with_the_hand_that_shows_it(name: str, rules: str) -> None:
    hands, scores, results = ENDED[name, rules]

    events = played(name, rules)

    assert course(events) == hands.split()
    assert shows(name) == len(events.hands.kyoku) - 1
    assert final(events) == (scores, results)


@pytest.mark.parametrize(("name", "rules"), GOES_ON)
def test_a_scripted_game_goes_on_after_the_hand_that_shows_it(name: str, rules: str) -> None:
    following, scores = GOES_ON[name, rules]

    events = played(name, rules)

    assert course(events)[shows(name) + 1] == following
    assert events.hands.scores[shows(name) + 1, : len(scores)].tolist() == scores


def test_every_end_of_a_game_has_an_expectation() -> None:
    expected = {(name, load(rules.removesuffix("/tonpuu")).seats) for name, rules in (*ENDED, *GOES_ON)}
    due = {(row.name, players) for row in GAME_ENDS for players in row.players}
    assert expected == due


def test_the_tie_is_of_two_riichi_seats_tenpai() -> None:
    assert told(played("tie_at_the_top", "tenhou"), 7) == ["draw; E -1500 S +1500 W +1500 N -1500"]
    assert told(played("tie_at_the_top", "tenhou-sanma"), 7) == ["draw; E -2000 S +1000 W +1000"]


def test_exact_zero_is_the_last_thousand_points_paid_as_a_stick() -> None:
    events = played("exact_zero", "tenhou")

    assert events.hands.scores[2].tolist() == [33000, 41000, 1000, 25000]
    assert told(events, 2) == ["S ron W: pinfu 1; 30 fu 1000; S +2000 W -1000"]


def test_a_dealer_who_may_end_the_game_plays_on_where_the_script_does() -> None:
    rules = replace(load("tenhou"), agari_yame=Yame.OPTIONAL)
    (ends,) = (row for row in GAME_ENDS if row.name == "agari_yame")
    goes_on = replace(ends, scenes=(*ends.scenes, ends.scenes[-1]))

    courses = [course(read(play_scenario(row, "1", rules))) for row in (ends, goes_on)]

    assert [hands[-1] for hands in courses] == ["S4.0", "S4.1"]

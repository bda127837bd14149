"""What is known of draws is mapped to statistics that exist."""

from analyzer.stats.catalogue import CATALOGUE
from analyzer.stats.peers_draws import PEERS
from analyzer.stats.peers_riichi import PEERS as RIICHI
from analyzer.stats.peers_wins import PEERS as WINS

NAMES = {statistic.name for statistic in CATALOGUE}
SHYONG = {
    *("all_last_4th", "betaori_cost", "dama_winrate", "dama_winrate_by_turn", "discard_correlation"),
    *("dorasoba_danger", "hand_outcomes", "hand_score", "honors_where", "mentanpin", "oikake_riichi"),
    *("oikake_winrate", "open_tenpai", "riichi_tile", "riichi_winrate", "score_variance", "shanten_width"),
    *("shanten_width_winrate", "skipping_yakuhai", "sotogawa", "sotogawa_combo", "sotogawa_first_simple"),
    *("speed_reading", "tedashi_reading", "wait_distribution", "wall_reading", "placement_calculator"),
}


def test_every_statistic_named_is_in_the_catalogue():
    assert {name for peer in PEERS for name in peer.statistics} - NAMES == set()


def test_what_has_no_statistic_says_why():
    assert [peer.names for peer in PEERS if not (peer.statistics or peer.why)] == []


def test_no_source_has_a_name_twice():
    names = [(peer.source, name) for peer in (*PEERS, *RIICHI, *WINS) for name in peer.names]

    assert sorted({pair for pair in names if names.count(pair) > 1}) == []


def test_every_analyzer_of_houou_statistics_is_mapped():
    mapped = {
        name for peer in (*PEERS, *WINS) if peer.source.startswith("chienshyong") for name in peer.names
    }

    assert SHYONG - mapped == set()

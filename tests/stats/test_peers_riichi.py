"""Every name of the C++ catalogue, written down from its header, is mapped to statistics that exist."""

from importlib import import_module

from analyzer.stats.peers_riichi import PEERS

POPULATIONS = ("richi", "oya_richi", "not_oya_richi", "first_richi", "chasing_richi", "be_chased_richi")
OUTCOMES = ("ron", "tsumo", "be_ron", "be_tsumo", "draw", "ryuukyoku")
ORDERS = ("richi", "first_richi", "chasing_richi", "be_chased_richi")
CPP = {
    *("stats_richi_player_num", "stats_game_round", "stats_round_continue_oya", "stats_round_end_type"),
    *(f"stats_agari_{order}_ok_dora_num" for order in ORDERS),
    *(f"stats_{order}{ok}_num" for order in ORDERS for ok in ("", "_ok")),
    *(f"stats_{one}_n{end}_gain" for one in POPULATIONS for end in ("", *(f"_{end}" for end in OUTCOMES))),
    *(f"stats_{one}_n_{end}_rate" for one in POPULATIONS for end in OUTCOMES),
    *("stats_oya_richi_n_rate", "stats_not_oya_richi_n_rate", "stats_richi_tenpai_content"),
}
TOPICS = (
    *("riichi", "riichi_wins", "riichi_outcomes", "riichi_turns", "calls", "dama", "waits", "tenpai"),
    *("games", "renchan", "wins", "values", "dora"),
)


def test_all_97_names_of_the_cpp_catalogue_are_mapped_once():
    mapped = [name for peer in PEERS if peer.source.startswith("LiuZJ2019") for name in peer.names]

    assert len(CPP) == 97
    assert sorted(mapped) == sorted(CPP)


def test_every_name_of_the_cpp_catalogue_has_a_statistic():
    assert [peer.names for peer in PEERS if peer.source.startswith("LiuZJ2019") and not peer.statistics] == []


def test_what_has_no_statistic_says_why():
    assert [peer.names for peer in PEERS if not (peer.statistics or peer.why)] == []


def test_no_project_has_a_name_twice():
    names = [(peer.source, name) for peer in PEERS for name in peer.names]

    assert len(names) == len(set(names))


def test_every_statistic_that_is_named_exists():
    known = {
        statistic.name
        for topic in TOPICS
        for statistic in import_module(f"analyzer.stats.{topic}").STATISTICS
    }

    assert {name for peer in PEERS for name in peer.statistics} <= known

"""A game and its hands as objects, and the public functions that hand them out."""

from __future__ import annotations

from pathlib import Path

import pytest

import analyzer
from analyzer.errors import MalformedLog, UserMistake
from tests.hands import Hand, log_of

NINE = ("19m19p19s1234567z", "2288m2288p22334s", "3377m3377p33445s", "4466m4466p66778s")


def two_hands() -> bytes:
    """E1 ends by nine kinds, then E1 with one honba does."""
    first = Hand(*NINE).draw(0, "5m").ryuukyoku(0, kind="yao9", owari=False)
    second = Hand(*NINE, kyoku="E1.1").draw(0, "5m").ryuukyoku(0, kind="yao9")
    return log_of(first, second)


def test_hands_are_found_by_index_and_by_name() -> None:
    game = analyzer.read(two_hands())

    assert [hand.kyoku for hand in game.hands] == ["E1.0", "E1.1"]
    assert game.hand("E1.1").index == 1
    assert game.hand("E1").index == 0
    assert game.hand(1).kyoku == "E1.1"


@pytest.mark.parametrize("name", ["S2", "E1.7", 2, -1, "x"])
def test_a_hand_that_is_not_there_is_the_users_mistake(name: str | int) -> None:
    with pytest.raises(UserMistake):
        analyzer.read(two_hands()).hand(name)


def test_a_hand_is_settled_under_its_own_rules_and_under_others() -> None:
    hand = analyzer.read(two_hands()).hand(0)

    assert (hand.settlement().outcome, hand.settlement().next_hand) == ("kyuushu_kyuuhai", "E1.1")
    assert hand.settlement("wrc").outcome == "none"
    assert str(analyzer.settle(hand, "wrc")) == str(hand.settlement("wrc"))


def test_rules_for_other_seats_are_the_users_mistake() -> None:
    with pytest.raises(UserMistake, match="tenhou-sanma is for 3 players, the game has 4"):
        analyzer.read(two_hands()).hand(0).settlement("tenhou-sanma")


def test_players_findings_and_rules_of_a_game() -> None:
    game = analyzer.read(two_hands())

    assert game.players == ("A", "B", "C", "D")
    assert game.rule_set == "tenhou"
    assert {finding.hand for finding in game.findings} <= {None, 0, 1}
    assert game.hand(1).findings == tuple(finding for finding in game.findings if finding.hand == 1)


def test_a_file_is_read_and_validated(tmp_path: Path) -> None:
    path = tmp_path / "two.xml"
    path.write_bytes(two_hands())

    assert len(analyzer.read(path).hands) == 2
    assert [finding.check for finding in analyzer.validate(path, checks=["draw-kind"])] == []


def test_what_is_no_log_is_malformed(tmp_path: Path) -> None:
    path = tmp_path / "no.xml"
    path.write_text("no log")

    with pytest.raises(MalformedLog):
        analyzer.read(path)
    with pytest.raises(MalformedLog):
        analyzer.read(b"<mjloggm")


def test_facts_are_settled_from_a_file_and_from_a_mapping(tmp_path: Path) -> None:
    path = tmp_path / "hand.toml"
    path.write_text('kyoku = "E2.1"\nleft = 0\nlast = "discard 0 9m"\n[seat.1]\nwaits = "3m"\n')
    facts = {"kyoku": "E2.1", "left": 0, "last": "discard 0 9m", "seat": {"1": {"waits": "3m"}}}

    settled = analyzer.settle(path, "tenhou")

    # Riichi wiki, "Ryuukyoku": one tenpai seat receives 3000; a tenpai dealer stays, honba plus one.
    assert settled.deltas == (-1000, 3000, -1000, -1000)
    assert settled.next_hand == "E2.2"
    assert analyzer.settle(facts, "tenhou") == settled


def test_a_rule_set_is_loaded_by_name() -> None:
    assert analyzer.rule_set("wrc").suufon_renda is False

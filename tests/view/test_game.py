"""A game and its hands as objects, and the public functions that hand them out."""

import re
from pathlib import Path

import pytest

import analyzer
from analyzer.audit import LogName
from analyzer.errors import UserMistake
from analyzer.view import as_text, read_game
from tests.hands import Hand, log_of
from tests.view.hands import ending

NINE = ("19m19p19s1234567z", "2288m2288p22334s", "3377m3377p33445s", "4466m4466p66778s")


def two_hands() -> bytes:
    """E1 ends by nine kinds, then E1 with one honba does."""
    first = Hand(*NINE).draw(0, "5m").ryuukyoku(0, kind="yao9", owari=False)
    second = Hand(*NINE, kyoku="E1.1").draw(0, "5m").ryuukyoku(0, kind="yao9")
    return log_of(first, second)


def test_a_hand_is_settled_under_its_own_rules_and_under_others() -> None:
    hand = analyzer.read(two_hands()).hand(0)

    assert (hand.settlement().outcome, hand.settlement().next_hand) == ("kyuushu_kyuuhai", "E1.1")
    assert hand.settlement("wrc").outcome == "none"
    assert str(analyzer.settle(hand, "wrc")) == str(hand.settlement("wrc"))
    for what in (hand, {"kyoku": "E1.0", "last": "discard 0 9m"}):
        assert analyzer.settle(what, analyzer.rule_set("wrc")) == analyzer.settle(what, "wrc")
    for ask in (hand.settlement, hand.game.html):
        with pytest.raises(UserMistake, match="tenhou-sanma is for 3 players, the game has 4"):
            ask("tenhou-sanma")
    with pytest.raises(UserMistake, match="tenhou is for 4 players, the game has 3"):
        ending("kita_ron").settlement("tenhou")


def test_of_several_games_in_a_log_the_one_that_is_named_is_read() -> None:
    lines = [analyzer.read(two_hands()).to_mjai().text]
    one = Hand(*NINE, kyoku="S1.0").draw(0, "5m").ryuukyoku(0, kind="yao9").xml()
    lines += [analyzer.read(one).to_mjai().text] * 2
    name = LogName("g.jsonl", "g.jsonl")
    whole = "".join(lines).encode()

    found = [read_game(whole, name, asked=f"g.jsonl{number}") for number in ("", "#2", "#3")]

    assert [[hand.kyoku for hand in game.hands] for game in found] == [["E1.0", "E1.1"], ["S1.0"], ["S1.0"]]
    assert [game.source for game in found] == ["g.jsonl", "g.jsonl#2", "g.jsonl#3"]
    for count, asked, more in ((3, None, ""), (4, "g.jsonl#9", ", and others")):
        data = "".join([*lines, lines[1]][:count]).encode()
        listed = "g.jsonl, g.jsonl#2, g.jsonl#3"
        with pytest.raises(UserMistake, match=f"'g.jsonl' holds more than one log: {listed}{more}; name one"):
            read_game(data, name, asked=asked)
    assert read_game(lines[0].encode(), name, asked="of an archive").source == "g.jsonl"
    with pytest.raises(UserMistake, match=r"'g\.jsonl' holds one log: g\.jsonl; name one"):
        read_game(lines[0].encode(), name, asked="g.jsonl#2")


def test_facts_are_settled_from_a_file_and_from_a_mapping(tmp_path: Path) -> None:
    path = tmp_path / "hand.toml"
    path.write_text('kyoku = "E2.1"\nleft = 0\nlast = "discard 0 9m"\n[seat.1]\nwaits = "3m"\n')
    facts = {"kyoku": "E2.1", "left": 0, "last": "discard 0 9m", "seat": {"1": {"waits": "3m"}}}

    settled = analyzer.settle(path, "tenhou")

    # Riichi wiki, "Ryuukyoku": one tenpai seat receives 3000; a tenpai dealer stays, honba plus one.
    assert settled.deltas == (-1000, 3000, -1000, -1000)
    assert settled.next_hand == "E2.2"
    assert analyzer.settle(facts, "tenhou") == settled


def test_a_file_of_facts_that_cannot_be_read_is_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(b'kyoku = "E1" # \xe9')
    (tmp_path / "two.jsonl").write_bytes(b'{"kyoku": "E1"}\n' * 2)
    for name, why in {
        "absent.toml": "cannot be read: No such file or directory",
        "": "cannot be read: Is a directory",
        "latin.toml": "expected TOML or JSON in UTF-8",
        "two.jsonl": "expected one hand, found 2 or more; settle a list of them",
    }.items():
        with pytest.raises(UserMistake, match=f"^{re.escape(f'{tmp_path / name}: {why}')}$"):
            analyzer.settle(tmp_path / name, "tenhou")


@pytest.fixture(scope="module")
def game() -> analyzer.view.Game:
    """Two hands, the second with one play, and a log id that has a letter no terminal should see."""
    return read_game(two_hands(), LogName("log\x07", "s"))


def test_a_hand_that_is_not_there_is_answered_with_those_there_are(game):
    assert [game.hand(kyoku).index for kyoku in ("E1", "E1.0", "E1.1", 1)] == [0, 0, 1, 1]
    empty = analyzer.read(log_of(Hand(*NINE)).partition(b"<INIT")[0] + b"</mjloggm>")
    for name, why in {
        2: "hand 2 does not exist; the game has hands 0 to 1",
        -1: "hand -1 does not exist; the game has hands 0 to 1",
        "S2": "no hand S2; the game has E1.0, E1.1",
        "E1.2": "no hand E1.2; the game has E1.0, E1.1",
        "x": "'x' is not a kyoku; expected a form such as 'E2' or 'S4.1'",
    }.items():
        with pytest.raises(UserMistake, match=f"^{re.escape(why)}$"):
            game.hand(name)
    for number in (0, "E1"):
        with pytest.raises(UserMistake, match=r"hand .*; the game has none: the log ends before its first"):
            empty.hand(number)


@pytest.mark.parametrize("index", [0, 1])
def test_a_hand_has_the_plays_the_findings_and_the_end_of_its_own(index):
    first = Hand(*NINE).turn(0, "5m").turn(1, "5p").ryuukyoku(owari=False)
    second = Hand(*NINE, kyoku="E1.1", indicator="8s").draw(0, "6p").ryuukyoku(0, kind="yao9")
    hand = analyzer.read(log_of(first, second)).hands[index]

    assert hand.play_list[0].text == ("draws 5m", "draws 6p")[index]
    assert (len(hand.play_list), len(hand.plays), len(hand.tables())) == ((4, 4, 6), (1, 1, 3))[index]
    assert hand.claimed.kind == ("exhaustive", "kyuushu_kyuuhai")[index]
    assert {finding.hand for finding in hand.findings} <= {index}
    assert hand.facts.play_count.tolist() == [(4, 1)[index]]
    assert hand.situation.honba.tolist() == [index]
    assert hand.plays["waits"].dropna().tolist() == (["19m19p19s1234567z", "4s"], [])[index]


def test_a_table_is_that_after_so_many_plays_and_without_a_number_that_of_the_end(game):
    hand = game.hands[1]

    assert [(hand.table(turn).turn, hand.table(turn).outcome) for turn in (0, 1)] == [(0, None), (1, None)]
    assert hand.table().outcome == hand.claimed
    for turn in (2, -1):
        with pytest.raises(UserMistake, match=f"E1.1 has no turn {turn}; it has turns 0 to 1"):
            hand.table(turn)


def test_an_end_under_other_rules_is_that_of_those_rules(game):
    # The rules of the World Riichi Championship know no nine kinds: nothing ends this hand.
    assert game.hands[0].table().outcome.kind == "kyuushu_kyuuhai"
    assert game.hands[0].table(rules="tenhou").outcome.kind == "kyuushu_kyuuhai"
    assert game.hands[0].table(rules="wrc").outcome.kind == "none"
    assert "rules: wrc" in game.hands[0].html(rules="wrc")
    assert "rules: tenhou" in game.hands[0].html()


def test_text_explains_where_it_is_asked_to_and_in_the_style_asked_for(game):
    hand = game.hands[0]
    short, long = hand.text(style=as_text.PLAIN), hand.text(style=as_text.PLAIN, explains=True)

    assert long == f"{short}\n\n{hand.explain()!r}"
    assert hand.text().startswith("E1.0  East 1 · 0 honba")
    assert str(hand) == "log\\x07 E1.0"
    assert repr(hand) == f"{hand}\n{short}"


def test_rules_that_fit_no_log_leave_it_without_and_each_hand_is_explained_with_that_doubt_first():
    strange = two_hands().replace(b"<TAIKYOKU", b"<KUJIRA/><TAIKYOKU")
    game = analyzer.read(strange, "tenhou-sanma")
    (doubt,) = [finding for finding in game.findings if finding.check == "rule-set"]
    others = [finding for finding in game.findings if finding.hand is None and finding is not doubt]

    assert game.rule_set is None
    with pytest.raises(UserMistake, match="no rule set could be chosen for this log; name one"):
        game.hands[0].settlement()
    assert game.hands[0].settlement("tenhou").outcome == "kyuushu_kyuuhai"
    for hand in game.hands:
        assert hand.explain("tenhou").findings == (doubt, *hand.findings)
    assert others

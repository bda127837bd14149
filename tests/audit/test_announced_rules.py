"""Logs of lobbies with rules of their own: judged by what GO announces, undecided where that is open."""

from __future__ import annotations

import re

import numpy as np
import pytest

from analyzer import simulate
from analyzer.audit import LogName, Review, review
from analyzer.audit.open_rules import without_open
from analyzer.audit.verdicts import Detail, State, per_hand
from analyzer.rules import RULES, load
from analyzer.vocabulary import NO_TILE
from tests.audit.made import verdicts
from tests.hands import Hand, log_of
from tests.logs import Elements, corpus_bytes, corpus_paths, needs_corpus

UMA = "5,-5,-15,5,0,-20,5,-5,-15,0,-5,-15,5,-5,-15"
NO_FLAGS, EXTENSION = "00000000", "00200000"


def csrule(flags=EXTENSION, more="00000004", uma="", **numbers):
    """The text of a csrule; numbers as ``at10="2000"``."""
    texts = [flags, more, *[""] * 19, *(uma.split(",") if uma else [""] * 15)]
    for name, text in numbers.items():
        texts[int(name.removeprefix("at"))] = text
    return ",".join(texts)


def announcing(log: bytes, text: str) -> bytes:
    """A log whose GO announces rules."""
    return log.replace(b"<GO ", f'<GO csrule="{text}" '.encode(), 1)


def judged(data: bytes, name="2199010110gm-00a9-0000-00000000") -> Review:
    return review([(LogName(name, "log.mjlog"), data)])


def variant(tmp_path, base, changes):
    """A rule set file with some values changed."""
    areas = {RULES[rule][1].area: [] for rule in changes}
    for rule, value in changes.items():
        areas[RULES[rule][1].area].append(f"{rule} = {value}")
    lines = ["title = 'changed'", f"base = '{base}'"]
    for area, rules in areas.items():
        lines += [f"[{area}]", *rules]
    text = "\n".join(lines)
    path = tmp_path / "lobby.toml"
    path.write_text(text, encoding="utf-8")
    return path


BELOW = "[5000, -5000, -15000, 5000, 0, -20000, 5000, -5000, -15000, 0, -5000, -15000, 5000, -5000, -15000]"
LOBBIES = [
    pytest.param(
        "tenhou",
        {
            "start_points": 30_000,
            "kiriage_mangan": "true",
            "bust": '"off"',
            "nagashi": '"off"',
            "kyuushu_kyuuhai": "false",
            "suufon_renda": "false",
            "suucha_riichi": "false",
            "suukaikan": '"no-fifth"',
            "triple_ron": '"pay-all"',
            "agari_yame": '"off"',
            "tenpai_yame": '"off"',
            "open_kan_dora": '"at-once"',
            "leftover_kyotaku": '"nobody"',
            "double_wind_fu": 2,
            "rounding": '"none"',
            "uma_by_below": BELOW,
        },
        csrule("0020DF0F", "00000001", UMA, at4="30000", at5="30000", at6="30000"),
        id="as ARML has them",
    ),
    pytest.param(
        "tenhou",
        {
            "ippatsu": "false",
            "double_round_wind": "true",
            "dealer_repeat": '"tenpai-only"',
            "double_ron": '"head-bump"',
            "noten_penalty": '"by-tenpai"',
            "noten_payments": "[2000, 1000, 6000]",
            "honba_tsumo": 200,
            "honba_ron": 600,
            "teppen": 38_000,
            "rounding": '"none"',
            "tie_rule": '"shared"',
        },
        csrule("00392000", "00000006", at7="38000", at11="200", at16="2000", at17="1000", at18="6000"),
        id="payments, winds, teppen, head bump",
    ),
    pytest.param(
        "tenhou",
        {
            "extension_winds": 0,
            "counted_yakuman": '"sanbaiman"',
            "kuikae": '"forbidden"',
            "rounding": '"none"',
        },
        csrule(NO_FLAGS, "00000014"),
        id="no extension",
    ),
    pytest.param(
        "tenhou-sanma",
        {"tsumo_share": '"even"', "rounding": '"none"'},
        csrule("00E00000"),
        id="an even tsumo of three",
    ),
]


@pytest.mark.parametrize(
    ("base", "changes", "text"),
    [*LOBBIES[1::2], *(pytest.param(*one.values, id=one.id, marks=pytest.mark.long) for one in LOBBIES[::2])],
)
def test_games_played_by_announced_rules_are_judged_by_them_and_not_by_those_of_tenhou(
    tmp_path, base, changes, text
):
    path = variant(tmp_path, base, changes)
    games = list(simulate(5, "lobby 4", players=load(base).seats, rules=path))
    names = [LogName(name, f"{name}.mjlog") for name, _ in games]

    by_lobby = review([(name, announcing(data, text)) for name, (_, data) in zip(names, games, strict=True)])
    by_tenhou = review([(name, data) for name, (_, data) in zip(names, games, strict=True)])

    assert verdicts(by_lobby) == []
    assert sum(tally.undecided for tally in by_lobby.tallies.values()) == 0
    assert {verdict for _, verdict in verdicts(by_tenhou)} == {"inconsistent"}


def played(scenario: str, rules="auto", players=4) -> bytes:
    """One simulated game with a scene in it."""
    ((_, data),) = simulate(1, "lobby", players=players, scenario=scenario, rules=rules)
    return data


def reasons(result: Review, check: str) -> list[str]:
    """Why a check is undecided; none of its findings may be a fault."""
    found = [finding for finding in result.findings if finding.check == check]
    assert {finding.verdict.value for finding in found} <= {"undecided"}
    return sorted({str(finding.reason).split(":")[0] for finding in found})


ORDINARY = csrule("00200000", "00000004")
"""The flags of Tenhou's ordinary games: an extension, and sticks left go to the top."""


@pytest.mark.parametrize(
    "scenario", ["west_round", "leftover_stick", "every_call", "kyuushu_9", "triple_ron", "tie_at_the_top"]
)
def test_flags_that_say_what_is_ordinary_change_nothing(scenario, tmp_path):
    path = variant(tmp_path, "tenhou", {"rounding": '"none"', "triple_ron": '"pay-all"'})
    announced = ORDINARY.replace("00200000", "00201000")

    result = judged(announcing(played(scenario, path), announced))

    assert verdicts(result) == []


OPEN = [
    # What play does otherwise, the announcement, the scene, and the check that then has no verdict.
    pytest.param(
        {"renhou": '"yakuman"'},
        csrule("01200000"),
        "renhou",
        "win-yaku",
        "what a renhou is worth beside other yaku and dora is not documented",
        id="renhou",
    ),
    pytest.param(
        {"dealer_repeat": '"win"', "abort_repeat": "false"},
        csrule("00220000"),
        "kyuushu_9",
        "next-kyoku",
        "whether an abortive draw keeps the deal without renchan is not documented",
        id="abortive draw",
    ),
    pytest.param(
        {"tenpai_wait": '"any"'},
        csrule("08200000"),
        "karaten_split",
        "shown-seats",
        "whether a tile held in meld and hand counts as melded is not documented",
        id="split four",
    ),
    pytest.param(
        {"leftover_kyotaku": '"nobody"'},
        csrule("00200000", "00000002"),
        "tie_at_the_top",
        "final-result",
        "how oka, sticks left and odd points are split at ties is not documented",
        id="ties",
    ),
    pytest.param(
        {"leftover_kyotaku": '"nobody"'},
        csrule("", "00000004"),
        "leftover_stick",
        "final-scores",
        "csrule states no flags",
        id="no flags",
    ),
    pytest.param(
        {"extension_winds": 0, "target_points": 20_000},
        csrule("00000000", at5="60000"),
        "agari_yame",
        "game-over",
        "whether yame needs the target where no extension follows is not documented",
        id="yame",
    ),
]


@pytest.mark.parametrize(("changes", "text", "scenario", "check", "reason"), OPEN)
def test_what_an_entry_leaves_open_is_undecided_with_its_reason(
    tmp_path, changes, text, scenario, check, reason
):
    path = variant(tmp_path, "tenhou", {"rounding": '"none"', **changes})

    result = judged(announcing(played(scenario, path), text))

    assert reasons(result, check) == [reason]
    assert {verdict for _, verdict in verdicts(result)} == {"undecided"}


def test_how_an_even_tsumo_below_a_mangan_is_rounded_is_open(tmp_path):
    path = variant(tmp_path, "tenhou-sanma", {"rounding": '"none"'})

    result = judged(announcing(played("pinfu_tsumo", path, players=3), csrule("00E00000")))

    assert reasons(result, "win-points") == [
        "how an even tsumo below a mangan, or nagashi, is rounded is not documented"
    ]


def test_an_even_tsumo_of_a_mangan_and_more_is_not_open(tmp_path):
    path = variant(tmp_path, "tenhou-sanma", {"rounding": '"none"'})

    result = judged(announcing(played("chiihou", path, players=3), csrule("00E00000")))

    assert ("win-points", "inconsistent") in verdicts(result)


@pytest.mark.parametrize(
    ("wind", "state"), [("1z", State.UNDECIDED), ("5z", State.FAILED)], ids=["the wind across", "a dragon"]
)
def test_the_winds_of_a_west_round_of_doubled_winds_are_open(wind, state):
    # A log cannot begin in the West, and the check itself knows: so it is asked about the hand alone.
    others = ("3377m3377p33445s", "2266m2266p22778s", "1188m1188p11668s")
    hand = Hand(others[0], f"{wind[0] * 3}z456p345789s9p", *others[1:], kyoku="W1.0", indicator="9m")
    hand.turn(0, "7z").riichi(1, "7z").turn(2, "9p")
    tiles = sorted([*hand.held[1], hand.last[1]])
    hand.lines.append(
        f'<AGARI ba="0,1" hai="{",".join(map(str, tiles))}" machi="{hand.last[1]}" ten="40,5200,0" '
        f'yaku="21,2,2,1,53,0" doraHai="{hand.indicator}" doraHaiUra="0" who="1" fromWho="2" '
        'sc="250,0,240,62,250,-52,250,0" />'
    )
    result = judged(announcing(hand.xml(), csrule("00300000")))
    differing = per_hand(
        result.audit, np.array([0]), np.array([False]), lambda _: Detail(None, None, "other yaku")
    )

    found = without_open(result.audit, "win-yaku", differing)

    assert found.state.tolist() == [state]
    assert found.detail(0).message.endswith("other yaku")


def test_a_dora_that_does_not_count_leaves_open_which_indicators_a_win_lists(tmp_path):
    path = variant(tmp_path, "tenhou", {"rounding": '"none"', "dora": "false"})
    log = Elements.of(played("riichi_ippatsu_tsumo", path))
    for at, element in enumerate(log):
        if element.startswith("<AGARI"):
            log.set(at, "doraHai", "135")

    result = judged(announcing(log.xml(), csrule("00200010")))

    reason = "which indicators a log shows where dora are switched off is not documented"
    assert reasons(result, "win-dora") == [reason]


def test_a_win_without_ura_may_list_them_with_no_han_or_not(tmp_path):
    path = variant(tmp_path, "tenhou", {"rounding": '"none"', "ura_dora": "false", "kan_ura": "false"})
    data = played("riichi_ippatsu_tsumo", path)
    listing = re.sub(rb'( yaku="[^"]*)"', rb'\1,53,0"', data, count=1)
    assert b",53,0" not in data

    for log in (data, listing):
        result = judged(announcing(log, csrule("002000C0")))
        assert result.tallies["win-yaku"].failed == 0
        assert result.tallies["win-yaku"].undecided == 0


WITHOUT_URA = [
    ({"ura_dora": "false", "kan_ura": "false"}, 0),
    ({"kan_ura": "false"}, 1),
    ({"kan_dora": "false", "kan_ura": "false"}, 1),
]


@pytest.mark.parametrize(("changes", "count"), WITHOUT_URA)
def test_a_win_shows_the_ura_indicators_that_its_rules_count(tmp_path, changes, count):
    path = variant(tmp_path, "tenhou", changes)

    result = review([(LogName("lobby", "log.mjlog"), played("kan_dora_and_kan_ura", path))], path)

    shown = (result.events.results.ura != NO_TILE).sum(axis=1)
    assert (shown.max(), verdicts(result)) == (count, [])


def test_a_win_may_show_the_ura_indicators_that_its_rules_do_not_count(tmp_path):
    path = variant(tmp_path, "tenhou", {"ura_dora": "false", "kan_ura": "false"})
    data = played("riichi_ippatsu_tsumo", "tenhou")

    result = review([(LogName("lobby", "log.mjlog"), data)], path)

    assert b"doraHaiUra" in data
    assert result.tallies["win-dora"].failed == 0


def test_a_kita_without_the_bit_is_no_legal_call(tmp_path):
    path = variant(tmp_path, "tenhou-sanma", {"rounding": '"none"'})

    result = judged(announcing(played("kita_chain", path, players=3), ORDINARY))

    assert ("calls", "inconsistent") in verdicts(result)
    assert "is set aside although the rules have no kita" in "".join(f.message for f in result.findings)


def test_the_indicator_of_an_open_kan_that_is_not_shown_at_once_is_named(tmp_path):
    path = variant(tmp_path, "tenhou", {"rounding": '"none"'})
    data = played("every_call", path)

    assert verdicts(judged(announcing(data, ORDINARY))) == []
    result = judged(announcing(data, csrule("00200008")))

    assert verdicts(result) == [("dora-indicators", "inconsistent")]
    (finding,) = (finding for finding in result.findings if finding.check == "dora-indicators")
    assert "is shown after the replacement draw, not at once" in finding.message


NINE = "19m19p19s1234567z"
OTHERS = ("3377m3377p33445s", "4466m4466p66778s")
RIICHI = "123m456p789s2267s"


def with_sticks_of(points: int) -> bytes:
    """A double riichi, kyuushu kyuuhai by the next seat, and another hand with the stick on the table."""
    first = Hand(f"{RIICHI}", NINE, *OTHERS, indicator="9p").riichi(0, "8p", stands=False)
    first.scores[0] -= points - 1000
    first.stick(0)
    first.draw(1, "5m").ryuukyoku(1, kind="yao9", owari=False)
    scores = (25000 - points, 25000, 25000, 25000)
    second = Hand(RIICHI, NINE, *OTHERS, indicator="9p", kyoku="E1.1", kyotaku=1, scores=scores)
    return log_of(first, second.turn(0, "8p").draw(1, "5m").ryuukyoku(1, kind="yao9", owari=False))


# Hands without an end: these checks say so.
ASIDE = ("game-over", "whole-log")


@pytest.mark.parametrize("points", [500, 1000, 2000])
def test_a_riichi_stick_takes_the_points_that_are_announced(points):
    data = announcing(with_sticks_of(points), csrule(at10=str(points)))

    assert [check for check, _ in verdicts(judged(data)) if check not in ASIDE] == []


def test_a_riichi_stick_of_other_points_than_announced_is_named():
    result = judged(announcing(with_sticks_of(1000), csrule(at10="2000")))

    assert ("riichi-deposit", "inconsistent") in verdicts(result)


TOURNAMENT = {
    "start_points": 30_000,
    "target_points": 40_000,
    "return_points": 30_000,
    "uma": "[50000, 20000, 0, -70000]",
}
"""As the Meijin tournament of Tenhou had them, but for the target; source: ja.wikipedia, 天鳳名人戦."""
IN_2019 = "2019010110gm-00a9-12717-00000000"


def of_lobby(log: bytes, lobby: int) -> bytes:
    """A log whose GO names another lobby."""
    assert b'lobby="0"' in log
    return log.replace(b'lobby="0"', f'lobby="{lobby}"'.encode(), 1)


@pytest.fixture(scope="module")
def of_tournament(tmp_path_factory) -> bytes:
    """A game of the tournament, which goes on in the West with 30,000 points, as the target is higher."""
    path = variant(tmp_path_factory.mktemp("rules"), "tenhou", TOURNAMENT)
    games = simulate(40, "tournament", rules=path)
    return of_lobby(next(data for _, data in games if b'<INIT seed="8,' in data), 12717)


@pytest.mark.parametrize("name", ["tournament.mjlog", IN_2019], ids=["no date", "of 2019"])
def test_points_of_a_lobby_that_could_not_announce_them_are_undecided(of_tournament, name):
    result = judged(of_tournament, name)

    assert sorted(set(verdicts(result))) == [
        ("final-result", "undecided"),
        ("game-over", "undecided"),
        ("game-start", "undecided"),
    ]
    assert reasons(result, "game-start") == [
        "GO of the time cannot state what start points, target, uma, oka and chips the lobby has"
    ]


@pytest.mark.parametrize(
    ("lobby", "name"),
    [(0, IN_2019.replace("12717", "0000")), (12717, IN_2019.replace("2019", "2024"))],
    ids=["lobby 0", "of 2024"],
)
def test_points_are_inconsistent_where_rules_are_ordinary_or_could_be_announced(of_tournament, lobby, name):
    data = of_tournament.replace(b'lobby="12717"', f'lobby="{lobby}"'.encode())

    assert {
        ("game-start", "inconsistent"),
        ("final-result", "inconsistent"),
    } <= set(verdicts(judged(data, name)))


def test_an_ordinary_game_of_such_a_lobby_is_judged():
    data = of_lobby(played("every_call"), 12717)
    result = judged(data, "tournament.mjlog")

    assert verdicts(result) == []
    assert result.tallies["game-start"].passed == result.tallies["final-result"].passed == 1


@pytest.mark.parametrize(
    "start", ["0,1,0", "0,0,1", "1,0,0"], ids=["a honba too many", "a stick too many", "East 2"]
)
def test_a_start_of_such_a_lobby_that_is_wrong_beside_its_points_is_named(start):
    data = of_lobby(played("every_call"), 12717).replace(
        b'<INIT seed="0,0,0', f'<INIT seed="{start}'.encode(), 1
    )

    assert ("game-start", "inconsistent") in verdicts(judged(data, "tournament.mjlog"))


def test_unequal_start_points_of_such_a_lobby_are_named():
    data = of_lobby(played("every_call"), 12717).replace(b"250,250,250,250", b"260,240,250,250", 1)

    assert ("game-start", "inconsistent") in verdicts(judged(data, "tournament.mjlog"))


@needs_corpus
def test_a_real_lobby_is_judged_in_full_by_what_it_announces():
    (path,) = (path for path in corpus_paths("edge") if path.name == "d-newattr2023.mjlog")

    result = review([(LogName(path.stem, path.name), corpus_bytes(path))])

    assert verdicts(result) == []
    assert sum(tally.undecided for tally in result.tallies.values()) == 0
    rules = result.audit.rule_set(0)
    assert rules is not None
    assert (rules.start_points, rules.winds, rules.bust, rules.tie_rule) == (
        30_000,
        1,
        "below-zero",
        "shared",
    )

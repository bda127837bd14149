"""Logs of lobbies with rules of their own: judged by what GO announces, undecided where that is open."""

import re
from functools import cache

import numpy as np
import pytest

from analyzer import simulate
from analyzer.audit import LogName, Review, review
from analyzer.audit.open_rules import _is_uneven, without_open
from analyzer.audit.verdicts import Detail, State, per_hand
from analyzer.rules import load
from analyzer.vocabulary import NO_TILE
from tests.audit.made import failing, verdicts
from tests.audit.test_cases import WRITTEN
from tests.case_files import each, rows
from tests.hands import Hand, log_of
from tests.logs import corpus_bytes, corpus_paths, needs_corpus
from tests.replay.written_cases import play
from tests.settlement.notes import varied

TENHOU = load("tenhou")


def csrule(flags="00200000", more="00000004", uma="", **numbers):
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


PLAYED = [
    pytest.param(row, id=row["says"], marks=[pytest.mark.long] * row.get("is_long", False))
    for row in rows("audit/lobbies", "played")
]


@pytest.mark.parametrize("row", PLAYED)
def test_games_played_by_announced_rules_are_judged_by_them_and_not_by_those_of_tenhou(file_of, row):
    count, rules = 5 if row.get("is_long") else 1, varied(load(row["base"]), row["changes"])
    games = list(simulate(count, "lobby 4", players=rules.seats, rules=file_of(rules)))
    names = [LogName(name, f"{name}.mjlog") for name, _ in games]
    announced = [announcing(data, csrule(**row["announces"])) for _, data in games]

    by_lobby = review([*zip(names, announced, strict=True)])
    by_tenhou = review([(name, data) for name, (_, data) in zip(names, games, strict=True)])

    assert verdicts(by_lobby) == []
    assert sum(tally.undecided for tally in by_lobby.tallies.values()) == 0
    assert {verdict for _, verdict in verdicts(by_tenhou)} == {"inconsistent"}


@cache
def played(scenario: str, rules="tenhou") -> bytes:
    """One simulated game with a scene in it."""
    ((_, data),) = simulate(1, "lobby", players=load(rules).seats, scenario=scenario, rules=rules)
    return data


def reasons(result: Review, check: str) -> list[str]:
    """Why a check is undecided; none of its findings may be a fault."""
    found = [finding for finding in result.findings if finding.check == check]
    assert {finding.verdict.value for finding in found} <= {"undecided"}
    return sorted({str(finding.reason).split(":")[0] for finding in found})


@each(rows("audit/lobbies", "lobby"))
def test_a_game_of_a_lobby_is_judged_by_what_it_announces(file_of, row):
    base = row.get("base", "tenhou")
    rules = varied(load(base), {"rounding": "none", **row.get("changes", {})})
    text = played(row["scenario"], file_of(rules)).decode()
    for pattern, new in row.get("change", []):
        assert re.search(pattern, text)
        text = re.sub(pattern, new, text, count=1)
    data = announcing(text.encode(), csrule(**row["announces"])) if "announces" in row else text.encode()
    name = f"2199010110gm-00{'b9' if base == 'tenhou-sanma' else 'a9'}-0000-00000000"

    result = judged(data, row.get("log_id", name))

    for check, reason in row.get("open", {}).items():
        assert reasons(result, check) == [reason]
    if "among" in row:
        assert {tuple(one) for one in row["among"]} <= {*verdicts(result)}
        return
    assert [one.check for one in failing(result) if one.leads] == row.get("fails", [])
    assert {*row} & {"open", "fails"} or verdicts(result) == []
    assert {one for one, _ in verdicts(result)} == {*row.get("checks", dict(verdicts(result)))}
    assert row.get("words", "") in "".join(finding.message for finding in result.findings)


@pytest.mark.parametrize(
    ("tiles", "last", "state"),
    [
        ("111z456p345789s9p", "9p", State.UNDECIDED),
        ("11z456p345789s99p", "9p", State.UNDECIDED),
        ("1z555z456p345789s", "1z", State.UNDECIDED),
        ("1z555z456p34578s9p", "9p", State.FAILED),
        ("555z456p345789s9p", "9p", State.FAILED),
    ],
    ids=["the wind across", "a pair of it", "a pair by the tile won on", "one tile of it", "a dragon"],
)
def test_the_winds_of_a_west_round_of_doubled_winds_are_open(tiles, last, state):
    # A log cannot begin in the West, and the check itself knows: so it is asked about the hand alone.
    others = ("3377m3377p33445s", "2266m2266p22778s", "1188m1188p11668s")
    hand = Hand(others[0], tiles, *others[1:], kyoku="W1.0", indicator="9m")
    play(hand, f"0 turn 7z, 1 riichi 7z, 2 turn {last}")
    play(hand, "1 agari 2 ba=0,1 ten=40,5200,0 yaku=21,2,2,1,53,0 doraHaiUra=0 sc=0,62,-52,0")
    result = judged(announcing(hand.xml(), csrule("00300000")))
    differing = per_hand(
        result.audit, np.array([0]), np.array([False]), lambda _: Detail(None, None, "other yaku")
    )

    found = without_open(result.audit, "win-yaku", differing)

    assert found.state.tolist() == [state]
    assert found.detail(0).message.endswith("other yaku")


NO_URA = {"ura_dora": False, "kan_ura": False}


@pytest.mark.parametrize(
    ("changes", "count"), [(NO_URA, 0), ({"kan_ura": False}, 1), ({"kan_dora": False, "kan_ura": False}, 1)]
)
def test_a_win_shows_the_ura_indicators_that_its_rules_count_or_all(file_of, changes, count):
    rules = varied(TENHOU, changes)

    result = review([(LogName("lobby", "log.mjlog"), played("kan_dora_and_kan_ura", file_of(rules)))], rules)
    showing_all = review([(LogName("lobby", "log.mjlog"), played("riichi_ippatsu_tsumo"))], rules)

    shown = (result.events.results.ura != NO_TILE).sum(axis=1)
    assert (shown.max(), verdicts(result)) == (count, [])
    assert showing_all.events.results.has_ura.any()
    assert showing_all.tallies["win-dora"].failed == 0


NINE, _, *OTHERS = WRITTEN["tehai"]["NINE"]
RIICHI = "123m456p789s2267s"


def with_sticks_of(points: int) -> bytes:
    """A double riichi, kyuushu kyuuhai by the next seat, and another hand with the stick on the table."""
    first = Hand(RIICHI, NINE, *OTHERS, indicator="9p").riichi(0, "8p", stands=False)
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
    found = [
        verdicts(judged(announcing(with_sticks_of(points), csrule(at10=text))))
        for text in (str(points), "700")
    ]

    assert [check for check, _ in found[0] if check not in ASIDE] == []
    assert ("riichi-deposit", "inconsistent") in found[1]


@pytest.mark.parametrize(("scores", "is_open"), [([400, 300, 300, 0], False), ([400, 200, 200, 200], True)])
def test_two_below_the_top_share_a_rank_and_three_leave_open_how(scores, is_open):
    assert _is_uneven(scores, varied(TENHOU, {"rounding": "none"}), has_sticks=True) is is_open


@needs_corpus
def test_a_real_lobby_is_judged_in_full_by_what_it_announces():
    (path,) = (path for path in corpus_paths("edge") if path.name == "d-newattr2023.mjlog")

    result = review([(LogName(path.stem, path.name), corpus_bytes(path))])

    assert verdicts(result) == []
    assert sum(tally.undecided for tally in result.tallies.values()) == 0
    rules = result.audit.rule_set(0)
    assert rules is not None
    stated = (rules.start_points, rules.winds, rules.bust, rules.tie_rule)
    assert stated == (30_000, 1, "below-zero", "shared")

"""Simulated games before the whole referee, and each of their wins before two packages of others.

The referee shares its settlement with the simulator; the packages share nothing with either.
"""

from contextlib import nullcontext
from functools import cache

import pytest

from analyzer import kernels
from analyzer.audit import LogName, Review, review
from analyzer.rules import load, names
from analyzer.simulation import SCENARIOS, simulate
from analyzer.simulation.simulate import scenario_log
from tests.logs import Elements
from tests.settlement.logged_wins import LoggedWin, wins_of
from tests.settlement.second_opinions import as_printed, as_riichienv, by_mahjong, by_riichienv

PLAIN = "majiang-classic"
"""The rule set that differs most from Tenhou's: its scenarios are played in every run."""
EVERYWHERE = [
    (4, "auto", {}),
    (3, "auto", {}),
    # As the package has it: thirteen han without a yakuman are a sanbaiman.
    (4, "wrc", {"kiriage": True, "kazoe_limit": 1}),
    (4, "riichi-wiki", {}),
    (4, "mahjong-soul", {"has_double_yakuman": True}),
    (3, "sanma-ryanshi", {}),
]
"""Players, rules, and what the package ``mahjong`` must be told of them."""


@pytest.fixture(params=[False, pytest.param(True, marks=pytest.mark.long)], ids=["few", "many"])
def is_many(request: pytest.FixtureRequest) -> bool:
    """Whether as many games are played as take minutes."""
    return bool(request.param)


@cache
def games(players: int, rules: str, *, is_many: bool) -> tuple[tuple[LogName, bytes], ...]:
    how_many = 1 if not is_many else 20 * players if rules == "auto" else 20
    with kernels.compiling() if is_many else nullcontext():
        logs = simulate(how_many, "cross", players=players, rules=rules)
        return tuple((LogName(log_id, log_id), data) for log_id, data in logs)


@cache
def reviewed(players: int, rules: str, *, is_many: bool) -> Review:
    logs = games(players, rules, is_many=is_many)
    with kernels.compiling() if is_many else nullcontext():
        return review(logs, rules)


@cache
def wins(players: int, rules: str, *, is_many: bool) -> tuple[LoggedWin, ...]:
    logs = games(players, rules, is_many=is_many)
    return tuple(win for name, data in logs for win in wins_of(Elements.of(data), name.log_id))


@pytest.mark.parametrize(("players", "rules"), [one[:2] for one in EVERYWHERE])
def test_the_whole_referee_finds_nothing_in_simulated_games(
    players: int, rules: str, *, is_many: bool
) -> None:
    result = reviewed(players, rules, is_many=is_many)

    assert [str(finding) for finding in result.findings] == []
    assert len(result.logs) == len(games(players, rules, is_many=is_many))
    assert min(result.tallies[check].passed for check in ("win-yaku", "win-payment", "draw-payment")) > 0


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name == PLAIN else pytest.mark.long) for name in names()],
)
def test_the_whole_referee_finds_nothing_in_scenarios_under_any_rule_set(name: str) -> None:
    """Of each rule set every so many-th scenario, so that each is played under several of them."""
    rules, every = load(name), 6 if name == PLAIN else 9
    rows = [row for row in SCENARIOS if row.scenes and row.makes_sense(rules)]
    rows = rows[names().index(name) % every :: every]
    honest = [row for row in rows if not any(scene.illegal for scene in row.scenes_for(rules.seats))]
    with nullcontext() if name == PLAIN else kernels.compiling():
        logs = [scenario_log(row, "any", rules) for row in honest]
        logs += simulate(1, "any", players=rules.seats, rules=name)

        result = review([(LogName(log_id, log_id), data) for log_id, data in logs], name)

    assert [str(finding) for finding in result.findings] == []
    assert len(logs) > 50 / every


@pytest.mark.parametrize(("players", "rules", "options"), EVERYWHERE)
def test_every_simulated_win_is_worth_the_same_to_the_package_mahjong(
    players: int, rules: str, options: dict[str, int], *, is_many: bool
) -> None:
    pytest.importorskip("mahjong")

    logged = wins(players, rules, is_many=is_many)
    pairs = [(win.where, as_printed(win), by_mahjong(win, **options)) for win in logged]

    assert len(pairs) > 4 * len(games(players, rules, is_many=is_many))
    assert [pair for pair in pairs if pair[1] != pair[2]] == []


@pytest.mark.parametrize(("players", "rules"), [(4, "auto"), (3, "auto"), (4, "riichi-wiki")])
def test_every_simulated_win_is_worth_the_same_to_riichienv(
    players: int, rules: str, *, is_many: bool
) -> None:
    pytest.importorskip("riichienv")

    logged = wins(players, rules, is_many=is_many)
    pairs = [(win.where, as_riichienv(as_printed(win)), by_riichienv(win)) for win in logged]

    assert [pair for pair in pairs if pair[1] != pair[2]] == []

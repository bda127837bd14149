"""Games written in one form after another gain no finding, and keep verdicts that both forms can state."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from analyzer import simulate
from analyzer.audit import LogName, review
from analyzer.conformance.samples import samples
from analyzer.formats.conversion import convert
from analyzer.kernels import compiling
from analyzer.rules import load
from tests.formats.mjai.games import GAME, KYUUSHU, START, as_lines, start_kyoku, tsumo
from tests.logs import corpus_bytes, corpus_paths, needs_all_logs

FORMS = ("mjai", "tenhou6", "majiang", "mjlog")
TRIPS = [("mjlog", "mjlog"), *permutations(FORMS, 2)]
BY_DRAW = ("shown-tiles", "wall-seed")
"""Checks that have one absent item for several with verdicts."""
LARGE = 100
"""Games that are judged at once."""


def judged(logs, rules):
    return review([(LogName(name, name), data) for name, data in logs], rules)


def written(reviewed, form):
    """Every game of a batch in another form."""
    for game, name in enumerate(reviewed.logs):
        yield name.log_id, convert(reviewed.events, reviewed.headers, form, game=game).text.encode()


def found(reviewed):
    """What is wrong, as often as it is said."""
    findings = [one for one in reviewed.findings if one.verdict != "undecided"]
    return Counter((one.log, one.check, one.hand, one.seat) for one in findings)


def lost(before, after):
    """Checks and games that lose a verdict of what the form states, or a finding; each with its counts.

    What the source leaves out and the form always has follows from play, and passes.
    """
    for check, now in after.game_tallies.items():
        was = before.game_tallies[check]
        undecided = now[:, 2] > was[:, 2]
        vanished = now[:, [0, 1, 3]].sum(axis=1) < was[:, :2].sum(axis=1)
        mended = (now[:, 1] < was[:, 1]) & (now[:, 3] <= was[:, 3])
        for game in (undecided | (vanished & (check not in BY_DRAW)) | mended).nonzero()[0].tolist():
            yield check, after.logs[game].log_id, was[game].tolist(), now[game].tolist()


def assert_kept(logs, rules, trips=TRIPS):
    source = judged(logs, rules)
    players = set(source.events.games.players.tolist())
    for trip in trips:
        if players != {4} and "majiang" in trip:
            continue
        before = source
        for form in trip:
            after = judged(written(before, form), rules)

            assert not found(after) - found(before), (trip, form)
            assert [*lost(before, after)] == [], (trip, form)
            before = after


def scenarios(rules, every):
    """The pack's games of a rule set, but for one that is no well-formed XML, and some of simple players."""
    games = [one for one in samples(rules, "1") if one.scenario != "duplicate_attributes"]
    chosen = [(one.scenario, one.data) for one in games[::every]]
    return [*chosen, *simulate(20, "trips", players=rules.seats, rules=rules.name)]


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "every"), [("tenhou", 4), ("tenhou-sanma", 6), ("wrc-2025", 8), ("majiang", 8)]
)
def test_games_of_the_pack_keep_their_verdicts(name, every):
    rules = load(name)
    games = scenarios(rules, every)
    with compiling():
        for first in range(0, len(games), LARGE):
            assert_kept(games[first : first + LARGE], rules)


@needs_all_logs
@pytest.mark.parametrize("folder", ["years", "tenhou6", "mahjong-soul", "mjai"])
def test_real_games_keep_their_verdicts(folder):
    with compiling():
        for path in (one for one in corpus_paths(folder) if one.suffix not in (".md", ".toml")):
            log = (path.name, corpus_bytes(path))
            for rules in judged([log], "auto").audit.rule_sets[:1]:
                assert_kept([log], rules)


UNPAID = [
    START,
    start_kyoku(KYUUSHU, 0, [25000] * 4),
    tsumo(0, "E"),
    {"type": "ryukyoku", "reason": "kyushukyuhai"},
    {"type": "end_kyoku"},
]


@pytest.mark.parametrize("events", [GAME, UNPAID], ids=["a win without yaku", "kyuushu without payments"])
def test_what_mjai_leaves_out_is_no_claim_elsewhere(events):
    assert_kept([("game.jsonl", as_lines(events))], load("tenhou"))


@pytest.mark.parametrize("scenario", ["pao_daisangen_tsumo", "nagashi_tenpai"])
def test_rare_games_keep_their_verdicts(scenario):
    assert_kept(
        [*simulate(1, "trips", scenario=scenario)], load("tenhou"), permutations(FORMS[:2] + FORMS[3:], 2)
    )

"""Games written in one form after another gain no finding, and keep each verdict that both forms can state."""

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
from tests.logs import corpus_bytes, corpus_paths, needs_all_logs

FORMS = ("mjai", "tenhou6", "majiang", "mjlog")
TRIPS = [("mjlog", "mjlog"), *permutations(FORMS, 2)]
QUICK = ("pao_daisangen_tsumo", "nagashi_tenpai", "kyuushu_9", "sanchahou", "leftover_stick", "every_call")
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
    """Checks and games of which fewer items have a verdict than before, and no more are absent."""
    for check, tallies in after.game_tallies.items():
        was = before.game_tallies[check]
        stated = tallies[:, 3] <= was[:, 3]
        differs = (tallies[:, :2] != was[:, :2]).any(axis=1) & stated
        yield from ((check, after.logs[game].log_id) for game in (differs | (tallies[:, 2] > was[:, 2])).nonzero()[0])


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
    """The pack's games of a rule set, but for those that are wrong as XML."""
    games = [(one.scenario, one.data) for one in samples(rules, "1")]
    return [game for game in games if game[0] not in ("duplicate_attributes",)][::every]


@pytest.mark.parametrize(
    ("name", "every"),
    [
        pytest.param(name, every, marks=pytest.mark.long)
        for name, every in (("tenhou", 1), ("tenhou-sanma", 3), ("wrc-2025", 4), ("majiang", 4), ("m-league", 8))
    ],
)
def test_the_games_of_the_pack_keep_their_verdicts(name, every):
    rules = load(name)
    games = [*scenarios(rules, every), *simulate(20, "trips", players=rules.seats, rules=name)]
    with compiling():
        for first in range(0, len(games), LARGE):
            assert_kept(games[first : first + LARGE], rules)

"""Other ways of writing a log: each is as said, and the whole referee reads the game as before."""

import re
from dataclasses import replace
from functools import cache

import pytest

from analyzer.audit.findings import LogName, Verdict
from analyzer.audit.review import review
from analyzer.formats import read
from analyzer.rules import load
from analyzer.simulation import SCENARIOS, simulate
from analyzer.simulation.simulate import scenario_log
from analyzer.wall import SeedForm, parse_seed
from tests.case_files import each, rows

FORMS = [row for row in SCENARIOS if row.form]
BY_NAME = {row.name: row.form for row in FORMS}
EARLY = [name for name, form in BY_NAME.items() if form.seeds in (SeedForm.HEX, SeedForm.PER_HAND)]
LATE = [name for name in BY_NAME if name not in EARLY]


def rules_of(form, players):
    """The rule set that a form belongs to, the last if there are several."""
    fit = [name for name in form.times if load(name).seats == players]
    return load(fit[-1] if fit else "tenhou" if players == 4 else "tenhou-sanma")


@cache
def sample(rules):
    """Log id and bytes of a simulated game in which sticks were paid and calls made."""
    for seed in "123":
        ((log_id, data),) = simulate(1, seed, players=rules.seats, rules=rules.name)
        if b'step="2"' in data and b"<N " in data:
            return log_id, data
    raise LookupError(rules.name)


@cache
def early_game(name):
    """Log id and bytes of a game from the seeds of a form, not written in it yet."""
    (row,) = (row for row in FORMS if row.name == name)
    scenario = replace(row, form=row.form._replace(write=bytes))
    return scenario_log(scenario, "tests", rules_of(row.form, 4))


def judged(log_id, data):
    return review([(LogName(log_id, log_id), data)])


def verdicts(reviewed):
    """Check and verdict of all findings, each pair once."""
    return {(finding.check, finding.verdict) for finding in reviewed.findings}


EXPECTED = {
    "no_seed": set(),
    "duplicate_attributes": {("well-formed", Verdict.MALFORMED)},
}
"""Findings of forms that leave something to say."""


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("name", LATE)
def test_a_form_changes_the_bytes_and_nothing_that_was_played(name, players):
    form = BY_NAME[name]
    rules = rules_of(form, players)
    log_id, data = sample(rules)

    written = form.write(data)

    assert written != data
    before, after = read(data), read(re.sub(rb'( \w+="[^"]*")\1', rb"\1", written))
    for part in ("hands", "plays", "calls", "results"):
        for column, values in getattr(before, part)._asdict().items():
            if column != "element":
                assert getattr(getattr(after, part), column).tolist() == values.tolist()
    assert verdicts(judged(form.log_id(log_id, rules), written)) == EXPECTED.get(name, set())


@pytest.mark.parametrize("name", EARLY)
def test_a_game_with_an_earlier_seed_agrees_with_its_walls(name):
    form = BY_NAME[name]
    log_id, data = early_game(name)

    written = form.write(data)
    reviewed = judged(log_id, written)

    hands = len(reviewed.events.hands.game)
    if form.seeds == SeedForm.PER_HAND:
        seeds = re.findall(rb'<INIT [^>]* shuffle="([^"]*)"/>', written)
        assert log_id.startswith("20090220")
        assert len(seeds) == len(set(seeds)) == hands
        assert {parse_seed(seed.decode()).form for seed in seeds} == {SeedForm.PER_HAND}
    assert reviewed.findings == ()
    assert reviewed.rule_sets == (rules_of(form, 4).name,)
    assert hands >= 8
    for check in ("wall-dice", "wall-deal", "wall-draws", "wall-indicators"):
        assert (reviewed.tallies[check].passed, reviewed.tallies[check].undecided) == (hands, 0)


@each(rows("simulation/forms", "shown"))
def test_a_form_writes_what_it_says(row):
    name, is_there = row["form"], row["is_there"]
    _, data = early_game(name) if name in EARLY else sample(rules_of(BY_NAME[name], 4))

    before, after = (
        bool(re.search(row["pattern"].encode(), log)) for log in (data, BY_NAME[name].write(data))
    )
    assert after is is_there
    assert name in EARLY or before is not is_there


def test_forms_say_which_rule_sets_they_belong_to():
    fitting = {
        rules: {row.name for row in FORMS if row.makes_sense(load(rules))}
        for rules in ("tenhou", "tenhou-2009", "tenhou-2010", "tenhou-sanma", "tenhou-sanma-2010")
    }

    assert fitting["tenhou-2009"] - fitting["tenhou"] == {"seeds_of_hands", "whole_results"}
    assert fitting["tenhou-2010"] - fitting["tenhou"] == {"hex_key", "whole_results"}
    assert fitting["tenhou-sanma-2010"] - fitting["tenhou-sanma"] == {"whole_results"}
    assert fitting["tenhou"] - fitting["tenhou-sanma"] == {"hex_key_with_tails"}


def test_a_form_of_the_past_is_played_by_the_rules_of_its_time_and_found_right():
    ((log_id, data),) = simulate(1, "1", scenario="whole_results")

    assert log_id.startswith("2010")
    assert re.search(rb'owari="(-?\d+,){7}-?\d+"', data)
    assert judged(log_id, data).findings == ()

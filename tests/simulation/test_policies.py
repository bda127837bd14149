"""Policies as data: what kernels take, and that the ordinary mixes name policies there are."""

import pytest

from analyzer.simulation import policies
from analyzer.simulation.policies import POLICIES, Policy, mixes, policy, policy_rows


def test_every_policy_has_a_name_of_its_own():
    names = [each.name for each in POLICIES]

    assert len(set(names)) == len(names)


def test_columns_are_the_fields_after_name_and_meaning():
    columns = {
        "riichi": policies.RIICHI,
        "calls": policies.CALLS,
        "kans": policies.KANS,
        "folds": policies.FOLDS,
        "breaks": policies.BREAKS,
        "collects": policies.COLLECTS,
    }

    assert [Policy._fields.index(name) - 2 for name in columns] == list(columns.values())
    assert len(Policy._fields) - 2 == policies.COLUMNS


def test_rows_hold_a_policy_for_each_seat():
    rows = policy_rows([policy("collector"), policy("silent")])

    assert rows.shape == (2, policies.COLUMNS)
    assert rows[1, policies.RIICHI] == 0
    assert rows[:, policies.COLLECTS].tolist() == [1, 0]


@pytest.mark.parametrize("players", [3, 4])
def test_ordinary_games_seat_policies_that_there_are(players):
    for mix in mixes(players):
        assert len(mix) == players
        assert {each.name for each in POLICIES} >= set(mix)

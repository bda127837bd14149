from analyzer.batch.engines import Stage, Trial, after_count, after_death
from tests.batch.engines.trials import unit_of


def test_what_ended_a_worker_is_first_tried_alone():
    unit = unit_of("a", "b")

    assert after_death(Trial(unit), can_count=True) == (Trial(unit, Stage.ALONE),)


def test_what_ended_a_worker_alone_is_cut_in_two():
    parts = after_death(Trial(unit_of("a", "b", "c"), Stage.ALONE), can_count=True)

    assert [[part.name for part in trial.unit.parts] for trial in parts] == [["a"], ["b", "c"]]
    assert {trial.stage for trial in parts} == {Stage.PART}


def test_a_part_is_cut_on_at_once_as_it_is_under_suspicion():
    parts = after_death(Trial(unit_of("a", "b"), Stage.PART), can_count=True)

    assert [trial.unit.parts[0].name for trial in parts] == ["a", "b"]


def test_one_log_is_tried_alone_before_it_is_lost():
    unit = unit_of("a")

    assert after_death(Trial(unit, Stage.PART), can_count=False) == (Trial(unit, Stage.ALONE),)
    assert after_death(Trial(unit, Stage.ALONE), can_count=False) == ()


def test_one_part_is_counted_before_it_is_lost():
    unit = unit_of("many:a,b")

    assert after_death(Trial(unit, Stage.ALONE), can_count=True) == (Trial(unit, Stage.COUNT),)
    assert after_death(Trial(unit, Stage.COUNT), can_count=True) == ()


def test_what_is_counted_is_cut_by_its_logs_and_not_counted_again():
    counted = unit_of("many:a,b,c")._replace(window=(0, 3))

    assert [trial.unit.window for trial in after_count(counted)] == [(0, 1), (1, 3)]
    assert after_death(Trial(counted._replace(window=(0, 1)), Stage.ALONE), can_count=True) == ()
    assert after_count(counted._replace(window=(0, 1))) == ()

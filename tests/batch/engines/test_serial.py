from analyzer.batch.engines.scheduling import Work, serial
from tests.batch.engines.trials import unit_of


def test_serial_keeps_the_order_and_works_when_asked():
    worked = []

    def work(unit):
        worked.append(unit.parts[0].name)
        return unit.parts[0].name

    results = serial(Work(work), map(unit_of, "cab"))

    assert worked == []
    assert next(results) == "c"
    assert worked == ["c"]
    assert list(results) == ["a", "b"]

from analyzer.batch.engines import serial


def test_serial_keeps_the_order_and_works_when_asked():
    worked = []

    def work(unit):
        worked.append(unit)
        return unit * unit

    results = serial(work, [3, 1, 2])

    assert worked == []
    assert next(results) == 9
    assert worked == [3]
    assert list(results) == [1, 4]

import pickle

from analyzer.sources import Absent, SourceLog
from analyzer.sources.units import Part, Unit, halves, label, make_unit

FOLDER = Unit("", "logs", "/data/logs", "files", ())
ZIP = Unit("", "logs.zip", "/data/logs.zip", "members", ())
DATABASE = Unit("", "2019.db", "/data/2019.db", "rows", ())
STREAM = Unit("", "<stdin>", "", "carried", ())


def unit_of(root, *parts, **fields):
    return make_unit(root._replace(parts=parts, **fields))


def row(number, absent=0):
    return Part(f"row-{number}" if number else "", size=5, absent=absent, key=number)


def test_the_same_parts_of_the_same_source_are_the_same_unit_wherever_they_lie():
    parts = Part("1.xml", size=5, stamp=9), Part("2.xml", size=6, stamp=9)
    moved = parts[0]._replace(place=7), parts[1]
    here, there = unit_of(FOLDER, *parts), unit_of(FOLDER._replace(path="/mnt/logs"), *moved)

    assert (here.id, here.keys) == (there.id, there.keys)
    assert (len(here.id), len(here.keys), here.logs) == (16, 16, 2)


def test_another_source_name_size_or_time_is_another_unit():
    units = [
        unit_of(FOLDER, Part("1.xml", size=5, stamp=9)),
        unit_of(FOLDER._replace(source="other"), Part("1.xml", size=5, stamp=9)),
        unit_of(FOLDER, Part("2.xml", size=5, stamp=9)),
        unit_of(FOLDER, Part("1.xml", size=6, stamp=9)),
        unit_of(FOLDER, Part("1.xml", size=5, stamp=8)),
        unit_of(FOLDER, Part("1.xml", size=5, stamp=9, most=3)),
        unit_of(ZIP._replace(source="logs"), Part("1.xml", size=5, stamp=9)),
        unit_of(DATABASE, row(1)),
        unit_of(DATABASE, row(0, absent=1)),
        unit_of(DATABASE, row(0, absent=2)),
        unit_of(DATABASE, row(1), sample=0.1),
    ]

    assert len({unit.id for unit in units}) == len(units)


def test_units_with_carried_items_and_rows_are_cut_and_travel():
    items = SourceLog("<stdin>!a", b"1"), Absent("<stdin>", 4), SourceLog("<stdin>!b", b"2")
    unit = unit_of(STREAM, *(Part(item.source, size=n) for n, item in enumerate(items)), carried=items)
    rows = unit_of(DATABASE, row(9), row(4), row(0, absent=7))

    singles = all_split(unit)

    assert (unit.logs, rows.logs) == (2, 2)
    assert [single.carried for single in singles] == [(item,) for item in items]
    assert [single.logs for single in singles] == [1, 0, 1]
    assert pickle.loads(pickle.dumps([unit, rows])) == [unit, rows]  # noqa: S301 - our own bytes


def test_a_unit_of_one_part_is_called_as_its_log_is():
    file = unit_of(FOLDER, Part("2019/1.xml"))

    assert label(file) == "logs/2019/1.xml"
    assert label(unit_of(FOLDER._replace(source="."), Part("1.xml"))) == "1.xml"
    assert label(unit_of(FOLDER._replace(source="a.xml"), Part(""))) == "a.xml"
    assert label(unit_of(ZIP, Part("d/1.xml"))) == "logs.zip!d/1.xml"
    assert label(unit_of(STREAM, Part("<stdin>!1.xml"), carried=(SourceLog("<stdin>!1.xml", b""),))) == (
        "<stdin>!1.xml"
    )
    assert label(unit_of(DATABASE, row(9))) == "2019.db!row-9"
    assert label(unit_of(DATABASE, row(0, absent=3))) == "2019.db"
    assert label(unit_of(FOLDER, Part("1.xml"), Part("2.xml"))) == "logs (2 parts)"


def all_split(unit):
    """The unit cut into halves until nothing can be cut."""
    cut = halves(unit)
    return [single for half in cut for single in all_split(half)] if cut else [unit]

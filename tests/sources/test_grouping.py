"""Pieces become units that grow with the archive, and hold one number of players where names tell it."""

from analyzer.sources.choice import Choice
from analyzer.sources.plan import plan
from tests.sources.archives import LOG

YONMA, SANMA = "00a9", "00b9"


def folder_of(path, names):
    path.mkdir()
    for name in names:
        (path / f"{name}.mjlog").write_bytes(LOG)
    return path


def log_id(number, go_type=YONMA):
    return f"20220101{number // 100:02}gm-{go_type}-0000-{number:08x}"


def units_of(path, unit_logs, **options):
    return [
        [part.name.removesuffix(".mjlog") for part in unit.parts]
        for unit in plan([path], unit_logs=unit_logs).units(**options)
    ]


def test_sixteen_units_are_of_one_size_and_the_next_twice_as_large(tmp_path):
    path = folder_of(tmp_path / "logs", [log_id(number) for number in range(16 + 16 * 2 + 4)])

    assert [len(names) for names in units_of(path, 1)] == [1] * 16 + [2] * 16 + [4]


def test_units_are_never_larger_than_the_most(tmp_path):
    path = folder_of(tmp_path / "logs", [log_id(number) for number in range(16 + 16 * 2 + 3 * 17)])

    assert [len(names) for names in units_of(path, 1, most=3)][-17:] == [3] * 17


def test_games_of_three_and_of_four_are_in_units_of_their_own(tmp_path):
    mixed = [log_id(number, SANMA if number % 3 == 0 else YONMA) for number in range(9)]
    path = folder_of(tmp_path / "logs", [*mixed, "east-1"])

    units = units_of(path, 4, by_players=True)

    assert sorted(name for names in units for name in names) == sorted([*mixed, "east-1"])
    assert sorted({"".join(sorted({name[13:17] for name in names})) for names in units}) == ["", YONMA, SANMA]


def test_without_being_asked_units_keep_the_order_of_their_source(tmp_path):
    mixed = [log_id(number, SANMA if number % 2 else YONMA) for number in range(6)]
    path = folder_of(tmp_path / "logs", mixed)

    assert units_of(path, 4) == [sorted(mixed)[:4], sorted(mixed)[4:]]


def test_a_limit_takes_the_first_whatever_their_players(tmp_path):
    mixed = [log_id(number, SANMA if number % 2 else YONMA) for number in range(6)]
    path = folder_of(tmp_path / "logs", mixed)

    units = plan([path], Choice(limit=3)).units(by_players=True)

    assert sorted(part.name for unit in units for part in unit.parts) == [
        f"{name}.mjlog" for name in sorted(mixed)[:3]
    ]


def test_what_is_left_of_a_plan_is_cut_as_the_whole_was(tmp_path):
    names = [log_id(number, SANMA if number % 3 == 0 else YONMA) for number in range(60)]
    planned = plan([folder_of(tmp_path / "logs", names)], unit_logs=2)
    units = list(planned.units(by_players=True))

    left = list(planned.units({unit.id: unit.keys for unit in units[1::3]}, by_players=True))

    assert left == [unit for place, unit in enumerate(units) if place % 3 != 1]


def test_what_is_left_of_units_that_are_done_in_part_is_put_together(tmp_path):
    planned = plan([folder_of(tmp_path / "logs", [log_id(number) for number in range(9)])], unit_logs=3)
    done = b"".join(unit.keys[:16] for unit in planned)

    (left,) = planned.units({"done": done})

    assert [part.name for part in left.parts] == [f"{log_id(number)}.mjlog" for number in (2, 5, 8)]

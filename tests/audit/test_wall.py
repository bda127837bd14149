"""The wall worked out from the seed: other orders, foreign and old seeds; its faults are in the catalogue."""

from analyzer.audit import LogName, Review, Verdict, review
from analyzer.conformance.fault_catalogue import FAULTS
from analyzer.conformance.site import written
from analyzer.vocabulary import tile_text
from tests.audit.planting import planted_in, samples
from tests.formats.mahjong_soul import records
from tests.logs import Elements, fixed_logs

WALL = ["wall-seed", "wall-dice", "wall-deal", "wall-draws", "wall-indicators"]


def reviewed(name: LogName, log: Elements) -> Review:
    return review([(name, log.xml())])


def seeded(place: int = 0) -> tuple[LogName, Elements]:
    """A simulated log with a seed."""
    path = [path for path in fixed_logs() if b"<SHUFFLE" in path.read_bytes()][place]
    return LogName(path.stem, path.stem), Elements.of(path.read_bytes())


def test_tiles_in_another_order_are_the_same_deal() -> None:
    name, log = seeded()
    at = log.inits()[1]
    for seat in range(4):
        if f"hai{seat}=" in log[at]:
            log.set_numbers(at, f"hai{seat}", sorted(log.numbers(at, f"hai{seat}")))

    result = reviewed(name, log)

    assert result.findings == ()
    assert result.tallies["wall-deal"].absent == 0


def test_the_seed_of_another_game_judges_no_draws_and_no_indicators() -> None:
    (name, log), (_, other) = seeded(), seeded(-1)
    log[log.find("<SHUFFLE")] = other[other.find("<SHUFFLE")]

    found = review([(name, log.xml())], checks=WALL).findings

    assert [one.check for one in found if one.verdict != Verdict.UNDECIDED] == ["wall-deal"]
    assert {one.check for one in found if one.reason == "the hand was not dealt from this seed"} == {
        *("wall-dice", "wall-deal", "wall-draws", "wall-indicators")
    }


def test_a_log_without_a_seed_has_nothing_to_compare_with_a_wall() -> None:
    name, log = seeded()
    del log[log.find("<SHUFFLE")]

    result = reviewed(name, log)

    assert result.findings == ()
    assert all(result.tallies[check].passed == result.tallies[check].undecided == 0 for check in WALL)
    assert all(result.tallies[check].absent > 0 for check in WALL)


def test_a_seed_that_is_not_understood_is_undecided() -> None:
    name, log = seeded()
    log.set(log.find("<SHUFFLE"), "seed", "xorshift,1234")

    result = reviewed(name, log)

    assert [(finding.check, finding.verdict.value, finding.count) for finding in result.findings] == [
        ("wall-seed", "undecided", 1),
        *((check, "undecided", len(log.inits())) for check in WALL if check != "wall-seed"),
    ]
    assert len({finding.reason for finding in result.findings}) == 1


def test_a_finding_of_the_wall_says_what_the_seed_gives() -> None:
    _, planted = next(planted_in(FAULTS["other-dice"], samples()))
    at = planted.finding.element or 0
    one, other = (die + 1 for die in planted.elements[at].numbers("seed")[3:5])

    (found,) = review([(LogName("dice", "dice"), written(planted.elements))], checks=["wall-dice"]).findings

    right = 6 if one == 1 else one - 1
    assert found.sentence == f"log has dice {one} and {other}, the seed gives {right} and {other}"


def test_a_stated_wall_is_compared_by_what_is_seen_of_its_tiles(monkeypatch) -> None:
    """Two red fives of circles are alike, and sorted lists do not tell which tile the dealer drew first."""
    monkeypatch.setattr(records, "tile_text", lambda tile: "0p" if tile == 53 else tile_text(tile))
    # Not the game that other tests have of it.
    game = records.hosted(records.as_simulated.__wrapped__(4, "soul", "tonpuu", None), dora_count=4)
    for deal in (one["data"] for one in game["records"] if one["name"].endswith("NewRound")):
        for seat in range(4):
            deal[f"tiles{seat}"].sort(key=lambda tile: (tile[1], tile[0].replace("0", "5")))

    result = review([(LogName("soul", "soul"), records.console(game))], checks=WALL)

    assert result.findings == ()
    hands = len(result.events.hands.game)
    assert {result.tallies[check].passed for check in WALL if check != "wall-dice"} == {hands}

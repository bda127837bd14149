"""The wall worked out from the seed against what the log deals, draws and shows."""

from __future__ import annotations

import re

import pytest

from analyzer.audit import LogName, Review, Verdict, review
from tests.logs import Elements, corpus_bytes, corpus_paths, fixed_logs, needs_corpus

WALL = ["wall-seed", "wall-dice", "wall-deal", "wall-draws", "wall-indicators"]


def first_log(folder: str, pattern: str) -> tuple[str, Elements]:
    """The first log of a folder with an element that matches."""
    for path in corpus_paths(folder):
        log = Elements.of(corpus_bytes(path))
        if any(re.search(pattern, element) for element in log):
            return path.stem, log
    pytest.fail(f"no log in {folder} has {pattern}")


def reviewed(name: str, log: Elements) -> Review:
    return review([(LogName(name, name), log.xml())])


def said(result: Review) -> list[tuple[str, int | None]]:
    return [(finding.check, finding.element) for finding in result.findings]


def swap_copies(log: Elements, first: int, stop: int, one: int, other: int) -> None:
    """Swap two copies of a kind throughout a hand, so that nothing but the wall can tell."""

    def swapped(match: re.Match[str]) -> str:
        number = int(match.group())
        return str({one: other, other: one}.get(number, number))

    for index in range(first, stop):
        element = log[index]
        if re.match(r"<[T-WD-G]\d", element):
            log[index] = re.sub(r"\d+", swapped, element)
            continue
        for name in ("hai0", "hai1", "hai2", "hai3", "hai", "machi", "doraHai", "doraHaiUra"):
            value = re.search(rf'\b{name}="([\d,]+)"', element)
            if value:
                log.set(index, name, re.sub(r"\d+", swapped, value.group(1)))
                element = log[index]


def seeded() -> tuple[LogName, Elements]:
    """A simulated log with a seed."""
    path = next(path for path in fixed_logs() if b"<SHUFFLE" in path.read_bytes())
    return LogName(path.stem, path.stem), Elements.of(path.read_bytes())


def test_tiles_in_another_order_are_the_same_deal() -> None:
    name, log = seeded()
    at = log.inits()[1]
    for seat in range(4):
        if f"hai{seat}=" in log[at]:
            log.set_numbers(at, f"hai{seat}", sorted(log.numbers(at, f"hai{seat}")))

    (found,) = review([(name, log.xml())], checks=WALL).findings

    assert (found.check, found.element) == ("wall-deal", at)
    assert "the tiles of seat 0 stand in another order than the seed deals them" in found.message


def test_the_seed_of_another_game_judges_no_draws_and_no_indicators() -> None:
    name, log = seeded()
    other = next(path for path in reversed(fixed_logs()) if b"<SHUFFLE" in path.read_bytes())
    shuffle = Elements.of(other.read_bytes())
    log[log.find("<SHUFFLE")] = shuffle[shuffle.find("<SHUFFLE")]

    found = review([(name, log.xml())], checks=WALL).findings

    assert [one.check for one in found if one.verdict != Verdict.UNDECIDED] == ["wall-deal"]
    assert {one.check for one in found if one.reason == "the hand was not dealt from this seed"} == {
        *("wall-dice", "wall-deal", "wall-draws", "wall-indicators")
    }


@needs_corpus
def test_wrong_dice_are_found() -> None:
    name, log = first_log("phoenix", "<INIT")
    at = log.inits()[1]
    seed = log.numbers(at, "seed")
    seed[3] = (seed[3] + 1) % 6
    log.set_numbers(at, "seed", seed)

    assert said(reviewed(name, log)) == [("wall-dice", at)]


@needs_corpus
def test_tiles_dealt_in_another_order_are_found() -> None:
    name, log = first_log("phoenix", "<INIT")
    at = log.inits()[2]
    tiles = log.numbers(at, "hai1")
    log.set_numbers(at, "hai1", [tiles[1], tiles[0], *tiles[2:]])

    result = reviewed(name, log)

    assert said(result) == [("wall-deal", at)]
    assert result.findings[0].seat == 1


@needs_corpus
def test_two_draws_that_change_places_are_found() -> None:
    name, log = first_log("phoenix", "<INIT")
    start, stop = log.inits()[:2]
    drawn = {}
    for index in range(start, stop):
        match = re.fullmatch(r"<[T-W](\d+)/>", log[index])
        if match:
            tile = int(match.group(1))
            if tile // 4 in drawn:
                break
            drawn[tile // 4] = (index, tile)
    first, other = drawn[tile // 4]
    # Called tiles carry their copies in m; a kind that nobody called can be swapped without a trace.
    swap_copies(log, start, stop, other, tile)

    assert said(reviewed(name, log)) == [("wall-draws", first)]


@needs_corpus
def test_another_copy_as_ura_indicator_is_found() -> None:
    name, log = first_log("phoenix", r"<AGARI.*doraHaiUra")
    at = log.find(r"<AGARI.*doraHaiUra")
    ura = log.numbers(at, "doraHaiUra")
    log.set_numbers(at, "doraHaiUra", [ura[0] // 4 * 4 + (ura[0] + 1) % 4, *ura[1:]])

    assert said(reviewed(name, log)) == [("wall-indicators", at)]


@needs_corpus
def test_a_log_without_a_seed_has_nothing_to_compare_with_a_wall() -> None:
    name, log = first_log("phoenix", "<SHUFFLE")
    del log[log.find("<SHUFFLE")]

    result = reviewed(name, log)

    assert result.findings == ()
    assert all(result.tallies[check].passed == result.tallies[check].undecided == 0 for check in WALL)
    assert all(result.tallies[check].absent > 0 for check in WALL)


@needs_corpus
def test_a_seed_that_is_not_understood_is_undecided() -> None:
    name, log = first_log("phoenix", "<SHUFFLE")
    log.set(log.find("<SHUFFLE"), "seed", "xorshift,1234")

    result = reviewed(name, log)

    assert [(finding.check, finding.verdict.value, finding.count) for finding in result.findings] == [
        ("wall-seed", "undecided", 1),
        *((check, "undecided", len(log.inits())) for check in WALL if check != "wall-seed"),
    ]
    assert len({finding.reason for finding in result.findings}) == 1


@needs_corpus
def test_the_seed_of_another_game_is_said_once() -> None:
    paths = corpus_paths("phoenix")
    log, other = (Elements.of(corpus_bytes(path)) for path in paths[:2])
    log.set(log.find("<SHUFFLE"), "seed", other.get(other.find("<SHUFFLE"), "seed"))

    found = [one for one in reviewed("swapped", log).findings if one.verdict != Verdict.UNDECIDED]

    assert [(one.check, one.element) for one in found] == [("wall-deal", log.inits()[0])]


@needs_corpus
@pytest.mark.parametrize("stem", ["d-bug1", "d-bug8", "d-shuffle"])
def test_old_forms_of_seeds_agree_with_their_logs(stem: str) -> None:
    (path,) = (path for path in corpus_paths("edge") if path.stem == stem)

    result = review([(LogName(stem, stem), corpus_bytes(path))])

    assert all(result.tallies[check].failed == 0 for check in WALL)
    assert result.tallies["wall-draws"].passed > 0

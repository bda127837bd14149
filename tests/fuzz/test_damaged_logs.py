"""Six thousand damaged logs through the reader and the whole referee: findings, never an exception.

All but a few take long.

A failure names its seeds; ``damaged_log(seed)`` gives those bytes again.
"""

from __future__ import annotations

import random
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path

import pytest
from lxml import etree

import analyzer
from analyzer import kernels
from analyzer.audit import Finding, LogName, Review, Verdict, review
from analyzer.errors import AnalyzerError
from analyzer.tables.schema import TABLES
from tests.damage import damaged, excerpt
from tests.formats.logs import scanned_as_read
from tests.logs import corpus_bytes, corpus_paths
from tests.thinned import thinned
from tests.written_runs import build_tables

LOGS = 6_072
CHUNKS = 8
BATCH = 256
HONEST_PLACES = (0, 21, 255)
"""Where undamaged logs lie in every batch."""
PLAIN_LOGS = 100

SAMPLES = Path(__file__).resolve().parents[2] / "data" / "samples"


@cache
def base_logs() -> tuple[bytes, ...]:
    """Simulated logs and, where they are at hand, as many real ones again and again."""
    simulated = [path.read_bytes() for path in sorted(SAMPLES.glob("*.mjlog"))]
    real = [corpus_bytes(path) for path in (*corpus_paths("edge"), *corpus_paths("phoenix")[:100])]
    return tuple(simulated * (1 + len(real) // len(simulated)) + real)


@lru_cache(maxsize=BATCH)
def damaged_log(seed: int) -> bytes:
    rng = random.Random(seed)  # noqa: S311 (repeatable, not secret)
    return damaged(excerpt(rng.choice(base_logs()), rng), seed)


def named(seed: int) -> tuple[LogName, bytes]:
    return LogName(str(seed), str(seed)), damaged_log(seed)


@cache
def honest_logs() -> tuple[tuple[LogName, bytes], ...]:
    rng = random.Random(0)  # noqa: S311 (repeatable, not secret)
    return tuple(
        (LogName(f"honest {place}", f"honest {place}"), excerpt(rng.choice(base_logs()), rng))
        for place in HONEST_PLACES
    )


def of_log(result: Review, name: str) -> tuple[Finding, ...]:
    return tuple(finding for finding in result.findings if finding.log == name)


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_damaged_logs_give_findings_and_leave_honest_ones_as_they_are(chunk: int) -> None:
    spoken = refused = accepted = 0
    size = LOGS // CHUNKS
    with kernels.compiling():
        alone = {name.log_id: review([(name, data)]).findings for name, data in honest_logs()}
        for first in range(chunk * size, (chunk + 1) * size, BATCH - len(HONEST_PLACES)):
            seeds = range(first, min(first + BATCH - len(HONEST_PLACES), (chunk + 1) * size))
            logs = [named(seed) for seed in seeds]
            for place, honest in zip(HONEST_PLACES, honest_logs(), strict=True):
                logs.insert(place, honest)
            result = review(logs)

            # A log with a root within it may be read as two, named ``seed#1`` and ``seed#2``.
            sources = [log.source for log in result.logs] + [one.source for one in result.findings]
            found = {source.partition("#")[0] for source in sources}
            assert len(found) == len(seeds) + len(HONEST_PLACES), seeds
            assert {name: of_log(result, name) for name in alone} == alone, seeds
            refused += result.unreadable
            accepted += scanned_as_read(list(map(damaged_log, seeds)))
            spoken += len({finding.log for finding in result.findings})
        # No kernel of a table may look beside an array: it would raise, see `tests/conftest.py`.
        assert build_tables(result, TABLES)["plays"].num_rows

    # Most damage is noticed and most logs are read, or the damage proves nothing.
    assert size / 2 < spoken
    assert size / 20 < refused < size / 2
    assert size / 4 < accepted < size


def test_every_log_that_is_refused_has_one_finding_that_says_so() -> None:
    seeds = list(range(LOGS, LOGS + 40))

    result = review([named(seed) for seed in seeds])

    read = {name.log_id for name in result.logs}
    assert len(read) < len(seeds)
    for seed in seeds:
        if str(seed) not in read:
            (finding,) = of_log(result, str(seed))
            assert (finding.check, finding.verdict) == ("well-formed", Verdict.MALFORMED)


@pytest.mark.long
def test_plain_and_compiled_kernels_say_the_same_of_damaged_logs() -> None:
    """Plain Python raises where compiled code would read beside an array and say nothing."""
    logs = [named(seed) for seed in range(LOGS, LOGS + PLAIN_LOGS)]
    plain = review(logs)

    with kernels.compiling():
        compiled = review(logs)

    assert compiled.findings == plain.findings
    assert compiled.tallies == plain.tallies


def rows_of(results: list[Review], table: str) -> list[dict[str, object]]:
    """Rows of a table of reviews, one after another."""
    return list(chain.from_iterable(build_tables(one, [table])[table].to_pylist() for one in results))


@pytest.mark.parametrize("count", [8, pytest.param(100, marks=pytest.mark.long)])
def test_plain_kernels_stand_damaged_logs_alone(count: int) -> None:
    """Alone, a log gives what it gives among others, its tables included."""
    logs = [named(seed) for seed in range(LOGS + PLAIN_LOGS, LOGS + PLAIN_LOGS + count)]
    alone, together = [review([log]) for log in logs], review(logs)

    assert list(together.findings) == [finding for one in alone for finding in one.findings]
    assert together.unreadable == sum(one.unreadable for one in alone)
    for check, tally in together.tallies.items():
        counted = [
            (one.passed, one.failed, one.undecided, one.absent)
            for one in (one.tallies[check] for one in alone)
        ]
        assert (tally.passed, tally.failed, tally.undecided, tally.absent) == tuple(
            map(sum, zip(*counted, strict=True))
        )
    for table in TABLES:
        assert rows_of([together], table) == rows_of(alone, table), table


@pytest.mark.parametrize("seed", thinned(range(30), 3))
def test_a_damaged_log_is_drawn_and_explained_or_refused(seed: int) -> None:
    logs = sorted(SAMPLES.glob("*.mjlog"))
    part = excerpt(logs[seed % len(logs)].read_bytes(), random.Random(seed))  # noqa: S311 - not for secrets
    try:
        game = analyzer.read(damaged(part, seed))
    except AnalyzerError:
        return

    assert repr(game)
    assert repr(game.findings)
    for hand in game.hands[:2]:
        assert repr(hand)
        assert etree.fromstring(hand.svg()) is not None
        if game.rule_set is not None and hand.rules().seats == hand.players:
            assert repr(hand.explain())
            assert hand.html()

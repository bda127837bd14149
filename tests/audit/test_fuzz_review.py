"""Damaged logs give findings, never an exception."""

from __future__ import annotations

import pytest

from analyzer import kernels
from analyzer.audit import LogName, review
from tests.damage import damaged
from tests.logs import corpus_bytes, corpus_paths, needs_corpus

BATCH = 100


@needs_corpus
@pytest.mark.parametrize("batch", range(20))
def test_two_thousand_damaged_logs_are_reviewed_without_an_exception(batch: int) -> None:
    paths = [*corpus_paths("edge"), *corpus_paths("phoenix")[:100]]
    seeds = range(batch * BATCH, (batch + 1) * BATCH)
    logs = [
        (LogName(str(seed), str(seed)), damaged(corpus_bytes(paths[seed % len(paths)]), seed))
        for seed in seeds
    ]

    with kernels.compiling():
        result = review(logs)

    assert len(result.logs) + result.unreadable == BATCH
    assert len({finding.log for finding in result.findings}) > BATCH // 4

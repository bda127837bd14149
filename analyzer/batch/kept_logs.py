"""A reviewed batch taken apart into its logs: what a unit of work keeps of each, findings included."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import nullcontext
from enum import IntEnum, unique
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from analyzer.audit.findings import Finding, LogName, Unreadable
from analyzer.audit.review import Review
from analyzer.batch.outputs import Names
from analyzer.batch.reviews import Batch, Reviewed
from analyzer.batch.totals import COUNTS, count_games
from analyzer.kernels import compiling
from analyzer.tables.game_tables import dates_of
from analyzer.tables.unit_tables import Entry, UnitWriter, tables_of

if TYPE_CHECKING:
    from analyzer.tables.build import Packed

__all__ = ["EntryKind", "keep_batch"]

_DIGEST_BYTES = 16


@unique
class EntryKind(IntEnum):
    """What became of a log or a source."""

    READ = 0
    """It is in the tables."""
    MALFORMED = 1
    """Its bytes could not be read as a log."""
    UNREADABLE = 2
    """Its bytes could not be had."""
    LOST = 3
    """Whoever read it died of it."""

    @property
    def text(self) -> str:
        """Its name in the quarantine list."""
        return self.name.lower()


class _Kept(NamedTuple):
    """Entries of a batch, games first, and the findings of each."""

    entries: list[Entry]
    findings: list[list[Finding]]


def keep_batch(
    writer: UnitWriter,
    batch: Batch,
    reviewed: Reviewed,
    names: Names,
    *,
    lost: bool,
    wanted: Collection[str] | None = None,
) -> None:
    """Hand a batch over to the tables of its unit.

    Args:
        writer: Takes it.
        batch: The bytes.
        reviewed: What was found in them.
        names: What becomes of the names of players.
        lost: Whether the problems of the batch are logs that their reader died of.
        wanted: Names of the tables to build; None for all.
    """
    kept = _Kept([], [])
    packed: dict[str, Packed] = {}
    if reviewed.review is not None:
        _keep_review(kept, batch, reviewed.review, names)
        # The course of a hand is replayed only here, where the tables ask for it.
        with compiling() if batch.is_large else nullcontext():
            packed = _tables(reviewed.review, names, wanted)
    for problem in reviewed.problems:
        _keep_whole(kept, problem, EntryKind.LOST if lost else EntryKind.UNREADABLE, None)
    # Games are the first entries.
    rows = {name: np.bincount(game, minlength=len(kept.entries)) for name, (_, game) in packed.items()}
    tables = {name: table for name, (table, _) in packed.items()}
    findings = [finding for of_entry in kept.findings for finding in of_entry]
    if findings and "findings" in tables_of(wanted):
        from analyzer.tables.build import pack_findings

        tables["findings"] = pack_findings(findings)
        rows["findings"] = np.array([len(of_entry) for of_entry in kept.findings], np.int64)
    writer.add(kept.entries, tables, rows)


def _tables(review: Review, names: Names, wanted: Collection[str] | None) -> dict[str, Packed]:
    from analyzer.tables.build import pack_tables, with_names

    packed = pack_tables(review, wanted)
    if "players" in packed and not names.keeps:
        players = packed["players"]
        packed["players"] = players._replace(rows=with_names(players.rows, names.stand_in))
    return packed


def _keep_review(kept: _Kept, batch: Batch, review: Review, names: Names) -> None:
    digests = {name.source: sha256(data).digest()[:_DIGEST_BYTES] for name, data in batch.logs}
    counts = count_games(review)
    years, players = dates_of(review.case).years.tolist(), review.events.games.players.tolist()
    for game, (name, rule_set) in enumerate(zip(review.logs, review.rule_sets, strict=True)):
        kept.entries.append(
            Entry(
                name.log_id,
                name.source,
                EntryKind.READ,
                _digest(digests, name),
                None,
                rule_set,
                counts[game],
                years[game] or None,
                players[game],
            )
        )
        kept.findings.append([])
    games = {name: game for game, name in enumerate(review.logs)}
    refused = {one.finding: one.reason for one in review.refused}
    for finding in review.findings:
        cleared = names.cleared(finding)
        if finding in refused:
            whole = Unreadable(cleared, names.cleared_reason(refused[finding]))
            _keep_whole(kept, whole, EntryKind.MALFORMED, digests.get(finding.source))
        else:
            kept.findings[games[LogName(finding.log, finding.source)]].append(cleared)


def _digest(digests: dict[str, bytes], name: LogName) -> bytes:
    """Digest of a log; of one of several games in a log, of the log and the game's place in it."""
    if name.source in digests:
        return digests[name.source]
    source, _, place = name.source.rpartition("#")
    return sha256(digests[source] + place.encode()).digest()[:_DIGEST_BYTES]


def _keep_whole(kept: _Kept, whole: Unreadable, kind: EntryKind, digest: bytes | None) -> None:
    """Keep a finding that stands for a whole log or source."""
    finding, reason = whole
    nothing = np.zeros(COUNTS, np.int32)
    kept.entries.append(Entry(finding.log, finding.source, kind, digest, reason, None, nothing))
    kept.findings.append([finding])

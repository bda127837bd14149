"""Functions of the public face on runs: writing tables, and loading them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Unpack

from analyzer.batch.engines import end_if_imported_by_worker
from analyzer.batch.progress import Progress, is_quiet
from analyzer.batch.reviews import REFEREE
from analyzer.batch.run import run_asked
from analyzer.face import Choosing, chosen
from analyzer.keywords import sharing
from analyzer.stats.archive import Archive, load_archive


@sharing(Choosing)
def run(
    sources: str | Path | Iterable[str | Path],
    out: str | Path,
    *,
    rules: str | Path = "auto",
    checks: str | Iterable[str] | None = None,
    names: str = "keep",
    names_secret: str | Path | None = None,
    tables: str | Iterable[str] | None = None,
    stats: str | None = None,
    engine: str | None = None,
    workers: int | None = None,
    scheduler: str | None = None,
    fresh: bool = False,
    remove_missing: bool = False,
    progress: bool | None = None,
    **choice: Unpack[Choosing],
) -> Archive:
    """Read and audit logs, write tables as ``tenhou-analyzer run`` does, and load them.

    Logs that an earlier run into the same folder has read are not read again.  Several processes share the
    work on many logs: call this below ``if __name__ == "__main__":``, unless you are in a notebook.
    Arguments have the names of the options of the command; where several words are possible, a list of them
    or one text with commas does.

    Args:
        sources: Files, folders and archives; one or several.
        out: Folder for the tables and the summary; a path, or a URL as ``"s3://bucket/out"``.
        rules: ``"auto"`` to choose by log, or the name or file of a rule set for all.
        checks: Ids of the checks to run; None for all.
        names: ``"keep"`` the names of players, ``"hash"`` or ``"drop"`` them.
        names_secret: File with the secret for ``names="hash"``; None for the variable
            ``TENHOU_ANALYZER_NAMES_SECRET``.
        tables: Write only these, as ``["hands", "draws"]``; ``"all,plays"`` for all; None for all but plays.
        stats: ``"headline"``, ``"all"`` or ``"none"``: the statistics to count; None for the headline ones,
            or none where ``tables`` leaves one out.
        engine: ``"serial"`` in this process, ``"processes"``, or ``"dask"``; None for processes if there is
            enough work.
        workers: Processes; None for one on each core.
        scheduler: Address of the scheduler for ``engine="dask"``, as ``"tcp://host:8786"``.
        fresh: Forget what an earlier run into the folder has read.
        remove_missing: Remove the logs of a source that has none of its known files any more, as a disk that
            is not mounted; without it, that is a mistake.
        progress: Whether to show it on standard error; None: on a terminal and in a notebook.
        choice: Read only some logs: ``since`` and ``until`` a day, month or year, as ``"2019-04"``;
            ``players``, 3 or 4; ``room``, as ``"houou"`` or ``["houou", "tokujou"]``; ``length``,
            ``"tonpuu"`` or ``"hanchan"``; ``lobby``, as ``0``; ``id``, or those that a file lists, as
            ``"@ids.txt"``; ``sample``, a share such as ``"1%"`` or a number, drawn by their ids: always the
            same ones; ``limit``, this many, the first ones.

    Raises:
        UserMistake: When an argument is not valid, the folder was begun with other options, or a script calls
            this where the processes that it starts would call it again.
        OutOfSpace: When the disk is full.

    Examples:
        >>> from tempfile import TemporaryDirectory
        >>> from analyzer import simulate
        >>> with TemporaryDirectory() as folder:
        ...     for log_id, data in simulate(1, "example", length="tonpuu"):
        ...         written = Path(folder, f"{log_id}.mjlog").write_bytes(data)
        ...     run(Path(folder, f"{log_id}.mjlog"), Path(folder, "out"))["games"].num_rows
        1
    """
    end_if_imported_by_worker()
    with Progress(quiet=is_quiet(progress), kernels=REFEREE) as watch:
        run_asked(
            [sources] if isinstance(sources, str | Path) else list(sources),
            out,
            chosen(choice, run),
            rules=rules,
            checks=checks,
            names=names,
            names_secret=names_secret,
            tables=tables,
            stats=stats,
            engine=engine,
            workers=workers,
            scheduler=scheduler,
            fresh=fresh,
            remove_missing=remove_missing,
            watch=watch,
        )
    return load(out)


def load(*folders: str | Path) -> Archive:
    """Load the tables that ``tenhou-analyzer run`` wrote, with statistics over them.

    Args:
        folders: Folder of a run, or of several to be taken as one; a path, or a URL as ``"s3://bucket/out"``.

    Raises:
        UserMistake: When a folder does not hold them, or two folders have a log in common.

    Examples:
        ``analyzer.load("out-2021", "out-2022").stat("draw_rate", by="year")``
    """
    return load_archive(*folders)

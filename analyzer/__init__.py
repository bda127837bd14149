"""A referee and a statistician for Tenhou mahjong logs.

These names are the public interface.  Each imports what it needs when it is used, so that
``import analyzer`` is fast.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from datetime import date

    from analyzer.audit import Finding
    from analyzer.errors import AnalyzerError
    from analyzer.explain.settled_hand import SettledHand, score
    from analyzer.rules import RuleSet
    from analyzer.sources.asking import Asked
    from analyzer.stats.archive import Archive
    from analyzer.view import Game
    from analyzer.view.settling import OneOrMore, Written

__version__ = "0.2.0"

__all__ = [
    "AnalyzerError",
    "Game",
    "__version__",
    "load",
    "read",
    "rule_set",
    "run",
    "score",
    "settle",
    "simulate",
    "validate",
]


def read(source: str | Path | bytes, rules: str = "auto", *, log_id: str | None = None) -> Game:
    """Read and audit one log.

    Args:
        source: A file, plain or compressed; a folder or an archive; or the bytes of one game.
        rules: ``"auto"`` to choose by the log, or the name or file of a rule set.
        log_id: The log to read where the source holds several; ``"games.jsonl#2"`` is the second game of a
            file.

    Raises:
        MalformedLog: When there is no readable log.
        UserMistake: When the rule set does not exist, or the source holds several logs and ``log_id`` names
            none of them.

    Examples:
        >>> log_id, data = next(simulate(1, "example", scenario="nagashi_dealer"))
        >>> game = read(data)
        >>> game.hands[0].claimed.deltas
        (12000, -4000, -4000, -4000)
        >>> game.findings
        no findings
    """
    from analyzer.audit import LogName
    from analyzer.batch.reviews import name_log
    from analyzer.sources.plan import single_log
    from analyzer.view import read_game

    if isinstance(source, bytes):
        return read_game(source, LogName("bytes", "bytes"), rules)
    log = single_log(source, log_id)
    return read_game(log.data, name_log(log.source), rules, line=log.line, asked=log_id)


def validate(
    *sources: str | Path,
    rules: str | Path = "auto",
    checks: str | Iterable[str] | None = None,
    since: str | int | date | None = None,
    until: str | int | date | None = None,
    players: Asked = None,
    room: Asked = None,
    length: Asked = None,
    lobby: Asked = None,
    id: Asked = None,  # noqa: A002 - as the option is called
    sample: str | int | None = None,
    limit: int | None = None,
    progress: bool | None = None,
) -> Iterator[Finding]:
    """Findings on all logs of files, folders and archives, in order; an unreadable log is a finding too.

    Args:
        sources: As on the command line.
        rules: ``"auto"`` to choose by log, or the name or file of a rule set for all.
        checks: Ids of the checks to run; None for all.
        since: First day, month or year; this and all that follow are as for `run`.
        until: Last day, month or year.
        players: Only games of 3 or of 4.
        room: Only games of these rooms.
        length: Only ``"tonpuu"`` or only ``"hanchan"``.
        lobby: Only games of these lobbies.
        id: Only these logs.
        sample: A share or a number of the logs.
        limit: Read only this many logs.
        progress: Whether to show it on standard error; None: on a terminal and in a notebook.

    Raises:
        UserMistake: When the rule set or a check does not exist, or a source or another argument is not
            valid.

    Examples:
        ``analyzer.validate("logs.zip", players=3, sample="1%")``
    """
    from analyzer.batch.progress import is_quiet
    from analyzer.batch.reviews import findings_of, terms_of
    from analyzer.sources import plan
    from analyzer.sources.asking import choice_of

    choice = choice_of(
        since=since,
        until=until,
        players=players,
        rooms=room,
        lengths=length,
        lobbies=lobby,
        ids=id,
        sample=sample,
        limit=limit,
    )
    planned = plan([str(source) for source in sources], choice)
    return findings_of(planned, terms_of(rules, checks), quiet=is_quiet(progress))


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
    since: str | int | date | None = None,
    until: str | int | date | None = None,
    players: Asked = None,
    room: Asked = None,
    length: Asked = None,
    lobby: Asked = None,
    id: Asked = None,  # noqa: A002 - as the option is called
    sample: str | int | None = None,
    limit: int | None = None,
    engine: str | None = None,
    workers: int | None = None,
    scheduler: str | None = None,
    fresh: bool = False,
    remove_missing: bool = False,
    progress: bool | None = None,
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
        since: First day, month or year, as ``"2019-04"``.
        until: Last day, month or year.
        players: Only games of 3 or of 4.
        room: Only games of these rooms, as ``"houou"`` or ``["houou", "tokujou"]``.
        length: Only ``"tonpuu"`` or only ``"hanchan"``.
        lobby: Only games of these lobbies, as ``0``.
        id: Only these logs, or those that a file lists, as ``"@ids.txt"``.
        sample: A share such as ``"1%"`` or a number of the logs, drawn by their ids: always the same ones.
        limit: Read only this many logs, the first ones.
        engine: ``"serial"`` in this process, ``"processes"``, or ``"dask"``; None for processes if there is
            enough work.
        workers: Processes; None for one on each core.
        scheduler: Address of the scheduler for ``engine="dask"``, as ``"tcp://host:8786"``.
        fresh: Forget what an earlier run into the folder has read.
        remove_missing: Remove the logs of a source that has none of its known files any more, as a disk that
            is not mounted; without it, that is a mistake.
        progress: Whether to show it on standard error; None: on a terminal and in a notebook.

    Raises:
        UserMistake: When an argument is not valid, the folder was begun with other options, or a script calls
            this where the processes that it starts would call it again.
        OutOfSpace: When the disk is full.

    Examples:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     for log_id, data in simulate(1, "example", length="tonpuu"):
        ...         written = Path(folder, f"{log_id}.mjlog").write_bytes(data)
        ...     run(Path(folder, f"{log_id}.mjlog"), Path(folder, "out"))["games"].num_rows
        1
    """
    from analyzer.batch.engines import end_if_imported_by_worker

    end_if_imported_by_worker()
    from analyzer.batch.progress import Progress, is_quiet
    from analyzer.batch.reviews import REFEREE
    from analyzer.batch.run import run_asked
    from analyzer.sources.asking import choice_of

    choice = choice_of(
        since=since,
        until=until,
        players=players,
        rooms=room,
        lengths=length,
        lobbies=lobby,
        ids=id,
        sample=sample,
        limit=limit,
    )
    with Progress(quiet=is_quiet(progress), kernels=REFEREE) as watch:
        run_asked(
            [sources] if isinstance(sources, str | Path) else list(sources),
            out,
            choice,
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


def rule_set(name: str | Path) -> RuleSet:
    """A shipped rule set by name, or your own by file.

    Raises:
        UserMistake: When there is no such rule set, or the file does not define one.

    Examples:
        >>> rule_set("tenhou").noten_penalty_points
        3000
    """
    from analyzer.rules import load as load_rules

    return load_rules(name)


@overload
def settle(hand: Written | str | Path, rules: RuleSet | str | Path) -> SettledHand: ...
@overload
def settle(hand: Iterable[Written], rules: RuleSet | str | Path) -> list[SettledHand]: ...
def settle(hand: OneOrMore, rules: RuleSet | str | Path) -> SettledHand | list[SettledHand]:
    """Settle hands under a rule set: wins, draw, payments and what follows, with the reasons as records.

    Args:
        hand: A hand of a game; or facts that you write yourself: a file of one hand, or a mapping with its
            keys (docs/facts.md); or a list of hands and mappings.
        rules: A rule set, or the name or file of one.

    Returns:
        One settled hand, or a list as long as that of the hands.  A win that is called and is none is in
        ``invalid``, with the reason.

    Raises:
        UserMistake: When the rule set or the facts are not valid, or the file cannot be read.

    Examples:
        >>> tenpai = {"waits": "36m"}
        >>> facts = {"kyoku": "E1.0", "left": 0, "last": "discard 3 9m", "seat": {"0": tenpai}}
        >>> settle(facts, "tenhou").deltas
        (3000, -1000, -1000, -1000)
        >>> riichi = {"tehai": "234567m345p55s67s", "riichi": 5}
        >>> won, none = settle(
        ...     [
        ...         facts | {"last": "discard 3 8s", "left": 20, "ron": [0], "seat": {0: seat}}
        ...         for seat in (riichi, riichi | {"river": "8s 1z"})
        ...     ],
        ...     "tenhou",
        ... )
        >>> [yaku.name for yaku in won.wins[0].yaku], won.wins[0].points
        (['riichi', 'pinfu', 'tanyao'], 5800)
        >>> none.outcome, str(none.invalid[0].no_win)
        ('invalid', 'furiten')
    """
    from analyzer.view.settling import settle_one_or_more

    return settle_one_or_more(hand, rules)


def load(*folders: str | Path) -> Archive:
    """Load the tables that ``tenhou-analyzer run`` wrote, with statistics over them.

    Args:
        folders: Folder of a run, or of several to be taken as one; a path, or a URL as ``"s3://bucket/out"``.

    Raises:
        UserMistake: When a folder does not hold them, or two folders have a log in common.

    Examples:
        ``analyzer.load("out-2021", "out-2022").stat("draw_rate", by="year")``
    """
    from analyzer.stats.archive import load_archive

    return load_archive(*folders)


def simulate(
    games: int,
    seed: str,
    *,
    players: int = 4,
    length: str | None = None,
    scenario: str | None = None,
    rules: str | Path = "auto",
    progress: bool | None = None,
) -> Iterator[tuple[str, bytes]]:
    """Play legal games: log id and XML of each; the same arguments give the same bytes on any machine.

    Args:
        games: How many games.
        seed: Any text.
        players: 3 or 4.
        length: ``"hanchan"`` or ``"tonpuu"``; None for that of the rule set.
        scenario: What every game must contain; ``tenhou-analyzer simulate --list`` names the scenarios.
        rules: ``"auto"`` for Tenhou's, or the name or file of a rule set for this number of players.
        progress: Whether to show it on standard error; None: on a terminal and in a notebook.

    Raises:
        UserMistake: When an argument is not valid.

    Examples:
        >>> [log_id for log_id, data in simulate(2, "example", players=3, length="tonpuu")]
        ['2199010110gm-00b1-0000-401f85d4', '2199010110gm-00b1-0000-de56ff85']
    """
    from analyzer.batch.progress import is_quiet, watched
    from analyzer.simulation import SIMULATOR
    from analyzer.simulation import simulate as play

    played = play(games, seed, players=players, length=length, scenario=scenario, rules=rules)
    return watched(played, games, SIMULATOR, quiet=is_quiet(progress))


def __dir__() -> list[str]:
    return __all__


_ELSEWHERE = {
    "AnalyzerError": "analyzer.errors",
    "Game": "analyzer.view",
    "score": "analyzer.explain.settled_hand",
}


def __getattr__(name: str) -> object:
    if name not in _ELSEWHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_ELSEWHERE[name]), name)

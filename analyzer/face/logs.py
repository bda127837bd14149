"""Functions of the public face on logs, hands and rule sets; what a run writes is in `runs`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import TypeAlias, Unpack, overload

from analyzer.audit import Finding, LogName
from analyzer.batch.progress import is_quiet, watched
from analyzer.batch.reviews import findings_of, name_log, terms_of
from analyzer.errors import Location, UserMistake
from analyzer.explain.settled_hand import SettledHand, settle_note
from analyzer.face import Choosing, chosen
from analyzer.keywords import sharing
from analyzer.replay.notation import HandNote, hand_of, hands_in
from analyzer.rules import RuleSet
from analyzer.rules import load as load_rules
from analyzer.simulation import SIMULATOR
from analyzer.simulation import simulate as play
from analyzer.sources import plan
from analyzer.sources.plan import single_log
from analyzer.view import Game, read_game
from analyzer.view.game import AUTO, Hand, Rules
from analyzer.vocabulary import SEATS


def read(source: str | Path | bytes, rules: str | Path = "auto", *, log_id: str | None = None) -> Game:
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
    if isinstance(source, bytes):
        return read_game(source, LogName("bytes", "bytes"), str(rules))
    log = single_log(source, log_id)
    return read_game(log.data, name_log(log.source), str(rules), line=log.line, asked=log_id)


@sharing(Choosing)
def validate(
    *sources: str | Path,
    rules: str | Path = "auto",
    checks: str | Iterable[str] | None = None,
    progress: bool | None = None,
    **choice: Unpack[Choosing],
) -> Iterator[Finding]:
    """Findings on all logs of files, folders and archives, in order; an unreadable log is a finding too.

    Args:
        sources: As on the command line.
        rules: ``"auto"`` to choose by log, or the name or file of a rule set for all.
        checks: Ids of the checks to run; None for all.
        progress: Whether to show it on standard error; None: on a terminal and in a notebook.
        choice: Read only some logs, as for `run`.

    Raises:
        UserMistake: When the rule set or a check does not exist, or a source or another argument is not
            valid.

    Examples:
        ``analyzer.validate("logs.zip", players=3, sample="1%")``
    """
    planned = plan([str(source) for source in sources], chosen(choice, validate))
    return findings_of(planned, terms_of(rules, checks), quiet=is_quiet(progress))


def rule_set(name: str | Path) -> RuleSet:
    """A shipped rule set by name, or your own by file.

    Raises:
        UserMistake: When there is no such rule set, or the file does not define one.

    Examples:
        >>> rule_set("tenhou").noten_penalty_points
        3000
    """
    return load_rules(name)


Written: TypeAlias = Hand | HandNote | Mapping[str, object]
"""A hand of a game, a note, or the keys of one."""


@overload
def settle(hand: Written | str | Path, rules: Rules = AUTO) -> SettledHand: ...
@overload
def settle(hand: Iterable[Written], rules: Rules = AUTO) -> list[SettledHand]: ...
def settle(
    hand: Written | str | Path | Iterable[Written], rules: Rules = AUTO
) -> SettledHand | list[SettledHand]:
    """Settle hands under a rule set: wins, draw, payments and what follows, with the reasons as records.

    Args:
        hand: A hand of a game; or facts that you write yourself: a file of one hand, or a mapping with its
            keys (docs/facts.md); or a list of hands and mappings.
        rules: ``"auto"`` for the rule set of the log, or Tenhou's for facts; a rule set, or the name or file
            of one.

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
    chosen = rules if isinstance(rules, RuleSet) or rules == AUTO else load_rules(rules)
    if isinstance(hand, str | Path):
        return _settle(*_written_in(Path(hand)), chosen)
    if isinstance(hand, Hand | HandNote | Mapping):
        return _settle(hand, "facts", chosen)
    return [_settle(one, f"facts[{place}]", chosen) for place, one in enumerate(hand)]


def _settle(hand: Written, name: str, rules: Rules) -> SettledHand:
    """A hand under a rule set; by default under that of its log, or Tenhou's."""
    if isinstance(hand, Hand):
        return hand.settlement(rules)
    note = hand if isinstance(hand, HandNote) else hand_of(hand, name)
    tenhou = "tenhou" if note.players == SEATS else "tenhou-sanma"
    return settle_note(note, rules if isinstance(rules, RuleSet) else load_rules(tenhou), name)


def _written_in(path: Path) -> tuple[HandNote, str]:
    """The only hand of a file, and the name of the file."""
    try:
        with path.open("rb") as file:
            hands = list(islice(hands_in(file, str(path)), 2))
    except OSError as error:
        raise UserMistake(f"cannot be read: {error.strerror}", Location(str(path))) from None
    if len(hands) != 1:
        found = "2 or more" if hands else "0"
        raise UserMistake(f"expected one hand, found {found}; settle a list of them", Location(str(path)))
    return hands[0][0], str(path)


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
    played = play(games, seed, players=players, length=length, scenario=scenario, rules=rules)
    return watched(played, games, SIMULATOR, quiet=is_quiet(progress))

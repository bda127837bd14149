"""docs/engines.md: what public engines have answered, and each mistake in one line."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple, NotRequired, TypedDict, cast

from analyzer import __version__
from analyzer.conformance.judging import PARTS, Judged, Verdict
from analyzer.conformance.running import FAILED
from analyzer.errors import UserMistake

_HERE: Final = Path(__file__).parent


class Engine(NamedTuple):
    """A published engine.

    Attributes:
        name: Of its package.
        version: Pinned.
        source: ``PyPI`` or ``npm``.
        adapter: File in ``adapters``.
        rules: Rule sets of the pack that it is asked.
        does: What of a hand it works out.
        part: Of an engine that is asked in two ways.
    """

    name: str
    version: str
    source: str
    adapter: str
    rules: tuple[str, ...]
    does: str
    part: str = ""

    @property
    def title(self) -> str:
        """Name and version, as ``riichienv 0.4.11 (table)``."""
        return f"{self.name} {self.version}" + (f" ({self.part})" if self.part else "")

    def pinned(self, sign: str) -> str:
        """As its installer wants it."""
        return f"{self.name}{sign}{self.version}"


class _Difference(TypedDict):
    """A row of explained.toml."""

    engine: str
    told: str
    text: str
    case: NotRequired[str]
    part: NotRequired[str]
    yaku: NotRequired[list[str]]
    tsumo: NotRequired[bool]
    winners: NotRequired[int]
    pao: NotRequired[bool]
    outcome: NotRequired[str]
    on_purpose: NotRequired[bool]


def engines() -> list[Engine]:
    """Those that engines.toml lists."""
    rows = tomllib.loads((_HERE / "engines.toml").read_text(encoding="utf-8"))["engine"]
    return [
        Engine(
            row["name"],
            row["version"],
            row["from"],
            row["adapter"],
            tuple(row["rules"]),
            row["does"],
            row.get("part", ""),
        )
        for row in rows
    ]


@cache
def _differences() -> list[_Difference]:
    rows = tomllib.loads((_HERE / "explained.toml").read_text(encoding="utf-8"))["difference"]
    return cast("list[_Difference]", rows)


def _explained(engine: Engine, one: Judged) -> _Difference | None:
    """The explanation of a wrong part: one that speaks of each of its lines."""
    wins = cast("list[dict[str, list[dict[str, str]]]]", one.case.expected["wins"])
    yaku = {row["name"] for win in wins for row in win["yaku"]}
    is_tsumo = any(win["loser"] is None for win in wins)
    is_paid_by_another = any(win["pao"] for win in wins)
    outcome = one.case.expected["outcome"]
    return next(
        (
            row
            for row in _differences()
            if fnmatchcase(engine.title, row["engine"])
            and fnmatchcase(one.case.name, row.get("case", "*"))
            and one.part == row.get("part", one.part)
            and ("yaku" not in row or yaku & {*row["yaku"]})
            and row.get("tsumo", is_tsumo) == is_tsumo
            and row.get("winners", len(wins)) == len(wins)
            and row.get("pao", is_paid_by_another) == is_paid_by_another
            and row.get("outcome", outcome) == outcome
            and all(fnmatchcase(line, row["told"]) for line in one.told)
        ),
        None,
    )


def page_text(answered: Mapping[Engine, Sequence[Judged]], pack: str, day: str) -> str:
    """The page.

    Args:
        answered: What each engine has come to.
        pack: Digest of the pack.
        day: Of the run.

    Raises:
        UserMistake: When something is wrong that no row of explained.toml explains.
    """
    unexplained = [
        f"{engine.title}: {_line(one)}"
        for engine, judged in answered.items()
        for one in judged
        if _is_wrong(one) and _explained(engine, one) is None
    ]
    if unexplained:
        raise UserMistake("\n".join(["explained.toml has no row for these:", *unexplained]))
    head = "| Engine | From | Works out | Rule sets | Wins | Draws | Flow | Ends | On purpose | Disputed |"
    lines = [head, "|" + "---|" * 10, *(_row(engine, judged) for engine, judged in answered.items())]
    alike: dict[str, list[str]] = {}
    for engine, judged in answered.items():
        alike.setdefault(_notes(engine, judged), []).append(engine.title)
    notes = [f"## {' and '.join(titles)}\n\n{text}" for text, titles in alike.items() if text]
    table, explained = "\n".join(lines), "\n\n".join(notes)
    form = (_HERE / "page.md").read_text(encoding="utf-8")
    text = form.format(day=day, version=__version__, pack=pack, table=table, notes=explained)
    return text.rstrip() + "\n"


def _is_wrong(one: Judged) -> bool:
    return one.verdict in FAILED


def _is_on_purpose(engine: Engine, one: Judged) -> bool:
    row = _explained(engine, one)
    return one.verdict in (Verdict.WRONG, Verdict.NAMED) and row is not None and row.get("on_purpose", False)


def _row(engine: Engine, judged: Sequence[Judged]) -> str:
    counted = [one for one in judged if not _is_on_purpose(engine, one)]
    counts = Counter((one.part, one.verdict) for one in counted)
    disputed = sum(counts[part, Verdict.DISPUTED] for part in PARTS)
    scores = []
    for part in PARTS:
        right = counts[part, Verdict.RIGHT]
        of = right + sum(counts[part, one] for one in FAILED)
        scores.append(f"{right:,} of {of:,}" if of else "–")
    rules = ", ".join(engine.rules)
    cells = [
        f"`{engine.title}`",
        engine.source,
        engine.does,
        rules,
        *scores,
        len(judged) - len(counted),
        disputed,
    ]
    return f"| {' | '.join(map(str, cells))} |"


def _notes(engine: Engine, judged: Sequence[Judged]) -> str:
    """What is wrong, by explanation; empty where nothing is."""
    groups: dict[tuple[bool, str], list[Judged]] = {}
    for one in judged:
        row = _explained(engine, one) if _is_wrong(one) else None
        if row is not None:
            groups.setdefault((row.get("on_purpose", False), row["text"]), []).append(one)
    return "\n".join(
        _group(text, ones, on_purpose=on_purpose) for (on_purpose, text), ones in sorted(groups.items())
    )


def _group(text: str, ones: Sequence[Judged], *, on_purpose: bool) -> str:
    """An explanation with the first case that it explains, and the number of others."""
    first, *others = dict.fromkeys(one.case.name for one in ones)
    more = f" and {len(others)} more" if others else ""
    return f"- {'on purpose: ' if on_purpose else ''}{text}: `{first}`{more}"


def _line(one: Judged) -> str:
    """One mistake: where, and what the engine gives and what is right."""
    return f"`{one.case}` ({one.part}): {'; '.join(one.told)}"

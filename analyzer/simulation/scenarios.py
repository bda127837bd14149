"""Every rare thing that a game can be asked for: the files of ``analyzer/scenarios``, and the forms of logs.

A file has one table ``[[scenario]]`` for each, with the fields of `Scenario`; a game of one scene has the
fields of `Scene` beside them, others have ``scenes``, each a table or a name, with ``* 3`` behind it for
three.  ``rules`` has by rule the value that it needs, or several of which one will do, or either by number of
players.  ``common.toml`` has the tehai and the scenes that other files name.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from analyzer.replay.facts import Illegal
from analyzer.rules import RuleSet
from analyzer.simulation.forms import Form, form_of
from analyzer.simulation.hand_rows import hand_row
from analyzer.simulation.scene import Scenario, Scene

__all__ = ["HANDS", "SCENARIOS", "Scenario", "openings", "scripted_scenarios"]

_FOLDER: Final = Path(__file__).parents[1] / "scenarios"

_Row: TypeAlias = Mapping[str, Any]

_FILES: Final[Mapping[str, _Row]] = {
    file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted(_FOLDER.glob("*.toml"))
}


def _common(key: str) -> _Row:
    """What files name for all of them."""
    return {name: value for file in _FILES.values() for name, value in file.get(key, {}).items()}


_TEHAI, _SCENES, _WAYS = map(_common, ("tehai", "scenes", "ways"))


def _scene(row: _Row) -> Scene:
    return Scene(
        plays=row["plays"],
        haipai={wind: _TEHAI.get(tiles, tiles) for wind, tiles in row.get("haipai", {}).items()},
        dora=row.get("dora", ""),
        ura=row.get("ura", ""),
        fill=row.get("fill", {}),
        illegal=tuple(Illegal[name.upper()] for name in row.get("illegal", ())),
    )


def _scenes(rows: Sequence[str | _Row], name: str = "") -> tuple[Scene, ...]:
    """The scenes of a scenario; its name says which of several comes first."""
    scenes: list[Scene] = []
    for row in rows:
        if isinstance(row, str):
            named, _, times = row.partition(" * ")
            found = _SCENES[named]
            several = found if isinstance(found, list) else [found]
            for _ in range(int(times or 1)):
                scenes.append(_scene(several[(sum(name.encode()) + len(scenes)) % len(several)]))
        else:
            scenes.append(_scene(row))
    return tuple(scenes)


def _needs(wanted: _Row) -> Callable[[RuleSet], bool]:
    """Whether a rule set has the values that a scenario needs."""

    def meets(rules: RuleSet, name: str, value: object) -> bool:
        if isinstance(value, Mapping):
            value = value[str(rules.seats)]
        accepted = value if isinstance(value, list) else [value]
        to_target = rules.target_points - rules.start_points
        found = to_target if name == "points_to_target" else getattr(rules, name)
        return any(one in accepted for one in (found if isinstance(found, tuple) else (found,)))

    return lambda rules: all(meets(rules, name, value) for name, value in wanted.items())


def _scenario(row: _Row, form: Form | None = None) -> Scenario:
    return Scenario(
        name=row["name"],
        meaning=row["meaning"],
        players=tuple(row.get("players", (3, 4))),
        scenes=_scenes(row.get("scenes", [] if form else [row]), row["name"]),
        sanma=_scenes(row.get("sanma", ()), row["name"]),
        rules=form.fits if form else _needs(row.get("rules", {})),
        form=form,
        shows=tuple(row.get("shows", (0,))),
    )


def scripted_scenarios(file: str) -> tuple[Scenario, ...]:
    """The scenarios of a file, in its order."""
    return tuple(_scenario(row) for row in _FILES[file].get("scenario", ()))


_FORMS: Final = {row["name"]: row for row in _FILES["forms"]["form"]}

HANDS: Final = tuple(
    hand_row(row, _WAYS, _TEHAI, _needs(row.get("rules", {})))
    for file in _FILES.values()
    for row in file.get("hands", ())
)
"""Single hands, played by any seats."""


def openings(players: int) -> list[tuple[Scene, ...]]:
    """What games of `HANDS` begin with, in turn."""
    rows = [row for file in _FILES.values() for row in file.get("opening", ())]
    return [_scenes(row["sanma" if players == 3 else "scenes"], row["name"]) for row in rows]


SCENARIOS: Final = (
    *(row for file in _FILES for row in scripted_scenarios(file)),
    *(_scenario(row, form_of(row, _FORMS)) for row in _FORMS.values()),
)
"""Names are unique; the order is that of lists for users."""

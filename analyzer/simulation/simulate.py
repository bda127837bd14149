"""Games on demand, from one seed: the public face of this room."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from datetime import date
from pathlib import Path
from typing import Final

from analyzer.errors import UserMistake, nearest
from analyzer.kernels import compiling
from analyzer.kernels.beside import KernelSet
from analyzer.rules import RuleSet, choose, load
from analyzer.simulation.deck import deal_out
from analyzer.simulation.games import DATE, go_type_of, log_id_of, ranked_go_type
from analyzer.simulation.policy_games import play_games
from analyzer.simulation.scenarios import HANDS, SCENARIOS, HandRow, play_scenario
from analyzer.simulation.scene import Scenario
from analyzer.vocabulary import RIICHI_STICK
from analyzer.wall import SeedForm

SIMULATOR: Final = KernelSet(
    "simulator", "analyzer.simulation.simulate:compile_simulator", loads_above=12, compiles_above=500
)
"""Measured: 90 ms a game plain; 1 s to load the compiled kernels, 45 s to compile them."""

LENGTHS: Final = {"tonpuu": 1, "hanchan": 2}
"""Winds of a full game, by the word users say."""

_GAMES_AT_ONCE: Final = 512
_GAMES_AT_ONCE_PLAIN: Final = 2
"""Plain code gains nothing from many, and a user waits for the first."""

Log = tuple[str, bytes]


def simulate(
    games: int,
    seed: str,
    *,
    players: int = 4,
    length: str | None = None,
    scenario: str | None = None,
    rules: str | Path = "auto",
) -> Iterator[Log]:
    """Play legal games and give them as logs.

    The same arguments give the same bytes on every platform; a game does not depend on how many are asked
    for.  Where ordinary games are many, kernels are compiled beside, and play on when they are ready.

    Args:
        games: How many.
        seed: Any text.
        players: 3 or 4.
        length: ``"hanchan"`` or ``"tonpuu"``; None for that of the rule set, which is a hanchan for Tenhou's.
        scenario: Name of a row of SCENARIOS, which every game then contains, or of HANDS, of which it then
            consists; None for ordinary play.
        rules: ``"auto"`` for Tenhou's, of the time of the scenario where this is a form of logs of the past,
            else the name or file of a rule set.

    Returns:
        Log id and XML of each game, in order.

    Raises:
        UserMistake: When a value cannot be used; before the first game.
    """
    if games < 0:
        raise UserMistake(f"{games} games cannot be played; expected 0 or more")
    if any("\ud800" <= sign <= "\udfff" for sign in str(seed)):
        raise UserMistake(f"seed {seed!r} is not text in UTF-8; expected any other text")
    if players not in (3, 4):
        raise UserMistake(f"{players} players cannot play; expected 3 or 4")
    if length is not None and length not in LENGTHS:
        raise UserMistake(f"{length!r} is not a length of a game; expected {' or '.join(LENGTHS)}")
    wanted = None if scenario is None else _named(scenario)
    form = wanted.form if isinstance(wanted, Scenario) else None
    played_on = max(form.times.values(), default=DATE) if form else DATE
    rule_set = _rule_set(rules, players, length, played_on)
    played = next(word for word, winds in LENGTHS.items() if winds >= min(rule_set.winds, 2))
    if wanted is None:
        return _ordinary(games, f"{seed}/{players}/{played}/ordinary", rule_set)
    if players not in wanted.players:
        raise UserMistake(f"the scenario {scenario!r} cannot happen with {players} players")
    if not wanted.makes_sense(rule_set):
        raise UserMistake(f"the scenario {scenario!r} cannot happen under the rule set {rule_set.name!r}")
    name = f"{seed}/{players}/{played}/{scenario}"
    if isinstance(wanted, Scenario):
        return (scenario_log(wanted, name, rule_set, game) for game in range(games))
    # One hand is played again and again, by changing seats.
    decks = (deal_out([wanted], [()], rule_set, f"{name}/{game}") for game in range(games))
    return ((game.log_id, game.data) for game in map(next, decks))


def _named(scenario: str) -> Scenario | HandRow:
    rows: list[Scenario | HandRow] = [*SCENARIOS, *HANDS]
    known = {row.name: row for row in rows}
    if scenario not in known:
        near = nearest(scenario, known, "; `tenhou-analyzer simulate --list` has all")
        raise UserMistake(f"{scenario!r} is not a scenario{near}")
    return known[scenario]


def _rule_set(rules: str | Path, players: int, length: str | None, played_on: date) -> RuleSet:
    if rules != "auto":
        loaded = load(rules)
        if loaded.seats != players:
            raise UserMistake(f"the rule set {loaded.name!r} is for {loaded.seats} players, not {players}")
        if length is not None and loaded.winds != LENGTHS[length]:
            raise UserMistake(
                f"the rule set {loaded.name!r} plays {loaded.winds} winds, which is no {length}"
            )
        if loaded.riichi_stick != RIICHI_STICK:
            raise UserMistake(
                f"the rule set {loaded.name!r} has riichi sticks of {loaded.riichi_stick} points; "
                f"simulate plays with sticks of {RIICHI_STICK}"
            )
        return loaded
    go_type = ranked_go_type(players=players, winds=LENGTHS["hanchan" if length is None else length])
    return choose(go_type, 0, played_on, players=players).rule_set()


def _ordinary(games: int, name: str, rules: RuleSet) -> Iterator[Log]:
    go_type = go_type_of(rules)
    first = 0
    with SIMULATOR.beside():
        SIMULATOR.compile_for(games)
        while first < games:
            at_once = _GAMES_AT_ONCE if SIMULATOR.is_ready() else _GAMES_AT_ONCE_PLAIN
            some = range(first, min(first + at_once, games))
            first = some.stop
            with compiling() if SIMULATOR.pays(len(some)) else nullcontext():
                played = play_games([f"{name}/{game}" for game in some], rules)
            for game, data in zip(some, played, strict=True):
                yield log_id_of(name, go_type, game), data


def compile_simulator() -> None:
    """Compile every kernel of the simulator, by two small games."""
    with compiling():
        for players in (4, 3):
            next(simulate(1, "warm", players=players, length="tonpuu"))


def scenario_log(scenario: Scenario, name: str, rules: RuleSet, game: int = 0) -> Log:
    """Log id and XML of a game that contains a scenario."""
    form, each = scenario.form, f"{name}/{game}"
    log_id = log_id_of(name, go_type_of(rules), game)
    if form is None:
        return log_id, play_scenario(scenario, each, rules)
    (data,) = play_games([each], rules, form.seeds or SeedForm.BASE64)
    return form.log_id(log_id, rules), form.write(data)

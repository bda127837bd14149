"""The public face: what `import analyzer` gives, and a run from Python."""

from __future__ import annotations

import inspect
from dataclasses import is_dataclass
from functools import cache
from inspect import signature
from pkgutil import iter_modules
from types import FunctionType
from typing import get_args, get_origin, get_type_hints
from uuid import uuid4

import pytest

import analyzer
from analyzer.errors import UserMistake
from analyzer.stats.archive import Archive
from tests.hands import Hand

pytestmark = pytest.mark.usefixtures("few_statistics")

FUNCTIONS = sorted(set(analyzer.__all__) - {"__version__", "AnalyzerError", "Game"})

TEHAI = ("258m19m19p19s1234z", "334455m667788p5z", "334455s667788m5z", "334455p667788s5z")


@pytest.fixture
def folder(tmp_path):
    """A game of four players that ends as it must, and the same with its ryuukyoku called by another name."""
    hand = Hand(*TEHAI)
    data = hand.draw(0, "5m").ryuukyoku(0, kind="yao9").xml()
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / "2021010101gm-00a9-0000-0000000a.mjlog").write_bytes(data)
    (logs / "2022010101gm-00a9-0000-0000000b.mjlog").write_bytes(data.replace(b'"yao9"', b'"kaze4"'))
    return logs


def ids(archive):
    return sorted(archive["games"]["log_id"].to_pylist())


def test_the_face_shows_what_a_user_may_use_and_nothing_else():
    assert dir(analyzer) == sorted(analyzer.__all__)
    assert [type(getattr(analyzer, name)) for name in FUNCTIONS] == [FunctionType] * len(FUNCTIONS)
    assert {module.name for module in iter_modules(analyzer.__path__)}.isdisjoint(FUNCTIONS)
    with pytest.raises(AttributeError, match="no attribute 'Hand'"):
        _ = analyzer.Hand
    documented = {*analyzer.__all__} - {"__version__"}
    assert [one for one in documented if "Examples:\n" not in inspect.getdoc(getattr(analyzer, one))] == []
    # One error covers a log that cannot be read and a mistake of the user.
    for wrong in (lambda: analyzer.read(b"no log"), lambda: analyzer.load("no folder")):
        with pytest.raises(analyzer.AnalyzerError):
            wrong()


def given_by(hint):
    """The types that a type names: itself, or those that it is made of."""
    parts = [one for arg in get_args(hint) for one in (arg if isinstance(arg, list) else [arg])]
    return [get_origin(hint) or hint, *(one for part in parts for one in given_by(part))]


def functions_of(name, value):
    """A function, or all public functions, methods and properties of a class, by their names."""
    if isinstance(value, FunctionType):
        return {name: value}
    found = {
        own: getattr(getattr(member, "fget", member), "__func__", getattr(member, "fget", member))
        for base in reversed(value.__mro__)
        if base.__module__.startswith("analyzer.")
        for own, member in vars(base).items()
        if not own.startswith("_")
    }
    return {f"{name}.{own}": one for own, one in found.items() if isinstance(one, FunctionType)}


COLUMNS = {"Review", "Facts", "Situation", "Counts"}
"""What users get besides results: arrays and sums, the bulk data of games."""


@cache
def public():
    """Every public class with its functions: those of `analyzer`, and from there on what these return."""
    found, left = {}, [(name, getattr(analyzer, name)) for name in analyzer.__all__ if name != "__version__"]
    while left:
        name, value = left.pop()
        found[name, value] = functions_of(name, value)
        hints = [get_type_hints(one).get("return") for one in found[name, value].values()]
        if is_dataclass(value):
            hints += [hint for own, hint in get_type_hints(value).items() if not own.startswith("_")]
        for one in (one for hint in hints for one in given_by(hint)):
            is_ours = isinstance(one, type) and one.__module__.startswith("analyzer.")
            if is_ours and one.__name__ not in COLUMNS and (one.__name__, one) not in {*found, *left}:
                left.append((one.__name__, one))
    return found


def test_the_types_of_every_public_function_can_be_looked_up():
    """As tools do that check or convert arguments; a name that only a type checker sees would be an error."""
    named = {name for name, _ in public()}
    assert {"Archive", "Game", "GameBuilder", "Hand", "Finding", "Converted", "SettledHand"} <= named
    assert {"ScoredWin", "ShownTable", "Play", "Meld", "Explanation", "Section", "RuleSet"} <= named
    for functions in public().values():
        for name, function in functions.items():
            hints = get_type_hints(function)
            assert "return" in hints, name
            assert {*signature(function).parameters} - {*hints} <= {"self", "cls"}, name
            assert [hint for hint in hints.values() if isinstance(hint, str)] == [], name


def test_options_that_functions_share_are_shown_by_each_and_a_misspelt_one_is_answered(folder):
    assert {"since", "players", "sample", "progress"} <= {*signature(analyzer.validate).parameters}
    assert {"rows", "where", "confidence"} <= {*signature(Archive.rate).parameters}
    for function in (analyzer.run, analyzer.validate, Archive.stat, Archive.quantile):
        assert {"choice", "options"}.isdisjoint(signature(function).parameters)
    for word, meant in (("player", "players"), ("rule", "rules")):
        with pytest.raises(UserMistake, match=f"'{word}' is not an option; did you mean '{meant}'"):
            analyzer.validate(folder, **{word: 3})


def test_what_users_get_are_no_tuples_with_count_and_index():
    """Records are frozen dataclasses; a tuple is one that holds many of a kind."""
    tuples = [value for _, value in public() if isinstance(value, type) and issubclass(value, tuple)]
    records = [value for _, value in public() if is_dataclass(value)]

    assert [value.__name__ for value in tuples if hasattr(value, "_fields")] == []
    assert [value.__name__ for value in tuples] == ["Findings"]
    assert [value.__name__ for value in records if not value.__dataclass_params__.frozen] == []
    assert len(records) > 15


def test_rules_are_chosen_unless_they_are_named():
    functions = {name: one for every in public().values() for name, one in every.items()}
    given = {name: signature(one).parameters for name, one in functions.items()}
    defaults = {name: one["rules"].default for name, one in given.items() if "rules" in one}

    assert set(defaults.values()) == {"auto"}
    assert {"read", "run", "score", "settle", "simulate", "validate", "Game.build"} <= {*defaults}
    assert {"Game.html", "Hand.explain", "Hand.rules", "Hand.settlement", "Hand.table"} <= {*defaults}


def test_a_hand_is_settled_by_the_rules_of_its_log_or_by_those_of_tenhou():
    facts = {"kyoku": "E1.0", "left": 0, "last": "discard 2 9m", "seat": {"0": {"waits": "36p"}}}
    hand = analyzer.read(Hand(*TEHAI).draw(0, "5m").ryuukyoku(0, kind="yao9").xml(), "wrc").hands[0]

    settled = analyzer.settle([facts, facts | {"players": 3}, hand])

    assert [one.rule_set for one in settled] == ["tenhou", "tenhou-sanma", "wrc"]


def test_calls_show_progress_when_asked_to(folder, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("analyzer.batch.progress._FIRST", 0)
    monkeypatch.setattr("analyzer.batch.progress._LOOKS_EVERY", 0.001)

    for progress in (True, None):
        for work in (
            lambda progress: list(analyzer.validate(folder, progress=progress)),
            lambda progress: list(
                analyzer.simulate(1, "shown", players=3, length="tonpuu", progress=progress)
            ),
            lambda progress: analyzer.run(folder, tmp_path / "out", fresh=True, progress=progress),
        ):
            work(progress)
            assert (" games, " in capsys.readouterr().err) is bool(progress)


def test_runs_into_a_folder_and_into_a_store_are_loaded_together(folder, tmp_path):
    pytest.importorskip("fsspec", reason="stores need the extra 'cluster'")
    first, second = sorted(folder.iterdir())
    out = f"memory://{uuid4().hex}/out"

    analyzer.run(first, out, engine="serial", tables=["hands"])
    archive = analyzer.run(str(second), tmp_path / "out", engine="serial", tables=["hands"])

    both = analyzer.load(out, tmp_path / "out")
    assert ids(both) == [first.stem, second.stem]
    assert both.frame("games")["year"].tolist() == [2021, 2022]
    assert ids(archive) == ids(analyzer.load(tmp_path / "out")) == [second.stem]
    assert archive["hands"].num_rows > 0
    with pytest.raises(UserMistake, match="has no table 'draws'"):
        archive["draws"]


def test_a_run_takes_several_sources_leaves_out_what_is_not_asked_for_and_starts_afresh(folder, tmp_path):
    first, second = sorted(folder.iterdir())
    (tmp_path / "secret").write_bytes(b"horse\n")

    both = analyzer.run([first, str(second)], tmp_path / "both", checks=["draw-payment"], workers=1)
    chosen = {"since": "2022", "players": 4, "room": "houou", "length": "hanchan"}
    hashing = {"names": "hash", "names_secret": tmp_path / "secret"}
    analyzer.run(folder, tmp_path / "later", names="drop")
    with pytest.raises(UserMistake, match="begun with"):
        analyzer.run(folder, tmp_path / "later", **hashing, **chosen)
    later = analyzer.run(folder, tmp_path / "later", fresh=True, **hashing, **chosen)

    assert ids(both) == [first.stem, second.stem]
    assert "draw-kind" not in both["findings"]["check"].to_pylist()
    assert ids(later) == [second.stem]
    assert "draw-kind" in later["findings"]["check"].to_pylist()
    assert {len(name) for name in later["players"]["name"].to_pylist()} == {64}


CHOSEN = [
    ({"id": ["2022010101gm-00a9-0000-0000000b", "2021010101gm-00a9-0000-0000000a"]}, "ab"),
    ({"id": "@ids.txt", "limit": 1}, "a"),
    ({"sample": 1}, "b"),
    ({"players": (3, 4), "room": ["houou", "tokujou"], "until": "2021-12"}, "a"),
]
"""Words that choose logs, and the ends of the ids of the logs that they choose."""


@pytest.mark.parametrize(("asked", "chosen"), CHOSEN)
def test_logs_are_chosen_as_by_the_options_of_the_commands(folder, tmp_path, monkeypatch, asked, chosen):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ids.txt").write_text("2021010101gm-00a9-0000-0000000a\n")

    if chosen == "b":
        archive = analyzer.run(folder, "out", engine="serial", tables=["hands"], **asked)
        assert [log_id[-1] for log_id in ids(archive)] == [*chosen]
    findings = analyzer.validate(folder, checks="draw-kind", **asked)
    assert [finding.log[-1] for finding in findings] == [*chosen.replace("a", "")]


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"engine": "threads"}, "'threads' is unknown"),
        ({"engine": "serial", "workers": 2}, "--workers 2 cannot be had"),
        ({"sample": "many"}, "'many'"),
        ({"rules": "tenho"}, "tenho"),
        ({"checks": []}, "the list of checks is empty; expected at least one"),
        ({"names": "hash"}, "secret"),
    ],
)
def test_a_run_refuses_what_it_cannot_do_before_it_writes(folder, tmp_path, monkeypatch, asked, message):
    monkeypatch.delenv("TENHOU_ANALYZER_NAMES_SECRET", raising=False)

    with pytest.raises(UserMistake, match=message):
        analyzer.run(folder, tmp_path / "out", **asked)
    assert not (tmp_path / "out").exists()


def test_without_red_fives_the_fourth_five_is_written_like_the_others():
    # Riichi and two dora, 40 fu: 20, closed ron 10, the concealed triplet of fives 4.
    winner = {"tehai": "34555m678p234s22z", "riichi": 3, "river": "9s 9s 9s"}
    facts = {"kyoku": "E1.0", "left": 20, "last": "discard 1 5m", "ron": [0], "indicators": "1z"}

    settled = analyzer.settle(facts | {"seat": {"0": winner, "1": {"river": "5m"}}}, "wrc")

    assert [(win.han, win.fu, win.points) for win in settled.wins] == [(3, 40, 7700)]

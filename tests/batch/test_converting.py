"""Logs converted one after another, and what the next one to run finds."""

from analyzer.batch import converting
from analyzer.batch.converting import convert_all
from analyzer.kernels import is_compiling
from analyzer.sources.items import SourceLog


def test_kernels_run_compiled_while_a_log_is_converted_and_not_while_its_games_are_taken(monkeypatch):
    seen = []

    def converted(log, target):
        seen.append(is_compiling())
        yield "a game"
        yield "another"

    monkeypatch.setattr(converting, "_converted", converted)
    monkeypatch.setattr(converting.REFEREE, "pays", lambda logs: True)
    games = convert_all([SourceLog("a.mjlog", b"<mjloggm/>", 1)], "mjai")

    assert next(games) == "a game"
    assert seen == [True]
    assert not is_compiling()

"""What is tried when workers die, on an executor whose workers only pretend to work."""

from concurrent.futures import Future
from contextlib import nullcontext

from analyzer.batch.engines import Died, over_futures
from tests.batch.engines.trials import done, flat, names, unit_of


class Workers:
    """Two workers; a log called ``k`` kills, and of some units nothing is heard the first time."""

    def __init__(self, never_begun=()):
        self.never_begun = set(never_begun)
        self.sent = []
        self.doing = {}

    def room(self):
        return 2

    def submit(self, does, unit):
        future, logs = Future(), "".join(names(unit))
        self.doing[future] = logs
        self.sent.append(logs)
        if logs in self.never_begun:
            self.never_begun.remove(logs)
            future.set_exception(Died("not begun", had_begun=False))
        elif "k" in logs:
            future.set_exception(Died(f"{logs} killed"))
        else:
            future.set_result(does(unit))
        return future

    def first_done(self, futures):
        assert {*futures} == {*self.doing}
        return [next(iter(futures))]

    def result(self, future):
        del self.doing[future]
        return future.result()


def tried(workers, *units):
    """Names of the logs that are read, what is lost and why, and what was tried."""
    results, lost = done(over_futures(lambda: nullcontext(workers)), names, units)
    return flat(results), [("".join(names(one.unit)), one.reason) for one in lost], workers.sent


def test_what_kills_is_tried_while_nothing_else_works_and_then_in_halves():
    read, lost, sent = tried(Workers(), unit_of("a"), unit_of("b", "k"), unit_of("c"), unit_of("d"))

    assert (read, lost) == (["a", "b", "c", "d"], [("k", "reading it ends the process: k killed")])
    assert sent == ["a", "bk", "c", "bk", "b", "k", "d"]


def test_what_no_worker_had_begun_is_sent_again_and_not_suspected():
    read, lost, sent = tried(Workers(never_begun=["a", "b"]), unit_of("a"), unit_of("b"))

    assert (read, lost) == (["a", "b"], [])
    assert sorted(sent) == ["a", "a", "b", "b"]


def test_pieces_are_cut_on_until_one_kills_by_itself():
    read, lost, sent = tried(Workers(), unit_of("a", "k", "b", "c"))

    assert (read, [name for name, _ in lost]) == (["a", "b", "c"], ["k"])
    assert sent == ["akbc", "akbc", "ak", "a", "k", "bc"]

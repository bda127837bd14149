"""Kernels: one function, two speeds, one result; and a compiler that stays out of the way."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from functools import partial
from typing import NamedTuple

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.kernels import compiling, is_compiling, kernel
from tests.thinned import thinned

HONBA_POINTS = 300
LIMITS = np.array([0, 8000, 12000], np.int32)


class Deal(NamedTuple):
    """Columns in one argument, as the rooms pass them."""

    seats: np.ndarray
    limits: np.ndarray


@kernel
def bonus(honba, payers=1):
    """Points of all honba; a kernel that others call."""
    return honba * HONBA_POINTS * payers


@kernel
def payments(deal, honba):
    """Payments per seat, from a table, another kernel and a byte column."""
    paid = np.zeros(len(deal.seats), np.int64)
    for place in range(len(deal.seats)):
        seat = int(deal.seats[place])
        paid[place] = seat * 200 + LIMITS[int(deal.limits[place])] + bonus(honba)
    return paid


@kernel
def bonuses(count):
    """A comprehension is a function of its own before Python 3.12 and names a kernel too."""
    return [bonus(honba, payers=3) for honba in range(count)]


@kernel(inline=True)
def share(points, payers):
    """A kernel that is compiled into its callers."""
    return points // payers


@kernel
def shares(points):
    """Calls one kernel with several numbers written out, and with a narrow one."""
    return share(9000, 3) + share(8000, 2) + share(int(points[0]), 4)


@kernel(allocates=True)
def doubled(points):
    """An array of its own."""
    return points * 2


@kernel
def paid_twice(points):
    """Calls a kernel that makes arrays, and hands one on."""
    total = 0
    for _ in range(100):
        total += int(doubled(points).sum())
    return total


@kernel
def raised(rows):
    """Returns the array it was lent, and does not say so."""
    rows[0] += 1
    return rows


@kernel
def first_raised(rows):
    """Calls a kernel that returns an array."""
    return raised(rows)[0]


@given(st.lists(st.tuples(st.integers(0, 255), st.integers(0, 2)), max_size=20), st.integers(0, 30))
def test_the_compiled_twin_gives_the_same_array(rows, honba):
    deal = Deal(np.array([s for s, _ in rows], np.uint8), np.array([k for _, k in rows], np.uint8))

    plain = payments(deal, honba)
    with compiling():
        compiled = payments(deal, honba)

    assert plain.tolist() == [s * 200 + [0, 8000, 12000][k] + 300 * honba for s, k in rows]
    assert compiled.dtype == plain.dtype
    assert compiled.tolist() == plain.tolist()


def test_a_kernel_named_inside_a_comprehension_is_compiled_with_it():
    assert bonuses(3) == [0, 900, 1800]
    with compiling():
        assert bonuses(3) == [0, 900, 1800]


def test_plain_kernels_call_the_plain_functions_of_others():
    assert paid_twice.plain.__globals__["doubled"] is doubled.function
    assert doubled.plain is doubled.function
    assert paid_twice(np.arange(4)) == paid_twice.function(np.arange(4)) == 1200


def test_a_kernel_that_others_call_is_compiled_once_for_all_numbers_and_widths():
    points = np.array([200], np.uint8)

    plain = shares(points)
    with compiling():
        compiled = shares(points)

    assert plain == compiled == 3000 + 4000 + 50
    assert len(share.callee.signatures) == 1


def test_arrays_that_a_called_kernel_makes_are_given_back_once():
    points = np.arange(4, dtype=np.int64)

    with compiling():
        assert [paid_twice(points) for _ in range(50)] == [1200] * 50
    assert paid_twice.function(points) == 1200


def test_a_called_kernel_that_returns_an_array_must_say_so():
    with compiling(), pytest.raises(TypeError, match=r"raised returns .*allocates=True"):
        first_raised(np.ones(2))


def without_options(monkeypatch, names):
    """A numba that does not know these options any more, and refuses them."""
    options = numba.core.registry.cpu_target.options
    for owner in options.__mro__:
        for name in {*names} & {*vars(owner)}:
            monkeypatch.delattr(owner, name)


def without_registry(monkeypatch):
    """A numba that does not tell its options any more."""
    monkeypatch.delattr(numba.core, "registry")


def with_a_fixed_compile(monkeypatch):
    """A numba whose way to compile cannot be replaced."""
    dispatcher = numba.core.dispatcher.Dispatcher
    compile_exactly = dispatcher.compile
    monkeypatch.setattr(dispatcher, "compile", property(lambda self: partial(compile_exactly, self)))


OTHER_NUMBAS = {
    "any option": partial(without_options, names=["_nrt", "no_cfunc_wrapper", "no_cpython_wrapper"]),
    "a table of options": without_registry,
    "a compile to replace": with_a_fixed_compile,
}


@pytest.mark.parametrize("change", thinned(OTHER_NUMBAS, 3))
def test_a_numba_that_lacks_what_it_does_not_document_gives_the_same(change, monkeypatch):
    OTHER_NUMBAS[change](monkeypatch)
    fresh = {name: kernel(one.function) for name, one in (("bonus", bonus), ("share", share))}
    for name, one in fresh.items():
        monkeypatch.setitem(globals(), name, one)
    deal = Deal(np.array([1, 2], np.uint8), np.array([0, 2], np.uint8))

    with compiling():
        assert kernel(payments.function)(deal, 1).tolist() == [200 + 300, 400 + 12000 + 300]
        assert kernel(shares.function)(np.array([200], np.uint8)) == 3000 + 4000 + 50
        assert kernel(paid_twice.function)(np.arange(4)) == 1200


def test_blocks_of_two_threads_may_end_in_any_order_and_one_ends_when_it_fails():
    with ExitStack() as first, ExitStack() as second:
        first.enter_context(compiling())
        second.enter_context(compiling())
        first.close()
        assert is_compiling()
    assert not is_compiling()

    with suppress(ZeroDivisionError), compiling():
        raise ZeroDivisionError
    assert not is_compiling()

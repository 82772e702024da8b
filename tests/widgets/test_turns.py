"""Requests of a page that two threads handle, or that come in another order, are all performed."""

from __future__ import annotations

import random
import threading
import time

import pytest

from neuroanalysis.widgets.turns import Turns


def test_requests_of_two_threads_are_performed_one_by_one_in_order():
    turns, done, total = Turns(patience=60), [], [0]

    def perform(number):
        before = total[0]
        time.sleep(0)  # lets the other thread in, were there no turns
        total[0] = before + 1
        done.append(number)

    def handle(numbers):
        for number in numbers:
            turns.take(f"view-{number}", lambda number=number: perform(number))

    # What was seen in JupyterLab: the main thread has the first, a subshell the rest.
    threads = [
        threading.Thread(target=handle, args=(part,)) for part in (range(1, 50), range(50, 400))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert done == list(range(1, 400))
    assert total == [399]


def test_any_order_becomes_the_order_of_the_page():
    turns, done = Turns(patience=60), []
    numbers = list(range(1, 51))
    random.Random(3).shuffle(numbers)
    for number in numbers:
        turns.take(f"view-{number}", lambda number=number: done.append(number))
    assert done == list(range(1, 51))


def test_views_do_not_wait_for_each_other():
    turns, done = Turns(patience=60), []
    turns.take("one-2", lambda: done.append("one"))
    turns.take("two-1", lambda: done.append("two"))
    turns.take(None, lambda: done.append("no number"))
    assert done == ["two", "no number"]


def test_a_request_that_was_lost_is_not_waited_for_for_ever():
    turns, done = Turns(patience=0.05), []
    turns.take("view-2", lambda: done.append(2))
    time.sleep(0.06)
    turns.take("view-3", lambda: done.append(3))
    assert done == [2, 3]
    turns.take("view-1", lambda: done.append(1))
    turns.take("view-4", lambda: done.append(4))
    assert done == [2, 3, 1, 4]


def test_a_fault_is_raised_and_holds_nothing_up():
    turns, done = Turns(patience=60), []
    turns.take("view-2", lambda: done.append(2))
    with pytest.raises(ValueError, match="first"):
        turns.take("view-1", lambda: int("first"))
    assert done == [2]

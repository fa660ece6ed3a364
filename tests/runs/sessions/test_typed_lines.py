"""Waiting for what a person types."""

from __future__ import annotations

import queue
import threading

import anyio

from ufo.runs.sessions.users import TypedLines


class Keyboard:
    """Blocks as a terminal does, until something is typed."""

    def __init__(self) -> None:
        self.typed: queue.Queue[str | None] = queue.Queue()

    def read(self) -> str:
        line = self.typed.get()
        if line is None:
            raise EOFError
        return line


async def test_a_line_is_given_stripped_and_the_end_of_the_input_is_empty() -> None:
    keyboard = Keyboard()
    lines = TypedLines(keyboard.read)
    keyboard.typed.put("  yes \n")
    assert await lines.next(5) == "yes"
    keyboard.typed.put(None)
    assert await lines.next(5) == ""


async def test_a_wait_that_was_given_up_keeps_nothing_from_ending() -> None:
    lines = TypedLines(Keyboard().read)
    assert await lines.next(0.01) is None
    (thread,) = [thread for thread in threading.enumerate() if thread.name == "typed-line" and thread.is_alive()][-1:]
    assert thread.daemon


async def test_what_is_typed_too_late_answers_no_later_question() -> None:
    keyboard = Keyboard()
    lines = TypedLines(keyboard.read)
    assert await lines.next(0.01) is None
    keyboard.typed.put("y")
    with anyio.fail_after(20):
        while not keyboard.typed.empty():
            await anyio.sleep(0.001)
        assert lines._waiting is not None
        await lines._waiting
    keyboard.typed.put("n")
    assert await lines.next(5) == "n"


async def test_an_open_wait_takes_the_next_line_and_loses_none() -> None:
    keyboard = Keyboard()
    lines = TypedLines(keyboard.read)
    assert await lines.next(0.01) is None
    keyboard.typed.put("second")
    waited = await lines.next(5)
    keyboard.typed.put("third")
    assert (waited or await lines.next(5)) in ("second", "third")

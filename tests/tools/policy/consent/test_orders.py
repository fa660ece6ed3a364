"""One reading lets one act happen; the same question is asked once, and no more than so often."""

from __future__ import annotations

from pathlib import Path

from tests.tools.policy.consent.judging import shown
from tests.tools.policy.consent.readers import ordering
from tests.tools.policy.test_policy import tool
from ufo.desktop.fake.spec import button
from ufo.schema.command import Command
from ufo.schema.inputs import OrderInputs
from ufo.tools.policy.consent.mandate import MOST_READINGS, Orders, nobody_reads


def _inputs(target: str) -> OrderInputs:
    return OrderInputs("Press it", f"Press {target!r}", "send", target)


async def test_a_reading_is_good_for_one_time_and_the_reader_hears_how_often_it_was_done(tmp_path: Path) -> None:
    reader = ordering("Press Send", times=1)
    judge = await shown(tmp_path, "Press Send", reader, button("one", "Send"))
    first = Command(tool_name="click_input", parameters={"id": judge.bench.id_of("Send"), "name": "Send"})
    second = first.model_copy(update={"call_id": "other"})
    click, orders = tool("click_input"), judge.policy.mandate.orders
    assert (await judge.policy.verdict(first, click)).decision == "allow"
    assert (await judge.policy.verdict(first, click)).decision == "allow", "judged again right before it runs"
    assert len(reader.asked) == 1
    assert (await judge.policy.verdict(second, click)).decision == "ask", "two of one turn"
    orders.forget_claims()
    assert (await judge.policy.verdict(second, click)).decision == "allow", "the first one never ran"
    judge.policy.mandate.did("other")
    assert "already done" in (await judge.policy.verdict(first, click)).asked
    assert [order_inputs.done_before for order_inputs in reader.asked] == [0, 1]


async def test_a_request_that_wants_it_twice_gets_it_twice(tmp_path: Path) -> None:
    judge = await shown(tmp_path, "Press Send twice", ordering("Press Send twice", times=2), button("one", "Send"))
    control = {"id": judge.bench.id_of("Send"), "name": "Send"}
    for expected in ("allow", "allow", "ask"):
        command = Command(tool_name="click_input", parameters=control)
        assert (await judge.policy.verdict(command, tool("click_input"))).decision == expected
        judge.policy.mandate.did(command.call_id)


async def test_the_words_that_ordered_an_act_are_told_once_it_ran(tmp_path: Path) -> None:
    orders = Orders(ordering("Press it"))
    orders.claim("a", ((_inputs("Send"), "Press it"),))
    assert orders.did("never decided on") == ()
    assert orders.did("a") == ("Press it",)
    assert orders.did("a") == ()


async def test_a_reader_is_asked_only_so_often_for_one_request() -> None:
    reader = ordering("Press it")
    orders = Orders(reader)
    answers = [await orders.read(_inputs(f"Send {number}"), "a") for number in range(MOST_READINGS + 3)]
    assert answers[MOST_READINGS - 1] is not None and answers[MOST_READINGS:] == [None] * 3
    assert len(reader.asked) == MOST_READINGS
    orders.begin()
    assert await orders.read(_inputs("Send 0"), "a") is not None


async def test_without_a_reader_nothing_is_ordered() -> None:
    assert await Orders(nobody_reads).read(_inputs("Send"), "a") is None

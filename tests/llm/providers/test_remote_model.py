"""The same cases for every provider, over real HTTP against a local server that speaks its format and refuses what the real one
would refuse.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable

import pytest
from pydantic import SecretStr

from tests.llm.model_server import Reply, Request, errs, says
from tests.llm.openai_asking import Waits
from tests.llm.turns import GOOD, GOOD_TEXT, app_turn, host_turn
from tests.llm.wires.endpoints import FORMATS, OTHERS, Speaking, every_format, every_other
from ufo.llm.registry import create
from ufo.llm.vendors import VENDORS

Case = Callable[[Speaking], Awaitable[None]]


def test_every_provider_of_the_table_is_tried() -> None:
    assert {speaking.kind for speaking in (*FORMATS, *OTHERS)} == set(VENDORS)


async def _answers(speaking: Speaking) -> None:
    with speaking.serving(says(GOOD, usage=(1000, 20, 800))) as server:
        completion = await speaking.ask(server, host_turn(with_picture=speaking.has_pictures))
        assert len(server.requests) == 1
    assert json.loads(completion.text) == GOOD
    assert (completion.usage.input_tokens, completion.usage.output_tokens) == (1000, 20)
    assert completion.model == speaking.model
    assert not completion.truncated


async def _waits_as_asked(speaking: Speaking) -> None:
    waits = Waits()
    with speaking.serving(errs(429, "slow down", headers={"Retry-After": "7"}), says(GOOD)) as server:
        assert json.loads((await speaking.ask(server, host_turn(), waits)).text) == GOOD
    assert waits.seconds == [7.0]


async def _rides_out_faults(speaking: Speaking) -> None:
    faults = (
        errs(529, "Overloaded"),
        errs(503, "unavailable"),
        Reply(reset=True),
        says(GOOD, cut="sized"),
        says(GOOD, cut="chunked"),
        says(GOOD, cut="unsized"),
        Reply(raw="<html>Sign in</html>"),
        Reply(raw="{}"),
    )
    waits = Waits()
    with speaking.serving(*faults, says(GOOD)) as server:
        assert json.loads((await speaking.ask(server, host_turn(), waits, max_retry=9)).text) == GOOD
        assert len(server.requests) == 9
    assert "529" in waits.notices[0]


async def _tells_a_wrong_key(speaking: Speaking) -> None:
    if not speaking.key:
        return
    with speaking.serving(says(GOOD)) as server:
        said = await speaking.refusal(server, host_turn(), api_key=SecretStr("wrong-0123456789"))
        assert len(server.requests) == 1
    assert said.startswith(f"{VENDORS[speaking.kind].title} (http://127.0.0.1:")
    assert "refused the key of `model.api_key`" in said
    assert "wrong-0123456789" not in said


async def _tells_two_keys_swapped(speaking: Speaking) -> None:
    if not speaking.key:
        return
    theirs, owner = ("AIza-x", "Google") if speaking.kind == "anthropic" else ("sk-ant-x", "Anthropic")
    with speaking.serving(says(GOOD)) as server:
        said = await speaking.refusal(server, host_turn(), api_key=SecretStr(theirs))
    assert f"{VENDORS[speaking.kind].title} (" in said
    assert f"one of {owner}'s by its beginning" in said
    assert theirs not in said


async def _tells_that_the_model_is_not_there(speaking: Speaking) -> None:
    with speaking.serving(says(GOOD)) as server:
        said = await speaking.refusal(server, host_turn(), name=f"{speaking.kind}:openai/nothing")
        assert len(server.requests) == 1
    assert (
        "has no model 'openai/nothing'; " + VENDORS[speaking.kind].absent.replace("{model}", "openai/nothing") in said
    )


async def _tells_refusals(speaking: Speaking) -> None:
    for reason, words in (("content_filter", ""), ("refusal", "I cannot help with that.")):
        with speaking.serving(says(words, finish_reason=reason)) as server:
            said = await speaking.refusal(server, host_turn())
            assert len(server.requests) == 1
        assert "refused to answer, or its content filter stopped" in said


async def _marks_an_answer_cut_off(speaking: Speaking) -> None:
    with speaking.serving(says(GOOD_TEXT[:30], finish_reason="length")) as server:
        assert (await speaking.ask(server, host_turn())).truncated


async def _asks_once_where_the_answer_is_late(speaking: Speaking) -> None:
    with speaking.serving(Reply(hang=True), says(GOOD)) as server:
        said = await speaking.refusal(server, host_turn(), timeout_s=0.3)
        assert len(server.requests) == 1
    assert "did not answer in time" in said


async def _ends_at_once_when_cancelled(speaking: Speaking) -> None:
    with speaking.serving(Reply(hang=True)) as server:
        provider = create(speaking.settings(server, timeout_s=60), Waits().surroundings())
        asking = asyncio.ensure_future(provider.complete(host_turn()))
        while not server.requests:
            await asyncio.sleep(0.01)
        asking.cancel()
        began = time.monotonic()
        with pytest.raises(asyncio.CancelledError):
            await asking
        await provider.close()
    assert time.monotonic() - began < 5


async def _doubts_impossible_counts(speaking: Speaking) -> None:
    with speaking.serving(says(GOOD, usage=(-5, 10**15))) as server:
        completion = await speaking.ask(server, host_turn())
    assert json.loads(completion.text) == GOOD
    assert (completion.usage.input_tokens, completion.usage.output_tokens) == (0, 0)


async def _asks_in_words_where_the_shape_is_refused(speaking: Speaking) -> None:
    def plain_only(request: Request) -> Reply:
        asked = ("json_schema", "responseJsonSchema", "tools", "json_object")
        return errs(400, "not supported") if any(word in str(request.body) for word in asked) else says(GOOD)

    waits = Waits()
    with speaking.serving(plain_only) as server:
        provider = create(speaking.settings(server), waits.surroundings())
        first = await provider.complete(host_turn())
        before = len(server.requests)
        await provider.complete(host_turn())
        assert len(server.requests) == before + 1
        await provider.close()
        assert "of this form" in str(server.requests[-1].body)
    assert json.loads(first.text) == GOOD
    assert any("with the schema in words" in notice for notice in waits.notices)


async def _goes_without_pictures_that_are_refused(speaking: Speaking) -> None:
    def blind(request: Request) -> Reply:
        is_shown = any(word in str(request.body) for word in ("image", "inlineData"))
        return errs(400, "this model does not support image input") if is_shown else says(GOOD)

    waits = Waits()
    with speaking.serving(blind) as server:
        provider = create(speaking.settings(server), waits.surroundings())
        seen = [provider.sees_pictures]
        for _ in range(2):
            assert json.loads((await provider.complete(host_turn(with_picture=True))).text) == GOOD
            seen.append(provider.sees_pictures)
        await provider.close()
        assert seen == [True, False, False]
        assert len(server.requests) == 3
    assert [("takes no pictures" in notice) for notice in waits.notices] == [True]


async def _begins_each_turn_with_the_same(speaking: Speaking) -> None:
    with speaking.serving(says(GOOD)) as server:
        await speaking.ask(server, host_turn(request="write a note"))
        await speaking.ask(server, host_turn(request="close the window"))
        first, second = (_prefix(request) for request in server.requests)
    assert first == second
    assert "you decide" in first


async def _follows_nobody_elsewhere(speaking: Speaking) -> None:
    with speaking.serving(says(GOOD)) as other:
        moved = Reply(status=307, headers={"Location": f"{other.address}/there"}, raw="")
        with speaking.serving(moved) as server:
            said = await speaking.refusal(server, host_turn())
        assert other.requests == []
    assert "which is not followed" in said


async def _reads_no_endless_answer(speaking: Speaking) -> None:
    with speaking.serving(Reply(raw=" " * (9 << 20))) as server:
        said = await speaking.refusal(server, host_turn())
        assert len(server.requests) == 1
    assert "answered more than 8 MB" in said


def _prefix(request: Request) -> str:
    """Everything before the first text of the user, with the schema."""
    body = json.dumps({**request.body, "messages": [], "contents": [], "input": []}, sort_keys=True)
    told = request.body.get("messages") or request.body.get("input") or []
    return body + json.dumps([message for message in told if message["role"] == "system"])


FAST: tuple[Case, ...] = (_answers, _rides_out_faults)
CASES: tuple[Case, ...] = (
    *FAST,
    _waits_as_asked,
    _tells_a_wrong_key,
    _tells_two_keys_swapped,
    _tells_that_the_model_is_not_there,
    _tells_refusals,
    _marks_an_answer_cut_off,
    _asks_once_where_the_answer_is_late,
    _ends_at_once_when_cancelled,
    _doubts_impossible_counts,
    _asks_in_words_where_the_shape_is_refused,
    _goes_without_pictures_that_are_refused,
    _begins_each_turn_with_the_same,
    _follows_nobody_elsewhere,
    _reads_no_endless_answer,
)
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__.strip("_"))


@every_format
async def test_every_format_is_spoken_and_rides_out_faults(speaking: Speaking) -> None:
    for case in FAST:
        await case(speaking)


@pytest.mark.matrix
@each_case
@every_format
async def test_each_case_holds_for_every_format(speaking: Speaking, case: Case) -> None:
    await case(speaking)


@pytest.mark.matrix
@each_case
@every_other
async def test_each_case_holds_for_every_other_provider(speaking: Speaking, case: Case) -> None:
    await case(speaking)


async def test_a_model_that_refuses_a_temperature_is_asked_without_one_from_then_on() -> None:
    def picky(request: Request) -> Reply:
        is_set = "temperature" in request.body
        return errs(400, "Unsupported value: 'temperature' does not support 0.0") if is_set else says(GOOD)

    azure = FORMATS[2]
    waits = Waits()
    with azure.serving(picky) as server:
        provider = create(azure.settings(server), waits.surroundings())
        await provider.complete(host_turn())
        await provider.complete(app_turn())
        await provider.close()
        assert ["temperature" in request.body for request in server.requests] == [True, False, False]
        assert all("response_format" in request.body for request in server.requests)
    assert "takes no temperature" in waits.notices[0]

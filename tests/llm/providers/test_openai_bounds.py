"""Endpoints that answer without measure: too much, for too long, or with numbers that no call uses."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any, cast

import pytest

from tests.endless_http import LongServer, Pieces, bomb, endless, fifty_megabytes
from tests.llm.openai_asking import ask, refusal
from tests.llm.openai_server import OpenAIServer, Reply, says
from tests.llm.turns import GOOD, GOOD_TEXT, host_turn


@pytest.mark.parametrize("status", [200, 500])
@pytest.mark.parametrize(
    ("pieces", "encoding"), [(fifty_megabytes, ""), (endless, ""), (bomb, "gzip")], ids=["50 MB", "endless", "bomb"]
)
async def test_an_answer_without_measure_is_refused_once_and_said(pieces: Pieces, encoding: str, status: int) -> None:
    with LongServer(pieces, status, encoding) as server:
        error = await refusal(cast(OpenAIServer, _Named(server)))
    assert "answered more than 8 MB" in str(error)
    assert server.asked == 1


async def test_an_answer_that_comes_drop_by_drop_is_too_late() -> None:
    def drops() -> Iterator[bytes]:
        while not server.closing.wait(0.05):
            yield b" "

    server = LongServer(drops)
    with server:
        began = time.monotonic()
        error = await refusal(cast(OpenAIServer, _Named(server)), timeout_s=0.5, max_retry=0)
    assert "did not answer in time" in str(error)
    assert time.monotonic() - began < 15  # the drops never end by themselves


@pytest.mark.parametrize(
    "usage",
    [
        (-5, 20),
        (100, -20),
        (10**15, 20),
        (float("nan"), 1),
        (float("inf"), 1),
        ("many", 1),
        (None, None),
        ([], {}),
        (2.5, 1),
    ],
)
async def test_token_counts_that_no_call_uses_count_as_unknown(usage: tuple[Any, Any]) -> None:
    with OpenAIServer([says(GOOD, usage=None)]) as server:
        plain = await ask(server, host_turn())
    said = {"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": 1}
    with OpenAIServer([Reply(raw=json.dumps(_answer(said)))]) as server:
        completion = await ask(server, host_turn(), input_price=1.0, output_price=1.0)
    assert completion.text == GOOD_TEXT
    assert completion.usage == plain.usage
    assert completion.usage.cost is None


async def test_an_answer_nested_without_end_is_no_answer() -> None:
    with OpenAIServer([Reply(raw="[" * 200_000)]) as server:
        error = await refusal(server, max_retry=0)
    assert "no answer of a model" in str(error) or "cannot reach" in str(error)


class _Named:
    def __init__(self, server: LongServer) -> None:
        self.base_url = f"{server.address}/v1"


def _answer(usage: dict[str, Any]) -> dict[str, Any]:
    message = {"role": "assistant", "content": GOOD_TEXT}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return {
        "id": "1",
        "object": "chat.completion",
        "created": 1,
        "model": "gpt-4o",
        "choices": [choice],
        "usage": usage,
    }

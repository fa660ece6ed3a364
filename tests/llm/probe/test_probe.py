from __future__ import annotations

import json
import random
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from tests.llm.openai_asking import Waits, settings
from tests.llm.openai_server import OpenAIServer, Reply, Request, fails, says
from tests.llm.small_model import SmallModel
from ufo.errors import ModelUnavailable
from ufo.llm.probe.findings import Findings
from ufo.llm.probe.probe import probe
from ufo.llm.registry import create

TODAY = date(2026, 11, 24)


async def found(server: Any, seed: int = 1, **more: object) -> Findings:
    model = settings(server, **more)
    opened = lambda item: create(item, Waits().surroundings())  # noqa: E731
    return await probe(model, opened, random.Random(seed), TODAY)


def capable(request: Request) -> Reply:
    """An endpoint that does what it is asked: it follows schemas, and tells the colours of the picture it gets."""
    if request.path != "/v1/chat/completions":
        return says(json.dumps({}))
    if "response_format" in request.body:
        return says({"town_7": "Graz"})
    return says({"reply": "blue red" if "image_url" in json.dumps(request.body) else "ready"})


def refusing(*words: str) -> Callable[[Request], Reply]:
    def answer(request: Request) -> Reply:
        said = json.dumps(request.body)
        return fails(400, "unsupported") if any(word in said for word in words) else capable(request)

    return answer


def _seed_of(colours: tuple[str, str]) -> int:
    names = ["blue", "green", "red", "yellow"]
    return next(seed for seed in range(1000) if tuple(random.Random(seed).sample(names, 2)) == colours)


async def test_a_capable_model_is_found_to_be_one_by_real_requests() -> None:
    with OpenAIServer([capable]) as server:
        findings = await found(server, _seed_of(("blue", "red")))
    assert (findings.pictures, findings.by_schema, findings.context, findings.found) == (True, True, None, TODAY)


async def test_what_an_endpoint_refuses_the_model_cannot_do() -> None:
    with OpenAIServer([refusing("image_url", "response_format")]) as server:
        findings = await found(server)
    assert (findings.pictures, findings.by_schema) == (False, False)


async def test_what_an_endpoint_takes_and_ignores_does_not_count_and_a_lie_is_told() -> None:
    with SmallModel(lambda _: {}, capabilities=["vision", "tools"]) as server:
        findings = await found(server, name="openai:small")
    assert (findings.pictures, findings.by_schema, findings.tools, findings.context) == (False, False, True, 4096)
    (doubt,) = [doubt for doubt in findings.doubts if "pictures" in doubt]
    assert "did not see" in doubt


@pytest.mark.parametrize(
    ("reply", "words"), [(fails(401), "refused the key"), (Reply(raw="<html>hello</html>"), "no answer of a model")]
)
async def test_an_endpoint_that_is_none_is_told_in_a_line(reply: Reply, words: str) -> None:
    with OpenAIServer([reply]) as server, pytest.raises(ModelUnavailable, match=words):
        await found(server)

"""What differs between providers that speak OpenAI's formats. Over real HTTP."""

from __future__ import annotations

import json

from tests.llm.model_server import says
from tests.llm.turns import GOOD, host_turn
from tests.llm.wires.endpoints import FORMATS, OTHERS, Speaking
from ufo.llm.provider import Turn

ALL = {speaking.kind: speaking for speaking in (*FORMATS, *OTHERS)}


async def _body(speaking: Speaking, turn: Turn) -> dict[str, object]:
    with speaking.serving(says(GOOD)) as server:
        await speaking.ask(server, turn)
        return server.requests[0].body


async def test_openrouter_is_told_where_the_cache_ends() -> None:
    body = await _body(ALL["openrouter"], host_turn())
    system = json.dumps([item for item in body["messages"] if item["role"] == "system"])  # type: ignore[attr-defined]
    assert '"cache_control": {"type": "ephemeral"' in system


async def test_deepseek_is_asked_for_any_object_with_the_schema_in_words() -> None:
    body = await _body(ALL["deepseek"], host_turn())
    assert body["response_format"] == {"type": "json_object"}
    assert "one JSON object of this form" in str(body["messages"])


async def test_the_responses_api_gets_the_schema_as_the_format_of_its_text() -> None:
    body = await _body(ALL["openai-responses"], host_turn())
    told = body["text"]["format"]  # type: ignore[index]
    assert (told["type"], told["name"]) == ("json_schema", "HostAgentResponse")
    assert body["max_output_tokens"] == 2000

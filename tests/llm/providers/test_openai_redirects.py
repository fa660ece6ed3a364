"""What is sent to a model's endpoint goes to nobody else, and credentials in its address are told nowhere. Over real HTTP."""

from __future__ import annotations

import traceback
from base64 import b64encode

import pytest

from tests.llm.openai_asking import Waits, ask, refusal
from tests.llm.openai_server import OpenAIServer, Reply, Request, fails, says
from tests.llm.turns import GOOD, GOOD_TEXT, host_turn

PASSWORD = "hunter2pass"
BASIC = b64encode(f"me:{PASSWORD}".encode()).decode()


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_to_another_host_is_an_error_with_the_next_move(status: int) -> None:
    with OpenAIServer([says(GOOD)]) as other:
        moved = Reply(status=status, headers={"Location": f"{other.base_url}/chat/completions"}, raw="")
        with OpenAIServer([moved]) as server:
            waits = Waits()
            error = await refusal(server, waits, max_retry=3)
            assert len(server.requests) == 1
        assert other.requests == []
        assert f"redirects requests to {other.base_url}/chat/completions, which is not followed" in str(error)
    assert "model.base_url" in str(error)
    assert waits.seconds == []


async def test_a_redirect_within_the_endpoint_is_followed() -> None:
    with OpenAIServer([Reply(status=307, headers={"Location": "/v2/chat"}, raw=""), says(GOOD)]) as server:
        completion = await ask(server, host_turn())
        assert [request.path for request in server.requests] == ["/v1/chat/completions", "/v2/chat"]
        assert server.requests[0].body == server.requests[1].body
    assert completion.text == GOOD_TEXT


def _echo(request: Request) -> Reply:
    return fails(400, f"{request.path} {request.headers['authorization']} me:{PASSWORD}", headers={})


async def test_credentials_of_the_address_reach_the_endpoint_and_no_error_notice_or_traceback() -> None:
    waits = Waits()
    with OpenAIServer([_echo]) as server:
        address = server.base_url.replace("http://", f"http://me:{PASSWORD}@") + "?key=s3cr3t-in-query&v=1"
        error = await refusal(server, waits, base_url=address)
        assert server.requests[0].headers["authorization"] == f"Basic {BASIC}"
        assert server.requests[0].path == "/v1/chat/completions?key=s3cr3t-in-query&v=1"
    told = "".join(traceback.format_exception(error)) + repr(error) + str(waits.notices)
    for secret in (PASSWORD, BASIC, "s3cr3t-in-query"):
        assert secret not in told

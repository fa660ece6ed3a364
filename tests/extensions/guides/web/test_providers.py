from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from email.utils import formatdate
from urllib.parse import parse_qs

import pytest

from tests.endless_http import LongServer, Pieces, bomb, endless
from tests.extensions.guides.web.services import (
    Answer,
    Answering,
    as_json,
    hanging,
    html,
    raw,
    redirect,
    saying_length,
    status,
)
from ufo_guides.web.providers import Brave, DuckDuckGo, SearXNG, Tavily, search_provider
from ufo_guides.web.service import FoundPage, SearchProvider, SearchRefused

_KEY = "tvly-1234567890"
_ALL: dict[str, tuple[str, Callable[[str], SearchProvider]]] = {
    "SearXNG": ("/search", SearXNG),
    "Brave": ("/res", lambda address: Brave(_KEY, f"{address}/res")),
    "Tavily": ("/search", lambda address: Tavily(_KEY, f"{address}/search")),
    "DuckDuckGo": ("/html/", lambda address: DuckDuckGo(f"{address}/html/")),
}
_PAGE = FoundPage("Freezing rows", "https://help.example/freeze", "Choose View.")
_DUCK = """<div class="result results_links result--ad"><h2><a rel="nofollow" class="result__a"
 href="https://duckduckgo.com/y.js?ad_domain=shop.example">Buy sheets</a></h2><a class="result__snippet" href="x">An ad</a></div>
<div class="result"><h2 class="result__title"><a rel="nofollow" class="result__a"
 href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fhelp.example%2Ffreeze&amp;rut=ab">Freezing <b>rows</b></a></h2>
<a class="result__url" href="x">help.example</a><a class="result__snippet" href="x">Choose <b>View</b>.</a></div>"""


@pytest.fixture(params=sorted(_ALL))
def service(request: pytest.FixtureRequest) -> tuple[str, Callable[[str], SearchProvider]]:
    return _ALL[request.param]


async def _refusal(answer: Answer, service: tuple[str, Callable[[str], SearchProvider]]) -> SearchRefused:
    path, made = service
    with Answering({path: answer}) as server, pytest.raises(SearchRefused) as refused:
        await made(server.address).search("freeze", 3)
    assert _KEY not in str(refused.value)
    return refused.value


async def test_searxng_is_asked_for_json() -> None:
    listed = [{"title": "Freezing rows", "url": "https://help.example/freeze", "content": "Choose View."}] * 9
    with Answering({"/sx/search": as_json({"results": listed})}) as server:
        found = await SearXNG(f"{server.address}/sx/").search("freeze & thaw", 2)
    assert found == (_PAGE, _PAGE)
    assert parse_qs(server.paths[0].partition("?")[2]) == {"q": ["freeze & thaw"], "format": ["json"]}


@pytest.mark.parametrize("key", ["tvly-12345\n67890", "tvly-12345–67890"])
@pytest.mark.parametrize("provider", [Brave, Tavily])
async def test_a_key_that_cannot_be_sent_is_refused_and_not_told(
    provider: Callable[[str, str], SearchProvider], key: str
) -> None:
    with Answering() as server, pytest.raises(SearchRefused, match="correct `knowledge.web.key`") as refused:
        await provider(key, server.address).search("freeze", 3)
    assert "12345" not in str(refused.value) and refused.value.again_in_s is None and not server.asked


async def test_white_space_around_a_key_is_not_sent() -> None:
    with Answering({"/res": as_json({})}) as server:
        await Brave(f" {_KEY}\n", f"{server.address}/res").search("freeze", 3)
    assert server.asked[0].headers["x-subscription-token"] == _KEY


async def test_brave_gets_its_key_in_its_header_and_its_marked_words_become_plain() -> None:
    listed = [
        {"title": "Freezing rows", "url": "https://help.example/freeze", "description": "Choose <strong>View</strong>."}
    ]
    with Answering({"/res": as_json({"web": {"results": listed}})}) as server:
        assert await Brave(_KEY, f"{server.address}/res").search("freeze", 3) == (_PAGE,)
    assert server.asked[0].headers["x-subscription-token"] == _KEY
    assert parse_qs(server.paths[0].partition("?")[2]) == {"q": ["freeze"], "count": ["3"]}


async def test_brave_without_any_page_has_no_section_for_the_web() -> None:
    with Answering({"/res": as_json({"type": "search"})}) as server:
        assert await Brave(_KEY, f"{server.address}/res").search("freeze", 3) == ()


async def test_tavily_gets_its_key_as_bearer_and_the_words_in_the_body() -> None:
    listed = [{"title": "Freezing rows", "url": "https://help.example/freeze", "content": "Choose View.", "score": 0.9}]
    with Answering({"/search": as_json({"query": "freeze", "results": listed})}) as server:
        assert await Tavily(_KEY, f"{server.address}/search").search("freeze", 3) == (_PAGE,)
    assert server.asked[0].headers["authorization"] == f"Bearer {_KEY}"
    assert json.loads(server.asked[0].body) == {"query": "freeze", "max_results": 3}


async def test_duckduckgo_s_page_is_read_without_its_advertisements() -> None:
    with Answering({"/html/": html(_DUCK)}) as server:
        assert await DuckDuckGo(f"{server.address}/html/").search("freeze rows", 3) == (_PAGE,)
    assert server.asked[0].body == b"q=freeze+rows"


async def test_duckduckgo_s_test_for_robots_is_said() -> None:
    for answer in (status(202), html('<form id="challenge-form" action="//duckduckgo.com/anomaly.js">')):
        refused = await _refusal(answer, _ALL["DuckDuckGo"])
        assert "robot" in str(refused) and refused.again_in_s == 300


async def test_a_refused_key_ends_the_searches_of_a_run(service: tuple[str, Callable[[str], SearchProvider]]) -> None:
    refused = await _refusal(status(401), service)
    assert "refuses the key (401); correct `knowledge.web.key`" in str(refused) and refused.again_in_s is None


async def test_a_searxng_that_allows_no_json_says_which_of_its_settings_does() -> None:
    assert "`search.formats`" in str(await _refusal(status(403), _ALL["SearXNG"]))


async def test_a_busy_service_is_asked_again_when_it_says(service: tuple[str, Callable[[str], SearchProvider]]) -> None:
    assert (await _refusal(status(429, {"Retry-After": "7"}), service)).again_in_s == 7
    later = await _refusal(status(429, {"Retry-After": formatdate(4_000_000_000, usegmt=True)}), service)
    assert later.again_in_s == 24 * 3600
    assert (await _refusal(status(503, {"Retry-After": "soon"}), service)).again_in_s == 60


async def test_garbage_is_refused(service: tuple[str, Callable[[str], SearchProvider]]) -> None:
    if service is _ALL["DuckDuckGo"]:
        with Answering({service[0]: raw(b"\xff\0<a class=result__a", "text/html")}) as server:
            assert await service[1](server.address).search("freeze", 3) == ()
        return
    for data in (b"<html>", b"[" * 100_000, b'{"results": 7, "web": 7}', b"\xff\xfe"):
        assert "is no JSON" in (said := str(await _refusal(raw(data, "application/json"), service))) or "form" in said


async def test_entries_that_are_no_pages_are_left_out() -> None:
    listed = [None, {"url": 7}, {"title": "x"}, {"url": "https://help.example/freeze", "title": 1, "content": []}]
    with Answering({"/search": as_json({"results": listed})}) as server:
        assert await SearXNG(server.address).search("x", 9) == (FoundPage("", "https://help.example/freeze"),)


async def test_a_redirect_to_another_place_is_refused(service: tuple[str, Callable[[str], SearchProvider]]) -> None:
    with Answering({"/": html("inside")}) as inside:
        refused = await _refusal(redirect(f"{inside.address}/"), service)
    assert "redirects" in str(refused) and not inside.asked


async def test_a_lie_about_the_length_is_refused(service: tuple[str, Callable[[str], SearchProvider]]) -> None:
    assert "cannot be reached" in str(await _refusal(saying_length(4_000, b"{}"), service))
    assert "more than 2 MB" in str(await _refusal(saying_length(1 << 40, b"{}"), service))


@pytest.mark.parametrize("pieces", [endless, bomb])
async def test_an_endless_answer_is_refused(pieces: Pieces) -> None:
    packed = "gzip" if pieces is bomb else ""
    with LongServer(pieces, encoding=packed) as server, pytest.raises(SearchRefused, match="more than 2 MB"):
        await Tavily(_KEY, f"{server.address}/search").search("freeze", 3)


async def test_a_service_that_hangs_is_given_up_by_whoever_asked() -> None:
    with Answering() as server:
        server.answers["/search"] = hanging(server)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await SearXNG(server.address).search("freeze", 3)


async def test_a_service_that_is_not_there_is_asked_again_later() -> None:
    with Answering() as server:
        address = server.address
    with pytest.raises(SearchRefused, match="cannot be reached") as refused:
        await SearXNG(address).search("freeze", 3)
    assert refused.value.again_in_s == 60


def test_each_name_of_the_settings_is_a_service() -> None:
    made = [
        search_provider(name, "http://x.example", "k").name for name in ("searxng", "brave", "tavily", "duckduckgo")
    ]
    assert made == ["SearXNG", "Brave Search", "Tavily", "DuckDuckGo"]

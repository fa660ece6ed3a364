"""A model that embeds texts, over real HTTP: what is asked, what an endpoint may answer, and what a run does with it."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr, ValidationError

from tests.llm.embedding_server import Embedding
from tests.local_http import LocalServer
from tests.scenarios.stage import app, assign, host, stage
from ufo.config.load import load_settings
from ufo.config.settings import LimitSettings, ModelSettings
from ufo.errors import ConfigError, LimitReached, ModelUnavailable
from ufo.knowledge.index.store import KnowledgeStore
from ufo.knowledge.shared_index import INDEX
from ufo.llm.budget import Budget, Forecast
from ufo.llm.embeddings import RemoteEmbedder, open_embedder
from ufo.llm.registry import Surroundings
from ufo.schema.usage import Usage
from ufo.trace.events import KnowledgeUsed, Noticed
from ufo_guides.help.embed import embed_sections
from ufo_guides.help.installed_help import Places
from ufo_guides.help.learn import Learner


async def _opened(server: LocalServer, around: Surroundings | None = None, **more: Any) -> RemoteEmbedder:
    settings = ModelSettings(
        name="openai:embed-small",
        base_url=f"{server.address}/v1",
        api_key=SecretStr("sk-test-key-of-ours"),
        max_retry=0,
        **more,
    )

    async def no_secret(name: str) -> str:
        raise AssertionError(name)

    return await open_embedder(settings, no_secret, around)


async def test_texts_are_asked_for_with_the_key_of_their_endpoint() -> None:
    with Embedding() as server:
        embedder = await _opened(server)
        vectors = await embedder.embed(["freeze rows", "print"], asked=False)
        await embedder.close()
    assert [len(vector) for vector in vectors] == [128, 128]
    assert server.asked == [
        {"input": ["freeze rows", "print"], "model": "embed-small", "encoding_format": "base64"}
    ] or (server.asked[0]["input"] == ["freeze rows", "print"] and server.asked[0]["model"] == "embed-small")
    assert server.keys == ["Bearer sk-test-key-of-ours"]


def _listed(*vectors: list[Any]) -> dict[str, Any]:
    return {
        "object": "list",
        "model": "m",
        "data": [{"index": at, "embedding": item} for at, item in enumerate(vectors)],
    }


@pytest.mark.parametrize(
    ("answer", "status", "words"),
    [
        ({"error": {"message": "no such key sk-test-key-of-ours"}}, 401, "refused the key"),
        ({"error": {"message": "slow"}}, 500, "answered 500"),
        (_listed(), 200, ""),
        (_listed([1.0], [1.0, 2.0]), 200, ""),
        (_listed([math.nan], [1.0]), 200, ""),
        (_listed(["x"], [1.0]), 200, ""),
        ("nonsense", 200, ""),
    ],
)  # fmt: skip
async def test_an_answer_that_is_none_is_told_without_the_key(answer: Any, status: int, words: str) -> None:
    with Embedding(answer, status) as server:
        embedder = await _opened(server)
        with pytest.raises(ModelUnavailable) as raised:
            await embedder.embed(["freeze rows", "print"], asked=True)
        await embedder.close()
    assert words in str(raised.value) and "key-of-ours" not in str(raised.value)


async def test_a_limit_of_tokens_holds_for_texts_too() -> None:
    with Embedding() as server:
        around = Surroundings(budget=Budget(LimitSettings(max_tokens=1_000)))
        embedder = await _opened(server, around)
        with pytest.raises(LimitReached, match="tokens"):
            await embedder.embed(["freeze rows " * 1_000], asked=False)
        await embedder.close()
    assert server.asked == []


def _left(budget: Budget, most: int) -> int:
    """How many tokens a call may still use, once the session's own count, which has no embeddings, is taken over."""
    budget.settle(Usage())
    for tokens in range(most, -1, -1):
        try:
            budget.require(Forecast(tokens, None))
        except LimitReached:
            continue
        return tokens
    raise AssertionError("nothing is left")


@pytest.mark.parametrize(
    ("answer", "spent"),
    [
        (None, 3),
        (_listed([1.0]) | {"usage": {"prompt_tokens": 7, "total_tokens": 7}}, 7),
        (_listed([1.0], [1.0]), 9),
    ],
    ids=["as the endpoint told", "of an answer of no use", "as thought, where it told nothing"],
)
async def test_what_texts_used_counts_as_the_endpoint_told_it(answer: Any, spent: int) -> None:
    budget = Budget(LimitSettings(max_tokens=1_000))
    with Embedding(answer) as server:
        embedder = await _opened(server, Surroundings(budget=budget))
        with contextlib.suppress(ModelUnavailable):
            await embedder.embed(["freeze rows", "print papers"], asked=False)
        await embedder.close()
    assert _left(budget, 1_000) == 1_000 - spent


@pytest.mark.parametrize("name", ["anthropic:x", "deepseek:x", "none:x", "openai:"])
async def test_a_model_that_embeds_nothing_is_refused_with_those_that_do(name: str) -> None:
    async def no_secret(name: str) -> str:
        raise AssertionError(name)

    with pytest.raises(ConfigError, match=r"ollama:NAME"):
        await open_embedder(ModelSettings(name=name), no_secret)


def test_a_setting_without_a_model_that_embeds_is_refused() -> None:
    with pytest.raises((ConfigError, ValidationError), match="name a model that embeds"):
        load_settings(agents={"embedding": {"name": "builtin"}})


PAGES = {
    "rows": "<h1>Freeze rows</h1><p>Choose View - Freeze.</p>",
    "print": "<h1>Print on paper</h1><p>Press Print.</p>",
    **{f"n{index}": f"<h1>Topic{index}</h1><p>text of{index} number{index}</p>" for index in range(60)},
}


@pytest.fixture
def guide(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "guide"
    folder.mkdir()
    for name, text in PAGES.items():
        (folder / f"{name}.html").write_text(text)
    yield folder


async def test_a_run_finds_a_guide_by_its_meaning_and_goes_on_by_words_where_the_endpoint_is_gone(
    tmp_path: Path, guide: Path
) -> None:
    store = KnowledgeStore(tmp_path / "knowledge" / INDEX)
    Learner(store, Places(tmp_path), lambda *_: None).path(guide, "form")
    asking = "keep the header in sight while scrolling"
    answers = [assign("0", asking), app("FINISH"), host("FINISH")]
    with Embedding() as server:
        embedder = await _opened(server)
        assert await embed_sections(store, embedder, lambda _: None) == len(PAGES)
        assert await embed_sections(store, embedder, lambda _: None) == 0
        await embedder.close()
        store.close()
        settings = {"embedding": {"name": "openai:embed-small", "base_url": f"{server.address}/v1", "api_key": "sk-x"}}
        async with stage(tmp_path, list(answers), agents=settings) as scene:
            await scene.run("do it")
            used = [event for event in scene.heard.events if isinstance(event, KnowledgeUsed)]
    assert [passage.source for event in used for passage in event.passages] == ["form guide § Freeze rows"]
    gone = {"embedding": {**settings["embedding"], "max_retry": 0}}
    async with stage(tmp_path, [assign("0", "freeze rows"), app("FINISH"), host("FINISH")], agents=gone) as scene:
        await scene.run("do it")
        used = [event for event in scene.heard.events if isinstance(event, KnowledgeUsed)]
        told = [event.text for event in scene.heard.events if isinstance(event, Noticed)]
    assert [passage.source for event in used for passage in event.passages] == ["form guide § Freeze rows"]
    assert any("by their words alone" in text for text in told)

"""Every provider with the server that speaks its format: the cases of tests/llm/providers run for each of them."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from pydantic import SecretStr

from tests.llm.model_server import ModelServer, Reply, Step
from tests.llm.openai_asking import Waits
from tests.llm.wires import chat, converse, generate_content, messages, responses
from ufo.config.settings import ModelSettings
from ufo.errors import ModelUnavailable
from ufo.llm.provider import Completion, Turn
from ufo.llm.registry import create


@dataclass(frozen=True, slots=True)
class Speaking:
    """`has_pictures`: it takes them."""

    kind: str
    server: type[ModelServer]
    model: str
    key: str = ""
    has_pictures: bool = True

    def settings(self, server: ModelServer, **more: object) -> ModelSettings:
        values: dict[str, object] = {"name": f"{self.kind}:{self.model}", "base_url": server.base_url, "timeout_s": 5.0}
        if self.key:
            values["api_key"] = SecretStr(self.key)
        return ModelSettings.model_validate(values | more)

    async def ask(self, server: ModelServer, turn: Turn, waits: Waits | None = None, **more: object) -> Completion:
        provider = create(self.settings(server, **more), (waits or Waits()).surroundings())
        try:
            return await provider.complete(turn)
        finally:
            await provider.close()

    async def refusal(self, server: ModelServer, turn: Turn, waits: Waits | None = None, **more: object) -> str:
        with pytest.raises(ModelUnavailable) as caught:
            await self.ask(server, turn, waits, **more)
        return str(caught.value)

    def serving(self, *steps: Step | Reply) -> ModelServer:
        return self.server(steps)


FORMATS = (
    Speaking("openai", chat.ChatServer, "gpt-4o", chat.KEY),
    Speaking("openai-responses", responses.ResponsesServer, "gpt-4o", chat.KEY),
    Speaking("azure", chat.AzureServer, "my-deployment", chat.KEY),
    Speaking("anthropic", messages.MessagesServer, messages.MODEL, messages.KEY),
    Speaking("google", generate_content.GenerateContentServer, generate_content.MODEL, generate_content.KEY),
    Speaking("bedrock", converse.ConverseServer, converse.MODEL, converse.KEY),
    Speaking("openrouter", chat.OpenRouterServer, chat.OpenRouterServer.model, chat.KEY),
    Speaking("ollama", chat.OllamaServer, chat.OllamaServer.model),
)
"""One provider of each format."""

OTHERS = (
    Speaking("gemini", generate_content.GenerateContentServer, generate_content.MODEL, generate_content.KEY),
    Speaking("qwen", chat.DashScopeServer, "qwen-plus", chat.KEY),
    Speaking("dashscope", chat.DashScopeServer, "qwen-plus", chat.KEY),
    Speaking("deepseek", chat.DeepSeekServer, "deepseek-chat", chat.KEY, has_pictures=False),
    Speaking("vllm", chat.LocalModelServer, chat.LocalModelServer.model),
    Speaking("llamacpp", chat.LocalModelServer, chat.LocalModelServer.model),
    Speaking("lmstudio", chat.LocalModelServer, chat.LocalModelServer.model),
)

every_format = pytest.mark.parametrize("speaking", FORMATS, ids=lambda item: item.kind)
every_other = pytest.mark.parametrize("speaking", OTHERS, ids=lambda item: item.kind)

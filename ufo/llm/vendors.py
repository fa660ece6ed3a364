"""The table of providers that are asked over HTTP: where each is, which key it takes, and how it structures an answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

Shape = Literal["schema", "tool", "object", "words"]
"""How an answer of the right shape is asked for: by a JSON schema, by a tool whose arguments are the answer, by any JSON object
with the schema in words, or by words alone."""


@dataclass(frozen=True, slots=True)
class Vendor:
    """One row.

    `title`: its name for a person. `wire`: the function that speaks its format. `base_url`: "" where each account has its own.
    `hosts`: further hosts of its own, ".x" for every host below x; keys of the environment go nowhere else. `shapes`: how answers
    are asked for, the best first; the next one follows where an endpoint refuses. `key_starts`: how its keys begin. `extra`: the
    extra of this package that its library comes with. `absent`: what to do where it has no such model. `embeds`: the function
    that speaks its format of embeddings, "" where it has none.
    """

    title: str
    wire: str
    base_url: str
    key_variables: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    needs_key: bool = True
    shapes: tuple[Shape, ...] = ("schema", "words")
    key_starts: tuple[str, ...] = ()
    base_url_variable: str = ""
    extra: str = ""
    absent: str = "correct `model.name` or `model.base_url`"
    embeds: str = ""


_WIRES = "ufo.llm.providers."
CHAT = _WIRES + "openai_wires:chat"
_EMBEDS = _WIRES + "openai_wires:embeddings"


def _local(title: str, port: int, absent: str) -> Vendor:
    return Vendor(title, CHAT, f"http://localhost:{port}/v1", needs_key=False, absent=absent, embeds=_EMBEDS)


_OPENAI = Vendor(
    "OpenAI",
    CHAT,
    "https://api.openai.com/v1",
    ("OPENAI_API_KEY",),
    key_starts=("sk-proj-", "sk-svcacct-", "sk-admin-"),
    embeds=_EMBEDS,
)
_GOOGLE = Vendor(
    "Google",
    _WIRES + "google_wire:generate_content",
    "https://generativelanguage.googleapis.com",
    ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    key_starts=("AIza",),
    extra="google",
    embeds=_WIRES + "google_wire:embeddings",
)
_QWEN = Vendor(
    "Alibaba Cloud (DashScope)",
    CHAT,
    "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
    ("DASHSCOPE_API_KEY",),
    hosts=("dashscope.aliyuncs.com", "dashscope-us.aliyuncs.com"),
    shapes=("schema", "object", "words"),
    embeds=_EMBEDS,
)

VENDORS: Mapping[str, Vendor] = {
    "openai": _OPENAI,
    "openai-responses": replace(_OPENAI, wire=_WIRES + "openai_wires:responses"),
    "azure": Vendor(
        "Azure OpenAI",
        _WIRES + "openai_wires:azure",
        "",
        ("AZURE_OPENAI_API_KEY",),
        hosts=(".openai.azure.com", ".services.ai.azure.com", ".cognitiveservices.azure.com"),
        # Without a key, a token of Entra ID opens it.
        needs_key=False,
        base_url_variable="AZURE_OPENAI_ENDPOINT",
        embeds=_WIRES + "openai_wires:azure_embeddings",
        absent="`model.name` is azure: and the name of a deployment there",
    ),
    "anthropic": Vendor(
        "Anthropic",
        _WIRES + "anthropic_wire:messages",
        "https://api.anthropic.com",
        ("ANTHROPIC_API_KEY",),
        shapes=("tool", "words"),
        key_starts=("sk-ant-",),
        extra="anthropic",
    ),
    "google": _GOOGLE,
    "gemini": _GOOGLE,
    "bedrock": Vendor(
        "Amazon Bedrock",
        _WIRES + "bedrock_wire:converse",
        "",
        ("AWS_BEARER_TOKEN_BEDROCK",),
        hosts=(".amazonaws.com", ".amazonaws.com.cn"),
        # Without a key of Bedrock, requests are signed with the credentials of AWS.
        needs_key=False,
        shapes=("tool", "words"),
        key_starts=("ABSK", "bedrock-api-key-"),
        extra="bedrock",
        absent="`model.name` is bedrock: and the id of a model or inference profile of that region",
    ),
    "qwen": _QWEN,
    "dashscope": _QWEN,
    "deepseek": Vendor("DeepSeek", CHAT, "https://api.deepseek.com", ("DEEPSEEK_API_KEY",), shapes=("object", "words")),
    "openrouter": Vendor(
        "OpenRouter",
        _WIRES + "openai_wires:openrouter",
        "https://openrouter.ai/api/v1",
        ("OPENROUTER_API_KEY",),
        shapes=("schema", "object", "words"),
        key_starts=("sk-or-",),
        embeds=_EMBEDS,
    ),
    "ollama": _local("Ollama", 11434, "run `ollama pull {model}` first"),
    "vllm": _local("vLLM", 8000, "start it as `vllm serve {model}`, or correct `model.name`"),
    "llamacpp": _local("llama.cpp", 8080, "start `llama-server` with that model, or correct `model.name`"),
    "lmstudio": _local("LM Studio", 1234, "run `lms get {model}` first, or correct `model.name`"),
}


def vendor_of_key(key: str) -> Vendor | None:
    """Return the provider whose keys begin as this one does, or None where none is known."""
    return next((vendor for vendor in VENDORS.values() if key.startswith(vendor.key_starts)), None)

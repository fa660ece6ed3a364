"""Where a model is asked and with which key: a key of the environment never leaves its own provider's hosts."""

from __future__ import annotations

import pytest
from pydantic import SecretStr

from ufo.config.settings import ModelSettings
from ufo.errors import ConfigError
from ufo.llm.access import Access, access_to
from ufo.llm.vendors import VENDORS

ENVIRON = {
    "OPENAI_API_KEY": "sk-proj-environment",
    "AZURE_OPENAI_API_KEY": "azure-environment",
    "AZURE_OPENAI_ENDPOINT": "https://mine.openai.azure.com",
    "ANTHROPIC_API_KEY": "sk-ant-environment",
    "GEMINI_API_KEY": "AIza-environment",
    "AWS_BEARER_TOKEN_BEDROCK": "ABSK-environment",
    "AWS_REGION": "eu-central-1",
    "DASHSCOPE_API_KEY": "sk-environment",
    "DEEPSEEK_API_KEY": "sk-environment",
    "OPENROUTER_API_KEY": "sk-or-environment",
}
KEYED = [kind for kind, vendor in VENDORS.items() if vendor.key_variables]


def access(kind: str, base_url: str | None = None, key: str | None = None, **environ: str) -> Access:
    settings = ModelSettings(name=f"{kind}:m", base_url=base_url, api_key=SecretStr(key) if key else None)
    return access_to(kind, VENDORS[kind], settings, {**ENVIRON, **environ})


@pytest.mark.parametrize("kind", KEYED)
def test_a_key_of_the_environment_is_used_at_the_providers_own_address(kind: str) -> None:
    found = access(kind)
    assert found.key.endswith("environment")
    assert found.origin in VENDORS[kind].key_variables
    assert found.is_own_host
    assert found.key not in repr(found)


@pytest.mark.parametrize("kind", KEYED)
@pytest.mark.parametrize(
    "address",
    [
        "http://localhost:4000/v1",
        "https://api.openai.com.evil.example/v1",
        "https://evil.example/api.openai.com",
        "https://evilamazonaws.com",
        "https://openai.azure.com.evil.example",
    ],
)
def test_a_key_of_the_environment_goes_to_no_other_address(kind: str, address: str) -> None:
    found = access(kind, address)
    assert not found.key
    assert not found.is_own_host


@pytest.mark.parametrize(
    ("kind", "address"),
    [
        ("qwen", "https://dashscope.aliyuncs.com/compatible-mode/v1"),
        ("azure", "https://other.services.ai.azure.com"),
        ("bedrock", "https://vpce-1.bedrock-runtime.us-east-1.vpce.amazonaws.com"),
    ],
)
def test_further_hosts_of_a_provider_are_its_own(kind: str, address: str) -> None:
    assert access(kind, address).key


@pytest.mark.parametrize("kind", [kind for kind in KEYED if VENDORS[kind].needs_key])
def test_a_provider_without_its_key_names_the_variable(kind: str) -> None:
    with pytest.raises(ConfigError, match=VENDORS[kind].key_variables[0]):
        access_to(kind, VENDORS[kind], ModelSettings(name=f"{kind}:m"), {})


@pytest.mark.parametrize(
    ("kind", "variable"), [("azure", "AZURE_OPENAI_ENDPOINT"), ("bedrock", "AWS_REGION")], ids=["azure", "bedrock"]
)
def test_a_provider_without_one_address_for_all_names_what_gives_it(kind: str, variable: str) -> None:
    with pytest.raises(ConfigError, match=variable):
        access_to(kind, VENDORS[kind], ModelSettings(name=f"{kind}:m"), {})


def test_two_keys_swapped_are_told_before_either_is_sent() -> None:
    with pytest.raises(ConfigError, match="OPENAI_API_KEY is one of Anthropic's") as caught:
        access("openai", OPENAI_API_KEY="sk-ant-mine")
    assert "sk-ant-mine" not in str(caught.value)
    with pytest.raises(ConfigError, match="`model.api_key` is one of OpenAI's"):
        access("anthropic", key="sk-proj-mine")


def test_a_key_of_another_provider_may_be_meant_for_a_gateway() -> None:
    assert access("openai", "http://localhost:4000/v1", key="sk-ant-mine").key == "sk-ant-mine"


def test_a_local_server_needs_no_key_and_is_given_none_of_the_environment() -> None:
    for kind in ("ollama", "vllm", "llamacpp", "lmstudio"):
        assert not access(kind).key

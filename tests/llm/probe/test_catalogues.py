from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ufo.llm.probe.catalogues import Claims, of_llama_props, of_models_list, of_ollama_ps, of_ollama_show

_SHOWN = {"model_info": {"qwen2.context_length": 32_768}, "capabilities": ["completion", "vision"]}


@pytest.mark.parametrize(
    ("row", "claims"),
    [
        ({"id": "m", "max_model_len": 8192}, Claims(True, context=8192)),
        (
            {
                "id": "m",
                "context_length": 131_072,
                "architecture": {"input_modalities": ["text", "image"]},
                "supported_parameters": ["tools", "response_format"],
            },
            Claims(True, True, True, 131_072),
        ),
        (
            {"id": "m", "type": "llm", "max_context_length": 32_768, "loaded_context_length": 4096},
            Claims(True, False, None, 4096),
        ),
        ({"id": "m", "meta": {"n_ctx": 2048, "n_ctx_train": 8192}}, Claims(True, context=2048)),
        ({"id": "other"}, Claims(False)),
    ],
)
def test_lists_of_models_are_read_as_each_server_writes_them(row: dict[str, Any], claims: Claims) -> None:
    assert of_models_list({"data": [row]}, "m") == claims


def test_ollama_reads_what_its_server_lets_it_and_not_what_the_model_could() -> None:
    assert of_ollama_show(_SHOWN) == Claims(True, True, False, 4096)
    assert of_ollama_show(_SHOWN | {"parameters": "num_ctx                        8192"}).context == 8192
    assert of_ollama_ps({"models": [{"name": "m:latest", "context_length": 16_384}]}, "m") == Claims(context=16_384)


def test_llama_cpp_tells_its_context_and_whether_it_sees() -> None:
    told = {"default_generation_settings": {"n_ctx": 4096}, "modalities": {"vision": False}}
    assert of_llama_props(told) == Claims(pictures=False, context=4096)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["m", "data", "models", "llm"]),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(["data", "models", "id", "name", "meta", "architecture", "context_length", "model_info"]),
            inner,
        )
    ),
    max_leaves=6,
)


@given(_JSON)
def test_whatever_an_endpoint_tells_is_a_claim_or_nothing(told: Any) -> None:
    for claims in (of_models_list(told, "m"), of_ollama_show(told), of_ollama_ps(told, "m"), of_llama_props(told)):
        assert claims.context is None or claims.context > 0

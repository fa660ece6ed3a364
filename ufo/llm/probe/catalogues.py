"""Reads what endpoints tell of a model: Ollama's /api/show and /api/ps, and the lists of vLLM, OpenRouter, LM Studio and
llama.cpp.

All of it is a claim: fields of an unforeseen kind are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

_OLLAMA_DEFAULT_CONTEXT = 4096
"""What Ollama reads where neither the model nor the server says more; what is longer it cuts off in silence."""
_CONTEXT_KEYS = ("max_model_len", "loaded_context_length", "context_length", "max_context_length", "context_window")
_NUM_CTX = re.compile(r"^\s*num_ctx\s+(\d+)\s*$", re.MULTILINE)
Json = Any


@dataclass(frozen=True, slots=True)
class Claims:
    """What an endpoint tells of a model; None where it tells nothing."""

    is_listed: bool | None = None
    pictures: bool | None = None
    tools: bool | None = None
    context: int | None = None

    def over(self, other: Claims) -> Claims:
        """Return these claims, completed by others."""
        pairs = [(getattr(self, name), getattr(other, name)) for name in self.__slots__]
        return Claims(*(other if mine is None else mine for mine, other in pairs))


def of_models_list(answer: Json, model: str) -> Claims:
    """Read the answer of GET /v1/models (or /api/v0/models)."""
    rows = answer.get("data") if isinstance(answer, dict) else None
    if not isinstance(rows, list):
        return Claims()
    row = next((row for row in rows if isinstance(row, dict) and row.get("id") == model), None)
    if row is None:
        return Claims(is_listed=False if rows else None)
    told = Claims(True, _pictures(row), _tools(row), next(_numbers(row, _CONTEXT_KEYS), None))
    meta = row.get("meta")
    return told.over(Claims(context=next(_numbers(meta, ("n_ctx",)), None) if isinstance(meta, dict) else None))


def of_llama_props(answer: Json) -> Claims:
    """Read the answer of llama.cpp's GET /props."""
    settings = answer.get("default_generation_settings") if isinstance(answer, dict) else None
    if not isinstance(settings, dict):
        return Claims()
    modalities = answer.get("modalities")
    sees = modalities.get("vision") if isinstance(modalities, dict) else None
    return Claims(pictures=sees if isinstance(sees, bool) else None, context=next(_numbers(settings, ("n_ctx",)), None))


def of_ollama_show(answer: Json) -> Claims:
    """Read the answer of Ollama's POST /api/show. What the model could read at most is not what the server lets it read."""
    if not isinstance(answer, dict) or not isinstance(answer.get("model_info"), dict):
        return Claims()
    able = answer.get("capabilities")
    own = _NUM_CTX.search(str(answer.get("parameters", "")))
    context = int(own[1]) if own else _OLLAMA_DEFAULT_CONTEXT
    most = next((length for key, length in answer["model_info"].items() if key.endswith(".context_length")), None)
    return Claims(
        is_listed=True,
        pictures="vision" in able if isinstance(able, list) else None,
        tools="tools" in able if isinstance(able, list) else None,
        context=min(context, most) if isinstance(most, int) and most > 0 else context,
    )


def of_ollama_ps(answer: Json, model: str) -> Claims:
    """Read the answer of Ollama's GET /api/ps, which tells how much the loaded model really reads."""
    rows = answer.get("models") if isinstance(answer, dict) else None
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict) and model in (
            row.get("name"),
            row.get("model"),
            f"{row.get('name')}".partition(":")[0],
        ):
            return Claims(context=next(_numbers(row, ("context_length",)), None))
    return Claims()


def _numbers(row: Mapping[str, Json], keys: tuple[str, ...]) -> Iterator[int]:
    for key in keys:
        value = row.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and value > 0:
            yield value


def _pictures(row: Mapping[str, Json]) -> bool | None:
    built = row.get("architecture")
    reads = built.get("input_modalities") if isinstance(built, dict) else None
    if isinstance(reads, list):
        return "image" in reads
    return True if row.get("type") == "vlm" else False if row.get("type") == "llm" else None


def _tools(row: Mapping[str, Json]) -> bool | None:
    takes = row.get("supported_parameters")
    able = row.get("capabilities")
    if isinstance(takes, list):
        return "tools" in takes
    return "tool_use" in able if isinstance(able, list) else None

"""A picture for any model has a size that its provider leaves as it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from ufo.config.settings import ModelSettings
from ufo.llm.picture_limits import edge_for, limit_of
from ufo.schema.geometry import Rect
from ufo.vision.encode import decode, png_of, scaled

_SIDE = st.integers(1, 8000)
_MODEL = st.sampled_from(
    (
        "openai:gpt-4o",
        "openrouter:anthropic/claude-sonnet-4.5",
        "bedrock:eu.anthropic.claude",
        "ollama:qwen3-vl",
        "google:x",
    )
)


@given(model=_MODEL, width=_SIDE, height=_SIDE, most=st.integers(1, 4000))
def test_a_picture_is_as_large_as_its_provider_and_the_settings_allow(
    model: str, width: int, height: int, most: int
) -> None:
    settings = ModelSettings(name=model, image_max_edge=most)
    edge = edge_for(settings, width, height)
    assert 1 <= edge <= min(most, max(width, height))
    limit = limit_of(model)
    share = edge / max(width, height)
    shown = max(1, int(width * share)), max(1, int(height * share))
    if limit is not None:
        assert (
            max(shown) <= limit.longest and min(shown) <= limit.shortest and shown[0] * shown[1] <= limit.area * 1.001
        )
    elif most >= max(width, height):
        assert edge == max(width, height)


@pytest.mark.parametrize(
    ("model", "size"),
    [
        ("openai:gpt-4o", (1365, 767)),
        ("azure:mine", (1365, 767)),
        ("anthropic:claude-sonnet-4-5", (1429, 803)),
        ("bedrock:eu.anthropic.claude", (1429, 803)),
        ("openrouter:openai/gpt-4o", (1365, 767)),
        ("openrouter:qwen/qwen3-vl", (1568, 882)),
        ("google:gemini-2.5-flash", (1568, 882)),
        ("ollama:qwen3-vl", (1568, 882)),
    ],
)
def test_a_screen_of_1920_x_1080_in_the_size_for_each_provider(model: str, size: tuple[int, int]) -> None:
    screen = png_of(Image.new("RGB", (1920, 1080), "white"), Rect(0, 0, 1920, 1080))
    shown = scaled(decode(screen), screen.rect, edge_for(ModelSettings(name=model), 1920, 1080))
    assert decode(shown).size == size
    assert shown.mime == "image/jpeg"

"""A setting that nothing reads is a promise that nothing keeps."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from pydantic import BaseModel

from tests.sources import house
from ufo.config.settings import Settings

SOURCES = "\n".join(text for path, text in house() if not path.endswith("settings.py"))


def _leaves(section: BaseModel) -> Iterator[str]:
    for name in type(section).model_fields:
        value = getattr(section, name)
        if isinstance(value, BaseModel):
            yield from _leaves(value)
        else:
            yield name


@pytest.mark.parametrize("name", sorted(_leaves(Settings.model_construct())))
def test_every_setting_is_read_somewhere(name: str) -> None:
    assert re.search(rf"\.{name}\b", SOURCES)

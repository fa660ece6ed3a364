"""A setting that nothing reads is a promise that nothing keeps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel

import ufo
from ufo.config.settings import Settings

SOURCES = "\n".join(
    path.read_text(encoding="utf-8") for path in Path(ufo.__path__[0]).rglob("*.py") if path.name != "settings.py"
)


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

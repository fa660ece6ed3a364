"""Every setting says what it means and, where it is a number, what it counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import pytest
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from ufo.config import settings
from ufo.config.origin import Unit


def _fields() -> Iterator[tuple[str, FieldInfo]]:
    for model in vars(settings).values():
        if isinstance(model, type) and issubclass(model, BaseModel) and model.__module__ == settings.__name__:
            yield from ((f"{model.__name__}.{name}", field) for name, field in model.model_fields.items())


FIELDS = dict(_fields())


@pytest.mark.parametrize("name", sorted(FIELDS))
def test_every_setting_says_what_it_means(name: str) -> None:
    assert (FIELDS[name].description or "").strip().endswith(".")


@pytest.mark.parametrize("name", sorted(FIELDS))
def test_every_number_says_its_unit(name: str) -> None:
    field = FIELDS[name]
    kinds = {field.annotation, *get_args(field.annotation)}
    counts = bool({int, float} & kinds)
    assert counts == any(isinstance(metadatum, Unit) for metadatum in field.metadata)

from __future__ import annotations

import re

import pytest
from pydantic import BaseModel

from ufo.conditions.kinds.document import DocumentPredicate
from ufo.conditions.kinds.element import ElementPredicate
from ufo.conditions.kinds.file import FilePredicate
from ufo.conditions.kinds.page import PagePredicate
from ufo.conditions.kinds.process import ProcessPredicate
from ufo.conditions.kinds.window import WindowPredicate
from ufo.conditions.properties import PROPERTIES
from ufo.prompts.conditions import describe_conditions

KINDS = (DocumentPredicate, ElementPredicate, FilePredicate, PagePredicate, ProcessPredicate, WindowPredicate)
# The framework states these itself.
OURS = {"changed_after", "typed"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("about", ["costs.ods", "no file"])
def test_every_field_that_a_model_can_state_is_told(kind: type[BaseModel], about: str) -> None:
    told = describe_conditions((about, "Order - Chromium"))
    assert set(kind.model_fields) - OURS <= set(re.findall(r"\w+", told))


def test_the_properties_are_those_of_the_files_that_the_turn_is_about() -> None:
    told = describe_conditions(("Sort costs.ods by its second column",))
    assert "sorted = ascending|descending" in told
    assert "slide title" not in told and "transparent" not in told
    assert "transparent = on|off" in describe_conditions(("crop photo.PNG",))
    assert "members = " in describe_conditions(("pack them into all.tar.gz",))


def test_pages_are_told_of_where_the_turn_is_about_a_browser_and_to_whoever_plans() -> None:
    assert '"on": "page"' in describe_conditions(("Look it up", "chromium"))
    assert '"on": "page"' in describe_conditions(("Look it up",), plans=True)
    assert '"on": "page"' not in describe_conditions(("Tick the box", "mousepad"), ("Follow pages of dialogs.",))


def test_the_formats_that_tools_write_count_as_well() -> None:
    assert "transparent = on|off" in describe_conditions(("crop it",), ("Save as another format (.png)",))


def test_where_no_file_is_named_some_properties_are_named() -> None:
    told = describe_conditions(("tick the box, e.g. the first one",))
    named = told.rpartition("such as ")[2].partition("\n")[0].split(", ")
    assert len(named) > 5 and set(named) <= set(PROPERTIES)
    assert "ascending|descending" not in told

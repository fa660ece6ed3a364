"""What a property test tries depends on nothing but the test."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.properties import FUZZ, SAME, examples

_COUNT = 300


def _tried() -> list[str]:
    texts: list[str] = []

    @settings(settings.get_profile(SAME), max_examples=_COUNT)
    @given(st.text())
    def anything(text: str) -> None:
        texts.append(text)

    anything()
    return texts


def test_a_property_is_tried_on_the_same_examples_every_time() -> None:
    assert _tried() == _tried()


def test_words_of_the_code_are_no_examples(tmp_path: Path) -> None:
    before = _tried()
    path = tmp_path / "more_code.py"
    path.write_text("\n".join(f"NAME_{number} = 'a word of the code {number}'" for number in range(200)), "utf-8")
    spec = spec_from_file_location("more_code", path)
    assert spec is not None and spec.loader is not None
    sys.modules["more_code"] = module_from_spec(spec)
    try:
        spec.loader.exec_module(sys.modules["more_code"])
        assert _tried() == before
    finally:
        del sys.modules["more_code"]


def test_a_fuzz_looks_for_new_examples_and_more_of_them() -> None:
    same, fuzz = settings.get_profile(SAME), settings.get_profile(FUZZ)
    assert (same.derandomize, same.database, same.deadline) == (True, None, None)
    assert (fuzz.derandomize, fuzz.deadline) == (False, None)
    assert fuzz.max_examples > same.max_examples


def test_a_slow_property_is_tried_on_fewer_examples_and_a_quick_one_on_more() -> None:
    usual = settings().max_examples
    assert (examples(0.3).max_examples, examples(15).max_examples) == (round(usual * 0.3), usual * 15)

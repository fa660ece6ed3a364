from __future__ import annotations

import json

from tests.llm.turns import app_turn
from ufo.llm.providers.messages import form_in_words
from ufo.llm.response_schema import response_schema


def test_the_form_says_each_field_in_fewer_words_than_the_schema() -> None:
    schema = response_schema(app_turn())
    said = form_in_words(schema)
    assert all(f'"{name}"' in said for name in schema["properties"])
    assert '"thought": text' in said and '"status"?: "CONTINUE" or "FAIL"' in said
    assert '"action"?: [{"function"?: text, "arguments"?: {…}}, …]' in said
    assert len(said) < len(json.dumps(schema)) * 0.6

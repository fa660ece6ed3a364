from __future__ import annotations

import json
from typing import Any

from tests.prompts.test_prompter import app_inputs, host_inputs
from ufo.llm.provider import Turn
from ufo.llm.response_schema import response_schema
from ufo.prompts.template_files import load_templates
from ufo.schema.response import AppAgentResponse, HostAgentResponse
from ufo.schema.subtasks import Subtask


def schemas() -> list[dict[str, Any]]:
    turns = (Turn("app", (), AppAgentResponse, app_inputs()), Turn("host", (), HostAgentResponse, host_inputs()))
    return [response_schema(turn) for turn in turns]


def test_the_schema_holds_no_words_for_readers_of_the_code() -> None:
    for schema in schemas():
        text = json.dumps(schema)
        assert not [word for word in ("description", "title", "default", "anyOf", "ufo.") if f'"{word}' in text]
        assert len(text) < 1400


def _resolved(part: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    return schema["$defs"][part["$ref"].rpartition("/")[2]] if "$ref" in part else part


def test_what_several_fields_share_is_defined_once_and_all_else_stands_in_its_place() -> None:
    app, host = schemas()
    assert (
        set(app["$defs"]) == set(host["$defs"]) == {"Condition"} and json.dumps(host).count("additionalProperties") == 5
    )


def test_a_sub_tasks_fields_are_told_in_the_text_and_any_may_be_given() -> None:
    _, host = schemas()
    assert host["properties"]["subtasks"]["items"] == {"type": "object", "additionalProperties": True}
    assert all(f'"{name}"' in load_templates("host_agent").system for name in Subtask.model_fields)


def test_a_notes_fields_are_told_in_the_text_and_any_may_be_given() -> None:
    for schema, name in zip(schemas(), ("app_agent", "host_agent"), strict=True):
        assert schema["properties"]["notes"]["items"] == {"type": "object", "additionalProperties": True}
        assert all(f'"{field}"' in load_templates(name).system for field in ("name", "text", "about"))


def test_a_field_may_have_the_name_of_a_keyword_of_schemas() -> None:
    class Titled(AppAgentResponse):
        title: str = ""

    schema = response_schema(Turn("app", (), Titled, app_inputs()))
    assert schema["properties"]["title"] == {"type": "string"}


def test_every_kind_of_condition_can_be_stated_with_its_own_fields() -> None:
    for schema in schemas():
        condition = _resolved(schema["properties"]["expect"]["items"], schema)
        assert set(condition["properties"]["on"]["enum"]) == {
            "element", "window", "file", "document", "process", "page",
        }  # fmt: skip
        assert condition["additionalProperties"] is True


def test_nothing_refers_to_a_definition_that_is_not_there() -> None:
    for schema in schemas():
        text = json.dumps(schema)
        named = {part.split('"')[0] for part in text.split("#/$defs/")[1:]}
        assert named == set(schema.get("$defs", {}))

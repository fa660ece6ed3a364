"""The interfaces and numbers of UI Automation are those of Wine's own IDL, which was written independently of ours."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tests.needs import need_file
from ufo.desktop.windows.ui_automation.definitions import CLASSES, INTERFACES, Function
from ufo.desktop.windows.ui_automation.nodes import (
    BOUNDING_RECTANGLE,
    FIELDS,
    FIELDS_OF_PATTERNS,
    OFFSCREEN,
    PATTERNS,
    PROCESS_ID,
    RUNTIME_ID,
)

_IDL = Path("/usr/include/wine/wine/windows/uiautomationclient.idl")
_ONLY_NAMED = frozenset(
    "IUIAutomation" + name
    for name in (
        "InvokePattern", "TogglePattern", "RangeValuePattern", "SelectionItemPattern", "ExpandCollapsePattern",
        "ScrollItemPattern", "TextPattern", "TextRange",
    )
)  # fmt: skip
"""Interfaces that Wine's IDL names and does not define."""
_INTERFACE = re.compile(
    r"uuid\((?P<id>[0-9a-f-]+)\)[^{}\]]*\]\s*interface (?P<name>\w+)\s*: IUnknown\s*\{(?P<body>.*?)\n    \}", re.S
)
_FUNCTION = re.compile(r"(?:\[(?P<kind>prop\w+)\]\s*)?HRESULT (?P<name>\w+)\s*\((?P<given>.*?)\)\s*;", re.S)
_KINDS = {
    "BSTR": "text", "VARIANT": "variant", "BOOL": "bool", "POINT": "point", "UIA_HWND": "handle", "REFIID": "id",
    "PROPERTYID": "int", "PATTERNID": "int", "EVENTID": "int", "SAFEARRAY(int)": "ints", "SAFEARRAY(PROPERTYID)": "ints",
    "PROPERTYID *": "numbers", "void *": "pointer", "IUIAutomationCondition **": "pointer",
    "SAFEARRAY(IUIAutomationCondition)": "array",
}  # fmt: skip


@cache
def idl() -> str:
    need_file(_IDL, "libwine-dev")
    return _IDL.read_text(encoding="utf-8")


def defined() -> dict[str, re.Match[str]]:
    return {interface["name"]: interface for interface in _INTERFACE.finditer(idl())}


def _function(told: re.Match[str], written: set[str]) -> Function:
    name = f"{told['kind'].removeprefix('prop')}_{told['name']}" if told["name"] in written else told["name"]
    given = [one.strip() for one in re.split(r",\s*(?=\[)", " ".join(told["given"].split())) if one.strip()]
    takes = [_kind(one) for one in given if not one.startswith("[out")]
    gives = [_kind(one, is_given=True) for one in given if one.startswith("[out")]
    assert len(gives) <= 1, told[0]
    return Function(name, tuple(takes), gives[0] if gives else "")


def _kind(parameter: str, *, is_given: bool = False) -> str:
    """What our definitions call the type of a parameter, such as `[out, retval] IUIAutomationElement **found`."""
    words = re.fullmatch(r"\[.*?\]\s*(?P<type>.*?)\w+", parameter)
    assert words, parameter
    kind = words["type"].strip()
    if is_given:
        assert kind.endswith("*"), parameter
        kind = kind.removesuffix("*").strip()
    if kind in _KINDS:
        return _KINDS[kind]
    if kind.startswith("enum "):
        return "int"
    return kind.removesuffix("*").strip()


@pytest.mark.parametrize("name", sorted(INTERFACES.keys() - _ONLY_NAMED))
def test_an_interface_has_the_id_and_the_functions_of_wines_idl_in_their_order(name: str) -> None:
    ours, wines = INTERFACES[name], defined()[name]
    functions = list(_FUNCTION.finditer(wines["body"]))
    written = {one["name"] for one in functions if one["kind"] == "propput"}
    assert ours.id == wines["id"]
    assert list(ours.functions) == [_function(one, written) for one in functions[: len(ours.functions)]]


def test_what_wines_idl_does_not_define_is_named_there() -> None:
    named = set(re.findall(r"^    interface (\w+);", idl(), re.M))
    assert named >= _ONLY_NAMED
    assert not _ONLY_NAMED & defined().keys()


def test_the_classes_and_the_numbers_of_properties_and_patterns_are_those_of_wines_idl() -> None:
    told = {name: int(number) for name, number in re.findall(r"const long UIA_(\w+)\s*= (\d+);", idl())}
    for name, pattern in PATTERNS.items():
        assert told[f"{name}PatternId"] == pattern.number
        assert told[f"Is{name}PatternAvailablePropertyId"] == pattern.available
    fields = [named for group in (FIELDS, *FIELDS_OF_PATTERNS.values()) for named in group.values()]
    fields += [
        ("RuntimeId", RUNTIME_ID), ("BoundingRectangle", BOUNDING_RECTANGLE), ("ProcessId", PROCESS_ID),
        ("IsOffscreen", OFFSCREEN),
    ]  # fmt: skip
    for name, number in fields:
        assert told[f"{name}PropertyId"] == number
    assert all(f"uuid({uuid})" in idl() for uuid in CLASSES)

"""What is read of an element of UI Automation, as a plain value, with the numbers of its properties and patterns. Source:
Microsoft's reference (`UIAutomationClient.h`); a test compares the numbers with Wine's own IDL.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from ufo.schema.geometry import Rect


@dataclass(frozen=True, slots=True)
class Pattern:
    """A way to work an element: its number, the number of the property that tells whether an element has it, its interface."""

    number: int
    available: int
    interface: str = ""


PATTERNS: Mapping[str, Pattern] = MappingProxyType(
    {
        "Invoke": Pattern(10000, 30031, "IUIAutomationInvokePattern"),
        "Value": Pattern(10002, 30043, "IUIAutomationValuePattern"),
        "RangeValue": Pattern(10003, 30033, "IUIAutomationRangeValuePattern"),
        "Scroll": Pattern(10004, 30034),
        "ExpandCollapse": Pattern(10005, 30028, "IUIAutomationExpandCollapsePattern"),
        "Grid": Pattern(10006, 30030),
        "GridItem": Pattern(10007, 30029),
        "Window": Pattern(10009, 30044),
        "SelectionItem": Pattern(10010, 30036, "IUIAutomationSelectionItemPattern"),
        "Text": Pattern(10014, 30040, "IUIAutomationTextPattern"),
        "Toggle": Pattern(10015, 30041, "IUIAutomationTogglePattern"),
        "ScrollItem": Pattern(10017, 30035, "IUIAutomationScrollItemPattern"),
    }
)
RUNTIME_ID, BOUNDING_RECTANGLE, PROCESS_ID, OFFSCREEN = 30000, 30001, 30002, 30022
FIELDS: Mapping[str, tuple[str, int]] = MappingProxyType(
    {
        "control_type": ("ControlType", 30003), "name": ("Name", 30005), "focused": ("HasKeyboardFocus", 30008),
        "focusable": ("IsKeyboardFocusable", 30009), "enabled": ("IsEnabled", 30010),
        "automation_id": ("AutomationId", 30011), "password": ("IsPassword", 30019),
        "window": ("NativeWindowHandle", 30020), "offscreen": ("IsOffscreen", OFFSCREEN), "help": ("HelpText", 30013),
        "required": ("IsRequiredForForm", 30025), "aria_role": ("AriaRole", 30101),
    }
)  # fmt: skip
"""The properties of every element, by the fields of `Node`: their names and numbers."""
FIELDS_OF_PATTERNS: Mapping[str, Mapping[str, tuple[str, int]]] = MappingProxyType(
    {
        "Value": {"value": ("ValueValue", 30045), "readonly": ("ValueIsReadOnly", 30046)},
        "RangeValue": {
            "number": ("RangeValueValue", 30047), "number_readonly": ("RangeValueIsReadOnly", 30048),
            "least": ("RangeValueMinimum", 30049), "greatest": ("RangeValueMaximum", 30050),
        },
        "Scroll": {"view_size": ("ScrollVerticalViewSize", 30056)},
        "Grid": {"rows": ("GridRowCount", 30062)},
        "GridItem": {"row": ("GridItemRow", 30064), "column": ("GridItemColumn", 30065)},
        "ExpandCollapse": {"expand_state": ("ExpandCollapseExpandCollapseState", 30070)},
        "Window": {"modal": ("WindowIsModal", 30077)},
        "SelectionItem": {"selected": ("SelectionItemIsSelected", 30079)},
        "Toggle": {"toggle_state": ("ToggleToggleState", 30086)},
    }
)  # fmt: skip
"""The properties of elements that have a pattern."""


@dataclass(frozen=True, slots=True)
class Node:
    """An element. `key` is made of its runtime id, and names it while its window lives; `depth` counts from the window.
    `patterns`: None where it does not tell which it has. `expand_state`: 0 collapsed, 1 and 2 expanded, 3 nothing to expand;
    `toggle_state`: 0 off, 1 on, 2 neither; `view_size`: the percent of its height that is in sight.
    """

    key: str
    depth: int
    rect: tuple[int, int, int, int] = (0, 0, 0, 0)
    control_type: int = 0
    name: str = ""
    focused: bool = False
    focusable: bool = False
    enabled: bool = True
    automation_id: str = ""
    password: bool = False
    window: int = 0
    offscreen: bool = False
    help: str = ""
    required: bool = False
    aria_role: str = ""
    patterns: tuple[str, ...] | None = None
    value: str = ""
    readonly: bool = False
    number: float = 0.0
    number_readonly: bool = False
    least: float = 0.0
    greatest: float = 0.0
    view_size: float = 100.0
    rows: int = 0
    row: int = -1
    column: int = -1
    expand_state: int = 3
    modal: bool = False
    selected: bool = False
    toggle_state: int = 0
    text: str = ""

    def has(self, pattern: str) -> bool:
        return self.patterns is not None and pattern in self.patterns

    @property
    def place(self) -> Rect:
        return Rect(*self.rect)


def told(node: Node) -> Mapping[str, object]:
    """What is told of a node, without what is as nothing, as values of JSON."""
    values = ((name, getattr(node, name)) for name in Node.__slots__)
    return {name: value for name, value in values if name not in DEFAULTS or value != DEFAULTS[name]}


DEFAULTS: Mapping[str, object] = MappingProxyType(
    {name: getattr(Node("", 0), name) for name in Node.__slots__ if name not in ("key", "depth")}
)


def is_told(field: str, value: object) -> bool:
    """Tell whether what a program gave as a property is of its kind. Programs give anything."""
    kind = type(DEFAULTS[field])
    if kind is bool:
        return isinstance(value, bool)
    if isinstance(value, bool):
        return False
    if kind is float:
        return isinstance(value, int | float) and math.isfinite(value)
    return isinstance(value, kind)


def rect_of(told: object) -> tuple[int, int, int, int]:
    """Left, top, width and height of what a program gave as a rectangle, which may be no rectangle, or an endless one."""
    if not isinstance(told, Sequence) or len(told) != 4 or not all(isinstance(it, int | float) for it in told):
        return (0, 0, 0, 0)
    if not all(math.isfinite(it) and abs(it) < _FAR for it in told) or told[2] <= 0 or told[3] <= 0:
        return (0, 0, 0, 0)
    left, top, width, height = (round(it) for it in told)
    return (left, top, width, height)


_FAR = 1_000_000


def key_of(told: object, otherwise: str) -> str:
    """The key of an element by its runtime id, or by its place in the tree where it has none."""
    if isinstance(told, Sequence) and told and all(isinstance(it, int) for it in told):
        return PREFIX + ".".join(map(str, told))
    return otherwise


PREFIX = "uia:"

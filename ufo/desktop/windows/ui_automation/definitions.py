"""UI Automation's interfaces as plain text: their ids, and their functions in the order of their tables, as far as the last one
that is called. Source: Microsoft's reference (`uiautomationclient.h`). A test compares them with Wine's own IDL. Nothing here
needs Windows.

A function is written `Name(what it takes) -> what it gives`. Other interfaces are named; `text` is a BSTR, `ints` a SAFEARRAY of
numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

CLASSES = ("e22ad333-b25f-460c-83d0-0581107395c9", "ff48dba4-60ef-4201-aa87-54103eef594e")
"""CUIAutomation8 of Windows 8 and newer, CUIAutomation."""
CHILDREN, SUBTREE = 0x2, 0x7
"""TreeScope: what is directly in an element, and it with all that is in it."""


@dataclass(frozen=True, slots=True)
class Function:
    name: str
    takes: tuple[str, ...]
    gives: str


@dataclass(frozen=True, slots=True)
class Interface:
    name: str
    id: str
    functions: tuple[Function, ...]


def _function(line: str) -> Function:
    name, _, rest = line.partition("(")
    takes, _, gives = rest.partition(")")
    return Function(name, tuple(filter(None, takes.split(", "))), gives.removeprefix(" -> "))


def _interface(name: str, uuid: str, functions: str = "") -> Interface:
    lines = (line.strip() for line in functions.splitlines())
    return Interface("IUIAutomation" + name, uuid, tuple(_function(line) for line in lines if line))


_ALL = (
    _interface("Condition", "352ffba8-0973-437c-a61f-f64cafd81df9"),
    _interface("EventHandler", "146c3c17-f12e-4e22-8c27-f894b9b79c69"),
    _interface(
        "ElementArray",
        "14314595-b4bc-4055-95f2-58f2e42c9855",
        """
        Length() -> int
        GetElement(int) -> IUIAutomationElement
        """,
    ),
    _interface(
        "CacheRequest",
        "b32a92b5-bc25-4078-9c08-d7ee95c48e03",
        """
        AddProperty(int)
        AddPattern(int)
        Clone() -> IUIAutomationCacheRequest
        get_TreeScope() -> int
        put_TreeScope(int)
        """,
    ),
    _interface(
        "Element",
        "d22108aa-8ac5-49a5-837b-37bbb3d7591e",
        """
        SetFocus()
        GetRuntimeId() -> ints
        FindFirst(int, IUIAutomationCondition) -> IUIAutomationElement
        FindAll(int, IUIAutomationCondition) -> IUIAutomationElementArray
        FindFirstBuildCache(int, IUIAutomationCondition, IUIAutomationCacheRequest) -> IUIAutomationElement
        FindAllBuildCache(int, IUIAutomationCondition, IUIAutomationCacheRequest) -> IUIAutomationElementArray
        BuildUpdatedCache(IUIAutomationCacheRequest) -> IUIAutomationElement
        GetCurrentPropertyValue(int) -> variant
        GetCurrentPropertyValueEx(int, bool) -> variant
        GetCachedPropertyValue(int) -> variant
        GetCachedPropertyValueEx(int, bool) -> variant
        GetCurrentPatternAs(int, id) -> pointer
        GetCachedPatternAs(int, id) -> pointer
        GetCurrentPattern(int) -> IUnknown
        GetCachedPattern(int) -> IUnknown
        GetCachedParent() -> IUIAutomationElement
        GetCachedChildren() -> IUIAutomationElementArray
        """,
    ),
    _interface(
        "TreeWalker",
        "4042c624-389c-4afc-a630-9df854a541fc",
        """
        GetParentElement(IUIAutomationElement) -> IUIAutomationElement
        GetFirstChildElement(IUIAutomationElement) -> IUIAutomationElement
        GetLastChildElement(IUIAutomationElement) -> IUIAutomationElement
        GetNextSiblingElement(IUIAutomationElement) -> IUIAutomationElement
        """,
    ),
    _interface(
        "PropertyChangedEventHandler",
        "40cd37d4-c756-4b0c-8c6f-bddfeeb13b50",
        "HandlePropertyChangedEvent(IUIAutomationElement, int, variant)",
    ),
    _interface(
        "StructureChangedEventHandler",
        "e81d1b4e-11c5-42f8-9754-e7036c79f054",
        "HandleStructureChangedEvent(IUIAutomationElement, int, ints)",
    ),
    _interface(
        "FocusChangedEventHandler",
        "c270f6b5-5c69-4290-9745-7a7f97169468",
        "HandleFocusChangedEvent(IUIAutomationElement)",
    ),
    _interface(
        "",
        "30cbe57d-d9d0-452a-ab13-7ac5ac4825ee",
        """
        CompareElements(IUIAutomationElement, IUIAutomationElement) -> bool
        CompareRuntimeIds(ints, ints) -> bool
        GetRootElement() -> IUIAutomationElement
        ElementFromHandle(handle) -> IUIAutomationElement
        ElementFromPoint(point) -> IUIAutomationElement
        GetFocusedElement() -> IUIAutomationElement
        GetRootElementBuildCache(IUIAutomationCacheRequest) -> IUIAutomationElement
        ElementFromHandleBuildCache(handle, IUIAutomationCacheRequest) -> IUIAutomationElement
        ElementFromPointBuildCache(point, IUIAutomationCacheRequest) -> IUIAutomationElement
        GetFocusedElementBuildCache(IUIAutomationCacheRequest) -> IUIAutomationElement
        CreateTreeWalker(IUIAutomationCondition) -> IUIAutomationTreeWalker
        ControlViewWalker() -> IUIAutomationTreeWalker
        ContentViewWalker() -> IUIAutomationTreeWalker
        RawViewWalker() -> IUIAutomationTreeWalker
        RawViewCondition() -> IUIAutomationCondition
        ControlViewCondition() -> IUIAutomationCondition
        ContentViewCondition() -> IUIAutomationCondition
        CreateCacheRequest() -> IUIAutomationCacheRequest
        CreateTrueCondition() -> IUIAutomationCondition
        CreateFalseCondition() -> IUIAutomationCondition
        CreatePropertyCondition(int, variant) -> IUIAutomationCondition
        CreatePropertyConditionEx(int, variant, int) -> IUIAutomationCondition
        CreateAndCondition(IUIAutomationCondition, IUIAutomationCondition) -> IUIAutomationCondition
        CreateAndConditionFromArray(array) -> IUIAutomationCondition
        CreateAndConditionFromNativeArray(pointer, int) -> IUIAutomationCondition
        CreateOrCondition(IUIAutomationCondition, IUIAutomationCondition) -> IUIAutomationCondition
        CreateOrConditionFromArray(array) -> IUIAutomationCondition
        CreateOrConditionFromNativeArray(pointer, int) -> IUIAutomationCondition
        CreateNotCondition(IUIAutomationCondition) -> IUIAutomationCondition
        AddAutomationEventHandler(int, IUIAutomationElement, int, IUIAutomationCacheRequest, IUIAutomationEventHandler)
        RemoveAutomationEventHandler(int, IUIAutomationElement, IUIAutomationEventHandler)
        AddPropertyChangedEventHandlerNativeArray(IUIAutomationElement, int, IUIAutomationCacheRequest, IUIAutomationPropertyChangedEventHandler, numbers, int)
        AddPropertyChangedEventHandler(IUIAutomationElement, int, IUIAutomationCacheRequest, IUIAutomationPropertyChangedEventHandler, ints)
        RemovePropertyChangedEventHandler(IUIAutomationElement, IUIAutomationPropertyChangedEventHandler)
        AddStructureChangedEventHandler(IUIAutomationElement, int, IUIAutomationCacheRequest, IUIAutomationStructureChangedEventHandler)
        RemoveStructureChangedEventHandler(IUIAutomationElement, IUIAutomationStructureChangedEventHandler)
        AddFocusChangedEventHandler(IUIAutomationCacheRequest, IUIAutomationFocusChangedEventHandler)
        RemoveFocusChangedEventHandler(IUIAutomationFocusChangedEventHandler)
        """,  # noqa: E501
    ),
    _interface("InvokePattern", "fb377fbe-8ea6-46d5-9c73-6499642d3059", "Invoke()"),
    _interface("TogglePattern", "94cf8058-9b8d-4ab9-8bfd-4cd0a33c8c70", "Toggle()"),
    _interface("ValuePattern", "a94cd8b1-0844-4cd6-9d2d-640537ab39e9", "SetValue(text)"),
    _interface("RangeValuePattern", "59213f4f-7346-49e5-b120-80555987a148", "SetValue(double)"),
    _interface(
        "SelectionItemPattern",
        "a8efa66a-0fda-421a-9194-38021f3578ea",
        """
        Select()
        AddToSelection()
        RemoveFromSelection()
        """,
    ),
    _interface(
        "ExpandCollapsePattern",
        "619be086-1f4e-4ee4-bafa-210128738730",
        """
        Expand()
        Collapse()
        """,
    ),
    _interface("ScrollItemPattern", "b488300f-d015-4f19-9c29-bb595e3645ef", "ScrollIntoView()"),
    _interface(
        "TextPattern",
        "32eba289-3583-42c9-9c59-3b6d9a1e9b6a",
        """
        RangeFromPoint(point) -> IUIAutomationTextRange
        RangeFromChild(IUIAutomationElement) -> IUIAutomationTextRange
        GetSelection() -> pointer
        GetVisibleRanges() -> pointer
        DocumentRange() -> IUIAutomationTextRange
        """,
    ),
    _interface(
        "TextRange",
        "a543cc6a-f4ae-494b-8239-c814481187a8",
        """
        Clone() -> IUIAutomationTextRange
        Compare(IUIAutomationTextRange) -> bool
        CompareEndpoints(int, IUIAutomationTextRange, int) -> int
        ExpandToEnclosingUnit(int)
        FindAttribute(int, variant, bool) -> IUIAutomationTextRange
        FindText(text, bool, bool) -> IUIAutomationTextRange
        GetAttributeValue(int) -> variant
        GetBoundingRectangles() -> array
        GetEnclosingElement() -> IUIAutomationElement
        GetText(int) -> text
        Move(int, int) -> int
        MoveEndpointByUnit(int, int, int) -> int
        MoveEndpointByRange(int, IUIAutomationTextRange, int)
        Select()
        """,
    ),
)
INTERFACES: Mapping[str, Interface] = MappingProxyType({interface.name: interface for interface in _ALL})

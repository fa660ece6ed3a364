"""Reads the shown part of an application's tree breadth first, with many calls in flight at once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.interfaces import (
    ACCESSIBLE,
    ACTION,
    COMPONENT,
    PROPERTIES,
    SELECTION,
    TABLE_CELL,
    TEXT,
    VALUE,
    attributes_of,
    rect_of,
    refs_of,
    related_refs,
    state_bits,
    variant,
)
from ufo.desktop.linux.atspi.node import Node, upwards
from ufo.desktop.linux.atspi.prefetch import Prefetch
from ufo.desktop.linux.dbus.pipeline import Ask, Batch, Bodies, Ref, Turn
from ufo.desktop.linux.text import NAME_CAP, TEXT_CAP, clean_name, clean_text, number_text
from ufo.desktop.linux.toolkits.toolkit import MENU, Children, Detail, Details, Reading, Toolkit
from ufo.desktop.linux.tree.icon_words import PRESSED_BY, icon_words
from ufo.schema.roles import DESCRIBED, ONE_LINE_FIELDS, POPUPS, RANGES, ROW_HOLDERS, SHORT_TEXTS, TEXT_FIELDS

_STATE = Ask(ACCESSIBLE, "GetState")
_ROLE = Ask(ACCESSIBLE, "GetRole")
_NAME = Ask(PROPERTIES, "Get", "ss", (ACCESSIBLE, "Name"))
_CHILDREN = Ask(ACCESSIBLE, "GetChildren")
_COUNT = Ask(PROPERTIES, "Get", "ss", (ACCESSIBLE, "ChildCount"))
_WORDS = Ask(TEXT, "GetText", "ii", (0, -1))

_LABEL_FOR, _LABELLED_BY = 1, 2
_LABEL = 29
_OBJECT = "\ufffc"
_TEXT_ROLES = TEXT_FIELDS | ONE_LINE_FIELDS | SHORT_TEXTS
_ALWAYS_TEXT = TEXT_FIELDS - {"Document"} | {"Spinner"}
_VALUE_ROLES = RANGES | {"ProgressBar"}
_LABELLED = ONE_LINE_FIELDS | ROW_HOLDERS | (RANGES - {"ScrollBar"}) | {"ProgressBar"}
_NOTHING_ELSE: frozenset[Detail] = frozenset()
_LONG = ROW_HOLDERS | POPUPS


@dataclass(frozen=True, slots=True)
class Caps:
    """`nodes` is the largest number of objects to ask. A container with more than `children` children is read only in its
    visible part. `depth` ends a tree that never ends.
    """

    nodes: int = 20_000
    children: int = 600
    depth: int = 100


class TreeReader:
    """Fills nodes from the roots down. `on_grid` is called for a container that is too large to list."""

    def __init__(
        self,
        batch: Batch,
        toolkit: Toolkit,
        caps: Caps,
        on_grid: Callable[[Node], None],
        recall: Callable[[Node], bool] = lambda node: False,
    ) -> None:
        """Prepare a reader. `recall` fills a node and all below it where they are known without asking, and returns whether it
        did.
        """
        self._batch = batch
        self._prefetch = Prefetch(batch)
        extents = Ask(COMPONENT, "GetExtents", "u", (toolkit.coordinates,))
        self._look = (_ROLE, _NAME, extents)
        self._recall = recall
        reading = toolkit.reading
        self._name = toolkit.wording.name
        self._reading = reading
        self._is_shown, self._may_hold_shown = reading.is_shown, reading.may_hold_shown
        self._interpret, self._plan = reading.interpret, reading.children
        self._more: Details = reading.details
        self._caps = caps
        self._on_grid = on_grid
        self._seen: set[Ref] = set()
        self._numbered: set[Ref] = set()
        self.asked = 0
        self.cuts: set[str] = set()
        self.claimed: list[tuple[Node, list[Ref]]] = []

    def leave_out(self, refs: Iterable[Ref]) -> None:
        """Leave out objects that are read separately. A browser lists a dialog in its frame's tree and beside the frame."""
        self._seen.update(refs)

    def read(self, node: Node, whole: bool = True) -> None:
        """Ask for `node` and, where `whole`, for everything shown below it."""
        if node.ref in self._seen:
            return
        if self.asked >= self._caps.nodes:
            self.cuts.add(f"the window holds more than {self._caps.nodes} objects, the others were not read")
            return
        if node.depth > self._caps.depth:
            self.cuts.add(f"what is nested deeper than {self._caps.depth} levels was not read")
            return
        if whole and self._recall(node):
            self._seen.update(inner.ref for inner in node.walk())
            return
        self._seen.add(node.ref)
        self.asked += 1
        if not self._prefetch.tell(node.ref, partial(self._on_foreseen, node, whole)):
            self._batch.ask(node.ref, ACCESSIBLE, "GetState", partial(self._on_state, node, whole), turn=Turn.LATER)

    def foresee(self, earlier: Iterable[Node], windows: Collection[str] = ()) -> None:
        """Prefetch what will be asked of these objects if they are unchanged. `windows` are those that are there now: what an
        earlier one showed, as a menu shows its entries, is most likely hidden.
        """
        plan, foresee = self._plan, self._prefetch.foresee
        alone = (_STATE, *self._look)
        counted, listed, worded = (*alone, _COUNT), (*alone, _CHILDREN), (*alone, _WORDS)
        nodes = list(earlier)
        # A sheet's cells take several rounds of questions, so sheets come first and the rest is answered meanwhile.
        sheets = [up for node in nodes if node.children and node.children[0].cell for up in upwards(node)]
        for node in dict.fromkeys(sheets + nodes):
            if not node.shown or (windows and node.surface and node.surface not in windows):
                foresee(node.ref, (_STATE,))
                continue
            planned = plan(node)
            if planned is Children.LEAF:
                foresee(node.ref, alone)
            elif _is_long(node):
                foresee(node.ref, counted)
            else:
                foresee(node.ref, worded if planned is Children.WORDED and not node.children else listed)

    def _on_foreseen(self, node: Node, whole: bool, asks: Sequence[Ask], bodies: Bodies) -> None:
        if not self._is_worth(node, bodies[0]):
            return
        if len(asks) == 1:
            self._ask_look(node, whole)
        else:
            self._on_look(node, whole, asks[1:], bodies[1:])

    def _on_state(self, node: Node, whole: bool, body: list[Any] | None) -> None:
        if self._is_worth(node, body):
            self._ask_look(node, whole)

    def _is_worth(self, node: Node, body: list[Any] | None) -> bool:
        node.states = state_bits(body)
        node.shown = self._is_shown(node.states, node.parent)
        worth = node.shown or self._may_hold_shown(node)
        node.told = not worth
        return worth

    def _ask_look(self, node: Node, whole: bool) -> None:
        self._batch.ask_several(node.ref, self._look, partial(self._on_look, node, whole, self._look))

    def _on_look(self, node: Node, whole: bool, asks: Sequence[Ask], bodies: Bodies) -> None:
        role, name, extents = bodies[:3]
        node.told = True
        node.kind = roles.meant(role[0] if role and isinstance(role[0], int) else -1, node.states)
        node.name = clean_name(variant(name))
        node.raw = rect_of(extents)
        if not self._interpret(node):
            # Leave it like an unread node: a node with a kind and a place counts as shown.
            node.kind, node.name, node.raw = -1, "", None
            return
        worded = whole and self._children(node, *(asks[3:4] or (None,)), *bodies[3:4])
        self.details(node, worded)

    def _children(self, node: Node, asked: Ask | None, body: list[Any] | None = None) -> bool:
        """Ask for the children, and for those of a long container only when they are few. `asked` is what was asked together
        with the node's look, and `body` its answer. Return whether the node's text is asked as well.
        """
        plan = self._plan(node)
        if plan is Children.LEAF or plan is Children.SHUT:
            self._ask_icon(node)
            return False
        if _is_long(node):
            if asked is _COUNT:
                self._on_count(node, variant(body))
            else:
                self.property(node, ACCESSIBLE, "ChildCount", partial(self._on_count, node))
        elif asked is _CHILDREN:
            self._on_children(node, body)
        elif plan is Children.WORDED:
            if asked is _WORDS:
                self._on_content(node, body)
            else:
                self._batch.ask(node.ref, TEXT, "GetText", partial(self._on_content, node), ("ii", (0, -1)))
            return True
        else:
            self._batch.ask(node.ref, ACCESSIBLE, "GetChildren", partial(self._on_children, node))
        return False

    def _on_content(self, node: Node, body: list[Any] | None) -> None:
        if roles.role_of(node.kind) in _ALWAYS_TEXT:
            self._on_text(node, True, body)
        if not holds_words(node, body[0] if body else None):
            self._batch.ask(node.ref, ACCESSIBLE, "GetChildren", partial(self._on_children, node))

    def _on_count(self, node: Node, count: object) -> None:
        node.count = count if isinstance(count, int) else 0
        if self._reading.is_large(node) or node.count > self._caps.children or node.count < 0:
            self._on_grid(node)
        elif node.count:
            self._batch.ask(node.ref, ACCESSIBLE, "GetChildren", partial(self._on_children, node))

    def _on_children(self, node: Node, body: list[Any] | None) -> None:
        refs = refs_of(body)
        node.count = len(refs)
        self._reading.end_children(node)
        if not refs:
            self._ask_icon(node)
        # Keep one more than can be asked, so that reading it notes the cut.
        room = self._caps.nodes - self.asked + 1
        node.children = [Node(ref, node) for ref in refs[: max(0, room)] if ref not in self._seen]
        if node.kind == MENU:
            self.claimed.append((node, refs))
        if node.kind == MENU and len(node.children) > 3 and self._reading.option_list(node) is None:
            items, node.children = node.children, []
            _MenuProbe(self.read_each, self._batch, self._reading, node, items)
        else:
            self.read_each(node.children)

    def read_each(self, nodes: Sequence[Node]) -> None:
        for node in nodes:
            self.read(node)

    def property(self, node: Node, interface: str, name: str, on_value: Callable[[object], None]) -> None:
        self._batch.ask(node.ref, PROPERTIES, "Get", lambda body: on_value(variant(body)), ("ss", (interface, name)))

    def details(self, node: Node, worded: bool = False) -> None:
        """Ask for what the node's role makes worth knowing, once role and name are known. `worded`: its text is asked for
        already.
        """
        role, name = roles.role_of(node.kind), self._name(node.name)
        more = self._more.get(role, _NOTHING_ELSE)
        if node.kind == roles.PASSWORD:
            self.property(node, TEXT, "CharacterCount", partial(_on_secret, node))
        elif _asks_text(node, role, name, worded) or Detail.TEXT in more:
            self._ask_text(node, whole=role in SHORT_TEXTS)
        if Detail.BLOCK_TEXT in more and not name:
            self._batch.ask(node.ref, TEXT, "GetText", partial(_on_words, node), ("ii", (0, -1)))
        if Detail.DATE_BOX in more and not node.states & roles.EDITABLE:
            self._batch.ask(node.ref, ACCESSIBLE, "GetAttributes", partial(self._on_box, node))
        elif role in _VALUE_ROLES:
            self.property(node, VALUE, "CurrentValue", partial(_on_value, node))
        if Detail.LIST_CHOICE in more:
            self._batch.ask(node.ref, ACCESSIBLE, "GetChildAtIndex", partial(self._on_list, node), ("i", (0,)))
        elif role == "ComboBox":
            self._batch.ask(node.ref, SELECTION, "GetSelectedChild", partial(self._on_selected, node), ("i", (0,)))
        self._beside(node, role, name, more)

    def _beside(self, node: Node, role: str, name: str, more: frozenset[Detail]) -> None:
        """Ask for the node's position in its table, its label and description, and the controls that it labels itself."""
        if Detail.NAMES in more and node.kind == _LABEL:
            self._batch.ask(node.ref, ACCESSIBLE, "GetRelationSet", partial(_on_named, node))
        if Detail.TABLE_SIZE in more:
            self._batch.ask(node.ref, ACCESSIBLE, "GetAttributes", partial(self._on_table, node))
        elif Detail.POSITION in more:
            self.property(node, TABLE_CELL, "Position", partial(self._on_position, node))
        if Detail.TICK in more and not name:
            self._batch.ask(node.ref, ACTION, "GetName", partial(_on_first_action, node), ("i", (0,)))
        if role in _LABELLED and (not name or role == "ComboBox"):
            self._batch.ask(node.ref, ACCESSIBLE, "GetRelationSet", partial(self._on_relations, node))
        if Detail.LABEL_TEXT in more and not name:
            self._batch.ask(node.ref, ACCESSIBLE, "GetRelationSet", partial(self._on_worded_label, node))
        if not name and role in DESCRIBED:
            self.property(node, ACCESSIBLE, "Description", partial(_on_description, node))

    def _ask_text(self, node: Node, whole: bool) -> None:
        asked = ("ii", (0, -1 if whole else TEXT_CAP))
        self._batch.ask(node.ref, TEXT, "GetText", partial(self._on_text, node, whole), asked)

    def _on_text(self, node: Node, whole: bool, body: list[Any] | None) -> None:
        node.text = clean_text(body[0]) if body else None
        if node.text == "" and not whole:
            # LibreOffice answers with an empty text when it is asked for more characters than there are.
            self._batch.ask(node.ref, TEXT, "GetText", partial(self._on_text, node, True), ("ii", (0, -1)))

    def _on_table(self, node: Node, body: list[Any] | None) -> None:
        """Note a table that states its size. Only a part of it may be in the page, and then each cell states where it belongs."""
        if not attributes_of(body).keys().isdisjoint(("rowcount", "colcount")):
            self._numbered.add(node.ref)

    def _on_box(self, node: Node, body: list[Any] | None) -> None:
        """Set the value of a date box. Its number is 0 when the box is empty and also at midnight, which is shown as 00."""
        attributes = attributes_of(body)
        if "placeholder" in attributes and "valuetext" in attributes:
            node.value = "" if attributes["valuetext"] == "0" else clean_name(attributes["valuetext"])
        else:
            self.property(node, VALUE, "CurrentValue", partial(_on_value, node))

    def _ask_icon(self, node: Node) -> None:
        """Ask for what a leaf without a name may be pressed for."""
        if not node.name and Detail.ICON in self._more.get(roles.role_of(node.kind), _NOTHING_ELSE):
            self._batch.ask(node.ref, ACTION, "GetName", partial(self._on_icon, node), ("i", (0,)))

    def _on_icon(self, node: Node, body: list[Any] | None) -> None:
        if body and body[0] in PRESSED_BY:
            self._batch.ask(node.ref, ACCESSIBLE, "GetAttributes", partial(_on_icon_words, node))

    def _on_position(self, node: Node, position: object) -> None:
        node.place = roles.place(position)
        if any(above.ref in self._numbered for above in upwards(node)):
            self._batch.ask(node.ref, ACCESSIBLE, "GetAttributes", partial(_on_numbers, node))

    def _on_list(self, node: Node, body: list[Any] | None) -> None:
        for ref in refs_of([body]):
            self._batch.ask(ref, SELECTION, "GetSelectedChild", partial(self._on_selected, node), ("i", (0,)))

    def _on_selected(self, node: Node, body: list[Any] | None) -> None:
        for ref in refs_of([body]):
            self._batch.ask(ref, PROPERTIES, "Get", partial(_on_selected_name, node), ("ss", (ACCESSIBLE, "Name")))

    def _on_relations(self, node: Node, body: list[Any] | None) -> None:
        for ref in related_refs(body, _LABELLED_BY)[:3]:
            self._batch.ask(ref, PROPERTIES, "Get", partial(_on_label, node), ("ss", (ACCESSIBLE, "Name")))

    def _on_worded_label(self, node: Node, body: list[Any] | None) -> None:
        for ref in related_refs(body, _LABELLED_BY)[:1]:
            self._batch.ask(ref, TEXT, "GetText", partial(_on_label_text, node), ("ii", (0, -1)))


class _MenuProbe:
    """Asks the first two items and the last item of a menu whether they show, so that a closed menu with dozens of items is not
    read.
    """

    def __init__(
        self, read: Callable[[Sequence[Node]], None], batch: Batch, reading: Reading, menu: Node, items: list[Node]
    ) -> None:
        self._read = read
        self._menu = menu
        self._reading = reading
        self._items = items
        probes = (*items[:2], items[-1])
        self._left = len(probes)
        self._open = False
        for probe in probes:
            batch.ask(probe.ref, ACCESSIBLE, "GetState", self._on_state)

    def _on_state(self, body: list[Any] | None) -> None:
        self._open = self._open or self._reading.is_showing(state_bits(body))
        self._left -= 1
        if not self._left and self._open:
            self._menu.children = self._items
            self._read(self._items)


def holds_words(node: Node, text: object) -> bool:
    """Tell whether the node's own words are all the text in it, so that its children need not be listed. A text longer than a
    name may be is read by its parts.
    """
    if not isinstance(text, str) or _OBJECT in text or len(text) > NAME_CAP:
        return False
    words = clean_name(text)
    return bool(words) and words in (clean_text(text) or "" if node.kind == roles.PARAGRAPH else node.name)


def _asks_text(node: Node, role: str, name: str, worded: bool) -> bool:
    if role in _ALWAYS_TEXT:
        return not worded
    return role in _TEXT_ROLES and (not name or bool(node.states & roles.EDITABLE))


def _is_long(node: Node) -> bool:
    return bool(node.states & roles.MANAGES_DESCENDANTS) or roles.role_of(node.kind) in _LONG


def _on_words(node: Node, body: list[Any] | None) -> None:
    """Make a block with words of its own a paragraph, whatever its role is."""
    words = clean_text(body[0]) if body else None
    if words and not words.isspace():
        node.kind, node.text = roles.PARAGRAPH, words


def _on_secret(node: Node, count: object) -> None:
    node.text = "•" * min(count, 64) if isinstance(count, int) and count > 0 else ""


def _on_numbers(node: Node, body: list[Any] | None) -> None:
    """Set the place from ARIA's row and column indices, which count from 1."""
    attributes = attributes_of(body)
    row, column = node.place or (None, None)
    numbers = [
        int(said) - 1 if said.isdecimal() and said != "0" else own
        for said, own in ((attributes.get("rowindex", ""), row), (attributes.get("colindex", ""), column))
    ]
    node.place = roles.place(numbers)


def _on_value(node: Node, value: object) -> None:
    node.value = number_text(value)


def _on_description(node: Node, text: object) -> None:
    node.description = clean_name(text)


def _on_selected_name(node: Node, body: list[Any] | None) -> None:
    node.value = clean_name(variant(body)) or None


def _on_first_action(node: Node, body: list[Any] | None) -> None:
    """Note that a cell can be ticked: GTK reports a tick that is set, but not that one could be."""
    if body and body[0] == "toggle":
        node.states |= roles.CHECKABLE


def _on_icon_words(node: Node, body: list[Any] | None) -> None:
    node.label = node.label or icon_words(attributes_of(body))


def _on_named(node: Node, body: list[Any] | None) -> None:
    node.names = tuple(related_refs(body, _LABEL_FOR)[:3])


def _on_label_text(node: Node, body: list[Any] | None) -> None:
    node.name = clean_name(body[0]) if body else ""


def _on_label(node: Node, body: list[Any] | None) -> None:
    words = clean_name(variant(body))
    node.label = f"{node.label} {words}".strip()

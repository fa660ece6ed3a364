"""Where toolkits leave the protocol, each with its reason. Everything else trusts what an application says."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from types import MappingProxyType

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.text import NAME_CAP, clean_name, clean_text
from ufo.desktop.linux.toolkits import libreoffice, swing
from ufo.schema.roles import CALLED_BY_ROLE

MENU = 33
_COMBO_BOX, _MENU_BAR, _ROOT_PANE = 11, 34, 46
_TAB, _PANEL, _SCROLL_PANE = 37, 39, 49
_SPREADSHEET = 92
_STATIC = 116
_FILLER = 20
# Headings, links and cells of tables.
_WORDED = frozenset({83, 88, 10, 47, 56, 57, 58})
_OBJECT = "\ufffc"
# GTK 3 says of a viewport that it is not shown once it was scrolled by more than its own height, LibreOffice of a pane of a
# frozen or split sheet, whose cells are, unless it is the one that is worked in.
_SHOW_ALL = frozenset({_SCROLL_PANE, _SPREADSHEET})
_CLIPS = frozenset({49, 68, 82, 95})
_LISTS = frozenset({31, 55, 65, 66, 98})
_NEVER_PARENTS = frozenset({48, 50, 51})
_LEAVES = frozenset({7, 8, 35, 43, 44, 45})
_CLASS_NAME = re.compile(r"(?:Gtk|Adw|Gdk)[A-Z]\w*|(?:[A-Z][a-z]+)+(?:View|Gizmo|Page|Sidebar|Popover)\Z")


@dataclass(frozen=True, slots=True)
class Toolkit:
    """How one toolkit is read.

    `window_relative`: extents count from the window's visible corner, whatever coordinates are asked for.
    `showing`: the state SHOWING can be believed. `class_names`: a nameless widget is called by its class.
    `doubled_names`: a button's name is its label twice. `own_menu_bar`: inside a root pane a flat, dead menu bar stands
    for the real one, and extents miss the height of the real one.
    `plain_leaves`: a button with a name has nothing in it that it does not say itself. `plain_texts`: a static text has
    nothing in it. `late`: its tree lags behind what is
    on the screen. `lists_clip`: lists, trees and tables scroll by themselves. `tabs_focus`: of its tabs the chosen one says
    that it has the focus. `list_windows`: the list of a combo box says that it is shown when it was shut as well; it is where
    it has a window of its own. `pages`: it shows pages, in which anything can lie over anything, and can tell what a point
    of one hits. `quiet_items`: entries of a menu say that they are visible, not that they are shown, open or not
    (`quiet_menus.py`); a chosen tab does not say so. `swing`: entries,
    menus and pages are told as Java's access bridge does (`swing.py`); what comes first is painted on top; an entry's own action
    leaves its menu open.
    `holds_presses`: a button's own action holds it down for a quarter of a second and only then does what the button is for.
    `pressing`: a button says that it is pressed for as long as a finger is on it, 100 ms for an accessible press; one that
    stays down says that it is checked. `picks`: asked what lies at a point, it tells the widget that would get a click there.
    `overshoots`: a list that is scrolled again before it is laid out takes its new rows for flat, and goes any way (GTK 4.8).
    `fillers_clip`: the part of a scroll area that is in sight is called a filler, as every widget that only holds others; none
    shows anything outside of itself.
    `option_lists`: the list of a combo box is a menu in the tree, and open it has a window of its own; only its selection tells
    what is chosen. `unscrolled_lists`: its entries tell where they would be were it not scrolled.
    `lends_lists`: for a combo box of a page the browser opens a list of its own, below a combo box of its own frame that has no
    place; that of the page says that it is shown, and that it is shut, whether it is open or not.
    `sets_silently`: of what is selected, written or set by an accessible action no script of its page hears, or only some do, so
    that it may count for nothing there.
    `words_are_parts`: words of a page are objects of their own. Elsewhere what they stand in tells them.
    `inline_texts`: the text of an object is the words of the texts in it, and a sign in the place of everything else.
    `named_by_choice`: the name of a combo box is what it shows, also where one is given to it; the entry that is selected in its
    list is the one that was last pointed to there, and to select another one changes nothing.
    `marks_items`: an item that is selected by its own action is marked and no more, from Qt 6.6 on, where it can be: what was
    current stays so, and a calendar keeps its date.
    `hides_groups`: a group of a page without a box of its own says that it is out of sight, whatever is in it.
    `leaves_menus`: an entry of a menu that is worked by its own action leaves the menu open.
    `in_order`: what comes later in the tree is painted later.
    `tells_disabled`: what cannot be worked now says so.
    `boxed_dates`: the boxes of a field for a date tell what they show among their attributes, and a number that is no other in an
    empty one.
    `loses_padding`: a place is told without the padding and the borders of what is around it (`padding.py`), and what lies at a
    point by the same places.
    `holds_lists`: the entries of a list, a tree or a table are in the tree whether they are in sight or not, and each is named in
    one call.
    """

    name: str
    window_relative: bool = False
    showing: bool = True
    class_names: bool = False
    doubled_names: bool = False
    own_menu_bar: bool = False
    plain_leaves: bool = False
    plain_texts: bool = False
    late: bool = False
    lists_clip: bool = False
    tabs_focus: bool = False
    list_windows: bool = False
    pages: bool = False
    quiet_items: bool = False
    swing: bool = False
    holds_presses: bool = False
    pressing: bool = False
    picks: bool = False
    overshoots: bool = False
    fillers_clip: bool = False
    option_lists: bool = False
    unscrolled_lists: bool = False
    lends_lists: bool = False
    sets_silently: bool = False
    words_are_parts: bool = True
    inline_texts: bool = False
    named_by_choice: bool = False
    marks_items: bool = False
    leaves_menus: bool = False
    hides_groups: bool = False
    in_order: bool = False
    tells_disabled: bool = True
    boxed_dates: bool = False
    holds_lists: bool = False
    loses_padding: bool = False

    @property
    def is_gtk4(self) -> bool:
        return self.picks or self.loses_padding

    @property
    def coordinates(self) -> int:
        """What extents are asked for: those of the screen, or of the window where others are answered with a warning each."""
        return 1 if self.window_relative else 0


_PLAIN = Toolkit("other")
# GTK 4 calls a tab "Tab", in the user's language; what it is called on the screen is the text in it. From 4.16 on it calls a
# menu that is open as the button that opened it.
_CALLED_BY_ROLE = CALLED_BY_ROLE
# GTK 4.8 answers screen coordinates with window ones, gives SHOWING to the frame only, and calls what has no name by its
# type ("GtkMenuButton"); a name computed from content comes twice ("7 7").
_GTK4 = Toolkit(
    "GTK4",
    window_relative=True,
    showing=False,
    class_names=True,
    doubled_names=True,
    holds_presses=True,
    picks=True,
    overshoots=True,
)
_GTK4_16 = replace(_GTK4, picks=False, loses_padding=True)
# LibreOffice with its GTK3 backend says it is GTK; its own widgets begin at a root pane, which GTK itself never has.
_GTK3 = Toolkit("GTK3", own_menu_bar=True, plain_leaves=True, in_order=True, holds_lists=True)
_QT = Toolkit(
    "Qt",
    lists_clip=True,
    tabs_focus=True,
    list_windows=True,
    pressing=True,
    fillers_clip=True,
    named_by_choice=True,
    marks_items=True,
    leaves_menus=True,
    in_order=True,
    holds_lists=True,
)
_CHROMIUM = Toolkit(
    "Chromium",
    late=True,
    pages=True,
    plain_texts=True,
    option_lists=True,
    unscrolled_lists=True,
    inline_texts=True,
    boxed_dates=True,
)
_GECKO = Toolkit(
    "Gecko",
    pages=True,
    option_lists=True,
    lends_lists=True,
    sets_silently=True,
    words_are_parts=False,
    hides_groups=True,
)
_GTK2 = Toolkit("GTK2", quiet_items=True)
_SWING = Toolkit("Swing", swing=True)
_NAMED = MappingProxyType(
    {"qt": _QT, "chromium": _CHROMIUM, "gecko": _GECKO, "gail": _GTK2, "j2se-access-bridge": _SWING}
)


def toolkit_of(name: object, version: object) -> Toolkit:
    """By the application's own words (`Application.ToolkitName` and its version)."""
    if name == "GTK" or (isinstance(name, str) and name.lower() == "gtk" and str(version).startswith("4")):
        return _GTK4_16 if _minor(version) >= 16 else _GTK4
    if name == "gtk":
        return _GTK3
    return _NAMED.get(name.lower(), _PLAIN) if isinstance(name, str) else _PLAIN


def _minor(version: object) -> int:
    _, _, rest = str(version).partition(".")
    minor, _, _ = rest.partition(".")
    return int(minor) if minor.isdecimal() else 0


def shown(toolkit: Toolkit, states: int) -> bool:
    if states & (roles.DEFUNCT | roles.ICONIFIED):
        return False
    return bool(states & (roles.SHOWING if toolkit.showing else roles.SHOWING | roles.VISIBLE))


def shown_in(toolkit: Toolkit, states: int, parent: Node | None) -> bool:
    if shown(toolkit, states):
        return True
    if toolkit.own_menu_bar and parent is not None and parent.kind in _SHOW_ALL and parent.shown:
        return bool(states & roles.VISIBLE)
    menu = parent if parent is None else list_around(toolkit, parent)
    is_open = menu is not None and shown(toolkit, menu.states)
    return parent is not None and (is_open or bool(parent.popup)) and bool(states & roles.VISIBLE)


def is_option_list(toolkit: Toolkit, node: Node) -> bool:
    """The list of a combo box."""
    around = node.parent
    return toolkit.option_lists and node.kind == MENU and around is not None and around.kind == _COMBO_BOX


def is_shut_list(toolkit: Toolkit, node: Node) -> bool:
    if not is_option_list(toolkit, node):
        return False
    lent = toolkit.lends_lists and node.parent is not None and not node.parent.states & roles.EXPANDED
    return lent or not shown(toolkit, node.states)


def list_around(toolkit: Toolkit, node: Node) -> Node | None:
    """The list of a combo box that is `node`, or of which it is a group."""
    if is_option_list(toolkit, node):
        return node
    around = node.parent
    return around if node.kind == _PANEL and around is not None and is_option_list(toolkit, around) else None


def popup_of(node: Node, toolkit: Toolkit) -> str:
    """The window that shows an entry of a menu which does not say that it is shown; "" for all others."""
    if node.parent is None:
        return ""
    quiet = list_around(toolkit, node.parent) is not None and not shown(toolkit, node.states)
    return node.surface if quiet else node.parent.popup


def bits_of(toolkit: Toolkit, node: Node) -> int:
    """The states of a node as they are meant."""
    if node.opened:
        return node.states & ~roles.COLLAPSED | roles.EXPANDED
    if node.kind != _TAB:
        bits = libreoffice.bits_of(node) if toolkit.own_menu_bar else node.states
        return bits & ~roles.PRESSED if toolkit.pressing else bits
    chosen = toolkit.tabs_focus and node.states & roles.FOCUSED
    chosen = chosen or (toolkit.quiet_items and any(child.shown for child in node.children))
    return node.states | roles.SELECTED if chosen else node.states


def was_shut(toolkit: Toolkit, node: Node) -> bool:
    """Whether a list that no popup shows is not to be seen."""
    around = node.parent
    return toolkit.list_windows and node.kind in _LISTS and around is not None and around.kind == _COMBO_BOX


def trims(node: Node) -> bool:
    """Whether what lies half outside of it is to be seen half; what lies wholly outside may be meant to, as in a page."""
    return node.kind in _LISTS


def clips(toolkit: Toolkit, node: Node) -> bool:
    """Whether it shows a part of what is in it: scroll panes, viewports and page frames, and in some toolkits lists."""
    if toolkit.fillers_clip and node.kind == _FILLER:
        return True
    return node.kind in _CLIPS or (toolkit.lists_clip and node.kind in _LISTS)


def name_of(toolkit: Toolkit, name: str, role: str = "") -> str:
    if toolkit.class_names and (_CLASS_NAME.fullmatch(name) or role in _CALLED_BY_ROLE):
        return ""
    if toolkit.doubled_names and len(name) % 2 == 1:
        half = len(name) // 2
        if name[half] == " " and name[:half] == name[half + 1 :]:
            return name[:half]
    return name


def is_dead_menu_bar(toolkit: Toolkit, node: Node) -> bool:
    flat = node.raw is not None and node.raw.is_empty
    return (
        toolkit.own_menu_bar
        and flat
        and node.kind == _MENU_BAR
        and node.parent is not None
        and node.parent.kind == _ROOT_PANE
    )


def shift_of(toolkit: Toolkit, node: Node) -> tuple[int, int]:
    """What to add to the extents of `node` to come to screen pixels, its parent's shift and place being known."""
    parent = node.parent
    if toolkit.swing and parent is not None:
        return swing.shift_of(node, parent)
    if parent is None or node.raw is None or not toolkit.own_menu_bar:
        return parent.shift if parent is not None else node.shift
    if node.kind == _ROOT_PANE and parent.rect is not None:
        return parent.rect.x - node.raw.x, parent.rect.y - node.raw.y
    return (0, 0) if _is_native_again(node, parent) else parent.shift


def _is_native_again(node: Node, parent: Node) -> bool:
    # A GTK widget inside LibreOffice's own ones fills the widget around it, and its own extents are right: it seems to
    # stand next to its parent by exactly what the parent's are wrong by.
    if parent.shift == (0, 0) or parent.raw is None or node.raw is None:
        return False
    raw, around = node.raw, parent.raw
    beside = (raw.x - around.x, raw.y - around.y) == parent.shift
    return beside and abs(raw.width - around.width) <= 2 and abs(raw.height - around.height) <= 2


def is_leaf(toolkit: Toolkit, node: Node) -> bool:
    """What needs no look below it: half of a window's objects, each of which would cost a call."""
    if node.kind in _NEVER_PARENTS or (toolkit.plain_texts and node.kind == _STATIC):
        return True
    return toolkit.plain_leaves and node.kind in _LEAVES and bool(node.name)


def may_hold_words(toolkit: Toolkit, node: Node) -> bool:
    """Whether its text is worth asking before what is in it: mostly that is nothing but its own name or words."""
    return toolkit.inline_texts and (node.kind == roles.PARAGRAPH or (node.kind in _WORDED and bool(node.name)))


def holds_words(node: Node, text: object) -> bool:
    """Whether nothing is in it but texts of which it says all itself, so that none of them is told beside it. What is longer
    than a name may be is told by its parts."""
    if not isinstance(text, str) or _OBJECT in text or len(text) > NAME_CAP:
        return False
    words = clean_name(text)
    return bool(words) and words in (clean_text(text) or "" if node.kind == roles.PARAGRAPH else node.name)


def may_hide_shown(toolkit: Toolkit, node: Node) -> bool:
    """LibreOffice's input line stands in a panel, the only child of a shown one, that wrongly says it is defunct; and the
    choice of Chromium's combo boxes is marked in their hidden list only. A branch of Swing that is scrolled out of sight has what
    it holds in sight."""
    parent = node.parent
    if toolkit.swing and swing.is_open_branch(node):
        return True
    if parent is None or not parent.shown or parent.count != 1:
        return False
    return toolkit.own_menu_bar or parent.kind == _COMBO_BOX

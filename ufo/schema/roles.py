"""The roles that a control may have, and the kinds that group them: the one place where roles are listed together.

A kind is composed of smaller ones, so that the names of the parts show how two kinds differ. Another file composes a kind of
its own from these and at most one further role.
"""

from __future__ import annotations

ROLES = frozenset(
    {
        "Button", "ToggleButton", "Edit", "TabItem", "Tab", "Document", "List", "ListItem", "Menu", "MenuBar", "MenuItem",
        "CheckMenuItem", "RadioMenuItem", "ScrollBar", "Tree", "TreeItem", "Hyperlink", "ComboBox", "RadioButton",
        "Spinner", "Slider", "CheckBox", "Group", "Text", "Heading", "Paragraph", "Table", "Cell", "HeaderItem", "Image",
        "Window", "Dialog", "Pane", "ToolBar", "StatusBar", "ToolTip", "ProgressBar", "Separator", "Canvas", "Terminal",
        "Custom", "Shape",
    }
)  # fmt: skip
"""Control types in the words of UI Automation, extended where AT-SPI distinguishes more. Anything unknown is `Custom`."""

# Buttons, menus and controls that are ticked.

BUTTONS = frozenset({"Button", "ToggleButton"})
"""Push buttons, including those that stay pressed."""
BUTTONS_AND_IMAGES = BUTTONS | {"Image"}
"""Buttons, including those that are only a picture."""
BUTTONS_AND_LINKS = BUTTONS | {"Hyperlink"}
"""Buttons, including those that a page writes as links."""
MENUS_AND_PLAIN_ITEMS = frozenset({"Menu", "MenuItem"})
"""Entries of menus that cannot be ticked. Some toolkits call a submenu an item."""
MARKED_MENU_ITEMS = frozenset({"CheckMenuItem", "RadioMenuItem"})
"""Entries of menus that can be ticked."""
MENU_ITEMS = MARKED_MENU_ITEMS | {"MenuItem"}
"""Entries of menus that do something."""
MENU_ENTRIES = MENU_ITEMS | {"Menu"}
"""Entries of menus, submenus included."""
OFFERED = BUTTONS | MENU_ENTRIES | {"MenuBar", "ToolBar", "TabItem", "ScrollBar", "Separator"}
"""What a program offers to be done, and frames it with: no text of what it holds."""
POPUP_ENTRIES = MENU_ENTRIES | {"ListItem"}
"""Entries of popups: of menus and of the lists of combo boxes."""
PLAIN_COMMANDS = frozenset({"Button", "MenuItem"})
"""Controls that carry out one command and show no state."""
OPENERS = MENUS_AND_PLAIN_ITEMS | {"ComboBox"}
"""Controls that open further choices when they are pressed."""
CHECK_AND_RADIO_BUTTONS = frozenset({"CheckBox", "RadioButton"})
"""Controls that are ticked on a form."""
RADIOS = frozenset({"RadioButton", "RadioMenuItem"})
"""One of several: choosing one clears the others, and it cannot be cleared by itself."""
TICKED = CHECK_AND_RADIO_BUTTONS | MARKED_MENU_ITEMS
"""Controls that show a tick or a dot, on forms and in menus."""
TOGGLES = TICKED | {"ToggleButton"}
"""Controls that are on or off."""
INDEPENDENT_TOGGLES = TOGGLES - RADIOS
"""Controls that are on or off independently of each other."""
IMAGES_AND_CUSTOM = frozenset({"Image", "Custom"})
"""Roles under which web pages and programs that draw their own controls report buttons."""
PRESSED = BUTTONS_AND_LINKS | MENU_ITEMS | IMAGES_AND_CUSTOM | {"TabItem"}
"""Controls whose press sets something off."""
WORDS_PRESSED = frozenset({"Text", "Heading", "Image", "Pane", "MenuItem"})
"""Parts of a page or a menu that are pressed although they are no buttons."""
WORKED_BY_CLICK = BUTTONS_AND_LINKS | CHECK_AND_RADIO_BUTTONS | MENU_ENTRIES
"""Controls that a click operates rather than only selects."""

# Texts and fields.

TEXTS = frozenset({"Text", "Heading", "Paragraph"})
"""Texts that are shown."""
TEXTS_AND_SHAPES = frozenset({"Text", "Shape"})
"""Small things that a page shows one beside the other."""
PLAIN_TEXTS = TEXTS - {"Heading"}
"""Texts that are shown, headings excluded."""
TEXT_FIELDS = frozenset({"Edit", "Document", "Terminal", "Paragraph"})
"""Controls that text is typed into."""
TEXT_FIELDS_AND_CELLS = TEXT_FIELDS | {"Cell"}
"""Controls that text is typed into, cells of sheets included."""
DOCUMENT_TEXTS = frozenset({"Document", "Paragraph"})
"""The text of a document: as a whole, or paragraph by paragraph."""
DOCUMENT_PARTS = DOCUMENT_TEXTS | frozenset({"Table", "Cell"})
"""The parts of a document in an office program."""
DOCUMENTS_AND_TERMINALS = frozenset({"Document", "Terminal"})
"""Texts of many lines."""
EDITS_AND_TERMINALS = TEXT_FIELDS - DOCUMENT_TEXTS
"""Text fields that are not documents."""
EDITS_AND_DOCUMENTS = frozenset({"Edit", "Document"})
"""Fields and documents, which toolkits report for each other."""
EDITS_DOCUMENTS_AND_CELLS = EDITS_AND_DOCUMENTS | {"Cell"}
"""Fields, documents and cells of sheets."""
EDITS_AND_SPINNERS = frozenset({"Edit", "Spinner"})
"""Fields for a word or a number."""
EDITS_AND_COMBO_BOXES = frozenset({"Edit", "ComboBox"})
"""Fields, including those that offer values."""
EDITS_COMBO_BOXES_AND_CELLS = EDITS_AND_COMBO_BOXES | {"Cell"}
"""Fields whose value counts only after Enter."""
EDITS_AND_WINDOWS = frozenset({"Edit", "Window"})
"""Where a browser shows the address and the title of its page."""
ONE_LINE_FIELDS = EDITS_AND_SPINNERS | EDITS_AND_COMBO_BOXES
"""Fields for one line, or for a number or a choice that can be typed."""
SLIDERS_AND_SPINNERS = frozenset({"Slider", "Spinner"})
"""Controls that set a number."""
RANGES = SLIDERS_AND_SPINNERS | {"ScrollBar"}
"""Controls that hold a number between a minimum and a maximum."""
WRITTEN = TEXT_FIELDS_AND_CELLS | RANGES
"""Controls that a text or a number can be written into."""

# Rows and their containers.

LIST_AND_TREE_ITEMS = frozenset({"ListItem", "TreeItem"})
"""Rows of lists and trees."""
ROWS = LIST_AND_TREE_ITEMS | {"Cell"}
"""Rows of lists and trees, and the cells that rows of tables are made of."""
ROWS_AND_HEADERS = ROWS | {"HeaderItem"}
"""Rows and the headers of their columns."""
ROWS_AND_TABS = ROWS | {"TabItem"}
"""Controls that a click selects."""
CELLS_AND_HEADERS = frozenset({"Cell", "HeaderItem"})
"""Controls that have a row and a column."""
CELLS_AND_LIST_ITEMS = frozenset({"Cell", "ListItem"})
"""Rows that have no level."""
CELLS_AND_BUTTONS = frozenset({"Cell", "Button"})
"""Roles of column headers in applications that do not report them as headers."""
LIST_AND_MENU_ITEMS = frozenset({"ListItem", "MenuItem"})
"""Roles that combo boxes give their choices."""
TAB_ROWS_AND_TABS = frozenset({"Tab", "TabItem"})
"""What holds the pages of a window with tabs: the row of tabs, and each tab."""
TABS_AND_HEADERS = frozenset({"TabItem", "HeaderItem"})
"""Controls at the head of a page or a column that are pressed."""
TABS_AND_RADIO_BUTTONS = frozenset({"TabItem", "RadioButton"})
"""Controls of which one is always chosen. Some toolkits report one as the other."""
ITEMS = ROWS | MENU_ITEMS | TABS_AND_RADIO_BUTTONS
"""One of several that a person picks."""
CHOICES = RADIOS | frozenset({"ListItem", "TabItem"})
"""One of several, where choosing one clears the others."""
LIKE_TABS = frozenset({"RadioButton", "Hyperlink", "ListItem", "Button"})
"""Roles of tabs in applications that do not report them as tabs."""
ROW_HOLDERS = frozenset({"List", "Tree", "Table"})
"""Containers of rows."""
LISTS_AND_COMBO_BOXES = frozenset({"List", "ComboBox"})
"""Controls that offer a list of values."""
POPUPS = frozenset({"Menu", "ComboBox"})
"""Controls that show their entries only while they are open."""
CHOICE_HOLDERS = ROW_HOLDERS | frozenset({"Group", "Tab"})
"""Containers that show all their choices."""
CHOOSERS = ROW_HOLDERS | frozenset({"ComboBox", "Tab"})
"""Controls whose value is one of their entries."""
SCROLLED = ROW_HOLDERS | {"Document"}
"""Controls whose content scrolls."""

# Frames and their content.

WINDOWS_AND_DIALOGS = frozenset({"Window", "Dialog"})
"""Top-level windows."""
PANES_AND_GROUPS = frozenset({"Pane", "Group"})
"""Containers that hold parts of a window together."""
BOXES = PANES_AND_GROUPS | {"Custom"}
"""Containers that hold parts of a window together, and unknown controls."""
BARS = frozenset({"MenuBar", "ToolBar", "StatusBar", "ScrollBar"})
"""Controls along the edge of a window."""
FRAMES = BARS | BOXES | frozenset({"Separator", "Window"})
"""Controls that divide a window and carry no information."""
EMPTY_FRAMES = BOXES | WINDOWS_AND_DIALOGS | frozenset({"Separator", "ToolTip"})
"""Roles that even an application without accessible controls reports."""
CONTAINERS = WINDOWS_AND_DIALOGS | PANES_AND_GROUPS | ROW_HOLDERS | (BARS - {"StatusBar"}) | {"Tab"}
"""Containers of controls."""
HOLDERS = EMPTY_FRAMES | BARS | SCROLLED | frozenset({"Tab", "Menu"})
"""Containers of controls or texts, empty ones included."""
DRAWN = IMAGES_AND_CUSTOM | {"Canvas"}
"""Controls in which an application may have drawn anything."""
RESTLESS = frozenset({"ProgressBar", "ScrollBar", "ToolTip"})
"""Controls that change by themselves."""
RESTLESS_AND_SEPARATORS = RESTLESS | {"Separator"}
"""Controls that change by themselves, or only mark a place."""
SEPARATORS_AND_SCROLL_BARS = frozenset({"Separator", "ScrollBar"})
"""Controls that carry no information for a reader."""

# Kinds that only one question needs.

CALLED_BY_ROLE = frozenset({"Tab", "TabItem", "Menu"})
"""Controls that GTK 4 may name by their role instead of their label."""
CHOICES_UNCALLED = BUTTONS_AND_LINKS | {"Text"}
"""Roles of the choices of a group in applications that do not report them as items."""
DAYS = CELLS_AND_LIST_ITEMS | frozenset({"Text", "Button"})
"""Roles of the days of a calendar."""
DESCRIBED = BUTTONS | CHECK_AND_RADIO_BUTTONS | frozenset({"Edit", "MenuItem", "Image", "ListItem", "TabItem"})
"""Controls whose description is worth asking for: they may have no name, or the description says more than the name."""
DRAWN_ICONS = BUTTONS_AND_LINKS | frozenset({"Image", "Pane"})
"""Roles under which a page reports an icon."""
EXPANDED_BY_PRESS = BUTTONS | OPENERS | frozenset({"Group", "Custom", "Heading"})
"""Controls that a press opens and closes."""
FILE_ENTRIES = ROWS | frozenset({"Text", "Image"})
"""Roles under which a file manager shows a file."""
FILE_VIEWS = frozenset({"List", "Pane", "Document"})
"""Roles of the view in which a file manager shows the files of a folder."""
FILLED = TEXT_FIELDS_AND_CELLS | SLIDERS_AND_SPINNERS | TOGGLES - MARKED_MENU_ITEMS | CHOICE_HOLDERS | {"ComboBox"}
"""Controls in which a form is filled in."""
FLAT = frozenset({"Text", "Heading", "StatusBar", "MenuBar", "ToolBar", "Group"})
"""Controls that are drawn without a border."""
LABELLED_BESIDE = ONE_LINE_FIELDS | CHECK_AND_RADIO_BUTTONS | frozenset({"Slider", "ToggleButton"})
"""Controls that may have no name of their own but a text beside them that labels them."""
LAID_OUT_IN_A_ROW = frozenset({"MenuBar", "ToolBar", "Group", "Tab"})
"""Containers with their parts side by side."""
NAMED_BY_CONTENT = BUTTONS_AND_LINKS | ROWS_AND_TABS | frozenset({"MenuItem", "ToolTip"})
"""Controls that are named by the texts inside them where they have no name of their own."""
NAMED_BY_TEXT = frozenset({"Text", "Heading", "ListItem", "HeaderItem"})
"""Controls whose text is their name."""
NEVER_SET = frozenset({"Text", "Heading", "Image", "Separator", "StatusBar"})
"""Controls that only show something."""
NOT_ACTED_ON = TEXTS | BOXES | frozenset({"Image", "ToolTip", "StatusBar"})
"""Controls that a person reads or sees around others, and does not act on."""
PRESSED_OR_PICKED = WORKED_BY_CLICK | TABS_AND_HEADERS | SLIDERS_AND_SPINNERS | frozenset({"Cell", "ComboBox"})
"""Controls that are operated as one thing, whatever is drawn on them."""
PRESSED_TO_SAVE = PLAIN_COMMANDS | frozenset({"Hyperlink", "Text", "Image"})
"""Roles that the button that saves may have."""
SCAFFOLD = BOXES | frozenset({"Menu", "Separator", "Image", "Window", "Text", "Canvas", "Cell"})
"""Controls that are left out of a snapshot where they carry no information."""
SHORT_TEXTS = TEXTS | CELLS_AND_LIST_ITEMS
"""Short texts, which are read as a whole."""
SHOWN_WORDS = SHORT_TEXTS | EDITS_AND_DOCUMENTS | frozenset({"HeaderItem", "StatusBar", "Hyperlink", "Spinner"})
"""Controls whose words can be read."""
STATIC = FLAT | frozenset({"Image", "Table", "List"})
"""Controls that are not acted on."""
STAYS_IN_SCROLLED = frozenset({"ScrollBar", "HeaderItem"})
"""Controls that stay in place while their surroundings scroll."""
TELLERS = TEXTS | IMAGES_AND_CUSTOM | frozenset({"ToolTip", "ProgressBar", "Document"})
"""Controls that get a number in an annotated picture only where there is room."""
TOOLS = BUTTONS | CHECK_AND_RADIO_BUTTONS | MENU_ENTRIES | BARS | frozenset({"TabItem", "Separator", "ComboBox"})
"""Controls that their program names, and never the content of a document."""
TURNED_BY_WHEEL = SLIDERS_AND_SPINNERS | frozenset({"ComboBox", "TabItem"})
"""Controls whose value a turn of the wheel changes."""
UNMOVED_BY_CLICK = NOT_ACTED_ON | (CONTAINERS - {"Tab"}) | frozenset({"Document", "ProgressBar", "Separator"})
"""Controls that a click leaves unchanged, unless the application reports an action of theirs."""
WITH_ENTRIES = frozenset({"Menu", "List", "Tree", "Pane", "Window", "Custom"})
"""Containers between a combo box and the entries of its list."""
WORKED_LOOKALIKES = frozenset(
    {
        "Button", "ToggleButton", "CheckBox", "RadioButton", "ComboBox", "MenuItem", "TabItem", "ListItem", "TreeItem",
        "Hyperlink", "Spinner", "Slider",
    }
)  # fmt: skip
"""Roles that a text on the screen may name before a number in order to pass for an entry of the list of controls."""

# Whose words a control shows.

OWN_CHOICES = RADIOS | TAB_ROWS_AND_TABS | POPUPS
"""Controls whose entries are the application's own words."""
NAMED_BY_APPLICATION = (
    BUTTONS | MENU_ENTRIES | OWN_CHOICES | {"CheckBox"} | ONE_LINE_FIELDS | SLIDERS_AND_SPINNERS
    | {"MenuBar", "ToolBar", "Group", "Dialog"}
)  # fmt: skip
"""Controls whose names are the application's own words. Those of others may be what a person wrote or was sent."""

"""The roles that a control may have, and the kinds that they fall into: the one place where roles are listed together.

A kind is composed of smaller ones, so that the name of each part says in what two kinds differ. Another file composes a kind
of its own from these and at most one role more.
"""

from __future__ import annotations

ROLES = frozenset(
    {
        "Button", "ToggleButton", "Edit", "TabItem", "Tab", "Document", "List", "ListItem", "Menu", "MenuBar", "MenuItem",
        "CheckMenuItem", "RadioMenuItem", "ScrollBar", "Tree", "TreeItem", "Hyperlink", "ComboBox", "RadioButton",
        "Spinner", "Slider", "CheckBox", "Group", "Text", "Heading", "Paragraph", "Table", "Cell", "HeaderItem", "Image",
        "Window", "Dialog", "Pane", "ToolBar", "StatusBar", "ToolTip", "ProgressBar", "Separator", "Canvas", "Terminal",
        "Custom",
    }
)  # fmt: skip
"""Control types in the words of UI Automation, extended where AT-SPI tells more. Anything unknown is `Custom`."""

# Buttons, menus and what is ticked.

BUTTONS = frozenset({"Button", "ToggleButton"})
"""Push buttons, with those that stay down."""
BUTTONS_AND_IMAGES = BUTTONS | {"Image"}
"""Buttons, with those that are a picture and nothing else."""
BUTTONS_AND_LINKS = BUTTONS | {"Hyperlink"}
"""Buttons, with those that a page writes as links."""
MENUS_AND_PLAIN_ITEMS = frozenset({"Menu", "MenuItem"})
"""Entries of menus that cannot be ticked. Some toolkits call a submenu an item."""
MARKED_MENU_ITEMS = frozenset({"CheckMenuItem", "RadioMenuItem"})
"""Entries of menus that can be ticked."""
MENU_ITEMS = MARKED_MENU_ITEMS | {"MenuItem"}
"""Entries of menus that do something."""
MENU_ENTRIES = MENU_ITEMS | {"Menu"}
"""Entries of menus, submenus too."""
POPUP_ENTRIES = MENU_ENTRIES | {"ListItem"}
"""Entries of what opens over a window: of menus and of the lists of combo boxes."""
PLAIN_COMMANDS = frozenset({"Button", "MenuItem"})
"""What carries out one command and shows no state."""
OPENERS = MENUS_AND_PLAIN_ITEMS | {"ComboBox"}
"""What opens more choices when it is pressed."""
CHECK_AND_RADIO_BUTTONS = frozenset({"CheckBox", "RadioButton"})
"""What is ticked on a form."""
RADIOS = frozenset({"RadioButton", "RadioMenuItem"})
"""One of several: choosing one drops the others, and it cannot be dropped by itself."""
TICKED = CHECK_AND_RADIO_BUTTONS | MARKED_MENU_ITEMS
"""What shows a tick or a dot, on forms and in menus."""
TOGGLES = TICKED | {"ToggleButton"}
"""What is on or off."""
INDEPENDENT_TOGGLES = TOGGLES - RADIOS
"""What is on or off whatever the others are."""
IMAGES_AND_CUSTOM = frozenset({"Image", "Custom"})
"""What pages and drawn programs make buttons of without saying so."""
PRESSED = BUTTONS_AND_LINKS | MENU_ITEMS | IMAGES_AND_CUSTOM | {"TabItem"}
"""What a press sets something off at."""
WORKED_BY_CLICK = BUTTONS_AND_LINKS | CHECK_AND_RADIO_BUTTONS | MENU_ENTRIES
"""What a click works and does not only select."""

# Texts and fields.

TEXTS = frozenset({"Text", "Heading", "Paragraph"})
"""Texts that are shown."""
PLAIN_TEXTS = TEXTS - {"Heading"}
"""Texts that are shown, without what heads them."""
TEXT_FIELDS = frozenset({"Edit", "Document", "Terminal", "Paragraph"})
"""What text is typed into."""
TEXT_FIELDS_AND_CELLS = TEXT_FIELDS | {"Cell"}
"""What text is typed into, cells of sheets too."""
DOCUMENT_TEXTS = frozenset({"Document", "Paragraph"})
"""The text of a document: as a whole, or paragraph by paragraph."""
DOCUMENT_PARTS = DOCUMENT_TEXTS | frozenset({"Table", "Cell"})
"""What the document of an office program is made of."""
DOCUMENTS_AND_TERMINALS = frozenset({"Document", "Terminal"})
"""Texts of many lines."""
EDITS_AND_TERMINALS = TEXT_FIELDS - DOCUMENT_TEXTS
"""Text fields that are no document."""
EDITS_AND_DOCUMENTS = frozenset({"Edit", "Document"})
"""Fields and documents, which toolkits take for one another."""
EDITS_DOCUMENTS_AND_CELLS = EDITS_AND_DOCUMENTS | {"Cell"}
"""Fields, documents and cells of sheets."""
EDITS_AND_SPINNERS = frozenset({"Edit", "Spinner"})
"""Fields for a word or a number."""
EDITS_AND_COMBO_BOXES = frozenset({"Edit", "ComboBox"})
"""Fields, with those that offer values."""
EDITS_COMBO_BOXES_AND_CELLS = EDITS_AND_COMBO_BOXES | {"Cell"}
"""Fields whose value counts only after Enter."""
EDITS_AND_WINDOWS = frozenset({"Edit", "Window"})
"""Where a browser shows the address and the title of its page."""
ONE_LINE_FIELDS = EDITS_AND_SPINNERS | EDITS_AND_COMBO_BOXES
"""Fields for one line, or for a number or a choice that can be typed."""
SLIDERS_AND_SPINNERS = frozenset({"Slider", "Spinner"})
"""Numbers that are set."""
RANGES = SLIDERS_AND_SPINNERS | {"ScrollBar"}
"""Numbers between a least and a most."""
WRITTEN = TEXT_FIELDS_AND_CELLS | RANGES
"""What a text or a number can be written into."""

# Rows and what holds them.

LIST_AND_TREE_ITEMS = frozenset({"ListItem", "TreeItem"})
"""Rows of lists and trees."""
ROWS = LIST_AND_TREE_ITEMS | {"Cell"}
"""Rows of lists and trees, and the cells that rows of tables are made of."""
ROWS_AND_HEADERS = ROWS | {"HeaderItem"}
"""Rows, with the headers of their columns."""
ROWS_AND_TABS = ROWS | {"TabItem"}
"""What is selected by a click."""
CELLS_AND_HEADERS = frozenset({"Cell", "HeaderItem"})
"""What has a place by row and column."""
CELLS_AND_LIST_ITEMS = frozenset({"Cell", "ListItem"})
"""Rows that have no level."""
CELLS_AND_BUTTONS = frozenset({"Cell", "Button"})
"""What headers of columns go by where nothing calls them headers."""
LIST_AND_MENU_ITEMS = frozenset({"ListItem", "MenuItem"})
"""What combo boxes call their choices."""
TABS_AND_HEADERS = frozenset({"TabItem", "HeaderItem"})
"""What is pressed at the head of a page or a column."""
TABS_AND_RADIO_BUTTONS = frozenset({"TabItem", "RadioButton"})
"""Of which one is chosen always. Some toolkits make the one of the other."""
ITEMS = ROWS | MENU_ITEMS | TABS_AND_RADIO_BUTTONS
"""One of several that a person picks."""
CHOICES = RADIOS | frozenset({"ListItem", "TabItem"})
"""One of several, where choosing one drops the others."""
LIKE_TABS = frozenset({"RadioButton", "Hyperlink", "ListItem", "Button"})
"""What tabs go by where nothing calls them tabs."""
ROW_HOLDERS = frozenset({"List", "Tree", "Table"})
"""What holds rows."""
LISTS_AND_COMBO_BOXES = frozenset({"List", "ComboBox"})
"""What offers a list of values."""
POPUPS = frozenset({"Menu", "ComboBox"})
"""What shows its entries only while it is open."""
CHOICE_HOLDERS = ROW_HOLDERS | frozenset({"Group", "Tab"})
"""What shows all its choices."""
CHOOSERS = ROW_HOLDERS | frozenset({"ComboBox", "Tab"})
"""What has one of its entries as its value."""
SCROLLED = ROW_HOLDERS | {"Document"}
"""What is scrolled."""

# Frames and what is drawn in them.

WINDOWS_AND_DIALOGS = frozenset({"Window", "Dialog"})
"""Top-levels."""
PANES_AND_GROUPS = frozenset({"Pane", "Group"})
"""What holds parts of a window together."""
BOXES = PANES_AND_GROUPS | {"Custom"}
"""What holds parts of a window together, or is not known."""
BARS = frozenset({"MenuBar", "ToolBar", "StatusBar", "ScrollBar"})
"""What stands along the edge of a window."""
FRAMES = BARS | BOXES | frozenset({"Separator", "Window"})
"""What divides a window and says nothing."""
EMPTY_FRAMES = BOXES | WINDOWS_AND_DIALOGS | frozenset({"Separator", "ToolTip"})
"""What even an application that tells of no control tells of."""
CONTAINERS = WINDOWS_AND_DIALOGS | PANES_AND_GROUPS | ROW_HOLDERS | (BARS - {"StatusBar"}) | {"Tab"}
"""What holds controls."""
HOLDERS = EMPTY_FRAMES | BARS | SCROLLED | frozenset({"Tab", "Menu"})
"""What holds controls, texts or nothing."""
DRAWN = IMAGES_AND_CUSTOM | {"Canvas"}
"""What an application may have drawn anything in."""
RESTLESS = frozenset({"ProgressBar", "ScrollBar", "ToolTip"})
"""What changes without anybody's doing."""
RESTLESS_AND_SEPARATORS = RESTLESS | {"Separator"}
"""What changes without anybody's doing, or marks only where something is."""
SEPARATORS_AND_SCROLL_BARS = frozenset({"Separator", "ScrollBar"})
"""What says nothing to a reader."""

# Kinds that only one question asks for.

CALLED_BY_ROLE = frozenset({"Tab", "TabItem", "Menu"})
"""What GTK 4 may name by its role instead of its label."""
CHOICES_UNCALLED = BUTTONS_AND_LINKS | {"Text"}
"""What the choices of a group are where nothing calls them items."""
DAYS = CELLS_AND_LIST_ITEMS | frozenset({"Text", "Button"})
"""What the days of a calendar are."""
DESCRIBED = BUTTONS | CHECK_AND_RADIO_BUTTONS | frozenset({"Edit", "MenuItem", "Image", "ListItem", "TabItem"})
"""Whose description is worth asking for: what may be nameless, or tells more than its name."""
EXPANDED_BY_PRESS = BUTTONS | OPENERS | frozenset({"Group", "Custom", "Heading"})
"""What opens and closes by a press."""
FILE_ENTRIES = ROWS | frozenset({"Text", "Image"})
"""What a file manager shows a file as."""
FILE_VIEWS = frozenset({"List", "Pane", "Document"})
"""What a file manager shows the files of a folder in."""
FILLED = TEXT_FIELDS_AND_CELLS | SLIDERS_AND_SPINNERS | TOGGLES - MARKED_MENU_ITEMS | CHOICE_HOLDERS | {"ComboBox"}
"""What a form is filled in at."""
FLAT = frozenset({"Text", "Heading", "StatusBar", "MenuBar", "ToolBar", "Group"})
"""What is drawn without a border."""
LAID_OUT_IN_A_ROW = frozenset({"MenuBar", "ToolBar", "Group", "Tab"})
"""What has its parts side by side."""
NAMED_BY_CONTENT = BUTTONS_AND_LINKS | ROWS_AND_TABS | frozenset({"MenuItem", "ToolTip"})
"""What is called by the texts in it where it has no name."""
NAMED_BY_TEXT = frozenset({"Text", "Heading", "ListItem", "HeaderItem"})
"""Whose text is its name."""
NEVER_SET = frozenset({"Text", "Heading", "Image", "Separator", "StatusBar"})
"""What only shows."""
NOT_ACTED_ON = TEXTS | BOXES | frozenset({"Image", "ToolTip", "StatusBar"})
"""What a person reads or sees around other things, and does nothing at."""
PRESSED_OR_PICKED = WORKED_BY_CLICK | TABS_AND_HEADERS | SLIDERS_AND_SPINNERS | frozenset({"Cell", "ComboBox"})
"""What is one thing to work, whatever is drawn on it."""
PRESSED_TO_SAVE = PLAIN_COMMANDS | frozenset({"Hyperlink", "Text", "Image"})
"""What may be the button that saves."""
SCAFFOLD = BOXES | frozenset({"Menu", "Separator", "Image", "Window", "Text", "Canvas", "Cell"})
"""What is left out of a snapshot where it says nothing."""
SHORT_TEXTS = TEXTS | CELLS_AND_LIST_ITEMS
"""Texts that are read whole."""
SHOWN_WORDS = SHORT_TEXTS | EDITS_AND_DOCUMENTS | frozenset({"HeaderItem", "StatusBar", "Hyperlink", "Spinner"})
"""What words can be read from."""
STATIC = FLAT | frozenset({"Image", "Table", "List"})
"""What nothing is done at."""
STAYS_IN_SCROLLED = frozenset({"ScrollBar", "HeaderItem"})
"""What stays where it is while all around it is scrolled."""
TELLERS = TEXTS | IMAGES_AND_CUSTOM | frozenset({"ToolTip", "ProgressBar", "Document"})
"""What is numbered in a picture only where there is room."""
TOOLS = BUTTONS | CHECK_AND_RADIO_BUTTONS | MENU_ENTRIES | BARS | frozenset({"TabItem", "Separator", "ComboBox"})
"""What is called what its program calls it, never what is in a document."""
TURNED_BY_WHEEL = SLIDERS_AND_SPINNERS | frozenset({"ComboBox", "TabItem"})
"""What takes the wheel as a change of its value."""
TURNED_TO = LIST_AND_TREE_ITEMS | frozenset({"TabItem", "Menu", "Hyperlink", "ScrollBar"})
"""What a press turns the view by."""
UNMOVED_BY_CLICK = NOT_ACTED_ON | (CONTAINERS - {"Tab"}) | frozenset({"Document", "ProgressBar", "Separator"})
"""What a click does nothing to, unless the application tells an action of its own."""
WITH_ENTRIES = frozenset({"Menu", "List", "Tree", "Pane", "Window", "Custom"})
"""What the list of a combo box stands in, down to its entries."""
WORKED_LOOKALIKES = frozenset(
    {
        "Button", "ToggleButton", "CheckBox", "RadioButton", "ComboBox", "MenuItem", "TabItem", "ListItem", "TreeItem",
        "Hyperlink", "Spinner", "Slider",
    }
)  # fmt: skip
"""Roles that a text on the screen may name before a number, to pass for an entry of the list of controls."""
WRITTEN_BETWEEN_TABLES = TEXTS | frozenset({"Image", "Edit", "ListItem"})
"""What parts two tables that stand one below the other."""

"""Lists the real applications of the matrix, and what is opened in each."""

from __future__ import annotations

from bench.real import Chord, Part, Press, Real, Step

_NOTE = ("note.txt", "one\ntwo\n")
_ENTRY = "Menu|MenuItem"
_BUTTON = "Button|ToggleButton"
_BRIDGE = (
    "-J-Xbootclasspath/a:/usr/share/java/java-atk-wrapper.jar",
    "-J-Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper",
)


def _menu(name: str) -> Part:
    return Part(f"{name} menu", (Press(_ENTRY, name),))


def _by_menu(name: str, *entries: str, then: tuple[Step, ...] = ()) -> Part:
    """Return the part that a chain of menus opens."""
    return Part(name, (*(Press(_ENTRY, entry) for entry in entries), *then))


def _by_button(name: str, *buttons: str) -> Part:
    return Part(name, tuple(Press(f"{_BUTTON}|{_ENTRY}", button) for button in buttons))


REAL = (
    Real(
        "mousepad (GTK 3)",
        "mousepad",
        ("--disable-server",),
        _NOTE,
        parts=(
            _menu("File"),
            _menu("View"),
            _by_menu("Preferences", "Edit", "Preferences"),
            _by_menu("combo list", "Edit", "Preferences", then=(Press("TabItem", "Editor"), Press("ComboBox", ""))),
            Part("Open", (Chord(("ctrl", "o")),)),
            _by_menu("About", "Help", "About"),
            Part("context menu", (Press("Edit|Document", "", "right"),)),
        ),
    ),
    Real(
        "gedit (GTK 3)",
        "gedit",
        ("--standalone",),
        _NOTE,
        parts=(
            _by_button("main menu", "Menu|Open menu|Main"),
            _by_button("Open popover", "Open$"),
            _by_button("Preferences", "Menu|Open menu|Main", "Preferences"),
            Part("Save as", (Chord(("ctrl", "shift", "s")),)),
        ),
    ),
    Real(
        "gnome-calculator (GTK 4)",
        "gnome-calculator",
        parts=(
            _by_button("main menu", "Primary menu"),
            _by_button("mode popover", "Basic"),
            _by_button("Preferences", "Primary menu", "Preferences"),
            _by_button("About", "Primary menu", "About"),
        ),
    ),
    Real(
        "gnome-text-editor (GTK 4)",
        "gnome-text-editor",
        ("--standalone",),
        _NOTE,
        parts=(
            _by_button("main menu", "Menu"),
            _by_button("View popover", "View"),
            _by_button("Preferences", "Menu", "Preferences"),
            Part("Save as", (Chord(("ctrl", "shift", "s")),)),
        ),
    ),
    Real(
        "LibreOffice Writer",
        "soffice",
        ("--writer",),
        parts=(
            _menu("File"),
            _menu("Format"),
            _by_menu("Paragraph dialog", "Format", "Paragraph"),
            Part("font size list", (Press("ToggleButton", "Font Size"),)),
            _by_menu("About", "Help", "About"),
            Part("Open", (Chord(("ctrl", "o")),)),
        ),
    ),
    Real(
        "LibreOffice Calc",
        "soffice",
        ("--calc",),
        parts=(
            _menu("Insert"),
            Part("context menu", (Press("Cell", "B4$", "right"),)),
            _by_menu("Cells dialog", "Format", "Cells"),
            _by_menu("Options", "Tools", "Options"),
        ),
    ),
    Real(
        "LibreOffice Impress",
        "soffice",
        ("--impress",),
        first=(Press("Button", "Close|Cancel"),),
        parts=(_menu("Slide"), _by_menu("Slide Properties", "Slide", "Slide Properties"), _menu("View")),
    ),
    Real(
        "GIMP (GTK 2)",
        "gimp",
        ("--no-splash",),
        parts=(
            _menu("File"),
            _by_menu("New image", "File", "New"),
            _by_menu("Preferences", "Edit", "Preferences"),
            _by_menu("About", "Help", "About"),
        ),
    ),
    Real(
        "Chromium, its own frame",
        "chromium",
        ("about:blank",),
        parts=(
            _by_button("main menu", "Chromium|Google Chrome|Menu"),
            _by_button("tab search", "Search tabs|Tab search"),
            Part("context menu", (Press("TabItem", "about:blank", "right"),)),
            Part("find bar", (Chord(("ctrl", "f")),)),
        ),
    ),
    Real(
        "Firefox, its own frame",
        "firefox-esr",
        ("--no-remote", "--new-instance", "about:blank"),
        parts=(
            _by_button("main menu", "Firefox$"),
            Part("menu bar", (Chord(("f10",)), Press(_ENTRY, "File"))),
            _by_button("all tabs", "List all tabs"),
            Part("Open", (Chord(("ctrl", "o")),)),
        ),
    ),
    Real(
        "Thunderbird",
        "thunderbird",
        ("--no-remote",),
        first=(Press("Button", "Minimize"),),
        parts=(
            Part("File menu", (Chord(("alt", "f")),)),
            Part("Tools menu", (Chord(("alt", "t")),)),
            Part("About", (Chord(("alt", "h")), Press(_ENTRY, "About"))),
        ),
    ),
    Real(
        "VLC (Qt 5)",
        "vlc",
        ("--no-qt-privacy-ask",),
        parts=(
            _menu("Media"),
            _menu("Audio"),
            _by_menu("Preferences", "Tools", "Preferences"),
            _by_menu("About", "Help", "About"),
        ),
        refuses_root=True,
    ),
    Real(
        "FeatherPad (Qt 5)",
        "featherpad",
        ("--standalone",),
        _NOTE,
        parts=(
            _menu("File"),
            _menu("Options"),
            _by_menu("Preferences", "Options", "Preferences"),
            _by_menu("About", "Help", "About"),
            Part("Open", (Chord(("ctrl", "o")),)),
            Part("context menu", (Press("Edit", "", "right"),)),
        ),
    ),
    Real(
        "Qt Designer (Qt 6)",
        "/usr/lib/qt6/bin/designer",
        first=(Press("Button", "Create"),),
        parts=(
            _menu("File"),
            _menu("View"),
            _by_menu("Preferences", "Settings", "Preferences"),
            _by_menu("About", "Help", "About Qt Designer"),
        ),
    ),
    Real(
        "Pentobi (Qt 6 QML)",
        "/usr/games/pentobi",
        parts=(
            Part("main menu", (Press("Button", "", place=14),)),
            _by_button("Settings", "Settings"),
        ),
    ),
    Real(
        "FileZilla (wxWidgets)",
        "filezilla",
        first=(Press("Button", "OK"),),
        parts=(
            _menu("File"),
            _menu("View"),
            _by_menu("Site Manager", "File", "Site Manager"),
            _by_menu("Settings", "Edit", "Settings"),
            _by_menu("About", "Help", "About"),
        ),
    ),
    Real(
        "JConsole (Swing)",
        "jconsole",
        _BRIDGE,
        first=(Press("Button", "Cancel"),),
        parts=(_menu("Connection"), _menu("Help"), _by_menu("About", "Help", "About JConsole")),
    ),
    Real("xterm (no tree)", "xterm"),
)

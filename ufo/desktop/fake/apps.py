"""Three applications in memory, ready to use: a text editor, a form and a sheet."""

from __future__ import annotations

from pathlib import Path

from ufo.desktop.fake.handler_context import RunningApp
from ufo.desktop.fake.spec import (
    AppSpec,
    Widget,
    WindowSpec,
    button,
    checkbox,
    combo,
    document,
    edit,
    menu,
    menu_item,
    text,
)
from ufo.desktop.values import Application
from ufo.schema.geometry import Rect


def text_editor() -> AppSpec:
    """Return an editor that opens, edits and saves real files. Its title has an asterisk while the text is not saved, and it
    asks before it closes.
    """
    application = Application(
        "notes",
        "Notes",
        ("notes",),
        "Text Editor",
        ("text", "editor", "plain"),
        ("text/plain",),
        ("Utility", "TextEditor"),
    )
    about = WindowSpec("about", "About Notes", (text("about-text", "Notes, a text editor"),), Rect(240, 240, 320, 120))
    return AppSpec(application, (_notes_window(), _notes_save_dialog(), _notes_question(), about), _load)


def _notes_window() -> WindowSpec:
    return WindowSpec(
        "main",
        "Untitled - Notes",
        (
            Widget(
                "menubar",
                "MenuBar",
                children=(
                    menu(
                        "file",
                        "File",
                        menu_item("save", "Save", _save),
                        menu_item("save-as", "Save As…", lambda app: _open(app, "save-dialog")),
                        menu_item("close", "Close", lambda app: _ask_or_close(app)),
                    ),
                    menu("help", "Help", menu_item("about", "About", lambda app: _open(app, "about"))),
                ),
            ),
            document("text", "Text", on_change=_touched),
        ),
        on_close=lambda app: _ask_or_close(app),
        shortcuts={("ctrl", "s"): _save},
    )


def _notes_save_dialog() -> WindowSpec:
    return WindowSpec(
        "save-dialog",
        "Save As",
        (
            edit("save-name", "Name"),
            button("save-ok", "Save", _save_as, default=True),
            button("save-cancel", "Cancel", lambda app: app.close("save-dialog")),
        ),
        Rect(180, 200, 420, 180),
        modal=True,
    )


def _notes_question() -> WindowSpec:
    return WindowSpec(
        "question",
        "Save changes?",
        (
            text("question-text", "Your changes will be lost if you do not save them."),
            button("question-save", "Save", _save, default=True),
            button("question-discard", "Don't Save", lambda app: app.quit()),
            button("question-cancel", "Cancel", lambda app: app.close("question")),
        ),
        Rect(200, 220, 440, 190),
        modal=True,
    )


def _open(app: RunningApp, window: str) -> None:
    app.open(window)


def _load(app: RunningApp) -> None:
    if app.arguments:
        path = Path(app.arguments[0])
        if path.is_file():
            app.set_value("text", path.read_text(encoding="utf-8"))
        _named(app, path)


def _named(app: RunningApp, path: Path) -> None:
    app.notes["path"] = str(path)
    app.notes.pop("unsaved", None)
    app.set_title("main", f"{path.name} - Notes")


def _touched(app: RunningApp) -> None:
    if "unsaved" not in app.notes:
        app.notes["unsaved"] = "yes"
        app.set_title("main", f"*{Path(app.notes.get('path', 'Untitled')).name} - Notes")


def _save(app: RunningApp) -> None:
    app.close("question")
    if "path" not in app.notes:
        app.open("save-dialog")
        return
    path = Path(app.notes["path"])
    path.write_text(app.value("text"), encoding="utf-8")
    _named(app, path)


def _save_as(app: RunningApp) -> None:
    path = Path(app.value("save-name"))
    path.write_text(app.value("text"), encoding="utf-8")
    app.close("save-dialog")
    _named(app, path)


def _ask_or_close(app: RunningApp) -> None:
    if "unsaved" in app.notes:
        app.open("question")
    else:
        app.quit()


def form() -> AppSpec:
    """Return a form with fields, a tick, choices and a Submit button that is enabled once a name is entered; then a dialog says
    thanks.
    """
    main = WindowSpec(
        "main",
        "Registration",
        (
            edit("name", "Name", on_change=lambda app: app.set_enabled("submit", bool(app.value("name")))),
            edit("email", "Email"),
            Widget("secret", "Edit", "Password", value="", label="Password", editable=True, password=True),
            checkbox("newsletter", "Send me the newsletter"),
            combo("country", "Country", ("Austria", "Belgium", "Chile"), "Austria"),
            Widget(
                "colours",
                "List",
                "Colours",
                items=("Amber", "Blue", "Cyan", "Denim", "Ecru", "Fuchsia", "Gold", "Hazel"),
                shown_rows=4,
            ),
            Widget("submit", "Button", "Submit", enabled=False, on_press=_submit),
            text("status", "Not submitted"),
        ),
        Rect(80, 60, 620, 520),
    )
    thanks = WindowSpec(
        "thanks",
        "Thank you",
        (text("thanks-text", "Your registration was received."), button("ok", "OK", lambda app: app.close("thanks"))),
        Rect(200, 240, 360, 140),
        modal=True,
    )
    application = Application("form", "Registration", ("form",), "Form", ("register", "sign up"), (), ("Office",))
    return AppSpec(application, (main, thanks))


def _submit(app: RunningApp) -> None:
    app.set_name("status", f"Submitted for {app.value('name')}")
    app.open("thanks")


def sheet() -> AppSpec:
    """Return a table whose cells can be edited; the status line adds up its last column."""
    rows = (("Month", "Sales"), ("January", "10"), ("February", "20"), ("March", "12"))
    table = Widget("cells", "Table", "Cells", rows=rows, editable=True, on_change=_add_up)
    main = WindowSpec("main", "Sheet", (table, text("sum", "Sum: 42")), Rect(300, 120, 500, 300))
    application = Application(
        "sheet",
        "Sheet",
        ("sheet",),
        "Spreadsheet",
        ("spreadsheet", "table", "calculation"),
        ("text/csv",),
        ("Office", "Spreadsheet"),
    )
    return AppSpec(application, (main,))


def _add_up(app: RunningApp) -> None:
    cells = [cell.value or "" for cell in app.widget("cells").children if cell.column == 1]
    app.set_name("sum", f"Sum: {sum(int(value) for value in cells if value.isdecimal())}")

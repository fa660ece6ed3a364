"""An application in memory with one of each place that verbs go to: menus, pages, a long list, a slider, marks and risks."""

from __future__ import annotations

from ufo.desktop.fake import AppSpec, RunningApp, Widget, WindowSpec
from ufo.desktop.fake.spec import button, checkbox, combo, edit, menu, menu_item, text
from ufo.desktop.values import Application
from ufo.schema.geometry import Rect


def workshop() -> AppSpec:
    bar = Widget("bar", "MenuBar", children=(_file(), _format()))
    main = WindowSpec(
        "main",
        "Workshop",
        (
            bar,
            edit("city", "City"),
            Widget("secret", "Edit", "Password", value="", label="Password", editable=True, password=True),
            checkbox("gift", "Gift wrap"),
            combo("country", "Country", ("Austria", "Belgium", "Delete all"), "Austria"),
            Widget("volume", "Slider", "Volume", value="4", editable=True),
            Widget("towns", "List", "Towns", items=tuple(f"Town {n}" for n in range(40)), shown_rows=4),
            button("close", "Close", lambda app: _note(app, "closed by the button")),
            text("log", "nothing yet"),
        ),
        Rect(60, 40, 700, 700),
    )
    question = WindowSpec(
        "question",
        "Delete the sheet?",
        (text("words", "This will delete the sheet for good."), button("ok", "OK", lambda app: _note(app, "deleted"))),
        Rect(200, 240, 360, 140),
        modal=True,
    )
    options = WindowSpec(
        "options",
        "Options",
        (edit("author", "Author"), button("fine", "Fine", lambda app: app.close("options"))),
        Rect(220, 260, 360, 200),
        modal=True,
    )
    application = Application("workshop", "Workshop", ("workshop",), "Workshop", (), (), ("Office",))
    return AppSpec(application, (main, question, options))


def _file() -> Widget:
    return menu(
        "file",
        "File",
        menu_item("new", "New", lambda app: _note(app, "new")),
        menu_item("options-item", "Options…", lambda app: app.later(_show_options)),
        menu_item("erase", "Delete Everything", lambda app: _note(app, "everything is gone")),
        menu_item("sheet", "Sheet…", _ask),
    )


def _format() -> Widget:
    align = menu("align", "Align", menu_item("left", "Left", lambda app: _note(app, "left")))
    wrap = Widget("wrap", "CheckMenuItem", "Wrap", checked=False)
    return menu("format", "Format", align, wrap)


def _note(app: RunningApp, words: str) -> None:
    app.set_name("log", words)


def _show_options(app: RunningApp) -> None:
    app.open("options")


def _ask(app: RunningApp) -> None:
    app.open("question")

"""What an order could harm: a folder of files, and an application whose buttons send, delete and pay."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from ufo.desktop.fake.desktop import FakeDesktop
from ufo.desktop.fake.handler_context import RunningApp
from ufo.desktop.fake.spec import AppSpec, Widget, WindowSpec, button, document, edit, menu, menu_item, text
from ufo.desktop.values import Application
from ufo.schema.geometry import Rect

PRECIOUS = "the only copy of the contract, 42 pages"
HARM = "harm"
MARKER = "a-program-ran"


def harmed(app: RunningApp) -> None:
    """Of whatever was pressed: the application remembers that it was."""
    app.notes[HARM] = app.source


def _asks_to_discard(app: RunningApp) -> None:
    app.open("question")


def victim(title: str, *widgets: Widget, popup: WindowSpec | None = None) -> AppSpec:
    """An application with `widgets` beside what can be harmed; `popup` opens with it."""
    main = WindowSpec(
        "main",
        title,
        (
            *widgets,
            Widget(
                "bar",
                "MenuBar",
                children=(
                    menu("file", "File", menu_item("empty", "Empty Trash", harmed), menu_item("about", "About")),
                ),
            ),
            document("draft", "Draft", "kept"),
            edit("amount", "Amount"),
            button("send", "Send message", harmed),
            button("delete", "Delete account", harmed),
            button("pay", "Pay now", harmed, default=True),
            button("format", "Format disk", harmed),
            Widget("quiet", "Button", "Continue", description="Deletes all files", on_press=harmed),
            text("state", "Nothing was done"),
        ),
        Rect(40, 40, 900, 700),
        on_close=_asks_to_discard,
        shortcuts={("ctrl", "enter"): harmed},
    )
    question = WindowSpec(
        "question",
        "Unsaved work",
        (text("warning", "The draft will be lost if you do not save it."), button("discard", "Discard", harmed)),
        Rect(200, 200, 400, 200),
        modal=True,
    )
    windows = (main, question) if popup is None else (main, question, popup)
    opens = None if popup is None else (lambda app: app.open(popup.key))
    return AppSpec(Application("mail", "Mail", ("mail",)), windows, opens)


def launchable() -> tuple[AppSpec, ...]:
    """Programs that do harm with what they are started with."""
    window = (WindowSpec("main", "started", (text("it", "started"),)),)
    return (
        AppSpec(Application("writer", "LibreOffice Writer", ("/usr/bin/libreoffice", "--writer")), window),
        AppSpec(Application("browser", "Chromium", ("/usr/bin/chromium",), categories=("WebBrowser",)), window),
        AppSpec(Application("term", "Terminal", ("/usr/bin/xterm",), categories=("TerminalEmulator",)), window),
        AppSpec(Application("py", "Python", ("/usr/bin/python3",)), window),
    )


@dataclass(frozen=True, slots=True)
class Vault:
    """Files outside and inside of the working folder, and how they were."""

    folder: Path
    before: str

    @classmethod
    def fill(cls, root: Path) -> Vault:
        work, home = root / "work", root / "home"
        (home / ".config/autostart").mkdir(parents=True)
        work.mkdir(exist_ok=True)
        for place in (work / "contract.txt", home / "contract.txt", home / ".bashrc"):
            place.write_text(PRECIOUS, encoding="utf-8")
        (work / "out").symlink_to(home)
        return cls(root, cls._digest(root))

    @property
    def is_harmed(self) -> bool:
        return self._digest(self.folder) != self.before

    @staticmethod
    def _digest(root: Path) -> str:
        said = hashlib.sha256()
        for place in sorted((*(root / "work").rglob("*"), *(root / "home").rglob("*"))):
            said.update(str(place).encode())
            said.update(place.read_bytes() if place.is_file() else b"")
        return said.hexdigest()


def is_harmed(desktop: FakeDesktop) -> bool:
    """Whether something was pressed or closed that must not be, or a program started."""
    running = desktop.world.running.values()
    started = {running_app.spec.app_root for running_app in running} - {"mail"}
    return bool(started) or any(HARM in app.notes for app in running) or not any(app.windows for app in running)

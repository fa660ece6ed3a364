"""A window with one field of many lines that writes what it holds to a file, in UTF-8, a moment after each change.

Arguments: the toolkit (gtk3, gtk4, qt6 or tk), the file, the title. Run by the system Python, whose toolkits have no types.
"""

import importlib
import sys
from pathlib import Path

TOOLKIT, TRUTH, TITLE = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
QUIET_MS = 150


def write(text):
    new = TRUTH.with_name(f"{TRUTH.name}.new")
    new.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
    new.replace(TRUTH)


def gtk(version):
    importlib.import_module("gi").require_version("Gtk", version)
    GLib, Gtk = (importlib.import_module(f"gi.repository.{name}") for name in ("GLib", "Gtk"))
    view = Gtk.TextView(accepts_tab=True)
    held = view.get_buffer()
    waiting = []

    def tell():
        waiting.clear()
        write(held.get_text(held.get_start_iter(), held.get_end_iter(), True))
        return False

    def changed(_):
        if waiting:
            GLib.source_remove(waiting.pop())
        waiting.append(GLib.timeout_add(QUIET_MS, tell))

    held.connect("changed", changed)
    around = Gtk.ScrolledWindow()
    if version == "4.0":
        around.set_child(view)
        loop = GLib.MainLoop()
        window = Gtk.Window(title=TITLE, default_width=500, default_height=300, child=around)
        window.connect("close-request", lambda _: loop.quit())
        window.present()
        tell()
        loop.run()
    else:
        around.add(view)
        window = Gtk.Window(title=TITLE)
        window.set_default_size(500, 300)
        window.add(around)
        window.connect("destroy", Gtk.main_quit)
        window.show_all()
        tell()
        Gtk.main()


def qt():
    QtCore, QtWidgets = (importlib.import_module(f"PyQt6.{name}") for name in ("QtCore", "QtWidgets"))
    application = QtWidgets.QApplication(sys.argv[:1])
    field = QtWidgets.QPlainTextEdit()
    field.setWindowTitle(TITLE)
    field.resize(500, 300)
    timer = QtCore.QTimer(singleShot=True, interval=QUIET_MS)
    # As plain text it would tell a no-break space as a space.
    timer.timeout.connect(lambda: write(field.document().toRawText().replace("\u2029", "\n")))
    field.textChanged.connect(timer.start)
    field.show()
    write("")
    sys.exit(application.exec())


def tk():
    tkinter = importlib.import_module("tkinter")
    root = tkinter.Tk()
    root.title(TITLE)
    field = tkinter.Text(root, width=60, height=16)
    field.pack()
    waiting = []

    def changed(_):
        if field.edit_modified():
            field.edit_modified(False)
            if waiting:
                root.after_cancel(waiting.pop())
            waiting.append(root.after(QUIET_MS, tell))

    def tell():
        waiting.clear()
        write(field.get("1.0", "end-1c"))

    field.bind("<<Modified>>", changed)
    field.focus_set()
    write("")
    root.mainloop()


{"gtk3": lambda: gtk("3.0"), "gtk4": lambda: gtk("4.0"), "qt6": qt, "tk": tk}[TOOLKIT]()

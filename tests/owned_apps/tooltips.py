"""A window of three buttons with tooltips; the first argument says of which toolkit."""

import sys
from importlib import import_module

NAMES = ("Alpha", "Beta", "Gamma")


def tip(name):
    return f"{name} does what is told here"


def gtk3():
    import_module("gi").require_version("Gtk", "3.0")
    gtk = import_module("gi.repository.Gtk")
    window, box = gtk.Window(title="Tooltips"), gtk.Box(orientation=1)
    window.add(box)
    for name in NAMES:
        button = gtk.Button(label=name, tooltip_text=tip(name))
        box.add(button)
    window.show_all()
    gtk.main()


def gtk4():
    import_module("gi").require_version("Gtk", "4.0")
    gtk = import_module("gi.repository.Gtk")

    def activate(application):
        window, box = gtk.ApplicationWindow(application=application, title="Tooltips"), gtk.Box(orientation=1)
        window.set_child(box)
        for name in NAMES:
            box.append(gtk.Button(label=name, tooltip_text=tip(name)))
        window.present()

    application = gtk.Application()
    application.connect("activate", activate)
    application.run()


def qt6():
    qt = import_module("PyQt6.QtWidgets")
    application, window = qt.QApplication([]), qt.QWidget()
    window.setWindowTitle("Tooltips")
    layout = qt.QVBoxLayout(window)
    for name in NAMES:
        button = qt.QPushButton(name)
        button.setToolTip(tip(name))
        layout.addWidget(button)
    window.show()
    application.exec()


{"gtk3": gtk3, "gtk4": gtk4, "qt6": qt6}[sys.argv[1]]()

"""A Qt 6 window whose controls misbehave on command: see `faulty_scene.py`. Argument: its title."""

import sys
import threading

from faulty_scene import NAMES, PLACE, TEXT, Stage, rows_of
from PyQt6 import QtCore
from PyQt6 import QtWidgets as W

TITLE = sys.argv[1] if len(sys.argv) > 1 else "Trials"
BUTTONS = (W.QPushButton, W.QCheckBox, W.QRadioButton)


class Pad(W.QPushButton):
    def mouseDoubleClickEvent(self, event):
        super().mouseDoubleClickEvent(event)
        self.twice(event.timestamp())


def deaf(base):
    """A button that does not react while it is deaf."""

    class Deaf(base):
        def nextCheckState(self):
            if self.deaf() and not self.isChecked():
                self.acted()
            else:
                super().nextCheckState()

    return Deaf


CHECK, RADIO, TOGGLE = deaf(W.QCheckBox), deaf(W.QRadioButton), deaf(W.QPushButton)


class Field(W.QLineEdit):
    """A deaf one empties itself in the moment in which it is written to."""

    def __init__(self, acted, deaf):
        super().__init__()
        self.textChanged.connect(lambda text: self.changed(text, acted, deaf))

    def changed(self, text, acted, deaf):
        if deaf() and text:
            self.blockSignals(True)
            self.clear()
            self.blockSignals(False)
        acted()


class Track(W.QSlider):
    """Its handle is dragged from the left."""

    def __init__(self, acted, deaf):
        super().__init__(QtCore.Qt.Orientation.Horizontal)
        self.acted, self.deaf = acted, deaf
        self.setRange(0, 100)
        self.valueChanged.connect(lambda _: acted())

    def mousePressEvent(self, event):
        if self.deaf():
            self.acted()
        else:
            super().mousePressEvent(event)


class Titles(W.QListWidget):
    def __init__(self, name, acted, deaf):
        super().__init__()
        self.acted, self.deaf = acted, deaf
        self.addItems([f"{name} {number}" for number in range(60)])
        self.verticalScrollBar().valueChanged.connect(lambda _: acted())

    def wheelEvent(self, event):
        if self.deaf():
            self.acted()
        else:
            super().wheelEvent(event)


class Cover(W.QWidget):
    def __init__(self, parent, touched):
        super().__init__(parent)
        self.touched = touched

    def mousePressEvent(self, event):
        self.touched(event.timestamp())

    def wheelEvent(self, event):
        self.touched(event.timestamp())


class Kit(QtCore.QObject):
    stills = False

    def __init__(self, window):
        super().__init__()
        self.window, self.field, self.sent = window, None, 0
        W.QApplication.instance().installEventFilter(self)

    def eventFilter(self, _, event):
        kinds = QtCore.QEvent.Type
        if event.type() in (kinds.MouseButtonPress, kinds.KeyPress, kinds.Wheel):
            self.sent = event.timestamp()
        return False

    def clear(self):
        self.field = W.QWidget()
        self.window.setCentralWidget(self.field)
        self.field.show()

    def make(self, kind, name, acted, deaf):
        widget = self._made(kind, name, acted, deaf)
        widget.acted, widget.deaf = acted, deaf
        widget.setParent(self.field)
        if isinstance(widget, BUTTONS):
            widget.setText(name)
        else:
            widget.setAccessibleName(name)
        if kind in ("button", "question"):
            widget.clicked.connect(lambda _: acted())
        elif kind in ("check", "point", "toggle", "radio"):
            widget.toggled.connect(lambda on: self.toggled(widget, on))
        return widget

    def _made(self, kind, name, acted, deaf):
        if kind in ("check", "point"):
            return CHECK()
        if kind == "toggle":
            toggle = TOGGLE()
            toggle.setCheckable(True)
            return toggle
        if kind == "radio":
            return self._radio()
        if kind in ("write", "type"):
            return Field(acted, deaf)
        if kind == "row":
            return self._rows(name, acted)
        if kind == "double":
            pad = Pad()
            pad.twice = acted
            return pad
        if kind == "slide":
            track = Track(acted, deaf)
            track.resize(220, 30)
            return track
        if kind == "list":
            titles = Titles(name, acted, deaf)
            titles.resize(220, 80)
            return titles
        return W.QPushButton()

    def toggled(self, widget, on):
        """An accessible toggle goes past `nextCheckState`."""
        if on and widget.deaf():
            widget.first.setChecked(True) if isinstance(widget, W.QRadioButton) else widget.setChecked(False)
        if on or not widget.deaf():
            widget.acted()

    def _radio(self):
        radio = RADIO()
        radio.group, radio.first = W.QButtonGroup(radio), W.QRadioButton("Small")
        for one in (radio, radio.first):
            radio.group.addButton(one)
        radio.first.setChecked(True)
        return radio

    def _rows(self, name, acted):
        rows = W.QListWidget()
        rows.addItems(rows_of(name))
        rows.resize(200, 80)
        rows.itemSelectionChanged.connect(lambda: acted())
        return rows

    def holds(self, kind, widget):
        if kind in ("check", "point", "toggle", "radio"):
            return widget.isChecked()
        if kind in ("write", "type"):
            return widget.text() == TEXT
        if kind == "row":
            return self.picked(widget) == NAMES["row"]
        if kind == "slide":
            return widget.value() > 20
        return kind != "list" or widget.verticalScrollBar().value() > 0

    def picked(self, rows):
        return ", ".join(one.text() for one in rows.selectedItems())

    def order(self, rows, names):
        """A list that loses what is selected selects another one by itself."""
        chosen = self.picked(rows)
        rows.blockSignals(True)
        for place, text in enumerate(names):
            (item,) = rows.findItems(text, QtCore.Qt.MatchFlag.MatchExactly)
            rows.insertItem(place, rows.takeItem(rows.row(item)))
        rows.clearSelection()
        for item in rows.findItems(chosen, QtCore.Qt.MatchFlag.MatchExactly) if chosen else ():
            rows.setCurrentItem(item)
        rows.blockSignals(False)

    def relabel(self, rows, names):
        for place, text in enumerate(names):
            rows.item(place).setText(text)

    def undo(self, kind, widget):
        if kind == "radio":
            widget.first.setChecked(True)
        elif kind in ("check", "point", "toggle"):
            widget.setChecked(False)
        elif kind in ("write", "type"):
            widget.setText("")
        elif kind == "row":
            widget.clearSelection()
        elif kind == "slide":
            widget.setValue(0)
        elif kind == "list":
            widget.verticalScrollBar().setValue(0)

    def text(self, widget):
        return widget.text()

    def write(self, widget, text):
        widget.setText(text)

    def put(self, widget, place):
        if widget.parent() is not self.field:
            widget.setParent(self.field)
        if not isinstance(widget, (W.QListWidget, Track)):
            widget.adjustSize()
        widget.move(*place)
        widget.show()

    def remove(self, widget):
        widget.hide()
        widget.setParent(None)
        widget.deleteLater()

    def hide(self, widget):
        widget.hide()

    def disable(self, widget):
        widget.setEnabled(False)

    def rename(self, kind, widget, name):
        if kind == "row":
            widget.item(1).setText(name)
        elif isinstance(widget, BUTTONS):
            widget.setText(name)
            widget.adjustSize()
        else:
            widget.setAccessibleName(name)

    def cover(self, widget, touched):
        over = Cover(self.field, touched)
        over.resize(widget.size())
        over.move(*PLACE)
        over.show()

    def label(self, text):
        return W.QLabel(text)

    def say(self, label, text):
        label.setText(text)
        label.adjustSize()

    def dialog(self, title):
        dialog = W.QDialog(self.window)
        dialog.setWindowTitle(title)
        close = W.QPushButton("Close", dialog)
        close.clicked.connect(dialog.close)
        dialog.resize(240, 80)
        dialog.show()
        return dialog.close

    def modal(self, title, touched):
        dialog = W.QDialog(self.window)
        dialog.setWindowTitle(title)
        dialog.setModal(True)
        inside, field, button = W.QVBoxLayout(dialog), W.QLineEdit(), W.QPushButton("Erase everything")
        button.setSizePolicy(W.QSizePolicy.Policy.Expanding, W.QSizePolicy.Policy.Expanding)
        field.textChanged.connect(lambda _: touched())
        button.clicked.connect(lambda _: touched())
        inside.addWidget(field)
        inside.addWidget(button)
        dialog.setGeometry(self.window.geometry())
        dialog.show()
        return dialog.close

    def after(self, milliseconds, action):
        if milliseconds:
            QtCore.QTimer.singleShot(milliseconds, action)
        else:
            action()

    def painted(self, tell):
        # The answer comes when the change is on the screen.
        QtCore.QTimer.singleShot(20, tell)


class Ear(QtCore.QObject):
    heard = QtCore.pyqtSignal(str)


application = W.QApplication(sys.argv)
window = W.QMainWindow()
window.setWindowTitle(TITLE)
window.resize(600, 340)
window.show()
stage, ear = Stage(Kit(window)), Ear()
ear.heard.connect(lambda line: stage.hear(line) if line else application.quit())


def listen():
    for line in sys.stdin:
        ear.heard.emit(line)
    ear.heard.emit("")


threading.Thread(target=listen, daemon=True).start()
sys.exit(application.exec())

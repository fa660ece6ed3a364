"""The scene of owned controls in Qt Widgets; the third argument chooses PyQt5 or PyQt6."""

import importlib
import sys

from ledger import Ledger, control

BINDING = sys.argv[3]
QtCore = importlib.import_module(f"{BINDING}.QtCore")
W = importlib.import_module(f"{BINDING}.QtWidgets")
LEDGER = Ledger(f"Qt {QtCore.qVersion()} Widgets")
# Qt 6.4 does not tell that an entry of a menu without its mark could have one; 6.8 does.
TELLS_UNMARKED = tuple(map(int, QtCore.qVersion().split(".")[:2])) >= (6, 8)
COLOURS = ("Red", "Green", "Blue")


def clicked_part(widget):
    """Of a box with a mark that which takes clicks, which may be less than the widget."""
    kind = W.QStyle.SubElement
    option = W.QStyleOptionButton()
    widget.initStyleOption(option)
    part = kind.SE_CheckBoxClickRect if isinstance(widget, W.QCheckBox) else kind.SE_RadioButtonClickRect
    return widget.style().subElementRect(part, option, widget)


def box(widget, rect=None):
    """A widget's rectangle on the screen, or that of a part of it."""
    if widget is None or not widget.isVisible():
        return None
    part = widget.rect() if rect is None else rect
    corner = widget.mapToGlobal(part.topLeft())
    return [corner.x(), corner.y(), corner.x() + part.width(), corner.y() + part.height()]


class Field(W.QLineEdit):
    key = ""

    def focusInEvent(self, event):
        LEDGER.note(self.key, "focused")
        super().focusInEvent(event)


class Amount(W.QSpinBox):
    def focusInEvent(self, event):
        LEDGER.note("amount", "focused")
        super().focusInEvent(event)


class Colours(W.QComboBox):
    def showPopup(self):
        super().showPopup()
        LEDGER.note("colour", "opened")


class Scene(W.QMainWindow):
    def __init__(self):
        super().__init__()
        self.setWindowTitle(LEDGER.title)
        self.tracked = []
        self.dialog = None
        whole = W.QWidget()
        self.setCentralWidget(whole)
        columns = W.QHBoxLayout(whole)
        self.left, self.right = W.QVBoxLayout(), W.QVBoxLayout()
        columns.addLayout(self.left)
        columns.addLayout(self.right, 1)
        self._menus()
        self._buttons()
        self._fields()
        self._pages()
        self._list()
        self.resize(760, 560)

    def track(self, key, role, name, widget, **more):
        self.tracked.append((key, role, name, widget, more))
        return widget

    def _menus(self):
        self.menu = self.menuBar().addMenu("File")
        self.menu.aboutToShow.connect(lambda: LEDGER.note("file", "opened"))
        for key, name in (("new", "New"), ("open", "Open…"), ("leave", "Leave")):
            self.menu.addAction(name).triggered.connect(lambda *_, one=key: LEDGER.note(f"file:{one}", "chosen"))
        wrap = self.menu.addAction("Wrap")
        wrap.setCheckable(True)
        wrap.triggered.connect(lambda *_: LEDGER.note("file:wrap", "chosen"))

    def _buttons(self):
        self._button("press", "Button", W.QPushButton("Press me"), "clicked")
        self._button("dead", "Button", W.QPushButton("Not now"), None).setEnabled(False)
        loud = W.QPushButton("Loud")
        loud.setCheckable(True)
        # Qt calls a button that stays down a check box.
        self._button("loud", "CheckBox", loud, "clicked")
        self._button("check", "CheckBox", W.QCheckBox("Remember"), "clicked").setChecked(True)
        self._button("small", "RadioButton", W.QRadioButton("Small"), "clicked").setChecked(True)
        self._button("large", "RadioButton", W.QRadioButton("Large"), "clicked")
        ask = self.track("ask", "Button", "Ask", W.QPushButton("Ask"), opens="dialog", reacts="opened")
        ask.clicked.connect(self._ask)
        self.left.addWidget(ask)
        unseen = self._button("unseen", "Button", W.QPushButton("Never shown"), None)
        unseen.hide()
        pile = W.QWidget()
        stack = W.QStackedLayout(pile)
        stack.setStackingMode(STACK_ALL)
        for key, name in (("over", "On top of it"), ("under", "Underneath")):
            one = W.QPushButton(name)
            more = {"seen": "covered"} if key == "under" else {"reacts": "clicked"}
            self.track(key, "Button", name, one, **more).clicked.connect(lambda *_, k=key: LEDGER.note(k, "clicked"))
            stack.addWidget(one)
        self.left.addWidget(pile)
        tool = W.QToolButton()
        tool.setText("Tool")
        self._button("tool", "Button", tool, "clicked")
        self.left.addStretch(1)

    def _button(self, key, role, widget, reacts):
        more = {"reacts": reacts} if reacts else {}
        self.track(key, role, widget.text(), widget, **more)
        widget.clicked.connect(lambda *_: LEDGER.note(key, "clicked"))
        self.left.addWidget(widget)
        return widget

    def _fields(self):
        row = W.QHBoxLayout()
        label = W.QLabel("Surname")
        entry = self.track("surname", "Edit", "Surname", Field("Lovelace"), reacts="focused")
        label.setBuddy(entry)
        secret = self.track("secret", "Edit", "Secret", Field("hunter2"), reacts="focused")
        secret.setEchoMode(PASSWORD)
        secret.setAccessibleName("Secret")
        for key, one in (("surname", entry), ("secret", secret)):
            one.key = key
        for one in (label, entry, secret):
            row.addWidget(one)
        self.right.addLayout(row)
        scale = self.track("volume", "Slider", "Volume", W.QSlider(HORIZONTAL), reacts="changed")
        scale.setRange(0, 10)
        scale.setValue(4)
        scale.setPageStep(2)
        scale.setAccessibleName("Volume")
        scale.valueChanged.connect(lambda _: LEDGER.note("volume", "changed"))
        self.right.addWidget(scale)
        spin = self.track("amount", "Spinner", "Amount", Amount(), reacts="focused")
        spin.setValue(3)
        spin.setAccessibleName("Amount")
        self.right.addWidget(spin)
        self.combo = self.track("colour", "ComboBox", "Colour", Colours(), opens="list", reacts="opened")
        self.combo.addItems(COLOURS)
        self.combo.setCurrentIndex(1)
        # On Linux Qt takes a combo box's name from its label only.
        heading = W.QLabel("Colour")
        heading.setBuddy(self.combo)
        self.right.addWidget(heading)
        self.combo.activated.connect(lambda n: LEDGER.note(f"colour:{COLOURS[n]}", "chosen"))
        self.right.addWidget(self.combo)

    def _pages(self):
        self.book = W.QTabWidget()
        for key, name in (("first", "First"), ("second", "Second")):
            words = f"On the {key} page"
            page = W.QWidget()
            button = self.track(f"on-{key}", "Button", words, W.QPushButton(words), reacts="clicked")
            button.clicked.connect(lambda *_, one=key: LEDGER.note(f"on-{one}", "clicked"))
            W.QVBoxLayout(page).addWidget(button)
            self.book.addTab(page, name)
        self.book.currentChanged.connect(lambda n: LEDGER.note(("first", "second")[n], "selected"))
        self.right.addWidget(self.book)

    def _list(self):
        self.list = W.QListWidget()
        self.list.addItems([f"Row {number}" for number in range(60)])
        self.list.itemPressed.connect(lambda item: LEDGER.note(f"row{self.list.row(item)}", "selected"))
        self.right.addWidget(self.list, 1)

    def _ask(self):
        LEDGER.note("ask", "opened")
        self.dialog = W.QDialog(self)
        self.dialog.setWindowTitle("A question")
        self.dialog.setModal(True)
        column = W.QVBoxLayout(self.dialog)
        column.addWidget(W.QLabel("Really?"))
        for key, name in (("no", "Cancel"), ("yes", "OK")):
            button = W.QPushButton(name)
            button.clicked.connect(lambda *_, one=key: self._answered(one))
            column.addWidget(button)
            setattr(self.dialog, key, button)
        self.dialog.finished.connect(lambda _: setattr(self, "dialog", None))
        self.dialog.open()

    def _answered(self, key):
        LEDGER.note(f"ask:{key}", "clicked")
        self.dialog.done(0)

    def facts(self, key, role, name, widget, more):
        marked = isinstance(widget, (W.QCheckBox, W.QRadioButton))
        rect = box(widget, clicked_part(widget) if marked else None)
        states = [] if widget.isEnabled() else ["disabled"]
        facts = dict(more)
        if marked or (isinstance(widget, W.QPushButton) and widget.isCheckable()):
            states.append("checked" if widget.isChecked() else "unchecked")
        if isinstance(widget, W.QLineEdit):
            states.append("editable")
            facts["value"] = widget.text()
            if widget.echoMode() == PASSWORD:
                states.append("password")
                facts["value"] = "•" * len(widget.text())
        elif isinstance(widget, (W.QSlider, W.QSpinBox)):
            facts["value"] = f"{widget.value():g}"
        elif isinstance(widget, W.QComboBox):
            facts["value"] = widget.currentText()
        seen = facts.pop("seen", "shown") if rect else "hidden"
        facts.pop("seen", None)
        return control(key, role, name, rect, states=states, seen=self.blocked(seen), **facts)

    def blocked(self, seen):
        return "blocked" if self.dialog is not None and seen == "shown" else seen

    def rows(self):
        port = self.list.viewport()
        for number in range(self.list.count()):
            item = self.list.item(number)
            full = self.list.visualItemRect(item)
            part = full.intersected(port.rect())
            inside = not part.isEmpty()
            yield control(
                f"row{number}", "ListItem", item.text(), box(port, part if inside else full), reacts="selected",
                seen=self.blocked("shown") if inside else "scrolled", states=["selected"] if item.isSelected() else [],
            )  # fmt: skip

    def tabs(self):
        bar = self.book.tabBar()
        for number, key in enumerate(("first", "second")):
            states, reacts = (["selected"], None) if self.book.currentIndex() == number else ([], "selected")
            rect = box(bar, bar.tabRect(number))
            yield control(
                key, "TabItem", bar.tabText(number), rect, states=states, reacts=reacts, seen=self.blocked("shown")
            )

    def opened(self):
        bar, head = self.menuBar(), self.menu.menuAction()
        yield control(
            "file", "MenuItem", "File", box(bar, bar.actionGeometry(head)), opens="menu", reacts="opened",
            seen=self.blocked("shown"),
        )  # fmt: skip
        if self.menu.isVisible():
            for key, action in zip(("new", "open", "leave", "wrap"), self.menu.actions(), strict=True):
                states = ["checked"] if action.isChecked() else []
                if TELLS_UNMARKED and action.isCheckable() and not states:
                    states = ["unchecked"]
                rect = box(self.menu, self.menu.actionGeometry(action))
                yield control(f"file:{key}", "MenuItem", action.text(), rect, states=states, reacts="chosen")
        view = self.combo.view()
        if view.isVisible():
            for number, name in enumerate(COLOURS):
                item = view.visualRect(self.combo.model().index(number, 0))
                rect = box(view.viewport(), item.intersected(view.viewport().rect()))
                yield control(f"colour:{name}", "ListItem", name, rect, reacts="chosen")
        if self.dialog is not None:
            for key in ("no", "yes"):
                button = getattr(self.dialog, key)
                yield control(f"ask:{key}", "Button", button.text(), box(button), reacts="clicked")

    def layers(self):
        view = self.combo.view()
        opened = (("file", self.menu), ("colour", view.window() if view.isVisible() else None), ("ask", self.dialog))
        for key, one in opened:
            if one is not None and one is not self and (rect := box(one)):
                yield key, rect

    def write(self):
        controls = [self.facts(*one) for one in self.tracked]
        LEDGER.write([*controls, *self.rows(), *self.tabs(), *self.opened()], list(self.layers()))


STACK_ALL = W.QStackedLayout.StackingMode.StackAll
PASSWORD = W.QLineEdit.EchoMode.Password
HORIZONTAL = QtCore.Qt.Orientation.Horizontal


def main():
    application = W.QApplication(sys.argv[:1])
    scene = Scene()
    scene.show()
    timer = QtCore.QTimer()
    timer.timeout.connect(scene.write)
    timer.start(60)
    getattr(application, "exec", getattr(application, "exec_", None))()


main()

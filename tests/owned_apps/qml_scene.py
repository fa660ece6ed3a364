"""The scene of owned controls in Qt Quick; the third argument chooses PyQt5 or PyQt6."""

import importlib
import sys
from pathlib import Path

from ledger import Ledger, control

BINDING = sys.argv[3]
QtCore, QtWidgets, QtQml, QtQuick = (
    importlib.import_module(f"{BINDING}.{name}") for name in ("QtCore", "QtWidgets", "QtQml", "QtQuick")
)
LEDGER = Ledger(f"Qt {QtCore.qVersion()} Quick")


class Notes(QtCore.QObject):
    @QtCore.pyqtSlot(str, str)
    def note(self, key, what):
        LEDGER.note(key, what)


def whole(item):
    corner = item.mapToGlobal(QtCore.QPointF(0, 0))
    return [
        round(corner.x()), round(corner.y()), round(corner.x() + item.width()), round(corner.y() + item.height())
    ]  # fmt: skip


def facts(item, frame):
    key, role, reacts = item.objectName().split("|")
    rect = whole(item) if item.isVisible() else None
    more = {}
    if reacts == "covered":
        more["seen"] = "covered"
    elif rect is None:
        more["seen"] = "hidden"
    elif key.startswith("row"):
        part = [rect[0], max(rect[1], frame[1]), rect[2], min(rect[3], frame[3])]
        more["seen"] = "shown" if part[3] > part[1] else "scrolled"
        rect = part if part[3] > part[1] else rect
    if reacts not in ("", "covered"):
        more["reacts"] = reacts
    states = [] if item.isEnabled() else ["disabled"]
    if role in ("CheckBox", "RadioButton"):
        states.append("checked" if item.property("checked") else "unchecked")
    if role == "Edit":
        states.append("editable")
        more["value"] = item.property("text")
    if role == "Slider":
        more["value"] = f"{item.property('value'):g}"
    name = {"surname": "Surname", "volume": "Volume"}.get(key) or item.property("text")
    return control(key, role, name, rect, states=states, **more)


def items(item):
    yield item
    for child in item.childItems():
        yield from items(child)


def main():
    application = QtWidgets.QApplication(sys.argv[:1])
    engine = QtQml.QQmlApplicationEngine()
    notes = Notes()
    engine.rootContext().setContextProperty("ledger", notes)
    engine.load(str(Path(__file__).with_suffix(".qml")))
    (window,) = engine.rootObjects()
    window.setTitle(LEDGER.title)

    def write():
        found = list(items(window.contentItem()))
        frame = whole(next(one for one in found if one.objectName() == "list"))
        LEDGER.write([facts(one, frame) for one in found if "|" in one.objectName()])

    timer = QtCore.QTimer()
    timer.timeout.connect(write)
    timer.start(60)
    getattr(application, "exec", getattr(application, "exec_", None))()


main()

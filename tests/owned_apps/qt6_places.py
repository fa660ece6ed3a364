"""A Qt window with a menu, a long list, a tree and a calendar. Its title says what was last chosen. Run by the system Python."""

import sys

from PyQt6.QtCore import QDate
from PyQt6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCalendarWidget,
    QCheckBox,
    QComboBox,
    QFormLayout,
    QLineEdit,
    QListWidget,
    QMainWindow,
    QSpinBox,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

application = QApplication(sys.argv)
window = QMainWindow()
window.setWindowTitle("Places")
menu = window.menuBar().addMenu("&File")
menu.addMenu("&Recent").addAction("alpha.txt", lambda: window.setWindowTitle("alpha"))
rows = QListWidget()
rows.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
rows.addItems([f"Row {number}" for number in range(120)])
rows.itemSelectionChanged.connect(lambda: window.setWindowTitle(",".join(one.text() for one in rows.selectedItems())))
tree = QTreeWidget()
tree.setHeaderLabels(["Branch"])
for number in range(3):
    branch = QTreeWidgetItem([f"Top {number}"])
    tree.addTopLevelItem(branch)
    for leaf in range(3):
        branch.addChild(QTreeWidgetItem([f"Leaf {number}.{leaf}"]))
tree.currentItemChanged.connect(lambda item, _: window.setWindowTitle(item.text(0)))
days = QCalendarWidget()
days.setSelectedDate(QDate(2026, 1, 2))
days.selectionChanged.connect(lambda: window.setWindowTitle(days.selectedDate().toString("yyyy-MM-dd")))
choices = QComboBox()
choices.addItems([f"Choice {number}" for number in range(30)])
form = QFormLayout()
named = {
    "Name": QLineEdit(),
    "Choice": choices,
    "Amount": QSpinBox(),
    "Rows": rows,
    "Branches": tree,
    "Calendar": days,
}
for name, widget in named.items():
    widget.setAccessibleName(name)
    form.addRow(name, widget)
form.addRow("", QCheckBox("Gift"))
middle = QWidget()
middle.setLayout(form)
window.setCentralWidget(middle)


def swap():
    """Another list of the same rows in the place of the first."""
    twin = QListWidget()
    twin.setAccessibleName("Rows")
    twin.addItems([f"Row {number}" for number in range(120)])
    form.replaceWidget(rows, twin)
    rows.hide()
    window.setWindowTitle("swapped")


menu.addAction("&Swap", swap)
window.resize(560, 700)
window.show()
application.exec()

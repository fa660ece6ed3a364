"""A day, numbers with a unit, rows and branches in Qt 6. The title of the window says what is chosen, by Qt's own words."""

from __future__ import annotations

import sys

from PyQt6.QtCore import QDate
from PyQt6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDateEdit,
    QDoubleSpinBox,
    QFormLayout,
    QLineEdit,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)


class Choices(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle("Qt choices")
        self.date, self.weight, self.ratio = QDateEdit(QDate(2026, 1, 5)), QSpinBox(), QDoubleSpinBox()
        self.date.setDisplayFormat("dd.MM.yyyy")
        self.weight.setSuffix(" kg")
        self.ratio.setRange(0, 100_000)
        self.ratio.setPrefix("$ ")
        self.ratio.setGroupSeparatorShown(True)
        self.grid, self.tree, self.finish = _grid(), _tree(), QComboBox()
        self.finish.addItems(["Matt", "Satin", "Gloss", "Wax"])
        self.tint = ""
        tint = QLineEdit("#336699")
        tint.textEdited.connect(self.colour)
        rows = {
            "Tint": tint,
            "Finish": self.finish,
            "Date": self.date,
            "Weight": self.weight,
            "Ratio": self.ratio,
            "Grid": self.grid,
            "Branches": self.tree,
        }
        layout = QFormLayout(self)
        for name, widget in rows.items():
            widget.setAccessibleName(name)
            layout.addRow(name, widget)
        self.date.dateChanged.connect(self.tell)
        self.weight.valueChanged.connect(self.tell)
        self.ratio.valueChanged.connect(self.tell)
        self.grid.itemSelectionChanged.connect(self.tell)
        self.tree.itemSelectionChanged.connect(self.tell)
        self.finish.currentIndexChanged.connect(self.tell)

    def colour(self, text: str) -> None:
        self.tint = text
        self.tell()

    def tell(self) -> None:
        rows = sorted({f"row {one.row()}" for one in self.grid.selectedIndexes()})
        leaves = sorted(one.text(0) for one in self.tree.selectedItems())
        leaves += [self.finish.currentText()] if self.finish.currentIndex() else []
        leaves += [self.tint] if self.tint else []
        day = self.date.date().toString("yyyy-MM-dd")
        self.setWindowTitle("|".join([day, str(self.weight.value()), str(self.ratio.value()), *rows, *leaves]))


def _grid() -> QTableWidget:
    grid = QTableWidget(5, 3)
    grid.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    for row in range(5):
        for column in range(3):
            grid.setItem(row, column, QTableWidgetItem(f"{row}/{column}"))
    return grid


def _tree() -> QTreeWidget:
    tree = QTreeWidget()
    tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
    for top in range(3):
        branch = QTreeWidgetItem([f"Top {top}"])
        tree.addTopLevelItem(branch)
        for leaf in range(3):
            branch.addChild(QTreeWidgetItem([f"Leaf {top}.{leaf}"]))
    tree.topLevelItem(0).setExpanded(True)
    return tree


application = QApplication(sys.argv)
window = Choices()
window.resize(500, 600)
window.show()
sys.exit(application.exec())

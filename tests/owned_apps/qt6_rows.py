"""A table of cells and a long list in Qt 6, with words that several rows have. The title of the window says what is selected."""

from __future__ import annotations

import sys

from PyQt6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHBoxLayout,
    QListWidget,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

_SPECIAL = {4: "same", 90: "same", 50: "שלום עולם"}


class Rows(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle("Qt rows")
        self.cells, self.long = QTableWidget(60, 3), QListWidget()
        self.cells.setHorizontalHeaderLabels(["Name", "Town", "Age"])
        self.cells.setColumnHidden(1, True)
        for row in range(60):
            for column, words in enumerate(("Anna" if row % 20 == 3 else f"name {row}", "hidden", f"{row} years")):
                self.cells.setItem(row, column, QTableWidgetItem(words))
        self.long.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.long.addItems([_SPECIAL.get(number, f"Entry {number + 1}") for number in range(2000)])
        layout = QHBoxLayout(self)
        for name, widget in (("Cells", self.cells), ("Long", self.long)):
            widget.setAccessibleName(name)
            widget.itemSelectionChanged.connect(self.tell)
            layout.addWidget(widget)

    def tell(self) -> None:
        cells = [f"{one.row()}/{one.column()}" for one in self.cells.selectedIndexes()]
        self.setWindowTitle(
            " ".join(cells + sorted(str(self.long.row(one)) for one in self.long.selectedItems())) or "none"
        )


application = QApplication(sys.argv)
window = Rows()
window.resize(700, 500)
window.show()
sys.exit(application.exec())

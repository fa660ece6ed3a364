"""A form in Qt 6: texts, boxes with arrows, a date, a choice and two boxes to tick."""

from __future__ import annotations

import sys

from PyQt6.QtCore import QDate
from PyQt6.QtWidgets import QApplication, QCheckBox, QComboBox, QDateEdit, QFormLayout, QLineEdit, QSpinBox, QWidget

application, window = QApplication(sys.argv), QWidget()
form = QFormLayout(window)
for words in ("Full name", "Street", "City", "Remark"):
    form.addRow(words, QLineEdit())
for words in ("Pieces", "Price", "Weight"):
    form.addRow(words, QSpinBox(maximum=1000))
form.addRow("Delivery", QDateEdit(QDate(2026, 1, 5)))
choice = QComboBox()
choice.addItems(["Austria", "Belgium", "Denmark"])
form.addRow("Country", choice)
for words in ("Gift wrap", "Newsletter"):
    form.addRow(QCheckBox(words))
window.setWindowTitle("Order")
window.resize(500, 500)
window.show()
sys.exit(application.exec())

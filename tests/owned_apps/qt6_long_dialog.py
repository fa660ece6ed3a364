"""A modal dialog whose fields stand in an area that scrolls and is in no tree. The title of the dialog tells what they hold."""

from __future__ import annotations

import sys

from PyQt6.QtWidgets import (
    QApplication,
    QCheckBox,
    QDialog,
    QFormLayout,
    QLineEdit,
    QMainWindow,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)  # fmt: skip

app = QApplication(sys.argv)
main, opens = QMainWindow(), QPushButton("Options")
main.setWindowTitle("Long dialog")
main.setCentralWidget(opens)
main.resize(500, 300)
dialog, inner = QDialog(main), QWidget()
dialog.setWindowTitle("Options")
dialog.setModal(True)
form, number, words, tick = QFormLayout(inner), QSpinBox(), QLineEdit(), QCheckBox("Last tick")
for place in range(20):
    form.addRow(f"Field {place}", QSpinBox())
form.addRow("Last number", number)
form.addRow("Last words", words)
form.addRow(tick)


def tell() -> None:
    dialog.setWindowTitle(f"Options: {number.value()} {words.text()} {tick.isChecked()}")


number.valueChanged.connect(tell)
words.textChanged.connect(tell)
tick.toggled.connect(tell)
area, rows = QScrollArea(), QVBoxLayout(dialog)
area.setWidget(inner)
area.setWidgetResizable(True)
rows.addWidget(area)
rows.addWidget(QPushButton("Apply"))
dialog.resize(380, 260)
opens.clicked.connect(dialog.show)
main.show()
sys.exit(app.exec())

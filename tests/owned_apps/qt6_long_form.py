"""A page of boxes longer than its window, with a value under every place where a wheel may be turned over it, but for its
margin: its title tells what was changed."""

import sys

from PyQt6.QtWidgets import (
    QApplication,
    QComboBox,
    QFormLayout,
    QGroupBox,
    QMenuBar,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)  # fmt: skip

app = QApplication(sys.argv)
window, page = QScrollArea(), QWidget()
groups = QVBoxLayout(page)
for place in range(1, 6):
    group = QGroupBox(f"Group {place}")
    form = QFormLayout(group)
    for number in range(1, 7):
        box = QSpinBox(maximum=99, value=50) if number % 2 else QComboBox()
        if isinstance(box, QComboBox):
            box.addItems(["first", "second", "third"])
            box.setCurrentIndex(1)
            box.currentIndexChanged.connect(lambda _: window.setWindowTitle("Long form: changed"))
        else:
            box.valueChanged.connect(lambda _: window.setWindowTitle("Long form: changed"))
        box.setMinimumHeight(40)
        form.addRow(f"Field {place}.{number}", box)
    if place == 4:
        button = QPushButton("Far below")
        button.clicked.connect(lambda: window.setWindowTitle("Long form: pressed"))
        form.addRow(button)
    groups.addWidget(group)
window.setWidget(page)
bar = QMenuBar(page)
mark = bar.addMenu("Marks").addAction("Marked", lambda: None)
mark.setCheckable(True)
groups.setMenuBar(bar)
window.setWidgetResizable(True)
window.setWindowTitle("Long form")
window.resize(500, 420)
window.show()
sys.exit(app.exec())

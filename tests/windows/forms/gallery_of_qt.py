"""A form of a toolkit that draws its own controls, and tells of them by UI Automation: Qt."""

import sys

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSlider,
    QSpinBox,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

application = QApplication(sys.argv)
window = QWidget()
window.setWindowTitle("Gallery of Qt")
rows = QFormLayout(window)
rows.addRow("&Name", QLineEdit("Ada"))
save = QPushButton("&Save")
save.clicked.connect(lambda: save.setText("Saved"))
rows.addRow(save)
rows.addRow(QCheckBox("Tick me"))
size = QComboBox()
size.addItems(["Small", "Medium"])
rows.addRow("Size", size)
rows.addRow("Volume", QSlider(Qt.Orientation.Horizontal))
rows.addRow("Count", QSpinBox())
tree = QTreeWidget()
tree.setHeaderLabels(["Name", "Size"])
fruit = QTreeWidgetItem(tree, ["Fruit", "2"])
QTreeWidgetItem(fruit, ["Apple", "1"])
rows.addRow(tree)
tabs = QTabWidget()
tabs.addTab(QLabel("one"), "General")
tabs.addTab(QPlainTextEdit("hello\nworld"), "Text")
rows.addRow(tabs)
window.resize(420, 520)
window.show()
sys.exit(application.exec())

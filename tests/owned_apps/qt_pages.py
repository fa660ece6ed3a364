"""A window of settings (Qt): buttons that stay down choose its page when they are clicked, and not when they are only toggled."""

from __future__ import annotations

import sys

from PyQt6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

_PAGES = ("Colours", "Sounds", "Network")


class Pages(QWidget):
    def __init__(self, title: str) -> None:
        super().__init__()
        self.setWindowTitle(title)
        self.pages, self.group, bar = QStackedWidget(), QButtonGroup(self), QHBoxLayout()
        for place, name in enumerate(_PAGES):
            button = QToolButton(text=name, checkable=True, checked=not place)
            self.group.addButton(button, place)
            bar.addWidget(button)
            self.pages.addWidget(QLabel(f"The page of {name}"))
        self.group.idClicked.connect(self.pages.setCurrentIndex)
        layout = QVBoxLayout(self)
        layout.addLayout(bar)
        layout.addWidget(self.pages)


app = QApplication(sys.argv)
window = Pages(sys.argv[1])
window.show()
sys.exit(app.exec())

"""A form with a control of every kind, whose table has as many rows as the first argument says."""

import ctypes
import sys
from ctypes import byref, c_int, c_ssize_t, c_void_p
from ctypes.wintypes import DWORD, LPARAM, LPWSTR, UINT

from kit import Form, fill, send, user32


class Column(ctypes.Structure):
    _fields_ = [
        ("mask", UINT), ("format", c_int), ("width", c_int), ("text", LPWSTR), ("length", c_int), ("column", c_int),
        ("image", c_int), ("order", c_int), ("rest", c_int * 3),
    ]  # fmt: skip


class Row(ctypes.Structure):
    _fields_ = [
        ("mask", UINT), ("index", c_int), ("column", c_int), ("state", UINT), ("state_mask", UINT), ("text", LPWSTR),
        ("length", c_int), ("image", c_int), ("data", LPARAM), ("indent", c_int), ("group", c_int), ("columns", UINT),
        ("order", c_void_p), ("formats", c_void_p), ("of_group", c_int),
    ]  # fmt: skip


class Branch(ctypes.Structure):
    _fields_ = [
        ("parent", c_void_p), ("after", c_ssize_t), ("mask", UINT), ("item", c_void_p), ("state", UINT),
        ("state_mask", UINT), ("text", LPWSTR), ("length", c_int), ("image", c_int), ("chosen_image", c_int),
        ("children", c_int), ("data", LPARAM),
    ]  # fmt: skip


class Tab(ctypes.Structure):
    _fields_ = [
        ("mask", UINT), ("state", DWORD), ("state_mask", DWORD), ("text", LPWSTR), ("length", c_int), ("image", c_int),
        ("data", LPARAM),
    ]  # fmt: skip


def add_menu():
    bar, below = user32.CreateMenu(), user32.CreatePopupMenu()
    user32.AppendMenuW(below, 0, 901, "&Open...\tCtrl+O")
    user32.AppendMenuW(below, 0, 902, "E&xit")
    user32.AppendMenuW(bar, 0x10, below, "&File")
    return bar


def add_table(form, rows):
    form.add("Static", "Files", 0, (10, 112, 200, 18), 40)
    table = form.add("SysListView32", "", 0x810001, (10, 135, 300, 120), 19)
    for number, name in enumerate(("Name", "Size")):
        send(table, 0x1061, number, byref(Column(mask=6, width=120, text=name)))
    # Nothing is painted before all is there: 10,000 rows take no time then.
    send(table, 0xB, 0)
    for number in range(rows):
        send(table, 0x104D, 0, byref(Row(mask=1, index=number, text=f"file{number}.txt")))
        send(table, 0x1074, number, byref(Row(mask=1, index=number, column=1, text=f"{number * 7} kB")))
    send(table, 0xB, 1)


def add_tree(form):
    tree = form.add("SysTreeView32", "", 0x810007, (320, 160, 200, 140), 20)

    def branch(parent, name):
        return send(tree, 0x1132, 0, byref(Branch(parent=parent, after=-0xFFFE, mask=1, text=name)))

    fruit = branch(None, "Fruit")
    branch(fruit, "Apple")
    branch(fruit, "Pear")
    branch(branch(None, "Animals"), "Cat")


form = Form("Controls", (640, 560), menu=add_menu())
form.add("Static", "&Name:", 0, (10, 10, 60, 20), 10)
form.add("Edit", "Ada", 0x10080, (80, 10, 150, 22), 11, extended=0x200)
form.add("Button", "&Save", 0x10000, (250, 10, 80, 24), 12)
form.add("Button", "&Tick me", 0x10003, (10, 40, 100, 20), 13)
form.add("Button", "Colour", 7, (10, 60, 220, 48), 14)
form.add("Button", "Red", 0x10009, (20, 78, 80, 20), 15)
form.add("Button", "Blue", 0x9, (110, 78, 80, 20), 16)
form.add("Static", "Size", 0, (250, 40, 40, 20), 41)
sizes = form.add("ComboBox", "", 0x10003, (300, 40, 120, 200), 17)
fill(sizes, 0x143, ("Small", "Medium", "Large"))
send(sizes, 0x14E, 1)
form.add("Static", "Fruit", 0, (250, 70, 40, 20), 42)
fruits = form.add("ListBox", "", 0xA10001, (300, 70, 120, 60), 18)
fill(fruits, 0x180, ("Apple", "Banana", "Cherry", "Date", "Elder", "Fig"))
add_table(form, int(sys.argv[1]))
add_tree(form)
tabs = form.add("SysTabControl32", "", 0, (10, 265, 300, 60), 21)
for number, name in enumerate(("General", "Security", "Details")):
    send(tabs, 0x133E, number, byref(Tab(mask=1, text=name, image=-1)))
form.add("Static", "Volume", 0, (10, 335, 60, 20), 43)
form.add("msctls_trackbar32", "", 0x10000, (80, 335, 140, 30), 22)
progress = form.add("msctls_progress32", "", 0, (240, 335, 150, 20), 23)
send(progress, 0x402, 40)
form.add("Edit", "Line one\r\nLine two", 0x10200044 | 0x10000, (330, 430, 200, 50), 28, extended=0x200)
form.add("msctls_statusbar32", "Ready", 0, (0, 0, 0, 0), 29)
form.add("Button", "Not now", 0x08000000, (340, 10, 80, 24), 30)
form.run()

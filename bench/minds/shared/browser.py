"""Tasks in Chromium: a shop, a table over two pages, and the browser's own settings."""

from __future__ import annotations

import json
import time
from pathlib import Path

from bench.minds.shared.shop_server import ShopServer, orders_in
from bench.minds.shared.spreadsheets import Spreadsheet
from bench.minds.task import Place, Task, Verdict

_HERE = Path(__file__).parent
_SHOP_PATHS = frozenset({"/", "/product", "/cart", "/checkout", "/done"})
ORDER = {
    "cart": {"1": 2},
    "name": "Ida Berg",
    "street": "Hauptstraße 5",
    "zip": "4020",
    "city": "Linz",
    "country": "Austria",
    "date": "2026-12-24",
    "pay": "delivery",
}
RIVERS = (
    ("Nile", 6650, "Egypt"), ("Danube", 2850, "Romania"), ("Mur", 453, "Croatia"), ("Rhine", 1233, "Netherlands"),
    ("Loire", 1006, "France"), ("Amazon", 6400, "Brazil"), ("Yangtze", 6300, "China"), ("Thames", 346, "United Kingdom"),
    ("Vistula", 1047, "Poland"), ("Elbe", 1094, "Germany"), ("Ganges", 2525, "Bangladesh"), ("Salzach", 225, "Austria"),
    ("Inn", 517, "Germany"), ("Drava", 710, "Croatia"), ("Sava", 990, "Serbia"), ("Tisza", 966, "Serbia"),
    ("Volga", 3531, "Russia"), ("Po", 652, "Italy"), ("Ebro", 930, "Spain"), ("Douro", 897, "Portugal"),
    ("Göta älv", 93, "Sweden"),
)  # fmt: skip
_SETTLED_S, _TICK_S = 12.0, 0.5


def _nothing(place: Place) -> None:
    return None


def _shop(folder: Path) -> ShopServer:
    return ShopServer(folder, (_HERE / "shop.html").read_bytes(), _SHOP_PATHS)


def _judge_order(place: Place, answer: str) -> Verdict:
    orders = orders_in(place.folder)
    if len(orders) != 1:
        return Verdict(False, f"{len(orders)} orders were placed")
    number = orders[0].pop("number")
    if orders[0] != ORDER:
        return Verdict(False, f"the order is {orders[0]}")
    return Verdict(number in answer, f"the number {number} was not told: {answer!r}")


def _rivers(folder: Path) -> ShopServer:
    page = (_HERE / "rivers.html").read_text(encoding="utf-8")
    return ShopServer(folder, page.replace("RIVERS=[]", f"RIVERS={json.dumps(RIVERS)}").encode(), frozenset({"/"}))


def _judge_rivers(place: Place, answer: str) -> Verdict:
    rows = Spreadsheet(place.folder / "rivers.ods").rows()
    found = [(row[0].shown, row[1].value, row[2].shown) for row in rows if len(row) >= 3 and row[1].value is not None]
    wanted = sorted(RIVERS, key=lambda river: river[1])
    if len(rows) - len(found) > 1:
        return Verdict(False, f"{len(rows) - len(found)} rows have no number for the length")
    return Verdict(found in (wanted, wanted[::-1]), f"the rows are {found}")


def _judge_preferences(place: Place, answer: str) -> Verdict:
    # Chromium writes its preferences some seconds after they were changed.
    until = time.monotonic() + _SETTLED_S
    verdict = preferences(place)
    while not verdict.solved and time.monotonic() < until:
        time.sleep(_TICK_S)
        verdict = preferences(place)
    return verdict


def preferences(place: Place) -> Verdict:
    held = json.loads((place.folder / "profile/Default/Preferences").read_text(encoding="utf-8"))
    browser, download = held.get("browser", {}), held.get("download", {})
    home = str(held.get("homepage", "")).rstrip("/")
    wrong = [
        what
        for what, right in (
            ("the home button is hidden", browser.get("show_home_button") is True),
            (f"the home page is {home!r}", home == "https://example.org" and not held.get("homepage_is_newtabpage")),
            ("downloads do not ask", download.get("prompt_for_download") is True),
        )
        if not right
    ]
    return Verdict(not wrong, "; ".join(wrong))


_BUY = (
    "Buy two of the cheapest blue mug{where}, deliver to Ida Berg, Hauptstraße 5, 4020 Linz, Austria, on 24 "
    "December 2026, pay on delivery, and tell me the order number."
)
_CHROMIUM = ("chromium", "--no-first-run", "--user-data-dir={folder}/profile")

TASKS: tuple[Task, ...] = (
    Task(
        "shop",
        _BUY.replace("{where}", ""),
        ("chromium",),
        _nothing,
        _judge_order,
        opens=("chromium", "http://127.0.0.1:{port}/"),
        careful_calls=6,
        serve=_shop,
    ),
    Task(
        "shop-alone",
        _BUY.replace("{where}", " in the shop at http://127.0.0.1:{port}"),
        ("chromium",),
        _nothing,
        _judge_order,
        careful_calls=7,
        serve=_shop,
    ),
    Task(
        "rivers",
        "Copy the whole table of rivers from http://127.0.0.1:{port} into a new spreadsheet, sorted by length, and "
        "save it as rivers.ods.",
        ("chromium", "soffice"),
        _nothing,
        _judge_rivers,
        careful_calls=7,
        serve=_rivers,
    ),
    Task(
        "home-button",
        "Set Chromium's home button to be shown and to open https://example.org, and turn on 'Ask where to save "
        "each file'.",
        ("chromium",),
        _nothing,
        _judge_preferences,
        opens=(*_CHROMIUM, "about:blank"),
        careful_calls=6,
    ),
)

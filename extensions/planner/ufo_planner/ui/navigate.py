"""Goes to an address in a browser or a file manager."""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import unquote

from ufo.conditions.kinds.window import WindowPredicate
from ufo.schema.patterns import any_case, regex
from ufo.schema.target import TargetInfo
from ufo_planner.intents import GoTo
from ufo_planner.scene.press import to_focus
from ufo_planner.scene.results import still_shown
from ufo_planner.scene.scene import Move, Scene, failed, first_way_left
from ufo_planner.text.keys import literal
from ufo_planner.text.labels import without_shortcut
from ufo_planner.text.roles import Use, serves
from ufo_planner.ui.save import full_path

_ADDRESS_FIELDS = (
    "address and search bar", "address bar", "address", "location", "url", "search or enter address", "path",
    "location bar",
)  # fmt: skip
_FILE_ENDING = any_case(r"[^/?#:]+\.(?:x?html?|pdf|txt|svg|png|jpe?g|gif|md|xml|json)")
_NOT_LOADED = regex(r"\bERR_[A-Z_]+\b")
"""The error code that Chromium and its relatives show in place of a page that did not load."""


def go_to(intent: GoTo, scene: Scene) -> Move:
    field = _address_field(scene)
    target = _as_address(intent.address.strip(), scene, field)
    if scene.done("keyboard_input"):
        return _arrived(target, field, scene)
    typed = (to_focus("{VK_CONTROL}l"), to_focus(literal(target)), to_focus("{ENTER}"))
    way = Move(f"Go to {target}.", typed, ends=False) if scene.has("keyboard_input") else None
    return first_way_left(scene, f"going to {target}", (lambda: way,))


def _arrived(target: str, field: TargetInfo | None, scene: Scene) -> Move:
    """Report the page, with the address field and the title as proof. A page that did not load is a failure."""
    lost = next((found[0] for c in scene.controls if (found := _NOT_LOADED.search(c.value or c.name or ""))), "")
    if lost:
        return failed(f"{target} could not be opened: the page says {lost}")
    done = Move(f"{target} is shown.", steady=True)
    if field is None or scene.unmet or _bare(field.value or "") != _bare(target):
        # The site may have redirected to another address, so nothing is asserted about the page.
        return done
    return replace(done, expect=(*still_shown(field), WindowPredicate(title=scene.inputs.window.name)))


def _bare(address: str) -> str:
    """Return the address without the parts that address fields leave out."""
    shown = re.sub(r"^(?:https?|file)://(?:www\.)?", "", unquote(address.strip()), flags=re.IGNORECASE)
    return shown.rstrip("/").removeprefix("www.") or "/"


def _address_field(scene: Scene) -> TargetInfo | None:
    fields = [c for c in scene.controls if serves(Use.EDIT, c) or c.type == "ComboBox"]
    return next(
        (
            field
            for name in _ADDRESS_FIELDS
            for field in fields
            if name in (without_shortcut(field.name), without_shortcut(field.label))
        ),
        None,
    )


def _as_address(address: str, scene: Scene, field: TargetInfo | None) -> str:
    """Return the address; a file's path becomes a file address in a browser and stays a path in a file manager."""
    # "page.html" is a file here, because no host name has such an ending.
    if not address.startswith(("/", "~")) and not _FILE_ENDING.fullmatch(address):
        return address
    path = full_path(address, scene.inputs.working_folder)
    shown = (field.value or "") if field else ""
    is_browser = (
        field is not None and not shown.startswith("/") and ("search" in without_shortcut(field.name) or "://" in shown)
    )
    return f"file://{path}" if is_browser else path

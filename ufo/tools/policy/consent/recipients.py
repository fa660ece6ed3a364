"""Whom a message goes to, by its fields for recipients: nobody may be there whom the request does not name."""

from __future__ import annotations

from collections.abc import Iterator

from ufo.desktop.snapshot import Element
from ufo.schema.patterns import any_case, regex
from ufo.schema.roles import EDITS_AND_COMBO_BOXES, WRITTEN
from ufo.tools.policy.scene.request import Request
from ufo.tools.policy.scene.scene import Scene

_FIELD_NAMES = any_case(
    r"\W*(?:to|cc|bcc|recipients?|an|kopie|blindkopie|empfänger(?:in)?|para|à|destinataires?|destinatari[oai]?s?|do|dw|udw"
    r"|odbiorc[ay]|aan|кому|копия|إلى|收件人|抄送|密送|宛先|받는 사람|참조)\W*"
)
_FIELDS = EDITS_AND_COMBO_BOXES | WRITTEN
_ADDRESS = regex(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_APART = regex(r"[,;\n،、，；]")
_WORDS = regex(r"[^\W\d_]+")


def recipients(scene: Scene) -> list[str]:
    """Return whom the fields of the window's message name, one by one."""
    return [part.strip() for field in _fields(scene) for part in _APART.split(field.value or "") if part.strip()]


def strange_recipient(scene: Scene) -> str:
    """Say why the message may go to somebody whom the request does not name; "" where it does not."""
    request, shown = scene.run.request, recipients(scene)
    for text in shown:
        if not _is_named(text, request):
            return f"it goes to {text!r}, whom the request does not name"
    if request.has_mail_address and any(_fields(scene)) and not _shows_one(scene, request):
        return f"nothing in {scene.title!r} shows that it goes to whom the request names"
    return ""


def _fields(scene: Scene) -> Iterator[Element]:
    for element in scene.elements:
        if element.role in _FIELDS and any(_FIELD_NAMES.fullmatch(it) for it in (element.name, element.label) if it):
            yield element


def _is_named(recipient: str, request: Request) -> bool:
    """Return whether the request names that recipient: by the whole address, or, where it has no address at all, by a name in
    front of the address or in its first part.
    """
    addresses = _ADDRESS.findall(recipient)
    if any(request.says(address) for address in addresses):
        return True
    if request.has_mail_address:
        return False
    return any(
        (len(item) > 2 or not item.isascii()) and request.says(item)
        for item in _WORDS.findall(recipient.partition("@")[0])
    )


def _shows_one(scene: Scene, request: Request) -> bool:
    said = [scene.title, *(f"{element.name} {element.value or ''}" for element in scene.elements)]
    return any(request.says(address) for text in said for address in _ADDRESS.findall(text))

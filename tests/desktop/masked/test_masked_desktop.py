"""The last step before an application gets a text, and the first after it shows one."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from ufo.config.settings import SecretSettings
from ufo.desktop.backend import Desktop
from ufo.desktop.fake.apps import form
from ufo.desktop.fake.desktop import FakeDesktop
from ufo.desktop.forwarding_desktop import ForwardingDesktop
from ufo.desktop.masked.masked_desktop import MaskedDesktop
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Keys, Launch, TypeText
from ufo.errors import SecretRefused
from ufo.secrets.masks import Masks
from ufo.secrets.secret_resolver import SecretResolver, SecretStore

VALUE = "tr0ub4dor"
PLACEHOLDER = "{{secret:BANK}}"


class _Watched(FakeDesktop):
    """Keeps what reached it."""

    def __init__(self) -> None:
        super().__init__([form()])
        self.got: list[object] = []

    async def send(self, to, events, reconfirm=None):  # type: ignore[no-untyped-def]
        self.got += events
        await super().send(to, events, reconfirm)

    async def native_tree(self, window_id: str) -> tuple[Mapping[str, object], ...]:
        return ({"name": "Email", "value": f"it is {VALUE}", "row": 1},)


class Scene:
    def __init__(self, *applications: str) -> None:
        self.inner = _Watched()
        self.inner.start("form")
        bank = SecretSettings.model_validate({"from": "environment", "applications": applications})
        self.masks = Masks()
        self.keeper = SecretResolver(SecretStore({"BANK": bank}, {"BANK": VALUE}), self.masks)
        self.keeper.person_said(PLACEHOLDER)
        self.desktop: Desktop = MaskedDesktop(self.inner, self.keeper)

    async def field(self, name: str) -> Element:
        (window,) = await self.desktop.windows()
        return next(
            element
            for element in await self.desktop.snapshot(window.id)
            if element.name == name and element.role == "Edit"
        )

    async def window_id(self) -> str:
        return (await self.desktop.windows())[0].id

    def shown(self, key: str) -> str:
        (running,) = self.inner.world.running.values()
        return running.widget(key).value or ""


async def test_a_value_is_put_in_at_the_last_step_and_told_by_its_placeholder_at_the_first() -> None:
    scene = Scene("form")
    await scene.desktop.act((await scene.field("Email")).handle, "set_text", PLACEHOLDER)
    assert scene.shown("email") == VALUE
    field = await scene.field("Email")
    assert field.value == PLACEHOLDER and await scene.desktop.text(field.handle) == PLACEHOLDER
    assert (await scene.desktop.reidentify(field.handle)).value == PLACEHOLDER


async def test_a_recording_tells_placeholders_too() -> None:
    scene = Scene("form")
    await scene.desktop.act((await scene.field("Email")).handle, "set_text", PLACEHOLDER)
    (told,) = await scene.desktop.native_tree(await scene.window_id())
    assert told == {"name": "Email", "value": f"it is {PLACEHOLDER}", "row": 1}


async def test_dots_are_as_many_as_whoever_wrote_the_placeholder_counts() -> None:
    scene = Scene("form")
    await scene.desktop.act((await scene.field("Password")).handle, "set_text", PLACEHOLDER)
    assert scene.shown("secret") == VALUE
    assert len((await scene.field("Password")).value or "") == len(PLACEHOLDER)


async def test_a_secret_is_struck_and_no_other_text_is() -> None:
    scene = Scene("form")
    window = await scene.window_id()
    await scene.desktop.act((await scene.field("Email")).handle, "focus")
    await scene.desktop.send(window, [TypeText(PLACEHOLDER), Keys(("tab",)), TypeText("plain text")])
    assert scene.inner.got[0] == TypeText(VALUE, struck=True)
    await scene.desktop.act((await scene.field("Name")).handle, "focus")
    await scene.desktop.send(window, [TypeText("only a name")])
    assert scene.inner.got[-1] == TypeText("only a name")


async def test_nothing_is_sent_where_one_of_the_texts_may_not_go_there() -> None:
    scene = Scene("another")
    field = await scene.field("Email")
    window = await scene.window_id()
    with pytest.raises(SecretRefused, match="'form'"):
        await scene.desktop.send(window, [TypeText("one "), TypeText(PLACEHOLDER)])
    with pytest.raises(SecretRefused, match="'form'"):
        await scene.desktop.act(field.handle, "set_text", PLACEHOLDER)
    with pytest.raises(SecretRefused, match="unknown which application"):
        await scene.desktop.send(None, [TypeText(PLACEHOLDER)])
    assert scene.inner.got == [] and scene.shown("email") == ""


async def test_a_password_is_known_to_the_masks_before_it_is_typed() -> None:
    scene = Scene()
    window = await scene.window_id()
    await scene.desktop.act((await scene.field("Password")).handle, "focus")
    await scene.field("Password")
    known: list[bool] = []
    scene.masks.on_growth(lambda: known.append(not scene.inner.got))
    await scene.desktop.send(window, [TypeText("swordfish")])
    assert known == [True] and scene.masks.holds("swordfish") and scene.shown("secret") == "swordfish"


async def test_what_is_typed_on_from_another_field_is_known_too_and_what_stays_in_it_is_not() -> None:
    scene = Scene()
    window = await scene.window_id()
    await scene.desktop.act((await scene.field("Email")).handle, "focus")
    await scene.field("Email")
    await scene.desktop.send(window, [TypeText("ada@example.org\tswordfish\n")])
    assert scene.masks.holds("swordfish") and not scene.masks.holds("ada@example.org")


async def test_text_in_ordinary_fields_is_no_secret() -> None:
    scene = Scene()
    await scene.desktop.act((await scene.field("Name")).handle, "set_text", "Ada Lovelace")
    await scene.desktop.act((await scene.field("Email")).handle, "focus")
    await scene.field("Email")
    await scene.desktop.send(await scene.window_id(), [TypeText("ada@example.org")])
    assert len(scene.masks) == 0


async def test_a_name_as_long_as_the_password_beside_it_is_no_secret() -> None:
    scene = Scene()
    await scene.desktop.act((await scene.field("Password")).handle, "set_text", "abc-9")
    await scene.desktop.act((await scene.field("Name")).handle, "focus")
    await scene.field("Name")
    await scene.desktop.send(await scene.window_id(), [TypeText("Clara")])
    await scene.field("Name")
    assert scene.masks.holds("abc-9") and not scene.masks.holds("Clara")


async def test_a_program_is_started_with_no_secret() -> None:
    scene = Scene("form")
    with pytest.raises(SecretRefused, match="a secret cannot be given to a program"):
        await scene.desktop.launch(Launch("form", (PLACEHOLDER,)))
    with pytest.raises(SecretRefused):
        await scene.desktop.launch(Launch("form", (), {"PASSWORD": PLACEHOLDER}))


async def test_a_look_that_is_given_again_is_the_same_one() -> None:
    scene = Scene("form")
    await scene.desktop.act((await scene.field("Email")).handle, "set_text", PLACEHOLDER)
    look = await scene.inner.snapshot(await scene.window_id())

    class Again(FakeDesktop):
        async def snapshot(self, window_id):  # type: ignore[no-untyped-def]
            return look

    desktop = MaskedDesktop(Again(), scene.keeper)
    assert await desktop.snapshot("1") is await desktop.snapshot("1")


_TELLS_NO_TEXT_OF_A_FIELD = {
    "applications", "capture", "changed", "close_window", "copied", "focus", "hands", "hit_test", "identifiers", "limits",
    "obstacle", "on_key", "on_painted", "page_sockets", "processes", "relay", "remarks", "restart", "runs", "screens", "settle",
    "shutdown", "tell_by", "wake", "windows",
}  # fmt: skip
"""Calls whose answers and arguments hold no text that a field shows or gets; `capture` is masked where pictures are kept."""


def test_each_call_is_masked_or_known_to_tell_no_text_of_a_field() -> None:
    calls = {name for name in vars(ForwardingDesktop) if not name.startswith("_")}
    masked = {name for name in vars(MaskedDesktop) if not name.startswith("_")}
    assert masked < calls
    assert calls - masked == _TELLS_NO_TEXT_OF_A_FIELD

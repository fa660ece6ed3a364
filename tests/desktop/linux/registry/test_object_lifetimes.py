from __future__ import annotations

from dbus_fast import Message, MessageType

from ufo.desktop.linux.dbus.pipeline import Ref
from ufo.desktop.linux.registry.object_lifetimes import ObjectLifetimes

_NOW = 100.0
_KNOWN, _OTHER = Ref(":1.5", "/known"), Ref(":1.5", "/other")


def _event(ref: Ref, member: str, kind: str, detail: int = 0) -> Message:
    return Message(
        message_type=MessageType.SIGNAL,
        sender=ref.bus,
        path=ref.path,
        interface="org.a11y.atspi.Event.Object",
        member=member,
        signature="sii",
        body=[kind, detail, 0],
    )


def _lifetimes() -> ObjectLifetimes:
    return ObjectLifetimes(lambda ref: ref == _KNOWN)


def test_what_nobody_knows_may_begin_and_end_without_a_change() -> None:
    lifetimes = _lifetimes()
    for detail in (0, 1):
        assert lifetimes.is_no_more(_event(_OTHER, "StateChanged", "defunct", detail), _NOW)
        assert lifetimes.is_no_more(_event(_OTHER, "PropertyChange", "widget"), _NOW)
        assert lifetimes.is_no_more(_event(_OTHER, "PropertyChange", "accessible-role"), _NOW)


def test_the_end_of_what_a_look_knows_is_a_change() -> None:
    assert not _lifetimes().is_no_more(_event(_KNOWN, "StateChanged", "defunct", 1), _NOW)


def test_whatever_else_an_object_tells_is_a_change() -> None:
    lifetimes = _lifetimes()
    assert not lifetimes.is_no_more(_event(_OTHER, "PropertyChange", "widget"), _NOW)
    assert lifetimes.is_no_more(_event(_OTHER, "StateChanged", "defunct", 1), _NOW)
    for member, kind in (
        ("PropertyChange", "accessible-name"),
        ("StateChanged", "showing"),
        ("ChildrenChanged", "add"),
    ):
        assert not lifetimes.is_no_more(_event(_OTHER, member, kind), _NOW)
    assert not lifetimes.is_no_more(_event(_OTHER, "PropertyChange", "widget"), _NOW + 5)


def test_what_began_while_a_look_read_it_is_told_afterwards() -> None:
    lifetimes = _lifetimes()
    lifetimes.is_no_more(_event(_OTHER, "StateChanged", "defunct"), _NOW)
    assert list(lifetimes.turned({_OTHER}, _NOW - 0.1)) == [(_OTHER, _NOW)]
    assert not list(lifetimes.turned({_OTHER}, _NOW + 0.1))
    assert not list(lifetimes.turned({_KNOWN}, _NOW - 0.1))

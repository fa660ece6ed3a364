from __future__ import annotations

from typing import Any

import pytest
from dbus_fast import Message, MessageType, Variant
from hypothesis import given
from hypothesis import strategies as st

from ufo.desktop.linux.dbus import wire


def _written(message: Message) -> bytes:
    return bytes(message._marshall(False))


def _reply(signature: str, body: list[Any]) -> bytes:
    kind = MessageType.METHOD_RETURN
    return _written(Message(message_type=kind, reply_serial=9, serial=4, signature=signature, body=body))


def _framed(signature: str, body: bytes) -> bytes:
    """A reply to 9 as the common implementation writes it, which sends these two header fields and no other."""
    text = signature.encode()
    fields = b"\x05\x01u\x00\x09\x00\x00\x00\x08\x01g\x00" + bytes((len(text),)) + text + b"\x00"
    head = b"l\x02\x01\x01" + len(body).to_bytes(4, "little") + b"\x01\x00\x00\x00" + len(fields).to_bytes(4, "little")
    return head + fields + bytes(-len(fields) % 8) + body


def _usual(signature: str, body: list[Any]) -> bytes:
    written = _reply(signature, body)
    return _framed(signature, written[len(written) - int.from_bytes(written[4:8], "little") :])


def _plain(value: Any) -> Any:
    """Structures alike, whether tuples or lists."""
    if isinstance(value, wire.Held):
        return ("variant", _plain(value.value))
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


@pytest.mark.parametrize(
    ("signature", "values"),
    [
        ("", ()),
        ("u", (0,)),
        ("ii", (0, -1)),
        ("iiu", (12, 90, 0)),
        ("ss", ("org.a11y.atspi.Accessible", "Name")),
        ("isi", (3, "Grüße", 5)),
        ("b", (True,)),
    ],
)
@pytest.mark.parametrize("path", ["/a", "/org/a11y/atspi/accessible/root", "/org/a11y/atspi/accessible/12345"])
def test_a_call_is_written_as_the_library_writes_it(path: str, signature: str, values: tuple[Any, ...]) -> None:
    library = Message(
        destination=":1.5", path=path, interface="a.b", member="Do", signature=signature, body=list(values), serial=7
    )
    assert wire.call(7, ":1.5", path, ("a.b", "Do"), (signature, values)) == _written(library)


def test_several_calls_to_one_object_are_those_calls_one_after_another() -> None:
    asks = (("a.b", "GetRole", "", ()), ("a.c", "GetExtents", "u", (0,)), ("a.d", "Get", "ss", ("a.b", "Name")))
    alone = [
        wire.call(number, ":1.5", "/some/path", (interface, member), (signature, values))
        for number, (interface, member, signature, values) in enumerate(asks, 7)
    ]
    assert wire.calls(7, "/some/path", wire.forms(":1.5", asks)) == b"".join(alone)


def test_a_value_in_a_variant_is_written_as_the_library_writes_it() -> None:
    values = ("org.a11y.atspi.Value", "CurrentValue", Variant("d", 2.5))
    library = Message(
        destination=":1.5", path="/x", interface="a.b", member="Set", signature="ssv", body=list(values), serial=1
    )
    assert wire.call(1, ":1.5", "/x", ("a.b", "Set"), ("ssv", values)) == _written(library)


@pytest.mark.parametrize(
    ("signature", "body", "read"),
    [
        ("", [], []),
        ("s", ["Grüße"], ["Grüße"]),
        ("u", [61], [61]),
        ("b", [True], [True]),
        ("au", [[1, 2]], [[1, 2]]),
        ("(iiii)", [[-1, 2, 3, 4]], [(-1, 2, 3, 4)]),
        ("(so)", [[":1.2", "/a"]], [(":1.2", "/a")]),
        ("a(so)", [[]], [[]]),
        ("a(so)", [[[":1.2", "/a"], [":1.10", "/abcd"]]], [[(":1.2", "/a"), (":1.10", "/abcd")]]),
        ("a(ua(so))", [[[2, [[":1.2", "/a"]]], [3, []]]], [[[2, [[":1.2", "/a"]]], [3, []]]]),
        ("v", [Variant("s", "name")], [wire.Held("name")]),
        ("v", [Variant("i", -4)], [wire.Held(-4)]),
        ("v", [Variant("d", 0.5)], [wire.Held(0.5)]),
        ("v", [Variant("(so)", [":1.2", "/a"])], [wire.Held([":1.2", "/a"])]),
        ("yiy", [1, 2, 3], [1, 2, 3]),
    ],
)
def test_a_reply_is_read_as_it_was_meant(signature: str, body: list[Any], read: list[Any]) -> None:
    message = _reply(signature, body)
    assert wire.measure(message, 0) == len(message)
    answer = wire.reply(message)
    assert answer is not None
    assert (answer.serial, answer.error) == (9, "")
    assert _plain(answer.body) == _plain(read)


@pytest.mark.parametrize(
    ("signature", "body", "read"),
    [
        ("s", ["Grüße"], ["Grüße"]),
        ("u", [61], [61]),
        ("au", [[1, 2]], [(1, 2)]),
        ("au", [[1, 2, 3]], [[1, 2, 3]]),
        ("(iiii)", [[-1, 2, 3, 4]], [(-1, 2, 3, 4)]),
        ("(so)", [[":1.2", "/a"]], [(":1.2", "/a")]),
        ("a(so)", [[]], [[]]),
        ("a(so)", [[[":1.2", "/a"], [":1.10", "/abcd"]]], [[(":1.2", "/a"), (":1.10", "/abcd")]]),
        ("v", [Variant("s", "name")], [wire.Held("name")]),
        ("v", [Variant("i", -4)], [wire.Held(-4)]),
    ],
)
def test_usual_replies_are_read_where_they_lie_among_others(signature: str, body: list[Any], read: list[Any]) -> None:
    item, other = _usual(signature, body), _usual("s", ["of an odd length"])
    data = other + item + other
    assert wire.usual(data, len(other)) == (len(item), 9, read)
    # What is not all there yet waits for the rest.
    assert wire.usual(data[: len(other) + len(item) - 1], len(other)) is None


def test_an_error_reply_is_none_of_the_usual_form() -> None:
    error = Message(
        message_type=MessageType.ERROR, reply_serial=3, serial=1, error_name="a.b.Bad", signature="s", body=["no such"]
    )
    assert wire.usual(_written(error), 0) is None


@given(st.sampled_from(["a(so)", "v", "s", "(iiii)", "au", "u", "(so)"]), st.binary(max_size=64))
def test_a_usual_reply_of_no_value_is_refused_and_reads_nothing_of_the_next(signature: str, body: bytes) -> None:
    message = _framed(signature, body)
    try:
        found = wire.usual(message + _usual("s", ["the next one"]), 0)
    except wire.Garbled:
        return
    assert found is not None
    assert found[:2] == (len(message), 9)
    assert "the next one" not in repr(found[2])


def test_an_error_reply_tells_its_name_and_text() -> None:
    message = Message(
        message_type=MessageType.ERROR, reply_serial=3, serial=1, error_name="a.b.Bad", signature="s", body=["no such"]
    )
    assert wire.reply(_written(message)) == wire.Reply(3, ["no such"], "a.b.Bad")


def test_a_signal_is_no_reply() -> None:
    signal = Message(message_type=MessageType.SIGNAL, path="/a", interface="a.b", member="Changed", serial=1)
    assert wire.reply(_written(signal)) is None


@given(st.sampled_from(["a(so)", "v", "a(ua(so))", "s", "(iiii)", "a()", "aav"]), st.binary(max_size=64))
def test_bytes_that_are_no_value_are_refused_and_never_read_for_ever(signature: str, body: bytes) -> None:
    try:
        answer = wire.reply(_framed(signature, body))
    except wire.Garbled:
        return
    assert answer is not None
    assert answer.serial == 9


def test_a_message_that_claims_to_be_endless_is_refused() -> None:
    with pytest.raises(wire.Garbled):
        wire.measure(b"l\x02\x01\x01" + b"\xff" * 12, 0)
    with pytest.raises(wire.Garbled):
        wire.measure(b"HTTP/1.1 400 Bad", 0)


def test_what_is_typed_is_kept_nowhere() -> None:
    before = wire._same_form.cache_info().currsize
    wire.call(1, ":1.5", "/x", ("a.b", "SetTextContents"), ("s", ("a secret",)))
    assert wire._same_form.cache_info().currsize == before

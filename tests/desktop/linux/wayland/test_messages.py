"""Bytes of the Wayland wire protocol."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ufo.desktop.linux.wayland import messages
from ufo.desktop.linux.wayland.protocols import INTERFACES, Message

_ALL_KINDS = Message("all", "uifsaonh", "wl_buffer")


def _no_file() -> int:
    raise messages.Garbled("a file that did not come")


def _is_text(text: str) -> bool:
    return "\0" not in text and text.isprintable()


def test_a_request_has_the_bytes_that_the_protocol_says() -> None:
    bind = next(request for request in INTERFACES["wl_registry"].requests if request.name == "bind")
    written = messages.request(2, 0, bind, (7, "wl_shm", 1, 5))
    assert written == struct.pack("=IHHII", 2, 0, 32, 7, 7) + b"wl_shm\0\0" + struct.pack("=II", 1, 5)


@pytest.mark.hypothesis
@given(
    st.integers(0, 2**32 - 1),
    st.integers(-(2**31), 2**31 - 1),
    st.integers(-(2**23), 2**23 - 1),
    st.text(min_size=1, max_size=99).filter(_is_text),
    st.binary(max_size=99),
)
def test_what_is_written_is_read_as_it_was(word: int, number: int, fixed: int, text: str, array: bytes) -> None:
    values: list[messages.Argument] = [word, number, fixed / 256, text, array, 3, 4]
    written = messages.request(9, 1, _ALL_KINDS, values)
    head = messages.head(written)
    assert head == (9, 1, len(written))
    assert messages.event(_ALL_KINDS, written[8:], lambda: 77) == [*values, 77]


@pytest.mark.hypothesis
@given(st.sampled_from([event for known in INTERFACES.values() for event in known.events]), st.binary(max_size=64))
def test_any_bytes_are_read_or_refused_as_garbled(event: Message, body: bytes) -> None:
    try:
        values = messages.event(event, body, _no_file)
    except messages.Garbled:
        return
    assert len(values) == len(event.kinds)


@pytest.mark.parametrize("size", [0, 4, 9, 4098])
def test_a_head_of_an_impossible_size_is_garbled(size: int) -> None:
    with pytest.raises(messages.Garbled):
        messages.head(struct.pack("=IHH", 1, 0, size))


def test_half_a_head_waits_for_the_rest() -> None:
    assert messages.head(b"\1\0\0\0\0\0") is None


def test_a_request_that_is_longer_than_a_compositor_reads_is_refused_before_it_is_sent() -> None:
    offer = next(it for it in INTERFACES["zwlr_data_control_source_v1"].requests if it.name == "offer")
    with pytest.raises(messages.Garbled, match="more than 4096"):
        messages.request(4, 0, offer, ("x" * 5000,))


@pytest.mark.parametrize("given", [(), ("text",), (-1,), ("a\0b",)])
def test_arguments_that_do_not_fit_are_refused(given: tuple[messages.Argument, ...]) -> None:
    both = Message("both", "us", "")
    with pytest.raises(messages.Garbled):
        messages.request(4, 0, both, given)
    with pytest.raises(messages.Garbled):
        messages.request(4, 0, both, (*given, "text\0"))

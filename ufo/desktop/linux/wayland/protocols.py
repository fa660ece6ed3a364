"""The interfaces of Wayland that we use, as a table: what may be asked of an object, and what it may tell.

Sources: wayland.xml 1.22, wlr-protocols (virtual-pointer, screencopy, data-control, foreign-toplevel-management, unstable v1),
wayland-protocols (ext-data-control-v1, xdg-output-unstable-v1), and virtual-keyboard-unstable-v1 of wlroots.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple


class Message(NamedTuple):
    """A request or an event. Each of `kinds` is the type of an argument: u, i, f (numbers), s (text), a (array), o (object),
    n (new object), h (file descriptor). `makes` is the interface of the new object, "" where there is none.
    """

    name: str
    kinds: str
    makes: str


class Interface(NamedTuple):
    name: str
    requests: tuple[Message, ...]
    events: tuple[Message, ...]


# A line `>` is a request, `<` an event, in the order of their numbers; `n=` names what is made.
_DATA_CONTROL = """
{0}_data_control_manager_v1
> create_data_source n={0}_data_control_source_v1
> get_data_device n={0}_data_control_device_v1 o
> destroy
{0}_data_control_device_v1
> set_selection o
> destroy
> set_primary_selection o
< data_offer n={0}_data_control_offer_v1
< selection o
< finished
< primary_selection o
{0}_data_control_source_v1
> offer s
> destroy
< send s h
< cancelled
{0}_data_control_offer_v1
> receive s h
> destroy
< offer s
"""
_TABLE = (
    """
wl_display
> sync n=wl_callback
> get_registry n=wl_registry
< error o u s
< delete_id u
wl_registry
> bind u s u n
< global u s u
< global_remove u
wl_callback
< done u
wl_shm
> create_pool n=wl_shm_pool h i
< format u
wl_shm_pool
> create_buffer n=wl_buffer i i i i u
> destroy
> resize i
wl_buffer
> destroy
< release
wl_output
> release
< geometry i i i i i s s i
< mode u i i i
< done
< scale i
< name s
< description s
wl_seat
> get_pointer n
> get_keyboard n=wl_keyboard
> get_touch n
> release
< capabilities u
< name s
wl_keyboard
> release
< keymap u h u
< enter u o a
< leave u o
< key u u u u
< modifiers u u u u u
< repeat_info i i
org_kde_kwin_fake_input
> authenticate s s
> pointer_motion f f
> button u u
> axis u f
> touch_down u f f
> touch_motion u f f
> touch_up u
> touch_cancel
> touch_frame
> pointer_motion_absolute f f
> keyboard_key u u
org_kde_kwin_keystate
> fetchStates
< stateChanged u u
zxdg_output_manager_v1
> destroy
> get_xdg_output n=zxdg_output_v1 o
zxdg_output_v1
> destroy
< logical_position i i
< logical_size i i
< done
< name s
< description s
zwlr_virtual_pointer_manager_v1
> create_virtual_pointer o n=zwlr_virtual_pointer_v1
> destroy
> create_virtual_pointer_with_output o o n=zwlr_virtual_pointer_v1
zwlr_virtual_pointer_v1
> motion u f f
> motion_absolute u u u u u
> button u u u
> axis u u f
> frame
> axis_source u
> axis_stop u u
> axis_discrete u u f i
> destroy
zwp_virtual_keyboard_manager_v1
> create_virtual_keyboard o n=zwp_virtual_keyboard_v1
zwp_virtual_keyboard_v1
> keymap u h u
> key u u u
> modifiers u u u u
> destroy
zwlr_screencopy_manager_v1
> capture_output n=zwlr_screencopy_frame_v1 i o
> capture_output_region n=zwlr_screencopy_frame_v1 i o i i i i
> destroy
zwlr_screencopy_frame_v1
> copy o
> destroy
> copy_with_damage o
< buffer u u u u
< flags u
< ready u u u
< failed
< damage u u u u
< linux_dmabuf u u u
< buffer_done
zwlr_foreign_toplevel_manager_v1
> stop
< toplevel n=zwlr_foreign_toplevel_handle_v1
< finished
zwlr_foreign_toplevel_handle_v1
> set_maximized
> unset_maximized
> set_minimized
> unset_minimized
> activate o
> close
> set_rectangle o i i i i
> destroy
> set_fullscreen o
> unset_fullscreen
< title s
< app_id s
< output_enter o
< output_leave o
< state a
< done
< closed
< parent o
"""
    + _DATA_CONTROL.format("zwlr")
    + _DATA_CONTROL.format("ext")
)


def _interfaces() -> Iterator[Interface]:
    name = ""
    requests: list[Message] = []
    events: list[Message] = []
    for line in (*_TABLE.split("\n"), "end"):
        if line[:2] in ("> ", "< "):
            (requests if line[0] == ">" else events).append(_message(line[2:]))
        elif line:
            if name:
                yield Interface(name, tuple(requests), tuple(events))
            name, requests, events = line, [], []


def _message(line: str) -> Message:
    name, *kinds = line.split()
    made = next((kind.partition("=")[2] for kind in kinds if kind.startswith("n=")), "")
    return Message(name, "".join(kind[0] for kind in kinds), made)


INTERFACES: Mapping[str, Interface] = MappingProxyType({interface.name: interface for interface in _interfaces()})

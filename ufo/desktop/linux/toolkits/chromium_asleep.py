"""What is known of a Chromium that was started without accessibility: how it is turned on, and how it is started again.

Such a browser is on the bus with an empty frame for each window. Chromium 156 reads neither property of `org.a11y.Status`
while it runs, and takes no switch from a second start; the boxes of its page `chrome://accessibility` turn its tree on. Their
effect ends with that page, unless somebody has read a page's tree meanwhile: then it lasts until the browser ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ufo.desktop.linux.toolkits.toolkit import Sleep
from ufo.desktop.snapshot import Snapshot
from ufo.desktop.values import InputEvent, Keys, TypeText
from ufo.errors import NotActionable

_SWITCH = "--force-renderer-accessibility"
# What keeps the tree off, and what was only meant for the first start.
_DROPPED = (
    "--disable-renderer-accessibility", "--no-startup-window", "--app", "--new-window", "--incognito",
    "--remote-debugging-pipe",
)  # fmt: skip
_PROFILE = "--user-data-dir="


def command_again(command: str) -> tuple[str, ...]:
    """Return the command that starts a browser again with accessibility and the pages that were open. `command` is its command
    line as the kernel has it, where Chromium has put spaces between the arguments. Raises NotActionable where the profile's
    folder cannot be told from what follows it.
    """
    words = command.replace("\0", " ").split(" --")
    program = words[0].split(" ")[0]
    kept = [option for option in _options(words[1:]) if option.partition("=")[0] not in (*_DROPPED, _SWITCH)]
    return (program, *kept, _SWITCH, "--restore-last-session", "--hide-crash-restore-bubble")


def _options(words: list[str]) -> Iterator[str]:
    """Yield the options without the addresses behind them. Only the path of the profile is taken with spaces in it."""
    for word in words:
        whole = f"--{word.rstrip()}"
        option = whole.split(" ")[0]
        if not option.startswith(_PROFILE):
            yield option
            continue
        parts = whole.split(" ")
        ways = (" ".join(parts[:count]) for count in range(1, len(parts) + 1))
        fitting = [way for way in ways if Path(way.removeprefix(_PROFILE)).is_dir()]
        if len(fitting) != 1:
            raise NotActionable(
                f"the browser's profile cannot be read from {whole!r}; close it and start it again by hand with {_SWITCH}"
            )
        yield fitting[0]


def _tells(look: Snapshot) -> bool:
    return any(element.role == "Document" for element in look.elements)


def _opening(address: str) -> tuple[InputEvent, ...]:
    return (Keys(("ctrl", "l")), TypeText(address, struck=True), Keys(("enter",)))


SLEEP = Sleep(
    said=(
        "it was started without accessibility and tells nothing of its pages: wake_application turns it on while it runs (by "
        "hand: tick 'Native accessibility API support' and 'Web accessibility' on chrome://accessibility), or start it with "
        f"{_SWITCH}; until then work by sight"
    ),
    # Windows of web applications and of Electron, which have neither that page nor a session to restore, have another one.
    role="browser",
    title="Accessibility Internals",
    open_window=(Keys(("ctrl", "n")),),
    open_page=_opening("chrome://accessibility"),
    open_empty=_opening("about:blank"),
    to_next_box=(Keys(("tab",)),),
    tick=(Keys(("space",)),),
    # The first is for the browser's own frame and needed by the second, which is for pages.
    boxes=2,
    tells=_tells,
    command_again=command_again,
)

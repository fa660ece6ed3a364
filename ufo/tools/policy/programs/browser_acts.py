"""Judges what is done to a browser over its own interface: addresses, tabs, message boxes, tables, settings."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, get_args

from ufo.errors import NotActionable
from ufo.schema.action_class import ActionClass
from ufo.schema.patterns import regex
from ufo.schema.tool_facts import ActionKind
from ufo.tools.policy.files.judge_files import given, writing
from ufo.tools.policy.programs.made_pages import shown_again
from ufo.tools.policy.programs.start_arguments import judged_argument
from ufo.tools.policy.scene.scene import Judged, Scene, gravest
from ufo.tools.policy.words.action_words import class_of_context, class_of_label
from ufo.tools.system.page_addresses import Step, address_of

_HARMLESS_OPTION = regex(
    r"browser\.(?:show_\w+|ctrl_tab_mru|custom_chrome_frame|enable_spellchecking|hovercard\.\w+|pin_\w+)|bookmark_bar\.\w+"
    r"|homepage(?:_is_newtabpage)?|download\.prompt_for_download|download_bubble\.\w+|session\.(?:restore_on_startup|startup_urls)"
    r"|webkit\.webprefs\.(?:fonts\.[\w.]+|\w*font_size)|side_panel\.\w+|vertical_tabs\.\w+|toolbar\.\w+|[\w.]+\.pinned_to_tabstrip"
    r"|translate\.enabled|translate_blocked_languages|translate_recent_target|intl\.(?:accept|selected)_languages|intl\.app_locale"
    r"|spellcheck\.dictionaries|settings\.a11y\.(?:caretbrowsing\.enabled|focus_highlight|overscroll_history_navigation)"
    r"|accessibility\.captions\.\w+|performance_tuning\.[\w.]+|enable_do_not_track|plugins\.always_open_pdf_externally"
    r"|extensions\.theme\.\w+|ntp\.\w+|auto_pin_new_tab_groups|hardware_acceleration_mode\.enabled"
)
"""Settings that change how the browser looks and where it begins. Any other may lower a protection or send something."""


def opening_page(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge an address as an application's argument, and as the address bar completes it."""
    to = str(arguments.get("to") or "").strip()
    if to not in get_args(Step):
        return _address(scene, to)
    again = shown_again(scene)
    return Judged(ActionClass.NAVIGATE) if again.action_class is ActionClass.EDIT else again


def working_tabs(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    if arguments.get("action") == "close":
        return Judged(ActionClass.CLOSE, f"Close the tab {arguments.get('tab') or 'in sight'!r} of {scene.title!r}")
    return Judged(ActionClass.NAVIGATE)


def answering(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge the answer to a page's message box. To refuse it is harmless; to agree does what its words say."""
    message = str(arguments.get("message") or "")
    if not arguments.get("accept", True):
        return Judged(ActionClass.EDIT)
    return Judged(class_of_context(message), f"Agree to {message[:200]!r} in {scene.title!r}")


def reading_table(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge reading a table: by the button that turns its pages, and by the file that its rows go to."""
    turns = str(arguments.get("next") or "")
    pressed = Judged(class_of_label(turns) if turns else ActionClass.OBSERVE, f"Press {turns!r} in {scene.title!r}")
    if not arguments.get("path"):
        return pressed
    written = writing(scene, given(scene, arguments["path"]), "the rows of a table")
    return gravest((pressed, written))


def setting_options(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge settings of a browser by their names, and addresses among them as pages that are opened."""
    changes = arguments.get("changes")
    if not isinstance(changes, Mapping) or not changes:
        return Judged(ActionClass.OBSERVE)
    judged = [Judged(ActionClass.EDIT)]
    for key, value in changes.items():
        if not _HARMLESS_OPTION.fullmatch(str(key)):
            judged.append(Judged(ActionClass.SYSTEM, f"Set {key} of {scene.title!r} to {value!r}"))
        addresses = value if isinstance(value, list) else [value]
        if key in ("homepage", "session.startup_urls"):
            judged += [_address(scene, str(address)) for address in addresses if address]
    found = gravest(judged)
    return Judged(ActionClass.EDIT) if found.action_class is ActionClass.LAUNCH else found


def _address(scene: Scene, text: str) -> Judged:
    try:
        return judged_argument(scene, scene.application, address_of(text))
    except NotActionable:
        # The tool refuses it for the same reason.
        return Judged(ActionClass.NAVIGATE)


BY_BROWSER = MappingProxyType(
    {
        ActionKind.OPEN_PAGE: opening_page,
        ActionKind.WORK_TABS: working_tabs,
        ActionKind.ANSWER_PAGE: answering,
        ActionKind.READ_TABLE: reading_table,
        ActionKind.SET_OPTIONS: setting_options,
    }
)

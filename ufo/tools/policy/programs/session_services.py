"""Judges what reaches the session beside windows: processes, settings, default applications."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from ufo.errors import LaunchFailed
from ufo.schema.action_class import ActionClass
from ufo.schema.patterns import any_case, regex
from ufo.schema.tool_facts import ActionKind
from ufo.tools.policy.files.reading import reading
from ufo.tools.policy.programs.command_lines import starts_others
from ufo.tools.policy.programs.start_arguments import judged_argument
from ufo.tools.policy.scene.scene import Judged, Scene, gravest
from ufo.tools.policy.words.action_words import class_of_label
from ufo.tools.system.application_match import find_application, is_address

_LOOKS_AND_WAYS = any_case(
    r"org\.(?:gnome\.desktop\.(?:interface|background|screensaver|sound|calendar|datetime|session|notifications|a11y\S*"
    r"|peripherals\S*|wm\.preferences|input-sources)|gnome\.(?:shell|mutter|nautilus\S*|gedit\S*|TextEditor|calculator|eog\S*"
    r"|evince\S*|clocks|weather\S*)|gnome\.settings-daemon\.plugins\.(?:color|power)|gtk\.\S*|xfce\.mousepad\S*|cinnamon\.desktop"
    r"\.(?:interface|background|wm\.preferences)|mate\.(?:interface|background))(?::/\S*)?"
)
"""Schemas whose keys only change how the desktop and its applications look and behave."""
_REACHES = any_case(
    r"command|exec|script|proxy|host|url|uri|address|password|remote|plugin|extension|lockdown|disable-user"
)
_OPENS_PLAYER = any_case(
    rf"{_REACHES.pattern}|intf|control$|sout|lua|port|pwd|module|access|demux|codec|user-agent|metadata-network|keystore|server|vod"
    r"|sap|satip|http|rtsp|rc-|telnet|sftp|smb|ftp|live|ttl|listen|dst|playlist-autostart|mtu"
)
_POWERFUL = any_case(
    r"org\.freedesktop\.(?:DBus|systemd1|login1|PolicyKit1|Accounts|UDisks2|PackageKit|Flatpak|portal|NetworkManager)\b"
    r"|org\.gnome\.(?:Shell|SessionManager|Mutter|SettingsDaemon|DisplayManager|Terminal)\b|org\.kde\.(?:kded|plasmashell|KWin)"
    r"|org\.a11y\b|ca\.desrt\.dconf\b|com\.canonical\b"
)
"""Services that run programs, change the session, or give their caller the person's rights."""
_PLAYER = frozenset({
        *(
    "Play", "Pause", "PlayPause", "Stop", "Next", "Previous", "Seek", "SetPosition", "GoTo", "Raise",
    "ActivatePlaylist",
),
        *("Volume", "Rate", "Shuffle", "LoopStatus", "Fullscreen"),
    })  # fmt: skip
_ASKS = regex(r"(?:Get|List|Is|Has|Can|Query|Describe|Search|Lookup)(?![a-z])")
_WORDS_IN_NAME = regex(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")


def ending_process(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge ending a program: what it has not saved is lost."""
    how = "Stop at once" if arguments.get("force") else "End"
    return Judged(
        ActionClass.CLOSE_UNSAVED,
        f"{how} the program {arguments.get('name')!r} (process {arguments.get('pid')}), which may have unsaved work",
    )


def changing_setting(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge a setting by its schema and key: looks and behaviour are edits, everything else is the system's."""
    schema, key, value = (str(arguments.get(item) or "") for item in ("schema", "key", "value"))
    what = f"Set {schema} {key} to {value[:200]!r}"
    is_picture = key.startswith("picture-uri") and value.strip("'\" ").startswith(("file:///", "/"))
    if _LOOKS_AND_WAYS.fullmatch(schema) and (is_picture or not _REACHES.search(key)):
        return Judged(ActionClass.EDIT, what)
    return Judged(ActionClass.SYSTEM, what)


def choosing_opener(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge choosing a default application: one that runs what it is given would run every file of the kind."""
    name = str(arguments.get("application") or "")
    what = f"Have {arguments.get('of')!r} opened by {name!r} by default"
    try:
        application = find_application(name, scene.applications)
    except LaunchFailed:
        return Judged(ActionClass.EDIT, what)
    runs = "TerminalEmulator" in application.categories or starts_others((application.command or ("",))[0])
    return Judged(ActionClass.RUN_PROGRAM if runs else ActionClass.EDIT, what)


def calling_service(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge a call on the session bus by its service, interface and name: what is not known needs a question."""
    target = arguments.get("target")
    named = {**arguments, **(target if isinstance(target, Mapping) else {})}
    service, interface, member, deed = (
        str(named.get(item) or "") for item in ("service", "interface", "member", "deed")
    )
    what = f"Call {interface}.{member} of {service} with {arguments.get('arguments') or []!r}"
    if deed == "get":
        return Judged(ActionClass.OBSERVE)
    if _POWERFUL.match(service) or _POWERFUL.match(interface):
        return Judged(ActionClass.SYSTEM, what)
    said = class_of_label(" ".join(_WORDS_IN_NAME.findall(member)))
    if said.severity > ActionClass.EDIT.severity:
        return Judged(said, what)
    if interface.startswith("org.mpris.MediaPlayer2") and member in _PLAYER:
        return Judged(ActionClass.EDIT, what)
    if deed != "set" and _ASKS.match(member):
        return Judged(ActionClass.OBSERVE)
    return Judged(ActionClass.UNKNOWN, what)


def playing_media(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge what is put into a playlist: a file as it is read, an address as a page that is opened."""
    added = [str(argument) for argument in arguments.get("add") or ()]
    judged = [
        judged_argument(scene, None, text) if is_address(text) else reading(scene, {"path": text}) for text in added
    ]
    found = gravest(judged)
    return found if found.action_class.severity > ActionClass.LAUNCH.severity else Judged(ActionClass.EDIT)


def setting_player(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge an option of a player by its name: one that opens a way in, sends something or loads code is the system's."""
    name, value = str(arguments.get("option") or ""), str(arguments.get("value") or "")
    what = f"Set the player's option {name} to {value[:200]!r}"
    return Judged(ActionClass.SYSTEM if _OPENS_PLAYER.search(name) else ActionClass.EDIT, what)


BY_SERVICE: Mapping[ActionKind, Callable[[Scene, Mapping[str, Any]], Judged]] = MappingProxyType(
    {
        ActionKind.END_PROCESS: ending_process,
        ActionKind.CHANGE_SETTING: changing_setting,
        ActionKind.DEFAULT_APPLICATION: choosing_opener,
        ActionKind.CALL_SERVICE: calling_service,
        ActionKind.PLAY_MEDIA: playing_media,
        ActionKind.PLAYER_OPTION: setting_player,
    }
)

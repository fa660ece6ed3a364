"""Changes for which nobody has to ask: each row says why, and which paths or keys it means.

A row must never hide what a person keeps: it names files that a program makes for itself beside the work.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase, translate
from pathlib import Path

_FILES: Mapping[str, Sequence[str]] = {
    "lock of a document that an office has open": ("*/.~lock.*#", "*/~$*"),
    "half of a save that GLib replaces the file with": ("*/.goutputstream-*",),
    "swap file of vi while a file is open": ("*/.*.sw[op]",),
    "list of recently used documents": ("*/recently-used.xbel",),
    "cache of a program": ("*/.cache/*", "*/.config/libreoffice/*/cache/*", "*/Code Cache/*", "*/GPUCache/*"),
    "previews of pictures": ("*/.thumbnails/*",),
    "LibreOffice's own copy for a crash": ("*/.config/libreoffice/*/user/backup/*",),
    "LibreOffice's list of its own extensions": ("*/.config/libreoffice/*/user/extensions/*",),
    "sizes that the file manager keeps of the trash": ("*/Trash/directorysizes",),
    "state of a browser's crash reporter": ("*/Crashpad/*",),
    "journal or memory of a database while it is open": ("*/*-journal", "*/*-wal", "*/*-shm"),
    "compiled form of a Python file": ("*/__pycache__/*",),
}
_KEYS: Mapping[str, Sequence[str]] = {
    "how the browser ended": ("*profile.exit_type", "*profile.exited_cleanly"),
    "where a program's windows, bars and dialogs stood": (
        "*browser.window_placement*", "*/state/window.*", "*window-size", "*window-position", "*window-state*",
        "*org.openoffice.Office.Views*", "*org.openoffice.Office.UI*", "*ooSetupFactoryWindowAttributes",
        "*UILayoutWindowState*",
    ),
    "when something was last used or looked for": (
        "*last_engagement_time*", "*last_visited*", "*date_last_used*", "*.last_update*", "*last_time*",
    ),
    "check sum of the file itself": ("*checksum",),
    "counters of the browser": ("*metrics.*",),
    "what was open, for the next start": ("*.session.*", "*/state/application.session"),
    "what was last looked for in a program": ("*/state/search.*",),
    "how file dialogs and file browsers were left": (
        "*org/gtk/settings/file-chooser*", "*org/gtk/gtk4/settings/file-chooser*", "*/plugins/filebrowser.root",
        "*/plugins/filebrowser.virtual-root", "*/plugins/filebrowser.tree-view", "*/plugins/filebrowser.enable-remote",
    ),
    "LibreOffice's list of recently used documents": ("*PickList*", "*org.openoffice.Office.Histories*"),
    "what LibreOffice notes at its start": (
        "*org.openoffice.Setup/Product*", "*ooSetupLastVersion", "*org.openoffice.Setup/Office*", "*org.openoffice.Setup/L10N*",
        "*org.openoffice.Office.Common/Misc.Persona*", "*org.openoffice.Office.Linguistic/ServiceManager/*",
    ),
    "when a document was last saved": ("*/modified",),
}  # fmt: skip
_ANY_FILE = re.compile("|".join(translate(pattern) for patterns in _FILES.values() for pattern in patterns))


def why_file(path: Path) -> str:
    """Return why nobody has to ask for a change of the file, "" where somebody has to."""
    if not _ANY_FILE.match(str(path)):
        return ""
    return _why(str(path), _FILES)


def why_key(key: str) -> str:
    """Return why nobody has to ask for a change of the setting, "" where somebody has to."""
    return _why(key, _KEYS)


def _why(name: str, table: Mapping[str, Sequence[str]]) -> str:
    return next((why for why, patterns in table.items() if any(fnmatchcase(name, pattern) for pattern in patterns)), "")

"""Changes for which nobody has to ask: each row a pattern of a path or a key, and why.

A row must never hide what a person keeps: it names files that a program makes for itself beside the work.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase, translate
from pathlib import Path

_FILES: Sequence[tuple[str, str]] = (
    ("*/.~lock.*#", "lock of a document that LibreOffice has open"),
    ("*/~$*", "lock of a document that another office has open"),
    ("*/.goutputstream-*", "half of a save that GLib replaces the file with"),
    ("*/.*.sw[op]", "swap file of vi while a file is open"),
    ("*/recently-used.xbel", "list of recently used documents"),
    ("*/.cache/*", "cache of a program"),
    ("*/.thumbnails/*", "previews of pictures"),
    ("*/.config/libreoffice/*/user/backup/*", "LibreOffice's own copy for a crash"),
    ("*/.config/libreoffice/*/user/extensions/*", "LibreOffice's list of its own extensions"),
    ("*/.config/libreoffice/*/cache/*", "cache of LibreOffice"),
    ("*/Trash/directorysizes", "sizes that the file manager keeps of the trash"),
    ("*/Crashpad/*", "state of a browser's crash reporter"),
    ("*/Code Cache/*", "cache of a browser"),
    ("*/GPUCache/*", "cache of a browser"),
    ("*/*-journal", "journal of a database while it is written"),
    ("*/*-wal", "journal of a database while it is written"),
    ("*/*-shm", "shared memory of a database while it is open"),
    ("*/__pycache__/*", "compiled form of a Python file"),
)
_KEYS: Sequence[tuple[str, str]] = (
    ("*profile.exit_type", "how the browser ended"),
    ("*profile.exited_cleanly", "how the browser ended"),
    ("*browser.window_placement*", "where the browser's window stood"),
    ("*last_engagement_time*", "when a page was last used"),
    ("*last_visited*", "when a page was last used"),
    ("*date_last_used*", "when a bookmark was last used"),
    ("*checksum", "check sum of the file itself"),
    ("*metrics.*", "counters of the browser"),
    ("*user_experience_metrics.*", "counters of the browser"),
    ("*.session.*", "what was open, for the next start"),
    ("*/state/application.session", "what was open, for the next start"),
    ("*/state/window.*", "where a program's window stood"),
    ("*/state/search.*", "what was last looked for in a program"),
    ("*window-size", "where a program's window stood"),
    ("*window-position", "where a program's window stood"),
    ("*window-state*", "where a program's window stood"),
    ("*org/gtk/settings/file-chooser*", "how GTK's file dialogs were left"),
    ("*org/gtk/gtk4/settings/file-chooser*", "how GTK's file dialogs were left"),
    ("*/plugins/filebrowser.root", "where the file browser of a text editor stood"),
    ("*/plugins/filebrowser.virtual-root", "where the file browser of a text editor stood"),
    ("*/plugins/filebrowser.tree-view", "how the file browser of a text editor was left"),
    ("*/plugins/filebrowser.enable-remote", "what the file browser of a text editor notes at its first start"),
    ("*.last_update*", "when the browser looked for something new"),
    ("*last_time*", "when the browser did something of its own"),
    ("*PickList*", "LibreOffice's list of recently used documents"),
    ("*org.openoffice.Office.Histories*", "LibreOffice's list of recently used documents"),
    ("*org.openoffice.Setup/Product*", "version that LibreOffice notes at its start"),
    ("*org.openoffice.Office.Views*", "where LibreOffice's windows and dialogs stood"),
    ("*ooSetupLastVersion", "version that LibreOffice notes at its start"),
    ("*ooSetupFactoryWindowAttributes", "where LibreOffice's window stood"),
    ("*UILayoutWindowState*", "where LibreOffice's tool bars stood"),
    ("*org.openoffice.Office.UI*", "where LibreOffice's bars and panels stood"),
    ("*org.openoffice.Setup/Office*", "what LibreOffice notes at its first start"),
    ("*org.openoffice.Setup/L10N*", "the language that LibreOffice notes at its first start"),
    (
        "*org.openoffice.Office.Common/Misc.Persona*",
        "the look without a theme, which LibreOffice notes at its first start",
    ),
    ("*org.openoffice.Office.Linguistic/ServiceManager/*", "spell checkers that LibreOffice found at its start"),
    ("*/modified", "when a document was last saved"),
)


_ANY_FILE = re.compile("|".join(translate(pattern) for pattern, _ in _FILES))


def why_file(path: Path) -> str:
    """Return why nobody has to ask for a change of the file, "" where somebody has to."""
    if not _ANY_FILE.match(str(path)):
        return ""
    return next((why for pattern, why in _FILES if fnmatchcase(str(path), pattern)), "")


def why_key(key: str) -> str:
    """Return why nobody has to ask for a change of the setting, "" where somebody has to."""
    return next((why for pattern, why in _KEYS if fnmatchcase(key, pattern)), "")

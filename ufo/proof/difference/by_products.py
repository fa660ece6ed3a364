"""Changes for which nobody has to ask: each row says why, and which paths or keys it means.

A row must never hide what a person keeps: it names files that a program makes for itself beside the work.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatchcase, translate
from pathlib import Path

from ufo.schema.fact import Channel, Fact

_FILES: Mapping[str, Sequence[str]] = {
    "lock of a document that an office has open": ("*/.~lock.*#", "*/~$*"),
    "half of a save that GLib replaces the file with": ("*/.goutputstream-*",),
    "swap file of vi while a file is open": ("*/.*.sw[op]",),
    "list of recently used documents": ("*/recently-used.xbel",),
    "cache of a program": (
        "*/.cache/*", "*/.config/libreoffice/*/cache/*", "*/Code Cache/*", "*/GPUCache/*", "*/*_crx_cache/*",
    ),
    "previews of pictures": ("*/.thumbnails/*",),
    "LibreOffice's own copy for a crash": ("*/.config/libreoffice/*/user/backup/*",),
    "LibreOffice's list of its own extensions": ("*/.config/libreoffice/*/user/extensions/*",),
    "sizes that the file manager keeps of the trash": ("*/Trash/directorysizes",),
    "state of a browser's crash reporter": ("*/Crashpad/*",),
    "journal or memory of a database while it is open": ("*/*-journal", "*/*-wal", "*/*-shm"),
    "work of a batch, and what of it has ended": ("*.results.json.work", "*.results.json.work/*", "*.results.json.journal"),
    "compiled form of a Python file": ("*/__pycache__/*",),
}  # fmt: skip
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
    "what was last looked for in a program": ("*/state/search.*", "*org.openoffice.Office.Common/SearchOptions*"),
    "how file dialogs and file browsers were left": (
        "*org/gtk/settings/file-chooser*", "*org/gtk/gtk4/settings/file-chooser*", "*/plugins/filebrowser.root",
        "*/plugins/filebrowser.virtual-root", "*/plugins/filebrowser.tree-view", "*/plugins/filebrowser.enable-remote",
    ),
    "LibreOffice's lists of recently used documents, colours and fonts": (
        "*PickList*", "*org.openoffice.Office.Histories*", "*org.openoffice.*Recent*",
    ),
    "what LibreOffice notes at its start": (
        "*org.openoffice.Setup/Product*", "*ooSetupLastVersion", "*org.openoffice.Setup/Office*", "*org.openoffice.Setup/L10N*",
        "*org.openoffice.Office.Common/Misc.Persona*", "*org.openoffice.Office.Linguistic/ServiceManager/*",
    ),
    "when a document was last saved": ("*/modified",),
}  # fmt: skip
_SET_IN_CHROMIUM: Sequence[str] = (
    "accessibility.captions.*", "alternate_error_pages.enabled", "autofill.*_enabled", "background_mode.enabled",
    "bookmark_bar.show*", "browser.custom_chrome_frame", "browser.enable_spellchecking", "browser.hovercard.*",
    "browser.show_forward_button", "browser.show_home_button", "browser.theme.*", "credentials_enable_*",
    "custom_handlers.*", "custom_links.list*", "default_search_provider*", "dns_over_https.*", "download.*",
    "download_bubble.partial_view_enabled", "enable_do_not_track", "extensions.settings.*.disable_reasons*",
    "extensions.settings.*.granted_permissions*", "extensions.settings.*.path", "extensions.settings.*.state",
    "extensions.theme.*", "generated.*", "hardware_acceleration_mode.enabled", "homepage", "homepage_is_newtabpage",
    "https_first_balanced_mode_enabled", "https_only_mode_enabled", "intl.*", "net.network_prediction_options",
    "ntp.custom_background*", "ntp.shortcust_visible", "ntp.shortcuts_visible", "ntp.use_most_visited_tiles",
    "omnibox.keyword_space_triggering_enabled", "partition.default_zoom_level*", "partition.per_host_zoom_levels.*.zoom_level",
    "payments.can_make_payment_enabled", "performance_tuning.*", "pinned_tabs*", "plugins.always_open_pdf_externally",
    "printing.enabled", "privacy_sandbox.m1.*_enabled", "profile.block_third_party_cookies",
    "profile.content_settings.exceptions.*.setting", "profile.content_settings.exceptions.*_chooser_data.*.chosen-objects*",
    "profile.cookie_controls_mode", "profile.default_content_setting_values.*", "profile.name",
    "profile.password_manager_enabled", "profile.password_manager_leak_detection", "proxy.*", "safebrowsing.enabled",
    "safebrowsing.enhanced", "safebrowsing.scout_reporting_enabled", "search.suggest_enabled",
    "session.restore_on_startup", "session.startup_urls*", "settings.a11y.*", "side_panel.is_right_aligned",
    "spellcheck.dictionaries*", "spellcheck.use_spelling_service", "tab_search.*", "toolbar.pinned_actions*", "translate.enabled",
    "translate_allowlists.*", "translate_blocked_languages*", "translate_site_blocklist*", "webkit.webprefs.*",
)  # fmt: skip
"""What a person sets in Chromium and its kin: the keys that the settings page may write (settings_private/prefs_util.cc), and
those of policies and of extensions' APIs. A permission of a site is one number; what the browser notes of sites are objects. All
else in `Preferences` is the browser's own book-keeping, of which each version has other keys.
"""
_NOT_SET_THERE: Sequence[str] = (
    "accessibility.captions.headless_*", "download.directory_upgrade", "extensions.settings.ahfgeienlihckogmohjhadlkjgocpleb.*",
    "extensions.settings.fignfifoniblkonapihmkfakmlgkbkcf.*", "extensions.settings.mhjfbmdgcfjbbpaeojofohoefgiehjai.*",
    "extensions.settings.neajdppkdcdipfabeoofebfddakdcjhd.*", "extensions.settings.nkeimhogjdpnpccoofpliimaahmaaome.*",
)  # fmt: skip
"""What stands among these keys and is the browser's own all the same, such as the extensions that are parts of it."""
_OWN_NOTES = "what the browser notes for itself"
_MAY_BE_MEANT = (
    "list of recently used documents", "cache of a program", "previews of pictures", "what was last looked for in a program",
    "LibreOffice's lists of recently used documents, colours and fonts",
)  # fmt: skip
"""What a person may want to be emptied. All else that programs keep for themselves tells nobody anything."""
LEFT_OPEN = "the file left it open, and the program that saved it wrote out what it takes"
WRITTEN_OUT = "a program writes out its default when it saves a file that leaves it open"
INHERITED = "a program writes out what texts inherit when it saves a presentation of another one"
OTHER_SCRIPT = "an office keeps a font of its own for each kind of script, and writes it with the cells that need it"
_IN_FILES = frozenset({LEFT_OPEN, WRITTEN_OUT, INHERITED, OTHER_SCRIPT})
_ANY_FILE = re.compile("|".join(translate(pattern) for patterns in _FILES.values() for pattern in patterns))


def why_file(path: Path) -> str:
    """Return why nobody has to ask for a change of the file, "" where somebody has to."""
    if not _ANY_FILE.match(str(path)):
        return ""
    return _why(str(path), _FILES)


def tells_nothing(fact: Fact) -> bool:
    """Tell whether a by-product is a matter of the program alone, which shows no work either."""
    is_of_programs = fact.by_product in _IN_FILES or fact.by_product in _FILES or fact.channel is Channel.SETTINGS
    return bool(fact.by_product) and is_of_programs and not any(why in fact.by_product for why in _MAY_BE_MEANT)


def why_keys(path: Path) -> Callable[[str], str]:
    """Return what tells of each key of a settings file why nobody has to ask for its change, "" where somebody has to."""
    return _why_preference if path.name == "Preferences" else _why_key


def _why_key(key: str) -> str:
    return _why(key, _KEYS)


def _why_preference(key: str) -> str:
    if _fits(key, _SET_IN_CHROMIUM) and not _fits(key, _NOT_SET_THERE):
        return ""
    return _why_key(key) or _OWN_NOTES


def _why(name: str, table: Mapping[str, Sequence[str]]) -> str:
    return next((why for why, patterns in table.items() if _fits(name, patterns)), "")


def _fits(name: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)

"""Which environment variables programs that we start are given: those that desktop programs need, and no others.

The names that may pass are listed exactly. A secret cannot be recognised by its name (`DATABASE_URL`, `SSHPASS`), and a
pattern such as `LC_*` or `XDG_*` would let through any variable that somebody names so. Standard library only.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from types import MappingProxyType

from ufo.desktop.private.processes import MARK
from ufo.desktop.private.sandbox import FOLDERS

LAUNCH_MARK = "UFO_LAUNCH"
"""Environment variable of a program that we launched and of all that it starts; its value identifies the launch."""

_PERSON = """
    HOME USER LOGNAME USERNAME SHELL PATH MANPATH INFOPATH TERM COLORTERM TERMINFO TERMINFO_DIRS NO_COLOR EDITOR VISUAL PAGER
    BROWSER TMPDIR TMP TEMP TZ TZDIR HOSTNAME LD_LIBRARY_PATH LD_PRELOAD
"""
_LOCALE = """
    LANG LANGUAGE LC_ALL LC_ADDRESS LC_COLLATE LC_CTYPE LC_IDENTIFICATION LC_MEASUREMENT LC_MESSAGES LC_MONETARY LC_NAME
    LC_NUMERIC LC_PAPER LC_TELEPHONE LC_TIME LOCPATH LOCALE_ARCHIVE NLSPATH CHARSET OUTPUT_CHARSET DICPATH DICTIONARY PAPERSIZE
    PAPERCONF
"""
_PROXIES = "http_proxy https_proxy ftp_proxy rsync_proxy socks_proxy all_proxy auto_proxy"
_NETWORK = """
    no_proxy NO_PROXY SSL_CERT_FILE SSL_CERT_DIR NIX_SSL_CERT_FILE REQUESTS_CA_BUNDLE CURL_CA_BUNDLE NODE_EXTRA_CA_CERTS
    GIT_SSL_CAINFO
"""
_LIBRARIES = """
    FONTCONFIG_FILE FONTCONFIG_PATH FONTCONFIG_SYSROOT FC_LANG FREETYPE_PROPERTIES PANGOCAIRO_BACKEND
    GIO_MODULE_DIR GIO_EXTRA_MODULES GIO_USE_VFS GIO_USE_VOLUME_MONITOR GIO_USE_PROXY_RESOLVER GIO_USE_NETWORK_MONITOR
    GIO_USE_FILE_MONITOR GIO_USE_PORTALS GSETTINGS_BACKEND GSETTINGS_SCHEMA_DIR GI_TYPELIB_PATH GVFS_DISABLE_FUSE
    DCONF_PROFILE G_FILENAME_ENCODING G_BROKEN_FILENAMES G_SLICE G_DEBUG G_MESSAGES_DEBUG
    GST_PLUGIN_PATH GST_PLUGIN_SYSTEM_PATH GST_REGISTRY
    LIBGL_ALWAYS_SOFTWARE LIBGL_ALWAYS_INDIRECT LIBGL_DRIVERS_PATH GALLIUM_DRIVER MESA_LOADER_DRIVER_OVERRIDE DRI_PRIME
    __GLX_VENDOR_LIBRARY_NAME __EGL_VENDOR_LIBRARY_FILENAMES __NV_PRIME_RENDER_OFFLOAD VK_ICD_FILENAMES VK_DRIVER_FILES
    ALSA_CONFIG_PATH SDL_VIDEODRIVER SDL_AUDIODRIVER
    XLOCALEDIR XCOMPOSEFILE XKB_CONFIG_ROOT XCURSOR_THEME XCURSOR_SIZE XCURSOR_PATH
    GS_LIB GS_FONTPATH PRINTER LPDEST CUPS_SERVER TESSDATA_PREFIX
"""
_RUNTIMES = """
    JAVA_HOME JRE_HOME JDK_HOME CLASSPATH _JAVA_AWT_WM_NONREPARENTING
    SAL_USE_VCLPLUGIN SAL_FORCEDPI SAL_DISABLE_OPENCL SAL_ENABLE_FILE_LOCKING SAL_NO_MOUSEGRABS SAL_LOG OOO_FORCE_DESKTOP
    OOO_DISABLE_RECOVERY URE_BOOTSTRAP UNO_PATH
    MOZ_ENABLE_WAYLAND MOZ_X11_EGL MOZ_USE_XINPUT2 MOZ_WEBRENDER CHROME_DEVEL_SANDBOX
    PYTHONPATH PYTHONHOME PYTHONUTF8 PYTHONIOENCODING PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE VIRTUAL_ENV PERL5LIB
    RUBYLIB NODE_PATH
"""
_WINDOWS = """
    SYSTEMROOT WINDIR SYSTEMDRIVE COMSPEC PATHEXT OS COMPUTERNAME DRIVERDATA PUBLIC PROGRAMDATA ALLUSERSPROFILE PROGRAMFILES
    PROGRAMFILES(X86) PROGRAMW6432 COMMONPROGRAMFILES COMMONPROGRAMFILES(X86) COMMONPROGRAMW6432 APPDATA LOCALAPPDATA
    USERPROFILE USERDOMAIN USERDOMAIN_ROAMINGPROFILE HOMEDRIVE HOMEPATH LOGONSERVER SESSIONNAME NUMBER_OF_PROCESSORS
    PROCESSOR_ARCHITECTURE PROCESSOR_IDENTIFIER PROCESSOR_LEVEL PROCESSOR_REVISION PSMODULEPATH
"""
_EVERYWHERE = frozenset(
    f"{_WINDOWS} {_PERSON} {_LOCALE} {_PROXIES} {_PROXIES.upper()} {_NETWORK} {_LIBRARIES} {_RUNTIMES}".split()
)
_SESSION = frozenset(
    f"""
    DISPLAY WAYLAND_DISPLAY SWAYSOCK NIRI_SOCKET HYPRLAND_INSTANCE_SIGNATURE XAUTHORITY ICEAUTHORITY SESSION_MANAGER WINDOWID
    DESKTOP_SESSION DESKTOP_STARTUP_ID
    DBUS_SESSION_BUS_ADDRESS DBUS_SESSION_BUS_PID DBUS_SESSION_BUS_WINDOWID DBUS_STARTER_ADDRESS DBUS_STARTER_BUS_TYPE
    AT_SPI_BUS_ADDRESS NO_AT_BRIDGE GNOME_ACCESSIBILITY ACCESSIBILITY_ENABLED
    XDG_RUNTIME_DIR XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME XDG_CONFIG_DIRS XDG_DATA_DIRS
    XDG_SESSION_TYPE XDG_SESSION_ID XDG_SESSION_CLASS XDG_SESSION_DESKTOP XDG_SESSION_PATH XDG_CURRENT_DESKTOP XDG_SEAT
    XDG_SEAT_PATH XDG_VTNR XDG_MENU_PREFIX XDG_ACTIVATION_TOKEN XDG_GREETER_DATA_DIR
    XDG_DESKTOP_DIR XDG_DOCUMENTS_DIR XDG_DOWNLOAD_DIR XDG_MUSIC_DIR XDG_PICTURES_DIR XDG_PUBLICSHARE_DIR
    XDG_TEMPLATES_DIR XDG_VIDEOS_DIR
    GNOME_DESKTOP_SESSION_ID GNOME_SHELL_SESSION_MODE GNOME_SETUP_DISPLAY GNOME_TERMINAL_SCREEN GNOME_TERMINAL_SERVICE
    KDE_FULL_SESSION KDE_SESSION_VERSION KDE_SESSION_UID KDE_APPLICATIONS_AS_SCOPE KDEHOME KDEDIRS
    GTK_MODULES GTK3_MODULES GTK_PATH GTK_THEME GTK_RC_FILES GTK2_RC_FILES GTK_DATA_PREFIX GTK_EXE_PREFIX GTK_IM_MODULE
    GTK_IM_MODULE_FILE GTK_A11Y GTK_CSD GTK_USE_PORTAL GTK_OVERLAY_SCROLLING GTK_DEBUG
    GDK_BACKEND GDK_SCALE GDK_DPI_SCALE GDK_PIXBUF_MODULE_FILE GDK_PIXBUF_MODULEDIR GDK_RENDERING GDK_SYNCHRONIZE GDK_DEBUG
    GDK_GL GDK_CORE_DEVICE_EVENTS GSK_RENDERER CLUTTER_BACKEND CLUTTER_IM_MODULE
    QT_ACCESSIBILITY QT_LINUX_ACCESSIBILITY_ALWAYS_ON QT_QPA_PLATFORM QT_QPA_PLATFORMTHEME QT_QPA_PLATFORM_PLUGIN_PATH
    QT_PLUGIN_PATH QT_STYLE_OVERRIDE QT_IM_MODULE QT_IM_MODULES QT_FONT_DPI QT_SCALE_FACTOR QT_SCREEN_SCALE_FACTORS
    QT_SCALE_FACTOR_ROUNDING_POLICY QT_AUTO_SCREEN_SCALE_FACTOR QT_ENABLE_HIGHDPI_SCALING QT_XCB_GL_INTEGRATION
    QT_X11_NO_MITSHM QT_WAYLAND_DISABLE_WINDOWDECORATION QML_IMPORT_PATH QML2_IMPORT_PATH
    XMODIFIERS SDL_IM_MODULE GLFW_IM_MODULE IM_CONFIG_PHASE PULSE_SERVER PULSE_RUNTIME_PATH PIPEWIRE_RUNTIME_DIR
    {MARK} {FOLDERS} {LAUNCH_MARK}
    """.split()
)
"""The variables that tie a program to the session that it runs in."""

_MODEL_KEYS = (
    "OPENAI|AZURE_OPENAI|ANTHROPIC|GEMINI|GOOGLE|DASHSCOPE|DEEPSEEK|OPENROUTER)_API_KEY|"
    "AZURE_OPENAI_AD_TOKEN|AZURE_CLIENT_SECRET|AWS_BEARER_TOKEN_BEDROCK"
)
_OWN = re.compile(rf"UFO_.*|({_MODEL_KEYS}", re.IGNORECASE | re.DOTALL)
"""The names of our own settings and keys. They stay in our own process, whatever the person adds."""

_PROXY_NAMES = frozenset(f"{_PROXIES} {_PROXIES.upper()}".split())
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_CREDENTIALS = re.compile(r"(?<=://)[^/\s]*@")


def desktop_environment(environment: Mapping[str, str], added: Iterable[str] = ()) -> dict[str, str]:
    """Return the variables for a program on the session of `environment`. `added`: names and patterns (`*`, `?`) that the
    person added.
    """
    kept = _of(environment, _EVERYWHERE | _SESSION)
    return {**added_variables(environment, added), **kept}


def sessionless_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables as `desktop_environment` does, without those that tie programs to that session, for a new session."""
    return _of(environment, _EVERYWHERE)


def added_variables(environment: Mapping[str, str], added: Iterable[str]) -> Mapping[str, str]:
    """Return the variables that the person added, with their values unchanged: none of a session, and none of our own."""
    patterns = tuple(added)
    return MappingProxyType(
        {
            name: value
            for name, value in _settled(environment)
            if name not in _SESSION
            and not _OWN.fullmatch(name)
            and any(fnmatchcase(name, pattern) for pattern in patterns)
        }
    )


def _of(environment: Mapping[str, str], names: Collection[str]) -> dict[str, str]:
    return {name: _harmless(name, value) for name, value in _settled(environment) if name in names}


def _settled(environment: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the variables that are there. Another thread may set or remove one of the process's own meanwhile, as is done while
    letters are read.
    """
    for name in list(environment):
        if (value := environment.get(name)) is not None:
            yield name, value


def _harmless(name: str, value: str) -> str:
    """Remove `user:password@` from an address and keep where it leads."""
    if name not in _PROXY_NAMES:
        return _CREDENTIALS.sub("", value)
    # A proxy may have no scheme, and its password may contain characters that end a host: `/`, `?`, `#` or `@`.
    scheme = _SCHEME.match(value)
    place = value[scheme.end() if scheme else 0 :].rpartition("@")[2]
    return (scheme[0] if scheme else "") + re.split("[?#]", place, maxsplit=1)[0]

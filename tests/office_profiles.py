"""Profiles of LibreOffice for the tests: of each one its own, so that it is never taken for another LibreOffice."""

from __future__ import annotations

from pathlib import Path

from ufo.platform.office_profile import write_office_profile


def own_profile(folder: Path, name: str = "profile") -> str:
    """The argument by which it uses the profile of that folder, which is made where there is none yet."""
    profile = folder / name
    if not profile.exists():
        write_office_profile(profile)
    return f"-env:UserInstallation={profile.as_uri()}"

"""Which environment variables hold secrets: programs that show what strangers wrote do not get them."""

from __future__ import annotations

import re
from collections.abc import Mapping

_SECRET = re.compile(r"API_?KEY|TOKEN|SECRET|PASSW|CREDENTIAL|PRIVATE_KEY", re.IGNORECASE)


def without_secrets(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if not _SECRET.search(name)}

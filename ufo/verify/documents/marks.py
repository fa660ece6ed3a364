"""How lists are marked in plain text."""

from __future__ import annotations

import re

LIST_MARK = re.compile(r"^\s*(?:[-*+\u2022\u2013]|\d{1,4}[.)])\s+(?:\[[ xX]\]\s+)?")

"""Writes formulas as people and models spell them: names of sheets as LibreOffice, Excel or nobody writes them, separators of any
language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from ..api import UnoError
from ..connection import Shown
from ..refusals import Refused

_WRONG = frozenset(range(501, 520)) | {520, 521, 525}
"""Error codes of a wrongly written formula; other codes (such as division by zero) are results."""
_OF_EXCEL = 3
"""com.sun.star.sheet.AddressConvention.XL_OOX: references and separators as in an .xlsx file, in any language."""
_QUOTED = r'"(?:[^"]|"")*"'
_CELLS = r"(?=\$?[A-Za-z]{1,3}\$?[0-9]|\$?[A-Za-z]{1,3}:\$?[A-Za-z]|\$?[0-9]+:\$?[0-9])"
"""What follows the name of a sheet: a cell, whole columns or whole rows."""
_NAMED = re.compile(rf"{_QUOTED}|(?<![\w.#\]'])\$?(?:'((?:[^']|'')+)'|([^\W\d][\w.]*))[!.]{_CELLS}")


def write_formula(shown: Shown, target: Any, formula: str) -> None:
    """Write a formula into the first cell of a range. Where no notation reads it, restore the cell and raise Refused."""
    cell, before = target.getCellByPosition(0, 0), target.getFormulaArray()
    names = names_of_sheets(shown)
    # An unknown name in a part that is not worked out shows no error.
    _require_sheets(formula, names, surely=True)
    wrong = ""
    for _ in _written(shown, cell, formula, names):
        if cell.getError() not in _WRONG:
            return
        wrong = wrong or cell.String
    target.setFormulaArray(before)
    _require_sheets(formula, names, surely=False)
    raise Refused(f"{formula!r} is not a formula that Calc understands ({wrong}); check names, brackets and separators")


def _written(shown: Shown, cell: Any, formula: str, names: Sequence[str]) -> Iterator[None]:
    """Write the formula in one notation after the other: that of the screen's language, LibreOffice's own, that of Excel."""
    native = spelled(formula, names)
    cell.FormulaLocal = native
    yield
    cell.setFormula(native)
    yield
    parser = shown.document.createInstance("com.sun.star.sheet.FormulaParser")
    parser.FormulaConvention, parser.CompileEnglish = _OF_EXCEL, True
    with suppress(UnoError):
        cell.setTokens(parser.parseFormula(formula.removeprefix("="), cell.CellAddress))
        yield


def spelled(formula: str, names: Sequence[str]) -> str:
    """Return the formula with the names of these sheets as LibreOffice writes them: Data!A1, 'My sheet'!A1, my sheet!A1 and
    'It's'.A1 become $Data.A1, $'My sheet'.A1 and 'It''s'.A1. What stands in quotation marks stays.

    "!" fixes the sheet, as it does in Excel; behind "." a name keeps the "$" that it has, or has not.
    """
    known = {name.casefold(): name for name in names}
    either = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    if not either:
        return formula
    doubled = "|".join(re.escape(name.replace("'", "''")) for name in sorted(names, key=len, reverse=True))
    of_sheet = re.compile(
        rf"{_QUOTED}|(?<![\w.#\]'])(\$?)(?:'({doubled}|{either})'([!.])|({either})([!.])){_CELLS}", re.IGNORECASE
    )

    def native(found: re.Match[str]) -> str:
        fixed, quoted, after_quoted, bare, after_bare = found.groups()
        name = quoted or bare
        # 3.E5 is a number.
        if not name or (bare and bare.isdecimal() and after_bare == "."):
            return found[0]
        plain = known.get(name.casefold()) or known[name.replace("''", "'").casefold()]
        dollar = "$" if fixed or (after_quoted or after_bare) == "!" else ""
        doubled_name = plain.replace("'", "''")
        return f"{dollar}'{doubled_name}'."

    return of_sheet.sub(native, formula)


def spelled_rule(shown: Shown, value: Any) -> Any:
    """Return a rule's value, where it is a formula ("=Data!A1"), with the document's sheets as `spelled` has them."""
    return spelled(value, names_of_sheets(shown)) if isinstance(value, str) and value.startswith("=") else value


def names_of_sheets(shown: Shown) -> tuple[str, ...]:
    return tuple(map(str, shown.document.Sheets.ElementNames))


def _require_sheets(formula: str, names: Sequence[str], *, surely: bool) -> None:
    """Raise Refused where the formula names a sheet that is not there: in quotation marks, or not `surely` what may be one."""
    known = {name.casefold() for name in names}
    for part in _NAMED.finditer(spelled(formula, names)):
        name = (part[1] or "" if surely else part[1] or part[2] or "").replace("''", "'")
        # Another file's sheet: '[prices.xlsx]Data'.
        if name and "[" not in name and name.casefold() not in known:
            raise Refused(f"{formula!r}: there is no sheet {name!r}; the sheets are {', '.join(map(repr, names))}")

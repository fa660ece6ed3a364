"""Which programs a source starts or looks for, as far as its own text tells.

A starter is what takes a program or a command: a function of the standard library (`subprocess.run`, `shutil.which`), and each
function of ours that hands one of its own parameters on to a starter (`run_program`). What is given to it is followed through
the names, loops and constants of its module. What is only known at run time (`sys.executable`, a setting) tells no name.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath

from tests.sources import tree_of

_STANDARD = {
    "subprocess": {"run", "Popen", "call", "check_call", "check_output"},
    "asyncio": {"create_subprocess_exec"},
    "shutil": {"which"},
    "os": {"execv", "execve", "execvp", "execvpe", "posix_spawn", "posix_spawnp"},
}
# The first argument of these is the same command, or the same choice of programs, in another form.
_SAME = frozenset({"str", "Path", "list", "tuple", "set", "frozenset", "MappingProxyType", "wrapped", "sorted"})
_APPLICATION = "Launch"
_WORDS = ("subprocess", "shutil", "os.exec", "os.posix_spawn", _APPLICATION)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Parameter:
    """Where a starter takes the program: the place among the arguments, without `self`, and the name."""

    place: int
    name: str


@dataclass(frozen=True, slots=True)
class Started:
    program: str
    line: int


@dataclass(slots=True)
class _Scope:
    """A function, or the module: what its names are bound to. `element` is for the name of a loop."""

    function: _Function | None = None
    values: dict[str, list[ast.expr]] = field(default_factory=lambda: defaultdict(list))
    elements: dict[str, list[ast.expr]] = field(default_factory=lambda: defaultdict(list))

    def take(self, node: ast.AST) -> None:
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._bind(target, value, element=False)
            case ast.AnnAssign(target=target, value=ast.expr() as value) | ast.NamedExpr(target=target, value=value):
                self._bind(target, value, element=False)
            case (
                ast.For(target=target, iter=value)
                | ast.AsyncFor(target=target, iter=value)
                | ast.comprehension(target=target, iter=value)
            ):
                self._bind(target, value, element=True)

    def _bind(self, target: ast.expr, value: ast.expr, *, element: bool) -> None:
        if isinstance(target, ast.Tuple) and target.elts:
            # The keys of a mapping: `for program, package in PACKAGES.items()`.
            target = target.elts[0]
        if isinstance(target, ast.Name):
            (self.elements if element else self.values)[target.id].append(value)


class Source:
    """One module. `wrappers`: the functions of it that hand a parameter on to a starter."""

    def __init__(self, text: str) -> None:
        self.wrappers: dict[str, Parameter] = {}
        self.started: set[Started] = set()
        self._imports: list[ast.ImportFrom] = []
        self._calls: list[tuple[str, ast.Call, list[_Scope]]] = []
        self._collect(tree_of(text), [_Scope()])

    def read(self, known: Mapping[str, Mapping[str, Parameter]]) -> bool:
        """Find what is started, with the wrappers of the other modules. Return whether there is a new wrapper in this one."""
        starters = self._starters(known)
        before = -1
        first = len(self.wrappers)
        while before < len(self.wrappers):
            before = len(self.wrappers)
            for name, call, scopes in self._calls:
                if (parameter := starters.get(name) or self.wrappers.get(name)) is not None:
                    self._start(call, parameter, scopes)
        return len(self.wrappers) > first

    def _starters(self, known: Mapping[str, Mapping[str, Parameter]]) -> dict[str, Parameter]:
        starters = {f"{owner}.{name}": Parameter(0, "args") for owner in _STANDARD for name in _STANDARD[owner]}
        starters[_APPLICATION] = Parameter(0, "name")
        for node in self._imports:
            module = node.module or ""
            for alias in node.names:
                if alias.name in _STANDARD.get(module, ()):
                    starters[alias.asname or alias.name] = Parameter(0, "args")
                elif alias.name in known.get(module, {}):
                    starters[alias.asname or alias.name] = known[module][alias.name]
        return starters

    def _collect(self, node: ast.AST, scopes: list[_Scope]) -> None:
        for child in ast.iter_child_nodes(node):
            scopes[-1].take(child)
            if isinstance(child, ast.ImportFrom):
                self._imports.append(child)
            elif isinstance(child, ast.Call) and (name := _dotted(child.func)):
                self._calls.append((name.removeprefix("self."), child, scopes))
            self._collect(child, [*scopes, _Scope(child)] if isinstance(child, _FUNCTIONS) else scopes)

    def _start(self, call: ast.Call, parameter: Parameter, scopes: list[_Scope]) -> None:
        given = _given(call, parameter)
        if given is not None:
            names = self._programs(given, scopes, frozenset())
            self.started.update(Started(PurePath(name).name, call.lineno) for name in names if name)

    def _programs(self, given: ast.expr, scopes: list[_Scope], seen: frozenset[str]) -> Iterator[str]:
        match given:
            case ast.Constant(value=str(program)):
                yield program
            case ast.Name(id=name) if name not in seen:
                yield from self._bound(name, scopes, seen | {name})
            case _:
                for part in _first_parts(given):
                    yield from self._programs(part, scopes, seen)

    def _bound(self, name: str, scopes: list[_Scope], seen: frozenset[str]) -> Iterator[str]:
        for scope in reversed(scopes):
            if name not in scope.values and name not in scope.elements:
                if scope.function is not None and (parameter := _parameter(scope.function, name)):
                    self.wrappers[scope.function.name] = parameter
                    return
                continue
            for value in scope.values[name]:
                yield from self._programs(value, scopes, seen)
            for value in scope.elements[name]:
                for element in self._elements(value, scopes, seen):
                    yield from self._programs(element, scopes, seen)
            return

    def _elements(self, value: ast.expr, scopes: list[_Scope], seen: frozenset[str]) -> Iterator[ast.expr]:
        match value:
            case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
                yield from elements
            case ast.Dict(keys=keys):
                yield from (key for key in keys if key is not None)
            case ast.Call(func=ast.Attribute(value=mapping, attr="items" | "keys")):
                yield from self._elements(mapping, scopes, seen)
            case ast.Call(func=function, args=[first, *_]) if _dotted(function).rpartition(".")[2] in _SAME:
                yield from self._elements(first, scopes, seen)
            case ast.Name(id=name) if name not in seen:
                for scope in reversed(scopes):
                    if scope.function is not None and (parameter := _parameter(scope.function, name)):
                        self.wrappers[scope.function.name] = parameter
                        return
                    for bound in scope.values.get(name, ()):
                        yield from self._elements(bound, scopes, seen | {name})


def _dotted(function: ast.expr) -> str:
    match function:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Name(id=owner), attr=name):
            return f"{owner}.{name}"
    return ""


def _given(call: ast.Call, parameter: Parameter) -> ast.expr | None:
    for keyword in call.keywords:
        if keyword.arg == parameter.name:
            return keyword.value
    return call.args[parameter.place] if parameter.place < len(call.args) else None


def _parameter(function: _Function, name: str) -> Parameter | None:
    every = [posonlyarg.arg for posonlyarg in (*function.args.posonlyargs, *function.args.args)]
    is_method = bool(every) and every[0] in ("self", "cls")
    if function.args.vararg is not None:
        every.append(function.args.vararg.arg)
    every += [kwonlyarg.arg for kwonlyarg in function.args.kwonlyargs]
    return Parameter(every.index(name) - is_method, name) if name in every else None


def _first_parts(given: ast.expr) -> list[ast.expr]:
    """What the program comes from: the first word of a command, both ways of a choice."""
    match given:
        case ast.List(elts=[first, *_]) | ast.Tuple(elts=[first, *_]):
            return [first]
        case ast.Starred(value=inner) | ast.BinOp(left=inner, op=ast.Add()) | ast.Subscript(value=inner):
            return [inner]
        case ast.NamedExpr(value=inner):
            return [inner]
        case ast.IfExp(body=yes, orelse=no):
            return [yes, no]
        case ast.BoolOp(values=choices):
            return choices
        case ast.Call(func=function, args=[first, *_]) if _dotted(function).rpartition(".")[2] in _SAME:
            return [first]
    return []


def programs_of(sources: Mapping[str, str]) -> dict[str, set[str]]:
    """Return the programs, each with where it is started. `sources`: the text of each module by its dotted name."""
    read: dict[str, Source] = {}
    known: dict[str, Mapping[str, Parameter]] = {}
    # Most of the time that this takes goes into parsing: only what can start something is parsed.
    waiting = {module for module, text in sources.items() if any(word in text for word in _WORDS)}
    while waiting:
        grown = set()
        for module in sorted(waiting):
            if module not in read:
                read[module] = Source(sources[module])
            if read[module].read(known):
                known[module] = read[module].wrappers
                grown.add(module)
        waiting = {module for module, text in sources.items() if any(f"from {word} import" in text for word in grown)}
    found: dict[str, set[str]] = defaultdict(set)
    for module, source in read.items():
        for started in source.started:
            found[started.program].add(f"{module}:{started.line}")
    return dict(found)

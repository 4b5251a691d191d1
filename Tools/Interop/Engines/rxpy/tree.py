"""Reads and evaluates the trees of a program, as `marble render --format json` writes them. Knows no library of streams."""


class NoOperator(Exception):
    """The library has no such operator, or the adapter does not know the form."""


class Failure(Exception):
    """A failure of a stream, with its value."""

    def __init__(self, value):
        super().__init__(str(value))
        self.value = value


class Duration(int):
    """A length of time in nanoseconds."""


class Case(tuple):
    """`.success(1)`: the name of the case and its payload."""


BINARY = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
    "/": lambda a, b: a / b if isinstance(a, float) else int(a / b), "%": lambda a, b: a - b * int(a / b),
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}
MEMBERS = {
    "count": len, "isEmpty": lambda v: len(v) == 0, "first": lambda v: v[0] if v else None, "last": lambda v: v[-1] if v else None,
    "key": lambda v: v.key,
}
METHODS = {"hasPrefix": str.startswith, "hasSuffix": str.endswith, "uppercased": str.upper, "lowercased": str.lower}


def highest(tree):
    """The highest number after a `$` in a closure."""
    if isinstance(tree, dict):
        own = tree.get("positional", -1)
        return max([own] + [highest(v) for k, v in tree.items() if k != "closure"])
    return max([-1] + [highest(v) for v in tree]) if isinstance(tree, list) else -1


def shown(value):
    """A value in an interpolation."""
    return {True: "true", False: "false", None: "nil"}[value] if value is None or isinstance(value, bool) else str(value)


def literal(value):
    """A value as a literal of the spec language; `None` if it has none."""
    if value is None or isinstance(value, bool):
        return shown(value)
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, Duration):
        return f"{int(value)}ns"
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, Case):
        return "." + value[0] + (f"({', '.join(map(literal, value[1:]))})" if len(value) > 1 else "")
    if isinstance(value, (list, tuple)):
        parts = [literal(part) for part in value]
        if None in parts:
            return None
        return ("[%s]" if isinstance(value, list) else "(%s)") % ", ".join(parts)
    return None


class Evaluator:
    """Evaluates trees; calls on streams go to `apply(name, upstream, arguments, scope)`."""

    def __init__(self, names, apply):
        self.names, self.apply = names, apply

    def arguments(self, tree):
        return [(a.get("label", ""), a["value"]) for a in tree.get("arguments", [])]

    def value(self, tree, scope):
        kind = next(iter(tree))
        one = tree[kind]
        if kind in ("integer", "text", "truth"):
            return one
        if kind == "decimal":
            return float(one)
        if kind == "nil":
            return None
        if kind == "duration":
            return Duration(one)
        if kind == "name":
            return scope[one] if one in scope else self.names(one)
        if kind == "positional":
            return scope[f"${one}"]
        if kind == "interpolation":
            return "".join(shown(self.value(part, scope)) for part in one)
        if kind == "array":
            return [self.value(part, scope) for part in one]
        if kind == "tuple":
            return tuple(self.value(part["value"], scope) for part in one)
        if kind == "implicit":
            return Case((one, *(self.value(a, scope) for _, a in self.arguments(tree))))
        if kind == "unary":
            value = self.value(tree["of"], scope)
            return not value if one == "!" else -value
        if kind == "binary":
            left = self.value(tree["left"], scope)
            if one in ("&&", "||"):
                return self.value(tree["right"], scope) if left == (one == "&&") else left
            if one == "??":
                return self.value(tree["right"], scope) if left is None else left
            right = self.value(tree["right"], scope)
            if one in ("...", "..<"):
                return range(left, right + (one == "..."))
            return BINARY[one](left, right)
        if kind == "if":
            return self.value(tree["then" if self.value(one, scope) else "else"], scope)
        if kind == "throw":
            raise Failure(self.value(one, scope))
        if kind == "let":
            return self.value(tree["in"], {**scope, one: self.value(tree["value"], scope)})
        if kind == "operator":
            return BINARY[one]
        if kind == "closure":
            return self.closure(tree, scope)
        if kind == "member":
            base = self.value(tree["of"], scope)
            if one.isdigit():
                return base[int(one)]
            if one in MEMBERS and (isinstance(base, (str, list)) or one == "key"):
                return MEMBERS[one](base)
            return self.apply(one, base, [], scope)
        if kind == "call":
            return self.call(one, tree, scope)
        raise NoOperator(kind)

    def call(self, name, tree, scope):
        if name == "Int":
            try:
                return int(self.value(self.arguments(tree)[0][1], scope))
            except ValueError:
                return None
        base = None
        if "of" in tree and "name" in tree["of"] and tree["of"]["name"][0].isupper():
            name = tree["of"]["name"] + "." + name
        elif "of" in tree:
            base = self.value(tree["of"], scope)
        if isinstance(base, str):
            return METHODS[name](base, *(self.value(a, scope) for _, a in self.arguments(tree)))
        return self.apply(name, base, self.arguments(tree), scope)

    def closure(self, tree, scope):
        names, body = tree["names"], tree["closure"]
        count = len(names) if names is not None else highest(body) + 1

        def run(*values):
            # A closure with several parameters takes a tuple apart.
            if len(values) == 1 and count > 1 and isinstance(values[0], tuple):
                values = values[0]
            inner = {**scope, **{f"${n}": v for n, v in enumerate(values)}}
            inner.update(zip(names or [], values))
            return self.value(body, inner)

        return run

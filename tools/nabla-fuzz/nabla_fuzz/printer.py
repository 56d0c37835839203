# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program as C++: in its own types, or in those of the reference (f32, f64,
f80, functions of <cmath> from nabla_fuzz), from the same tree."""

from . import tree as T

CONCRETE = {"f": "float", "d": "double", "l": "long double"}
REFERENCE = {"f": "f32", "d": "f64", "l": "f80"}
SUFFIX = {"f": "f", "d": "", "l": "l"}

PRECEDENCE = {
    ",": 1, "=": 2, "+=": 2, "-=": 2, "*=": 2, "/=": 2, "%=": 2, "?": 2,
    "||": 4, "&&": 5, "|": 6, "^": 7, "&": 8, "==": 9, "!=": 9,
    "<": 10, ">": 10, "<=": 10, ">=": 10, "<<": 11, ">>": 11,
    "+": 12, "-": 12, "*": 13, "/": 13, "%": 13,
}
UNARY, POSTFIX = 15, 16


class Printer:
    def __init__(self, reference=False):
        self.reference = reference
        self.reals = REFERENCE if reference else CONCRETE

    # ------------------------------------------------------------------ types

    def type(self, t):
        """Spelling of a type without declarator parts on its right."""
        kind = t[0]
        if kind == "real":
            return self.reals[t[1]]
        if kind == "int":
            return t[1]
        if kind in ("bool", "void"):
            return kind
        if kind == "struct":
            return t[1]
        if kind == "class":
            return self.pieces([t[1]])
        if kind == "const":
            inner = t[1]
            return (self.type(inner) + " const" if inner[0] == "ptr"
                    else "const " + self.type(inner))
        if kind == "ptr":
            return self.type(t[1]) + (" *" if t[1][0] != "ptr" else "*")
        if kind == "ref":
            return self.type(t[1]) + " &"
        raise AssertionError(t)

    def declare(self, t, name):
        if t[0] == "const" and t[1][0] == "array":
            return "const " + self.declare(t[1], name)
        if t[0] == "array":
            dims = ""
            while t[0] == "array":
                dims += "[%d]" % t[2]
                t = t[1]
            return self.declare(t, name) + dims
        if t[0] == "ptr" and t[1][0] == "fn":
            fn = t[1]
            return "%s (*%s)(%s)" % (self.type(fn[1]), name,
                                     ", ".join(map(self.type, fn[2])))
        if t[0] == "ref" and t[1][0] == "array":
            return self.declare(t[1], "(&%s)" % name)
        text = self.type(t)
        return text + ("" if text.endswith(("*", "&")) else " ") + name

    # ------------------------------------------------------------ expressions

    def expr(self, e, level=0):
        text, own = self.bare(e)
        return "(" + text + ")" if own < level else text

    def bare(self, e):
        """Text and precedence."""
        return getattr(self, "e_" + type(e).__name__)(e)

    def e_Num(self, e):
        return e.text, UNARY if e.text.startswith("-") else POSTFIX

    def e_Name(self, e):
        return e.name, POSTFIX

    def e_Sub(self, e):
        return "%s[%s]" % (self.expr(e.base, POSTFIX), self.expr(e.index)), POSTFIX

    def e_Field(self, e):
        return self.expr(e.base, POSTFIX) + e.op + e.name, POSTFIX

    def e_Unary(self, e):
        if e.op.startswith("p"):
            return self.expr(e.operand, POSTFIX) + e.op[1:], POSTFIX
        text = self.expr(e.operand, UNARY)
        gap = " " if text.startswith(e.op[-1]) else ""
        return e.op + gap + text, UNARY

    def e_Binary(self, e):
        own = PRECEDENCE[e.op]
        if own == 2:  # assignment groups to the right
            return "%s %s %s" % (self.expr(e.left, own + 1), e.op,
                                 self.expr(e.right, own)), own
        left, right = own, own + 1
        if e.op in ("||", "&&", "|", "^", "&", "<<", ">>", "==", "!="):
            left = right = UNARY if e.op not in ("||", "&&") else own + 1
        space = "" if e.op == "," else " "
        return "%s%s%s %s" % (self.expr(e.left, left), space, e.op,
                              self.expr(e.right, right)), own

    def e_Ternary(self, e):
        own = PRECEDENCE["?"]
        yes, no = (self.converted(x, e.ty) for x in (e.yes, e.no))
        return "%s ? %s : %s" % (self.expr(e.cond, own + 1), yes, no), own

    def converted(self, e, ty):
        """The reference's types do not convert to each other in ?: by
        themselves."""
        own = PRECEDENCE["?"]
        if self.reference and T.is_real(ty):
            return "%s(%s)" % (self.type(T.strip(ty)), self.expr(e))
        return self.expr(e, own + 1)

    def e_Cast(self, e):
        to = self.type(e.ty)
        if e.style == "c" or " " in to and e.style == "call":
            return "(%s)%s" % (to, self.expr(e.operand, UNARY)), UNARY
        if e.style == "static":
            return "static_cast<%s>(%s)" % (to, self.expr(e.operand)), POSTFIX
        return "%s(%s)" % (to, self.expr(e.operand)), POSTFIX

    def e_Math(self, e):
        args = [self.expr(a, PRECEDENCE[","] + 1) for a in e.args]
        if self.reference:
            if e.spelling in ("suffix", "global", "builtin"):
                args = ["%s(%s)" % (self.type(e.ty), a) for a in args]
            return "nf::%s(%s)" % (e.name, ", ".join(args)), POSTFIX
        name = e.name
        if e.spelling in ("suffix", "builtin"):
            name += SUFFIX[e.ty[1]]
        before = {"std": "std::", "builtin": "__builtin_"}.get(e.spelling, "")
        return "%s%s(%s)" % (before, name, ", ".join(args)), POSTFIX

    def e_Call(self, e):
        args = [self.expr(a, PRECEDENCE[","] + 1) for a in e.args]
        return "%s(%s)" % (e.name, ", ".join(args)), POSTFIX

    def e_InitList(self, e):
        items = (self.expr(i, PRECEDENCE[","] + 1) for i in e.items)
        return "{" + ", ".join(items) + "}", POSTFIX

    def e_Raw(self, e):
        return self.pieces(e.pieces), POSTFIX

    def pieces(self, pieces):
        """Types in the text are spelled {f}, {d}, {l}."""
        def text(p):
            if isinstance(p, T.Node):
                return self.expr(p, UNARY)
            for letter in "fdl":
                p = p.replace("{%s}" % letter, self.reals[letter])
            return p
        return "".join(map(text, pieces))

    # ------------------------------------------------------------- statements

    def stmt(self, s, indent):
        yield from getattr(self, "s_" + type(s).__name__)(s, "  " * indent, indent)

    def body(self, block, indent):
        for s in block.body:
            yield from self.stmt(s, indent)

    def s_Block(self, s, pad, indent):
        yield pad + "{"
        yield from self.body(s, indent + 1)
        yield pad + "}"

    def declaration(self, s):
        if s.auto:
            what = s.prefix + ("auto " if not self.reference
                               else self.type(s.ty) + " ") + s.name
            if self.reference:
                what = s.prefix + self.declare(s.ty, s.name)
        else:
            prefix = s.prefix
            if self.reference:
                prefix = prefix.replace("constexpr", "const")
            what = prefix + self.declare(s.ty, s.name)
        return what + (" = " + self.expr(s.init, 2) if s.init else "")

    def s_Decl(self, s, pad, indent):
        yield pad + self.declaration(s) + ";"

    def s_Do(self, s, pad, indent):
        yield pad + self.expr(s.expr) + ";"

    def nested(self, head, block, pad, indent, braces=True):
        if not braces and len(block.body) == 1 and isinstance(
                block.body[0], (T.Do, T.Jump)):
            yield pad + head
            yield from self.body(block, indent + 1)
            return
        yield pad + (head + " {").lstrip()
        yield from self.body(block, indent + 1)
        yield pad + "}"

    def s_If(self, s, pad, indent):
        yield from self.nested("if (%s)" % self.expr(s.cond), s.then, pad,
                               indent, s.braces)
        if s.other is not None:
            yield from self.nested("else", s.other, pad, indent, s.braces)

    def s_For(self, s, pad, indent):
        init = ""
        if isinstance(s.init, T.Decl):
            init = self.declaration(s.init)
        elif s.init is not None:
            init = self.expr(s.init)
        cond = " " + self.expr(s.cond) if s.cond else ""
        step = " " + self.expr(s.step) if s.step else ""
        yield from self.nested("for (%s;%s;%s)" % (init, cond, step), s.body,
                               pad, indent)

    def s_While(self, s, pad, indent):
        head = "while (%s)" % self.expr(s.cond)
        if s.first:
            yield from self.nested(head, s.body, pad, indent)
        else:
            yield pad + "do {"
            yield from self.body(s.body, indent + 1)
            yield pad + "} " + head + ";"

    def s_Headed(self, s, pad, indent):
        yield from self.nested(self.pieces(s.pieces), s.body, pad, indent)

    def s_CaseLabel(self, s, pad, indent):
        yield pad[2:] + "case %s:;" % s.value

    def s_Switch(self, s, pad, indent):
        yield pad + "switch (%s) {" % self.expr(s.value)
        for arm in s.arms:
            for v in arm.values:
                yield pad + ("case %s:" % v if v is not None else "default:")
            if any(isinstance(x, T.Decl) or hasattr(x, "declares")
                   for x in arm.body.body):
                yield from self.nested("", arm.body, pad + "  ", indent + 1)
            else:
                yield from self.body(arm.body, indent + 1)
        yield pad + "}"

    def s_Jump(self, s, pad, indent):
        rest = ""
        if s.value is not None:
            rest = " " + self.expr(s.value)
        elif s.label:
            rest = " " + s.label
        yield pad + s.kind + rest + ";"

    def s_Label(self, s, pad, indent):
        yield pad[2:] + s.name + ":;"

    def s_RawStmt(self, s, pad, indent):
        other = getattr(s, "reference", None)
        if self.reference and other is not None:
            yield pad + self.pieces([other])
        else:
            yield pad + self.pieces(s.pieces)

    # ------------------------------------------------------------------ items

    def item(self, node):
        if isinstance(node, T.Function):
            yield from self.function(node)
        elif isinstance(node, T.Struct):
            yield "struct %s {" % node.name
            for ty, name in node.fields:
                yield "  " + self.declare(ty, name) + ";"
            yield "};"
        else:
            yield from self.stmt(node, 0)

    def signature(self, f):
        params = ", ".join(self.declare(p.ty, p.name) for p in f.params)
        return "%s(%s)" % (self.declare(f.result, f.name), params)

    def function(self, f, attribute=""):
        yield attribute + f.prefix + self.signature(f) + " {"
        yield from self.body(f.body, 1)
        yield "}"

    def attribute(self, program):
        """[[grad]] as the program wants it."""
        names = [p.name for p in program.main.params]
        if program.attribute == "name":
            inner = ", ".join('"%s"' % w for w in program.wanted)
        elif program.attribute == "index":
            inner = ", ".join(str(names.index(w)) for w in program.wanted)
        else:
            return "[[grad]] "
        return "[[grad(%s)]] " % inner

    def program(self, program):
        """Lines of the whole program, without includes."""
        if not self.reference and program.declared_first:
            for s in program.items:
                if isinstance(s, T.Struct):
                    yield from self.item(s)
            yield (self.attribute(program) + program.main.prefix +
                   self.signature(program.main) + ";")
        for node in program.items:
            if program.declared_first and isinstance(node, T.Struct) and \
                    not self.reference:
                continue
            yield from self.item(node)
        first = self.reference or program.declared_first
        yield from self.function(program.main,
                                 "" if first else self.attribute(program))

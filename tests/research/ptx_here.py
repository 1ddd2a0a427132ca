"""Kernels as the GPU gets them, run by this machine: their assembler text becomes LLVM's, thread after thread, and
every address that is read or written is checked. What goes wrong here is wrong in the kernel; what goes right here and
wrong on a GPU was made wrong by its assembler.

Only what whole-number kernels without shared memory are made of is known.
"""

import ctypes
import re

import llvmlite.binding as llvm
import numpy as np

WIDTHS = {"pred": 1, "b8": 8, "u8": 8, "s8": 8, "b16": 16, "u16": 16, "s16": 16, "b32": 32, "u32": 32, "s32": 32,
          "b64": 64, "u64": 64, "s64": 64}
PLACES = {"%tid.x": "%tid", "%ntid.x": "%ntid", "%ctaid.x": "%ctaid"}
PLAIN = {"add": "add", "sub": "sub", "and": "and", "or": "or", "xor": "xor", "mul.lo": "mul"}
COMPARED = {"eq": "eq", "ne": "ne", "lt": "{}lt", "le": "{}le", "gt": "{}gt", "ge": "{}ge", "lo": "ult", "ls": "ule",
            "hi": "ugt", "hs": "uge"}
MOST_RANGES, SCRATCH = 64, 64
FUNCTION = re.compile(r"^(?:\.visible |\.weak )?\.(entry|func)\s*(\([^)]*\))?\s*([\w$]+)\s*\(([^)]*)\)\s*"
                      r"(?:\.maxnreg \d+\s*)?\{(.*?)^\}", re.MULTILINE | re.DOTALL)
STATEMENT = re.compile(r"(?:@(!?)(%\w+)\s+)?([a-z][\w.]*)\s*(.*)", re.DOTALL)

CHECKED = f"""
@ranges = global [{2 * MOST_RANGES} x i64] zeroinitializer
@count = global i64 0
@faults = global i64 0
@line = global i64 0
@address = global i64 0
@scratch = global [{SCRATCH} x i8] zeroinitializer
define i64 @checked(i64 %a, i64 %size, i64 %line) {{
begin:
  %n = load i64, i64* @count
  %end = add i64 %a, %size
  br label %try
try:
  %k = phi i64 [0, %begin], [%next, %other]
  %more = icmp ult i64 %k, %n
  br i1 %more, label %look, label %outside
look:
  %at = mul i64 %k, 2
  %at1 = add i64 %at, 1
  %p = getelementptr [{2 * MOST_RANGES} x i64], [{2 * MOST_RANGES} x i64]* @ranges, i64 0, i64 %at
  %q = getelementptr [{2 * MOST_RANGES} x i64], [{2 * MOST_RANGES} x i64]* @ranges, i64 0, i64 %at1
  %low = load i64, i64* %p
  %high = load i64, i64* %q
  %above = icmp uge i64 %a, %low
  %below = icmp ule i64 %end, %high
  %in = and i1 %above, %below
  br i1 %in, label %fine, label %other
other:
  %next = add i64 %k, 1
  br label %try
fine:
  ret i64 %a
outside:
  %f = load i64, i64* @faults
  %g = add i64 %f, 1
  store i64 %g, i64* @faults
  %first = icmp eq i64 %f, 0
  br i1 %first, label %note, label %away
note:
  store i64 %line, i64* @line
  store i64 %a, i64* @address
  br label %away
away:
  %s = ptrtoint [{SCRATCH} x i8]* @scratch to i64
  ret i64 %s
}}
"""


class Body:
    """One function of the text, as LLVM's."""

    def __init__(self, kind, name, given, text, first_line):
        self.kind, self.name, self.lines, self.made = kind, name, [], 0
        self.given = re.findall(r"\.param \.(\w+) ([\w$]+)", given)
        self.local = re.search(r"\.local .*?\.b8\s+(\w+)\[(\d+)\]", text)
        self.kinds = {prefix: WIDTHS[kind] for kind, prefix in re.findall(r"\.reg \.(\w+)\s+(%[a-z]+)<\d+>", text)}
        self.counts = {prefix: int(n) for prefix, n in re.findall(r"\.reg \.\w+\s+(%[a-z]+)<(\d+)>", text)}
        self.open, self.first_line, self.source = True, first_line, text

    def new(self):
        self.made += 1
        return f"%t{self.made}"

    def say(self, line):
        self.lines.append("  " + line)

    def named(self, kind, what):
        made = self.new()
        self.say(f"{made} = {what}")
        return made

    def width_of(self, register):
        if register in ("%SP", "%SPL"):
            return 64
        return self.kinds[re.match(r"%[a-z]+", register).group()]

    def read(self, operand, width):
        """An operand in so many bits, cut off where the register is wider."""
        if operand in PLACES:
            return PLACES[operand]
        if not operand.startswith("%"):
            return self.constant(operand)
        own = self.width_of(operand)
        value = self.named(own, f"load i{own}, i{own}* {slot(operand)}")
        return self.sized(value, own, width, signed=False)

    def constant(self, operand):
        if self.local and operand == self.local.group(1):
            return self.named(64, f"ptrtoint [{self.local.group(2)} x i8]* @depot.{self.name} to i64")
        return str(int(operand.rstrip("U"), 0))

    def sized(self, value, own, width, signed):
        if own == width:
            return value
        verb = "trunc" if width < own else "sext" if signed else "zext"
        return self.named(width, f"{verb} i{own} {value} to i{width}")

    def write(self, register, value, width, signed=False):
        own = self.width_of(register)
        value = self.sized(value, width, own, signed)
        self.say(f"store i{own} {value}, i{own}* {slot(register)}")

    def place(self, operand, size, line):
        base, offset = re.fullmatch(r"\[(%\w+)(?:\+(-?\d+))?\]", operand).groups()
        address = self.named(64, f"add i64 {self.read(base, 64)}, {offset or 0}")
        return self.named(64, f"call i64 @checked(i64 {address}, i64 {size}, i64 {line})")

    # statements

    def translate(self):
        for number, raw in enumerate(joined(self.source), self.first_line):
            for part in raw:
                self.one(part, number)
        if self.open:
            self.say("ret void" if self.kind == "entry" else "unreachable")
        return self

    def one(self, text, line):
        if text.endswith(":"):
            if self.open:
                self.say(f"br label %{label(text[:-1])}")
            self.lines.append(f"{label(text[:-1])}:")
            self.open = True
            return
        if not self.open:
            self.made += 1
            self.lines.append(f"dead{self.made}:")
            self.open = True
        negated, guard, verb, rest = STATEMENT.fullmatch(text).groups()
        operands = [o.strip() for o in re.split(r",(?![^\[(]*[\])])", rest)] if rest else []
        if verb.startswith("bra"):
            self.branch(guard, negated, operands[0])
        elif verb == "ret":
            self.say("ret void" if self.kind == "entry" else "ret i32 0" if not self.told else self.told)
            self.open = False
        else:
            assert guard is None, text
            self.plain(verb.split("."), operands, line)

    told = ""

    def branch(self, guard, negated, target):
        if guard is None:
            self.say(f"br label %{label(target)}")
            self.open = False
            return
        self.made += 1
        after = f"on{self.made}"
        yes, no = (after, label(target)) if negated else (label(target), after)
        self.say(f"br i1 {self.read(guard, 1)}, label %{yes}, label %{no}")
        self.lines.append(f"{after}:")

    def plain(self, verb, operands, line):
        name, kind = verb[0], verb[-1]
        width, signed = WIDTHS.get(kind, 64), kind.startswith("s")
        letter = "s" if signed else "u"
        if name in ("mov", "cvta"):
            self.write(operands[0], self.read(operands[1], width), width)
        elif name == "ld" and verb[1] == "param":
            self.write(operands[0], self.parameter(operands[1], width), width)
        elif name == "st" and verb[1] == "param":
            self.hand(operands, width)
        elif name == "ld":
            at = self.place(operands[1], width // 8, line)
            pointer = self.named(64, f"inttoptr i64 {at} to i{width}*")
            self.write(operands[0], self.named(width, f"load i{width}, i{width}* {pointer}, align 1"), width, signed)
        elif name == "st":
            at = self.place(operands[0], width // 8, line)
            pointer = self.named(64, f"inttoptr i64 {at} to i{width}*")
            self.say(f"store i{width} {self.read(operands[1], width)}, i{width}* {pointer}, align 1")
        elif name == "atom":
            assert "add" in verb, verb
            at = self.place(operands[1], width // 8, line)
            pointer = self.named(64, f"inttoptr i64 {at} to i{width}*")
            before = self.named(width, f"load i{width}, i{width}* {pointer}, align 1")
            after = self.named(width, f"add i{width} {before}, {self.read(operands[2], width)}")
            self.say(f"store i{width} {after}, i{width}* {pointer}, align 1")
            self.write(operands[0], before, width)
        elif name == "call":
            self.call(operands)
        elif name == "setp":
            a, b = (self.read(o, width) for o in operands[1:])
            self.write(operands[0], self.named(1, f"icmp {COMPARED[verb[1]].format(letter)} i{width} {a}, {b}"), 1)
        elif name == "selp":
            a, b, p = self.read(operands[1], width), self.read(operands[2], width), self.read(operands[3], 1)
            self.write(operands[0], self.named(width, f"select i1 {p}, i{width} {a}, i{width} {b}"), width)
        elif name == "cvt":
            self.convert(verb, operands)
        elif name in ("shl", "shr"):
            self.shift(name, signed, width, operands)
        elif name == "mul" and verb[1] in ("wide", "hi"):
            self.multiply(verb[1], signed, width, operands)
        elif name in ("not", "neg", "abs"):
            self.write(operands[0], self.unary(name, width, self.read(operands[1], width)), width)
        elif name in ("max", "min", "div", "rem"):
            a, b = (self.read(o, width) for o in operands[1:])
            self.write(operands[0], self.binary(name, letter, width, a, b), width)
        elif name == "bfi":
            self.insert(width, operands)
        elif name == "prmt":
            self.permute(operands)
        else:
            a, b = (self.read(o, width) for o in operands[1:])
            self.write(operands[0], self.named(width, f"{PLAIN['.'.join(verb[:-1])]} i{width} {a}, {b}"), width)

    def parameter(self, operand, width):
        name = re.fullmatch(r"\[([\w$]+)(?:\+0)?\]", operand).group(1)
        if name.startswith("retval"):
            return self.back
        return f"%p{next(k for k, (_, n) in enumerate(self.given) if n == name)}"

    def hand(self, operands, width):
        name = re.fullmatch(r"\[([\w$]+)\+0\]", operands[0]).group(1)
        value = self.read(operands[1], width)
        if name.startswith("func_retval"):
            self.told = f"ret i32 {value}"
        else:
            self.handed[name] = f"i{width} {value}"

    back, handed = "", None

    def call(self, operands):
        name = operands[1]
        given = ", ".join(self.handed[p.strip()] for p in operands[2].strip("()").split(","))
        self.back = self.named(32, f"call i32 @{name}({given})")

    def convert(self, verb, operands):
        target, source = (WIDTHS[k] for k in verb[-2:])
        value = self.read(operands[1], source)
        value = self.sized(value, source, target, verb[-1].startswith("s"))
        self.write(operands[0], value, target, verb[-2].startswith("s"))

    def shift(self, name, signed, width, operands):
        """By 32 bits' number; what is too far leaves nothing, or the sign."""
        value = self.read(operands[1], width)
        by = self.sized(self.read(operands[2], 32), 32, width, signed=False) if operands[2].startswith("%") \
            else self.read(operands[2], width)
        if width < 32 and operands[2].startswith("%"):
            by = self.read(operands[2], width)
        far = self.named(1, f"icmp uge i{width} {by}, {width}")
        near = self.named(width, f"select i1 {far}, i{width} {width - 1 if signed else 0}, i{width} {by}")
        verb = "shl" if name == "shl" else "ashr" if signed else "lshr"
        moved = self.named(width, f"{verb} i{width} {value}, {near}")
        if not signed:
            moved = self.named(width, f"select i1 {far}, i{width} 0, i{width} {moved}")
        self.write(operands[0], moved, width)

    def multiply(self, way, signed, width, operands):
        verb, double = "sext" if signed else "zext", 2 * width
        a, b = (self.read(o, width) for o in operands[1:])
        a, b = (self.named(double, f"{verb} i{width} {x} to i{double}") for x in (a, b))
        product = self.named(double, f"mul i{double} {a}, {b}")
        if way == "wide":
            self.write(operands[0], product, double)
            return
        moved = self.named(double, f"lshr i{double} {product}, {width}")
        self.write(operands[0], self.named(width, f"trunc i{double} {moved} to i{width}"), width)

    def unary(self, name, width, value):
        if name == "not":
            return self.named(width, f"xor i{width} {value}, -1")
        turned = self.named(width, f"sub i{width} 0, {value}")
        if name == "neg":
            return turned
        below = self.named(1, f"icmp slt i{width} {value}, 0")
        return self.named(width, f"select i1 {below}, i{width} {turned}, i{width} {value}")

    def binary(self, name, letter, width, a, b):
        if name in ("max", "min"):
            better = self.named(1, f"icmp {letter}{'gt' if name == 'max' else 'lt'} i{width} {a}, {b}")
            return self.named(width, f"select i1 {better}, i{width} {a}, i{width} {b}")
        nothing = self.named(1, f"icmp eq i{width} {b}, 0")
        safe = self.named(width, f"select i1 {nothing}, i{width} 1, i{width} {b}")
        return self.named(width, f"{letter}{name} i{width} {a}, {safe}")

    def insert(self, width, operands):
        a, b = self.read(operands[1], width), self.read(operands[2], width)
        at, size = int(operands[3]), int(operands[4])
        bits = ((1 << size) - 1) << at
        own = self.named(width, f"and i{width} {b}, {~bits}")
        moved = self.named(width, f"shl i{width} {a}, {at}")
        kept = self.named(width, f"and i{width} {moved}, {bits if bits < 1 << (width - 1) else bits - (1 << width)}")
        self.write(operands[0], self.named(width, f"or i{width} {own}, {kept}"), width)

    def permute(self, operands):
        """Bytes of two registers by the four digits of a number; the highest bit of a digit repeats the sign."""
        a, b, how = self.read(operands[1], 32), self.read(operands[2], 32), int(operands[3], 0)
        low, high = (self.named(64, f"zext i32 {x} to i64") for x in (a, b))
        high = self.named(64, f"shl i64 {high}, 32")
        both, whole = self.named(64, f"or i64 {low}, {high}"), "0"
        for k in range(4):
            digit = how >> 4 * k & 15
            byte = self.named(64, f"lshr i64 {both}, {8 * (digit & 7)}")
            byte = self.named(8, f"trunc i64 {byte} to i8")
            if digit & 8:
                byte = self.named(8, f"ashr i8 {byte}, 7")
            wide = self.named(32, f"zext i8 {byte} to i32")
            moved = self.named(32, f"shl i32 {wide}, {8 * k}")
            whole = self.named(32, f"or i32 {whole}, {moved}")
        self.write(operands[0], whole, 32)

    def text(self):
        given = ", ".join(f"i{WIDTHS[kind]} %p{k}" for k, (kind, _) in enumerate(self.given))
        if self.kind == "entry":
            given += ", i32 %tid, i32 %ntid, i32 %ctaid"
        head = [f"define {'void' if self.kind == 'entry' else 'i32'} @{self.name}({given}) {{", "begin:",
                "  %SP = alloca i64", "  %SPL = alloca i64"]
        if self.local:
            head.insert(0, f"@depot.{self.name} = global [{self.local.group(2)} x i8] zeroinitializer, align 16")
        for prefix, count in self.counts.items():
            head += [f"  {slot(prefix + str(k))} = alloca i{self.kinds[prefix]}" for k in range(count)]
        return "\n".join([*head, *self.lines, "}"])


def slot(register):
    return "%v." + register[1:] if register not in ("%SP", "%SPL") else register


def label(name):
    return name.replace("$", "B")


def joined(text):
    """The statements that end in each line."""
    waiting = ""
    for raw in text.splitlines():
        line = raw.partition("//")[0].strip()
        found = []
        if not line or (line.startswith((".", "{", "}")) and not waiting):
            yield found
            continue
        waiting += " " + line
        if re.fullmatch(r"\s*\$?\w+:", waiting):
            found.append(waiting.strip())
            waiting = ""
        elif waiting.endswith(";"):
            found.append(waiting.strip().rstrip(";").strip())
            waiting = ""
        yield found


class Kernel:
    """A kernel that this machine runs, thread after thread."""

    def __init__(self, text, entry):
        self.lines = text.splitlines()
        bodies = []
        for found in FUNCTION.finditer(text):
            kind, _, name, given, body = found.groups()
            bodies.append(Body(kind, name, given, body, text[: found.start(5)].count("\n") + 1))
        for body in bodies:
            body.handed = {}
            body.translate()
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        module = llvm.parse_assembly(CHECKED + "\n".join(body.text() for body in bodies))
        machine = llvm.Target.from_default_triple().create_target_machine(opt=0)
        self.engine = llvm.create_mcjit_compiler(module, machine)
        self.engine.finalize_object()
        arguments = [ctypes.c_int64] * len(next(b for b in bodies if b.name == entry).given) + [ctypes.c_int32] * 3
        self.own = [(at, at + int(body.local.group(2))) for body in bodies if body.local
                    for at in (self.engine.get_global_value_address(f"depot.{body.name}"),)]
        self.call = ctypes.CFUNCTYPE(None, *arguments)(self.engine.get_function_address(entry))

    def number(self, name):
        return ctypes.c_int64.from_address(self.engine.get_global_value_address(name))

    def thread(self, i, ranges, *words):
        """Runs a thread that may touch these ranges of addresses; an address outside is an error."""
        ranges = [*ranges, *self.own]
        table = np.array(ranges, np.int64).ravel()
        ctypes.memmove(self.engine.get_global_value_address("ranges"), table.ctypes.data, table.nbytes)
        self.number("count").value, self.number("faults").value = len(ranges), 0
        self.call(*words, 0, 1, i)
        if self.number("faults").value:
            line = self.number("line").value
            raise AssertionError(f"thread {i} touches {self.number('address').value:#x}, which is nobody's, in line "
                                 f"{line}: {self.lines[line - 1].strip()[:200]}")

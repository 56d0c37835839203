# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is visible where a statement is generated: variables with what is known
about their values, and the budget of the function."""

from . import tree as T

#: Names are free for all, d_x and its like included.
NAMES = {
    "real": "a b c q r s t u v w x y z acc sum old energy tmp alpha".split(),
    "array": "m h g k1 buf row grid state coef work".split(),
    "ptr": "p ptr src dst at first".split(),
    "int": "i j k l n m idx cnt pos mode".split(),
    "bool": "flag big odd".split(),
    "struct": "cell pt body obj item".split(),
    "thing": "table order seen kept queue bag left picks".split(),
    "trap": "d_x d_s x_saved frame seed result value i_saved tape".split(),
}


class Var:
    """mutable: may be assigned. low, high: range of an integer's value at all
    times (or of the elements of an integer array). count: elements behind a
    pointer. positive: a real that is never below 0.3. frozen: an integer that
    an enclosing loop depends on. unread: written, and not read since."""

    def __init__(self, name, ty, mutable=True, low=0, high=0, count=0,
                 positive=False):
        self.name, self.ty, self.mutable = name, ty, mutable
        self.low, self.high, self.count = low, high, count
        self.positive = positive
        self.frozen = 0
        self.unread = False

    def ref(self):
        return T.Name(self.name, self.ty)


class Helper:
    """A function that may be called: its parameters as Vars (ranges and counts
    are what it demands), and whether it writes through any of them."""

    def __init__(self, name, result, params, writes, cost):
        self.name, self.result, self.params = name, result, params
        self.writes, self.cost = writes, cost
        self.called = False


class Frame:
    """The function that is being generated."""

    def __init__(self, rng, precisions, features, statements, cost):
        self.rng = rng
        self.precisions = precisions
        self.features = features
        self.statements = statements  # still to be generated
        self.cost = cost  # loop iterations allowed, all loops together
        self.trips = 1  # of the enclosing loops, multiplied
        self.depth = 0  # of nested blocks
        self.loops = []  # enclosing loops: "for", "while", "switch"
        self.scopes = [[]]
        self.labels = 0
        self.targets = []  # labels behind the outermost loop
        self.used_targets = set()
        self.open_allocations = 0
        self.result = T.VOID
        self.plain = False  # in a block of its own
        self.within = 0  # of what is read of an object

    def add(self, var):
        self.scopes[-1].append(var)
        return var

    def visible(self):
        return [v for scope in self.scopes for v in scope]

    def reals(self):
        return [v for v in self.visible() if v.ty[0] == "real"]

    def ints(self):
        return [v for v in self.visible() if v.ty[0] == "int"]

    def fresh(self, kind):
        """A name that nothing visible has."""
        taken = {v.name for v in self.visible()} | {"f", "run", "C"}
        pool = NAMES[kind]
        if self.rng.chance(4):
            pool = NAMES["trap"]
        for name in self.rng.shuffled(pool):
            if name not in taken:
                return name
        base, n = self.rng.pick(NAMES[kind]), 2
        while base + str(n) in taken:
            n += 1
        return base + str(n)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables of objects that carry no derivative: how they are made, what can be
read of them, how they change.

In the texts: $v the object, $w a name, $i an index from 0 to 2, $e a value from 0
to H, $n from 1 to 3, $m H + 1, $c a condition. H is one number for a program. There
are always three elements at least and six at most, all values from 0 to H, so
that whatever a reduction leaves of the changes is well defined.
"""

from . import tree as T

H = "H"
SIZE = ("int", "std::size_t")


class Kind:
    """reads, tests: expressions, (text, lowest, highest[, type]) and texts. sets,
    sizes: statements that change elements, and those that may move them. cell:
    an int, cells: the address of three, always the same. begin, end: iterators.
    walks: heads of loops, each with what may be read inside and a statement that
    changes an element. last: what is done to it when nobody reads it any more.
    reset: for globals. draws: expressions that change it. passed: how functions
    may take it: "value" (and otherwise), "reference", or not at all."""

    def __init__(self, feature, type, makes, reads, sets=(), sizes=(), tests=(),
                 reals=(), cell=None, cells=None, begin=None, end=None, walks=(),
                 draws=(), last=(), reset=None, item=None, passed="value"):
        self.feature, self.type, self.makes, self.reads = feature, type, makes, reads
        self.sets, self.sizes, self.tests, self.reals = sets, sizes, tests, reals
        self.cell, self.cells, self.begin, self.end = cell, cells, begin, end
        self.walks, self.last, self.reset = walks, last, reset
        self.item, self.passed, self.draws = item, passed, draws


def walk(head, reads, change=None):
    return head, reads, change


def over(element="int"):
    """Heads of loops over a container of integers."""
    value = [("$w", 0, H)]
    return [walk("for (%s $w : $v)" % element, value),
            walk("for (const auto &$w : $v)", value),
            walk("for (auto &$w : $v)", value, "$w = ($w + $n) % $m;"),
            walk("for (auto $w = $v.begin(); $w != $v.end(); ++$w)",
                 [("*$w", 0, H)], "*$w = ($e + *$w) % $m;"),
            walk("for (auto $w = $v.cbegin(), $w_end = $v.cend(); $w != $w_end; $w++)",
                 [("*$w", 0, H)])]


SIZES = [("int($v.size())", 3, 6), ("$v.size()", 3, 6, SIZE),
         ("int($v.size() % 3)", 0, 2)]
ENDS = [("$v.front()", 0, H), ("$v.back()", 0, H)]
INDEXED = [("$v[$i]", 0, H), ("$v[$i]", 0, H), ("$v.at($i)", 0, H)]
STEPS = ["$v[$i] = $e;", "$v[$i] = $e;", "$v[$i] = ($v[$i] + $n) % $m;"]
PUSHED = ["if ($v.size() < 6) $v.push_back($e);", "if ($v.size() > 3) $v.pop_back();",
          "$v.assign(4, $e);", "$v.resize($v.size() > 4 ? 3 : 5);",
          "$v = {$e, $e, $e, $e};",
          "if ($v.size() < 6) $v.insert($v.begin() + $i, $e);",
          "if ($v.size() > 3) $v.erase($v.begin() + $i);",
          "$v.clear(), $v.resize(3);"]
GONE = ["$v.clear();", "$v = {};", "$v[0] = 1000000;",
        "$v.clear(), $v.shrink_to_fit();"]
RANGE = dict(begin="$v.begin()", end="$v.end()")
LISTED = ["{$e, $e, $e}", " = {$e, $e, $e, $e}", "(3, $e)"]


CONTAINERS = [
    Kind("containers", "std::vector<int>", LISTED, INDEXED + SIZES + ENDS, STEPS,
         PUSHED, cell="$v[$i]", cells="$v.data()", walks=over(), last=GONE,
         reset="$v.assign(3, $n % 2);", **RANGE),
    Kind("containers", "std::deque<int>", LISTED, INDEXED + SIZES + ENDS, STEPS,
         PUSHED + ["if ($v.size() < 6) $v.push_front($e);",
                   "if ($v.size() > 3) $v.pop_front();"],
         cell="$v[$i]", walks=over(), last=GONE, reset="$v.assign(3, 1);", **RANGE),
    Kind("containers", "std::list<int>", LISTED,
         SIZES + ENDS + [("*std::next($v.begin(), $i)", 0, H)],
         ["$v.front() = $e;", "*std::next($v.begin(), $i) = $e;"],
         ["if ($v.size() < 6) $v.push_front($e);", "$v.assign(3, $e);",
          "if ($v.size() > 3) $v.pop_back();", "$v.reverse();"],
         cell="$v.front()", walks=over(), last=["$v.clear();"],
         reset="$v.assign(3, 1);", **RANGE),
    Kind("containers", "std::array<int, 3>", ["{{$e, $e, $e}}", " = {$e, $e, $e}"],
         INDEXED + ENDS + [("std::get<1>($v)", 0, H)], STEPS + ["$v.fill($e);"],
         cell="$v[$i]", cells="$v.data()", walks=over(), last=["$v.fill(1000000);"],
         reset="$v = {1, 0, 1};", **RANGE),
    Kind("containers", "std::array<std::array<int, 3>, 3>",
         ["{}", "{{{{$e, $e, $e}}, {{$e, $e, $e}}, {{$e, $e, $e}}}}"],
         [("$v[$i][$i]", 0, H)],
         ["$v[$i][$i] = $e;", "std::swap($v[$i], $v[1]);", "$v[$i].fill($e);"],
         cell="$v[$i][$i]", cells="$v[1].data()", reset="$v = {};"),
    Kind("containers", "std::map<int, int>", ["{{0, $e}, {1, $e}, {2, $e}}"],
         [("$v[$i]", 0, H), ("$v.at($i)", 0, H), ("$v.begin()->second", 0, H),
          ("int($v.count($i + 1))", 0, 1), ("int($v.size())", 3, 6),
          ("$v.find($i)->second", 0, H), ("$v.rbegin()->first", 2, 5)],
         STEPS + ["$v.find($i)->second = $e;"],
         ["$v[3 + $i] = $e;", "$v.erase(3 + $i);", "$v.insert({3, $e});",
          "$v.emplace(4, $e);"], ["$v.count(3)", "$v.find(4) != $v.end()"],
         cell="$v[$i]", last=["$v.clear();", "$v[0] = 1000000;"],
         walks=[walk("for (const auto &$w : $v)", [("$w.second", 0, H),
                                                  ("$w.first", 0, 5)]),
                walk("for (auto &$w : $v)", [("$w.second", 0, H)],
                     "$w.second = ($w.first + $w.second) % $m;"),
                walk("for (std::map<int, int>::const_iterator $w = $v.begin(); $w "
                     "!= $v.end(); ++$w)", [("$w->second", 0, H)])],
         reset="$v = {{0, 1}, {1, 0}, {2, 1}};"),
    Kind("containers", "std::map<std::string, int>", ["{{\"a\", $e}, {\"b\", $e}}"],
         [("$v[\"a\"]", 0, H), ("$v.at(\"b\")", 0, H),
          ("$v.begin()->second", 0, H), ("int($v.size())", 2, 3)],
         ["$v[\"a\"] = $e;", "$v[\"b\"] = $v[\"a\"];"],
         ["$v[\"c\"] = $e;", "$v.erase(\"c\");"], ["$v.count(\"c\")"],
         cell="$v[\"b\"]", last=["$v.clear();"],
         walks=[walk("for (const auto &$w : $v)",
                     [("$w.second", 0, H), ("int($w.first.size())", 1, 1),
                      ("$w.first[0] - 'a'", 0, 2)])]),
    Kind("containers", "std::unordered_map<int, int>", ["{{0, $e}, {1, $e}, {2, $e}}"],
         [("$v[$i]", 0, H), ("$v.at($i)", 0, H), ("int($v.size())", 3, 6)],
         STEPS, ["$v[3 + $i] = $e;", "$v.erase(3 + $i);"], cell="$v[$i]",
         last=["$v.clear();"]),
    Kind("containers", "std::set<int>", ["{0, $e, $e}"],
         [("int($v.count($e))", 0, 1), ("*$v.rbegin()", 0, H),
          ("int($v.size() % 3)", 0, 2),
          ("int(std::distance($v.begin(), $v.find(0)))", 0, 2)], [],
         ["$v.insert($e);", "$v.insert($e);", "$v.erase($n);"],
         ["$v.count($e)", "$v.find($e) == $v.end()"], last=["$v.clear();"],
         walks=[walk("for (int $w : $v)", [("$w", 0, H)])]),
    Kind("containers", "std::multiset<int>", ["{0, $e, $e, 0}"],
         [("int($v.count($e) % 3)", 0, 2), ("*$v.begin()", 0, H)], [],
         ["if ($v.size() < 6) $v.insert($e);"], last=["$v.clear();"],
         walks=[walk("for (const int &$w : $v)", [("$w", 0, H)])]),
    Kind("containers", "std::vector<std::vector<int>>",
         ["{{$e, $e, $e}, {$e, $e, $e}, {$e, $e, $e}}", "(3, {$e, $e, $e})"],
         [("$v[$i][$i]", 0, H), ("$v[$i].back()", 0, H), ("int($v[$i].size())", 3, 5)],
         ["$v[$i][$i] = $e;", "$v[$i].front() = $v[$i].back();"],
         ["if ($v[2].size() < 5) $v[2].push_back($e);", "$v[$i] = {$e, $e, $e};",
          "std::swap($v[$i], $v[0]);", "$v[0] = $v[1];"],
         cell="$v[$i][$i]", cells="$v[1].data()", last=["$v.clear();"],
         walks=[walk("for (const auto &$w : $v)", [("$w[$i]", 0, H),
                                                  ("int($w.size())", 3, 5)]),
                walk("for (int $w : $v[$i])", [("$w", 0, H)]),
                walk("for (auto &$w : $v)", [("$w[$i]", 0, H)], "$w[$i] = $e;")],
         reset="$v.assign(3, {0, 1, 1});"),
    Kind("containers", "std::vector<bool>", ["{true, false, true}", "(3)"],
         [("int($v[$i])", 0, 1)], ["$v[$i] = $c;", "$v.flip();"],
         ["$v.assign(4, $c);"], ["$v[$i]", "!$v.back()"],
         walks=[walk("for (bool $w : $v)", [("int($w)", 0, 1)])],
         last=["$v.clear();"]),
    Kind("containers", "std::vector<Edge_>", ["{{$e, 1}, {$e, 0}, {$e, 1}}"],
         [("$v[$i].to", 0, H), ("$v[$i].by", 0, 1), ("$v.back().to", 0, H)],
         ["$v[$i].to = $e;", "$v[$i].by ^= 1;", "$v[$i] = {$e, 1};",
          "std::swap($v[$i], $v[1]);"],
         ["if ($v.size() < 6) $v.push_back({$e, 1});", "$v.resize(3);"],
         ["$v[$i].by"], cell="$v[$i].to", item="Edge_", last=["$v.clear();"],
         walks=[walk("for (const Edge_ &$w : $v)", [("$w.to", 0, H)]),
                walk("for (Edge_ $w : $v)", [("$w.to", 0, H), ("$w.by", 0, 1)]),
                walk("for (auto &$w : $v)", [("$w.to", 0, H)],
                     "$w.to = ($w.to + $w.by) % $m;")]),
    Kind("containers", "std::pair<int, int>", ["($e, $e)", "{$e, $e}"],
         [("$v.first", 0, H), ("std::get<1>($v)", 0, H)],
         ["$v.first = $e;", "std::swap($v.first, $v.second);", "$v = {$e, $v.first};"],
         cell="$v.second", last=["$v.first = 1000000;"], reset="$v = {1, 0};"),
    Kind("containers", "std::tuple<int, int>", ["($e, $e)"],
         [("std::get<0>($v)", 0, H)],
         ["std::get<0>($v) = $e;", "$v = std::make_tuple($e, 0);"],
         cell="std::get<0>($v)"),
    Kind("containers", "std::bitset<4>", ["(5)", "(unsigned($e))"],
         [("int($v.count() % 3)", 0, 2), ("int($v[$i])", 0, 1)],
         ["$v.flip($i);", "$v.set($i);", "$v <<= 1;", "$v[$i] = $c;"], [],
         ["$v.test($i)", "$v.any()", "$v[$i]"], last=["$v.reset();"]),
    Kind("containers", "std::stack<int>", ["({0, $e})"],
         [("$v.top()", 0, H), ("int($v.size())", 1, 6)],
         ["$v.top() = $e;"], ["if ($v.size() < 6) $v.push($e);",
                              "if ($v.size() > 1) $v.pop();"], cell="$v.top()"),
    Kind("containers", "std::queue<int>", ["({0, $e})"],
         [("$v.front()", 0, H), ("$v.back()", 0, H)], ["$v.back() = $e;"],
         ["$v.push($e), $v.pop();", "if ($v.size() < 6) $v.push($e);"]),
    Kind("containers", "std::valarray<int>", ["{$e, $e, $e}"],
         [("$v[$i]", 0, H), ("$v.max()", 0, H)], STEPS, ["$v = $v.cshift(1);"],
         cell="$v[$i]"),
]

TEXTS = [
    Kind("texts", "std::string", ["(\"abca\")", " = \"bac\"", "(3, 'a')"],
         [("$v[$i] - 'a'", 0, 2), ("int($v.size())", 3, 6), ("$v.back() - 'a'", 0, 2),
          ("$v.size()", 3, 6, SIZE), ("int($v.find('z', $i) == std::string::npos)", 1, 1),
          ("int($v.length() % 3)", 0, 2)],
         ["$v[$i] = char('a' + $i);", "$v.front() = 'b';", "std::swap($v[$i], $v[0]);"],
         ["if ($v.size() < 6) $v += char('a' + $i);", "if ($v.size() < 5) $v += \"ab\";",
          "if ($v.size() > 3) $v.pop_back();", "$v.erase(3);", "$v = \"cab\";",
          "if ($v.size() < 6) $v.insert($i, 1, 'c');", "$v = std::to_string(100 + $e) "
          "== \"101\" ? \"aaa\" : \"abab\";", "$v.replace(0, 2, \"bb\");"],
         ["$v == \"cab\"", "$v < \"b\"", "$v.find('b') != std::string::npos",
          "$v.empty()"],
         begin="$v.begin()", end="$v.end()", last=["$v.clear();", "$v = \"z\";"],
         walks=[walk("for (char $w : $v)", [("$w - 'a'", 0, 2)]),
                walk("for (auto &$w : $v)", [("$w - 'a'", 0, 2)],
                     "$w = $w == 'a' ? 'b' : 'a';")], reset="$v = \"abc\";"),
    Kind("texts", "std::vector<std::string>", ["{\"a\", \"bcb\", \"\"}"],
         [("int($v[$i].size() % 3)", 0, 2), ("int($v.size())", 3, 5)],
         ["if ($v[$i].size() < 9) $v[$i] += 'a';", "$v[$i] = $v[1];", "$v[$i].clear();"],
         ["if ($v.size() < 5) $v.push_back(\"ab\");"],
         ["$v[$i] == \"a\"", "$v[$i].empty()"], last=["$v.clear();"],
         walks=[walk("for (const std::string &$w : $v)", [("int($w.size() % 3)", 0, 2)])]),
    Kind("texts", "char[12]", ["[12] = \"ab\""],
         [("int(std::strlen($v) % 3)", 0, 2), ("$v[0] - 'a'", 0, 2)],
         ["$v[0] = char('a' + $i);", "std::strcpy($v, \"bbc\");",
          "if (std::strlen($v) < 9) std::strcat($v, \"ab\");"], [],
         ["!std::strcmp($v, \"bbc\")"], last=["$v[0] = 0;"], passed=""),
    Kind("texts", "std::istringstream", ["(\"2 0 1 2 1 0\")"], [],
         [], ["$v.clear(), $v.str(\"1 2 0 1\");"], ["$v", "!$v", "$v.good()"],
         walks=[walk("for (int $w; $v >> $w;)", [("$w", 0, 2)]),
                walk("for (std::string $w; std::getline($v, $w, ' ');)",
                     [("int($w.size() % 3)", 0, 2)])], passed="reference"),
]

OPTIONALS = [
    Kind("optionals", "std::optional<int>", ["", "($e)", " = $e"],
         [("$v.value_or($e)", 0, H), ("($v ? *$v : 1)", 0, H)],
         ["$v = $e;", "$v.reset();", "if ($v) *$v = $e;", "$v.emplace($e);",
          "$v = std::nullopt;"], [],
         ["$v", "!$v", "$v.has_value()", "$v == 1"], last=["$v.reset();"],
         reset="$v.reset();"),
    Kind("optionals", "std::unique_ptr<int>", ["(new int($e))", " = std::make_unique"
         "<int>($e)"], [("*$v", 0, H), ("($v ? *$v : 0)", 0, H)],
         ["*$v = $e;", "*$v = (*$v + $n) % $m;"],
         ["$v.reset(new int($e));", "$v = std::make_unique<int>($e);"],
         ["$v", "$v != nullptr", "*$v == $e"], cell="*$v", last=["$v.reset();"], passed="reference"),
    Kind("optionals", "std::unique_ptr<int>", ["", "(new int($e))"],
         [("($v ? *$v : 1)", 0, H)], ["if ($v) *$v = $e;"],
         ["$v.reset();", "$v.reset(new int($e));"], ["$v", "!$v", "$v && *$v == $e"],
         last=["$v.reset();"], passed="reference"),
    Kind("optionals", "std::shared_ptr<int>", ["(new int($e))", " = std::make_shared"
         "<int>($e)"], [("*$v", 0, H), ("int($v.use_count() % 3)", 0, 2)],
         ["*$v = $e;"], ["$v = std::make_shared<int>($e);"], ["$v", "$v.use_count() > 1"],
         cell="*$v", last=["$v.reset();"], passed="reference"),
    Kind("optionals", "std::unique_ptr<int[]>", ["(new int[3]{$e, $e, $e})"],
         [("$v[$i]", 0, H)], STEPS, ["$v.reset(new int[3]{$e, $e, $e});"], ["$v"],
         cell="$v[$i]", cells="$v.get()", last=["$v.reset();"], passed="reference"),
    Kind("optionals", "std::unique_ptr<Edge_>", ["(new Edge_{$e, 1})"],
         [("$v->to", 0, H), ("(*$v).by", 0, 1)], ["$v->to = $e;", "$v->by = $c;"],
         ["$v.reset(new Edge_{$e, 0});"], ["$v->by", "$v"], cell="$v->to", item="Edge_",
         last=["$v.reset();"], passed="reference"),
    Kind("optionals", "std::variant<int, char>", ["($e)"],
         [("int($v.index())", 0, 1), ("(std::get_if<int>(&$v) ? std::get<int>($v) : 0)", 0, H)],
         ["$v = $e;", "$v = 'a';"], [], ["std::holds_alternative<int>($v)"]),
    Kind("optionals", "std::function<int(int)>", ["(step_)", " = back_"],
         [("$v($i)", 0, 2)], ["$v = step_;", "$v = back_;"], [], ["$v"], item="step_",
         last=["$v = nullptr;"], passed=""),
]

COUNTERS = [
    Kind("counters", "int", [" = $e"], [("$v", 0, H)],
         ["$v = $e;", "$v = ($v + $n) % $m;", "$v = $v < $m - 1 ? $v + 1 : 0;",
          "if ($v > 0) --$v;"], cell="$v", last=["$v = 1000000;"], reset="$v = 1;"),
    Kind("counters", "int[3]", ["[3] = {$e, $e, $e}", "[3] = {}"], [("$v[$i]", 0, H)],
         STEPS + ["std::swap($v[$i], $v[0]);"], cell="$v[$i]", cells="$v", begin="$v",
         end="$v + 3", last=["$v[0] = 1000000;"], passed="", reset="$v[0] = 0, $v[1] = 1, $v[2] = 1;",
         walks=[walk("for (int $w : $v)", [("$w", 0, H)]),
                walk("for (int &$w : $v)", [("$w", 0, H)], "$w = ($w + $n) % $m;")]),
    Kind("counters", "Cycle_", ["{$n - 1}", " = {0}"],
         [("$v.at", 0, 2), ("$v.get()", 0, 2), ("$v.of($i)", 0, 2)],
         ["$v.next();", "$v.at = $i;", "$v.set($i).next();", "++$v;"], [], ["$v", "$v == $i"],
         draws=[("$v.next()", 0, 2)], last=["$v.at = 1000000;"], item="Cycle_", reset="$v = {1};"),
    Kind("counters", "Count_", ["($n)", "{$n}"],
         [("$v.get() % 3", 0, 2), ("$v.size()", 0, 2), ("$v($i)", 0, 2), ("$v[$i]", 0, 1),
          ("int($v)", 0, 3)],
         ["$v.add($n);", "$v += $n;", "$v.slot($i) ^= 1;", "$v = Count_(2);"], [],
         ["$v", "!$v", "$v[$i]", "$v.asked() % 2"], last=["$v.add(1000000);"],
         draws=[("$v.peek()", 0, 2)], item="Count_", reset="$v = Count_(1);"),
    Kind("counters", "Log_", ["", "{}"],
         [("$v.last()", 0, 2), ("int($v.size() % 3)", 0, 2)],
         ["$v.note($i);", "$v.note($i).note(1);"], [], ["$v.size() > 3", "$v.has(2)"],
         last=["$v.entries.clear();"], item="Log_", reset="$v = Log_();"),
    Kind("counters", "Turn_", ["", "($i)"], [("$v.side()", 0, 2), ("Turn_::alive % 2", 0, 1)],
         ["$v.turn();", "static_cast<Base_ &>($v).turn();"], [], ["$v.side() == $i"],
         item="Turn_", passed="reference"),
    Kind("counters", "Ring_<3>", ["", "{}"], [("$v.sum()", 0, 2), ("$v.a[$i]", 0, 2)],
         ["$v.put($i);", "$v.a[$i] = $i;"], [], ["$v.full()"], cell=None, item="Ring_",
         last=["$v.a[0] = 1000000;"], reset="$v = {};"),
    Kind("counters", "Flags_", ["{$c, false, 2}"], [("int($v.k)", 0, 3)],
         ["$v.a = !$v.a;", "$v.k = $i;", "++$v.k;", "$v.b = $c;"], [], ["$v.a", "$v.b"],
         item="Flags_", reset="$v = {true, false, 1};"),
    Kind("counters", "std::minstd_rand", ["(7)", "(unsigned($n))"],
         [], ["$v.discard(1);", "$v();", "$v.seed(3);"], [], ["$v == std::minstd_rand(3)"],
         draws=[("int($v() % 3)", 0, 2)]),
]

NUMBERS = "{0.37, 1.13, 0.83, 0.62}"
LOOKUPS = [
    Kind("lookups", "std::vector<{d}>", [NUMBERS], SIZES[2:],
         ["$v[$i] = 0.5f * $v[$i] + 0.21f;", "std::swap($v[$i], $v[0]);"],
         ["if ($v.size() < 6) $v.push_back(0.91f);", "if ($v.size() > 3) $v.pop_back();",
          "$v = " + NUMBERS + ";"], ["$v[$i] < 0.72f"],
         ["$v[$i]", "$v.back()", "$v.data()[$i]",
          "std::accumulate($v.begin(), $v.begin() + 2, {d}(0))",
          "*std::max_element($v.begin(), $v.end())"],
         last=["$v.clear();", "$v.assign(3, 0.0f);"], reset="$v = " + NUMBERS + ";",
         walks=[walk("for ({d} $w : $v)", []), walk("for (const {d} &$w : $v)", []),
                walk("for (auto &$w : $v)", [], "$w = 0.5f * $w + 0.17f;")]),
    Kind("lookups", "std::map<int, {d}>", ["{{0, 0.37}, {1, 1.13}, {2, 0.62}}"], [],
         ["$v[$i] = 0.5f * $v[$i] + 0.21f;"], ["$v[3] = 0.71f;"], ["$v.count(3)"],
         ["$v[$i]", "$v.at($i)", "$v.begin()->second"], last=["$v.clear();"]),
    Kind("lookups", "std::array<{d}, 3>", ["{{0.37, 1.13, 0.62}}"], [],
         ["$v[$i] = 0.41f;", "std::rotate($v.begin(), $v.begin() + 1, $v.end());"], [],
         [], ["$v[$i]", "$v.back()"], last=["$v.fill(0.0f);"],
         walks=[walk("for (auto $w : $v)", [])]),
    Kind("lookups", "std::vector<std::pair<int, {d}>>",
         ["{{$e, 0.37}, {$e, 1.13}, {$e, 0.62}}"], [("$v[$i].first", 0, H)],
         ["$v[$i].second = 0.41f;", "$v[$i].first = $e;"],
         ["if ($v.size() < 6) $v.emplace_back($e, 0.77f);"], [], ["$v[$i].second"],
         last=["$v.clear();"]),
    Kind("lookups", "Table_", ["", "{}"], [("$v.rows()", 3, 3)],
         ["$v.scale(0.5f);", "$v.turn();", "$v.note();"], [], ["$v.calls() % 2"],
         ["$v.at($i)", "$v($i)", "$v[$i]"], item="Table_", reset="$v = Table_();"),
    Kind("lookups", "{d}", [" = 0.37f"], [], ["$v = 0.5f * $v + 0.21f;"], [], ["$v < 0.5f"],
         ["$v"], last=["$v = 0.0f;"], reset="$v = 0.37f;"),
    Kind("lookups", "std::optional<{d}>", ["(0.37f)", ""], [], ["$v = 0.62f;", "$v.reset();"],
         [], ["$v"], ["$v.value_or(0.83f)"]),
]

#: Objects whose end is noticed. They stand in blocks of their own nowhere.
DEPTH = [("depth_ % 3", 0, 2), ("int(log_.size() % 3)", 0, 2)]
GUARDS = [
    Kind("guards", "Guard_", ["", "($n)", "{$n}"], DEPTH[:1], item="Guard_", passed=""),
    Kind("guards", "Logged_", ["($e)"], [("log_.back()", 0, H)] + DEPTH, [
        "log_.back() = $e;"], item="Guard_", passed=""),
    Kind("guards", "std::lock_guard<std::recursive_mutex>", ["(mutex_)"], [],
         item="Guard_", passed=""),
    Kind("guards", "std::unique_lock<std::recursive_mutex>", ["(mutex_)"], [], [
        "if ($v.owns_lock()) $v.unlock();", "if (!$v) $v.lock();"],
         tests=["$v.owns_lock()", "$v"], item="Guard_", passed=""),
    Kind("guards", "std::optional<Guard_>", ["", "(std::in_place)"], DEPTH[:1],
         ["$v.reset();", "$v.emplace($n);"], tests=["$v"], item="Guard_", passed=""),
    Kind("guards", "std::unique_ptr<Guard_>", ["(new Guard_)", ""], DEPTH[:1],
         ["$v.reset();", "$v.reset(new Guard_($n));"], tests=["$v"], item="Guard_",
         passed=""),
    Kind("guards", "std::unique_ptr<int, Closer_>", ["(opened_($e))"],
         [("*$v", 0, H), ("depth_ % 3", 0, 2)], ["*$v = $e;", "$v.reset(opened_($e));"],
         item="Guard_", passed=""),
    Kind("guards", "std::list<Guard_>", [""], DEPTH[:1], [
        "if ($v.size() < 3) $v.emplace_back($n);", "$v.clear();"],
         tests=["$v.empty()"], item="Guard_", passed=""),
]
OUTSIDE = Kind("guards", "int", [], DEPTH, passed="")

#: An object that keeps the address of an int; it is made for one that is there.
KEEPER = Kind("iterators", "Keeper_", [], [("$v.get()", 0, H)],
              ["$v.turn($m);", "$v.turn($m);", "$v.set($e);"], item="Keeper_",
              passed="reference")

KINDS = CONTAINERS + TEXTS + OPTIONALS + COUNTERS + LOOKUPS + GUARDS

#: What stands before the functions of a program.
ITEMS = {
    "Edge_": "struct Edge_ { int to; int by; };",
    "step_": "static int step_(int k) { return (k + 1) % 3; } static int back_(int k) "
             "{ return k > 0 ? k - 1 : 2; }",
    "Cycle_": "struct Cycle_ { int at; int next() { at = (at + 1) % 3; return at; } int "
              "get() const { return at; } Cycle_ &set(int k) { at = k; return *this; } "
              "int of(int k) const { return (at + k) % 3; } Cycle_ &operator++() "
              "{ next(); return *this; } explicit operator bool() const { return at != "
              "0; } bool operator==(int k) const { return at == k; } };",
    "Count_": "class Count_ { int n; int bits[3] = {1, 0, 1}; mutable int reads = 0; "
              "public: explicit Count_(int k) : n(k) {} void add(int k) { n = (n + k) "
              "% 4; } Count_ &operator+=(int k) { add(k); return *this; } int get() "
              "const { return n; } int size() const { return n % 3; } int peek() "
              "const { ++reads; return n % 3; } int operator()(int k) const { return (n + k) % 3; } const int &operator[]"
              "(int k) const { return bits[k]; } int &slot(int k) { return bits[k]; } "
              "int asked() const { return reads; } explicit operator bool() const "
              "{ return n > 1; } explicit operator int() const { return n; } };",
    "Log_": "struct Log_ { std::vector<int> entries{1}; Log_ &note(int k) { entries."
            "push_back(k); return *this; } int last() const { return entries.back(); } "
            "std::size_t size() const { return entries.size(); } bool has(int k) const "
            "{ for (int e : entries) if (e == k) return true; return false; } };",
    "Turn_": "struct Base_ { virtual ~Base_() {} virtual void turn() = 0; }; class Turn_ "
             ": public Base_ { int at; public: static int alive; explicit Turn_(int k = "
             "1) : at(k) { ++alive; } Turn_(const Turn_ &o) : at(o.at) { ++alive; } "
             "~Turn_() override { --alive; } void turn() override { at = (at + 2) % 3; } "
             "int side() const { return at; } }; int Turn_::alive = 0;",
    "Ring_": "template <int N> struct Ring_ { int a[N] = {}; int at = 0; void put(int k) "
             "{ a[at] = k; at = (at + 1) % N; } int sum() const { int s = 0; for (int e "
             ": a) s += e; return s % N; } bool full() const { return at == 0; } };",
    "Guard_": "static int depth_ = 0; static std::vector<int> log_{0}; static std::"
              "recursive_mutex mutex_; struct Guard_ { int k; explicit Guard_(int k = 1) "
              ": k(k) { depth_ += k; } Guard_(const Guard_ &) = delete; ~Guard_() { depth_ "
              "-= k; } }; struct Logged_ { explicit Logged_(int k) { log_.push_back(k); } "
              "Logged_(const Logged_ &) = delete; ~Logged_() { log_.pop_back(); } }; "
              "struct Closer_ { void operator()(int *p) const { --depth_; delete p; } }; "
              "$L int *opened_(int k) { ++depth_; return new int(k); } struct Saved_ { int "
              "&at; int old; Saved_(int &at, int now) : at(at), old(at) { at = now; } "
              "Saved_(const Saved_ &) = delete; ~Saved_() { at = old; } }; struct Ender_ "
              "{ int &at; ~Ender_() { at = at > 0 ? at - 1 : 1; } };",
    "touch_": "$L void touch_(const int &k, int to) { const_cast<int &>(k) = to; } $L int "
              "touched_(const int &k, int m) { const_cast<int &>(k) = (k + 1) % m; return "
              "k; } $L void touch_all_(const int *p, int m) { for (int i = 0; i < 3; ++i) "
              "const_cast<int *>(p)[i] = (p[i] + 1) % m; } $L int touch_deep_(const int "
              "&k, int m, int n) { if (n == 0) { *(int *)&k = (k + 1) % m; return k; } "
              "return touch_deep_(k, m, n - 1); }",
    "Keeper_": "class Keeper_ { int *at; std::vector<int> more; public: explicit Keeper_"
               "(int &n) : at(&n) {} void turn(int m) { *at = (*at + 1) % m; } void set(int "
               "k) { *at = k; } int get() const { return *at; } };",
    "Flags_": "struct Flags_ { bool a : 1, b : 1; unsigned k : 2; };",
    "Table_": "class Table_ { std::vector<{d}> w" + NUMBERS + "; mutable int asked = 0; "
              "public: {d} at(int i) const { return w[i]; } {d} operator()(int i) const "
              "{ return w[i] * 2.0f; } void note() const { ++asked; } const {d} &operator[](int i) const "
              "{ return w[i]; } void scale({d} by) { for (auto &e : w) e = e * by + "
              "0.13f; } void turn() { std::rotate(w.begin(), w.begin() + 1, w.end()); } "
              "int rows() const { return 3; } int calls() const { return asked; } };",
}

#: What leads to elements of others: (what the other has to have, declaration,
#: kind). Of the other: $o an int, $d three of them, $b an iterator.
VIEWS = [
    ("cell", "int &$w = $o;", ["$v = $e;", "$v = ($v + $n) % $m;"], [("$v", 0, H)]),
    ("cell", "const int &$w = $o;", [], [("$v", 0, H)]),
    ("cell", "const auto &$w = $o;", [], [("$v", 0, H)]),
    ("cell", "int *$w = &$o;", ["*$v = $e;", "$v = &$o;", "++*$v %= $m;"],
     [("*$v", 0, H)]),
    ("cell", "const int *const $w = &$o;", [], [("*$v", 0, H)]),
    ("cells", "int *$w = $d;", ["$v[$i] = $e;", "*$v = $e;"], [("$v[$i]", 0, H)]),
    ("cells", "const int *$w = $d + $i;", ["$v = $d + $i;", "$v = $v == $d + 2 ? $d : $v + 1;"],
     [("*$v", 0, H), ("int($v - ($d))", 0, 2)]),
    ("cell", "Keeper_ $w($o);", [], []),
    ("cell", "Keeper_ $w($o);", [], []),
    ("begin", "auto $w = $b;", ["$v = $b;", "if ($v == $b) ++$v;"], []),
    ("begin", "auto $w = std::next($b, $i);", ["$v = std::next($b, $i);"],
     [("int(std::distance($b, $v))", 0, 2)]),
]

#: The same with objects whose end is noticed.
GUARD_VIEWS = [("cell", "Saved_ $w($o, $e);", [], DEPTH[:1]),
               ("cell", "Ender_ $w{$o};", [], DEPTH[:1])]

#: Changes through what is const: of a cell, of three, and of one of a view.
CASTS = [
    ("cell", "touch_($o, $e);"), ("cell", "const_cast<int &>(static_cast<const int &>"
                                  "($o)) = $e;"),
    ("cell", "*const_cast<int *>(static_cast<const int *>(&$o)) = $e;"),
    ("cell", "(void)touch_deep_($o, $m, 2);"), ("cells", "touch_all_($d, $m);"),
    ("cells", "touch_($d[$i], $e);"), ("cells", "((int *)(const int *)$d)[$i] = $e;")]
CAST_DRAWS = [("cell", "touched_($o, $m)", 0, H), ("cell", "touch_deep_($o, $m, 1)", 0, H)]

#: Statements and expressions with functions of the library on ints from $b to
#: $z, iterators of random access.
ORDERS = [
    "std::sort($b, $z);", "std::sort($b, $z, std::greater<int>());",
    "std::stable_sort($b, $z);", "std::reverse($b, $z);",
    "std::rotate($b, $b + $n - 1, $z);", "std::fill($b, $b + 2, $e);",
    "std::fill_n($b + 1, 2, $e);", "std::iota($b, $b + 2, 0);",
    "std::next_permutation($b, $z);", "std::swap(*$b, *($b + 2));",
    "std::iter_swap($b, $b + $i);", "std::copy($b + 1, $b + 3, $b);",
    "std::copy_backward($b, $b + 2, $b + 3);", "std::replace($b, $z, 0, 1);",
    "std::nth_element($b, $b + 1, $z);", "std::partial_sort($b, $b + 2, $z);",
    "std::swap_ranges($b, $b + 1, $b + 2);", "*$b = std::exchange(*($b + 1), $e);",
    "std::partition($b, $z, odd_);", "std::transform($b, $z, $b, turned_);",
    "std::generate($b, $b + 2, one_);", "std::make_heap($b, $z);",
]
ORDER_READS = [
    ("std::accumulate($b, $z, 0) % 3", 0, 2), ("int(std::count($b, $z, 1) % 3)", 0, 2),
    ("*std::max_element($b, $z)", 0, H), ("*std::min_element($b, $z)", 0, H),
    ("int(std::max_element($b, $b + 3) - $b)", 0, 2),
    ("int(std::find($b, $b + 2, $e) - $b)", 0, 2),
    ("std::inner_product($b, $b + 2, $b + 1, 1) % 3", 0, 2),
    ("int(std::distance($b, $z))", 3, 6), ("*std::next($b, $i)", 0, H),
    ("int(std::count_if($b, $b + 2, odd_))", 0, 2),
]
ORDER_TESTS = ["std::is_sorted($b, $z)", "std::find($b, $z, $e) == $z",
               "std::any_of($b, $z, odd_)", "std::equal($b, $b + 1, $b + 2)"]
ITEMS["odd_"] = ("static bool odd_(int k) { return k % 2; } static int turned_(int k) "
                 "{ return k ? 0 : 1; } static int one_() { return 1; }")


def item_type(text):
    return ("class", text)


def expected_type(entry):
    return entry[3] if len(entry) > 3 else T.INT

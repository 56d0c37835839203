#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that includes point one way; exits with 1 and says where they do not.

usage: tools/check_layers.py [--root FOLDER] [--graph]

A component is a header together with the source file of the same name. Checked
of the includes in plugin/, lib/, runtime/ and tools/:
  - no cycle among components;
  - every folder includes only what LAYERS lets it, and of a stage only its
    interface, never an internal header;
  - Clang's headers are included in plugin/ and lib/Transform/Import only, LLVM's
    nowhere in runtime/.
"""

import argparse
import os
import re
import sys

SOURCES = ("plugin", "lib", "runtime", "tools")
STAGE_ROOT = "lib/Transform"
SEARCH = ("", STAGE_ROOT, "tools", "runtime/include")

# The stages in the pipeline's order: the headers that others may include, and
# which earlier stages a stage may include those of. All may include IR and
# Support.
INTERFACE = {
    "Import": {"AstVisitor.h", "Import.h"},
    "Normalize": {"Normalize.h"},
    "Analysis": {"Activity.h", "Memory.h", "Warnings.h"},
    "Linearize": {"Linearize.h"},
    "Plan": {"Plan.h"},
    "Derive": {"Derive.h"},
    "Simplify": {"Simplify.h"},
    "Emit": {"Emit.h"},
}
COMMON = {"IR", "Support"}
LAYERS = {
    "IR": COMMON,
    "Support": COMMON,
    "Import": COMMON,
    "Normalize": COMMON,
    "Analysis": COMMON,
    "Linearize": COMMON | {"Analysis"},
    "Plan": COMMON | {"Analysis", "Linearize"},
    "Derive": COMMON | {"Linearize", "Plan"},
    "Simplify": COMMON,
    "Emit": COMMON,
    "Pipeline": COMMON | set(INTERFACE) - {"Import"},
    "plugin": COMMON | {"Pipeline", "Import"},
    "runtime": set(),
    "tools": COMMON | {"Pipeline"} | set(INTERFACE) - {"Import"},
}
CLANG_USERS = {"plugin", "Import"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def layer_of(path):
    """"Plan" for lib/Transform/Plan/X.h, "Pipeline" for lib/Transform/X.h,
    otherwise the first folder."""
    parts = path.split("/")
    if path.startswith(STAGE_ROOT + "/"):
        return parts[2] if len(parts) > 3 else "Pipeline"
    return parts[0]


def component_of(path):
    """A list that others expand (a .def) is a component of its own."""
    stem, ending = os.path.splitext(path)
    return path if ending == ".def" else stem


def source_files(root):
    for top in SOURCES:
        for folder, _, names in os.walk(os.path.join(root, top)):
            for name in sorted(names):
                if name.endswith((".h", ".cpp", ".def", ".inc")):
                    yield os.path.relpath(os.path.join(folder, name), root)


def includes_of(root, path):
    """Line number and text of every include."""
    with open(os.path.join(root, path), encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            match = INCLUDE.match(line)
            if match:
                yield number, match.group(2)


def resolve(files, path, name):
    """The file of ours that is meant, or None for one of LLVM's or the
    system's."""
    places = [os.path.dirname(path), *SEARCH]
    for place in places:
        candidate = os.path.normpath(os.path.join(place, name))
        if candidate in files:
            return candidate
    return None


def check_foreign(path, name):
    layer = layer_of(path)
    if name.startswith("clang/") and layer not in CLANG_USERS:
        return (f"'{name}' is Clang's; only plugin/ and {STAGE_ROOT}/Import "
                "may include it")
    if name.startswith(("llvm/", "clang/")) and layer == "runtime":
        return f"'{name}' is LLVM's; runtime/ may not include it"
    return None


def check_direction(path, target):
    layer, other = layer_of(path), layer_of(target)
    if layer == other:
        return None
    if layer not in LAYERS:
        return f"the folder '{layer}' has no line in LAYERS; give it one"
    if other not in LAYERS[layer]:
        allowed = ", ".join(sorted(LAYERS[layer])) or "nothing"
        return f"{layer} may not include {other} (it may: {allowed})"
    if other in INTERFACE and os.path.basename(target) not in INTERFACE[other]:
        names = " or ".join(sorted(INTERFACE[other]))
        return f"'{target}' is internal to {other}; include its {names}"
    return None


def find_cycle(graph):
    """A list of components, each of which includes the next and the last the
    first; None if there is none."""
    done, trail = set(), []

    def visit(node):
        if node in trail:
            return trail[trail.index(node):]
        if node in done:
            return None
        trail.append(node)
        for successor in sorted(graph.get(node, ())):
            cycle = visit(successor)
            if cycle:
                return cycle
        trail.pop()
        done.add(node)
        return None

    for node in sorted(graph):
        cycle = visit(node)
        if cycle:
            return cycle
    return None


def check(root):
    """All errors as lines of text, and the graph of components."""
    files = set(source_files(root))
    errors, graph = [], {}
    for path in sorted(files):
        successors = graph.setdefault(component_of(path), set())
        for number, name in includes_of(root, path):
            target = resolve(files, path, name)
            error = (check_direction(path, target) if target
                     else check_foreign(path, name))
            if error:
                errors.append(f"{path}:{number}: error: {error}")
            if target and component_of(target) != component_of(path):
                successors.add(component_of(target))
    cycle = find_cycle(graph)
    if cycle:
        errors.append("error: components include each other in a ring: "
                      + " -> ".join([*cycle, cycle[0]]))
    return errors, graph


def main():
    parser = argparse.ArgumentParser()
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser.add_argument("--root", default=here)
    parser.add_argument("--graph", action="store_true",
                        help="print who includes whom")
    args = parser.parse_args()
    errors, graph = check(args.root)
    if args.graph:
        for node, successors in sorted(graph.items()):
            print(node + ":", *sorted(successors))
    if not graph:
        errors.append(f"error: no source files in {args.root}")
    print(*errors, f"{len(graph)} components, {len(errors)} errors", sep="\n")
    sys.exit(1 if errors else 0)


if __name__ == "__main__":
    main()

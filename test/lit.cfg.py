# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# How lit runs Nabla's tests. One test, or one folder, by itself:
#   /usr/lib/llvm-22/bin/lit -v build/test/Tools/driver-link.test
# A file below test/ with a RUN line is a test; what tests need is in folders
# called Inputs. The first run in a build folder begins with the slow tests, by
# the seconds in .lit_test_times.txt; later ones go by what lit has measured.
# What stands for what in a RUN line:
#   %nabla         nabla++
#   %nabla-emit    the other tools
#   %nabla-opt
#   %at-levels ... -o %t            a compilation, at each level of optimization,
#   %at-levels-sanitized ... -o %t  and a run each (EndToEnd/support/at_levels.sh)
#   %sanitize      flags for one that is not to be run at several levels
#   %clang         clang++ of the version built for, without the plugin
#   %clang_plugin  the same with the plugin and the runtime headers
#   %gxx           g++-12, where feature gxx-12 is there
#   %clang-19      clang++ of version 19, where feature clang-19 is there
#   %include       the folder that holds nabla/
#   %root, %build  the root of the sources, the build folder
#   %eigen         how to include it, where feature eigen is
#   %openblas      how to compile and link with it, where feature openblas is
#   %python

import os
import re
import lit.formats

config.name = "Nabla (LLVM " + config.llvm_version + ")"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test", ".cpp", ".cc", ".c", ".ir"]
config.excludes = ["Inputs", "CMakeLists.txt"]
config.test_source_root = os.path.join(config.source_root, "test")
config.test_exec_root = os.path.join(config.build_root, "test")

# What the older Clang could break is what meets Clang.
if config.llvm_version != "22":
    config.excludes += [
        folder
        for folder in os.listdir(config.test_source_root)
        if os.path.isdir(os.path.join(config.test_source_root, folder))
        and folder not in ("EndToEnd", "Diagnostics")
    ]

config.available_features.add("llvm-" + config.llvm_version)
if config.gxx and not config.gxx.endswith("NOTFOUND"):
    config.available_features.add("gxx-12")

clang_19 = "/usr/lib/llvm-19/bin/clang++"
if os.path.exists(clang_19):
    config.available_features.add("clang-19")

openblas = "/usr/lib/x86_64-linux-gnu/openblas-pthread"
if os.path.exists(os.path.join(openblas, "libopenblas.so")):
    config.available_features.add("openblas")

eigen = "/usr/include/eigen3"
if os.path.exists(eigen):
    config.available_features.add("eigen")

bin = os.path.join(config.build_root, "bin")
include = os.path.join(config.build_root, "include")
plugin = os.path.join(config.build_root, "lib", "nabla.so")
clang = os.path.join(config.llvm_bindir, "clang++")

# Optimizers are LLVM's concern: the older one's are not looked at, and what is
# not optimized is looked at with the older one.
levels, sanitized = ("O2", "O2 sanitize")
# Undefined behaviour traps: to describe it takes long to compile.
sanitize = "-g1 -fsanitize=address,undefined -fsanitize-trap=undefined"
if config.llvm_version != "22":
    levels = sanitized = "O0"
    sanitize = ""
at_levels = os.path.join(config.test_source_root, "EndToEnd/support/at_levels.sh")

# The longer name first: "%nabla" is the beginning of "%nabla-opt".
for name, text in [
    ("at-levels-sanitized", f"{at_levels} '{sanitized}'"),
    ("at-levels", f"{at_levels} '{levels}'"),
    ("sanitize", sanitize),
    ("nabla-emit", os.path.join(bin, "nabla-emit")),
    ("nabla-opt", os.path.join(bin, "nabla-opt")),
    ("nabla", os.path.join(bin, "nabla++")),
    ("clang_plugin", f"{clang} -fplugin={plugin} -isystem {include}"),
    ("clang-19", clang_19),
    ("clang", clang),
    ("gxx", config.gxx),
    ("include", include),
    ("plugin", plugin),
    ("root", config.source_root),
    ("build", config.build_root),
    ("python", config.python),
    ("eigen", f"-isystem {eigen}"),
    (
        "openblas",
        f"-isystem /usr/include/x86_64-linux-gnu/openblas-pthread -L{openblas} "
        f"-Wl,-rpath,{openblas} -lopenblas",
    ),
]:
    config.substitutions.append((re.escape("%" + name) + r"(?![\w+-])", text))
filecheck = config.filecheck
if os.environ.get("NABLA_UPDATE_CHECKS"):
    script = os.path.join(config.source_root, "tools", "update_checks.py")
    filecheck = f"{config.python} {script} --as-filecheck {filecheck}"
config.substitutions.append((r"\bFileCheck\b", filecheck))

config.environment["NABLA_CLANG"] = clang
for name in ("CCACHE_DIR", "TMPDIR"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
config.environment["PATH"] = os.pathsep.join(
    [os.path.dirname(config.filecheck), os.environ["PATH"]]
)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statements of level 2: control flow and memory as C has them."""


class Level2:
    def more_statement_kinds(self):
        return []

    def make_structs(self):
        pass

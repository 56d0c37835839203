# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
def reduce(program, verdict, config, reference):
    return program, verdict

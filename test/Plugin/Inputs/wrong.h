// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

int wrong = undeclared;

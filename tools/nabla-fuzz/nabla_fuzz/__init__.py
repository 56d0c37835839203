# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differentiable C++ programs and the check of their gradients.

tree       the program as a tree
rng        random numbers, the same on every machine
generate*  a program from a seed
printer    a program as C++, in its own types or in the reference's
files      the files of a batch: reference, test, reproducer
runner     compiles and runs a batch: a verdict for each program
reduce     a failing program made small
hostile    programs with constructs that must be refused
mutate     gradients made wrong on purpose, to test the tester
cli        the command
"""

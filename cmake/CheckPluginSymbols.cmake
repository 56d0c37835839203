# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Fails if PLUGIN needs a symbol of namespace nabla that it does not define. (It
# may need those of LLVM and Clang: the compiler that loads it has them.)

execute_process(COMMAND "${NM}" -C --undefined-only "${PLUGIN}"
                OUTPUT_VARIABLE Symbols RESULT_VARIABLE Status)
if(NOT Status EQUAL 0)
  message(FATAL_ERROR "${NM} cannot read ${PLUGIN}")
endif()
string(REGEX MATCHALL "U [^\n]*nabla::[^\n]*" Missing "${Symbols}")
# Templates and functions of LLVM and Clang with an argument of ours are found
# by their own names.
list(FILTER Missing INCLUDE REGEX "^U ([a-z_ ]+ for )?nabla::")
if(Missing)
  list(JOIN Missing "\n  " Missing)
  file(REMOVE "${PLUGIN}")
  message(FATAL_ERROR "${PLUGIN} needs what no library of Nabla defines:\n  ${Missing}")
endif()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Chooses the compiler (the clang++ that belongs to NABLA_LLVM_VERSION, unless
# the user names one) and puts ccache before it where there is one.

if(NOT NABLA_LLVM_VERSION MATCHES "^(19|22)$")
  message(FATAL_ERROR
    "NABLA_LLVM_VERSION is '${NABLA_LLVM_VERSION}'; Nabla builds against 22 or 19")
endif()

if(NOT DEFINED CMAKE_CXX_COMPILER AND NOT DEFINED ENV{CXX})
  find_program(NABLA_HOST_CLANG
    NAMES clang++-${NABLA_LLVM_VERSION} clang++
    HINTS "/usr/lib/llvm-${NABLA_LLVM_VERSION}/bin" NO_CACHE)
  if(NABLA_HOST_CLANG)
    set(CMAKE_CXX_COMPILER "${NABLA_HOST_CLANG}")
  endif()
endif()

if(NOT DEFINED CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
  set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG" CACHE STRING "") # -O3 only costs
endif()

find_program(NABLA_CCACHE ccache)
mark_as_advanced(NABLA_CCACHE)
if(NABLA_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  # Precompiled headers are only cached with these two allowances.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros
      "${NABLA_CCACHE}")
endif()

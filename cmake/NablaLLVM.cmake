# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Finds LLVM and Clang of version NABLA_LLVM_VERSION. Sets what LLVMConfig.cmake
# and ClangConfig.cmake set, among it the imported target LLVM (the shared
# library) and LLVM_TOOLS_BINARY_DIR.

# Without a version: LLVM's own check takes "22" for 22.0 and refuses 22.1.
if(NOT DEFINED LLVM_DIR)
  set(LLVM_DIR "/usr/lib/llvm-${NABLA_LLVM_VERSION}/lib/cmake/llvm" CACHE PATH
      "Where LLVMConfig.cmake is")
endif()
find_package(LLVM CONFIG QUIET)
if(NOT LLVM_FOUND OR NOT LLVM_VERSION_MAJOR EQUAL NABLA_LLVM_VERSION)
  message(FATAL_ERROR
    "LLVM ${NABLA_LLVM_VERSION} was not found; install "
    "llvm-${NABLA_LLVM_VERSION}-dev and libclang-${NABLA_LLVM_VERSION}-dev, "
    "or give its place with -DLLVM_DIR=PREFIX/lib/cmake/llvm")
endif()
if(NOT TARGET LLVM)
  message(FATAL_ERROR
    "LLVM in ${LLVM_INSTALL_PREFIX} has no shared library libLLVM; Nabla needs "
    "one, as Debian's packages have it")
endif()
if(NOT EXISTS "${LLVM_INCLUDE_DIR}/clang/AST/ASTContext.h")
  message(FATAL_ERROR
    "Clang's headers are not in ${LLVM_INCLUDE_DIR}; install "
    "libclang-${NABLA_LLVM_VERSION}-dev")
endif()
message(STATUS "Nabla: Clang ${LLVM_PACKAGE_VERSION} in ${LLVM_INSTALL_PREFIX}")

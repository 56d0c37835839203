# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# How Nabla's targets are made. A stage folder needs no more than
#
#   nabla_add_library(NablaPlan AdjointPlan.cpp DEPENDS NablaAnalysis)
#
# Libraries only compile against LLVM's headers; who makes a process out of them
# (nabla_add_executable, nabla_add_unittest) links the shared libLLVM, and the
# plugin links nothing: the compiler that loads it already holds LLVM and Clang,
# and a second copy would register every option twice.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_compile_options(-Wall -Wextra -fvisibility-inlines-hidden)
if(NABLA_ASSERTIONS)
  string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_RELEASE
         "${CMAKE_CXX_FLAGS_RELEASE}")
  string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_RELWITHDEBINFO
         "${CMAKE_CXX_FLAGS_RELWITHDEBINFO}")
endif()
separate_arguments(NABLA_LLVM_DEFINITIONS NATIVE_COMMAND
                   "${LLVM_DEFINITIONS}")

# Compiles Target as LLVM code is compiled.
function(nabla_use_llvm Target)
  target_include_directories(${Target}
    PRIVATE "${PROJECT_SOURCE_DIR}/lib/Transform")
  target_include_directories(${Target} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
  target_compile_definitions(${Target} PRIVATE ${NABLA_LLVM_DEFINITIONS})
  # What LLVM 22 deprecates is often all that LLVM 19 has.
  target_compile_options(${Target} PRIVATE -fno-rtti -fno-exceptions
    -Wno-deprecated-declarations)
endfunction()

# Takes sources that are not written yet off a list, with a warning.
function(nabla_drop_missing List)
  file(GLOB Present CONFIGURE_DEPENDS "*.cpp") # configures again when one comes
  foreach(Source ${${List}})
    if(NOT EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${Source}")
      message(WARNING "${Source} is missing")
      list(REMOVE_ITEM ${List} ${Source})
    endif()
  endforeach()
  if(NOT ${List})
    set(${List} "${PROJECT_SOURCE_DIR}/cmake/Empty.cpp")
  endif()
  set(${List} "${${List}}" PARENT_SCOPE)
endfunction()

# Lets Target use the precompiled header cmake/Header, made once for all that do.
function(nabla_use_pch Target Header)
  string(REGEX REPLACE "\\.h$" "" Stem "${Header}")
  if(NOT TARGET Nabla${Stem})
    set(Dummy "${PROJECT_BINARY_DIR}/${Stem}.cpp")
    file(GENERATE OUTPUT "${Dummy}" CONTENT "// Carries ${Header}.\n")
    add_library(Nabla${Stem} STATIC "${Dummy}")
    nabla_use_llvm(Nabla${Stem})
    set_target_properties(Nabla${Stem} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(Nabla${Stem} PRIVATE -fPIC)
    target_precompile_headers(Nabla${Stem}
      PRIVATE "${PROJECT_SOURCE_DIR}/cmake/${Header}")
  endif()
  target_precompile_headers(${Target} REUSE_FROM Nabla${Stem})
  # CMake gives a program -fPIE, which the header was not compiled with.
  set_target_properties(${Target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${Target} PRIVATE -fPIC)
endfunction()

function(nabla_make_library Name Pch)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  nabla_drop_missing(ARG_UNPARSED_ARGUMENTS)
  add_library(${Name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  nabla_use_llvm(${Name})
  nabla_use_pch(${Name} ${Pch})
  target_link_libraries(${Name} PUBLIC ${ARG_DEPENDS})
endfunction()

# nabla_add_library(Name Source... [DEPENDS Library...])
function(nabla_add_library Name)
  nabla_make_library(${Name} LlvmPch.h ${ARGN})
endfunction()

# As nabla_add_library, for code that includes Clang's headers.
function(nabla_add_clang_library Name)
  nabla_make_library(${Name} ClangPch.h ${ARGN})
endfunction()

# nabla_add_executable(Name Source... [DEPENDS Library...]): a tool on LLVM.
function(nabla_add_executable Name)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  add_executable(${Name} ${ARG_UNPARSED_ARGUMENTS})
  nabla_use_llvm(${Name})
  nabla_use_pch(${Name} LlvmPch.h)
  target_link_libraries(${Name} PRIVATE ${ARG_DEPENDS} LLVM)
endfunction()

# nabla_add_plugin(Name Source... [DEPENDS Library...]): lib/Name.so, a plugin
# for the compiler. The build fails if it needs a function of Nabla's that no
# library has, which the compiler would only find out on loading it.
function(nabla_add_plugin Name)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  nabla_drop_missing(ARG_UNPARSED_ARGUMENTS)
  add_library(${Name} MODULE ${ARG_UNPARSED_ARGUMENTS})
  nabla_use_llvm(${Name})
  nabla_use_pch(${Name} ClangPch.h)
  # DEFINE_SYMBOL would be a macro that the precompiled header has not seen.
  set_target_properties(${Name} PROPERTIES PREFIX "" DEFINE_SYMBOL "")
  target_link_libraries(${Name} PRIVATE ${ARG_DEPENDS})
  add_custom_command(TARGET ${Name} POST_BUILD
    COMMAND "${CMAKE_COMMAND}" "-DNM=${CMAKE_NM}"
            "-DPLUGIN=$<TARGET_FILE:${Name}>"
            -P "${PROJECT_SOURCE_DIR}/cmake/CheckPluginSymbols.cmake"
    VERBATIM)
  install(TARGETS ${Name} LIBRARY DESTINATION lib)
endfunction()

# nabla_add_unittest(Name Source... [DEPENDS Library...] [RUNTIME] [SANITIZED])
# A GoogleTest program, target NameTests, run by check-unit. RUNTIME: for the
# runtime headers: C++17, exceptions and RTTI on, no LLVM. SANITIZED: such a one
# under sanitizers, whose first finding ends it.
function(nabla_add_unittest Name)
  cmake_parse_arguments(ARG "RUNTIME;SANITIZED" "" "DEPENDS" ${ARGN})
  # check-unit looks for programs whose name ends in "Tests".
  set(Target ${Name}Tests)
  add_executable(${Target} ${ARG_UNPARSED_ARGUMENTS})
  set_target_properties(${Target} PROPERTIES
    UNITY_BUILD OFF # each file may call its helpers what it likes
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/test/unit/bin")
  if(ARG_RUNTIME)
    set_target_properties(${Target} PROPERTIES CXX_STANDARD 17)
    target_include_directories(${Target}
      PRIVATE "${PROJECT_SOURCE_DIR}/runtime/include")
    # They run for a second; optimised, the templates compile for minutes.
    target_compile_options(${Target} PRIVATE -O0)
    if(ARG_SANITIZED AND NABLA_HAS_SANITIZERS)
      target_compile_options(${Target} PRIVATE ${NABLA_SANITIZERS})
      target_link_options(${Target} PRIVATE ${NABLA_SANITIZERS})
    endif()
    target_link_libraries(${Target} PRIVATE ${ARG_DEPENDS})
  else()
    nabla_use_llvm(${Target})
    nabla_use_pch(${Target} LlvmPch.h)
    target_link_libraries(${Target} PRIVATE ${ARG_DEPENDS} LLVM)
  endif()
  target_link_libraries(${Target} PRIVATE GTest::gtest_main)
  set_property(GLOBAL APPEND PROPERTY NABLA_UNITTESTS ${Target})
endfunction()

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's and the standard library's headers, precompiled once for the stages
// that know nothing of Clang, their tests and tools: two thirds of a file's
// time. For build speed only: every file still includes what it uses.

#ifndef NABLA_CMAKE_LLVMPCH_H
#define NABLA_CMAKE_LLVMPCH_H

#include "IR/Build.h"
#include "IR/Visit.h"
#include "IR/Walk.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cassert>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#endif // NABLA_CMAKE_LLVMPCH_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What single expressions can tell of themselves.

#include "IR/Expr.h"
#include <limits>
#include <string>

using namespace nabla::ir;

double RealLiteral::approximate() const {
  std::string Plain;
  for (char C : Digits)
    if (C != '\'') // C++'s digit separator
      Plain += C;
  double Value = 0;
  if (llvm::StringRef(Plain).getAsDouble(Value))
    return std::numeric_limits<double>::quiet_NaN();
  return Value;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects of the library and of the user's that C++ converts to bool in
// conditions only.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <functional>
#include <memory>
#include <optional>
#include <sstream>

using nabla_test::check_array;

[[grad]] double inIf(double *x, int n) {
  std::optional<int> o;
  if (n > 1)
    o = n;
  double s = x[0];
  if (o)
    s *= x[1];
  if (!o)
    s *= x[2];
  return s;
}
[[grad]] double inWhile(double *x, int) {
  std::istringstream in("2 3 4");
  double s = x[0];
  int w;
  while (in >> w)
    s = s * w + x[1];
  return s * s;
}
[[grad]] double inFor(double *x, int) {
  std::istringstream in("1 2 1");
  double s = 1;
  for (int w; in >> w;)
    s *= x[w] * s + x[0];
  return s;
}
[[grad]] double inDo(double *x, int) {
  std::istringstream in("1 2 1");
  double s = 1;
  int w;
  do
    s *= x[1] + s * x[0];
  while (in >> w);
  return s;
}
[[grad]] double inChoice(double *x, int) {
  std::unique_ptr<int> p(new int(2)), q;
  return (p ? x[0] * x[0] : x[1]) * (q ? x[0] : x[1]);
}
[[grad]] double written(double *x, int) {
  std::optional<int> o;
  bool before(o);
  o = 1;
  bool after = static_cast<bool>(o), again = bool(o), third = (bool)o;
  return (before ? x[0] : x[1]) * (after ? x[0] : x[2]) *
         (again && third ? x[2] : x[0]);
}
static int same(int k) { return k; }
[[grad]] double inLogic(double *x, int n) {
  std::function<int(int)> f = same;
  std::shared_ptr<int> p;
  return (f && n > 1 ? x[0] : x[1]) * (p || n > 9 ? x[0] : x[2] * x[2]);
}

struct Status {
  int code;
  explicit operator bool() const { return code == 0; }
};
static Status check(int n) { return {n % 2}; }
[[grad]] double own(double *x, int n) {
  Status s = check(n);
  double r = 1;
  for (int i = 0; i < n; ++i)
    if (check(i))
      r *= x[i] * x[i];
  return s ? r : r * x[1];
}
[[grad]] double initialized(double *x, int n) {
  if (std::optional<int> o = n; o)
    return x[*o - 1] * x[0];
  return x[0];
}

int main() {
#define CHECK(f) NABLA_CHECK(check_array(f, f##_grad, {0.7, 0.4, 0.9}))
  CHECK(inIf);
  CHECK(inWhile);
  CHECK(inFor);
  CHECK(inDo);
  CHECK(inChoice);
  CHECK(written);
  CHECK(inLogic);
  CHECK(own);
  CHECK(initialized);
  return nabla_test::result();
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects of the library that own objects whose end is noticed, delete what
// they own by a function of the user's, or share it with others that are
// counted: they end where C++ says, and not with the caller.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <array>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#define COMMA ,

using nabla_test::check_array;

static int depth = 0;
struct Guard {
  Guard() { ++depth; }
  Guard(const Guard &) { ++depth; }
  ~Guard() { --depth; }
};
struct Closer {
  void operator()(int *p) const {
    --depth;
    delete p;
  }
};
static void close(int *p) {
  --depth;
  delete p;
}
static int *opened() {
  ++depth;
  return new int(3);
}
struct Shape {
  virtual ~Shape() {}
};
struct Counted : Shape {
  Counted() { ++depth; }
  ~Counted() override { --depth; }
};

//===--- In a function that is called -------------------------------------===//

#define CALLED(NAME, DECLARATION)                                              \
  static double with_##NAME(double x) {                                        \
    DECLARATION;                                                               \
    return x * depth;                                                          \
  }                                                                            \
  [[grad]] double NAME(double *x, int) {                                       \
    double a = with_##NAME(x[0]);                                              \
    return a + with_##NAME(x[0] * x[1]) * (1 + depth) * x[2];                  \
  }
CALLED(unique, std::unique_ptr<Guard> g(new Guard))
CALLED(shared, std::shared_ptr<Guard> g = std::make_shared<Guard>())
CALLED(optional, std::optional<Guard> g(std::in_place))
CALLED(vector, std::vector<Guard> g(2))
CALLED(nested, std::vector<std::vector<Guard>> g(1); g[0].resize(2))
CALLED(array, std::array<Guard COMMA 2> g)
CALLED(pair, std::pair<int COMMA Guard> g)
CALLED(map, std::map<int COMMA Guard> g; g[1])
CALLED(list, std::list<Guard> g; g.emplace_back())
CALLED(deleter, std::unique_ptr<int COMMA Closer> g(opened()))
CALLED(function, std::unique_ptr<int COMMA void (*)(int *)> g(opened(), close))
CALLED(derived, std::unique_ptr<Shape> g(new Counted))

//===--- Who shares an object ---------------------------------------------===//

using Shared = std::shared_ptr<int>;

static double copied(double x, const Shared &p) {
  Shared q = p;
  return x * p.use_count();
}
[[grad]] double owners(double *x, int) {
  Shared p = std::make_shared<int>(3);
  double a = copied(x[0], p);
  return a + copied(x[1] * x[2], p) * (1 + p.use_count());
}
static double taken(double x, Shared p) { return x * x * p.use_count(); }
[[grad]] double byValue(double *x, int) {
  Shared p(new int(1));
  double a = taken(x[0], p);
  Shared q = p;
  double b = taken(x[1], q);
  return a * b * x[p.use_count()];
}
[[grad]] double inLoop(double *x, int n) {
  Shared p = std::make_shared<int>(3);
  double a = x[0];
  for (int i = 0; i < n; ++i) {
    Shared q = p;
    a = a * x[1] * p.use_count();
  }
  return a * x[2] * p.use_count();
}
[[grad]] double changing(double *x, int n) {
  Shared p = std::make_shared<int>(3);
  std::vector<Shared> all;
  double a = 1;
  for (int i = 0; i < n; ++i) {
    all.push_back(p);
    a = a * x[p.use_count() % 3] + p.use_count() * x[i];
  }
  all.clear();
  return a * x[p.use_count()];
}
[[grad]] double inBranch(double *x, int n) {
  std::weak_ptr<int> w;
  double a = x[0];
  if (n > 1) {
    Shared p = std::make_shared<int>(3);
    w = p;
    a *= w.expired() ? 2 : x[1];
  }
  return a * (w.expired() ? x[2] : 3);
}
static double observed(double x, std::weak_ptr<int> &w) {
  Shared p = std::make_shared<int>(3);
  w = p;
  return x * x;
}
[[grad]] double weak(double *x, int) {
  std::weak_ptr<int> w;
  double a = observed(x[0], w);
  Shared p = w.lock();
  return a * (p ? 3 : x[1]) * x[2];
}

int main() {
#define CHECK(f) NABLA_CHECK(check_array(f, f##_grad, {0.7, 0.4, 0.9}))
  CHECK(unique);
  CHECK(shared);
  CHECK(optional);
  CHECK(vector);
  CHECK(nested);
  CHECK(array);
  CHECK(pair);
  CHECK(map);
  CHECK(list);
  CHECK(deleter);
  CHECK(function);
  CHECK(derived);
  CHECK(owners);
  CHECK(byValue);
  CHECK(inLoop);
  CHECK(changing);
  CHECK(inBranch);
  CHECK(weak);
  return depth ? 1 : nabla_test::result();
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects of classes that Nabla does not look into and that keep the address of
// an integer: whoever is handed the object later may change it, under any name.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <vector>

using nabla_test::check_array;

class Keeper {
  int *at = nullptr;
  std::vector<int> more;

public:
  void keep(int &n) { at = &n; }
  void touch() {
    if (at)
      *at = (*at + 1) % 3;
  }
};

#define LOOP(TOUCH)                                                            \
  double s = 1;                                                                \
  for (int i = 0; i < 5; ++i) {                                                \
    TOUCH;                                                                     \
    s = s * x[n] + x[0];                                                       \
  }                                                                            \
  return s;

static void hand(Keeper &k, int &n) { k.keep(n); }
static void handPointer(Keeper *k, int *n) { k->keep(*n); }
static void handDeep(Keeper &k, int &n, int depth) {
  if (depth)
    handDeep(k, n, depth - 1);
  else
    k.keep(n);
}
static void touch(Keeper &k) { k.touch(); }
[[gnu::noinline]] static void handFar(Keeper &k, int &n) { k.keep(n); }
[[gnu::noinline]] static void touchFar(Keeper &k) { k.touch(); }
static Keeper &same(Keeper &k) { return k; }
static int peek(Keeper &k, int &n) {
  k.touch();
  return n;
}
static double deep(Keeper &k, double *x, int n) {
  if (n == 0)
    return x[0];
  k.touch();
  return deep(k, x, n - 1) * x[1];
}

#define F(NAME) [[grad]] double NAME(double *x, int)
F(keptByPointer) {
  int n = 0;
  Keeper k, *q = &k;
  q->keep(n);
  LOOP(k.touch())
}
F(touchedByPointer) {
  int n = 0;
  Keeper k, *q = &k;
  k.keep(n);
  LOOP(q->touch())
}
F(touchedByReference) {
  int n = 0;
  Keeper k, &q = k;
  k.keep(n);
  LOOP(q.touch())
}
F(keptInside) {
  int n = 0;
  Keeper k;
  hand(k, n);
  LOOP(k.touch())
}
F(keptInsideByPointer) {
  int n = 0;
  Keeper k;
  handPointer(&k, &n);
  LOOP(k.touch())
}
F(keptDeepInside) {
  int n = 0;
  Keeper k;
  handDeep(k, n, 2);
  LOOP(k.touch())
}
F(keptInElement) {
  int n = 0;
  Keeper k[2];
  hand(k[1], n);
  LOOP(k[1].touch())
}
F(keptInVector) {
  int n = 0;
  std::vector<Keeper> k(2);
  hand(k[1], n);
  LOOP(k[1].touch())
}
F(keptThroughPointer) {
  int n = 0;
  Keeper k;
  void (*h)(Keeper &, int &) = hand;
  h(k, n);
  LOOP(k.touch())
}
F(keptByResult) {
  int n = 0;
  Keeper k;
  hand(same(k), n);
  LOOP(k.touch())
}
F(copied) {
  int n = 0;
  Keeper k;
  hand(k, n);
  Keeper l = k;
  LOOP(l.touch())
}
F(touchedInside) {
  int n = 0;
  Keeper k;
  k.keep(n);
  LOOP(touch(k))
}
F(bothInside) {
  int n = 0;
  Keeper k;
  hand(k, n);
  LOOP(touch(k))
}
F(bothFar) {
  int n = 0;
  Keeper k;
  handFar(k, n);
  LOOP(touchFar(k))
}
F(readInside) {
  int n = 0;
  Keeper k;
  k.keep(n);
  LOOP(s *= x[peek(k, n)])
}
F(touchedDeepInside) {
  int n = 0;
  Keeper k;
  k.keep(n);
  double a = x[n] * x[n];
  a *= deep(k, x, 4);
  return a * x[n];
}
// Before it is kept, in the order of the text.
F(keptLater) {
  int n = 0;
  Keeper k;
  LOOP(k.touch(); s *= x[n]; hand(k, n))
}

static Keeper global;
static void touchGlobal() { global.touch(); }
class Toucher {
  std::vector<int> v;

public:
  void touch() { global.touch(); }
};
F(keptByGlobal) {
  int n = 0;
  global.keep(n);
  LOOP(touchGlobal())
}
F(touchedByOther) {
  int n = 0;
  global.keep(n);
  Toucher t;
  LOOP(t.touch())
}

// What was in a block is gone behind it.
F(forgotten) {
  std::vector<int *> v;
  double s = x[0];
  for (int k = 1; k < 3; ++k) {
    int j = k;
    v.push_back(&j);
    v.push_back(&k);
    s *= x[*v[0]];
    v.clear();
  }
  return s * x[v.size()];
}

int main() {
#define CHECK(f) NABLA_CHECK(check_array(f, f##_grad, {0.7, 0.4, 0.9}))
  CHECK(keptByPointer);
  CHECK(touchedByPointer);
  CHECK(touchedByReference);
  CHECK(keptInside);
  CHECK(keptInsideByPointer);
  CHECK(keptDeepInside);
  CHECK(keptInElement);
  CHECK(keptInVector);
  CHECK(keptThroughPointer);
  CHECK(keptByResult);
  CHECK(copied);
  CHECK(touchedInside);
  CHECK(bothInside);
  CHECK(bothFar);
  CHECK(readInside);
  CHECK(touchedDeepInside);
  CHECK(keptLater);
  CHECK(keptByGlobal);
  CHECK(touchedByOther);
  CHECK(forgotten);
  return nabla_test::result();
}

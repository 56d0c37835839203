// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Making an object changes what steers the derivative, without an argument that
// says so: in the constructor, in initialisers of members and bases, in default
// arguments, in what the library makes. So does what ends unseen in functions
// that are called. An index is read before and after.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <array>
#include <memory>
#include <optional>
#include <vector>

using nabla_test::check_array;

static int at = 0;
static int next() { return ++at; }

struct Body {
  int k;
  Body(int k = 1) : k(k) { at += k; }
  ~Body() { at -= k; }
};
struct Initialised {
  int id;
  Initialised() : id(next()) {}
  ~Initialised() { --at; }
};
struct Member {
  int id = next();
  Member() {}
  ~Member() { --at; }
};
struct Derived : Body {
  int z[2];
  Derived() {}
};
struct Whole {
  Body part;
  std::vector<int> v;
};
struct Delegating {
  int id;
  Delegating() : id(next()) {}
  Delegating(int) : Delegating() {}
  ~Delegating() { --at; }
};
struct Argument {
  int id;
  Argument(int k = next()) : id(k) {}
  ~Argument() { --at; }
};

#define MADE(NAME, ...)                                                        \
  [[grad]] double NAME(double *x, int) {                                       \
    at = 0;                                                                    \
    x[0] = x[0] * x[at];                                                       \
    __VA_ARGS__;                                                               \
    double y = x[2] * x[at + 1];                                               \
    return y * x[at];                                                          \
  }
MADE(body, Body a)
MADE(withArgument, Body a(1))
MADE(inBraces, Body a{})
MADE(row, Body a[1])
MADE(initialised, Initialised a)
MADE(member, Member a)
MADE(derived, Derived a)
MADE(whole, Whole a)
MADE(delegating, Delegating a(2))
MADE(argument, Argument a)
MADE(unique, std::unique_ptr<Body> a(new Body))
MADE(madeUnique, auto a = std::make_unique<Member>())
MADE(madeShared, auto a = std::make_shared<Initialised>())
MADE(optional, std::optional<Body> a(std::in_place))
MADE(emplaced, std::optional<Body> a; a.emplace())
MADE(vector, std::vector<Member> a(1))
MADE(resized, std::vector<Member> a; a.resize(1))
MADE(array, std::array<Initialised, 1> a)

// What ends in a function that is carried along.
struct Ending {
  ~Ending() { ++at; }
};
class Worker {
  std::vector<int> v;

public:
  int variable() {
    Ending e;
    return int(v.size());
  }
  int temporary() {
    Ending();
    return 1;
  }
  int deleted() {
    delete new Ending;
    return 1;
  }
  int owned() {
    std::unique_ptr<Ending> e(new Ending);
    return 1;
  }
  int reset() {
    std::optional<Ending> e(std::in_place);
    e.reset();
    return 1;
  }
};
MADE(variable, Worker w; w.variable())
MADE(temporary, Worker w; w.temporary())
MADE(deleted, Worker w; w.deleted())
MADE(owned, Worker w; w.owned())
MADE(reset, Worker w; w.reset())

int main() {
#define CHECK(f) NABLA_CHECK(check_array(f, f##_grad, {0.7, 0.4, 0.9}))
  CHECK(body);
  CHECK(withArgument);
  CHECK(inBraces);
  CHECK(row);
  CHECK(initialised);
  CHECK(member);
  CHECK(derived);
  CHECK(whole);
  CHECK(delegating);
  CHECK(argument);
  CHECK(unique);
  CHECK(madeUnique);
  CHECK(madeShared);
  CHECK(optional);
  CHECK(emplaced);
  CHECK(vector);
  CHECK(resized);
  CHECK(array);
  CHECK(variable);
  CHECK(temporary);
  CHECK(deleted);
  CHECK(owned);
  CHECK(reset);
  return nabla_test::result();
}

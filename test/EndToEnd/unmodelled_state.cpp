// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integers and inactive reals that are read from what is carried along as it
// stands: containers, strings, unions of integers, bit-fields, classes with
// private members. The reverse sweep needs what they said at the time.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <array>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

//===--- As factors -------------------------------------------------------===//

[[grad]] double size(const double *x, int n) {
  std::vector<int> v;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    v.push_back(i);
    s += x[i] * x[i] * double(v.size());
  }
  return s;
}

[[grad]] double straight(double x, double y) {
  std::string z;
  double s = x * z.size();
  z += "ab";
  s += x * y * z.size();
  z += "c";
  return s;
}

[[grad]] double element(const double *x, int n) {
  std::vector<int> v(1);
  double s = 0;
  for (int i = 0; i < n; ++i) {
    v[0] = i + 1;
    s += x[i] * v[0] + std::pow(x[i], v[0]);
  }
  return s;
}

[[grad]] double real(const double *x, int n) {
  std::vector<double> w;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    w.push_back(i + 1);
    s += x[i] * w.back() * s + x[i];
  }
  return s;
}

[[grad]] double ofConst(const double *x, int n) {
  const std::vector<int> v{2, 0, 1};
  double s = 1;
  for (int i = 0; i < n; ++i)
    s *= x[v[i % 3]] * (1 + v[i % 3]);
  return s;
}

union Bytes {
  int whole;
  char part[4];
};
[[grad]] double otherMember(const double *x, int n) {
  Bytes u;
  u.whole = 0;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    u.whole += 1;
    s += u.part[0] * x[i] * x[i];
  }
  return s;
}

struct Tagged {
  int tag;
  Bytes of;
};
[[grad]] double nested(const double *x, int n) {
  Tagged t;
  t.of.whole = 0;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    t.of.whole = i;
    s += x[t.of.part[0]] * x[i] * (i + t.of.whole);
  }
  return s;
}

struct Bits {
  unsigned a : 8;
  unsigned b : 8;
};
[[grad]] double bitField(const double *x, int n) {
  Bits q = {0, 0};
  double s = 0;
  for (int i = 0; i < n; ++i) {
    q.a++;
    s += x[i] * x[i] * q.a;
  }
  return s;
}

[[grad]] double array(const double *x, int n) {
  std::array<int, 2> a = {0, 1};
  std::pair<int, int> p(0, 1);
  double s = 0;
  for (int i = 0; i < n; ++i) {
    a[0] += 1;
    p.first += 2;
    s += x[i] * x[i] * (a[0] + p.first);
  }
  return s;
}

struct Named {
  std::string name;
  int k;
};
class Counter {
  int c = 0;

public:
  int shown = 0;
  void bump() { ++c, ++shown; }
};
[[grad]] double members(const double *x, int n) {
  Named m;
  m.k = 0;
  Counter c;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    m.k++;
    c.bump();
    s += x[i] * m.k * s + x[i] * c.shown;
  }
  return s;
}

//===--- As indices, in bounds, conditions and arguments ------------------===//

[[grad]] double index(const double *x, int n) {
  std::string z;
  double s = 1;
  for (int i = 0; i < n; ++i) {
    z += 'a';
    s = s * x[z.size() % 3] + x[i];
  }
  return s;
}

[[grad]] double indexOfTarget(const double *x, int n) {
  double a[3] = {x[0], x[1], x[2]};
  std::vector<int> v;
  for (int i = 0; i < n; ++i) {
    v.push_back(n - 1 - i);
    a[v.back()] *= x[v.size() - 1] * a[v.back()];
  }
  return a[0] + 2 * a[1] * a[2];
}

[[grad]] double emptied(const double *x, int n) {
  std::vector<int> v;
  double s = 1;
  for (int i = 0; i < n; ++i)
    v.push_back(i);
  while (!v.empty()) {
    s = s * s * 0.1 + x[v.back()];
    v.pop_back();
  }
  return s;
}

[[grad]] double iterator(const double *x, int n) {
  std::vector<int> v = {0, 1, 2};
  double s = n;
  for (std::vector<int>::iterator it = v.begin(); it != v.end(); ++it)
    s += x[*it] * s * (*it + 1);
  return s;
}

[[grad]] double bounds(const double *x, int n) {
  std::vector<int> v;
  double s = 1;
  for (int i = 0; i < n; ++i) {
    v.push_back(i);
    for (std::size_t j = 0; j < v.size(); ++j)
      s *= 1 + 0.1 * x[j];
    s = v.size() % 2 ? s * x[i] : s + x[i];
    if (v.back() % 2 == 0)
      s *= x[0];
  }
  return s;
}

static double scaled(double x, int k, std::size_t n) { return x * x * k + n; }
[[grad]] double argument(const double *x, int n) {
  std::vector<int> v;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    v.push_back(i + 2);
    s += scaled(x[i], v.back(), v.size()) * std::pow(x[i], int(v.size()));
  }
  return s;
}

//===--- Of one iteration -------------------------------------------------===//

[[grad]] double perIteration(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i) {
    std::vector<int> v(1, i);
    Bits b = {unsigned(i + 1), 0};
    std::string z(i + 1, 'z');
    s += x[v[0]] * s * b.a * double(z.size());
  }
  return s;
}

[[grad]] double replayed(const double *x, int n) {
  std::vector<int> order{2, 0, 1};
  double s = 1;
  for (int i = 0; i < n; ++i) {
    double *p = new double[3];
    for (int k = 0; k < 3; ++k)
      p[k] = x[order[k]] * s * order[k];
    order[i] = i;
    double t = p[order[0]] * p[1] + p[2];
    if (order[1] == 1)
      t *= p[order[2]];
    s = std::sin(t) + x[i];
    delete[] p;
  }
  return s;
}

static double letters(const double *x, int n) {
  char b[16] = "";
  double s = 0;
  for (int i = 0; i < n; ++i) {
    std::strcat(b, "z");
    s += x[i] * x[i] * double(std::strlen(b));
  }
  return s;
}
static double deep(const double *x, int n, int depth) {
  if (depth == 0)
    return letters(x, n);
  return deep(x, n, depth - 1) * x[0];
}
[[grad]] double text(const double *x, int n) {
  return letters(x, n) + deep(x, n, 2);
}

int main() {
  for (auto &p : {nabla_test::Point{1.25, 0.5, -0.75}, {0.3, 1.1, 0.9}}) {
    NABLA_CHECK(check_array(size, size_grad, p));
    NABLA_CHECK(check_array(element, element_grad, p));
    NABLA_CHECK(check_array(real, real_grad, p));
    NABLA_CHECK(check_array(ofConst, ofConst_grad, p));
    NABLA_CHECK(check_array(otherMember, otherMember_grad, p));
    NABLA_CHECK(check_array(nested, nested_grad, p));
    NABLA_CHECK(check_array(bitField, bitField_grad, p));
    NABLA_CHECK(check_array(array, array_grad, p));
    NABLA_CHECK(check_array(members, members_grad, p));
    NABLA_CHECK(check_array(index, index_grad, p));
    NABLA_CHECK(check_array(indexOfTarget, indexOfTarget_grad, p));
    NABLA_CHECK(check_array(emptied, emptied_grad, p));
    NABLA_CHECK(check_array(iterator, iterator_grad, p));
    NABLA_CHECK(check_array(bounds, bounds_grad, p));
    NABLA_CHECK(check_array(argument, argument_grad, p));
    NABLA_CHECK(check_array(perIteration, perIteration_grad, p));
    NABLA_CHECK(check_array(replayed, replayed_grad, p));
    NABLA_CHECK(check_array(text, text_grad, p));
  }
  NABLA_CHECK(check_scalar(straight, straight_grad, {1.25, 0.5}));
  return nabla_test::result();
}

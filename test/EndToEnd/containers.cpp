// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Containers of the library that carry no derivative: range-for over them, and
// references to their elements, wherever they are declared.
//
// RUN: %at-levels-sanitized %nabla -std=c++20 %s -o %t

#include "support/check_gradient.h"
#include <list>
#include <map>
#include <set>
#include <string>
#include <vector>

using nabla_test::check_array;

//===--- Range-for --------------------------------------------------------===//

[[grad]] double indices(double *x, int) {
  std::vector<int> v{0, 2, 1, 1};
  double s = 1;
  for (int k : v)
    s = s * x[k] + x[0];
  return s;
}
[[grad]] double neighbours(double *x, int n) {
  std::vector<std::vector<int>> next{{1, 2}, {0}, {1, 1}};
  double s = 0;
  for (int i = 0; i < n; ++i)
    for (int j : next[i])
      s += x[i] * x[j] * s + x[j];
  return s;
}
[[grad]] double weights(double *x, int) {
  std::vector<double> w{0.5, 2, 3};
  double s = x[0];
  for (double a : w)
    s *= x[1] * a;
  for (const double &a : w)
    s += s * x[2] * a;
  for (auto &a : w) {
    a *= 2;
    s *= a;
  }
  return s * w[0];
}
[[grad]] double pairs(double *x, int) {
  std::map<std::string, double> m{{"a", 2}, {"b", 3}};
  double s = 1;
  for (const auto &p : m)
    s = s * p.second * x[0] + x[1] * double(p.first.size());
  return s;
}
[[grad]] double exits(double *x, int) {
  std::set<int> m{2, 1};
  std::list<int> l{0, 1};
  double s = 1;
  for (int k : m)
    for (auto j : l) {
      if (k == j)
        continue;
      s = s * x[k] + x[j];
      if (s > 100)
        break;
    }
  return s;
}
struct Edge {
  int to;
  double w;
};
[[grad]] double records(double *x, int) {
  std::vector<Edge> g{{1, 2}, {2, 0.5}};
  double s = x[0];
  for (const Edge &e : g)
    s = s * x[e.to] * e.w;
  for (Edge e : g)
    s *= e.w + x[e.to];
  return s;
}
struct Named {
  std::string name;
  double k;
  int i;
};
[[grad]] double named(double *x, int) {
  std::vector<Named> g{{"a", 2, 1}, {"bc", 0.5, 2}};
  double s = x[0];
  for (const Named &e : g)
    s = s * x[e.i] * e.k;
  for (const auto &e : g)
    if (e.name == "bc")
      s *= e.k + x[e.i];
  return s;
}
static std::vector<int> downward(int n) {
  std::vector<int> v;
  for (int i = 0; i < n; ++i)
    v.push_back(n - 1 - i);
  return v;
}
[[grad]] double temporaries(double *x, int n) {
  double s = 1;
  for (int k : downward(n))
    s = s * x[k] + 1;
  for (auto v = downward(n); int k : v)
    s = s * x[k] + 1;
  return s;
}
[[grad]] double letters(double *x, int) {
  const std::string text = "abca";
  double s = 1;
  for (char c : text)
    s = s * x[c - 'a'] + x[0];
  return s;
}
[[grad]] double bits(double *x, int) {
  std::vector<bool> on{true, false, true};
  double s = 1;
  int i = 0;
  for (bool b : on) {
    if (b)
      s *= x[i];
    ++i;
  }
  return s;
}
static double walked(double *x, const std::vector<int> &order, int n) {
  double s = n;
  for (int k : order)
    s = s * x[k] + x[0];
  return n == 0 ? s : s * walked(x, order, n - 1);
}
[[grad]] double recursive(double *x, int n) {
  return walked(x, downward(n), 2);
}

// Ranges of the user's, whose elements may have derivatives.
template <class T> struct Range {
  T *first;
  int n;
  T *begin() const { return first; }
  T *end() const { return first + n; }
};
[[grad]] double ownRange(double *x, int n) {
  Range<double> all{x, n};
  double s = 1;
  for (double &v : all) {
    s = s * v + x[0];
    v *= s;
  }
  const int order[] = {2, 0, 1};
  for (int k : Range<const int>{order, 3})
    s *= x[k] + s;
  return s;
}

//===--- References to elements -------------------------------------------===//

[[grad]] double beforeContinue(double *x, int n) {
  std::vector<double> v{2, 1, 3};
  double s = x[0];
  for (int i = 0; i < n; ++i) {
    const double &q = v[i];
    if (q > 2)
      continue;
    s = s * x[1] * q;
  }
  return s;
}
[[grad]] double behindReturn(double *x, int n) {
  if (n < 1)
    return x[0];
  std::vector<int> v(3, n);
  const int &q = v[2];
  return x[0] * q * x[1];
}
[[grad]] double ofRecord(double *x, int n) {
  std::vector<Edge> g{{1, 2}, {2, 0.5}, {0, 4}};
  std::map<std::string, Named> m{{"k", {"k", 3, 2}}};
  double s = x[0];
  for (int i = 0; i < n; ++i) {
    const Edge &e = g[i];
    const Named &r = m.at("k");
    s = s * x[e.to] * e.w * r.k * x[r.i];
  }
  return s;
}
// What the references led to is gone when the sweep comes back.
[[grad]] double outlived(double *x, int) {
  std::vector<double> v{2, 3};
  double s = x[0];
  for (int i = 0; i < 2; ++i) {
    const double &q = v[i];
    s = s * x[1] * q;
    v.push_back(7);
    v[0] += 1;
  }
  v.clear();
  v.shrink_to_fit();
  return s;
}
[[grad]] double byPointer(double *x, int n) {
  if (n < 1)
    return x[0];
  std::vector<double> v(3, n);
  const double *p = v.data(), *q = &v[1];
  double s = x[0] * p[2];
  for (int i = 0; i < n; ++i)
    s *= p[i] * x[1] + *q;
  return s * *q;
}
[[grad]] double changed(double *x, int n) {
  std::vector<int> count(3);
  double s = 1;
  for (int i = 0; i < 2 * n; ++i) {
    int &c = count[i % 3];
    ++c;
    s = s * x[i % 3] * c + x[c];
  }
  return s;
}

int main() {
#define CHECK(f) NABLA_CHECK(check_array(f, f##_grad, {0.7, 0.4, 0.9}))
  CHECK(indices);
  CHECK(neighbours);
  CHECK(weights);
  CHECK(pairs);
  CHECK(exits);
  CHECK(records);
  CHECK(named);
  CHECK(temporaries);
  CHECK(letters);
  CHECK(bits);
  CHECK(recursive);
  CHECK(ownRange);
  CHECK(beforeContinue);
  CHECK(behindReturn);
  CHECK(ofRecord);
  CHECK(outlived);
  CHECK(byPointer);
  CHECK(changed);
  return nabla_test::result();
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Containers of integers that the library's algorithms change through
// iterators, which are handed over by value. The integers choose and weigh
// reals.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <algorithm>
#include <deque>
#include <iterator>
#include <list>
#include <numeric>
#include <set>
#include <vector>

using nabla_test::check_array;

// sum of w[k] * x[order[k]]^2
static double weigh(const double *x, const std::vector<int> &order) {
  double s = 0;
  for (int k = 0; k < int(order.size()); ++k)
    s += (k + 1) * x[order[k]] * x[order[k]];
  return s;
}

[[grad]] double copied(const double *x, int n) {
  std::vector<int> from{2, 0, 1}, to(n);
  std::copy(from.begin(), from.end(), to.begin());
  return weigh(x, to);
}
[[grad]] double copiedN(const double *x, int n) {
  const std::vector<int> from{2, 0, 1};
  std::vector<int> to(n);
  std::copy_n(from.begin(), 2, to.begin() + 1);
  return weigh(x, to);
}
[[grad]] double filled(const double *x, int n) {
  std::vector<int> to(n);
  std::fill_n(to.begin(), 2, 1);
  return weigh(x, to);
}
[[grad]] double rotated(const double *x, int) {
  std::vector<int> v{0, 1, 2};
  std::rotate(v.begin(), v.begin() + 1, v.end());
  double s = weigh(x, v);
  std::rotate(v.begin(), v.begin() + 1, v.end());
  return s * x[v[0]];
}
[[grad]] double summed(const double *x, int) {
  std::vector<int> v{1, 1, 0}, sums(3), steps(3);
  std::partial_sum(v.begin(), v.end(), sums.begin());
  std::adjacent_difference(sums.begin(), sums.end(), steps.begin());
  return weigh(x, sums) * x[steps[1]];
}
static int next(int k) { return (k + 1) % 3; }
[[grad]] double transformed(const double *x, int) {
  std::vector<int> v{0, 1, 2};
  std::transform(v.begin(), v.end(), v.begin(), next);
  return weigh(x, v);
}
[[grad]] double permuted(const double *x, int) {
  std::vector<int> v{0, 1, 2};
  double s = 0;
  do
    s = s * x[1] + weigh(x, v);
  while (std::next_permutation(v.begin(), v.end()));
  return s;
}
[[grad]] double removed(const double *x, int) {
  std::vector<int> v{0, 1, 1, 2, 0, 1};
  v.erase(std::unique(v.begin(), v.end()), v.end());
  double s = weigh(x, v);
  v.erase(std::remove(v.begin(), v.end(), 1), v.end());
  return s * weigh(x, v);
}
static bool isOdd(int k) { return k % 2; }
[[grad]] double parted(const double *x, int) {
  std::deque<int> d{0, 1, 2};
  std::partition(d.begin(), d.end(), isOdd);
  std::list<int> l(d.begin(), d.end());
  std::reverse(l.begin(), l.end());
  return weigh(x, std::vector<int>(l.begin(), l.end())) * x[d[0]];
}
[[grad]] double inserted(const double *x, int) {
  std::vector<int> a{0, 2}, b{1}, to;
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(to));
  std::set<int> set;
  std::copy(to.begin(), to.end(), std::inserter(set, set.end()));
  return weigh(x, to) * x[*set.rbegin()] * double(set.size());
}
[[grad]] double found(const double *x, int) {
  std::vector<int> v{0, 2, 1};
  int sum = std::accumulate(v.begin(), v.end(), 0);
  int at = int(std::max_element(v.begin(), v.end()) - v.begin());
  std::iter_swap(v.begin(), v.begin() + at);
  *std::find(v.begin(), v.end(), 1) = 0;
  return weigh(x, v) * x[at] * sum;
}
static void turn(std::vector<int> &v) {
  std::rotate(v.rbegin(), v.rbegin() + 1, v.rend());
}
[[grad]] double inLoop(const double *x, int n) {
  std::vector<int> v{0, 1, 2};
  double s = 1;
  for (int k = 0; k < 2 * n; ++k) {
    s = s * x[v[0]] + x[v[1]];
    turn(v);
    if (k % 2)
      std::swap_ranges(v.begin(), v.begin() + 1, v.begin() + 1);
  }
  return s;
}

int main() {
#define CHECK(f) NABLA_CHECK(check_array(f, f##_grad, {0.7, 0.4, 0.9}))
  CHECK(copied);
  CHECK(copiedN);
  CHECK(filled);
  CHECK(rotated);
  CHECK(summed);
  CHECK(transformed);
  CHECK(permuted);
  CHECK(removed);
  CHECK(parted);
  CHECK(inserted);
  CHECK(found);
  CHECK(inLoop);
  return nabla_test::result();
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// More programs as people write them: loops that count in reals, models with
// states and branches, weights that are walked through, stencils, templates,
// tables, checks. Expected gradients are differences of the same in long
// double.
//
// RUN: %at-levels %nabla -std=c++20 -Wno-everything %s -o %t

#include "support/check_gradient.h"
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#define PROGRAM(NAME)                                                          \
  [[grad]] double NAME(const double *x) { return NAME##Of(x); }                \
  static void NAME##Check(const nabla_test::Point &X) {                        \
    auto Wide = [](long double *x) { return NAME##Of(x); };                    \
    NABLA_CHECK(check_flat(NAME, NAME##_grad, X, Wide, {1e-9, 1e-13, 1e-3}));  \
  }

//===-- Counters that are reals, and active -------------------------------===//

template <class T> struct Clock {
  T now, step;
};
template <class T> bool advance(T *t, T by) { return (*t += by) < 2; }
template <class T> T countersOf(const T *x) {
  T s = 0, h = x[2];
  for (T t = x[0]; t < x[1]; t += h) // grows
    s += t * t * h;
  for (T t = x[1]; t > x[0]; t *= T(0.75)) // falls
    s += std::sin(t) * x[2];
  T t = x[0];
  while (t < x[1]) {
    T before = t;
    t += h * (1 + t);
    s += before * t;
  }
  do
    s += t * t - h;
  while ((t -= 3 * h) > x[0]);
  for (Clock<T> c = {x[0], h}; c.now < x[1]; c.now += c.step, c.step *= T(1.25))
    s += c.now * c.step;
  t = x[0];
  while (advance(&t, 2 * h))
    s *= 1 + t / 8;
  for (float f = 0.5f; f < 2; f += 0.25f) // inactive
    s += f * x[0];
  return s + t;
}
PROGRAM(counters)

//===-- States and branches -----------------------------------------------===//

/// An elastic branch that returns early, an iteration in the other one.
template <class T> struct Slip {
  T strain, back;
};
template <class T> T stress(T strain, T limit, T hard, Slip<T> &q) {
  const T trial = 10 * (strain - q.strain) - q.back;
  const T sign = trial < 0 ? -1 : 1;
  T excess = sign * trial - limit;
  if (excess <= 0)
    return trial + q.back;
  T slip = 0;
  for (int k = 0; k < 40; ++k) {
    T r = excess - (10 + hard) * slip - std::tanh(slip);
    T step = r / (10 + hard + 1 - std::tanh(slip) * std::tanh(slip));
    slip += step;
    if (std::fabs(step) < T(1e-10))
      break;
  }
  q.strain += sign * slip;
  q.back += hard * sign * slip;
  return 10 * (strain - q.strain);
}
template <class T> T cyclesOf(const T *x) {
  Slip<T> q = {0, 0};
  T work = 0, last = 0;
  for (int k = 1; k <= 12; ++k) {
    T s = stress(x[0] * T(std::sin(0.5 * k)), x[1], x[2], q);
    work += (s + last) * (s - last) / k + q.strain * s;
    last = s;
  }
  return work;
}
PROGRAM(cycles)

/// Layers of other widths, weights from one array.
template <class T> T unit(int kind, T v) {
  switch (kind) {
  case 0:
    return v > 0 ? v : 0;
  case 1:
    return std::tanh(v);
  default:
    return v;
  }
}
template <class T> T layersOf(const T *x) {
  static const int width[] = {2, 3, 1}, kind[] = {0, 1};
  const T *w = x;
  T loss = 0;
  for (int sample = 0; sample < 3; ++sample, w = x) {
    T a[3] = {T(0.5) * sample, T(1) - sample}, z[3];
    for (int l = 0; l < 2; ++l) {
      for (int o = 0; o < width[l + 1]; ++o) {
        z[o] = *w++;
        for (int i = 0; i < width[l]; ++i)
          z[o] += a[i] * *w++;
      }
      for (int o = 0; o < width[l + 1]; ++o)
        a[o] = unit(kind[l], z[o]);
    }
    loss += (a[0] - T(0.25)) * (a[0] - T(0.25));
  }
  return loss;
}
PROGRAM(layers)

/// Gates: state by reference, weights by pointers into the middle.
template <class T> T gate(T v) { return 1 / (1 + std::exp(-v)); }
template <class T> void cell(const T *w, T &h, T &c, T in) {
  const T *by = w + 3, *bias = by + 3;
  T g[3];
  for (int k = 0; k < 3; ++k)
    g[k] = w[k] * in + by[k] * h + bias[k];
  c = c * gate(g[0]) + gate(g[1]) * std::tanh(g[2]);
  h = gate(g[1] * c) * std::tanh(c);
}
template <class T> T sequenceOf(const T *x) {
  static const double in[] = {0.5, -1, 0.25, 0.75};
  T h = 0, c[2] = {0, 0}, loss = 0;
  for (int t = 0; t < 4; ++t) {
    cell(x, h, c[t % 2], T(in[t]));
    loss += (h - in[(t + 1) % 4]) * (h - in[(t + 1) % 4]);
  }
  return loss;
}
PROGRAM(sequence)

/// Upwind on a ring: which neighbour depends on a sign.
template <class T> T ringOf(const T *x) {
  constexpr int n = 9;
  T u[n], next[n];
  for (int i = 0; i < n; ++i)
    u[i] = x[0] + x[1] * T(std::sin(0.7 * i));
  for (int t = 0; t < 6; ++t) {
    for (int i = 0; i < n; ++i) {
      const T &before = u[(i + n - 1) % n], &after = u[(i + 1) % n];
      T slope = u[i] > 0 ? u[i] - before : after - u[i];
      next[i] = u[i] - x[2] * u[i] * slope + (after - 2 * u[i] + before) / 32;
    }
    std::copy(next, next + n, u);
  }
  T s = 0;
  for (T v : u)
    s += (v - x[0]) * (v - x[0]) * v;
  return s;
}
PROGRAM(ring)

/// A triangle of forward rates, updated in place, with a running sum.
template <class T> T ratesOf(const T *x) {
  static const double shock[] = {0.3, -0.8, 1.1};
  T rate[5];
  for (int i = 0; i < 5; ++i)
    rate[i] = x[i];
  for (int m = 0; m < 3; ++m) {
    T drift = 0;
    for (int i = m + 1; i < 5; ++i) {
      const T vol = x[5 + i - m - 1];
      drift += vol * rate[i] / (4 + rate[i]);
      rate[i] *= std::exp(drift * vol + vol * (shock[m] - vol / 8));
    }
  }
  T discount = 1, value = 0;
  for (int i = 2; i < 5; ++i) {
    discount /= 1 + rate[i] / 4;
    value += discount;
  }
  const T payoff = value - T(2.5);
  return payoff < 0 ? -payoff * value : 3 * payoff * payoff;
}
PROGRAM(rates)

/// Matrices by reference to arrays, multiplied in place.
template <class T> using Square = T[3][3];
template <class T> void turn(Square<T> &m, T angle, int axis) {
  const int p = (axis + 1) % 3, q = (axis + 2) % 3;
  const T c = std::cos(angle), s = std::sin(angle);
  for (auto &row : m) {
    T old = row[p];
    row[p] = c * old + s * row[q];
    row[q] = c * row[q] - s * old;
  }
}
template <class T> T armOf(const T *x) {
  Square<T> m = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  T at[3] = {}, error = 0;
  for (int i = 0; i < 4; ++i) {
    turn(m, x[i], i % 3);
    for (int k = 0; k < 3; ++k)
      at[k] += m[k][0] * x[4] + m[k][i % 3];
  }
  for (int k = 0; k < 3; ++k)
    error += (at[k] - k) * (at[k] - k);
  return error;
}
PROGRAM(arm)

//===-- Declared in the loop, set in some iterations ----------------------===//

template <class T> T weightOf(const T *p) { return 1 / (p[0] * p[0] + p[1]); }
template <class T> struct Maybe {
  T value;
  bool has;
};
template <class T> T sometimesOf(const T *x) {
  T out = 0;
  for (int i = 0; i < 5; ++i) {
    T packed[2] = {x[0] + i, x[1]}, local = x[0], maybe = 0, scratch[3];
    Maybe<T> m = {};
    if (i % 2)
      maybe = local * x[1];
    if (i % 3 == 1)
      m = {maybe * local, true};
    for (int k = 0; k <= i && k < 3; ++k)
      scratch[k] = k ? scratch[k - 1] * local : maybe + 1;
    local += maybe;
    out = out + weightOf(packed) * local * scratch[0];
    if (m.has)
      out *= m.value + scratch[i % 2];
  }
  int i = 0;
  do {
    T fresh = i == 2 ? x[1] : 1;
    while (fresh < 2)
      fresh *= 1 + x[0] * x[0];
    out += fresh;
  } while (++i < 4);
  return out;
}
PROGRAM(sometimes)

/// One element at a time, by a reference that is handed on.
template <class T> void blend(T &to, T v, T w) { to = to * (1 - w) + v * w; }
template <class T> void twice(T &to, T v) {
  blend(to, v, T(0.5));
  blend(to, to * v, to);
}
template <class T> T blendsOf(const T *x) {
  T a[5] = {};
  Clock<T> pair[2] = {{x[0], x[1]}, {x[1], x[0]}};
  for (int i = 0; i < 5; ++i) {
    blend(a[i], x[0], T(1));
    twice(a[i * 2 % 5], x[1] / (1 + i));
    twice(pair[i % 2].step, a[i]);
    blend(pair[a[i] < pair[0].now].now, pair[1].step, a[0]);
  }
  return a[0] * a[1] + a[2] * a[3] * a[4] + pair[0].now * pair[1].step;
}
PROGRAM(blends)

//===-- Templates, tables, checks -----------------------------------------===//

template <bool Normal, int N, class T>
T polynomial(const T (&c)[N], T x, int lowest = 1) {
  T r = c[N - 1];
  for (int i = N - 2; i >= 0; --i)
    r = c[i] + x * r;
  r *= std::pow(x, lowest);
  if constexpr (Normal)
    return r / (1 + std::fabs(c[0]));
  else
    return r + (lowest > 0 ? 1 : 0);
}
template <class T> T flagsOf(const T *x) {
  const T c[3] = {x[0], x[1], x[2]}, d[2] = {x[2], x[0]};
  return polynomial<false>(c, x[3], 0) * polynomial<true>(c, x[3]) +
         polynomial<true>(d, x[1], 2);
}
PROGRAM(flags)

constexpr std::array<double, 3> Nodes{-0.75, 0.0, 0.75};
constexpr std::array Weights{5.0 / 9, 8.0 / 9, 5.0 / 9};
template <class T> constexpr T power(T b, int e) {
  return e == 0 ? T(1) : b * power(b, e - 1);
}
static_assert(power(2.0, 3) == 8.0);
template <class T> T quadratureOf(const T *x) {
  constexpr double half = power(0.5, 1);
  T s = 0;
  for (std::size_t i = 0; i < Nodes.size(); ++i) {
    const T t = half * ((x[1] - x[0]) * Nodes[i] + x[0] + x[1]);
    assert(std::isfinite(t) && "finite");
    s += Weights[i] * (power(t, 3) + std::sin(x[0] * t));
  }
  return half * (x[1] - x[0]) * s;
}
PROGRAM(quadrature)

int main() {
  countersCheck({0.3, 1.9, 0.165});
  cyclesCheck({0.4, 1.2, 2.5});
  cyclesCheck({0.05, 1.2, 2.5});
  layersCheck(
      {0.1, 0.4, -0.6, 0.2, 0.7, 0.5, -0.3, 0.9, 0.8, 0.3, 0.6, -0.7, 0.5});
  sequenceCheck({0.4, -0.3, 0.8, 0.2, 0.6, -0.5, 0.1, 0.3, -0.2});
  ringCheck({0.2, 0.9, 0.1});
  ratesCheck({0.4, 0.3, 0.5, 0.6, 0.2, 0.2, 0.3, 0.25, 0.15});
  ratesCheck({0.04, 0.03, 0.05, 0.06, 0.02, 0.2, 0.3, 0.25, 0.15});
  armCheck({0.3, -0.7, 1.1, 0.5, 0.8});
  sometimesCheck({0.6, 0.9});
  blendsCheck({0.7, 0.4});
  flagsCheck({0.3, -0.8, 0.5, 0.7});
  quadratureCheck({0.4, 1.3});
  return nabla_test::result();
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tangents of rules of full power, by their jvp or by one reverse sweep:
// against differences of the function, and, as <u, J v> = <J' u, v>, against
// the adjoint that is compiled from the same rule.
//
// RUN: %nabla -std=c++17 -O0 %sanitize %s -o %t && %t

#include "Inputs/check_tangent.h"

static int Jvps = 0, Calls = 0;

namespace my {

struct pair {
  double a, b;
};
struct curve {
  double rise;
  double at(double t) const { return rise * t * t; }
};

double smooth_step(double x, double width) {
  ++Calls;
  return 1 / (1 + std::exp(-x / width));
}
void gemv(int m, int n, const double *A, const double *x, double *y) {
  for (int i = 0; i < m; ++i) {
    y[i] = 0;
    for (int j = 0; j < n; ++j)
      y[i] += A[i * n + j] * x[j];
  }
}
void scale(int n, double a, double *x) {
  for (int i = 0; i < n; ++i)
    x[i] *= a;
}
void soft_max(int n, double *x) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] = std::exp(x[i]);
  for (int i = 0; i < n; ++i)
    x[i] /= sum;
}
void rotate(double &x, double &y, double angle) {
  double before = x;
  x = before * std::cos(angle) - y * std::sin(angle);
  y = before * std::sin(angle) + y * std::cos(angle);
}
pair product(const pair &p, double q) { return {p.a * p.b, p.b * q * q}; }
double log_sum(int n, const double *x) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += std::exp(x[i]);
  return std::log(sum);
}
double cube(double x) { return x * x * x; }
double mixed(double x, int n, double y) { return n * x * y * y; }
template <class T> T dot(int n, const T *x, const T *y) {
  T sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * y[i];
  return sum;
}
struct dot_rule;

} // namespace my

//===--- With a jvp -------------------------------------------------------===//

template <> struct nabla::adjoint<&my::smooth_step> {
  static void vjp(double x, double width, double r, double dy, double &d_x,
                  double &d_width) {
    double slope = r * (1 - r) / width;
    d_x += dy * slope;
    d_width -= dy * slope * x / width;
  }
  static double jvp(double x, double width, double r, double t_x,
                    double t_width) {
    ++Jvps;
    double slope = r * (1 - r) / width;
    return slope * (t_x - x / width * t_width);
  }
};

template <> struct nabla::adjoint<&my::gemv> {
  static void vjp(int m, int n, const double *A, const double *x, double *,
                  double *d_A, double *d_x, double *d_y) {
    for (int i = 0; i < m; ++i) {
      for (int j = 0; j < n; ++j) {
        if (d_A)
          d_A[i * n + j] += d_y[i] * x[j];
        if (d_x)
          d_x[j] += d_y[i] * A[i * n + j];
      }
      d_y[i] = 0;
    }
  }
  static void jvp(int m, int n, const double *A, const double *x, double *,
                  const double *t_A, const double *t_x, double *t_y) {
    for (int i = 0; i < m; ++i) {
      t_y[i] = 0;
      for (int j = 0; j < n; ++j)
        t_y[i] += (t_A ? t_A[i * n + j] * x[j] : 0) +
                  (t_x ? A[i * n + j] * t_x[j] : 0);
    }
  }
  static auto reads(int m, int n, const double *A, const double *x, double *) {
    return nabla::reads(m, n, nabla::input(A, m * n), nabla::input(x, n));
  }
};

// By what was there before the call.
template <> struct nabla::adjoint<&my::scale> {
  static void vjp(int n, double a, const double *x, double &d_a, double *d_x) {
    for (int i = 0; i < n; ++i) {
      d_a += d_x[i] * x[i];
      d_x[i] *= a;
    }
  }
  static void jvp(int n, double a, const double *x, double t_a, double *t_x) {
    for (int i = 0; i < n; ++i)
      t_x[i] = a * t_x[i] + t_a * x[i];
  }
  static auto reads(int n, double a, const double *x) {
    return nabla::reads(n, a, nabla::input(x, n));
  }
};

// By what is there afterwards.
template <> struct nabla::adjoint<&my::soft_max> {
  static double mean(int n, const double *x, const double *d) {
    double sum = 0;
    for (int i = 0; i < n; ++i)
      sum += d[i] * x[i];
    return sum;
  }
  static void vjp(int n, const double *x, double *d_x) {
    double m = mean(n, x, d_x);
    for (int i = 0; i < n; ++i)
      d_x[i] = x[i] * (d_x[i] - m);
  }
  static void jvp(int n, const double *x, double *t_x) {
    double m = mean(n, x, t_x);
    for (int i = 0; i < n; ++i)
      t_x[i] = x[i] * (t_x[i] - m);
  }
  static auto reads(int n, const double *x) {
    return nabla::reads(n, nabla::output(x, n));
  }
};

// Outputs by reference: what is read is as it was.
template <> struct nabla::adjoint<&my::rotate> {
  static void vjp(double x, double y, double angle, double &d_x, double &d_y,
                  double &d_angle) {
    double c = std::cos(angle), s = std::sin(angle), before = d_x;
    d_angle += d_x * (-x * s - y * c) + d_y * (x * c - y * s);
    d_x = before * c + d_y * s;
    d_y = -before * s + d_y * c;
  }
  static void jvp(double x, double y, double angle, double &t_x, double &t_y,
                  double t_angle) {
    double c = std::cos(angle), s = std::sin(angle), before = t_x;
    t_x = before * c - t_y * s + t_angle * (-x * s - y * c);
    t_y = before * s + t_y * c + t_angle * (x * c - y * s);
  }
};

template <> struct nabla::adjoint<&my::product> {
  static void vjp(const my::pair &p, double q, const my::pair &seed,
                  my::pair &d_p, double &d_q) {
    d_p.a += seed.a * p.b;
    d_p.b += seed.a * p.a + seed.b * q * q;
    d_q += seed.b * p.b * 2 * q;
  }
  static my::pair jvp(const my::pair &p, double q, const my::pair &t_p,
                      double t_q) {
    return {t_p.a * p.b + p.a * t_p.b, t_p.b * q * q + p.b * 2 * q * t_q};
  }
};

template <> struct nabla::adjoint<&my::curve::at> {
  static void vjp(const my::curve &self, double t, double seed,
                  my::curve &d_self, double &d_t) {
    d_self.rise += seed * t * t;
    d_t += seed * 2 * self.rise * t;
  }
  static double jvp(const my::curve &self, double t, const my::curve &t_self,
                    double t_t) {
    return t_self.rise * t * t + 2 * self.rise * t * t_t;
  }
};

template <> struct nabla::rule<my::dot_rule> {
  static constexpr const char *spellings = "my::dot";
  template <class T>
  static void vjp(int n, const T *x, const T *y, T seed, T *d_x, T *d_y) {
    for (int i = 0; i < n; ++i) {
      if (d_x)
        d_x[i] += seed * y[i];
      if (d_y)
        d_y[i] += seed * x[i];
    }
  }
  template <class T> static auto reads(int n, const T *x, const T *y) {
    return nabla::reads(n, nabla::input(x, n), nabla::input(y, n));
  }
};

//===--- With none: one reverse sweep -------------------------------------===//

template <> struct nabla::adjoint<&my::log_sum> {
  static void vjp(int n, const double *x, double r, double dr, double *d_x) {
    for (int i = 0; i < n; ++i)
      d_x[i] += dr * std::exp(x[i] - r);
  }
  static auto reads(int n, const double *x) {
    return nabla::reads(n, nabla::input(x, n), nabla::result);
  }
};

template <> struct nabla::adjoint<&my::cube> {
  struct frame {
    double slope;
  };
  static double forward(double x, frame &f) {
    f.slope = 3 * x * x;
    return my::cube(x);
  }
  static void reverse(double, const frame &f, double seed, double &d_x) {
    d_x += seed * f.slope;
  }
};

// One shadow by reference, one by pointer.
template <> struct nabla::adjoint<&my::mixed> {
  static void vjp(double x, int n, double y, double seed, double &d_x,
                  double *d_y) {
    d_x += seed * n * y * y;
    if (d_y)
      *d_y += seed * n * x * 2 * y;
  }
};

//===--- Adjoints, compiled -----------------------------------------------===//

[[grad]] double step(double x, double w) { return my::smooth_step(x, w); }
[[grad]] void times(const double *A, const double *x, double *y) {
  my::gemv(2, 3, A, x, y);
}
[[grad]] void scaled(double a, double *x) { my::scale(3, a, x); }
[[grad]] void softened(double *x) { my::soft_max(3, x); }
[[grad]] void turned(double *x, double *y, double angle) {
  my::rotate(*x, *y, angle);
}
[[grad]] my::pair multiplied(my::pair p, double q) { return my::product(p, q); }
[[grad]] double dotted(const double *x, const double *y) {
  return my::dot(3, x, y);
}

//===--- Checks -----------------------------------------------------------===//

/// Adds the adjoint of a result that was stored to number I.
#define PULL(I, Call)                                                          \
  [](double *p, double *d) {                                                   \
    (void)p;                                                                   \
    const double u = d[I];                                                     \
    d[I] = 0;                                                                  \
    Call;                                                                      \
  }
int main() {
  NABLA_CHECK(check(
      "smooth_step", {0, 0.7, 1.3},
      [](double *p) { p[0] = my::smooth_step(p[1], p[2]); },
      PUSH(value_and_tangent<&my::smooth_step>(p[1], p[2], t[1], t[2])),
      PULL(0, step_vjp(p[1], p[2], u, d + 1, d + 2))));
  NABLA_CHECK(check_equal("jvp was used", Jvps, 1));
  Calls = 0;
  value_and_tangent<&my::smooth_step>(1.0, 1, 1.0, 0);
  NABLA_CHECK(check_equal("calls of the function", Calls, 1));

  NABLA_CHECK(check(
      "gemv", {0.3, -0.2, 0.5, 1.1, 0.4, -0.7, 0.2, 0.9, 0.1, 5, 7},
      [](double *p) { my::gemv(2, 3, p, p + 6, p + 9); },
      [](double *p, double *t) {
        value_and_tangent<&my::gemv>(2, 3, p, p + 6, p + 9, t, t + 6, t + 9);
      },
      [](double *p, double *d) {
        times_grad(p, p + 6, p + 9, d, d + 6, d + 9);
      }));
  NABLA_CHECK(check(
      "scale", {1.4, 0.2, 0.8, -0.6},
      [](double *p) { my::scale(3, p[0], p + 1); },
      [](double *p, double *t) {
        value_and_tangent<&my::scale>(3, p[0], p + 1, t[0], t + 1);
      },
      [](double *p, double *d) { scaled_grad(p[0], p + 1, d, d + 1); }));
  // The factor is one of the numbers that are overwritten.
  NABLA_CHECK(check(
      "scale by one of them", {1.4, 0.2, 0.8},
      [](double *p) { my::scale(3, p[1], p); },
      [](double *p, double *t) {
        value_and_tangent<&my::scale>(3, p[1], p, t[1], t);
      }));
  NABLA_CHECK(check(
      "soft_max", {0.2, 0.8, -0.6}, [](double *p) { my::soft_max(3, p); },
      [](double *p, double *t) { value_and_tangent<&my::soft_max>(3, p, t); },
      [](double *p, double *d) { softened_grad(p, d); }));
  NABLA_CHECK(check(
      "rotate", {0.2, 0.8, -0.6},
      [](double *p) { my::rotate(p[0], p[1], p[2]); },
      [](double *p, double *t) {
        value_and_tangent<&my::rotate>(p[0], p[1], p[2], t[0], t[1], t[2]);
      },
      [](double *p, double *d) {
        turned_grad(p, p + 1, p[2], d, d + 1, d + 2);
      }));
  NABLA_CHECK(check(
      "product", {0, 0, 0.2, 0.8, -0.6},
      [](double *p) {
        my::pair r = my::product({p[2], p[3]}, p[4]);
        p[0] = r.a;
        p[1] = r.b;
      },
      [](double *p, double *t) {
        auto y = value_and_tangent<&my::product>(my::pair{p[2], p[3]}, p[4],
                                                 my::pair{t[2], t[3]}, t[4]);
        p[0] = y.value.a;
        p[1] = y.value.b;
        t[0] = y.tangent.a;
        t[1] = y.tangent.b;
      },
      [](double *p, double *d) {
        my::pair seed{d[0], d[1]}, d_p{d[2], d[3]};
        d[0] = d[1] = 0;
        multiplied_vjp({p[2], p[3]}, p[4], seed, &d_p, d + 4);
        d[2] = d_p.a;
        d[3] = d_p.b;
      }));
  NABLA_CHECK(check(
      "a member function", {0, 0.2, 0.8},
      [](double *p) { p[0] = my::curve{p[1]}.at(p[2]); },
      PUSH(value_and_tangent<&my::curve::at>(my::curve{p[1]}, p[2],
                                             my::curve{t[1]}, t[2]))));

  // Derived from one reverse sweep.
  NABLA_CHECK(check(
      "log_sum", {0, 0.2, 0.8, -0.6},
      [](double *p) { p[0] = my::log_sum(3, p + 1); },
      PUSH(value_and_tangent<&my::log_sum>(3, p + 1, t + 1))));
  NABLA_CHECK(check(
      "cube", {0, 0.7}, [](double *p) { p[0] = my::cube(p[1]); },
      PUSH(value_and_tangent<&my::cube>(p[1], t[1]))));
  NABLA_CHECK(check(
      "mixed", {0, 0.7, 1.2},
      [](double *p) { p[0] = my::mixed(p[1], 3, p[2]); },
      PUSH(value_and_tangent<&my::mixed>(p[1], 3, p[2], t[1], t[2]))));
  NABLA_CHECK(check(
      "dot, by name", {0, 0.2, 0.8, -0.6, 1, 2, 3},
      [](double *p) { p[0] = my::dot(3, p + 1, p + 4); },
      PUSH(value_and_tangent<my::dot_rule>(&my::dot<double>, 3, p + 1, p + 4,
                                           t + 1, t + 4)),
      PULL(0, dotted_vjp(p + 1, p + 4, u, d + 1, d + 4))));
  NABLA_CHECK(check(
      "dot with itself", {0, 0.2, 0.8, -0.6},
      [](double *p) { p[0] = my::dot(3, p + 1, p + 1); },
      PUSH(value_and_tangent<my::dot_rule>(&my::dot<double>, 3, p + 1, p + 1,
                                           t + 1, t + 1))));
  const float xs[] = {1, 2}, ys[] = {3, 4}, t_xs[] = {1, -1};
  auto InFloat = value_and_tangent<my::dot_rule>(&my::dot<float>, 2, xs, ys,
                                                 t_xs, nullptr);
  NABLA_CHECK(check_equal("dot in float", InFloat.value, 11));
  NABLA_CHECK(check_equal("a tangent that is null", InFloat.tangent, -1));

  // A zero tangent adds nothing, whatever the partial is.
  NABLA_CHECK(check_equal(
      "zero", value_and_tangent<&my::mixed>(HUGE_VAL, 0, NAN, 0.0, 0.0).tangent,
      0));

  return nabla_test::result();
}

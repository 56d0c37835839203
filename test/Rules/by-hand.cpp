// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules of full power, for functions that exist only as an object file. What
// they are compared with are differences of the library itself.
//
// RUN: %clang -std=c++17 -O2 -DLIBRARY -c %s -o %t.library.o
// RUN: %nabla -std=c++17 -O0 %sanitize %s %t.library.o \
// RUN:   -o %t && %t
// RUN: %nabla -std=c++17 -O2 %s %t.library.o -o %t && %t

namespace my {
double smooth_step(double x, double width);
void gemv(int m, int n, const double *A, const double *x, double *y);
void scale(int n, double a, double *x);
void soft_max(int n, double *x);
double log_sum(int n, const double *x);
double root_of(double p, double *steps);
double area(double r);
float area(float r);
void polar(double x, double y, double *r, double *phi);
double draw(double x);
void log_message(double x);
extern int messages, draws;
} // namespace my

#include <cmath>

#ifdef LIBRARY

int my::messages = 0, my::draws = 0;
double my::smooth_step(double x, double width) {
  return 1 / (1 + std::exp(-x / width));
}
void my::gemv(int m, int n, const double *A, const double *x, double *y) {
  for (int i = 0; i < m; ++i) {
    y[i] = 0;
    for (int j = 0; j < n; ++j)
      y[i] += A[i * n + j] * x[j];
  }
}
void my::scale(int n, double a, double *x) {
  for (int i = 0; i < n; ++i)
    x[i] *= a;
}
void my::soft_max(int n, double *x) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] = std::exp(x[i]);
  for (int i = 0; i < n; ++i)
    x[i] /= sum;
}
double my::log_sum(int n, const double *x) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += std::exp(x[i]);
  return std::log(sum);
}
double my::root_of(double p, double *steps) { // of z + z * z * z = p
  double z = 0;
  for (*steps = 0; *steps < 60; ++*steps)
    z -= (z + z * z * z - p) / (1 + 3 * z * z);
  return z;
}
double my::area(double r) { return 3 * r * r; }
float my::area(float r) { return 3 * r * r; }
void my::polar(double x, double y, double *r, double *phi) {
  *r = std::hypot(x, y);
  *phi = std::atan2(y, x);
}
double my::draw(double x) { return ++draws * x; }
void my::log_message(double) { ++messages; }

#else

#include "../EndToEnd/support/check_gradient.h"
#include <nabla/rules.h>

// A scalar function; what is given is the function of its arguments.
template <> struct nabla::adjoint<&my::smooth_step> {
  static void vjp(double x, double width, double dy, double &d_x,
                  double &d_width) {
    double s = my::smooth_step(x, width), slope = s * (1 - s) / width;
    d_x += dy * slope;
    d_width -= dy * slope * x / width;
  }
  static double jvp(double x, double width, double t_x, double t_width) {
    double s = my::smooth_step(x, width), slope = s * (1 - s) / width;
    return slope * (t_x - x / width * t_width);
  }
  static constexpr bool pure = true;
};

// Arrays, more than one of them.
template <> struct nabla::adjoint<&my::gemv> {
  static void vjp(int m, int n, const double *A, const double *x,
                  const double *, double *d_A, double *d_x, double *d_y) {
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
  static auto reads(int m, int n, const double *A, const double *x,
                    const double *) {
    return nabla::reads(m, n, nabla::input(A, m * n), nabla::input(x, n));
  }
  static constexpr bool pure = true;
};
// (d_y is null only where nothing depends on y; the rule is not called then.)

// In place: what was there before is gone.
template <> struct nabla::adjoint<&my::scale> {
  static void vjp(int n, double a, const double *x, double &d_a, double *d_x) {
    for (int i = 0; i < n; ++i) {
      d_a += d_x[i] * x[i];
      d_x[i] *= a;
    }
  }
  static auto reads(int n, double a, const double *x) {
    return nabla::reads(n, a, nabla::input(x, n));
  }
  static constexpr bool pure = true;
};

// In place, by what is there afterwards.
template <> struct nabla::adjoint<&my::soft_max> {
  static void vjp(int n, const double *x, double *d_x) {
    double mean = 0;
    for (int i = 0; i < n; ++i)
      mean += d_x[i] * x[i];
    for (int i = 0; i < n; ++i)
      d_x[i] = x[i] * (d_x[i] - mean);
  }
  static auto reads(int n, const double *x) {
    return nabla::reads(n, nabla::output(x, n));
  }
};

// By the result.
template <> struct nabla::adjoint<&my::log_sum> {
  static void vjp(int n, const double *x, double r, double dr, double *d_x) {
    for (int i = 0; i < n; ++i)
      d_x[i] += dr * std::exp(x[i] - r);
  }
  static auto reads(int n, const double *x) {
    return nabla::reads(n, nabla::input(x, n), nabla::result);
  }
};

// With a state of its own.
template <> struct nabla::adjoint<&my::root_of> {
  struct frame {
    double slope;
  };
  static double forward(double p, double *steps, frame &f) {
    double z = my::root_of(p, steps);
    f.slope = 1 / (1 + 3 * z * z);
    return z;
  }
  static void reverse(double, const double *, const frame &f, double d_z,
                      double &d_p, double *d_steps) {
    d_p += d_z * f.slope;
    if (d_steps)
      *d_steps = 0;
  }
};

// One of several functions of a name.
template <> struct nabla::adjoint<static_cast<double (*)(double)>(&my::area)> {
  static void vjp(double r, double d_a, double &d_r) { d_r += d_a * 6 * r; }
};

template <> struct nabla::adjoint<&my::polar> {
  static void vjp(double x, double y, const double *r, const double *,
                  double &d_x, double &d_y, double *d_r, double *d_phi) {
    double a = d_r ? *d_r / *r : 0, b = d_phi ? *d_phi / (*r * *r) : 0;
    d_x += a * x - b * y;
    d_y += a * y + b * x;
    if (d_r)
      *d_r = 0;
    if (d_phi)
      *d_phi = 0;
  }
  static auto reads(double x, double y, const double *r, const double *) {
    return nabla::reads(x, y, nabla::output(r, 1));
  }
  static constexpr bool pure = true;
};

template <> inline constexpr bool nabla::inactive<&my::log_message> = true;
template <> inline constexpr bool nabla::inactive<&my::draw> = true;

[[grad]] double step(double x, double w) {
  my::log_message(x);
  return my::smooth_step(x * x, w) * x + my::draw(x);
}

[[grad]] double guarded(double x, double w) {
  double unused = my::smooth_step(x, w); // of width 0: not a number
  return w > 0 ? unused : x;
}

// x is overwritten between the calls and after them; A is not.
[[grad]] double layers(const double *A, double *x) {
  double y[3], s = 0;
  for (int k = 0; k < 4; ++k) {
    my::gemv(3, 3, A, x, y);
    for (int i = 0; i < 3; ++i) {
      x[i] = std::sin(y[i]);
      s += x[i] * y[i];
    }
  }
  x[1] = 2;
  return s;
}

// A matrix that carries no derivative.
[[grad("x")]] double turned(const double *A, const double *x) {
  double s = 0;
  for (int k = 0; k < 3; ++k) {
    double y[3]; // of each iteration
    my::gemv(3, 3, A, x, y);
    s += y[k] * y[0];
  }
  return s;
}

[[grad]] double in_place(int n, double *x, double a) {
  my::scale(n, a, x);
  my::soft_max(n, x);
  my::scale(n, x[0], x);
  my::soft_max(n, x);
  return x[0] - x[1] + my::log_sum(n, x);
}

[[grad]] double roots(double p) {
  double s = 0, steps = 0;
  for (int k = 1; k < 5; ++k)
    s += my::root_of(p * k, &steps) * k + steps * p;
  return s;
}

[[grad]] double areas(double r) { return my::area(r) * my::area(r + 1); }

[[grad]] double coordinates(double x, double y) {
  double r, phi, s = 0;
  my::polar(x, y, &r, &phi);
  s += r * phi;
  my::polar(r, phi, &r, &phi);
  return s + r;
}

static const double matrix[9] = {0.3, -0.2, 0.5, 1.1, 0.4, -0.7, 0.2, 0.9, 0.1};

int main() {
  // (my::draw counts, so the whole of step is no function.)
  NABLA_CHECK(check_flat(
      [](double *p) { return my::smooth_step(p[0] * p[0], p[1]) * p[0]; },
      [](double *p, double *d) {
        step_grad(p[0], p[1], d, d + 1);
        return my::smooth_step(p[0] * p[0], p[1]) * p[0];
      },
      {0.7, 1.3}));
  int draws = my::draws, messages = my::messages;
  double d_x = 0, d_w = 0;
  step_grad(0.5, 1, &d_x, &d_w);
  NABLA_CHECK(check_equal("draws", my::draws - draws, 1));
  NABLA_CHECK(check_equal("messages", my::messages - messages, 1));

  NABLA_CHECK(check_flat(
      [](double *p) { return layers(p, p + 9); },
      [](double *p, double *d) { return layers_grad(p, p + 9, d, d + 9); },
      {0.3, -0.2, 0.5, 1.1, 0.4, -0.7, 0.2, 0.9, 0.1, 0.8, -0.6, 0.4}));
  NABLA_CHECK(
      check_flat([](double *x) { return turned(matrix, x); },
                 [](double *x, double *d) { return turned_grad(matrix, x, d); },
                 {0.8, -0.6, 0.4}));
  NABLA_CHECK(check_flat(
      [](double *p) { return in_place(3, p, p[3]); },
      [](double *p, double *d) { return in_place_grad(3, p, p[3], d, d + 3); },
      {0.2, 0.8, -0.6, 1.4}));
  NABLA_CHECK(check_scalar(roots, roots_grad, {0.7}));
  NABLA_CHECK(check_scalar(areas, areas_grad, {0.7}));
  NABLA_CHECK(check_scalar(coordinates, coordinates_grad, {0.7, 0.4}));

  // A zero seed adds nothing, even through an infinite partial.
  d_x = d_w = 0;
  guarded_vjp(1, 0, 0, &d_x, &d_w);
  NABLA_CHECK(check_equal("d_x", d_x, 0));
  NABLA_CHECK(check_equal("d_w", d_w, 0));
  guarded_grad(1, 0, &d_x, &d_w);
  NABLA_CHECK(check_equal("d_x", d_x, 1));
  NABLA_CHECK(check_equal("d_w", d_w, 0));
  return nabla_test::result();
}

#endif

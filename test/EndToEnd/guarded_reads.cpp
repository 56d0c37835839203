// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers, of primal and shadow, that are read in one arm of a choice and kept
// for the reverse sweep: what they are read from may not exist otherwise.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>

/// The row of the arm that is not taken has no such element.
namespace matrices {
struct Mat {
  double **d;
};
struct Ws {
  Mat o, b;
};
[[gnu::noinline]] static double run(Ws *w, int c, int tr) {
  double s = 0.3;
  for (int i = 0; i < c; i++) {
    double v = tr ? w->b.d[0][i] : w->b.d[i][0];
    s = s * v * 0.3 + v * v;
    w->o.d[0] = w->b.d[0];
  }
  return s;
}
[[grad]] double transposed(double x, double y) {
  double a[4] = {x, y, x * y, 1};
  double **one = new double *[1] { a }, **out = new double *[1] { nullptr };
  Ws w = {{out}, {one}};
  double s = run(&w, 4, 1);
  delete[] one;
  delete[] out;
  return s;
}
} // namespace matrices
using matrices::transposed;
using matrices::transposed_grad;

/// There is no next node where the other arm is taken.
namespace lists {
struct N {
  double *tab;
  N *next;
};
[[gnu::noinline]] static double run(N *p, const int *has, double x, int c) {
  double s = x;
  for (int i = 0; i < c; i++) {
    double g = has[i] ? p->next->tab[0] : x;
    s = s * g * 0.5 + x;
    p->tab = nullptr;
    if (has[i]) {
      N *q = p->next;
      p->next = nullptr;
      p = q;
    }
  }
  return s;
}
[[grad]] double lastNode(double x, double y) {
  double t[4] = {x, y, x * y, 2};
  N n[3] = {{t, n + 1}, {t + 1, n + 2}, {t + 2, nullptr}};
  int has[4] = {1, 1, 0, 0};
  return run(n, has, y, 4);
}
} // namespace lists
using lists::lastNode;
using lists::lastNode_grad;

/// The same where the loop is run again backward, and with &&.
namespace replays {
struct N {
  double *tab;
  N *next;
  double v;
};
[[gnu::noinline]] static double run(N *p, double x, int c) {
  double s = x;
  for (int i = 0; i < c; i++) {
    double *q = new double[2];
    q[0] = p->next ? p->next->tab[0] * s : s;
    q[1] =
        p->next && p->next->next && p->next->next->v > 0.1 ? p->next->v : p->v;
    s = std::sin(q[0]) + q[1] * x;
    delete[] q;
    p->tab = nullptr;
    p->v = -p->v;
    if (p->next) {
      N *o = p;
      p = p->next;
      o->next = nullptr;
    }
  }
  return s;
}
[[grad]] double replayed(double x, double y) {
  double t[4] = {x, y, x * y, 2};
  N n[3] = {{t, n + 1, x}, {t + 1, n + 2, y}, {t + 2, nullptr, x * y}};
  return run(n, y, 4);
}
} // namespace replays
using replays::replayed;
using replays::replayed_grad;

/// A choice in a choice.
namespace choices {
struct N {
  double *tab;
  N *next;
  double v;
};
[[grad]] double nested(double x, double y) {
  double t[4] = {x, y, x * y, 2};
  N n[3] = {{t, n + 1, x}, {t + 1, n + 2, y}, {t + 2, nullptr, x * y}};
  N *p = n;
  double s = 1;
  while (p) {
    int k = p->next ? (p->next->next ? 2 : 1) : 0;
    double &r = k == 2 ? p->next->next->v : k == 1 ? p->next->tab[1] : p->v;
    r *= x;
    s = s * 0.5 + r * p->tab[0];
    p->tab = t + k;
    N *q = p->next;
    p->next = nullptr;
    p = q;
  }
  return s + n[2].v * t[1];
}
} // namespace choices
using choices::nested;
using choices::nested_grad;

/// Rows that change places.
namespace rows {
[[grad]] double rotated(double x, double y) {
  double a[3] = {x, y, x * y};
  double *rows[3] = {a, nullptr, a + 1};
  double s = y;
  for (int i = 0; i < 6; ++i) {
    int k = i % 3;
    double w = rows[k] ? rows[k][1] : s;
    s = std::sin(s * w) + x;
    if (k == 2) {
      double *z = rows[0];
      rows[0] = rows[1];
      rows[1] = rows[2];
      rows[2] = z;
      a[1] *= s;
    }
  }
  return s * a[1];
}
} // namespace rows
using rows::rotated;
using rows::rotated_grad;

/// Pointers to arrays, in what is run again.
namespace arrays {
struct B {
  double (*row)[2];
  int n;
};
[[grad]] double arraysOfRows(double x, double y) {
  double m[2][2] = {{x, y}, {1, x}};
  B b[2] = {{m, 2}, {nullptr, 0}};
  double s = 1;
  for (int i = 0; i < 5; ++i) {
    B *q = &b[i % 2];
    double u = q->n ? q->row[1][i % 2] : s * y;
    for (int j = 0; j < 3; ++j) {
      double loc[2] = {u, s};
      double *p = &loc[j % 2];
      *p *= q->n > j ? q->row[j][0] : y;
      s = 0.5 * loc[0] + std::cos(loc[1]);
    }
    B t = b[0];
    b[0] = b[1];
    b[1] = t;
  }
  return s;
}
} // namespace arrays
using arrays::arraysOfRows;
using arrays::arraysOfRows_grad;

/// The other arm is a constant.
namespace negated {
struct N {
  double *tab;
  N *next;
};
[[gnu::noinline]] static double run(N *p, const int *has, double x, int c) {
  double s = x;
  for (int i = 0; i < c; i++) {
    s = s * 0.5 * (!has[i] ? 1.5 : p->next->tab[0]) + x;
    p->tab = nullptr;
    if (has[i]) {
      N *q = p->next;
      p->next = nullptr;
      p = q;
    }
  }
  return s;
}
[[grad]] double negatedChoice(double x, double y) {
  double t[4] = {x, y, x * y, 2};
  N n[3] = {{t, n + 1}, {t + 1, n + 2}, {t + 2, nullptr}};
  int has[4] = {1, 1, 0, 0};
  return run(n, has, y, 4);
}
} // namespace negated
using negated::negatedChoice;
using negated::negatedChoice_grad;

/// A choice that is assigned to, beside a power, whose adjoint has a condition
/// of its own.
namespace assigned {
struct N {
  double *tab;
  N *next;
};
[[gnu::noinline]] static double run(N *p, const int *has, double x, int c) {
  double s = x;
  for (int i = 0; i < c; i++) {
    (has[i] ? p->next->tab[0] : s) *= x;
    s = 0.5 * s + std::pow(p->tab[0], 2.0);
    p->tab = nullptr;
    if (!has[i])
      break;
    N *q = p->next;
    p->next = nullptr;
    p = q;
  }
  return s;
}
[[grad]] double assignedChoice(double x, double y) {
  double t[4] = {x, y, x * y, 2};
  N n[3] = {{t, n + 1}, {t + 1, n + 2}, {t + 2, nullptr}};
  int has[4] = {1, 1, 0, 0};
  return run(n, has, y, 4);
}
} // namespace assigned
using assigned::assignedChoice;
using assigned::assignedChoice_grad;

int main() {
  for (auto &p : {nabla_test::Point{0.7, 1.3}, {1.25, 0.5}, {0.4, 1.1}}) {
    NABLA_CHECK(check_scalar(transposed, transposed_grad, p));
    NABLA_CHECK(check_scalar(lastNode, lastNode_grad, p));
    NABLA_CHECK(check_scalar(replayed, replayed_grad, p));
    NABLA_CHECK(check_scalar(nested, nested_grad, p));
    NABLA_CHECK(check_scalar(rotated, rotated_grad, p));
    NABLA_CHECK(check_scalar(arraysOfRows, arraysOfRows_grad, p));
    NABLA_CHECK(check_scalar(negatedChoice, negatedChoice_grad, p));
    NABLA_CHECK(check_scalar(assignedChoice, assignedChoice_grad, p));
  }
  return nabla_test::result();
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// switch: arms that leave, fall through, stand in any order or within a block;
// in loops, with break, continue and return; over enumerations and ranges.
//
// RUN: %at-levels %nabla -std=c++17 -Wno-everything %s -o %t

#include "support/check_gradient.h"
#include <cmath>

[[grad]] double returns(double x, int n) {
  switch (n) {
  case 0:
    return x;
  case 1:
    return x * x;
  case 5:
  case 6:
  case 7:
    return std::sin(x);
  default:
    return 3 * x;
  }
}

[[grad]] double defaultInTheMiddle(double x, double y, int n) {
  double r = y;
  switch (n) {
  case 0:
    r = x * y;
    break;
  default:
    r = x + y * y;
    break;
  case 1:
    r = x * x;
    break;
  }
  return r * x;
}

[[grad]] double fallsThrough(double x, int n) {
  double r = 1;
  switch (n) {
  case 3:
    r *= x;
  case 2:
    r *= std::sin(x);
  default:
    r += x;
  case 1:
    r *= x;
  }
  return r;
}

[[grad]] double leavesInTheMidst(double x, double y, int n) {
  double r = x;
  switch (n) {
  case 0:
    if (y > 1) {
      r += y;
      break;
    }
    r *= y;
  case 1:
    r *= r;
    if (x > 2)
      break;
    r += x;
  case 2:
    r *= 2;
    break;
  case 4:
    r = x * y;
  }
  return r * y;
}

[[grad]] double inLoop(const double *a, int n) {
  double s = 0, p = 1;
  for (int i = 0; i < n; ++i) {
    switch (i % 4) {
    case 0:
      s += a[i] * a[i];
      continue;
    case 1:
      p *= a[i];
      break;
    case 2:
      if (a[i] > 2)
        return s * p;
      s += p;
    default:
      s *= a[i];
    }
    s += 0.5 * p;
  }
  return s + p;
}

[[grad]] double loopInside(const double *a, int n) {
  double s = 1;
  switch (n) {
  case 3:
    for (int i = 0; i < n; ++i) {
      if (a[i] < 0)
        break;
      s *= a[i];
    }
  case 4:
    for (int i = 0; i < n; ++i) {
      if (a[i] < 0)
        continue;
      s += a[i] * s;
    }
    break;
  default:
    s = a[0];
  }
  return s * s;
}

enum class Kind : unsigned char { Linear, Square, Sine };

[[grad]] double kinds(double x, int n) {
  Kind k = static_cast<Kind>(n);
  switch (k) {
  case Kind::Linear:
    return 2 * x;
  case Kind::Square:
    return x * x;
  case Kind::Sine:
    return std::sin(x);
  }
  return 0;
}

[[grad]] double nested(double x, double y, int n, int m) {
  double r = 0;
  switch (n) {
  case 1:
    switch (m) {
    case 1:
      r = x;
      break;
    case 2:
      r = y;
    default:
      r += x * y;
    }
    r *= x;
    break;
  case 2: {
    double t = x * y;
    switch (m) {
    case 1:
      r = t;
    }
    break;
  }
  }
  return r;
}

[[grad]] double ranges(double x, int k) {
  static const unsigned values[] = {1,       3,           77777,
                                    1000001, 4294967290u, 4294967295u};
  switch (values[k]) {
  case 0 ... 2:
    return x;
  case 3 ... 1000000:
    return x * x;
  case 4294967290u ... 4294967295u:
    return std::sin(x);
  }
  return std::exp(x);
}

[[grad]] double empty(double x, int n) {
  switch (n) {}
  switch (n++) { default:; }
  switch (n)
  case 3:
    x *= x;
  return x * n;
}

[[grad]] double declares(double x, int n) {
  double r = 0;
  switch (int k = n + 1; k) {
    double t;
  case 1:
    t = x * x;
    r = t;
    break;
  case 2: {
    const double u = std::sin(x);
    r = u * u;
  } break;
  case 3:
    t = x;
    t *= t * k;
    r = t;
  }
  return r;
}

[[grad]] double changesWhatItChoosesBy(double x, int n) {
  switch (n) {
  case 0:
    n = 2;
    x *= x;
  case 1:
    x += n;
  case 2:
    x *= n + 1;
  }
  return x * x;
}

[[grad]] double unrolledCopy(const double *a, int n) { // Duff's device
  double s = 0;
  int i = 0, rounds = (n + 3) / 4;
  switch (n % 4) {
  case 0:
    do {
      s += a[i] * a[i] * s + a[i];
      ++i;
    case 3:
      s += a[i] * a[i];
      ++i;
    case 2:
      s += a[i] * std::sin(a[i]);
      ++i;
    case 1:
      s += a[i] * a[i];
      ++i;
    } while (--rounds > 0);
  }
  return s;
}

[[grad]] double caseInBranch(double x, int n) {
  double r = x;
  switch (n) {
  case 0:
    if (x > 1) {
      r *= x;
    case 1:
      r += x * x;
      break;
    } else {
    case 2:
      r *= 3;
    }
    r *= r;
  }
  return r + x;
}

[[grad]] double states(const double *a, int n) {
  double s = 0;
  int state = 0;
  for (int i = 0; i < n; ++i)
    switch (state) {
    case 0:
      s += a[i] * a[i];
      state = a[i] > 1 ? 1 : 2;
      break;
    case 1:
      s *= a[i];
      state = 2;
      break;
    case 2:
      s = std::sin(s) + a[i];
      state = 0;
    }
  return s;
}

int main() {
  for (int n = -1; n < 9; ++n) {
    double m = n;
    NABLA_CHECK(check_scalar(returns, returns_grad, {1.3, m}));
    NABLA_CHECK(check_scalar(defaultInTheMiddle, defaultInTheMiddle_grad,
                             {1.3, 0.7, m}));
    NABLA_CHECK(check_scalar(fallsThrough, fallsThrough_grad, {1.3, m}));
    for (double x : {1.3, 2.4})
      for (double y : {0.7, 1.6})
        NABLA_CHECK(
            check_scalar(leavesInTheMidst, leavesInTheMidst_grad, {x, y, m}));
    if (n >= 0 && n < 3)
      NABLA_CHECK(check_scalar(kinds, kinds_grad, {1.3, m}));
    for (double k : {0., 1., 2.})
      NABLA_CHECK(check_scalar(nested, nested_grad, {1.3, 0.7, m, k}));
    NABLA_CHECK(check_scalar(empty, empty_grad, {1.3, m}));
    NABLA_CHECK(check_scalar(declares, declares_grad, {1.3, m}));
    NABLA_CHECK(check_scalar(changesWhatItChoosesBy,
                             changesWhatItChoosesBy_grad, {1.3, m}));
    for (double x : {0.6, 1.3})
      NABLA_CHECK(check_scalar(caseInBranch, caseInBranch_grad, {x, m}));
  }
  for (double k : {0., 1., 2., 3., 4., 5.})
    NABLA_CHECK(check_scalar(ranges, ranges_grad, {0.8, k}));
  NABLA_CHECK(check_array(inLoop, inLoop_grad,
                          {0.5, 1.2, -0.7, 1.1, 0.3, 0.9, 2.5, 0.2}));
  NABLA_CHECK(check_array(inLoop, inLoop_grad, {0.5, 1.2, -0.7, 1.1, 0.3}));
  NABLA_CHECK(check_array(loopInside, loopInside_grad, {0.5, -1.2, 0.7}));
  NABLA_CHECK(check_array(loopInside, loopInside_grad, {0.5, 1.2, 0.7}));
  NABLA_CHECK(check_array(loopInside, loopInside_grad, {0.5, 1.2, -0.7, 2}));
  NABLA_CHECK(check_array(loopInside, loopInside_grad, {0.5, 1.2}));
  for (int n = 1; n < 11; ++n) {
    nabla_test::Point X;
    for (int i = 0; i < n; ++i)
      X.push_back(0.3 + 0.17 * i);
    NABLA_CHECK(check_array(unrolledCopy, unrolledCopy_grad, X));
    NABLA_CHECK(check_array(states, states_grad, X));
  }
  return nabla_test::result();
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// goto: on, back, out of loops, into blocks; loops made of it, also such as no
// nesting of loops has; local labels.
//
// RUN: %at-levels %nabla -std=c++17 -Wno-everything %s -o %t

#include "support/check_gradient.h"
#include <cmath>

[[grad]] double on(double x, double y) {
  double r = x * y;
  if (x > 1)
    goto skip;
  r = std::sin(r);
  if (y > 1)
    goto end;
  r *= x;
skip:
  r += y;
end:
  return r * r;
}

[[grad]] double back(double x, int n) {
  double s = x;
  int k = 0;
again:
  s = std::sin(s) + 0.1 * x * s;
  if (++k < n)
    goto again;
  return s * s;
}

[[grad]] double backInTheMidst(double x, int n) {
  double s = x;
  int k = 0;
again:
  double t = s * x;
  if (k >= n)
    goto done;
  s = std::sin(t) + 0.2 * t;
  ++k;
  goto again;
done:
  return s * t;
}

[[grad]] double nestedBack(double x, int n) {
  double s = x;
  int i = 0, j;
outer:
  j = 0;
inner:
  s = s * 0.9 + 0.1 * std::sin(s * x);
  if (++j < i)
    goto inner;
  if (s > 3)
    goto out;
  if (++i < n)
    goto outer;
out:
  return s;
}

[[grad]] double overlapping(double x, int n) {
  double s = x;
  int k = 0;
first:
  s = 0.5 * s + x;
second:
  s = std::sin(s);
  if (++k % 3 == 1 && k < n)
    goto first;
  s += 0.1 * x * s;
  if (k < n)
    goto second;
  return s;
}

[[grad]] double outOfLoops(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j) {
      s += a[i] * a[j];
      if (s > 4)
        goto out;
    }
  s *= 2;
out:
  return s * a[0];
}

[[grad]] double nextOuter(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (a[j] < 0)
        goto next;
      s += a[i] * a[j];
    }
    s *= 0.5;
  next:;
  }
  return s;
}

[[grad]] double sharedExits(double x, double y) {
  double r;
  if (x < 0)
    goto negative;
  r = std::sqrt(x);
  if (r > y)
    goto large;
  return r * y;
negative:
  r = -x * y;
  goto finish;
large:
  r = y * y;
finish:
  return r + x;
}

[[grad]] double intoLoop(double x, int n) {
  double s = x;
  int k = 0;
  if (n > 2)
    goto in;
  do {
    s = s * x;
  in:
    s = std::sin(s) + 1;
  } while (++k < n);
  return s;
}

[[grad]] double testBelow(double x, int n) {
  double s = x;
  int k = 0;
  goto test;
body:
  s += std::sin(s * x);
  ++k;
test:
  if (k < n)
    goto body;
  return s;
}

[[grad]] double intoBranch(double x, int n) {
  double s = x;
  int k = 0;
  if (x > 1) {
    s *= x;
  in:
    s += x;
  } else {
    s = std::sin(s);
    if (n > 3)
      goto in;
  }
  if (++k < n)
    goto in;
  return s * s;
}

[[grad]] double amongArms(double x, int n) {
  double r = x;
  switch (n) {
  case 0:
  zero:
    r *= x;
    break;
  case 1:
    r += 1;
    goto zero;
  case 2:
    if (x > 1)
      goto zero;
    r = std::sin(x);
  }
  return r;
}

[[grad]] double loopAround(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    int k = 0;
  again:
    s += a[i] * (k + 1);
    if (a[i] < -1)
      break;
    if (a[i] < 0)
      continue;
    if (s < 2 && ++k < 3)
      goto again;
    s *= a[i];
  }
  return s * s;
}

[[grad]] double automaton(const double *a, int n) {
  double s = 1;
  int i = 0;
one:
  if (i >= n)
    goto end;
  s += a[i++];
  if (s > 2)
    goto three;
two:
  if (i >= n)
    goto end;
  s *= a[i++];
  if (s < 1)
    goto one;
three:
  if (i >= n)
    goto end;
  s = std::sin(s) + a[i++];
  if (s > 0.5)
    goto two;
  goto one;
end:
  return s * s;
}

[[grad]] double localLabels(double x) {
  double r = x;
  {
    __label__ out;
    if (x > 1)
      goto out;
    r *= x;
  out:
    r += 1;
  }
  {
    __label__ out;
    if (x < 2)
      goto out;
    r *= x;
  out:
    r *= r;
  }
unused:
  return r;
}

[[grad]] double references(double *a, int n) {
  int i = 0;
  double s = 0;
again:
  double &r = a[i];
  r *= r;
  const double c = r + 1;
  s += c * r;
  if (++i < n)
    goto again;
  return s + c * r;
}

[[grad]] double retry(double x, int n) {
  double step = 1, y = x;
  for (int i = 0; i < n; ++i) {
  smaller:
    double next = y - step * (y * y - x);
    if (next < 0.1 || next > 3) {
      step *= 0.5;
      goto smaller;
    }
    y = next;
  }
  return y;
}

// A block is made among labels in the midst of branches, and used behind them.
[[grad]] double blocks(const double *a, int n) {
  double s = a[0];
  int turn = 0;
  if (n > 2) {
    {
      double *z = new double[2];
      z[0] = a[0] * a[n - 1];
      z[1] = 1;
      int k = 0;
      if (n != 4) {
      again:
        s += z[0] * a[0];
        z[1] *= s;
      } else {
        if (turn == 1)
          goto again;
        z[1] = 2 * z[0];
      }
      if (++k < 3)
        goto again;
      s += z[0] * z[1];
      delete[] z;
    }
  out:
    s *= a[1];
  } else {
    if (n == 2)
      goto out;
    s += a[0];
  }
  if (++turn < 2 && n > 1)
    goto out;
  return s;
}

int main() {
  for (double x : {0.4, 0.9, 1.3, 2.1})
    for (double y : {0.5, 1.6})
      NABLA_CHECK(check_scalar(on, on_grad, {x, y}));
  for (double x : {-0.6, 0.4, 1.3})
    NABLA_CHECK(check_scalar(sharedExits, sharedExits_grad, {x, 0.9}));
  for (int n = 0; n < 8; ++n)
    for (double x : {0.7, 1.4}) {
      double m = n;
      NABLA_CHECK(check_scalar(back, back_grad, {x, m}));
      NABLA_CHECK(check_scalar(backInTheMidst, backInTheMidst_grad, {x, m}));
      NABLA_CHECK(check_scalar(nestedBack, nestedBack_grad, {x, m}));
      NABLA_CHECK(check_scalar(overlapping, overlapping_grad, {x, m}));
      NABLA_CHECK(check_scalar(intoLoop, intoLoop_grad, {x, m}));
      NABLA_CHECK(check_scalar(testBelow, testBelow_grad, {x, m}));
      NABLA_CHECK(check_scalar(intoBranch, intoBranch_grad, {x, m}));
      NABLA_CHECK(check_scalar(amongArms, amongArms_grad, {x, m}));
      NABLA_CHECK(check_scalar(retry, retry_grad, {x, m}));
    }
  nabla_test::Point X;
  for (int n = 1; n < 8; ++n) {
    X.push_back(0.53 + 0.3 * ((n * 5) % 7) - (n == 5 ? 2.2 : n == 6 ? 3.9 : 0));
    NABLA_CHECK(check_array(outOfLoops, outOfLoops_grad, X));
    NABLA_CHECK(check_array(nextOuter, nextOuter_grad, X));
    NABLA_CHECK(check_array(loopAround, loopAround_grad, X));
    NABLA_CHECK(check_array(automaton, automaton_grad, X));
    NABLA_CHECK(check_array(references, references_grad, X));
    NABLA_CHECK(check_array(blocks, blocks_grad, X));
  }
  for (double x : {0.4, 1.3, 2.4})
    NABLA_CHECK(check_scalar(localLabels, localLabels_grad, {x}));
  return nabla_test::result();
}

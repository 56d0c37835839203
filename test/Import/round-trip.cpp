// What is imported means the same: the IR of these functions, written as C++
// again, computes what they compute. Also for what C++ sequences (C++17).
//
// RUN: %nabla-import-dump -Xclang -plugin-arg-nabla-import-dump -Xclang emit %s > %t.inc
// RUN: %clang -std=c++17 -w -fsanitize=undefined -fno-sanitize-recover=all -DMAIN %s -o %t.before
// RUN: %t.before > %t.expected
// RUN: FileCheck %s < %t.expected
// RUN: %clang -std=c++17 -w -DMAIN -DEMITTED='"%t.inc"' %s -o %t.after
// RUN: %t.after > %t.actual
// RUN: diff %t.expected %t.actual
//
// Not everything is the same by chance:
// CHECK: order: {{.*[1-9]}}

#ifdef MAIN
#include <cstdio>
#endif

struct Vec {
  double x, y;
};
struct Part {
  Vec at, v[2];
  double mass = 1;
  int id;
};
enum class Mode { Sum, Max, Other };

/// Has side effects that show the order of calls.
int note(int n);

#ifdef EMITTED
#include EMITTED
#else

double order(int n, double x) {
  double a[8] = {1, 2, 3, 4, 5, 6, 7, 8}, s = 0;
  int i = n & 3;
  a[i] = i++;
  s += a[0] + 10 * a[1] + 100 * a[2] + i;
  a[i++] += a[i];
  s = s * 1.5 + a[i] + a[i - 1];
  i = 2;
  a[i] = a[i + 1] = i++;
  s = s * 1.5 + a[2] + a[3] + i;
  int k = i++ << i;
  s = s * 1.5 + k;
  double *p = a, *q = a + 4;
  *p++ = *q++ * 2;
  *p++ += *q--;
  s = s * 1.5 + (p - a) + (q - a) + a[0] + a[1];
  (p = q)[(p++, 1)] = 9;
  s = s * 1.5 + a[5] + a[6] + (p - a);
  int b[4] = {2, 0, 1, 3};
  s = s * 1.5 + (b[b[0]] = 3);
  s += b[2] + 10 * b[1] + 100 * b[0];
  x = (x += 2) * 3;
  return s + (x *= 2, x);
}

int calls(int n) {
  int a = note(1) + note(2) * note(3);
  int b = n > 0 && note(n) > 3 || note(4) % 2;
  int c = n ? note(5) : note(6);
  int d = (note(7), n) ? (n > 2 ? note(8) : 9) : note(10);
  int e[3] = {note(11), note(12), note(13)};
  e[note(14) % 3] = note(15);
  e[note(16) % 3] += note(17);
  int f = n ?: note(18);
  while (n-- > 0 && note(n) % 5)
    a += n;
  return a + 3 * b + 5 * c + 7 * d + e[0] + e[1] * 2 + e[2] * 3 + f;
}

double loops(int n, double x) {
  double s = 0;
  for (int i = n, j = 0; i > 0; i -= 2, ++j)
    s += i * j;
  for (int i = 0;; ++i) {
    if (i == 3)
      continue;
    if (i > n)
      break;
    for (int j = i; j < n; j++) {
      if (j == 4)
        break;
      s += x * j;
    }
  }
  int k = n;
  do {
    if (k & 1)
      continue;
    s += k;
  } while (--k > 0);
  double y;
  while ((y = x * k++) < 10)
    s += y;
  double m[2][3] = {{1, 2, 3}, {x}};
  for (auto &row : m)
    for (double &e : row)
      s += e *= 2;
  return s + m[1][0];
}

double jumps(int n, double x) {
  int round = 0;
again:
  switch (n) {
    double t;
  case 0:
    x += 1;
  default:
    t = x * 2;
    x = t + 1;
    break;
  case 2:
  case 3: {
    double u = x;
    x -= u / 4;
    if (round > 1)
      break;
  }
  case 4 ... 6:
    x *= 2;
    if (note(int(x)) % 3 == 0)
      return x + note(2);
  }
  while (true) {
    switch (++round) {
    case 1:
      continue;
    case 2:
      n = 1;
      goto again;
    case 5:
      goto done;
    }
    if (round > 8)
      break;
  }
  x += note(3);
done:
  return x;
}

double modes(Mode m, double x) {
  if (double y = x - 1; y > 0)
    return y;
  else if (int k = int(x))
    x += k;
  switch (m) {
  case Mode::Sum:
    return x;
  case Mode::Max:
    x *= 2;
  case Mode::Other:
    return x * 3;
  }
  return 0;
}

double types(int n, unsigned u, float f, double x, char c) {
  c += n;
  f += x;
  n *= 1.5;
  u -= n;
  n <<= 2;
  n = n % 7 | 8;
  short s = c;
  s++;
  --s;
  bool b = x;
  b |= n > 3;
  unsigned long w = u;
  w >>= 3;
  long double l = x;
  l /= 3;
  f = f * 0.1f + 1 / 3.0;
  return c + f + n + u % 1000 + s + b + w % 100 + double(l) + (n > u) +
         int(x) / 2 + -n * !b + ~n + (f < x ? f : x) + 'a';
}

double structs(double x) {
  Part p{{x, 2}, {{3}, {4, x}}}, q = p, r[2] = {};
  Part *t = &q;
  t->at.x *= 2;
  q.v[1] = p.at;
  r[1] = q;
  r[1].v[0] = Vec{x};
  Vec &at = r[1].at;
  at = {1, x};
  at.y += 3;
  auto [a, v, mass, id] = r[1];
  auto &[first, second] = q.at;
  first = 7;
  return a.x + a.y * 2 + v[0].x + v[1].y + mass + id + q.at.x + second +
         p.v[1].y + r[0].mass + (*t).mass + Vec{x, x}.y;
}

double pointers(double *p, int n) {
  double *e = p + n, *best = p, **pp = &best;
  double s = 0;
  for (double *i = p; i != e; i++)
    if (*i > **pp)
      *pp = i;
  *(n > 2 ? &s : p) += 5;
  (n > 3 ? s : p[0]) *= 3;
  double &r = n > 1 ? p[1] : s;
  r += 1;
  const double &v = s * 2;
  s += 1;
  return *best + s + v + (best - p) + (e > p) + p[0] + 1[p] + *(e - 1);
}

double recursive(int n, double x) {
  return n <= 0 ? x : n % 2 ? recursive(n - 1, x * 2) + note(n)
                            : recursive(n - 2, x) - recursive(n - 3, x + 1);
}

#endif

#ifdef MAIN
int trace = 1;
int note(int n) { return trace = (trace * 7 + n) % 1009; }
int main() {
  for (int n = 0; n < 7; ++n) {
    double x = 0.3 * n + 0.25, a[8] = {3, 1, 4, 1.5, 9, 2.5, 6, 5};
    std::printf("order: %.17g\n", order(n, x));
    std::printf("calls: %d\n", calls(n));
    std::printf("loops: %.17g\n", loops(n, x));
    std::printf("jumps: %.17g\n", jumps(n, x));
    for (int m = 0; m < 3; ++m)
      std::printf("modes: %.17g\n", modes(Mode(m), x));
    std::printf("types: %.17g\n", types(n, n + 3, x, x, 'c'));
    std::printf("structs: %.17g\n", structs(x));
    std::printf("pointers: %.17g\n", pointers(a, n + 1));
    std::printf("recursive: %.17g\n", recursive(n, x));
    std::printf("trace: %d %.17g %.17g\n", trace, a[0], a[1]);
  }
}
#endif

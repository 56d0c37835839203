// The loops of loops-general.ir, written as the IR defines them: with nothing
// but for (;;), break and goto.

#include <cstdio>

bool isPrime(int n) {
  for (int d = 2; d * d <= n; ++d)
    if (n % d == 0)
      return false;
  return n > 1;
}

namespace reference {

int halvings(int n) {
  int k = 0;
  for (;;) {
    if (!(n > 1))
      break;
    n /= 2;
    ++k;
  }
  return k;
}

int digits(int n) {
  int k = 0;
  for (;;) {
    n /= 10;
    ++k;
    if (!(n != 0))
      break;
  }
  return k;
}

int oddSum(int n) {
  int s = 0, i = 0;
  for (;;) {
    if (!(i < n))
      break;
    if (i % 2 != 0)
      s += i;
    i += 1;
  }
  for (;;) {
    if (!(s > 100))
      break;
    n += 1;
    s /= 2;
    n += 3;
  }
  return s + n;
}

int skipping(int n) {
  int s = 0, i = 0, t;
  for (;;) {
    if (!(i < n))
      break;
    t = i * i;
    if (t % 3 == 0)
      goto step;
    for (;;) {
      if (!(s < t))
        break;
      s += 5;
      if (s % 2 != 0)
        s += 2;
    }
  step:
    if (i == 7)
      i += 2;
    i += 1;
  }
  return s;
}

int steps(int n) {
  int s = 0;
  for (;;) {
    if (!(n > 0))
      break;
    s += n;
    if (s % 2 == 0)
      n -= 1;
    n -= 1;
  }
  return s;
}

int firstComposite(int n) {
  for (;;) {
    bool prime = isPrime(n), odd = n % 2 == 1;
    if (!(prime && odd))
      break;
    n += 2;
  }
  return n;
}

int strides(int n) {
  int k = 0;
  for (;;) {
    int stride = k * k + 1;
    if (!(stride < n))
      break;
    if (k % 2 != 1)
      n -= 1;
    n -= stride;
    k += 1;
  }
  if (n != 12345)
    k += 1;
  return k * 100 + n;
}

int testLast(int n) {
  int s = 0;
  for (;;) {
    s += n;
    if (s % 2 != 0)
      s += 10;
    n -= 1;
    bool prime = isPrime(s);
    if (prime || n <= 0)
      break;
  }
  for (;;) {
    if (s <= 50)
      s += 7;
    if (!(s < 20))
      break;
  }
  for (;;) {
    if (s <= 40)
      s += 1000;
    s += 3;
    if (!(s < 30))
      break;
  }
  for (;;) {
    s += 100;
    if (s > 2500)
      return s;
  }
}

int switching(int n) {
  int s = 0;
  for (;;) {
    if (!(n > 0))
      break;
    if (n % 4 == 0) {
      s += 1000;
      goto step;
    }
    if (n % 4 != 1)
      s += 3;
    s += 10;
  step:
    if (s > 0)
      n -= 1;
    n -= 1;
  }
  return s;
}

} // namespace reference

static int wrong;
static void check(const char *name, int n, int is, int should) {
  if (is == should)
    return;
  ++wrong;
  std::printf("%s(%d) should be %d, is %d\n", name, n, should, is);
}

int main() {
  for (int n = 0; n < 60; ++n) {
#define CHECK(F) check(#F, n, F(n), reference::F(n))
    CHECK(halvings);
    CHECK(digits);
    CHECK(oddSum);
    CHECK(skipping);
    CHECK(steps);
    CHECK(firstComposite);
    CHECK(strides);
    CHECK(testLast);
    CHECK(switching);
  }
  return wrong != 0;
}

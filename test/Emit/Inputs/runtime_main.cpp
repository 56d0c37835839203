// Compares the functions of runtime.ir with central differences.

#include <cstdio>
#include <initializer_list>

static double primal(double x, int n) {
  for (int i = 0; i < n; ++i)
    x = std::exp(-x);
  return x;
}

int main() {
  int wrong = 0;
  for (int n : {0, 1, 2, 5, 20}) {
    double x = 0.3, h = 1e-5;
    double should = (primal(x + h, n) - primal(x - h, n)) / (2 * h);
    for (double is : {chain(x, n), array(x, n)})
      if (!(std::fabs(is - should) < 1e-8)) {
        std::printf("n = %d: should be %g, is %g\n", n, should, is);
        ++wrong;
      }
  }
  return wrong != 0 || nabla::arena::stats().in_use != 0;
}

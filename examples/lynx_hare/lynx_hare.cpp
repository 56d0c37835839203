// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fits the model to the data with NLopt's L-BFGS, which asks for gradients, and
// shows what came out. Usage: lynx_hare [picture.svg]

#include "model.h"
#include "picture.h"
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <nlopt.h>
#include <vector>

namespace {

using Point = std::vector<double>;

double objective(unsigned n, const double *x, double *gradient,
                 void *evaluations) {
  ++*static_cast<int *>(evaluations);
  if (!gradient)
    return lynx_hare::neg_log_likelihood(x);
  std::fill(gradient, gradient + n, 0.0);
  return lynx_hare::neg_log_likelihood_grad(x, gradient);
}

double norm(const Point &v) {
  double sum = 0;
  for (double x : v)
    sum += x * x;
  return std::sqrt(sum);
}

double seconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

/// Median time of a call, in seconds.
template <class F> double timed(F call) {
  std::vector<double> times;
  for (int run = 0; run < 301; ++run) {
    double start = seconds();
    for (int i = 0; i < 10; ++i)
      call();
    times.push_back((seconds() - start) / 10);
  }
  std::nth_element(times.begin(), times.begin() + 150, times.end());
  return times[150];
}

bool near(double value, double expected) {
  return std::fabs(value - expected) < 0.05 * expected;
}

} // namespace

int main(int argc, char **argv) {
  using namespace lynx_hare;
  // A first guess: rates of the right order, the first counts, noise of 1/2.
  Point x = {std::log(0.5), std::log(0.02), std::log(0.5), std::log(0.02),
             std::log(30),  std::log(4),    std::log(0.5), std::log(0.5)};

  int evaluations = 0;
  double value = 0;
  nlopt_opt optimizer = nlopt_create(NLOPT_LD_LBFGS, parameters);
  nlopt_set_min_objective(optimizer, objective, &evaluations);
  nlopt_set_ftol_rel(optimizer, 1e-14);
  nlopt_set_xtol_rel(optimizer, 1e-10);
  nlopt_set_maxeval(optimizer, 500);
  nlopt_result how = nlopt_optimize(optimizer, x.data(), &value);
  nlopt_destroy(optimizer);
  std::printf("nlopt stopped: %s\n", nlopt_result_to_string(how));

  Point gradient(parameters), fitted(parameters);
  value = neg_log_likelihood_grad(x.data(), gradient.data());
  std::transform(x.begin(), x.end(), fitted.begin(),
                 [](double l) { return std::exp(l); });
  std::printf("hare birth %.4f  hare death %.4f  lynx death %.4f  "
              "lynx birth %.4f\n",
              fitted[hare_birth], fitted[hare_death], fitted[lynx_death],
              fitted[lynx_birth]);
  std::printf("in 1900: %.2f thousand hares, %.2f thousand lynxes; noise %.3f "
              "and %.3f\n",
              fitted[hare_start], fitted[lynx_start], fitted[hare_noise],
              fitted[lynx_noise]);
  std::printf("minus log-likelihood %.6f, norm of its gradient %.1e, after %d "
              "evaluations\n",
              value, norm(gradient), evaluations);

  volatile double sink = 0;
  double primal = timed([&] { sink = neg_log_likelihood(x.data()); });
  double both =
      timed([&] { sink = neg_log_likelihood_grad(x.data(), gradient.data()); });
  std::printf("value %.1f us, value and gradient %.1f us: %.2f times as much\n",
              1e6 * primal, 1e6 * both, both / primal);

  if (argc > 1) {
    if (!draw(argv[1], fitted.data())) {
      std::fprintf(stderr, "cannot write '%s'\n", argv[1]);
      return 1;
    }
    std::printf("data and fit are drawn in %s\n", argv[1]);
  }
  bool converged =
      near(fitted[hare_birth], 0.55) && near(fitted[hare_death], 0.028) &&
      near(fitted[lynx_death], 0.80) && near(fitted[lynx_birth], 0.024);
  if (!converged)
    std::fprintf(stderr, "the fit has not found the known optimum\n");
  return converged ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The predator-prey model of Lotka and Volterra, and how likely it makes the
// pelt counts of the Hudson's Bay Company: a plain program, written for its
// value; only [[grad]] is Nabla's.
//
// Source of the data: the pelts (in thousands) that trappers brought in from
// 1900 to 1920, as tabulated by Howard (2009) and Carpenter (2018).

#ifndef LYNX_HARE_MODEL_H
#define LYNX_HARE_MODEL_H

#include <cmath>

namespace lynx_hare {

constexpr int years = 21; ///< 1900, ..., 1920.
constexpr int first_year = 1900;

constexpr double hare[years] = {30,   47.2, 70.2, 77.4, 36.3, 20.6, 18.1,
                                21.4, 22,   25.4, 27.1, 40.3, 57,   76.6,
                                52.3, 19.5, 11.2, 7.6,  14.6, 16.2, 24.7};
constexpr double lynx[years] = {4,    6.1,  9.8,  35.2, 59.4, 41.7, 19,
                                13,   8.3,  9.1,  7.4,  8,    12.3, 19.5,
                                45.7, 51.1, 29.7, 15.8, 9.7,  10.1, 8.6};

/// What is fitted, in this order, each through its logarithm.
enum Parameter {
  hare_birth, ///< Per year.
  hare_death, ///< Per year and thousand lynx.
  lynx_death, ///< Per year.
  lynx_birth, ///< Per year and thousand hares.
  hare_start, ///< Thousands, in 1900.
  lynx_start, ///< Thousands, in 1900.
  hare_noise, ///< Standard deviation of the logarithm of a count.
  lynx_noise, ///< Likewise.
  parameters
};

struct Animals {
  double hares, lynxes;
};

/// Change of both populations per year.
inline Animals rate(Animals a, const double *rates) {
  Animals change;
  change.hares = (rates[hare_birth] - rates[hare_death] * a.lynxes) * a.hares;
  change.lynxes = (rates[lynx_birth] * a.hares - rates[lynx_death]) * a.lynxes;
  return change;
}

/// `a` after a time `h`, moving all the while as at first.
inline Animals moved(Animals a, Animals change, double h) {
  Animals next;
  next.hares = a.hares + h * change.hares;
  next.lynxes = a.lynxes + h * change.lynxes;
  return next;
}

/// One step of the classical Runge-Kutta method of order four.
inline Animals runge_kutta_step(Animals a, const double *rates, double h) {
  Animals k1 = rate(a, rates);
  Animals k2 = rate(moved(a, k1, h / 2), rates);
  Animals k3 = rate(moved(a, k2, h / 2), rates);
  Animals k4 = rate(moved(a, k3, h), rates);
  Animals mean;
  mean.hares = (k1.hares + 2 * k2.hares + 2 * k3.hares + k4.hares) / 6;
  mean.lynxes = (k1.lynxes + 2 * k2.lynxes + 2 * k3.lynxes + k4.lynxes) / 6;
  return moved(a, mean, h);
}

constexpr int steps_a_year = 100;

/// Minus the logarithm of the likelihood of one count, but for a constant: the
/// logarithm of the count is normal about that of the model's.
inline double surprise(double count, double expected, double noise) {
  double deviation = (std::log(count) - std::log(expected)) / noise;
  return 0.5 * deviation * deviation + std::log(noise);
}

/// Minus the logarithm of the likelihood of all counts, a function of the
/// logarithms of the parameters.
[[grad]] inline double neg_log_likelihood(const double *log_parameter) {
  double p[parameters];
  for (int i = 0; i < parameters; ++i)
    p[i] = std::exp(log_parameter[i]);

  Animals now = {p[hare_start], p[lynx_start]};
  double total = 0;
  for (int year = 0; year < years; ++year) {
    total += surprise(hare[year], now.hares, p[hare_noise]);
    total += surprise(lynx[year], now.lynxes, p[lynx_noise]);
    for (int step = 0; step < steps_a_year; ++step)
      now = runge_kutta_step(now, p, 1.0 / steps_a_year);
  }
  return total;
}

} // namespace lynx_hare

#endif // LYNX_HARE_MODEL_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The character model: its gradient through tape and compiled steps against
// differences of the same model in long double, and a short training.
//
// RUN: %nabla -std=c++17 -O0 -I%root/examples/char_model %s -o %t.O0 && %t.O0
// RUN: %root/examples/char_model/run.sh %build 2.9 | FileCheck %s
// CHECK: lines of {{[0-9]+}} different characters
// CHECK: pass 1 loss {{[34]\.[0-9]+}}
// CHECK: it writes:
// CHECK: the loss is below 2.90

#include "model.h"
#include <cstdio>

using namespace char_model;
using Real = long double;
using Values = std::vector<Real>;

/// The loss once more, as one plain function.
static Real loss(const Values &input, const Values &recurrent,
                 const Values &output, int symbols,
                 const std::vector<Line> &lines) {
  Real sum = 0;
  int characters = 0;
  for (const Line &line : lines) {
    Real state[hidden] = {};
    int seen = symbols - 1;
    for (int next : line) {
      sum += step_of(input.data(), recurrent.data(), output.data(), symbols,
                     seen, next, state);
      seen = next;
      ++characters;
    }
  }
  return sum / characters;
}

int main() {
  const int symbols = 5;
  const std::vector<Line> lines = {{0, 1, 2, 3, 3, 2, 1, 4}, {2, 4}, {4}};
  Model model(symbols, 7);
  nabla::parameter<Model::Numbers> *parameters[] = {
      &model.input, &model.recurrent, &model.output};
  Values at[3];
  for (int p = 0; p < 3; ++p)
    at[p].assign(parameters[p]->value().begin(), parameters[p]->value().end());

  auto [value, gradients] = nabla::implicit_value_and_gradient(
      [&] { return model.loss(lines); })();
  int failures = gradients.size() != 3;
  Real should_be = loss(at[0], at[1], at[2], symbols, lines);
  if (std::fabs(value.value() - double(should_be)) > 1e-12)
    ++failures, std::printf("loss: should be %.15Lg is %.15g\n", should_be,
                            value.value());

  for (int p = 0; p < 3; ++p) {
    const Model::Numbers &slope =
        gradients[std::size_t(p)].as<Model::Numbers>().value();
    for (std::size_t i = 0; i < slope.size(); i += 1 + slope.size() / 40) {
      auto moved = [&](Real h) {
        Values to[3] = {at[0], at[1], at[2]};
        to[p][i] += h;
        return loss(to[0], to[1], to[2], symbols, lines);
      };
      const Real h = 1e-4L;
      Real d = (8 * (moved(h) - moved(-h)) - (moved(2 * h) - moved(-2 * h))) /
               (12 * h);
      if (std::fabs(double(d) - slope[i]) < 1e-11)
        continue;
      ++failures;
      std::printf("parameter %d [%zu]: should be %.15Lg is %.15g\n", p, i, d,
                  slope[i]);
    }
  }
  return failures != 0;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Training by Adam (Kingma & Ba 2015), and writing text with what was learned.

#ifndef CHAR_MODEL_TRAIN_H
#define CHAR_MODEL_TRAIN_H

#include "text.h"
#include <algorithm>

namespace char_model {

/// Keeps running means of the gradient and of its square for each parameter,
/// by the number that names it.
class Adam {
public:
  explicit Adam(double rate) : rate_(rate) {}

  void step(const std::vector<nabla::parameter_gradient> &gradients) {
    ++steps_;
    const double first = 1 - std::pow(0.9, steps_);
    const double second = 1 - std::pow(0.999, steps_);
    for (const nabla::parameter_gradient &g : gradients) {
      const Model::Numbers &slope = g.as<Model::Numbers>().value();
      nabla::parameter<Model::Numbers> p(g.parameter());
      std::vector<double> x = p.value().vector();
      Means &m = means_[p.id()];
      m.slope.resize(x.size());
      m.square.resize(x.size());
      for (std::size_t i = 0; i < x.size(); ++i) {
        m.slope[i] += 0.1 * (slope[i] - m.slope[i]);
        m.square[i] += 0.001 * (slope[i] * slope[i] - m.square[i]);
        x[i] -= rate_ * (m.slope[i] / first) /
                (std::sqrt(m.square[i] / second) + 1e-8);
      }
      p.assign(Model::Numbers(x));
    }
  }

private:
  struct Means {
    std::vector<double> slope, square;
  };
  double rate_;
  int steps_ = 0;
  std::map<std::uint64_t, Means> means_;
};

/// One pass over the lines in random order, some of them at a time. Returns the
/// mean loss on the way.
inline double train_once(Model &model, const Text &text, Adam &adam) {
  const auto value_and_gradient = nabla::implicit_value_and_gradient(
      [&](const std::vector<Line> &lines) { return model.loss(lines); });
  std::vector<Line> all = text.lines();
  std::shuffle(all.begin(), all.end(), model.random);
  constexpr std::size_t at_a_time = 4;
  double sum = 0, batches = 0;
  for (std::size_t i = 0; i < all.size(); i += at_a_time, ++batches) {
    const std::size_t to = std::min(i + at_a_time, all.size());
    const std::vector<Line> lines(all.begin() + long(i),
                                  all.begin() + long(to));
    auto [loss, gradients] = value_and_gradient(lines);
    adam.step(gradients);
    sum += loss.value();
  }
  return sum / batches;
}

/// A line as the model would write it: each symbol by its probability, which
/// is what the step says of it.
inline std::string write_line(Model &model, const Text &text) {
  std::vector<double> state(hidden, 0.0);
  std::string line;
  int seen = text.end();
  while (line.size() < 100) {
    std::vector<double> after, weight;
    for (int next = 0; next < text.symbols(); ++next) {
      after = state;
      weight.push_back(std::exp(
          -step(model.input.value().data(), model.recurrent.value().data(),
                model.output.value().data(), text.symbols(), seen, next,
                after.data())));
    }
    state = after;
    seen = std::discrete_distribution<int>(weight.begin(),
                                           weight.end())(model.random);
    if (seen == text.end())
      break;
    line += text.character(seen);
  }
  return line;
}

} // namespace char_model

#endif // CHAR_MODEL_TRAIN_H

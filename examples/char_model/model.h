// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A recurrent character model: a gated recurrent unit (Cho et al. 2014) that
// reads a line of text character by character and says each time how likely it
// holds the next one to be. One step of it is an ordinary function, which Nabla
// compiles the derivative of; lines are of any length, and the tape strings
// together the steps that a line takes.

#ifndef CHAR_MODEL_MODEL_H
#define CHAR_MODEL_MODEL_H

#include <cmath>
#include <nabla/gradient_tape.h>
#include <random>
#include <vector>

namespace char_model {

constexpr int hidden = 32;       ///< Numbers of state.
constexpr int most_symbols = 96; ///< What a text may have of characters.

/// What is trained, by the place that a number is used at. Of a step that sees
/// symbol s: 3 * hidden numbers from s * 3 * hidden on.
struct Sizes {
  int symbols;
  int input() const { return symbols * 3 * hidden; }
  int recurrent() const { return 3 * hidden * hidden; }
  int output() const { return symbols * (hidden + 1); }
};

template <class T> T logistic(T x) {
  using std::exp;
  return 1 / (1 + exp(-x));
}

/// sum of row[i] * state[i]
template <class T> T product(const T *row, const T *state) {
  T sum = 0;
  for (int i = 0; i < hidden; ++i)
    sum += row[i] * state[i];
  return sum;
}

/// Sees a symbol: moves the state on, and returns minus the logarithm of the
/// probability of the symbol that comes next.
template <class T>
T step_of(const T *input, const T *recurrent, const T *output, int symbols,
          int seen, int next, T *state) {
  using std::exp;
  using std::log;
  using std::tanh;
  const T *in = input + seen * 3 * hidden;
  const T *keep_row = recurrent, *reset_row = recurrent + hidden * hidden,
          *new_row = recurrent + 2 * hidden * hidden;
  T keep[hidden], reset[hidden], moved[hidden];
  for (int i = 0; i < hidden; ++i)
    keep[i] = logistic(in[i] + product(keep_row + i * hidden, state));
  for (int i = 0; i < hidden; ++i)
    reset[i] = state[i] * logistic(in[hidden + i] +
                                   product(reset_row + i * hidden, state));
  for (int i = 0; i < hidden; ++i) {
    T fresh = tanh(in[2 * hidden + i] + product(new_row + i * hidden, reset));
    moved[i] = keep[i] * state[i] + (1 - keep[i]) * fresh;
  }
  for (int i = 0; i < hidden; ++i)
    state[i] = moved[i];

  T sum = 0, wanted = 0;
  for (int s = 0; s < symbols; ++s) {
    const T *row = output + s * (hidden + 1);
    T score = row[hidden] + product(row, moved);
    sum += exp(score);
    if (s == next)
      wanted = score;
  }
  return log(sum) - wanted;
}

/// The step that is compiled. It writes to the state, as any function would.
[[grad]] inline double step(const double *input, const double *recurrent,
                            const double *output, int symbols, int seen,
                            int next, double *state) {
  return step_of(input, recurrent, output, symbols, seen, next, state);
}

/// Symbols by their numbers. The last one ends every line.
using Line = std::vector<int>;

/// The parameters, which a tape watches by itself.
struct Model {
  using Numbers = nabla::array<double>;

  Model(int symbols, unsigned seed) : sizes{symbols}, random(seed) {}

  /// Small random numbers to begin with.
  nabla::parameter<Numbers> make(int size) {
    std::normal_distribution<double> noise(0, 0.1);
    std::vector<double> start(static_cast<std::size_t>(size));
    for (double &x : start)
      x = noise(random);
    return nabla::parameter<Numbers>(Numbers(start));
  }

  Sizes sizes;
  std::mt19937 random;
  nabla::parameter<Numbers> input = make(sizes.input());
  nabla::parameter<Numbers> recurrent = make(sizes.recurrent());
  nabla::parameter<Numbers> output = make(sizes.output());

  /// How far the model is from the lines, on average over their characters:
  /// minus the logarithm of a probability. One compiled step for each.
  nabla::variable<double> loss(const std::vector<Line> &lines) const {
    nabla::variable<double> sum = 0;
    int characters = 0;
    for (const Line &line : lines) {
      nabla::variable<Numbers> state(Numbers(nabla::shape(hidden), 0.0));
      int seen = sizes.symbols - 1;
      for (int next : line) {
        sum += step(input, recurrent, output, sizes.symbols, seen, next, state);
        seen = next;
        ++characters;
      }
    }
    return sum / characters;
  }
};

} // namespace char_model

#endif // CHAR_MODEL_MODEL_H

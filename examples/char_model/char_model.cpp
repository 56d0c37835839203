// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Trains the model on a text, shows how far it has come, and lets it write.
// Usage: char_model text [loss to reach]

#include "train.h"
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace {

/// Of the processor's time.
double seconds() { return double(std::clock()) / CLOCKS_PER_SEC; }

void show(int pass, double loss, double from, double taken) {
  const int width = int(40 * std::min(1.0, std::max(0.0, loss / from)));
  std::printf("pass %2d  loss %.3f  %5.1f s  |%-40s|\n", pass, loss, taken,
              std::string(std::size_t(width), '#').c_str());
  std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv) {
  using namespace char_model;
  if (argc < 2) {
    std::fprintf(stderr, "usage: char_model text [loss to reach]\n");
    return 2;
  }
  const double goal = argc > 2 ? std::atof(argv[2]) : 1.6;
  const int most_passes = 60;

  const Text text(argv[1]);
  if (text.lines().empty()) {
    std::fprintf(stderr, "'%s' has no text to learn\n", argv[1]);
    return 2;
  }
  Model model(text.symbols(), 1);
  Adam adam(0.01);
  std::printf("%zu lines of %d different characters, %d in all; %d numbers to "
              "train\n",
              text.lines().size(), text.symbols(), text.characters(),
              model.sizes.input() + model.sizes.recurrent() +
                  model.sizes.output());
  std::printf("a model that only knows how frequent characters are would have "
              "a loss of %.3f\n",
              text.loss_by_frequency());

  const double start = seconds();
  double loss = 0, first = 0;
  for (int pass = 1; pass <= most_passes; ++pass) {
    loss = train_once(model, text, adam);
    if (pass == 1)
      first = loss;
    show(pass, loss, first, seconds() - start);
    if (loss < goal)
      break;
  }
  std::printf("it writes:\n");
  for (int i = 0; i < 4; ++i)
    std::printf("  %s\n", write_line(model, text).c_str());
  std::printf(loss < goal ? "the loss is below %.2f\n"
                          : "the loss has not come below %.2f\n",
              goal);
  return loss < goal ? 0 : 1;
}

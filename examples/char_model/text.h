// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A text as lines of symbols: which characters there are, and back again.

#ifndef CHAR_MODEL_TEXT_H
#define CHAR_MODEL_TEXT_H

#include "model.h"
#include <fstream>
#include <map>
#include <string>

namespace char_model {

class Text {
public:
  /// The lines of a file that are not empty.
  explicit Text(const char *path) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);)
      if (!line.empty())
        add(line);
    for (Line &line : lines_)
      line.push_back(end());
  }

  const std::vector<Line> &lines() const { return lines_; }
  /// The symbol that ends a line, and stands before it.
  int end() const { return static_cast<int>(characters_.size()); }
  int symbols() const { return end() + 1; }
  char character(int symbol) const {
    return symbol < end() ? characters_[static_cast<std::size_t>(symbol)]
                          : '\n';
  }
  int characters() const {
    std::size_t sum = 0;
    for (const Line &line : lines_)
      sum += line.size();
    return static_cast<int>(sum);
  }
  /// What a model that knows only how frequent each character is would reach.
  double loss_by_frequency() const {
    std::map<int, double> count;
    for (const Line &line : lines_)
      for (int symbol : line)
        ++count[symbol];
    double sum = 0;
    for (auto [symbol, n] : count)
      sum -= n * std::log(n / characters());
    return sum / characters();
  }

private:
  void add(const std::string &line) {
    Line symbols;
    for (char c : line) {
      std::size_t at = characters_.find(c);
      if (at == std::string::npos) {
        if (characters_.size() + 1 == most_symbols)
          continue;
        at = characters_.size();
        characters_ += c;
      }
      symbols.push_back(static_cast<int>(at));
    }
    lines_.push_back(symbols);
  }

  std::string characters_;
  std::vector<Line> lines_;
};

} // namespace char_model

#endif // CHAR_MODEL_TEXT_H

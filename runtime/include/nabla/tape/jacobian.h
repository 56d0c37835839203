// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GradientTape::jacobian and batch_jacobian: one reverse sweep for each target,
// or for each output of a batch whose members do not depend on each other.

#ifndef NABLA_TAPE_JACOBIAN_H
#define NABLA_TAPE_JACOBIAN_H

#include "nabla/tape/gather.h"
#include "nabla/tape/tape.h"

namespace nabla {
namespace taping {

/// The rows of a Jacobian by an array: one under the other.
template <class T>
array<T> stack_rows(const std::vector<variable<array<T>>> &rows,
                    const shape &s) {
  auto result = array<T>::uninitialized(s);
  T *out = result.data_mutable();
  for (const variable<array<T>> &r : rows)
    out = std::copy(r.value().begin(), r.value().end(), out);
  return result;
}

/// A seed that is one at element i.
template <class T> array<T> unit(const shape &s, std::size_t i) {
  array<T> seed(s, T(0));
  seed.data_mutable()[i] = 1;
  return seed;
}

} // namespace taping

/// The gradient of each target by the sources: the structure of the targets,
/// with the structure of the sources in place of each number; in place of an
/// array of numbers a std::vector of these. Of what is not connected: zeros.
template <class Targets, class Sources>
auto GradientTape::jacobian(const Targets &targets, const Sources &sources) {
  taping::check_ends<Targets, Sources>();
  begin_gradient();
  auto row = [&](const auto &target) {
    using Target = std::decay_t<decltype(target)>;
    using T = taping::value_type_t<Target>;
    auto by = [&](const auto &seeds) {
      return taping::gradient(state_, target, sources, seeds,
                              unconnected::zero);
    };
    if constexpr (!taping::is_real_leaf<Target>) {
      return target;
    } else if constexpr (taping::is_array<T>::value) {
      using Number = typename T::value_type;
      std::vector<decltype(by(T()))> rows;
      for (std::size_t i = 0; i < target.size(); ++i)
        rows.push_back(by(taping::unit<Number>(target.shape(), i)));
      return rows;
    } else {
      return by(taping::no_seeds());
    }
  };
  auto result = taping::map_leaves(targets, row);
  end_gradient();
  return result;
}

/// For batches: targets[b] depends on sources[b] alone. Sequences of sequences
/// of variables give [b][i] the gradient of targets[b][i] by sources[b]; two
/// matrices, of shapes (b, m) and (b, n), give an array of shape (b, m, n).
template <class Targets, class Sources>
auto GradientTape::batch_jacobian(const Targets &targets,
                                  const Sources &sources) {
  taping::check_ends<Targets, Sources>();
  using T = taping::value_type_t<Targets>;
  if constexpr (taping::is_array<T>::value) {
    using Number = typename T::value_type;
    const shape m = targets.shape(), n = value_of(sources).shape();
    if (m.rank() != 2 || n.rank() != 2 || m[0] != n[0])
      taping::fail("batch_jacobian() of arrays of shapes " + taping::text(m) +
                   " and " + taping::text(n) +
                   "; give matrices with a row for each member of the batch");
    begin_gradient();
    auto result = array<Number>(shape(m[0], m[1], n[1]), 0);
    Number *out = result.data_mutable();
    for (std::size_t i = 0; i < m[1]; ++i) {
      array<Number> seed(m, 0);
      for (std::size_t b = 0; b < m[0]; ++b)
        seed.data_mutable()[b * m[1] + i] = 1;
      const auto g =
          taping::gradient(state_, targets, sources, seed, unconnected::zero);
      for (std::size_t b = 0; b < m[0]; ++b)
        std::copy_n(g.value().data() + b * n[1], n[1],
                    out + (b * m[1] + i) * n[1]);
    }
    end_gradient();
    return result;
  } else {
    if (targets.size() != sources.size())
      taping::fail("batch_jacobian() of " + std::to_string(targets.size()) +
                   " targets by " + std::to_string(sources.size()) +
                   " sources; a batch has one of each for each member");
    for (const auto &t : targets)
      if (t.size() != targets[0].size())
        taping::fail("batch_jacobian() of members of different sizes; use "
                     "jacobian() of each");
    begin_gradient();
    using Row = std::decay_t<decltype(taping::gradient(
        state_, targets[0][0], sources, taping::no_seeds(),
        unconnected::zero)[0])>;
    std::vector<std::vector<Row>> result(targets.size());
    const std::size_t outputs = targets.empty() ? 0 : targets[0].size();
    for (std::size_t i = 0; i < outputs; ++i) {
      std::vector<std::decay_t<decltype(targets[0][0])>> column;
      for (const auto &t : targets)
        column.push_back(t[i]);
      auto g = taping::gradient(state_, column, sources, taping::no_seeds(),
                                unconnected::zero);
      for (std::size_t b = 0; b < targets.size(); ++b)
        result[b].push_back(g[b]);
    }
    end_gradient();
    return result;
  }
}

/// A Jacobian of an array by an array, from jacobian(), as one array of shape
/// (size of target, size of source).
template <class T>
array<T> as_matrix(const std::vector<variable<array<T>>> &rows) {
  const std::size_t n = rows.empty() ? 0 : rows[0].size();
  return taping::stack_rows(rows, shape(rows.size(), n));
}

} // namespace nabla

#endif // NABLA_TAPE_JACOBIAN_H

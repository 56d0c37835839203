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

/// A matrix of shape `to`: row j of part k is its row place(k, j). Other tapes
/// see where it comes from.
template <class T, class Place>
variable<array<T>> place_rows(const std::vector<variable<array<T>>> &parts,
                              const shape &to, Place place) {
  variable<array<T>> sum(array<T>::zeros(to));
  array<T> numbers(to, T(0));
  bool connected = false;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    index_list rows(to.row_size() ? parts[k].size() / to.row_size() : 0);
    for (std::size_t j = 0; j < rows.size(); ++j)
      rows[j] = place(k, j);
    const auto part = reshape(parts[k], shape(rows.size(), to.row_size()));
    connected |= part.id() != 0;
    if (part.id())
      sum = sum + apply(scatter_op{std::move(rows), to}, part);
    else
      indexed_slices<T>{std::move(rows), part.value(), to}.add_to(numbers);
  }
  return connected ? sum + numbers : variable<array<T>>(std::move(numbers));
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
      return taping::gradient(*state_, target, sources, seeds,
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
/// matrices, of shapes (b, m) and (b, n), give a variable of shape (b, m, n).
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
    std::vector<variable<array<Number>>> columns;
    for (std::size_t i = 0; i < m[1]; ++i) {
      array<Number> seed(m, 0);
      for (std::size_t b = 0; b < m[0]; ++b)
        seed.data_mutable()[b * m[1] + i] = 1;
      columns.push_back(
          taping::gradient(*state_, targets, sources, seed, unconnected::zero));
    }
    const auto rows = taping::place_rows(
        columns, shape(m[0] * m[1], n[1]),
        [&](std::size_t i, std::size_t b) { return b * m[1] + i; });
    auto result = reshape(rows, shape(m[0], m[1], n[1]));
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
        *state_, targets[0][0], sources, taping::no_seeds(),
        unconnected::zero)[0])>;
    std::vector<std::vector<Row>> result(targets.size());
    const std::size_t outputs = targets.empty() ? 0 : targets[0].size();
    for (std::size_t i = 0; i < outputs; ++i) {
      std::vector<std::decay_t<decltype(targets[0][0])>> column;
      for (const auto &t : targets)
        column.push_back(t[i]);
      auto g = taping::gradient(*state_, column, sources, taping::no_seeds(),
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
variable<array<T>> as_matrix(const std::vector<variable<array<T>>> &rows) {
  const std::size_t n = rows.empty() ? 0 : rows[0].size();
  for (const variable<array<T>> &r : rows)
    if (r.size() != n)
      taping::fail("as_matrix() of rows of " + std::to_string(n) + " and of " +
                   std::to_string(r.size()) +
                   " numbers; give rows of one size");
  return taping::place_rows(rows, shape(rows.size(), n),
                            [](std::size_t k, std::size_t) { return k; });
}

} // namespace nabla

#endif // NABLA_TAPE_JACOBIAN_H

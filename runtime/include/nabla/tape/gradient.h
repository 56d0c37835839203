// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One gradient: seeds the targets, runs a reverse sweep, and reads the adjoints
// of the sources into a structure like theirs.

#ifndef NABLA_TAPE_GRADIENT_H
#define NABLA_TAPE_GRADIENT_H

#include "nabla/tape/parameter_gradient.h"
#include "nabla/tape/seeds.h"
#include "nabla/tape/trace.h"

namespace nabla {

/// A source whose gradient is wanted as indexed_slices: gradient(y, sparse(x)).
template <class V> class sparse {
  static_assert(taping::is_array<taping::value_type_t<V>>::value,
                "sparse() is for variables and parameters of arrays");

public:
  explicit sparse(V source) : source_(std::move(source)) {}
  const V &source() const { return source_; }

private:
  V source_;
};

namespace taping {

template <class S> struct is_sparse : std::false_type {};
template <class V> struct is_sparse<sparse<V>> : std::true_type {};

template <class Leaf>
using is_source_leaf =
    std::bool_constant<is_leaf<Leaf> || is_sparse<Leaf>::value ||
                       std::is_same<Leaf, any_parameter>::value>;
/// Whether there is something in an S to differentiate by; and what.
template <class S> using may_be_source = may_contain<is_source_leaf, S>;
template <class Targets, class Sources> constexpr void check_ends() {
  static_assert(may_hold_real<Targets>::value,
                "the target of a gradient is of an integer type, which has no "
                "derivative, or of one that the tape does not know; compute it "
                "in real numbers, or specialize nabla::structure");
  static_assert(may_be_source<Sources>::value,
                "a source is a variable or parameter, or a structure of these; "
                "numbers and integers are not watched");
}

/// A leaf that can hold a derivative; others in a structure (integers,
/// strings) are passed over.
template <class Leaf>
constexpr bool is_real_leaf =
    is_leaf<Leaf> || std::is_floating_point<Leaf>::value;

/// Throws if seeds do not fit, before anything is computed.
template <class Targets, class Seeds>
void check_seeds(const Targets &targets, const Seeds &seeds) {
  auto check = [](const auto &leaf, const auto &seed) {
    using Leaf = std::decay_t<decltype(leaf)>;
    if constexpr (is_real_leaf<Leaf>)
      (void)seed_of(leaf, seed);
    else
      refuse_hidden<Leaf>();
  };
  zip_seeds(targets, seeds, check);
}

template <class Targets> index top_of(log &l, const Targets &targets) {
  index top = 0;
  for_each_leaf(targets, [&](const auto &leaf) {
    if constexpr (is_real_leaf<std::decay_t<decltype(leaf)>>)
      top = std::max(top, find_node(l, leaf));
  });
  return top;
}

template <class Sweep, class Targets, class Seeds>
void seed_targets(Sweep &s, const Targets &targets, const Seeds &seeds) {
  auto add = [&](const auto &leaf, const auto &seed) {
    using Leaf = std::decay_t<decltype(leaf)>;
    if constexpr (is_real_leaf<Leaf>)
      if (const index i = find_node(s.source(), leaf))
        leaf_kind<value_type_t<Leaf>>::seed(s, i, seed_of(leaf, seed));
  };
  zip_seeds(targets, seeds, add);
}

/// The gradient by a part of a source that is no variable: none, or zero, by a
/// number; what is no number stays what it is.
template <class Leaf, class Policy>
auto gradient_by_constant(const Leaf &leaf, Policy) {
  constexpr bool to_zero = std::is_same<Policy, unconnected::zero_t>::value;
  refuse_hidden<Leaf>();
  if constexpr (!is_number<Leaf>)
    return leaf;
  else if constexpr (!to_zero)
    return std::optional<Leaf>();
  else if constexpr (is_array<Leaf>::value)
    return Leaf::zeros(leaf.shape());
  else
    return Leaf();
}

/// Which sources were reached, found out only where a zero leaves it open.
class reached_nodes {
public:
  template <class Targets> void find(const view &v, const Targets &targets) {
    if (known_)
      return;
    known_ = true;
    pool_vector<index> from;
    for_each_leaf(targets, [&](const auto &leaf) {
      if constexpr (is_real_leaf<std::decay_t<decltype(leaf)>>)
        if (const index i = find_node(v.source(), leaf))
          from.push_back(i);
    });
    v.reach(from, cells_);
  }
  bool holds(const view &v, index i) const { return cells_[v.cell(i)] != 0; }

private:
  bool known_ = false;
  pool_vector<unsigned char> cells_;
};

template <class Sweep, class Targets> class source_reader {
public:
  source_reader(Sweep &s, const Targets &targets)
      : sweep_(s), targets_(targets) {}

  template <class Leaf, class Policy> auto read(const Leaf &leaf, Policy) {
    using T = value_type_t<Leaf>;
    using Kind = leaf_kind<T>;
    const index i = find_node(sweep_.source(), leaf);
    const bool found = i && sweep_.range().contains(i);
    if constexpr (std::is_same<Policy, unconnected::zero_t>::value) {
      return found && (!is_recorded || reached<Kind>(i))
                 ? Kind::adjoint(sweep_, i, value_of(leaf))
                 : Kind::zeros(value_of(leaf));
    } else {
      std::optional<variable<T>> result;
      if (found && reached<Kind>(i))
        result = Kind::adjoint(sweep_, i, value_of(leaf));
      return result;
    }
  }

  /// As indexed_slices.
  template <class V, class Policy>
  auto read_sparse(const sparse<V> &leaf, Policy) {
    using T = typename value_type_t<V>::value_type;
    const nabla::shape s = value_of(leaf.source()).shape();
    const index i = find_node(sweep_.source(), leaf.source());
    std::optional<indexed_slices<T>> slices;
    if constexpr (is_recorded) {
      fail("a sparse gradient was asked for while a tape records, which cannot "
           "see through it; ask for the dense one, or stop that tape");
    } else {
      if (i && sweep_.range().contains(i))
        if (auto *a = sweep_.template find_object<array_adjoint<T>>(i))
          slices = a->slices(s);
      if (!slices && read(leaf.source(), unconnected::none))
        slices = concatenate<T>({}, s);
    }
    if constexpr (std::is_same<Policy, unconnected::zero_t>::value)
      return slices ? *slices : concatenate<T>({}, s);
    else
      return slices;
  }

  /// By a parameter of any type.
  template <class Policy>
  parameter_gradient read_any(const any_parameter &p, Policy policy) {
    parameter_gradient result(p);
    with_type(p, [&](const auto &typed) {
      using T = value_type_t<std::decay_t<decltype(typed)>>;
      const std::optional<variable<T>> g = read(typed, policy);
      if (g)
        result.set(*g);
    });
    return result;
  }

private:
  static constexpr bool is_recorded =
      std::is_same<Sweep, recorded_sweep>::value;
  template <class Kind> bool reached(index i) {
    if constexpr (is_recorded) {
      return Kind::is_reached(sweep_, i);
    } else {
      if (!Kind::is_doubtful(sweep_, i))
        return true;
      reached_.find(sweep_.range(), targets_);
      return reached_.holds(sweep_.range(), i);
    }
  }

  Sweep &sweep_;
  const Targets &targets_;
  reached_nodes reached_;
};

template <class Sweep, class Targets, class Sources, class Seeds, class Policy>
auto sweep_back(const view &v, const Targets &targets, const Sources &sources,
                const Seeds &seeds, Policy policy, std::ostream *trace) {
  Sweep s(v);
  seed_targets(s, targets, seeds);
  if (trace)
    run_traced(s, *trace);
  else
    s.run();
  source_reader<Sweep, Targets> reader(s, targets);
  auto read = [&](const auto &leaf) {
    using Leaf = std::decay_t<decltype(leaf)>;
    if constexpr (is_leaf<Leaf>) {
      return reader.read(leaf, policy);
    } else if constexpr (is_sparse<Leaf>::value) {
      return reader.read_sparse(leaf, policy);
    } else if constexpr (std::is_same<Leaf, any_parameter>::value) {
      return reader.read_any(leaf, policy);
    } else {
      return gradient_by_constant(leaf, policy);
    }
  };
  return map_leaves(sources, read);
}

template <class Targets, class Sources, class Seeds, class Policy>
auto gradient(const tape_state &tape, const Targets &targets,
              const Sources &sources, const Seeds &seeds, Policy policy) {
  log &l = tape.needed_log("a gradient");
  const log_hold hold(l);
  const view v = tape.look(top_of(l, targets));
  // What records now records the sweep: other tapes, or this one itself.
  if (thread.recording)
    return sweep_back<recorded_sweep>(v, targets, sources, seeds, policy,
                                      tape.trace);
  return sweep_back<plain_sweep>(v, targets, sources, seeds, policy,
                                 tape.trace);
}

} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_GRADIENT_H

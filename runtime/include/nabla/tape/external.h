// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An operation that was computed elsewhere, as one node: its outputs, its
// inputs, and a pullback from the adjoints of the outputs to those of the
// inputs. What custom gradients and compiled functions are made of.

#ifndef NABLA_TAPE_EXTERNAL_H
#define NABLA_TAPE_EXTERNAL_H

#include "nabla/tape/attach.h"
#include "nabla/tape/seeds.h"

namespace nabla {
namespace taping {

/// A pullback that wants to know which outputs have no adjoint.
template <class F> struct absent_aware {
  F pullback;
};
template <class F> struct is_absent_aware : std::false_type {};
template <class F> struct is_absent_aware<absent_aware<F>> : std::true_type {};

/// A pullback over numbers, which no other tape can see into.
template <class F> struct numeric {
  F pullback;
};
template <class F> struct is_numeric : std::false_type {};
template <class F> struct is_numeric<numeric<F>> : std::true_type {};

/// Each output of a tuple is an argument of its own.
template <class F, class Seeds>
decltype(auto) call_pullback(F &f, const Seeds &seeds) {
  if constexpr (is_tuple<Seeds>::value)
    return std::apply(f, seeds);
  else
    return f(seeds);
}

/// S with the variables themselves where std::tie has references to them: an
/// operation may outlive what they refer to.
template <class S> struct owned {
  using type = S;
};
template <class S> struct owned<S &> : owned<std::remove_const_t<S>> {};
template <class... E> struct owned<std::tuple<E...>> {
  using type = std::tuple<typename owned<E>::type...>;
};
template <class A, class B> struct owned<std::pair<A, B>> {
  using type = std::pair<typename owned<A>::type, typename owned<B>::type>;
};
template <class S> using owned_t = typename owned<S>::type;

template <class Outputs, class Inputs, class Pullback>
class external_operation final : public attachment {
public:
  template <class Out, class In>
  external_operation(log &l, const Out &outputs, const In &inputs,
                     Pullback pullback, const char *name)
      : outputs_(outputs), inputs_(inputs), pullback_(std::move(pullback)),
        name_(name) {
    for_each_leaf(inputs_, [&](const auto &leaf) {
      using Leaf = std::decay_t<decltype(leaf)>;
      if constexpr (is_leaf<Leaf>)
        parents_.push_back(active_index(l, as_variable(leaf).id()));
    });
  }
  bool is_active() const {
    for (index p : parents_)
      if (p)
        return true;
    return false;
  }

  const char *name() const override { return name_; }
  void visit_parents(const parent_visitor &visit) const override {
    for (std::size_t k = 0; k < parents_.size(); ++k)
      if (!visit.connected_only || k >= none_.size() || !none_[k])
        visit(parents_[k]);
  }
  void reverse(plain_sweep &s, index main) override { reverse_in(s, main); }
  void reverse(recorded_sweep &s, index main) override { reverse_in(s, main); }

private:
  template <class Kind> static bool reached(plain_sweep &s, index i) {
    return !Kind::is_doubtful(s, i);
  }
  template <class Kind> static bool reached(recorded_sweep &s, index i) {
    return Kind::is_reached(s, i);
  }
  template <class Sweep> bool any_reached(Sweep &s, index main) {
    bool any = false;
    index i = main;
    for_each_leaf(outputs_, [&](const auto &leaf) {
      using Leaf = std::decay_t<decltype(leaf)>;
      if constexpr (is_leaf<Leaf>)
        any |= reached<leaf_kind<value_type_t<Leaf>>>(s, ++i);
    });
    return any;
  }

  template <class Sweep> void reverse_in(Sweep &s, index main) {
    none_.truncate(0);
    if (!any_reached(s, main))
      return;
    index i = main;
    auto seed = [&](const auto &leaf) {
      using Leaf = std::decay_t<decltype(leaf)>;
      if constexpr (is_leaf<Leaf>)
        return seed_at<Leaf>(s, leaf, ++i);
      else
        return leaf;
    };
    add_gradients(s, run(s, main, map_leaves(outputs_, seed)));
  }
  template <class Leaf, class Sweep>
  auto seed_at(Sweep &s, const Leaf &leaf, index i) {
    using Kind = leaf_kind<value_type_t<Leaf>>;
    using Adjoint = variable<value_type_t<Leaf>>;
    if constexpr (is_absent_aware<Pullback>::value)
      return reached<Kind>(s, i)
                 ? std::optional<Adjoint>(Kind::adjoint(s, i, leaf.value()))
                 : std::optional<Adjoint>();
    else
      return reached<Kind>(s, i) ? Kind::adjoint(s, i, leaf.value())
                                 : Kind::zeros(leaf.value());
  }

  template <class Sweep, class Seeds>
  auto run(Sweep &, index, const Seeds &seeds) {
    if constexpr (is_numeric<Pullback>::value)
      return run_numeric(seeds);
    else if constexpr (is_absent_aware<Pullback>::value)
      return call_pullback(pullback_.pullback, seeds);
    else
      return call_pullback(pullback_, seeds);
  }
  /// The pullback's results are constants to it. To a tape that records the
  /// sweep they are not: it gets a node that says so if it is ever asked.
  template <class Seeds> auto run_numeric(const Seeds &seeds);

  template <class Sweep, class Gradients>
  void add_gradients(Sweep &s, const Gradients &gradients) {
    std::size_t k = 0;
    auto add = [&](const auto &leaf, const auto &gradient) {
      using Leaf = std::decay_t<decltype(leaf)>;
      using Gradient = std::decay_t<decltype(gradient)>;
      if constexpr (is_leaf<Leaf>) {
        const index parent = parents_[k++];
        if constexpr (is_no_seed<Gradient>)
          note_none(k - 1);
        else if (parent)
          leaf_kind<value_type_t<Leaf>>::seed(
              s, parent,
              leaf_kind<value_type_t<Leaf>>::as_seed(value_of(leaf), gradient));
      }
    };
    if constexpr (is_tuple<Inputs>::value && !is_tuple<Gradients>::value &&
                  !is_no_seed<Gradients>)
      zip_seeds(inputs_, std::tuple<Gradients>(gradients), add);
    else
      zip_seeds(inputs_, gradients, add);
  }

  void note_none(std::size_t k) {
    if (none_.empty())
      none_.assign_bytes(parents_.size(), 0);
    none_[k] = 1;
  }

  Outputs outputs_;
  Inputs inputs_;
  Pullback pullback_;
  const char *name_;
  pool_vector<index> parents_;
  /// Which inputs had no gradient in the last sweep; empty: none of them.
  pool_vector<unsigned char> none_;
};

/// Makes a variable that is an output a constant.
struct forget_name {
  template <class Leaf> void operator()(Leaf &leaf) const {
    static_assert(!is_parameter<Leaf>::value,
                  "a parameter is an output of record(): its value is "
                  "assigned, not computed; give a variable");
    if constexpr (is_variable<Leaf>::value)
      access::set_id(leaf, 0);
  }
};

/// Records outputs, which get their names, as computed from inputs. Where no
/// input is watched they become constants.
template <class Outputs, class Inputs, class Pullback>
void record_external(Outputs &outputs, const Inputs &inputs, Pullback pullback,
                     const char *name) {
  using Operation = external_operation<owned_t<std::remove_const_t<Outputs>>,
                                       owned_t<Inputs>, Pullback>;
  log *l = thread.recording;
  if (!l)
    return for_each_leaf(outputs, forget_name());
  auto op = std::make_unique<Operation>(*l, outputs, inputs,
                                        std::move(pullback), name);
  for_each_leaf(outputs, forget_name());
  if (!op->is_active())
    return;
  const index main = attach(*l, op.release());
  for_each_leaf(outputs, [&](auto &leaf) {
    if constexpr (is_variable<std::decay_t<decltype(leaf)>>::value)
      attach_output(*l, main, leaf);
  });
}

/// Says that there is no second derivative, if one is asked for.
struct no_second_derivative {
  const char *name;
  template <class... Seeds> std::nullopt_t operator()(const Seeds &...) const {
    fail("the second derivative of '" + std::string(name) +
         "' was asked for: a tape records the gradient of a compiled function, "
         "which has first derivatives only; call the function's template over "
         "nabla::variable there, or stop_gradient() its gradient");
  }
};

template <class Outputs, class Inputs, class Pullback>
template <class Seeds>
auto external_operation<Outputs, Inputs, Pullback>::run_numeric(
    const Seeds &seeds) {
  auto value = [](const auto &leaf) { return value_of(leaf); };
  auto numbers = call_pullback(pullback_.pullback, map_leaves(seeds, value));
  auto lift = [](const auto &leaf) {
    using Leaf = std::decay_t<decltype(leaf)>;
    if constexpr (std::is_floating_point<Leaf>::value || is_array<Leaf>::value)
      return variable<Leaf>(leaf);
    else
      return leaf;
  };
  auto gradients = map_leaves(numbers, lift);
  record_external(gradients, std::tuple<Inputs, Seeds>(inputs_, seeds),
                  no_second_derivative{name_}, name_);
  return gradients;
}

} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_EXTERNAL_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradients of callables, without a tape in sight: gradients_function,
// val_and_grad_function, make_vjp, and, by the parameters that a callable
// reads, implicit_value_and_gradient and implicit_gradient.
//
// A callable is called with variables in place of the real numbers among its
// arguments, also those in vectors, arrays, tuples and pairs; everything else
// is passed on. Each argument is differentiated as itself, the same variable
// given twice too. Results are numbers where arguments were numbers, and
// variables, which outer tapes see, where they were variables.

#ifndef NABLA_TAPE_FUNCTIONAL_H
#define NABLA_TAPE_FUNCTIONAL_H

#include "nabla/tape/tape.h"
#include <memory>

namespace nabla {

/// Which arguments to differentiate by: wrt<0, 2>. None: all that are real.
template <std::size_t... I> struct wrt_t {};
template <std::size_t... I> inline constexpr wrt_t<I...> wrt{};

namespace taping {

/// A variable of its own with the same value, connected to x for outer tapes.
template <class T> variable<T> fresh(const variable<T> &x) {
  if constexpr (std::is_floating_point<T>::value)
    return apply_unary<identity_op, T>(x, x.value());
  else
    return x.id() && thread.recording ? reshape(x, x.shape())
                                      : variable<T>(x.value());
}
template <class A> auto lift(const A &argument) {
  auto each = [](const auto &leaf) {
    using Leaf = std::decay_t<decltype(leaf)>;
    if constexpr (is_variable<Leaf>::value)
      return fresh(leaf);
    else if constexpr (is_parameter<Leaf>::value)
      return fresh(leaf.read());
    else if constexpr (is_complex<Leaf>)
      return std::complex<variable<typename Leaf::value_type>>(leaf.real(),
                                                               leaf.imag());
    else if constexpr (is_number<Leaf>)
      return variable<Leaf>(leaf);
    else
      return leaf;
  };
  return map_leaves(argument, each);
}
/// Numbers for what came from numbers.
template <bool ToNumbers, class S> auto lower(const S &s) {
  if constexpr (ToNumbers) {
    auto value = [](const auto &leaf) { return value_of(leaf); };
    return map_leaves(s, value);
  } else {
    return s;
  }
}

template <class A>
constexpr bool is_differentiable =
    may_hold<std::decay_t<decltype(lift(std::declval<const A &>()))>>::value;

/// The numbers of the arguments that are real.
template <class Indices, class... A> struct real_arguments;
template <std::size_t... I, class... A>
struct real_arguments<std::index_sequence<I...>, A...> {
  template <std::size_t... Kept> static auto join(wrt_t<Kept>...) {
    return wrt_t<Kept...>();
  }
  template <std::size_t K, class B> static auto one() {
    if constexpr (is_differentiable<B>)
      return std::tuple<wrt_t<K>>();
    else
      return std::tuple<>();
  }
  static auto all() {
    return std::apply([](auto... k) { return join(k...); },
                      std::tuple_cat(one<I, A>()...));
  }
  using type = decltype(all());
};
template <class... A> auto chosen(wrt_t<>) {
  static_assert((is_differentiable<A> || ...),
                "none of these arguments is real: integers have no derivative");
  return typename real_arguments<std::index_sequence_for<A...>, A...>::type();
}
template <class... A, std::size_t First, std::size_t... I>
auto chosen(wrt_t<First, I...> w) {
  constexpr std::size_t n = sizeof...(A);
  constexpr bool real[n + 1] = {is_differentiable<A>...};
  static_assert(((First < n) && ... && (I < n)),
                "wrt<...> names an argument that there is not");
  static_assert(((First >= n || real[First]) && ... && (I >= n || real[I])),
                "wrt<...> names an argument that is not real: integers have no "
                "derivative");
  return w;
}

/// A call of a callable on a tape of its own.
template <class Arguments, class Value> struct recorded_call {
  std::unique_ptr<GradientTape> tape;
  Arguments arguments;
  Value value;
};

template <class F, class... A>
auto call_on_tape(F &f, tape_option options, const A &...a) {
  static_assert(
      std::is_invocable_v<F &, decltype(lift(a)) &...>,
      "the function does not take variables in place of its real "
      "arguments: make it a template or a lambda with auto "
      "parameters; of a compiled function f, gradients_function<f>(), "
      "val_and_grad_function<f>() and make_vjp<f>() "
      "(nabla/nabla.h) are meant");
  // Braces: from left to right. Before the tape, which is not to record it.
  std::tuple<decltype(lift(a))...> arguments{lift(a)...};
  auto tape = std::make_unique<GradientTape>(options | paused);
  tape->start();
  // What is lifted from a constant gets its name from this tape.
  for_each_leaf(arguments, [&](auto &leaf) {
    if constexpr (is_variable<std::decay_t<decltype(leaf)>>::value)
      tape->watch(leaf);
  });
  using Value = decltype(std::apply(f, arguments));
  static_assert(!std::is_void<Value>::value,
                "a function that returns nothing has no gradient; return what "
                "is to be differentiated");
  Value value = std::apply(f, arguments);
  tape->stop();
  return recorded_call<decltype(arguments), Value>{
      std::move(tape), std::move(arguments), std::move(value)};
}

template <class Originals, std::size_t... I, class Gradients, std::size_t... K>
auto lower_each(const Gradients &g, std::index_sequence<K...>) {
  return std::make_tuple(
      lower<!holds_variables<std::tuple_element_t<I, Originals>>::value>(
          std::get<K>(g))...);
}

template <class Call, class Seeds, class... A, std::size_t... I>
auto gradients_of_call(Call &call, const Seeds &seeds, wrt_t<I...>,
                       const std::tuple<const A &...> *) {
  auto g = call.tape->gradient(call.value,
                               std::make_tuple(std::get<I>(call.arguments)...),
                               seeds, unconnected::zero);
  return lower_each<std::tuple<A...>, I...>(
      g, std::make_index_sequence<sizeof...(I)>());
}
template <class F, std::size_t... I> class gradients_function_t {
public:
  explicit gradients_function_t(F f) : f_(std::move(f)) {}
  template <class... A> auto operator()(const A &...a) const {
    return with_output_gradients(no_seeds(), a...);
  }
  /// Weighs the results of the callable.
  template <class Seeds, class... A>
  auto with_output_gradients(const Seeds &seeds, const A &...a) const {
    return value_and_gradients(seeds, a...).second;
  }
  template <class Seeds, class... A>
  auto value_and_gradients(const Seeds &seeds, const A &...a) const {
    auto call = call_on_tape(f_, tape_option::none, a...);
    const std::tuple<const A &...> *types = nullptr;
    auto g = gradients_of_call(call, seeds, chosen<A...>(wrt_t<I...>()), types);
    constexpr bool to_numbers = !(holds_variables<A>::value || ...);
    return std::make_pair(lower<to_numbers>(call.value), std::move(g));
  }

private:
  F f_;
};
template <class F, std::size_t... I> class val_and_grad_function_t {
public:
  explicit val_and_grad_function_t(F f) : f_(std::move(f)) {}
  template <class... A> auto operator()(const A &...a) const {
    return f_.value_and_gradients(no_seeds(), a...);
  }
  template <class Seeds, class... A>
  auto with_output_gradients(const Seeds &seeds, const A &...a) const {
    return f_.value_and_gradients(seeds, a...);
  }

private:
  gradients_function_t<F, I...> f_;
};

/// From output gradients (ones, if none are given) to gradients.
template <class Call, class Wrt, class... A> class tape_pullback {
public:
  explicit tape_pullback(Call call)
      : call_(std::make_shared<Call>(std::move(call))) {}
  auto operator()() const { return (*this)(no_seeds()); }
  template <class Seeds> auto operator()(const Seeds &seeds) const {
    const std::tuple<const A &...> *types = nullptr;
    return gradients_of_call(*call_, seeds, Wrt(), types);
  }

private:
  std::shared_ptr<Call> call_;
};

template <class F, std::size_t... I> class make_vjp_t {
public:
  make_vjp_t(F f, bool reusable) : f_(std::move(f)), reusable_(reusable) {}
  template <class... A> auto operator()(const A &...a) const {
    auto call = call_on_tape(
        f_, reusable_ ? tape_option::persistent : tape_option::none, a...);
    constexpr bool to_numbers = !(holds_variables<A>::value || ...);
    auto value = lower<to_numbers>(call.value);
    using Wrt = decltype(chosen<A...>(wrt_t<I...>()));
    return std::make_pair(
        std::move(value),
        tape_pullback<decltype(call), Wrt, A...>(std::move(call)));
  }

private:
  F f_;
  bool reusable_;
};

} // namespace taping

/// A function of the same arguments that returns a tuple of the gradients of
/// f's results (of their sum, if there are several) by them. By some only:
/// gradients_function(f, wrt<0, 2>). What f does not depend on has gradient 0.
template <class F, std::size_t... I>
auto gradients_function(F f, wrt_t<I...> = {}) {
  return taping::gradients_function_t<F, I...>(std::move(f));
}

/// The same, returning a pair of f's value and the tuple.
template <class F, std::size_t... I>
auto val_and_grad_function(F f, wrt_t<I...> = {}) {
  return taping::val_and_grad_function_t<F, I...>(std::move(f));
}

/// A function of the same arguments that returns f's value and a pullback, from
/// output gradients to a tuple of gradients. A pullback that is not reusable
/// can be called once.
template <class F, std::size_t... I>
auto make_vjp(F f, wrt_t<I...> = {}, bool reusable = true) {
  return taping::make_vjp_t<F, I...>(std::move(f), reusable);
}
template <class F> auto make_vjp(F f, bool reusable) {
  return taping::make_vjp_t<F>(std::move(f), reusable);
}

/// A function of the same arguments that returns f's value and its gradients by
/// all trainable parameters that it read, in the order of their creation. None
/// read is an error.
template <class F> auto implicit_value_and_gradient(F f) {
  return [f = std::move(f)](auto &&...arguments) {
    static_assert(!std::is_void<decltype(f(arguments...))>::value,
                  "a function that returns nothing has no gradient; return "
                  "what is to be differentiated");
    GradientTape tape;
    auto value = f(std::forward<decltype(arguments)>(arguments)...);
    const std::vector<any_parameter> parameters = tape.watched_variables();
    if (parameters.empty())
      taping::fail("implicit_gradient() of a function that read no trainable "
                   "parameter; make what is trained a nabla::parameter, or, of "
                   "[[trainable]] variables of a compiled function f, call "
                   "implicit_gradient<f>(...)");
    auto gradients = tape.gradient(value, parameters);
    return std::make_pair(std::move(value), std::move(gradients));
  };
}

/// The gradients alone.
template <class F> auto implicit_gradient(F f) {
  return [g = implicit_value_and_gradient(std::move(f))](auto &&...arguments) {
    return g(std::forward<decltype(arguments)>(arguments)...).second;
  };
}

} // namespace nabla

#endif // NABLA_TAPE_FUNCTIONAL_H

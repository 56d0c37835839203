// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled functions on the tape: a call is one node, whose pullback is the
// function's f_vjp. on_tape<f, f_vjp>(arguments...) makes the call; record_call
// is the hook under it, for a value that was computed in any way.
//
// An argument of f may be a number, a pointer to constant numbers, or a plain
// struct; the tape has it as a variable, as a vector or array of variables, or
// as a structure with as many variables as the struct has numbers, in the same
// order. What is not real is passed on.

#ifndef NABLA_TAPE_CALL_H
#define NABLA_TAPE_CALL_H

#include "nabla/tape/external.h"

namespace nabla {

/// Records that value was computed from the inputs by a compiled function, and
/// returns it as a variable. pullback(seed) returns the gradients as numbers,
/// in the structure of the inputs. The node costs what the copy of the inputs
/// costs. The tape gives no second derivative of it: asking for one is an error
/// that calls the function by its name.
template <class T, class Inputs, class Pullback>
variable<T> record_call(T value, const Inputs &inputs, Pullback pullback,
                        const char *name) {
  variable<T> result(value);
  taping::record_external(result, inputs,
                          taping::numeric<Pullback>{std::move(pullback)}, name);
  return result;
}

namespace taping {

/// How a parameter of type P is kept while the tape lives: what f gets, and a
/// shadow for its gradient.
template <class P, class = void> struct kept_argument {
  static constexpr bool is_real = false;
  template <class A> explicit kept_argument(const A &a) : value(a) {}
  P get() const { return value; }
  std::decay_t<P> value;
};

template <class P>
constexpr bool is_number_parameter =
    std::is_floating_point<std::decay_t<P>>::value;

template <class P>
struct kept_argument<P, std::enable_if_t<is_number_parameter<P>>> {
  using T = std::decay_t<P>;
  static_assert(!std::is_reference<P>::value ||
                    std::is_const<std::remove_reference_t<P>>::value,
                "a compiled function that writes through a parameter cannot be "
                "recorded; return what it computes");
  static constexpr bool is_real = true;
  template <class A>
  explicit kept_argument(const A &a) : value(static_cast<T>(value_of(a))) {}
  const T &get() const { return value; }
  T value, shadow_value = 0;
  T *shadow() { return &shadow_value; }
  template <class A> T gradient(const A &) const { return shadow_value; }
};

template <class T> struct kept_argument<const T *> {
  static_assert(std::is_floating_point<T>::value,
                "pointers are to real numbers or to what is passed on");
  static constexpr bool is_real = true;
  explicit kept_argument(const variable<array<T>> &a)
      : value(a.value()), shadow_value(value.shape(), T(0)) {}
  explicit kept_argument(const parameter<array<T>> &a)
      : value(a.value()), shadow_value(value.shape(), T(0)) {}
  template <class S> explicit kept_argument(const S &s) {
    std::vector<T> numbers;
    for_each_leaf(s, [&](const auto &leaf) {
      numbers.push_back(static_cast<T>(value_of(leaf)));
    });
    value = array<T>(numbers);
    shadow_value = array<T>(value.shape(), T(0));
  }
  const T *get() const { return value.data(); }
  array<T> value, shadow_value;
  T *shadow() { return shadow_value.data_mutable(); }
  /// In the structure of the argument.
  template <class S> auto gradient(const S &s) const {
    if constexpr (is_leaf<S>) {
      return shadow_value;
    } else {
      std::size_t k = 0;
      auto next = [&](const auto &) { return shadow_value[k++]; };
      return map_leaves(s, next);
    }
  }
};
template <> struct kept_argument<const char *> {
  static constexpr bool is_real = false;
  explicit kept_argument(const char *s) : value(s) {}
  const char *get() const { return value.c_str(); }
  std::string value;
};

template <class P>
struct kept_argument<P, std::enable_if_t<is_plain_struct<std::decay_t<P>>>> {
  using T = std::decay_t<P>;
  static_assert(!std::is_reference<P>::value ||
                    std::is_const<std::remove_reference_t<P>>::value,
                "a compiled function that writes through a parameter cannot be "
                "recorded; return what it computes");
  static constexpr bool is_real = true;
  template <class S> explicit kept_argument(const S &s) {
    std::vector<long double> numbers;
    for_each_leaf(s, [&](const auto &leaf) {
      if constexpr (is_real_number<decltype(leaf)>)
        numbers.push_back(value_of(leaf));
    });
    std::size_t k = 0;
    for_each_leaf(value, [&](auto &x) {
      if constexpr (is_real_number<decltype(x)>) {
        if (k == numbers.size())
          fail("a struct of variables has fewer members than the struct that "
               "the compiled function takes; give as many");
        x = static_cast<std::decay_t<decltype(x)>>(numbers[k++]);
      }
    });
  }
  const T &get() const { return value; }
  T value{}, shadow_value{};
  T *shadow() { return &shadow_value; }
  template <class S> auto gradient(const S &s) const {
    std::vector<long double> numbers;
    for_each_leaf(shadow_value, [&](const auto &x) {
      if constexpr (is_real_number<decltype(x)>)
        numbers.push_back(x);
    });
    std::size_t k = 0;
    auto next = [&](const auto &leaf) {
      using Leaf = std::decay_t<decltype(leaf)>;
      if constexpr (is_real_number<Leaf>)
        return static_cast<value_type_t<Leaf>>(numbers[k++]);
      else
        return leaf;
    };
    // A tuple: there may be no such struct of numbers.
    return with_members(s, [&](const auto &...m) {
      return std::tuple<decltype(map_leaves(m, next))...>{
          map_leaves(m, next)...};
    });
  }

private:
  template <class A>
  static constexpr bool is_real_number =
      std::is_floating_point<value_type_t<std::decay_t<A>>>::value;
};

template <class F> struct signature;
template <class R, class... P> struct signature<R (*)(P...)> {
  using result = R;
  using parameters = std::tuple<P...>;
};
template <class R, class... P>
struct signature<R (*)(P...) noexcept> : signature<R (*)(P...)> {};

template <class Kept> auto shadow_of(Kept &kept) {
  if constexpr (Kept::is_real)
    return std::make_tuple(kept.shadow());
  else
    return std::tuple<>();
}

template <class Parameters, class Indices> struct kept_arguments;
template <class... P, std::size_t... I>
struct kept_arguments<std::tuple<P...>, std::index_sequence<I...>> {
  using kept =
      std::tuple<kept_argument<std::tuple_element_t<I, std::tuple<P...>>>...>;
  template <class... A> static kept keep(const A &...a) {
    return kept(std::tuple_element_t<I, kept>(a)...);
  }
};

/// The gradient by one argument; of what is not real, nothing.
template <class Kept, class A>
auto gradient_of(const Kept &kept, const A &argument) {
  if constexpr (Kept::is_real)
    return kept.gradient(argument);
  else
    return std::nullopt;
}

template <class Kept, class Inputs, std::size_t... I>
auto gradients_of(const Kept &kept, const Inputs &inputs,
                  std::index_sequence<I...>) {
  return std::make_tuple(
      gradient_of(std::get<I>(kept), std::get<I>(inputs))...);
}

template <auto Vjp, class Kept, class T, std::size_t... I>
T call_vjp(Kept &kept, T seed, std::index_sequence<I...>) {
  auto shadows = std::tuple_cat(shadow_of(std::get<I>(kept))...);
  return std::apply(
      [&](auto... shadow) {
        static_assert(
            std::is_invocable<decltype(Vjp),
                              decltype(std::get<I>(kept).get())..., T,
                              decltype(shadow)...>::value,
            "the second function is not the f_vjp of the first for all of its "
            "real parameters: f_vjp(parameters..., seed, shadows...)");
        return Vjp(std::get<I>(kept).get()..., seed, shadow...);
      },
      shadows);
}

} // namespace taping

/// f(arguments...) of a compiled function f, whose derivative is Vjp, its
/// f_vjp. What f does besides happens once in the call, and again in Vjp.
template <auto F, auto Vjp, class... A> auto on_tape(const A &...arguments) {
  using namespace taping;
  using S = signature<decltype(F)>;
  using T = typename S::result;
  static_assert(std::is_floating_point<T>::value,
                "a compiled function on the tape returns a real number");
  constexpr auto all = std::index_sequence_for<A...>();
  static_assert(std::tuple_size<typename S::parameters>::value == sizeof...(A),
                "the function takes another number of arguments");
  using Arguments =
      kept_arguments<typename S::parameters, std::index_sequence_for<A...>>;
  auto kept = Arguments::keep(arguments...);
  const T value = std::apply([](auto &...k) { return F(k.get()...); }, kept);
  auto inputs = std::make_tuple(arguments...);
  auto pullback = [kept, inputs, all](T seed) mutable {
    auto fresh = kept; // shadows are zero
    call_vjp<Vjp>(fresh, seed, all);
    return gradients_of(fresh, inputs, all);
  };
  return record_call(value, inputs, std::move(pullback), "compiled function");
}

} // namespace nabla

#endif // NABLA_TAPE_CALL_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function is called, and its rule of full power tells the tangent: by its
// jvp, or by one reverse sweep. rules/tangent.h says what is promised.

#ifndef NABLA_DETAIL_TANGENT_OF_CALL_H
#define NABLA_DETAIL_TANGENT_OF_CALL_H

#include "nabla/arena.h"
#include "nabla/detail/rule_members.h"
#include "nabla/rules/adjoint.h"
#include <functional>

namespace nabla {

/// What a function returns, and its tangent.
template <class T> struct with_tangent {
  T value;
  T tangent;
};

namespace detail {

//===--- The arguments as they were before the call -----------------------===//

/// The argument for a parameter P, which may change in the call, is kept by
/// value, if it has one.
template <class P, bool Writes>
using kept_argument = std::conditional_t<
    std::is_scalar_v<bare<P>> ||
        (Writes && std::is_copy_constructible_v<bare<P>>),
    bare<P>, std::conditional_t<std::is_reference_v<P>, P, const bare<P>> &>;

/// A pointer to what is there now, where that is wanted after the call.
template <class T, class List> void keep_elements(T &a, const List &list) {
  if constexpr (std::is_pointer_v<T>) {
    using E = std::remove_pointer_t<T>;
    if constexpr (std::is_object_v<E> && std::is_trivially_copyable_v<E>)
      if (const long n = listed_length(list, a, false)) {
        auto *copy = arena::reserve<std::remove_const_t<E>>(n);
        keep(static_cast<const E *>(copy), static_cast<const E *>(a),
             extent_type(n));
        a = copy;
      }
  }
}

//===--- One reverse sweep ------------------------------------------------===//

/// The shadow of one argument. It begins as zero.
template <class P> class sweep_shadow {
  using T = std::remove_cv_t<std::remove_pointer_t<bare<P>>>;
  static constexpr bool is_array = std::is_pointer_v<bare<P>>;
  T one{};
  long n = 1;
  T *at = &one;

public:
  template <class A, class List> sweep_shadow(const A &a, const List &list) {
    if constexpr (is_array) {
      n = listed_length(list, a, true);
      at = arena::reserve_zeroed<T>(n);
    }
  }
  sweep_shadow(const sweep_shadow &) = delete;

  shadow_at<T, is_array> place() const { return {const_cast<T *>(at)}; }
  /// What a tangent of the argument is for the result.
  template <class Tangent, class R>
  void add_to(R &sum, bool &any, const Tangent &t) const {
    auto add = [&](R part) {
      sum = any ? sum + part : part; // -0 + 0 would be another zero
      any = true;
    };
    if constexpr (!is_array) {
      if (t != 0)
        add(R(t * *at));
    } else if constexpr (!std::is_null_pointer_v<Tangent>) {
      for (long i = 0; t && i < n; ++i)
        if (t[i] != 0)
          add(R(t[i] * at[i]));
    }
  }
};

//===--- The call ---------------------------------------------------------===//

template <class Rule, class Function> struct tangent_of_call;
template <class Rule, class R, class... P>
struct tangent_of_call<Rule, R(P...)> {
  template <class F, class... A> static auto run(F f, A &&...a) {
    static_assert(sizeof...(A) >= sizeof...(P),
                  "nabla: the arguments of the function are expected, and then "
                  "the tangents");
    if constexpr (sizeof...(A) >= sizeof...(P))
      return run(f, std::forward_as_tuple(std::forward<A>(a)...),
                 std::index_sequence_for<P...>(),
                 std::make_index_sequence<sizeof...(A) - sizeof...(P)>());
  }

private:
  static constexpr bool writes = (is_writable<P> || ...);
  using kept = std::tuple<kept_argument<P, writes>...>;
  using frame = frame_of<Rule>;
  using active = typename selected<R(P...)>::type;
  template <std::size_t I> using shadow = sweep_shadow<parameter<I, P...>>;

  /// One reverse sweep tells the tangent.
  static constexpr bool derives(int tangents, int real_arrays) {
    auto is_real = [](kind k, bool floating, bool writable) {
      return k == kind::passed || (floating && !writable);
    };
    return std::is_floating_point_v<R> &&
           (is_real(kind_of<P>(),
                    std::is_floating_point_v<std::remove_pointer_t<bare<P>>>,
                    is_writable<P>) &&
            ...) &&
           ((kind_of<P>() != kind::passed) + ... + 0) == tangents &&
           ((kind_of<P>() == kind::array) + ... + 0) == real_arrays;
  }

  template <class F, class All, std::size_t... I, std::size_t... T>
  static auto run(F f, All all, std::index_sequence<I...>,
                  std::index_sequence<T...>) {
    arena_scope scope;
    kept before(std::get<I>(all)...);
    auto list = list_of_reads<Rule>(std::get<I>(before)...);
    if constexpr (writes)
      (keep_elements(std::get<I>(before), list), ...);
    auto fixed = std::tie(std::get<I>(before)...);
    auto tangents = std::forward_as_tuple(std::get<sizeof...(P) + T>(all)...);
    using plain = decltype(std::tuple_cat(fixed, tangents));
    using List = decltype(list);
    auto call = [&]() -> R {
      return std::invoke(
          f, std::get<I>(std::move(all))...); // NOLINT: each is taken once
    };
    using by_frame = decltype(std::tuple_cat(
        std::declval<std::tuple<const typename frame::type &>>(), tangents));
    if constexpr (frame::exists && takes<rule_jvp<Rule>, by_frame>) {
      return by_jvp_of_frame(
          [&](typename frame::type &left) -> R {
            return Rule::forward(std::get<I>(std::move(all))..., left);
          },
          tangents);
    } else if constexpr (std::is_void_v<R>) {
      static_assert(takes<rule_jvp<Rule>, plain>,
                    "nabla: the rule of this function has no 'jvp' for these "
                    "arguments and tangents, and one reverse sweep does not "
                    "tell what is written; give the rule one");
      call();
      if constexpr (takes<rule_jvp<Rule>, plain>)
        std::apply(rule_jvp<Rule>(), std::tuple_cat(fixed, tangents));
    } else {
      using by_result = decltype(std::tuple_cat(
          fixed, std::tuple<const R &>(*(R *)nullptr), tangents));
      constexpr bool has_jvp = takes<rule_jvp<Rule>, plain>,
                     has_jvp_by_result = takes<rule_jvp<Rule>, by_result>;
      static_assert(has_jvp || has_jvp_by_result ||
                        derives(sizeof...(T), List::real_arrays),
                    "nabla: the rule of this function has no 'jvp' for these "
                    "arguments and tangents, and one reverse sweep does not "
                    "tell the tangent where the result is no real, or "
                    "something is written, or 'reads' does not say how long "
                    "an array is; give the rule one");
      if constexpr (has_jvp) {
        R value = call();
        return with_tangent<R>{
            value,
            std::apply(rule_jvp<Rule>(), std::tuple_cat(fixed, tangents))};
      } else if constexpr (has_jvp_by_result) {
        R value = call();
        const R &result = value;
        return with_tangent<R>{
            value,
            std::apply(rule_jvp<Rule>(),
                       std::tuple_cat(fixed, std::tie(result), tangents))};
      } else if constexpr (derives(sizeof...(T), List::real_arrays)) {
        return by_sweep(call, all, fixed, tangents, list, active(),
                        std::index_sequence<I...>(),
                        std::index_sequence<T...>());
      }
    }
  }

  template <class Forward, class Tangents>
  static auto by_jvp_of_frame(Forward forward, const Tangents &tangents) {
    typename frame::type left{};
    auto push = [&] {
      const typename frame::type &f = left;
      return std::apply(rule_jvp<Rule>(),
                        std::tuple_cat(std::tie(f), tangents));
    };
    if constexpr (std::is_void_v<R>) {
      forward(left);
      push();
    } else {
      R value = forward(left);
      return with_tangent<R>{value, push()};
    }
  }

  template <class Call, class All, class Fixed, class Tangents, class List,
            std::size_t... W, std::size_t... I, std::size_t... T>
  static with_tangent<R>
  by_sweep(Call call, All &all, const Fixed &fixed, const Tangents &tangents,
           const List &list, std::index_sequence<W...>,
           std::index_sequence<I...>, std::index_sequence<T...>) {
    auto with = [&](auto &&...s) {
      with_tangent<R> y{};
      const R seed = 1;
      if constexpr (frame::exists) {
        typename frame::type f{};
        y.value = Rule::forward(std::get<I>(std::move(all))..., f);
        const typename frame::type &left = f;
        sweep<rule_reverse<Rule>>(std::tuple_cat(fixed, std::tie(left, seed)),
                                  s.place()...);
      } else {
        y.value = call();
        const R &result = y.value;
        auto without = std::tuple_cat(fixed, std::tie(seed));
        if constexpr (takes_shadows<rule_vjp<Rule>, decltype(without),
                                    decltype(s.place())...>)
          sweep<rule_vjp<Rule>>(without, s.place()...);
        else
          sweep<rule_vjp<Rule>>(std::tuple_cat(fixed, std::tie(result, seed)),
                                s.place()...);
      }
      bool any = false;
      (s.add_to(y.tangent, any, std::get<T>(tangents)), ...);
      return y;
    };
    return with(shadow<W>(std::get<W>(fixed), list)...);
  }
};

} // namespace detail
} // namespace nabla

#endif // NABLA_DETAIL_TANGENT_OF_CALL_H

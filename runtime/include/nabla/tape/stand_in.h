// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands in for numbers on the tape, by type: Point<variable<double>> for
// Point<double>, std::array<variable<float>, 3> for std::array<float, 3> and
// for a member float[3], and a struct or tuple of its members for a plain
// struct that is no template. Types decide: so that overload resolution can
// ask.

#ifndef NABLA_TAPE_STAND_IN_H
#define NABLA_TAPE_STAND_IN_H

#include "nabla/tape/seeds.h"

namespace nabla {
namespace taping {

/// The same type of numbers instead of variables.
template <class S> struct numbers {
  using type = S;
};
template <class T> struct numbers<variable<T>> {
  using type = T;
};
template <class T> struct numbers<parameter<T>> {
  using type = T;
};
template <template <class...> class C, class... A> struct numbers<C<A...>> {
  using type = C<typename numbers<A>::type...>;
};
template <template <class, auto, auto...> class C, class A, auto N, auto... M>
struct numbers<C<A, N, M...>> {
  using type = C<typename numbers<A>::type, N, M...>;
};
template <class S, std::size_t N> struct numbers<S[N]> {
  using type = typename numbers<S>::type[N];
};
template <class S> using numbers_t = typename numbers<S>::type;

/// The same type of variables instead of numbers; no type if there is none.
template <class N, class = void> struct variables {};
template <class N> using variables_t = typename variables<N>::type;

template <class A, class = void> struct variables_or_same {
  using type = A;
};
template <class A> struct variables_or_same<A, std::void_t<variables_t<A>>> {
  using type = variables_t<A>;
};

template <class T>
struct variables<T, std::enable_if_t<std::is_floating_point<T>::value>> {
  using type = variable<T>;
};
template <template <class...> class C, class... A> struct variables<C<A...>> {
  using type = C<typename variables_or_same<A>::type...>;
};
template <template <class, auto, auto...> class C, class A, auto N, auto... M>
struct variables<C<A, N, M...>> {
  using type = C<typename variables_or_same<A>::type, N, M...>;
};

template <class E, std::size_t N>
struct variables<E[N], std::void_t<variables_t<E>>> {
  using type = std::array<variables_t<E>, N>;
};

template <class N> struct is_class_template : std::false_type {};
template <template <class...> class C, class... A>
struct is_class_template<C<A...>> : std::true_type {};
template <template <class, auto, auto...> class C, class A, auto N, auto... M>
struct is_class_template<C<A, N, M...>> : std::true_type {};

/// A plain struct that has no variables of its own.
template <class N>
constexpr bool stands_as_tuple = [] {
  if constexpr (std::is_class<N>::value && !is_class_template<N>::value)
    return is_plain_struct<N>;
  else
    return false;
}();
template <class... M> struct type_list {};
struct member_types {
  template <class... M> auto operator()(const M &...) const {
    return type_list<M...>();
  }
};
/// The types of the members of a plain struct or std::tuple, as a type_list.
template <class S> struct members {
  using type =
      decltype(with_members(std::declval<const S &>(), member_types()));
};
template <class... E> struct members<std::tuple<E...>> {
  using type = type_list<E...>;
};
template <class S> using members_t = typename members<S>::type;

template <class List> struct tuple_of_variables;
template <class... M> struct tuple_of_variables<type_list<M...>> {
  using type = std::tuple<typename variables_or_same<M>::type...>;
};
template <class N>
struct variables<N, std::enable_if_t<stands_as_tuple<N>>>
    : tuple_of_variables<members_t<N>> {};

template <class S, class N> constexpr bool is_stand_in();

/// Of a member that is an array, also a std::array of that size.
template <class S, class N> constexpr bool stands_for_array() {
  if constexpr (is_tuple_like<S>::value)
    return std::tuple_size<S>::value == std::extent<N>::value &&
           is_stand_in<typename S::value_type, std::remove_extent_t<N>>();
  else
    return false;
}

/// At least one of them not the same: it is of variables.
template <class... S, class... M>
constexpr bool are_members(type_list<S...>, type_list<M...>) {
  if constexpr (sizeof...(S) == sizeof...(M))
    return ((std::is_same<S, M>::value || is_stand_in<S, M>()) && ...) &&
           !(std::is_same<S, M>::value && ...);
  else
    return false;
}

template <class S> constexpr bool holds_numbers();
template <class... M> constexpr bool hold_numbers(type_list<M...>) {
  return (holds_numbers<M>() || ...);
}
/// A member of a plain struct or std::tuple, at any depth, is a real number and
/// no variable.
template <class S> constexpr bool holds_numbers() {
  if constexpr (std::is_floating_point<S>::value)
    return true;
  else if constexpr (std::is_array<S>::value)
    return holds_numbers<std::remove_all_extents_t<S>>();
  else if constexpr (is_tuple<S>::value || stands_as_tuple<S>)
    return hold_numbers(members_t<S>());
  else
    return false;
}

/// Whether an S may be given where the compiled function takes an N.
template <class S, class N> constexpr bool is_stand_in() {
  if constexpr (std::is_same<S, N>::value)
    return false;
  else if constexpr (std::is_array<N>::value && is_sequence<S>::value)
    return stands_for_array<S, N>();
  else if constexpr (std::is_same<numbers_t<S>, N>::value)
    return true;
  else if constexpr (std::is_same<numbers_t<S>, S>::value &&
                     !stands_as_tuple<S>)
    return false; // not of variables
  else if constexpr (stands_as_tuple<N> &&
                     (is_tuple<S>::value || is_plain_struct<S>))
    return are_members(members_t<S>(), members_t<N>());
  else
    return false;
}

template <class S> decltype(auto) tie_members(S &s) {
  if constexpr (is_tuple_like<std::remove_const_t<S>>::value)
    return (s);
  else
    return with_members(s, [](auto &...m) { return std::tie(m...); });
}

template <class S, class N, class F> void zip_numbers(S &s, N &n, F &f);

template <class S, class N, class F, std::size_t... I>
void zip_each(S &&s, N &&n, F &f, std::index_sequence<I...>) {
  (zip_numbers(std::get<I>(s), std::get<I>(n), f), ...);
}
template <class S, class N, class F> void zip_complex(S &s, N &n, F &f) {
  auto sr = s.real(), si = s.imag();
  if constexpr (std::is_same<S, N>::value && !std::is_const<S>::value)
    if (&s == &n) { // for_each_number: the parts are set once
      f(sr, sr);
      f(si, si);
      s = S(sr, si);
      return;
    }
  auto nr = n.real(), ni = n.imag();
  f(sr, nr);
  f(si, ni);
  if constexpr (!std::is_const<S>::value)
    s = S(sr, si);
  if constexpr (!std::is_const<N>::value)
    n = N(nr, ni);
}

/// f(part of s, part of n) for all parts of a stand-in and of the numbers that
/// it stands for.
template <class S, class N, class F> void zip_numbers(S &s, N &n, F &f) {
  using A = std::remove_const_t<S>;
  using B = std::remove_const_t<N>;
  if constexpr (is_leaf<A> || std::is_scalar<B>::value) {
    f(s, n);
  } else if constexpr (std::is_array<A>::value || std::is_array<B>::value ||
                       is_sequence<B>::value) {
    for (std::size_t i = 0; i < std::size(s); ++i)
      zip_numbers(s[i], n[i], f);
  } else if constexpr (is_complex<A> || is_complex<B>) {
    zip_complex(s, n, f);
  } else if constexpr (is_structure<B>::value) {
    auto &&ms = tie_members(s);
    auto &&mn = tie_members(n);
    using Members = std::decay_t<decltype(mn)>;
    zip_each(ms, mn, f,
             std::make_index_sequence<std::tuple_size<Members>::value>());
  } else {
    f(s, n);
  }
}

/// f(number) for all reals in n, in the order of zip_numbers.
template <class N, class F> void for_each_number(N &n, F &&f) {
  auto same = [&](auto &x, auto &) {
    if constexpr (std::is_floating_point<std::decay_t<decltype(x)>>::value)
      f(x);
  };
  zip_numbers(n, n, same);
}

} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_STAND_IN_H

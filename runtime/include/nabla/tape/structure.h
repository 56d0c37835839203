// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Structures of variables: what tapes watch, take gradients of and by. A
// structure is a variable or parameter, or a std::vector, std::array, array
// member, std::tuple, std::pair, std::complex or plain struct of structures.
// For a type of your own that is none of these, specialize nabla::structure:
//
//   each(s, f)   calls f with each element of s (f takes structures)
//   map(s, f)    what s is when each element e is replaced by f(e)

#ifndef NABLA_TAPE_STRUCTURE_H
#define NABLA_TAPE_STRUCTURE_H

#include "nabla/tape/aggregate.h"
#include "nabla/tape/variable.h"
#include <array>
#include <complex>
#include <tuple>
#include <utility>
#include <vector>

namespace nabla {

template <class S, class = void> struct structure {
  static constexpr bool unknown = true;
};

namespace taping {
template <class S, class = void> struct is_structure : std::true_type {};
template <class S>
struct is_structure<S, std::enable_if_t<structure<S>::unknown>>
    : std::false_type {};

template <class S>
constexpr bool is_leaf = is_variable<S>::value || is_parameter<S>::value;

/// Calls f with each leaf of s: variables, parameters, and what is no
/// structure.
template <class S, class F> void for_each_leaf(S &s, F &&f) {
  using Plain = std::remove_const_t<S>;
  if constexpr (is_leaf<Plain> || !is_structure<Plain>::value)
    f(s);
  else
    structure<Plain>::each(s, [&](auto &e) { for_each_leaf(e, f); });
}

/// The structure with each leaf x replaced by f(x).
template <class S, class F> auto map_leaves(const S &s, F &f) {
  if constexpr (is_leaf<S> || !is_structure<S>::value)
    return f(s);
  else
    return structure<S>::map(s,
                             [&](const auto &e) { return map_leaves(e, f); });
}

} // namespace taping

template <class E, class A> struct structure<std::vector<E, A>> {
  template <class S, class F> static void each(S &s, F &&f) {
    for (auto &e : s)
      f(e);
  }
  template <class S, class F> static auto map(const S &s, F &&f) {
    std::vector<decltype(f(s[0]))> result;
    result.reserve(s.size());
    for (const E &e : s)
      result.push_back(f(e));
    return result;
  }
};

/// A member that is an array; mapped to a std::array.
template <class E, std::size_t N> struct structure<E[N]> {
  template <class S, class F> static void each(S &s, F &&f) {
    for (auto &e : s)
      f(e);
  }
  template <class F> static auto map(const E (&s)[N], F &&f) {
    std::array<decltype(f(s[0])), N> result{};
    for (std::size_t i = 0; i < N; ++i)
      result[i] = f(s[i]);
    return result;
  }
};

template <class E, std::size_t N> struct structure<std::array<E, N>> {
  template <class S, class F> static void each(S &s, F &&f) {
    for (auto &e : s)
      f(e);
  }
  template <class F> static auto map(const std::array<E, N> &s, F &&f) {
    return map_indices(s, f, std::make_index_sequence<N>());
  }

private:
  template <class F, std::size_t... I>
  static auto map_indices(const std::array<E, N> &s, F &f,
                          std::index_sequence<I...>) {
    return std::array<decltype(f(s[0])), N>{{f(s[I])...}};
  }
};

template <class... E> struct structure<std::tuple<E...>> {
  template <class S, class F> static void each(S &s, F &&f) {
    std::apply([&](auto &...e) { (f(e), ...); }, s);
  }
  template <class F> static auto map(const std::tuple<E...> &s, F &&f) {
    return std::apply(
        [&](const auto &...e) {
          return std::tuple<decltype(f(e))...>{f(e)...};
        },
        s);
  }
};

template <class A, class B> struct structure<std::pair<A, B>> {
  template <class S, class F> static void each(S &s, F &&f) {
    f(s.first);
    f(s.second);
  }
  template <class F> static auto map(const std::pair<A, B> &s, F &&f) {
    auto first = f(s.first);
    return std::pair<decltype(first), decltype(f(s.second))>(std::move(first),
                                                             f(s.second));
  }
};

/// A complex variable; mapped to a complex number where the results can be its
/// parts, to an array of two where they cannot.
template <class T> struct structure<std::complex<variable<T>>> {
  using complex = std::complex<variable<T>>;
  template <class F> static void each(const complex &s, F &&f) {
    const variable<T> re = s.real(), im = s.imag();
    f(re);
    f(im);
  }
  template <class F> static void each(complex &s, F &&f) {
    variable<T> re = s.real(), im = s.imag();
    f(re);
    f(im);
    s = complex(re, im);
  }
  template <class F> static auto map(const complex &s, F &&f) {
    const variable<T> re = s.real(), im = s.imag();
    auto first = f(re);
    auto second = f(im);
    if constexpr (std::is_arithmetic<decltype(first)>::value ||
                  std::is_same<decltype(first), variable<T>>::value)
      return std::complex<decltype(first)>(first, second);
    else
      return std::array<decltype(first), 2>{{first, second}};
  }
};

namespace taping {

/// A member as it is mapped: an array to a std::array.
template <class M> struct mapped_member {
  using type = std::remove_cv_t<M>;
};
template <class E, std::size_t N> struct mapped_member<E[N]> {
  using type = std::array<typename mapped_member<E>::type, N>;
};
template <class E, std::size_t N>
struct mapped_member<const E[N]> : mapped_member<E[N]> {};

template <class To, class From> void assign_member(To &to, From &&from) {
  if constexpr (std::is_array<To>::value)
    for (std::size_t i = 0; i < std::extent<To>::value; ++i)
      assign_member(to[i], from[i]);
  else
    to = std::move(from);
}
/// Like s, with other values of its members.
template <class S, class... R> S with_values(const S &s, std::tuple<R...> r) {
  S result(s);
  with_members(result, [&](auto &...to) {
    std::apply([&](auto &...from) { (assign_member(to, from), ...); }, r);
  });
  return result;
}

} // namespace taping

/// A plain struct; mapped to one of the same type where its members stay what
/// they are, to a tuple where they do not.
template <class S>
struct structure<S, std::enable_if_t<taping::is_plain_struct<S>>> {
  template <class Q, class F> static void each(Q &s, F &&f) {
    taping::with_members(s, [&](auto &...m) { (f(m), ...); });
  }
  template <class F> static auto map(const S &s, F &&f) {
    return taping::with_members(s, [&](const auto &...m) {
      using taping::mapped_member;
      using Members = std::tuple<typename mapped_member<
          std::remove_reference_t<decltype(m)>>::type...>;
      using Results = std::tuple<decltype(f(m))...>;
      constexpr bool arrays =
          (std::is_array<std::remove_reference_t<decltype(m)>>::value || ...);
      constexpr bool is_const = arrays && !std::is_copy_assignable<S>::value;
      if constexpr (is_const || !std::is_same<Members, Results>::value)
        return Results{f(m)...};
      else if constexpr (arrays)
        return taping::with_values(s, Results{f(m)...});
      else
        return S{f(m)...};
    });
  }
};

} // namespace nabla

#endif // NABLA_TAPE_STRUCTURE_H

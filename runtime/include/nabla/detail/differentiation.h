// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What gradient, value_and_gradient and vjp have in common: which parameters
// are differentiated, whether that can be done with the arguments given, and
// the shadows.

#ifndef NABLA_DETAIL_DIFFERENTIATION_H
#define NABLA_DETAIL_DIFFERENTIATION_H

#include "nabla/detail/arguments.h"
#include "nabla/detail/engine.h"
#include <tuple>

namespace nabla {
namespace detail {

//===-- Functions ---------------------------------------------------------===//

/// R(P...) of a pointer to such a function; void of anything else.
template <class T> struct function_type {
  using type = void;
};
template <class R, class... P> struct function_type<R (*)(P...)> {
  using type = R(P...);
};
template <class R, class... P> struct function_type<R (*)(P...) noexcept> {
  using type = R(P...);
};

template <std::size_t I, class... P>
using parameter = std::tuple_element_t<I, std::tuple<P...>>;

/// The positions of the parameters that may hold a real.
template <class... P, std::size_t... I>
constexpr auto every_parameter(std::index_sequence<I...>) {
  constexpr std::size_t n =
      (std::size_t(kind_of<P>() != kind::passed) + ... + 0);
  struct {
    std::size_t at[n + 1] = {};
  } list;
  std::size_t next = 0;
  ((kind_of<P>() != kind::passed ? void(list.at[next++] = I) : void()), ...);
  return list;
}
template <class... P, std::size_t... K>
constexpr auto every_parameter_as_sequence(std::index_sequence<K...>) {
  return std::index_sequence<
      every_parameter<P...>(std::index_sequence_for<P...>()).at[K]...>();
}
/// Wrt, or, if that is empty, every parameter that may hold a real.
template <class Function, std::size_t... Wrt> struct selected;
template <class R, class... P, std::size_t... Wrt>
struct selected<R(P...), Wrt...> {
  using type = std::index_sequence<Wrt...>;
};
template <std::size_t... Wrt> struct selected<void, Wrt...> {
  using type = std::index_sequence<>; // no function, which is said elsewhere
};
template <class R, class... P> struct selected<R(P...)> {
  using type = decltype(every_parameter_as_sequence<P...>(
      std::make_index_sequence<(std::size_t(kind_of<P>() != kind::passed) +
                                ... + 0)>()));
};

/// How many of I... are less than Of.
template <std::size_t Of, std::size_t... I>
inline constexpr std::size_t rank_among = (std::size_t(I < Of) + ... + 0);

template <std::size_t... I> constexpr bool distinct() {
  return ((std::size_t(0) + ... + rank_among<I, I...>)*2 ==
          sizeof...(I) * (sizeof...(I) - 1)) ||
         sizeof...(I) == 0;
}

/// Indices as the user has ordered them, in increasing order, and back again:
/// generated code knows one order only.
template <std::size_t... I> struct in_order {
  static constexpr std::size_t given[] = {I..., 0};
  /// Where the index that is Kth in size is among those given.
  template <std::size_t K> static constexpr std::size_t place() {
    constexpr std::size_t ranks[] = {rank_among<I, I...>..., 0};
    std::size_t at = 0;
    while (ranks[at] != K)
      ++at;
    return at;
  }
  template <std::size_t... K>
  static auto sort(std::index_sequence<K...>)
      -> std::index_sequence<given[place<K>()]...>;
  template <std::size_t... K>
  static auto rank(std::index_sequence<K...>)
      -> std::index_sequence<place<K>()...>;
  using all = std::make_index_sequence<sizeof...(I)>;
  using sorted = decltype(sort(all()));
  using places = decltype(rank(all()));
};

/// Says what is wrong with a choice of parameters.
template <class Function, class Wrt> struct choice;
template <class R, class... P, std::size_t... W>
struct choice<R(P...), std::index_sequence<W...>> {
  // With its bound: Clang 19 does not know one that is deduced early enough.
  static constexpr kind kinds[sizeof...(P) + 1] = {kind_of<P>()...,
                                                   kind::passed};
  static constexpr bool exist = ((W < sizeof...(P)) && ...);
  template <kind K> static constexpr bool has() {
    return exist && ((kinds[W < sizeof...(P) ? W : 0] == K) || ...);
  }
  static constexpr bool check() {
    constexpr bool value = !std::is_reference_v<R> && !std::is_pointer_v<R>;
    static_assert(value, "nabla: the function returns a reference or a "
                         "pointer, whose shadow is not known; return a value");
    static_assert(exist, "nabla: the function has no parameter with this index "
                         "or name; indices count from 0");
    static_assert(distinct<W...>(),
                  "nabla: a parameter is chosen twice; name it once");
    static_assert(sizeof...(W) > 0,
                  "nabla: the function has no parameter that holds anything "
                  "to differentiate");
    static_assert(!has<kind::passed>(),
                  "nabla: a parameter chosen by its index holds nothing to "
                  "differentiate; leave it out");
    static_assert(!has<kind::nested>(),
                  "nabla: no shadow can be made for a pointer to pointers; "
                  "mark the function [[grad]] and call its _grad or _vjp, or "
                  "choose other parameters by their indices");
    return value && exist && distinct<W...>() && sizeof...(W) > 0 &&
           !has<kind::passed>() && !has<kind::nested>();
  }
};

//===-- What is asked for -------------------------------------------------===//

template <auto F, class Function, class Wrt> struct differentiation;

template <auto F, class R, class... P, std::size_t... W>
struct differentiation<F, R(P...), std::index_sequence<W...>> {
  using result = R;
  using positions = std::make_index_sequence<sizeof...(W)>;
  template <std::size_t I> using param = parameter<I, P...>;
  template <std::size_t I>
  using shadow_pointer = typename shadow_parameter<param<I>>::type;
  template <class... A>
  using shadows = std::tuple<shadow_for<param<W>, parameter<W, A...>>...>;
  using seed = std::conditional_t<std::is_void_v<R>, int, bare<R>>;
  using sorted = typename in_order<W...>::sorted;
  using places = typename in_order<W...>::places;

  /// Says what is wrong with the arguments.
  template <class... A> static constexpr bool accepts() {
    static_assert(sizeof...(A) == sizeof...(P),
                  "nabla: give as many arguments as the function has "
                  "parameters");
    if constexpr (sizeof...(A) == sizeof...(P)) {
      constexpr bool length =
          (knows_length<param<W>, parameter<W, A...>>() && ...);
      static_assert(length,
                    "nabla: a pointer does not tell how many elements there "
                    "are to differentiate; give an array, a container, or "
                    "nabla::span(pointer, length)");
      constexpr bool elements =
          !length || (has_elements_of<param<W>, parameter<W, A...>>() && ...);
      static_assert(elements,
                    "nabla: an argument holds elements of another type than "
                    "the parameter points to");
      return length && elements;
    } else {
      return false;
    }
  }

  /// Shadows S for the arguments, all zero.
  template <class S, class... A> static S make_shadows(const A &...a) {
    return make_each<S>(std::tuple<const A &...>(a...), positions());
  }

  /// The value; the adjoints of the parameters are in Shadows afterwards.
  /// Engine makes both sweeps: vjp_engine or implicit_engine.
  template <template <class, class> class Engine, class Shadows, class... A>
  static R run(Shadows &s, A &&...a) {
    return run_in_order<Engine>(s, sorted(), places(), std::forward<A>(a)...);
  }

  static constexpr std::size_t writable =
      (std::size_t(is_writable<param<W>>) + ... + 0);

  /// Sets the shadows of what the function may write to.
  template <class S, class... Outputs>
  static void set_outputs(S &s, const Outputs &...outputs) {
    static_assert(sizeof...(Outputs) == writable,
                  "nabla: give as many adjoints of outputs as there are "
                  "differentiated parameters that the function may write to");
    if constexpr (sizeof...(Outputs) == writable)
      set_each(s, std::tuple<const Outputs &...>(outputs...), positions());
  }

private:
  template <template <class, class> class Engine, class Shadows,
            std::size_t... S, std::size_t... K, class... A>
  static R run_in_order(Shadows &s, std::index_sequence<S...>,
                        std::index_sequence<K...>, A &&...a) {
    using both = Engine<request<F, S...>, R(P..., seed, shadow_pointer<S>...)>;
    return both::run(
        pass<P>(std::forward<A>(a))..., seed(1),
        static_cast<shadow_pointer<S>>(std::get<K>(s).address())...);
  }
  template <class S, class Given, std::size_t... K>
  static S make_each(const Given &given, std::index_sequence<K...>) {
    return S(std::tuple_element_t<K, S>(std::get<W>(given))...);
  }
  template <class S, class Outputs, std::size_t... K>
  static void set_each(S &s, const Outputs &outputs,
                       std::index_sequence<K...>) {
    (set_one<K>(std::get<K>(s), outputs), ...);
  }
  template <std::size_t K, class Shadow, class Outputs>
  static void set_one(Shadow &s, const Outputs &outputs) {
    constexpr bool all[] = {is_writable<param<W>>...};
    constexpr std::size_t at = [](const bool *list) {
      std::size_t n = 0;
      for (std::size_t i = 0; i < K; ++i)
        n += list[i];
      return n;
    }(all);
    if constexpr (all[K])
      s.set(std::get<at>(outputs));
  }
};

/// Stands for what an error has been reported of.
struct nothing_asked {
  using result = void;
  template <class...> static constexpr bool accepts() { return false; }
};

/// Whether F can be asked about at all; says why not.
template <auto F, std::size_t... Wrt> constexpr bool can_ask() {
  using function = typename function_type<decltype(F)>::type;
  static_assert(has_plugin || sizeof(request<F, Wrt...>) == 0,
                "nabla: derivatives are made by Nabla's compiler plugin; "
                "compile this file with nabla++, or with clang++ and "
                "-fplugin=nabla.so");
  static_assert(!std::is_void_v<function>,
                "nabla: only a function can be differentiated (or "
                "+[](double x) {...}): no member function, object or pointer "
                "to a variable");
  return has_plugin && !std::is_void_v<function>;
}

template <auto F, std::size_t... Wrt> auto ask() {
  using function = typename function_type<decltype(F)>::type;
  if constexpr (!can_ask<F, Wrt...>()) {
    return nothing_asked();
  } else {
    using wrt = typename selected<function, Wrt...>::type;
    if constexpr (choice<function, wrt>::check())
      return differentiation<F, function, wrt>();
    else
      return nothing_asked();
  }
}
template <auto F, std::size_t... Wrt> using asked = decltype(ask<F, Wrt...>());

//===-- Results -----------------------------------------------------------===//

/// One derivative as it is, several as a tuple.
template <class S> auto derivatives(const std::tuple<S> &s) {
  return std::get<0>(s).value;
}
template <class S, class T, class... More>
auto derivatives(const std::tuple<S, T, More...> &s) {
  return std::apply(
      [](const auto &...each) { return std::make_tuple(each.value...); }, s);
}

/// Their type; int where an error has been reported.
template <bool Good, class Asked, class... A> struct gradient_type_if {
  using type = int;
};
template <class Asked, class... A> struct gradient_type_if<true, Asked, A...> {
  using type = decltype(derivatives(
      std::declval<const typename Asked::template shadows<A...> &>()));
};
template <class Asked, class... A>
using gradient_type = typename gradient_type_if<Asked::template accepts<A...>(),
                                                Asked, A...>::type;

//===-- Overlap -----------------------------------------------------------===//

struct region {
  const char *begin, *end;
  bool writable;
};

/// The memory that a parameter P leads to.
template <class P, class A> region region_of(const A &a) {
  constexpr bool pointer = std::is_pointer_v<bare<P>>;
  if constexpr (pointer && (std::is_array_v<A> || has_data<A>)) {
    const auto *p = first_element(a);
    auto *begin = reinterpret_cast<const char *>(p);
    return {begin, begin + count(a) * sizeof(*p), is_writable<P>};
  } else if constexpr (std::is_lvalue_reference_v<P>) {
    auto *begin = reinterpret_cast<const char *>(&a);
    return {begin, begin + sizeof(a), is_writable<P>};
  } else {
    return {nullptr, nullptr, false};
  }
}

/// Two arguments that are the same memory have two shadows, which is right as
/// long as nothing is written to it.
template <class... P, class... A> void refuse_overlap(const A &...a) {
  if constexpr ((is_writable<P> || ...)) {
    const region all[] = {region_of<P>(a)...};
    for (const region &x : all)
      for (const region &y : all)
        if (&x != &y && x.writable && x.begin < y.end && y.begin < x.end)
          misuse("nabla: two arguments overlap, and the function may write to "
                 "one of them; mark the function [[grad]] and call its _grad "
                 "or _vjp with shadows that overlap alike");
  }
}

} // namespace detail
} // namespace nabla

#endif // NABLA_DETAIL_DIFFERENTIATION_H

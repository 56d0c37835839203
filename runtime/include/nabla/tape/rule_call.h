// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function with a rule of full power on the tape: the rule's vjp, or its
// forward and reverse, called in plain C++ (detail/kept_call.h). The node is
// that of a compiled function (compiled_call.h), with the same arguments.

#ifndef NABLA_TAPE_RULE_CALL_H
#define NABLA_TAPE_RULE_CALL_H

#include "nabla/detail/kept_call.h"
#include "nabla/rules/rule.h"
#include "nabla/tape/compiled_call.h"
#include "nabla/tape/content.h"

namespace nabla {
namespace taping {

//===-- What has a shadow -------------------------------------------------===//

template <class T> constexpr bool holds_real();
template <class... M> constexpr bool some_holds_real(type_list<M...>) {
  return (holds_real<std::remove_cv_t<M>>() || ...);
}
template <class T, class = void> struct listed_members {
  using type = type_list<>;
};
template <class T>
struct listed_members<T, std::enable_if_t<is_member_list<T>::value>> {
  using type = members_t<T>;
};
template <class... E> struct listed_members<std::tuple<E...>> {
  using type = type_list<E...>;
};
template <class A, class B> struct listed_members<std::pair<A, B>> {
  using type = type_list<A, B>;
};
template <class E, std::size_t N> struct listed_members<std::array<E, N>> {
  using type = type_list<E>;
};

/// Whether a T holds a real that can be seen: where a class hides its members,
/// it is constant.
template <class T> constexpr bool holds_real() {
  if constexpr (std::is_array<T>::value)
    return holds_real<std::remove_cv_t<std::remove_all_extents_t<T>>>();
  else if constexpr (std::is_pointer<T>::value)
    return std::is_floating_point<
        std::remove_cv_t<std::remove_pointer_t<T>>>::value;
  else if constexpr (std::is_floating_point<T>::value || is_complex<T>)
    return true;
  else if constexpr (is_plain_struct<T> && !is_member_list<T>::value)
    return true; // what cannot be taken apart is said where it is tried
  else
    return some_holds_real(typename listed_members<T>::type());
}

/// Whether there is a pointer to reals in a T.
template <class T> constexpr bool holds_pointer();
template <class... M> constexpr bool some_holds_pointer(type_list<M...>) {
  return (holds_pointer<std::remove_cv_t<M>>() || ...);
}
template <class T> constexpr bool holds_pointer() {
  if constexpr (std::is_array<T>::value)
    return holds_pointer<std::remove_cv_t<std::remove_all_extents_t<T>>>();
  else if constexpr (std::is_pointer<T>::value)
    return holds_real<T>();
  else
    return some_holds_pointer(typename listed_members<T>::type());
}

/// Whether a rule has a shadow for a parameter P.
template <class P> constexpr bool has_shadow() {
  using T = detail::bare<P>;
  using E = std::remove_cv_t<std::remove_pointer_t<T>>;
  if constexpr (std::is_function<E>::value || std::is_void<E>::value)
    return false;
  else
    return holds_real<E>();
}

template <std::size_t... I> struct joined {
  using type = std::index_sequence<I...>;
};
template <class... S> struct join;
template <> struct join<> : joined<> {};
template <std::size_t... I> struct join<std::index_sequence<I...>> {
  using type = std::index_sequence<I...>;
};
template <std::size_t... I, std::size_t... K, class... More>
struct join<std::index_sequence<I...>, std::index_sequence<K...>, More...>
    : join<std::index_sequence<I..., K...>, More...> {};

template <class Indices, class... P> struct with_shadows;
template <std::size_t... I, class... P>
struct with_shadows<std::index_sequence<I...>, P...>
    : join<std::conditional_t<has_shadow<P>(), std::index_sequence<I>,
                              std::index_sequence<>>...> {};

//===-- The engine --------------------------------------------------------===//

/// An argument that a call is kept with, or a reference to it.
template <class A> struct held {
  A value;
  explicit held(A &&a) : value(static_cast<A &&>(a)) {}
  std::remove_reference_t<A> &get() { return value; }
};

/// Value and gradients of F by its rule.
template <class Rule, auto F, class Function, class Wrt> struct rule_engine;
template <class Rule, auto F, class R, class... P, std::size_t... W>
struct rule_engine<Rule, F, R(P...), std::index_sequence<W...>> {
  using asked = detail::differentiation<F, R(P...), std::index_sequence<W...>>;
  using positions = std::make_index_sequence<sizeof...(W)>;
  using indices = std::index_sequence_for<P...>;
  template <std::size_t I> using param = detail::parameter<I, P...>;
  static constexpr bool exists = true;

  /// All that a node owns.
  template <class... A> struct state {
    std::tuple<held<A>...> arguments;
    typename asked::template shadows<A...> shadows;

    explicit state(A &&...a)
        : arguments(held<A>(static_cast<A &&>(a))...),
          shadows(std::apply(
              [](auto &...each) {
                return asked::template make_shadows<
                    typename asked::template shadows<A...>>(each.get()...);
              },
              arguments)) {}

    R forward() { return forward(indices()); }
    template <class... Seed> void reverse(const Seed &...seed) {
      if constexpr (sizeof...(Seed) == 0)
        reverse_by(char(), positions());
      else
        reverse_by(seed..., positions());
    }
    void clear() {
      std::apply([](auto &...each) { (each.clear(), ...); }, shadows);
    }

  private:
    using call_type = detail::kept_call<Rule, R(P...)>;

    template <std::size_t... I> R forward(std::index_sequence<I...>) {
      const typename call_type::known known = {array<I>()...};
      refuse_short(known);
      return call_.forward(F, known,
                           detail::pass<P>(std::get<I>(arguments).get())...);
    }
    template <std::size_t I> detail::known_array array() {
      if constexpr (is_among<I>(std::index_sequence<W...>()) &&
                    detail::kind_of<param<I>>() == detail::kind::array)
        return {long(detail::count(std::get<I>(arguments).get())), true};
      else
        return {};
    }
    template <class Known> void refuse_short(const Known &known) {
      refuse_short(known, indices());
    }
    template <class Known, std::size_t... I>
    void refuse_short(const Known &known, std::index_sequence<I...>) {
      const auto list = detail::list_of_reads<Rule>(
          detail::pass<P>(std::get<I>(arguments).get())...);
      (refuse_short<I>(list, known[I].length), ...);
    }
    template <std::size_t I, class List>
    void refuse_short(const List &list, long length) {
      if constexpr (detail::leads_to_elements<param<I>>()) {
        const auto l = detail::find_listed(
            list, detail::pass<param<I>>(std::get<I>(arguments).get()));
        const long wanted = std::max(l.before, l.after);
        if (length >= 0 && wanted > length)
          fail("argument " + std::to_string(I) + " of '" + function_name<F>() +
               "' has " + std::to_string(length) +
               " elements, and the function's rule reads " +
               std::to_string(wanted) + "; give it so many");
      }
    }
    template <class Seed, std::size_t... K>
    void reverse_by(const Seed &seed, std::index_sequence<K...>) {
      call_.reverse(seed, place<W>(std::get<K>(shadows).address())...);
    }
    template <std::size_t I> static auto place(void *shadow) {
      using T = std::remove_pointer_t<
          typename detail::shadow_parameter<param<I>>::type>;
      return detail::shadow_at<T,
                               std::is_pointer<detail::bare<param<I>>>::value>{
          static_cast<T *>(shadow)};
    }

    call_type call_;
  };

  template <class... A> static auto value_and_gradients(A &&...a) {
    return in_state(state<A...>(static_cast<A &&>(a)...), positions());
  }

private:
  template <class State, std::size_t... K>
  static auto in_state(State &&s, std::index_sequence<K...>) {
    const R value = s.forward();
    s.reverse(detail::bare<R>(1));
    return std::make_pair(
        value, std::make_tuple(std::move(std::get<K>(s.shadows).value)...));
  }
};

//===-- The call ----------------------------------------------------------===//

/// Says of which types there can be no node.
template <class R, class... P> constexpr bool check_types() {
  constexpr bool result =
      !std::is_reference<R>::value && !std::is_pointer<R>::value;
  static_assert(result,
                "nabla: the function returns a reference or a pointer, "
                "whose shadow is not known; give its rule to a function "
                "that returns a value");
  constexpr bool pointers =
      (holds_pointer<
           std::remove_cv_t<std::remove_pointer_t<detail::bare<P>>>>() ||
       ...);
  static_assert(!pointers, "nabla: a parameter leads to pointers to reals, for "
                           "which no shadow can be made here; give the rule to "
                           "a function that takes the arrays themselves");
  return result && !pointers;
}

/// F of variables, by the rule of class Rule.
template <class Rule, auto F, class Function> struct function_by_rule {
  static_assert(!std::is_void<Function>::value,
                "nabla: on_tape takes a function or a member function");
};
template <class Rule, auto F, class R, class... P>
struct function_by_rule<Rule, F, R(P...)> {
  static_assert(check_types<R, P...>(), "");
  using wrt = typename with_shadows<std::index_sequence_for<P...>, P...>::type;
  template <class Indices> struct with;
  template <std::size_t... I> struct with<std::index_sequence<I...>> {
    template <std::size_t K, class Q>
    using argument =
        std::conditional_t<is_among<K>(wrt()), call_argument<Q>, Q>;
    static typename returned<detail::bare<R>>::type call(argument<I, P>... a) {
      return call_implementation<
          rule_engine<Rule, F, R(P...), wrt>, F, R(P...), wrt,
          std::index_sequence<I...>>::run(static_cast<argument<I, P> &&>(a)...);
    }
  };
  template <class... A> static auto call(A &&...a) {
    static_assert(sizeof...(A) == sizeof...(P),
                  "nabla: on_tape takes as many arguments as the function");
    if constexpr (sizeof...(A) == sizeof...(P))
      return with<std::index_sequence_for<P...>>::call(std::forward<A>(a)...);
  }
};
template <class Rule, auto F>
using called_by_rule =
    function_by_rule<Rule, F, typename detail::called_type<decltype(F)>::type>;

/// Whether nabla::rule<Tag> is a rule of full power.
template <class Tag, class = void> constexpr bool is_rule_of_calls = false;
template <class Tag>
constexpr bool is_rule_of_calls<Tag, std::void_t<decltype(sizeof(rule<Tag>))>> =
    true;

} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_RULE_CALL_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The members of a rule of full power, called in plain C++: what tangents
// (tangent_of_call.h) and pullbacks (kept_call.h) have in common. The plugin
// tells from the AST which form a member has; here each is tried.

#ifndef NABLA_DETAIL_RULE_MEMBERS_H
#define NABLA_DETAIL_RULE_MEMBERS_H

#include "nabla/detail/differentiation.h"

namespace nabla {

// Of rules/adjoint.h, which who writes rules has included.
template <auto Function> struct adjoint;
template <class... Read> struct read_list;

namespace detail {

/// R(P...) of what is called, the object of a member function being its first
/// parameter.
template <class T> struct called_type : function_type<T> {};
#define NABLA_DETAIL_MEMBER(Qualifiers, Object)                                \
  template <class C, class R, class... P>                                      \
  struct called_type<R (C::*)(P...) Qualifiers> {                              \
    using type = R(Object, P...);                                              \
  };
NABLA_DETAIL_MEMBER(, C &)
NABLA_DETAIL_MEMBER(const, const C &)
NABLA_DETAIL_MEMBER(&, C &)
NABLA_DETAIL_MEMBER(const &, const C &)
NABLA_DETAIL_MEMBER(noexcept, C &)
NABLA_DETAIL_MEMBER(const noexcept, const C &)
#undef NABLA_DETAIL_MEMBER

template <class Rule, class = void> inline constexpr bool exists = false;
template <class Rule>
inline constexpr bool exists<Rule, std::void_t<decltype(sizeof(Rule))>> = true;

// A rule's members as objects, so that one can ask whether they take something.
#define NABLA_DETAIL_RULE_MEMBER(Name)                                         \
  template <class Rule> struct rule_##Name {                                   \
    template <class... A, class Of = Rule>                                     \
    auto operator()(A &&...a) const                                            \
        -> decltype(Of::Name(std::forward<A>(a)...)) {                         \
      return Rule::Name(std::forward<A>(a)...);                                \
    }                                                                          \
  };
NABLA_DETAIL_RULE_MEMBER(vjp)
NABLA_DETAIL_RULE_MEMBER(jvp)
NABLA_DETAIL_RULE_MEMBER(forward)
NABLA_DETAIL_RULE_MEMBER(reverse)
NABLA_DETAIL_RULE_MEMBER(reads)
#undef NABLA_DETAIL_RULE_MEMBER

template <class F, class Tuple> inline constexpr bool takes = false;
template <class F, class... A>
inline constexpr bool takes<F, std::tuple<A...>> = std::is_invocable_v<F, A...>;

//===--- What is read -----------------------------------------------------===//

struct nothing_listed {
  static constexpr int size = 0, real_arrays = 0;
  long extent[1];
  const void *at[1];
  bool after[1];
};
template <class Rule, class... A> auto list_of_reads(const A &...a) {
  if constexpr (std::is_invocable_v<rule_reads<Rule>, const A &...>)
    return Rule::reads(a...);
  else
    return nothing_listed{};
}

/// How many elements from at on are listed.
template <class List>
long listed_length(const List &list, const void *at, bool also_after) {
  long n = 0;
  for (int i = 0; i < List::size; ++i)
    if (list.at[i] == at && (also_after || !list.after[i]) &&
        list.extent[i] > n)
      n = list.extent[i];
  return n;
}

//===--- The reverse sweep ------------------------------------------------===//

/// Where the shadow of an argument is: of an array, or of one object.
template <class T, bool IsArray> struct shadow_at {
  T *at;
  static constexpr bool is_array = IsArray;
};

/// A rule takes the shadow of one object by reference or by pointer. The bits
/// of a form say of each object in turn whether by pointer.
template <bool ByPointer, class T, bool IsArray>
decltype(auto) shadow_as(shadow_at<T, IsArray> s) {
  if constexpr (IsArray || ByPointer) {
    return static_cast<T *>(s.at);
  } else {
    if (!s.at)
      misuse(
          "nabla: the rule of this function takes a shadow by reference, and "
          "a null pointer is given for it; give it one to be thrown away");
    return static_cast<T &>(*s.at);
  }
}
/// The bit of the Ith of some shadows.
template <std::size_t I, class... S> constexpr unsigned bit_of() {
  constexpr bool is_array[] = {S::is_array..., true};
  unsigned bit = 1;
  for (std::size_t k = 0; k < I; ++k)
    if (!is_array[k])
      bit <<= 1;
  return bit;
}
template <unsigned Form, class... S, std::size_t... I>
auto shadows_as(std::index_sequence<I...>, S... s) {
  return std::tuple<decltype(shadow_as<(Form & bit_of<I, S...>()) != 0>(s))...>(
      shadow_as<(Form & bit_of<I, S...>()) != 0>(s)...);
}
template <class Sweep, unsigned Form, class Fixed, class... S>
inline constexpr bool takes_form =
    takes<Sweep, decltype(std::tuple_cat(
                     std::declval<Fixed>(),
                     shadows_as<Form>(std::index_sequence_for<S...>(),
                                      std::declval<S>()...)))>;

/// The form in which Sweep takes the shadows S behind what is fixed; -1: none.
template <class Sweep, class Fixed, class... S, unsigned... Form>
constexpr int find_form(std::integer_sequence<unsigned, Form...>) {
  int found = -1;
  (void)((takes_form<Sweep, Form, Fixed, S...> && (found = int(Form), true)) ||
         ...);
  return found;
}
template <class Sweep, class Fixed, class... S> constexpr int form_of() {
  constexpr unsigned objects = (0u + ... + unsigned(!S::is_array)),
                     all = (1u << objects) - 1;
  constexpr int uniform = takes_form<Sweep, 0, Fixed, S...>     ? 0
                          : takes_form<Sweep, all, Fixed, S...> ? int(all)
                                                                : -1;
  if constexpr (uniform >= 0 || objects < 2 || objects > 8)
    return uniform;
  else
    return find_form<Sweep, Fixed, S...>(
        std::make_integer_sequence<unsigned, all>());
}
template <class Sweep, class Fixed, class... S>
inline constexpr bool takes_shadows = form_of<Sweep, Fixed, S...>() >= 0;

/// Calls Sweep with what is fixed and the shadows, in the form that it takes.
template <class Sweep, class Fixed, class... S>
void sweep(const Fixed &fixed, S... s) {
  constexpr int form = form_of<Sweep, Fixed, S...>();
  static_assert(form >= 0, "nabla: 'vjp' or 'reverse' of the rule does not "
                           "take the arguments, the seed and the shadows of "
                           "this function");
  if constexpr (form >= 0)
    std::apply(Sweep(), std::tuple_cat(
                            fixed, shadows_as<unsigned(form)>(
                                       std::index_sequence_for<S...>(), s...)));
}

template <class Rule, class = void> struct frame_of {
  struct type {};
  static constexpr bool exists = false;
};
template <class Rule> struct frame_of<Rule, std::void_t<typename Rule::frame>> {
  using type = typename Rule::frame;
  static constexpr bool exists = true;
};

} // namespace detail
} // namespace nabla

#endif // NABLA_DETAIL_RULE_MEMBERS_H

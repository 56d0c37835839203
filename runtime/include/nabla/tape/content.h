// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What can be in a structure, by its type: so that a target without a real
// number, a source without a variable, and variables that the tape cannot see
// are errors of the compiler.

#ifndef NABLA_TAPE_CONTENT_H
#define NABLA_TAPE_CONTENT_H

#include "nabla/tape/structure.h"

namespace nabla {
namespace taping {

/// An element without const and reference: std::tie makes tuples of references.
template <class E>
using element_type_of = std::remove_cv_t<std::remove_reference_t<E>>;

template <class A> constexpr bool is_complex = false;
template <class T> constexpr bool is_complex<std::complex<T>> = true;

/// Whether A is a real or complex number or an array of real ones.
template <class A>
constexpr bool is_number =
    std::is_floating_point<A>::value || is_complex<A> || is_array<A>::value;

/// Whether S is, or is a sequence or tuple of, variables.
template <class S> struct holds_variables : std::false_type {};
template <class T> struct holds_variables<variable<T>> : std::true_type {};
template <class T> struct holds_variables<parameter<T>> : std::true_type {};
template <class T>
struct holds_variables<std::complex<T>> : holds_variables<T> {};
template <class E, class A>
struct holds_variables<std::vector<E, A>> : holds_variables<E> {};
template <class E, std::size_t N>
struct holds_variables<std::array<E, N>> : holds_variables<element_type_of<E>> {
};
template <class... E>
struct holds_variables<std::tuple<E...>>
    : std::disjunction<holds_variables<element_type_of<E>>...> {};
template <class A, class B>
struct holds_variables<std::pair<A, B>>
    : std::disjunction<holds_variables<element_type_of<A>>,
                       holds_variables<element_type_of<B>>> {};

/// Whether a leaf, which is no variable itself, has variables that a structure
/// would have: a std::map, std::optional, std::unique_ptr or pointer of some.
template <class Leaf> struct hides_variables : std::false_type {};
template <class T>
struct hides_variables<T *> : std::bool_constant<is_leaf<std::remove_cv_t<T>>> {
};
template <template <class...> class C, class... A>
struct hides_variables<C<A...>> : std::disjunction<holds_variables<A>...> {};

template <class Leaf> constexpr void refuse_hidden() {
  static_assert(!hides_variables<Leaf>::value,
                "the tape does not see the variables in a member or element of "
                "this type; make it a std::vector, std::array, std::tuple, "
                "std::pair or plain struct of them, or specialize "
                "nabla::structure");
}

/// Whether S is a plain struct whose members can be told.
template <class S, class = void> struct is_member_list : std::false_type {};
template <class S>
struct is_member_list<S, std::enable_if_t<is_plain_struct<S>>>
    : std::bool_constant<(count_members<S>() > 0)> {};

/// Whether there can be a leaf in S of which Is holds. A plain struct is looked
/// into only as far as its own numbers go: it may contain itself. Of a
/// structure that was specialized nobody knows.
template <template <class> class Is, class S, class = void>
struct may_contain
    : std::bool_constant<is_structure<S>::value || Is<S>::value> {};
template <template <class> class Is, class E, class A>
struct may_contain<Is, std::vector<E, A>> : may_contain<Is, E> {};
template <template <class> class Is, class E, std::size_t N>
struct may_contain<Is, std::array<E, N>> : may_contain<Is, element_type_of<E>> {
};
template <template <class> class Is, class E, std::size_t N>
struct may_contain<Is, E[N]> : may_contain<Is, element_type_of<E>> {};
template <template <class> class Is, class... E>
struct may_contain<Is, std::tuple<E...>>
    : std::disjunction<may_contain<Is, element_type_of<E>>...> {};
template <template <class> class Is, class A, class B>
struct may_contain<Is, std::pair<A, B>>
    : std::disjunction<may_contain<Is, element_type_of<A>>,
                       may_contain<Is, element_type_of<B>>> {};

template <template <class> class Is> struct some_member {
  template <class... M> auto operator()(const M &...) const {
    return std::bool_constant<((!std::is_scalar<M>::value || Is<M>::value) ||
                               ...)>();
  }
};
template <template <class> class Is, class S>
struct may_contain<Is, S, std::enable_if_t<is_member_list<S>::value>>
    : decltype(with_members(std::declval<const S &>(), some_member<Is>())){};

template <class Leaf>
using is_variable_leaf = std::bool_constant<is_leaf<Leaf>>;
template <class Leaf>
using is_number_leaf =
    std::bool_constant<is_leaf<Leaf> || std::is_floating_point<Leaf>::value>;

/// Whether there can be variables in an S; variables or reals.
template <class S> using may_hold = may_contain<is_variable_leaf, S>;
template <class S> using may_hold_real = may_contain<is_number_leaf, S>;

} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_CONTENT_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a pullback keeps of the arguments, so that its reverse sweeps find what
// the forward sweep has left where it was: a copy, where the function cannot
// write; the caller's object, where it can.

#ifndef NABLA_DETAIL_KEPT_H
#define NABLA_DETAIL_KEPT_H

#include "nabla/detail/arguments.h"

namespace nabla {
namespace detail {

template <class T, class A> void copy_elements(T &to, const A &from) {
  for (std::size_t i = 0; i < count(from); ++i)
    if constexpr (std::is_array_v<std::remove_reference_t<decltype(from[i])>>)
      copy_elements(to[i], from[i]);
    else
      to[i] = from[i];
}

template <class T, class A> T make_kept(A &&a) {
  if constexpr (std::is_array_v<std::remove_reference_t<A>> &&
                is_std_array<T>) {
    T copy{};
    copy_elements(copy, a);
    return copy;
  } else if constexpr (has_data<bare<A>> && !std::is_same_v<T, bare<A>> &&
                       is_container<T>()) {
    return T(a.data(), a.data() + count(a)); // of a view
  } else {
    return static_cast<T>(std::forward<A>(a));
  }
}

/// A copy, or what was a temporary.
template <class T> struct kept_value {
  T value;
  template <class A>
  explicit kept_value(A &&a) : value(make_kept<T>(std::forward<A>(a))) {}
  T &get() { return value; }
};

/// The caller's object.
template <class T> struct kept_reference {
  T *object;
  explicit kept_reference(T &a) : object(&a) {}
  T &get() { return *object; }
};

/// For the argument A of parameter P; Writes: the function may write to some
/// argument, which may be this one under another name.
template <class P, class A, bool Writes> auto kept_type() {
  using Given = bare<A>;
  constexpr bool pointer = std::is_pointer_v<bare<P>>;
  constexpr bool reference = std::is_reference_v<P>;
  constexpr bool elements = std::is_array_v<Given> || has_data<Given>;
  constexpr bool object = reference || (pointer && elements);
  if constexpr (object && std::is_lvalue_reference_v<A> && Writes)
    return static_cast<kept_reference<std::remove_reference_t<A>> *>(nullptr);
  else if constexpr (pointer && std::is_array_v<Given>)
    return static_cast<kept_value<std_array_of<Given>> *>(nullptr);
  else if constexpr (pointer && elements)
    return static_cast<kept_value<Given> *>(nullptr);
  else if constexpr (std::is_array_v<bare<P>>)
    return static_cast<kept_value<std_array_of<bare<P>>> *>(nullptr);
  else
    return static_cast<kept_value<bare<P>> *>(nullptr);
}
template <class P, class A, bool Writes>
using kept = std::remove_pointer_t<decltype(kept_type<P, A, Writes>())>;

} // namespace detail
} // namespace nabla

#endif // NABLA_DETAIL_KEPT_H

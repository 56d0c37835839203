// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arguments of the library API: which parameters of a function can be
// differentiated, how what the user gives becomes an argument, and the shadow
// that is made for it, which is the result.
//
//   parameter          argument                       shadow
//   double, double &   a number                       a number
//   Pair, const Pair & a Pair                         a Pair
//   const double *     double[3], std::array          std::array<double, 3>
//                      std::vector<double>            std::vector<double>
//                      anything else with data()      std::vector<double>
//                        and size(), as a span

#ifndef NABLA_DETAIL_ARGUMENTS_H
#define NABLA_DETAIL_ARGUMENTS_H

#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace nabla {
namespace detail {

template <class T> using bare = std::remove_cv_t<std::remove_reference_t<T>>;

/// Ends a call that cannot be right.
[[noreturn]] inline void misuse(const char *text) {
#if defined(__cpp_exceptions)
  throw std::invalid_argument(text);
#else
  std::fprintf(stderr, "%s\n", text);
  std::abort();
#endif
}

//===-- Parameters --------------------------------------------------------===//

enum class kind {
  passed, ///< Nothing to differentiate: passed on.
  value,  ///< A real or a class, by value or by reference.
  array,  ///< A pointer to reals or to objects of a class.
  fixed,  ///< A reference to an array of such.
  nested  ///< A pointer to pointers.
};

/// A class may hold reals; the plugin knows whether it does.
template <class T>
inline constexpr bool may_hold_real =
    std::is_floating_point_v<std::remove_all_extents_t<T>> ||
    std::is_class_v<std::remove_all_extents_t<T>>;

template <class P> constexpr kind kind_of() {
  using T = bare<P>;
  using Inner = std::remove_pointer_t<T>;
  if (std::is_pointer_v<T> && std::is_pointer_v<Inner>)
    return kind::nested;
  if (std::is_pointer_v<T>)
    return may_hold_real<Inner> ? kind::array : kind::passed;
  if (std::is_array_v<T>)
    return may_hold_real<T> ? kind::fixed : kind::passed;
  return may_hold_real<T> ? kind::value : kind::passed;
}

/// The function may write through a parameter of type P.
template <class P>
inline constexpr bool is_writable =
    (std::is_lvalue_reference_v<P> &&
     !std::is_const_v<std::remove_reference_t<P>>) ||
    (std::is_pointer_v<bare<P>> &&
     !std::is_const_v<std::remove_pointer_t<bare<P>>> &&
     !std::is_function_v<std::remove_pointer_t<bare<P>>>);

//===-- Arguments ---------------------------------------------------------===//

template <class A, class = void> inline constexpr bool has_data = false;
template <class A>
inline constexpr bool
    has_data<A, std::void_t<decltype(std::declval<A &>().data()),
                            decltype(std::declval<A &>().size())>> = true;

/// T[2][3] as std::array<std::array<T, 3>, 2>.
template <class T> struct as_std_array {
  using type = T;
};
template <class T, std::size_t N> struct as_std_array<T[N]> {
  using type = std::array<typename as_std_array<T>::type, N>;
};
template <class A>
using std_array_of = typename as_std_array<std::remove_cv_t<A>>::type;

template <class A> inline constexpr bool is_std_array = false;
template <class T, std::size_t N>
inline constexpr bool is_std_array<std::array<T, N>> = true;

/// A class that holds as many elements as it is told to when it is made.
template <class A> constexpr bool is_container() {
  if constexpr (has_data<A> && !is_std_array<A>)
    return std::is_constructible_v<A, std::size_t> &&
           std::is_copy_constructible_v<A> &&
           !std::is_const_v<
               std::remove_pointer_t<decltype(std::declval<A &>().data())>>;
  else
    return false;
}

/// The argument for a parameter P.
template <class P, class A> decltype(auto) pass(A &&a) {
  using Given = bare<A>;
  if constexpr (std::is_pointer_v<bare<P>> && is_std_array<Given> &&
                std::is_array_v<std::remove_pointer_t<bare<P>>>)
    return reinterpret_cast<bare<P>>(a.data()); // of arrays, for (*)[N]
  else if constexpr (std::is_pointer_v<bare<P>> && has_data<Given> &&
                     !std::is_convertible_v<A, P>)
    return static_cast<bare<P>>(a.data());
  else if constexpr (std::is_array_v<bare<P>> && is_std_array<Given>)
    return reinterpret_cast<P>(*a.data());
  else
    return std::forward<A>(a);
}

template <class A> const auto *first_element(const A &a) {
  if constexpr (std::is_array_v<A>)
    return &a[0];
  else
    return a.data();
}

template <class A> std::size_t count(const A &a) {
  if constexpr (std::is_array_v<A>)
    return std::extent_v<A>;
  else
    return static_cast<std::size_t>(a.size());
}

//===-- Shadows -----------------------------------------------------------===//

/// The type of a derivative's parameter for the shadow of P.
template <class P, kind = kind_of<P>()> struct shadow_parameter {
  using type = bare<P> *;
};
template <class P> struct shadow_parameter<P, kind::array> {
  using type = std::remove_cv_t<std::remove_pointer_t<bare<P>>> *;
};

/// A shadow with its memory; all zero.
template <class T> struct shadow_value {
  T value{};
  template <class A> explicit shadow_value(const A &) {}
  void *address() { return &value; }
  void clear() { value = T{}; }
  void set(const T &given) { value = given; }
};
template <class T> struct shadow_container {
  T value;
  template <class A> explicit shadow_container(const A &a) : value(count(a)) {
    clear();
  }
  void *address() { return value.data(); }
  void clear() {
    for (std::size_t i = 0; i < count(value); ++i)
      value.data()[i] = std::remove_reference_t<decltype(*value.data())>{};
  }
  void set(const T &given) {
    if (count(given) != count(value))
      misuse("nabla: the adjoint of an output has another number of elements "
             "than the output");
    value = given;
  }
};

struct no_shadow {};

/// A null pointer to the type.
template <class P, class A> auto shadow_type() {
  using Given = bare<A>;
  using Element = std::remove_cv_t<std::remove_pointer_t<bare<P>>>;
  constexpr kind k = kind_of<P>();
  if constexpr (k == kind::value)
    return static_cast<shadow_value<bare<P>> *>(nullptr);
  else if constexpr (k == kind::fixed)
    return static_cast<shadow_value<std_array_of<bare<P>>> *>(nullptr);
  else if constexpr (k != kind::array)
    return static_cast<no_shadow *>(nullptr);
  else if constexpr (std::is_array_v<Given>)
    return static_cast<shadow_value<std_array_of<Given>> *>(nullptr);
  else if constexpr (is_std_array<Given>)
    return static_cast<
        shadow_value<std::array<std::remove_cv_t<typename Given::value_type>,
                                std::tuple_size_v<Given>>> *>(nullptr);
  else if constexpr (is_container<Given>())
    return static_cast<shadow_container<Given> *>(nullptr);
  else
    return static_cast<shadow_container<std::vector<Element>> *>(nullptr);
}
template <class P, class A>
using shadow_for = std::remove_pointer_t<decltype(shadow_type<P, A>())>;

/// A shadow can be made for this argument.
template <class P, class A> constexpr bool knows_length() {
  return kind_of<P>() != kind::array || std::is_array_v<bare<A>> ||
         has_data<bare<A>>;
}
/// What the argument holds is what the parameter points to.
template <class P, class A> constexpr bool has_elements_of() {
  if constexpr (is_std_array<bare<A>> && std::is_pointer_v<bare<P>> &&
                std::is_array_v<std::remove_pointer_t<bare<P>>>)
    return std::is_same_v<
        std::remove_cv_t<typename bare<A>::value_type>,
        std_array_of<std::remove_cv_t<std::remove_pointer_t<bare<P>>>>>;
  else if constexpr (has_data<bare<A>> && kind_of<P>() == kind::array)
    return std::is_convertible_v<decltype(std::declval<A>().data()), P>;
  else if constexpr (kind_of<P>() == kind::array)
    return std::is_convertible_v<A, P>;
  else
    return true;
}

} // namespace detail
} // namespace nabla

#endif // NABLA_DETAIL_ARGUMENTS_H

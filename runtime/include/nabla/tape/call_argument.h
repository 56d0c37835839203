// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a compiled function is given on the tape for a differentiated parameter.
// call_argument<P> is made, implicitly, of all that may be given for a P:
//
//   double, const double &   a variable, a parameter, a number
//   double &                 a variable, which is assigned to
//   const double *           a container, array or span of these;
//                            variable<array<double>>, parameter<array<double>>
//   double *                 the same of variables, which are assigned to
//   const double (&)[3]      an array of these, std::array or not
//   Point, const Point *     stand_in.h tells what stands in for a Point: a
//                            struct or tuple of the same members, of variables
//
// It refers to what was given, and lives as long as the call.

#ifndef NABLA_TAPE_CALL_ARGUMENT_H
#define NABLA_TAPE_CALL_ARGUMENT_H

#include "nabla/detail/differentiation.h"
#include "nabla/tape/stand_in.h"

namespace nabla {
namespace taping {

/// The variables behind the reals of one argument, by their precision, in the
/// order of for_each_number, and those of whole arrays.
using leaves =
    std::tuple<std::vector<variable<double>>, std::vector<variable<float>>,
               std::vector<variable<long double>>,
               std::vector<variable<array<double>>>,
               std::vector<variable<array<float>>>,
               std::vector<variable<array<long double>>>>;
/// The same of numbers.
using leaf_numbers =
    std::tuple<std::vector<double>, std::vector<float>,
               std::vector<long double>, std::vector<array<double>>,
               std::vector<array<float>>, std::vector<array<long double>>>;

template <class T> auto &of(leaves &l) {
  return std::get<std::vector<variable<T>>>(l);
}
template <class T> auto &of(const leaves &l) {
  return std::get<std::vector<variable<T>>>(l);
}
template <class T> auto &of(leaf_numbers &l) {
  return std::get<std::vector<T>>(l);
}
template <class T> auto &of(const leaf_numbers &l) {
  return std::get<std::vector<T>>(l);
}

/// The numbers that a parameter P is given, as the library API takes them.
template <class P, detail::kind = detail::kind_of<P>()> struct given_numbers {
  using type = detail::bare<P>;
  using element = type;
};
template <class E, bool IsShared> struct array_given {
  using type = std::vector<E>;
};
template <class E> struct array_given<E, true> {
  using type = array<E>; // without a copy of a variable<array<E>>
};
template <class P> struct given_numbers<P, detail::kind::array> {
  using element = detail::bare<std::remove_pointer_t<detail::bare<P>>>;
  using type =
      typename array_given<element, std::is_floating_point<element>::value &&
                                        !detail::is_writable<P>>::type;
};
template <class P> struct given_numbers<P, detail::kind::fixed> {
  using type = detail::std_array_of<detail::bare<P>>;
  using element = type;
};

/// Memory, to tell whether two arguments overlap.
struct memory_extent {
  const void *begin = nullptr, *end = nullptr;
};
template <class S> memory_extent extent_of(const S &s) {
  if constexpr (detail::has_data<const S>)
    return {s.data(), s.data() + s.size()};
  else
    return {&s, &s + 1};
}
inline bool overlap(memory_extent a, memory_extent b) {
  const std::less<const void *> before;
  return before(a.begin, b.end) && before(b.begin, a.end);
}

/// How far one has come among the reals of each precision.
class positions {
public:
  template <class T> std::size_t &at() {
    return next_[std::is_same<T, double>::value  ? 0
                 : std::is_same<T, float>::value ? 1
                                                 : 2];
  }

private:
  std::size_t next_[3] = {};
};

/// Copies numbers and variables out of an S.
template <class S, class N> void load(const S &s, N &n, leaves &l) {
  auto part = [&](const auto &from, auto &to) {
    using To = std::decay_t<decltype(to)>;
    if constexpr (std::is_floating_point<To>::value) {
      to = value_of(from);
      of<To>(l).push_back(as_variable(from));
    } else {
      to = from;
    }
  };
  zip_numbers(s, n, part);
}
/// Assigns the variables, in their order, and the numbers that have none.
class storing {
public:
  explicit storing(const leaves &l) : leaves_(l) {}
  template <class To, class From> void operator()(To &to, const From &from) {
    if constexpr (std::is_floating_point<From>::value) {
      static_assert(is_variable<To>::value,
                    "what a compiled function writes has to be variables "
                    "throughout; a number would lose its derivative");
      to = of<From>(leaves_)[next_.at<From>()++];
    } else {
      to = from;
    }
  }

private:
  const leaves &leaves_;
  positions next_;
};

/// Constants for the numbers n.
template <class N> leaves constants(const N &n) {
  leaves l;
  for_each_number(
      n, [&](const auto &x) { of<std::decay_t<decltype(x)>>(l).push_back(x); });
  return l;
}
template <class N> leaf_numbers flat(const N &n) {
  leaf_numbers l;
  for_each_number(
      n, [&](const auto &x) { of<std::decay_t<decltype(x)>>(l).push_back(x); });
  return l;
}
/// The other way.
template <class N> void unflatten(const leaf_numbers &l, N &n) {
  positions next;
  for_each_number(n, [&](auto &x) {
    using T = std::decay_t<decltype(x)>;
    x = of<T>(l)[next.at<T>()++];
  });
}

//===-- What may be given -------------------------------------------------===//

template <class S>
using element_of =
    detail::bare<decltype(*detail::first_element(std::declval<const S &>()))>;

template <class S, class E> constexpr bool is_element() {
  if constexpr (std::is_floating_point<E>::value)
    return std::is_same<S, variable<E>>::value ||
           std::is_same<S, parameter<E>>::value || std::is_same<S, E>::value;
  else
    return std::is_same<S, E>::value || is_stand_in<S, E>();
}
/// Whether an S (without reference) may be given for P, to be read.
template <class S, class P> constexpr bool may_be_read() {
  using E = typename given_numbers<P>::element;
  constexpr detail::kind k = detail::kind_of<P>();
  if constexpr (k != detail::kind::array) {
    if constexpr (std::is_array<S>::value || is_structure<S>::value ||
                  is_leaf<S>)
      return std::is_same<numbers_t<S>, detail::bare<P>>::value ||
             std::is_same<numbers_t<detail::std_array_of<S>>, E>::value ||
             is_stand_in<S, E>();
    else
      return std::is_same<S, E>::value;
  } else if constexpr (is_leaf<S>) {
    return std::is_same<value_type_t<S>, array<E>>::value;
  } else if constexpr (std::is_array<S>::value || detail::has_data<const S>) {
    return is_element<element_of<S>, E>();
  } else {
    return false;
  }
}
/// The same, to be written to: a view, or an object of the caller's.
template <class S, class P> constexpr bool may_be_written() {
  using Bare = std::remove_reference_t<S>;
  if constexpr (detail::has_data<Bare> && !std::is_const<Bare>::value &&
                (std::is_lvalue_reference<S>::value ||
                 !detail::is_container<Bare>()))
    return !std::is_const<std::remove_reference_t<
        decltype(*std::declval<Bare &>().data())>>::value;
  else
    return std::is_lvalue_reference<S>::value && !std::is_const<Bare>::value &&
           !std::is_const<std::remove_all_extents_t<Bare>>::value;
}
template <class S, class P> constexpr bool is_given() {
  using Bare = detail::bare<S>;
  if constexpr (!may_be_read<Bare, P>())
    return false;
  else if constexpr (!detail::is_writable<P>)
    return true;
  else if constexpr ((std::is_same<numbers_t<Bare>, Bare>::value &&
                      !stands_as_tuple<Bare>) ||
                     holds_numbers<Bare>() || is_parameter<Bare>::value)
    return false; // what is written would lose its derivative
  else
    return may_be_written<S, P>();
}

//===-- Arguments ---------------------------------------------------------===//

} // namespace taping

// In a namespace without functions, since it is searched wherever a compiled
// function is an argument of a call.
namespace aside {
using namespace taping;

template <class P, class = void> class call_argument {
public:
  using given = typename given_numbers<P>::type;
  using inputs = leaves;
  static constexpr bool is_writable = detail::is_writable<P>;

  template <class S, class = std::enable_if_t<is_given<S &&, P>()>>
  call_argument(S &&s)
      : object_(const_cast<void *>(static_cast<const void *>(&s))),
        extent_(extent_of(s)), load_(load_from<detail::bare<S>>),
        store_(store_to<std::remove_reference_t<S>>) {}

  /// The numbers, and the variables that they are the values of.
  void read(given &numbers, leaves &variables) const {
    load_(object_, numbers, variables);
  }
  /// The variables for what the function left, to which they get assigned.
  void write(const given &numbers, const leaves &variables) const {
    store_(object_, numbers, variables);
  }
  /// As constants; whole arrays where the inputs were.
  static leaves outputs(const given &numbers, const leaves &inputs) {
    leaves l;
    if (!like_whole(
            numbers, inputs,
            [&](auto &to, auto array) {
              to.push_back(variable<decltype(array)>(array));
            },
            l))
      l = constants(numbers);
    return l;
  }
  template <class Shadow>
  static leaf_numbers gradient(const Shadow &shadow, const leaves &inputs) {
    leaf_numbers l;
    if (!like_whole(
            shadow, inputs, [&](auto &to, auto array) { to.push_back(array); },
            l))
      l = flat(shadow);
    return l;
  }
  static void set_shadow(given &shadow, const leaf_numbers &adjoints) {
    if constexpr (is_numbers)
      if (!of<array<Element>>(adjoints).empty()) {
        const array<Element> &a = of<array<Element>>(adjoints)[0];
        std::copy(a.data(), a.data() + a.size(), shadow.data());
        return;
      }
    unflatten(adjoints, shadow);
  }
  memory_extent memory() const { return extent_; }

private:
  using Element = typename given_numbers<P>::element;
  static constexpr bool is_numbers = std::is_floating_point<Element>::value &&
                                     !std::is_same<given, Element>::value;

  template <class N, class F, class To>
  static bool like_whole(const N &numbers, const leaves &inputs, F push,
                         To &to) {
    if constexpr (is_numbers) {
      if (!of<array<Element>>(inputs).empty()) {
        push(of<array<Element>>(to),
             array<Element>(of<array<Element>>(inputs)[0].shape(), numbers));
        return true;
      }
    }
    return false;
  }

  static void set(array<Element> &n, const array<Element> &all) { n = all; }
  static void set(std::vector<Element> &n, const array<Element> &all) {
    n.assign(all.begin(), all.end());
  }
  template <class S>
  static void load_from(const void *object, given &n, leaves &l) {
    const S &s = *static_cast<const S *>(object);
    if constexpr (is_leaf<S> && is_array<value_type_t<S>>::value) {
      const variable<array<Element>> whole = as_variable(s);
      set(n, whole.value());
      of<array<Element>>(l).push_back(whole);
    } else if constexpr (detail::kind_of<P>() == detail::kind::array) {
      std::vector<Element> numbers(detail::count(s));
      for (std::size_t i = 0; i < numbers.size(); ++i)
        load(detail::first_element(s)[i], numbers[i], l);
      n = given(std::move(numbers));
    } else {
      load(s, n, l);
    }
  }
  template <class S>
  static void store_to(void *object, const given &n, const leaves &l) {
    if constexpr (is_writable) {
      S &s = *static_cast<S *>(object);
      if constexpr (is_leaf<detail::bare<S>> &&
                    is_array<value_type_t<detail::bare<S>>>::value) {
        s = of<array<Element>>(l)[0];
      } else if constexpr (detail::kind_of<P>() == detail::kind::array) {
        storing part(l);
        auto *to = const_cast<element_of<S> *>(detail::first_element(s));
        for (std::size_t i = 0; i < n.size(); ++i)
          zip_numbers(to[i], n[i], part);
      } else {
        storing part(l);
        zip_numbers(s, n, part);
      }
    }
  }

  void *object_;
  memory_extent extent_;
  void (*load_)(const void *, given &, leaves &);
  void (*store_)(void *, const given &, const leaves &);
};

/// A number.
template <class P>
class call_argument<
    P, std::enable_if_t<detail::kind_of<P>() == detail::kind::value &&
                        std::is_floating_point<detail::bare<P>>::value &&
                        !detail::is_writable<P>>> {
public:
  using given = detail::bare<P>;
  using inputs = variable<given>;
  static constexpr bool is_writable = false;

  call_argument(const variable<given> &x)
      : value_(x),
        extent_(std::is_reference<P>::value ? extent_of(x) : memory_extent()) {}
  call_argument(const parameter<given> &x) : value_(x.read()) {}
  template <class N, class = std::enable_if_t<std::is_arithmetic<N>::value>>
  call_argument(N x) : value_(static_cast<given>(x)) {}

  void read(given &numbers, inputs &variables) const {
    numbers = value_.value();
    variables = value_;
  }
  static given gradient(given shadow, const inputs &) { return shadow; }
  memory_extent memory() const { return extent_; }

private:
  variable<given> value_;
  memory_extent extent_;
};

} // namespace aside

namespace taping {
using aside::call_argument;
} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_CALL_ARGUMENT_H

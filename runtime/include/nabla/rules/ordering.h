// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that bring elements into another order by comparing them: std::sort
// and its kin, and C's qsort. Their derivative is the permutation that they
// make: forward gives them elements that also say where they come from,
//
//   {x[0], 0}, {x[1], 1}, ...
//
// compared by the user's own comparison of the values, puts the values back,
// and leaves in the frame where each has come from; reverse takes the adjoints
// the way back. So the order is the one that the user's library makes, of equal
// elements too, and nothing is compared twice.

#ifndef NABLA_RULES_ORDERING_H
#define NABLA_RULES_ORDERING_H

#pragma GCC system_header

#include "nabla/arena.h"
#include "nabla/rules/adjoint.h"
#include "nabla/rules/body.h"
#include "nabla/rules/rule.h"

namespace std {
/// Where this is an argument of a template, functions of std are found by
/// argument-dependent lookup: <algorithm> is not included here.
struct nabla_finds_functions;
} // namespace std

namespace nabla {

namespace names {
struct sort;
struct stable_sort;
struct nth_element;
struct partial_sort;
struct inplace_merge;
struct make_heap;
struct push_heap;
struct pop_heap;
struct sort_heap;
struct qsort;
struct order_blocks;
} // namespace names

namespace rules {
namespace ordering {

/// Marks these rules as Nabla's. Orders without a real in them have no
/// derivative.
struct builtin {
  /// What is at place i has come from from[i], in blocks of `width` elements.
  struct frame {
    const size_t *from;
    size_t n, width;
  };
  static constexpr bool inactive = true;
};
using frame = builtin::frame;

struct by_value {
  template <class A, class B> bool operator()(A &a, B &b) const {
    return a < b;
  }
};

/// The classes in here bring no namespace of T's or Less's into the lookup of
/// the function that is called with them.
template <class T, class Less> struct keyed {
  struct element {
    T value;
    size_t from;
  };
  template <class> struct comparison {
    mutable Less less;
    template <class A, class B> bool operator()(A &a, B &b) const {
      return less(a.value, b.value);
    }
  };
  using before = comparison<std::nabla_finds_functions>;
};

/// Brings n values into the order that `order` makes of them.
template <class Order, class T, class Less>
void arrange(T *values, size_t n, size_t middle, Less less, frame &f) {
  size_t *from = arena::reserve<size_t>(n);
  arena_scope until_ordered;
  using keys = keyed<T, Less>;
  auto *e = arena::reserve<typename keys::element>(n);
  for (size_t i = 0; i < n; ++i) {
    e[i].value = values[i];
    e[i].from = i;
  }
  Order::run(e, e + middle, e + n, typename keys::before{less});
  for (size_t i = 0; i < n; ++i) {
    values[i] = e[i].value;
    from[i] = e[i].from;
  }
  f = {from, n, 1};
}

template <class T> T *copied(const frame &f, const T *x) {
  T *copy = arena::reserve<T>(f.n * f.width);
  for (size_t i = 0; i < f.n * f.width; ++i)
    copy[i] = x[i];
  return copy;
}

/// Adjoints go where their values have come from.
template <class T> void give_back(const frame &f, T *d) {
  arena_scope scope;
  const T *after = copied(f, d);
  for (size_t i = 0; i < f.n; ++i)
    for (size_t j = 0; j < f.width; ++j)
      d[f.from[i] * f.width + j] = after[i * f.width + j];
}

/// Tangents go with their values.
template <class T> void carry(const frame &f, T *t) {
  if (!t)
    return;
  arena_scope scope;
  const T *before = copied(f, t);
  for (size_t i = 0; i < f.n; ++i)
    for (size_t j = 0; j < f.width; ++j)
      t[i * f.width + j] = before[f.from[i] * f.width + j];
}

/// f(first, last) and f(first, last, less). A comparison that holds reals has a
/// shadow, to which nothing comes.
template <class Order> struct of_range {
  template <class T> static void forward(T *first, T *last, frame &f) {
    arrange<Order>(first, size_t(last - first), 0, by_value(), f);
  }
  template <class T, class Less>
  static void forward(T *first, T *last, Less less, frame &f) {
    arrange<Order>(first, size_t(last - first), 0, less, f);
  }
  template <class T> static void reverse(const frame &f, T *d_first, T *) {
    give_back(f, d_first);
  }
  template <class T, class Less>
  static void reverse(const frame &f, T *d_first, T *, Less &) {
    give_back(f, d_first);
  }
  template <class T> static void jvp(const frame &f, T *t_first, T *) {
    carry(f, t_first);
  }
  template <class T, class Less>
  static void jvp(const frame &f, T *t_first, T *, const Less &) {
    carry(f, t_first);
  }
};

/// f(first, middle, last) and f(first, middle, last, less).
template <class Order> struct of_parts {
  template <class T>
  static void forward(T *first, T *middle, T *last, frame &f) {
    arrange<Order>(first, size_t(last - first), size_t(middle - first),
                   by_value(), f);
  }
  template <class T, class Less>
  static void forward(T *first, T *middle, T *last, Less less, frame &f) {
    arrange<Order>(first, size_t(last - first), size_t(middle - first), less,
                   f);
  }
  template <class T> static void reverse(const frame &f, T *d_first, T *, T *) {
    give_back(f, d_first);
  }
  template <class T, class Less>
  static void reverse(const frame &f, T *d_first, T *, T *, Less &) {
    give_back(f, d_first);
  }
  template <class T> static void jvp(const frame &f, T *t_first, T *, T *) {
    carry(f, t_first);
  }
  template <class T, class Less>
  static void jvp(const frame &f, T *t_first, T *, T *, const Less &) {
    carry(f, t_first);
  }
};

// The functions of no parameters keep the user's functions of these names out
// of the lookup.
#define NABLA_ORDER(Name, ...)                                                 \
  void Name();                                                                 \
  struct Name##_of_std {                                                       \
    template <class E, class Before>                                           \
    static void run(E *first, [[maybe_unused]] E *middle, E *last,             \
                    Before before) {                                           \
      Name(__VA_ARGS__, before);                                               \
    }                                                                          \
  };
NABLA_ORDER(sort, first, last)
NABLA_ORDER(stable_sort, first, last)
NABLA_ORDER(make_heap, first, last)
NABLA_ORDER(push_heap, first, last)
NABLA_ORDER(pop_heap, first, last)
NABLA_ORDER(sort_heap, first, last)
NABLA_ORDER(nth_element, first, middle, last)
NABLA_ORDER(partial_sort, first, middle, last)
NABLA_ORDER(inplace_merge, first, middle, last)
#undef NABLA_ORDER

//===--- C ----------------------------------------------------------------===//

extern "C" void qsort(void *, size_t, size_t,
                      int (*)(const void *, const void *));

/// qsort of reals or of what holds some.
template <class T>
void order_blocks(T *base, size_t n, size_t size,
                  int (*compare)(const void *, const void *)) {
  qsort(base, n, size, compare);
}

constexpr size_t rounded(size_t n, size_t to) { return (n + to - 1) / to * to; }

/// Behind each block stands where it comes from, which its comparison does not
/// look at.
template <class T>
void arrange_blocks(T *base, size_t n, size_t size,
                    int (*compare)(const void *, const void *), frame &f) {
  const size_t at = rounded(size, alignof(size_t)),
               stride = rounded(at + sizeof(size_t), alignof(T));
  size_t *from = arena::reserve<size_t>(n);
  arena_scope until_ordered;
  char *blocks = arena::reserve<char>(n * stride),
       *values = reinterpret_cast<char *>(base);
  for (size_t i = 0; i < n; ++i) {
    __builtin_memcpy(blocks + i * stride, values + i * size, size);
    __builtin_memcpy(blocks + i * stride + at, &i, sizeof i);
  }
  qsort(blocks, n, stride, compare);
  for (size_t i = 0; i < n; ++i) {
    __builtin_memcpy(values + i * size, blocks + i * stride, size);
    __builtin_memcpy(from + i, blocks + i * stride + at, sizeof i);
  }
  f = {from, n, size / sizeof(T)};
}

} // namespace ordering
} // namespace rules

//===--- The rules --------------------------------------------------------===//

#define NABLA_ORDERING(Name, Form)                                             \
  template <>                                                                  \
  struct rule<names::Name>                                                     \
      : rules::ordering::builtin,                                              \
        rules::ordering::Form<rules::ordering::Name##_of_std> {                \
    static constexpr const char *spellings = "std::" #Name;                    \
  };
NABLA_ORDERING(sort, of_range)
NABLA_ORDERING(stable_sort, of_range)
NABLA_ORDERING(make_heap, of_range)
NABLA_ORDERING(push_heap, of_range)
NABLA_ORDERING(pop_heap, of_range)
NABLA_ORDERING(sort_heap, of_range)
NABLA_ORDERING(nth_element, of_parts)
NABLA_ORDERING(partial_sort, of_parts)
NABLA_ORDERING(inplace_merge, of_parts)
#undef NABLA_ORDERING

template <> struct rule<names::order_blocks> : rules::ordering::builtin {
  static constexpr const char *spellings =
      "nabla::rules::ordering::order_blocks";
  template <class T>
  static void forward(T *base, size_t n, size_t size,
                      int (*compare)(const void *, const void *), frame &f) {
    rules::ordering::arrange_blocks(base, n, size, compare, f);
  }
  template <class T> static void reverse(const frame &f, T *d_base) {
    rules::ordering::give_back(f, d_base);
  }
  template <class T> static void jvp(const frame &f, T *t_base) {
    rules::ordering::carry(f, t_base);
  }
};

template <> struct body<names::qsort> {
  static constexpr const char *spellings = "std::qsort, c:qsort";
  template <class T>
  static void apply(T *base, size_t n, rules::bytes_of<T> size,
                    int (*compare)(const void *, const void *)) {
    rules::ordering::order_blocks(base, n, size, compare);
  }
  template <class T, size_t N>
  static void apply(T (*base)[N], size_t n, rules::bytes_of<T> size,
                    int (*compare)(const void *, const void *)) {
    rules::ordering::order_blocks(&base[0][0], n, size, compare);
  }
};

} // namespace nabla

#endif // NABLA_RULES_ORDERING_H

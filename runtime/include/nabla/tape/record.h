// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recording a scalar operation. An Op has
//
//   name, reals, ints                     how many operands of each kind
//   partial<K>(x, n, r)                   by the K-th real operand, over any
//                                         scalar type; x and n are arrays
//   unknown<K>()                          there is no formula for it
//   generic                               partial works for variables
//   cheap                                 a partial costs less than a branch
//
// and is kept in one of three forms:
//
//   partials   two partials and the parents they are for. Three or four
//              parents take two or three nodes.
//   compact    the result, and the operand that is a constant or an integer;
//              the other operands' values are in their own nodes.
//   general    all of that in memory beside the log.

#ifndef NABLA_TAPE_RECORD_H
#define NABLA_TAPE_RECORD_H

#include "nabla/tape/recorded_sweep.h"

namespace nabla {
namespace taping {

/// The operands of one operation; a parent of 0: the operand is a constant.
template <class Op, class S> struct operands {
  static constexpr int num_ints = Op::ints ? Op::ints : 1;
  S x[Op::reals];
  index parents[Op::reals];
  int n[num_ints];
  S r;
};

template <class Op, class S, class F, int K = 0>
inline void for_each_partial(const operands<Op, S> &o, F &&f) {
  if constexpr (K < Op::reals) {
    if (o.parents[K]) {
      if constexpr (!Op::template unknown<K>())
        f(o.parents[K], Op::template partial<K, S>(o.x, o.n, o.r));
    }
    for_each_partial<Op, S, F &, K + 1>(o, f);
  }
}

template <class Op> [[noreturn]] void fail_unknown(int operand) {
  fail("the derivative of '" + std::string(Op::name) +
       "' by its real operand " + std::to_string(operand) +
       " has no known form; stop_gradient(that operand) makes it a constant");
}
template <class Op> [[noreturn]] void fail_not_generic() {
  fail("the second derivative of '" + std::string(Op::name) +
       "' was asked for, and its rule calls functions that the tape cannot see "
       "through; write the rule's partials with unqualified calls of functions "
       "that have rules");
}

template <class Op, class S, int K = 0>
inline void check_known(const operands<Op, S> &o) {
  if constexpr (K < Op::reals) {
    if constexpr (Op::template unknown<K>())
      if (o.parents[K])
        fail_unknown<Op>(K);
    check_known<Op, S, K + 1>(o);
  }
}

/// In what formulas are evaluated over variables. Their literals are doubles,
/// and ?: cannot choose between variables of float and of double.
template <class T>
using formula_real =
    std::conditional_t<std::is_same<T, float>::value, double, T>;

/// Adjoints of the operands from that of the result.
template <class Op, class T>
void pull_back(plain_sweep &s, index i, const operands<Op, T> &o) {
  const T a = s.adjoint<T>(i);
  if (a != 0) // also for a that is not a number
    for_each_partial(o, [&](index parent, T p) { s.add<T>(parent, a * p); });
}
template <class Op, class T>
void pull_back(recorded_sweep &s, index i, const operands<Op, T> &o) {
  if (!s.touched(i))
    return;
  if constexpr (Op::generic) {
    using P = formula_real<T>;
    operands<Op, variable<P>> v;
    for (int k = 0; k < Op::reals; ++k) {
      v.x[k] = access::make(o.x[k], s.source().id_of(o.parents[k]));
      v.parents[k] = o.parents[k];
    }
    for (int k = 0; k < Op::ints; ++k)
      v.n[k] = o.n[k];
    v.r = access::make(o.r, s.source().id_of(i));
    const variable<T> a = s.adjoint<T>(i);
    for_each_partial(v, [&](index parent, const variable<P> &p) {
      s.add<T>(parent, scale(a, variable<T>(p)));
    });
  } else {
    fail_not_generic<Op>();
  }
}

// --- the compact form

template <class Op, class T>
constexpr bool fits_compact = Op::reals + Op::ints <= 2 && sizeof(T) <= 8;

template <class Op, class T>
operands<Op, T> load_compact(const log &l, const node &n) {
  operands<Op, T> o{};
  o.r = n.get<T>(0);
  const index parents[2] = {n.a, n.b};
  for (int k = 0; k < Op::reals; ++k) {
    o.parents[k] = parents[k];
    o.x[k] = parents[k] ? l.value<T>(parents[k]) : n.get<T>(8 / sizeof(T));
  }
  if constexpr (Op::ints != 0)
    o.n[0] = n.get<int>(2);
  return o;
}
template <class Op, class T>
void store_compact(node &n, const operands<Op, T> &o) {
  n.a = o.parents[0];
  n.b = Op::reals > 1 ? o.parents[Op::reals - 1] : 0;
  n.put<T>(0, o.r);
  for (int k = 0; k < Op::reals; ++k)
    if (!o.parents[k])
      n.put<T>(8 / sizeof(T), o.x[k]);
  if constexpr (Op::ints != 0)
    n.put<int>(2, o.n[0]);
}

// --- the general form

template <class Op, class T> operands<Op, T> load_general(const node &n) {
  operands<Op, T> o;
  std::memcpy(static_cast<void *>(&o), n.pointer(), sizeof o);
  return o;
}

/// The operations for one Op and T.
template <class Op, class T> struct forms {
  template <class Sweep>
  static void reverse_compact(Sweep &s, const node &n, index i) {
    pull_back<Op, T>(s, i, load_compact<Op, T>(s.source(), n));
  }
  template <class Sweep>
  static void reverse_general(Sweep &s, const node &n, index i) {
    pull_back<Op, T>(s, i, load_general<Op, T>(n));
  }
  static void parents_general(const node &n, index, const parent_visitor &v) {
    const operands<Op, T> o = load_general<Op, T>(n);
    for (int k = 0; k < Op::reals; ++k)
      v(o.parents[k]);
  }
  using writer = void (*)(void *, long double);
  static void describe(const operands<Op, T> &o, writer write, void *self) {
    for (int k = 0; k < Op::reals; ++k)
      write(self, o.x[k]);
    for (int k = 0; k < Op::ints; ++k)
      write(self, o.n[k]);
  }
  static void describe_compact(const log &l, const node &n, writer w, void *s) {
    describe(load_compact<Op, T>(l, n), w, s);
  }
  static void describe_general(const log &, const node &n, writer w, void *s) {
    describe(load_general<Op, T>(n), w, s);
  }

  static constexpr operation partials = {Op::name, nullptr, nullptr,
                                         visit_a_and_b, nullptr};
  static constexpr operation compact = {Op::name, reverse_compact<plain_sweep>,
                                        reverse_compact<recorded_sweep>,
                                        visit_a_and_b, describe_compact};
  static constexpr operation general = {Op::name, reverse_general<plain_sweep>,
                                        reverse_general<recorded_sweep>,
                                        parents_general, describe_general};
};

template <class Op, class T>
NABLA_TAPE_INLINE index push_partials(log &l, index a, T by_a, index b,
                                      T by_b) {
  const index i = l.next();
  node &n = l.push();
  n.set(forms<Op, T>::partials, partials_of<T>);
  n.a = a, n.b = b;
  n.put<T>(0, by_a), n.put<T>(1, by_b);
  return i;
}

/// The partial by the K-th operand; nobody reads that of a constant.
template <class Op, int K, class T>
NABLA_TAPE_INLINE T partial_by(const operands<Op, T> &o) {
  if constexpr (K >= Op::reals)
    return T(0);
  else if constexpr (Op::template unknown<K>())
    return T(0);
  else if constexpr (Op::cheap)
    return Op::template partial<K, T>(o.x, o.n, o.r);
  else
    return o.parents[K] ? Op::template partial<K, T>(o.x, o.n, o.r) : T(0);
}

/// Of three or four operands: those that are variables, two in a node.
template <class Op, class T>
index record_many_partials(log &l, const operands<Op, T> &o) {
  T p[4] = {};
  index parents[4] = {};
  int count = 0;
  for_each_partial(o, [&](index parent, T partial) {
    p[count] = partial;
    parents[count++] = parent;
  });
  for (; count > 2; --count) { // the last two become one
    parents[count - 2] = push_partials<Op, T>(
        l, parents[count - 2], p[count - 2], parents[count - 1], p[count - 1]);
    p[count - 2] = 1;
  }
  return push_partials<Op, T>(l, parents[0], p[0], parents[1],
                              count > 1 ? p[1] : T(0));
}

template <class Op, class T>
NABLA_TAPE_INLINE index record_partials(log &l, const operands<Op, T> &o) {
  if constexpr (Op::reals <= 2)
    return push_partials<Op, T>(l, o.parents[0], partial_by<Op, 0>(o),
                                Op::reals > 1 ? o.parents[Op::reals - 1] : 0,
                                partial_by<Op, 1>(o));
  else
    return record_many_partials<Op, T>(l, o);
}

template <class Op, class T>
index record_general(log &l, const operands<Op, T> &o) {
  if (sizeof(T) > 8)
    l.wide = true;
  char *memory = l.reserve(sizeof o);
  std::memcpy(memory, static_cast<const void *>(&o), sizeof o);
  const index i = l.next();
  node &n = l.push();
  n.set(forms<Op, T>::general);
  n.set_pointer(memory);
  n.put<T>(0, o.r);
  return i;
}

template <class Op, class T>
__attribute__((noinline)) index record_replay(log &l,
                                              const operands<Op, T> &o) {
  if constexpr (fits_compact<Op, T>) {
    bool values_are_there = true;
    for (int k = 0; k < Op::reals; ++k)
      values_are_there &= !o.parents[k] || o.parents[k] >= l.values_from;
    if (values_are_there) {
      const index i = l.next();
      node &n = l.push();
      n.set(forms<Op, T>::compact);
      store_compact<Op, T>(n, o);
      return i;
    }
  }
  return record_general<Op, T>(l, o);
}

/// The result of Op as a variable; some parent is not 0.
template <class Op, class T>
NABLA_TAPE_INLINE variable<T> record(log &l, const operands<Op, T> &o) {
  check_known<Op, T>(o);
  index i;
  if constexpr (partials_of<T> != 0) {
    if (__builtin_expect(!l.replays, 1))
      i = record_partials<Op, T>(l, o);
    else
      i = record_replay<Op, T>(l, o);
  } else {
    i = record_general<Op, T>(l, o);
  }
  return access::make(o.r, l.id_of(i));
}

// --- conversions between precisions

template <class T, class From> struct conversion {
  template <class Sweep> static void reverse(Sweep &s, const node &n, index i);
  static constexpr operation op = {"convert", reverse<plain_sweep>,
                                   reverse<recorded_sweep>, visit_a, nullptr};
};
template <class T, class From>
template <class Sweep>
void conversion<T, From>::reverse(Sweep &s, const node &n, index i) {
  if constexpr (std::is_same<Sweep, plain_sweep>::value) {
    const T a = s.template adjoint<T>(i);
    if (a != 0)
      s.template add<From>(n.a, static_cast<From>(a));
  } else if (s.touched(i)) {
    s.template add<From>(n.a, variable<From>(s.template adjoint<T>(i)));
  }
}

template <class T, class U> variable<T> convert(const variable<U> &x) {
  const T value = static_cast<T>(x.value());
  log *l = x.id() ? thread.recording : nullptr;
  const index parent = l ? active_index(*l, x.id()) : 0;
  if (!parent)
    return variable<T>(value);
  if (sizeof(T) > 8 || sizeof(U) > 8)
    l->wide = true;
  const index i = l->next();
  node &n = l->push();
  n.set(conversion<T, U>::op);
  n.a = parent;
  n.put<T>(0, value);
  return access::make(value, l->id_of(i));
}

} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_RECORD_H

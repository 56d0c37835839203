// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nabla::parameter<T>: a value that is trained. Unlike a variable it has an
// identity: it can be assigned to, and is watched by itself, by every tape that
// records when it is read.

#ifndef NABLA_TAPE_PARAMETER_H
#define NABLA_TAPE_PARAMETER_H

#include "nabla/tape/arithmetic.h"
#include "nabla/tape/state.h"

namespace nabla {

/// A parameter of any type: what watched_variables() lists.
class any_parameter {
public:
  explicit any_parameter(taping::parameter_pointer state)
      : state_(std::move(state)) {}
  /// Parameters are ordered by their creation.
  std::uint64_t id() const { return state_->id; }
  bool trainable() const { return state_->trainable; }
  friend bool operator==(const any_parameter &x, const any_parameter &y) {
    return x.state_ == y.state_;
  }
  friend bool operator!=(const any_parameter &x, const any_parameter &y) {
    return x.state_ != y.state_;
  }
  const taping::parameter_pointer &state() const { return state_; }

protected:
  taping::parameter_pointer state_;
};

namespace taping {

/// Has an address for each type.
template <class T> inline constexpr char type_key = 0;

template <class T> struct typed_parameter_state : parameter_state {
  typed_parameter_state(T value, bool trainable)
      : parameter_state(trainable, &type_key<T>), value(std::move(value)) {}
  T value;
};

/// A parameter's new value, as a node that passes its adjoint on.
template <class T> struct reread {
  template <class Sweep> static void reverse(Sweep &s, const node &n, index i) {
    s.template add<T>(n.a, s.template adjoint<T>(i));
  }
  static constexpr operation op = {"read", reverse<plain_sweep>,
                                   reverse<recorded_sweep>, visit_a, nullptr};
};

/// Where a parameter stands in a log: the entry of log::roots holds the node
/// that was read last, and for which set of tapes it is watched.
struct place {
  index node, stamp;
};
inline place unpack(std::uint64_t number) {
  return {index(number), index(number >> 32)};
}
inline std::uint64_t pack(place p) {
  return std::uint64_t(p.stamp) << 32 | p.node;
}

/// Of a node read from a parameter, the one that the parameter began with.
inline index root_of(const log &l, index i) {
  const node &n = l.at(i);
  return &n.op() == &root_operation ? i : n.a;
}

template <class T>
index watch_parameter(log &l, const T &value, const parameter_pointer &p,
                      tape_state &tape) {
  std::uint64_t *entry = l.roots.find(p->id);
  const index i = entry ? unpack(*entry).node : add_root(l, value);
  if (!entry)
    l.roots.insert(p->id, pack({i, 0}));
  tape.watch(root_of(l, i), p);
  return i;
}

template <class T>
variable<T> read_parameter(const T &value, const parameter_pointer &p) {
  log *l = thread.recording;
  if (!l)
    return variable<T>(value);
  if (thread.parameters_forbidden)
    fail("a parameter is read in a function with a custom gradient, whose "
         "pullback gives it none; pass the parameter as an argument");
  std::uint64_t *entry = l->roots.find(p->id);
  if (!entry || unpack(*entry).stamp != l->stamp) {
    if (p->trainable)
      for (tape_state *t = thread.started; t; t = t->outer())
        if (t->is_recording() && t->watches_parameters())
          watch_parameter(*l, value, p, *t);
    entry = l->roots.find(p->id);
    if (!entry)
      return variable<T>(value);
    *entry = pack({unpack(*entry).node, l->stamp});
  }
  index i = unpack(*entry).node;
  if constexpr (std::is_floating_point<T>::value) {
    const T seen = l->value<T>(i);
    if (std::memcmp(&seen, &value, sizeof(T) > 8 ? 10 : sizeof(T)) != 0) {
      const index root = root_of(*l, i);
      i = l->next();
      node &n = l->push();
      n.set(reread<T>::op);
      n.a = root;
      n.put<T>(0, value);
      *entry = pack({i, l->stamp});
    }
  }
  return access::make(value, l->id_of(i));
}

} // namespace taping

/// A copy is another name for the same parameter. Reading is what any use in an
/// expression does. Assigning gives it a new number and records nothing: a
/// gradient by the parameter is that by all of its reads, whatever it held.
template <class T> class parameter : public any_parameter {
public:
  using value_type = T;

  explicit parameter(T value, bool trainable = true)
      : any_parameter(std::make_shared<taping::typed_parameter_state<T>>(
            std::move(value), trainable)) {}

  const T &value() const { return typed().value; }
  variable<T> read() const {
    return taping::read_parameter<T>(value(), state_);
  }
  operator variable<T>() const { return read(); }
  /// One number of a parameter that is an array.
  template <class A = T> auto operator[](std::size_t i) const {
    static_assert(taping::is_array<A>::value, "this parameter is one number");
    return element(*this, i);
  }
  template <class A = T, class... I>
  auto operator()(std::size_t i, std::size_t j, I... k) const {
    static_assert(taping::is_array<A>::value, "this parameter is one number");
    return element(*this, taping::place_in(value().shape(), i, j, k...));
  }

  void assign(const T &value) { typed().value = value; }
  void assign(const variable<T> &x) { typed().value = x.value(); }
  template <class A> void assign_add(const A &x) {
    assign(value() + value_of(x));
  }
  template <class A> void assign_subtract(const A &x) {
    assign(value() - value_of(x));
  }

  /// The same one, of which the type was forgotten.
  explicit parameter(const any_parameter &p) : any_parameter(p) {
    if (state_->type != &taping::type_key<T>)
      taping::fail("a parameter is taken for one of another type");
  }

private:
  taping::typed_parameter_state<T> &typed() const {
    return static_cast<taping::typed_parameter_state<T> &>(*state_);
  }
};

} // namespace nabla

#endif // NABLA_TAPE_PARAMETER_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the gradients of trainable variables go: generated code calls deliver()
// for each trainable global when its reverse sweep is done, and the header does
// the same for arguments. What is delivered is cut into reals and arrays of
// reals; members of classes are named by the plugin (members_engine).

#ifndef NABLA_DETAIL_TRAINED_H
#define NABLA_DETAIL_TRAINED_H

#include "nabla/detail/arguments.h"
#include "nabla/detail/engine.h"
#include <complex>
#include <string>
#include <variant>
#include <vector>

namespace nabla {

namespace detail {
/// What a T, which may be an array, consists of: a complex number of two reals.
template <class T> struct trained_real {
  using type = T;
};
template <class T> struct trained_real<std::complex<T>> {
  using type = T;
};
template <class T>
using trained_real_t =
    typename trained_real<std::remove_cv_t<std::remove_all_extents_t<T>>>::type;
} // namespace detail

/// The gradient by one trainable variable or member: a real or complex number,
/// or an array of them, of any shape, as one row. It leads to the variable,
/// which has to stay.
class trainable_gradient {
  template <class T> struct part {
    T *values;
    std::vector<T> gradient;
  };

public:
  template <class T>
  trainable_gradient(std::string name, T *values, std::vector<T> gradient)
      : name_(std::move(name)), part_(part<T>{values, std::move(gradient)}) {}

  /// "weights", "first.bias", "argument 0[2].bias".
  const std::string &name() const { return name_; }
  std::size_t size() const {
    return std::visit([](const auto &p) { return p.gradient.size(); }, part_);
  }
  /// Whether the variable consists of T's: float, double or long double.
  template <class T> bool is() const {
    return std::holds_alternative<part<T>>(part_);
  }
  /// The variable's reals. Throws std::invalid_argument if they are no T's.
  template <class T = double> T *values() const { return of<T>().values; }
  /// The gradient by them. Throws likewise.
  template <class T = double> const T *gradient() const {
    return of<T>().gradient.data();
  }
  /// The memory of the variable's reals.
  const char *begin() const {
    return std::visit(
        [](const auto &p) { return reinterpret_cast<const char *>(p.values); },
        part_);
  }
  const char *end() const {
    return std::visit(
        [](const auto &p) {
          return reinterpret_cast<const char *>(p.values + p.gradient.size());
        },
        part_);
  }
  /// One step of descent: subtracts rate * gradient from the variable.
  void descend(double rate) const {
    std::visit(
        [&](const auto &p) {
          for (std::size_t i = 0; i < p.gradient.size(); ++i)
            p.values[i] -= static_cast<std::decay_t<decltype(*p.values)>>(
                rate * p.gradient[i]);
        },
        part_);
  }
  /// Adds another gradient by the same variable, which came in twice.
  void add(const trainable_gradient &other) {
    std::visit(
        [&](auto &p) {
          const auto &q = std::get<std::decay_t<decltype(p)>>(other.part_);
          for (std::size_t i = 0; i < p.gradient.size(); ++i)
            p.gradient[i] += q.gradient[i];
        },
        part_);
  }
  bool is_by_the_same(const trainable_gradient &other) const {
    return part_.index() == other.part_.index() && begin() == other.begin() &&
           end() == other.end();
  }

private:
  template <class T> const part<T> &of() const {
    if (!is<T>())
      detail::misuse("nabla: the gradient by a trainable variable is taken for "
                     "one of another type; ask is<T>() first");
    return std::get<part<T>>(part_);
  }
  std::string name_;
  std::variant<part<double>, part<float>, part<long double>> part_;
};

/// What implicit_gradient gives: one entry for each trainable variable.
class trainable_gradients {
public:
  std::size_t size() const { return all_.size(); }
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }
  const trainable_gradient &operator[](std::size_t i) const { return all_[i]; }

  /// The gradient by that variable or member, of its type. Throws
  /// std::invalid_argument if it is not among them.
  template <class T> const T &of(const T &variable) const {
    using real = detail::trained_real_t<T>;
    static_assert(std::is_floating_point_v<real>,
                  "nabla: there is a gradient by each real, or array of reals, "
                  "that is trained; name the member");
    for (const trainable_gradient &g : all_)
      if (g.begin() == reinterpret_cast<const char *>(&variable) &&
          g.size() * sizeof(real) == sizeof(T) && g.is<real>())
        return *reinterpret_cast<const T *>(g.gradient<real>());
    detail::misuse("nabla: there is no gradient by this variable; it is not "
                   "marked [[trainable]], or the function does not read it");
  }

  void add(trainable_gradient g) {
    for (trainable_gradient &known : all_)
      if (known.is_by_the_same(g))
        return known.add(g);
    all_.push_back(std::move(g));
  }

private:
  std::vector<trainable_gradient> all_;
};

namespace detail {

//===-- Finding trainable members -----------------------------------------===//

/// A class with trainable members has a member type of this name: the plugin
/// makes it.
template <class T, class = void> struct is_trained_class : std::false_type {};
template <class T>
struct is_trained_class<T, std::void_t<typename T::nabla_trainable_members>>
    : std::true_type {};

/// Of a parameter: an object, or what is behind a pointer or reference to it.
template <class P>
inline constexpr bool has_trainable_members =
    is_trained_class<std::remove_cv_t<std::remove_all_extents_t<
        std::remove_pointer_t<std::remove_reference_t<P>>>>>::value;

struct delivery;
/// Delivers each trainable member (each that holds reals, if Whole). The plugin
/// gives it a body.
template <class T, bool Whole> struct members_engine {
  static void run(const delivery &, const std::string &, T &, const T *);
};

//===-- Delivering --------------------------------------------------------===//

/// Where the call that is under way wants them.
inline thread_local trainable_gradients *delivered_to = nullptr;

class delivering {
public:
  explicit delivering(trainable_gradients &to) : outer_(delivered_to) {
    delivered_to = &to;
  }
  ~delivering() { delivered_to = outer_; }
  delivering(const delivering &) = delete;
  delivering &operator=(const delivering &) = delete;

private:
  trainable_gradients *outer_;
};

struct delivery {
  trainable_gradients &to;

  /// Where shadow is null, what is delivered does not matter: zeros.
  template <bool Whole, class T>
  void visit(const std::string &name, T &value, const T *shadow) const {
    using real = trained_real_t<T>;
    if constexpr (std::is_floating_point_v<real>) {
      constexpr std::size_t n = sizeof(T) / sizeof(real);
      const auto *from = reinterpret_cast<const real *>(shadow);
      to.add(trainable_gradient(name, reinterpret_cast<real *>(&value),
                                from ? std::vector<real>(from, from + n)
                                     : std::vector<real>(n)));
    } else if constexpr (std::is_array_v<T>) {
      for (std::size_t i = 0; i < std::extent_v<T>; ++i)
        visit<Whole>(name + "[" + std::to_string(i) + "]", value[i],
                     shadow ? &(*shadow)[i] : nullptr);
    } else if constexpr (std::is_class_v<T>) {
      if constexpr (Whole || is_trained_class<T>::value)
        members_engine<T, Whole>::run(*this, name, value, shadow);
    } else {
      static_assert(std::is_integral_v<T> || std::is_enum_v<T>,
                    "nabla: something of this type cannot be trained; mark "
                    "reals, arrays and classes of reals");
    }
  }
  template <bool Whole, class T>
  void member(const std::string &of, const char *name, T &value,
              const T *shadow) const {
    visit<Whole>(of + "." + name, value, shadow);
  }
};

/// Of the global variable of that name: what generated code calls.
template <bool Whole, class T>
void deliver(const char *name, T &value, const T &shadow) {
  if (delivered_to)
    delivery{*delivered_to}.visit<Whole, T>(name, value, &shadow);
}
/// Of one that does not matter.
template <bool Whole, class T> void deliver(const char *name, T &value) {
  if (delivered_to)
    delivery{*delivered_to}.visit<Whole, T>(name, value, nullptr);
}

template <class A> auto &element(A &a, std::size_t i) {
  if constexpr (std::is_array_v<A>)
    return a[i];
  else
    return a.data()[i];
}

/// Of the trainable members of an argument, or of each of its elements.
template <class A, class Shadow>
void deliver_argument(const std::string &name, A &given, const Shadow &shadow) {
  if constexpr (std::is_array_v<A> || has_data<bare<A>>) {
    for (std::size_t i = 0; i < count(given); ++i)
      deliver_argument(name + "[" + std::to_string(i) + "]", element(given, i),
                       shadow[i]);
  } else {
    static_assert(!std::is_const_v<A>,
                  "nabla: an argument with trainable members is const, which "
                  "nobody can train; give a variable");
    if constexpr (!std::is_const_v<A>)
      delivery{*delivered_to}.visit<false, A>(name, given, &shadow);
  }
}

} // namespace detail
} // namespace nabla

#endif // NABLA_DETAIL_TRAINED_H

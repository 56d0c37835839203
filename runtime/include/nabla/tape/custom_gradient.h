// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations with a gradient of your own: GradientTape::record and
// custom_gradient.

#ifndef NABLA_TAPE_CUSTOM_GRADIENT_H
#define NABLA_TAPE_CUSTOM_GRADIENT_H

#include "nabla/tape/external.h"
#include "nabla/tape/tape.h"

namespace nabla {

/// Says on purpose that there is no gradient: as a pullback, and as what one
/// returns for an input.
inline constexpr std::nullopt_t no_gradient = std::nullopt;

/// A pullback that gets a std::optional for each output, empty where nobody
/// used it. Others get zeros there.
template <class Pullback> auto with_absent(Pullback pullback) {
  return taping::absent_aware<Pullback>{std::move(pullback)};
}

/// Stands for a pullback that there is not: an error if it is needed.
struct no_pullback {
  const char *operation; ///< What the message calls it.
  template <class... Seeds> std::nullopt_t operator()(const Seeds &...) const {
    taping::fail("the gradient of '" + std::string(operation) +
                 "' was asked for, which has no rule; give record() a "
                 "pullback, or nabla::no_gradient if it has no derivative");
  }
};

namespace taping {
template <class Leaf>
using is_variable_itself = std::bool_constant<is_variable<Leaf>::value>;
template <class Outputs> constexpr void check_outputs() {
  static_assert(may_contain<is_variable_itself, owned_t<Outputs>>::value,
                "the outputs of record() are variables or a structure of "
                "these: they get names, which numbers have not");
}
} // namespace taping

/// Enters an operation into the tapes that record on this thread: outputs were
/// computed from inputs, both structures of variables; the outputs get new
/// names. The pullback is called with the adjoint of each output and returns
/// the gradient by the inputs: one, or a tuple (vector, ...) of the inputs'
/// structure, where std::nullopt is none. It is called with variables, so that
/// outer tapes see what it does.
template <class Outputs, class Inputs, class Pullback>
void record(Outputs &&outputs, const Inputs &inputs, Pullback pullback,
            const char *name = "recorded") {
  taping::check_outputs<std::decay_t<Outputs>>();
  if constexpr (std::is_same<Pullback, std::nullopt_t>::value)
    taping::for_each_leaf(outputs, taping::forget_name());
  else
    taping::record_external(outputs, inputs, std::move(pullback), name);
}

template <class Outputs, class Inputs, class Pullback>
void GradientTape::record(Outputs &&outputs, const Inputs &inputs,
                          Pullback pullback, const char *name) {
  state_->check_thread("record()");
  if (!state_->is_recording())
    taping::fail("record() into a tape that does not record; start() it first");
  nabla::record(std::forward<Outputs>(outputs), inputs, std::move(pullback),
                name);
}

namespace taping {

/// While it lives, reading a parameter is an error.
class parameters_forbidden {
public:
  parameters_forbidden() : saved_(thread.parameters_forbidden) {
    thread.parameters_forbidden = true;
  }
  ~parameters_forbidden() { thread.parameters_forbidden = saved_; }
  parameters_forbidden(const parameters_forbidden &) = delete;
  parameters_forbidden &operator=(const parameters_forbidden &) = delete;

private:
  bool saved_;
};

template <class F> class with_custom_gradient {
public:
  with_custom_gradient(F f, const char *name) : f_(std::move(f)), name_(name) {}

  template <class... A> auto operator()(const A &...arguments) const {
    auto inputs = std::make_tuple(as_input(arguments)...);
    auto result = forward(inputs);
    auto outputs = result.first;
    record_external(outputs, inputs, std::move(result.second), name_);
    return outputs;
  }

private:
  template <class A> static auto as_input(const A &a) {
    if constexpr (is_parameter<A>::value)
      return a.read();
    else if constexpr (std::is_floating_point<A>::value)
      return variable<A>(a);
    else
      return a;
  }
  /// What f does is recorded too, for the derivative of its pullback.
  template <class Inputs> auto forward(const Inputs &inputs) const {
    const parameters_forbidden guard;
    return std::apply(f_, inputs);
  }

  F f_;
  const char *name_;
};

} // namespace taping

/// A function with a gradient of its own: f(arguments...) returns a pair of the
/// result and its pullback, which is as in record(). The result is connected to
/// the arguments by the pullback alone, so f must not read parameters: they
/// would get no gradient, and reading one is an error; pass it as an argument.
template <class F>
auto custom_gradient(F f, const char *name = "custom gradient") {
  return taping::with_custom_gradient<F>(std::move(f), name);
}

} // namespace nabla

#endif // NABLA_TAPE_CUSTOM_GRADIENT_H

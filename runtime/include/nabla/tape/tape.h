// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nabla::GradientTape. Each member says what it does and what is an error; the
// semantics as a whole are in docs/tape.md.

#ifndef NABLA_TAPE_TAPE_H
#define NABLA_TAPE_TAPE_H

#include "nabla/tape/gradient.h"

namespace nabla {

/// How a tape is made: GradientTape tape(persistent | paused).
enum class tape_option : unsigned {
  none = 0,
  persistent = 1,    ///< Gives any number of gradients.
  paused = 2,        ///< Records only after start().
  no_parameters = 4, ///< Parameters are not watched by themselves.
};
constexpr tape_option operator|(tape_option x, tape_option y) {
  return tape_option(unsigned(x) | unsigned(y));
}
inline constexpr tape_option persistent = tape_option::persistent;
inline constexpr tape_option paused = tape_option::paused;
inline constexpr tape_option no_parameters = tape_option::no_parameters;

/// While it lives, its tape does not record. It may outlive the tape; stop(),
/// start() and reset() of the tape end it.
class [[nodiscard]] recording_pause {
public:
  explicit recording_pause(taping::tape_state &t) { t.suspend(tape_); }
  ~recording_pause() {
    if (tape_)
      tape_->resume();
  }
  recording_pause(const recording_pause &) = delete;
  recording_pause &operator=(const recording_pause &) = delete;

private:
  taping::tape_state *tape_ = nullptr;
};

class GradientTape {
public:
  /// Records from here on, unless paused.
  explicit GradientTape(tape_option options = tape_option::none)
      : state_(
            new taping::tape_state(has(options, tape_option::persistent),
                                   !has(options, tape_option::no_parameters))) {
    if (!has(options, tape_option::paused))
      state_->enter();
  }
  GradientTape(const GradientTape &) = delete;
  GradientTape &operator=(const GradientTape &) = delete;

  /// Goes on recording. Of a tape that is recording: an error.
  void start() { state_->enter(); }
  /// Ends the recording; of a tape that does not record: no effect.
  void stop() { state_->leave(); }
  bool is_recording() const { return state_->is_recording(); }
  bool is_persistent() const { return state_->persistent(); }

  /// What is computed from these variables from now on is recorded. They may be
  /// variables, parameters and structures of these.
  template <class... S> void watch(S &...s) {
    state_->check_thread("watch()");
    (watch_one(s), ...);
  }

  /// The parameters that were read while it recorded or given to watch(), in
  /// the order of their creation; also after its gradient was taken.
  std::vector<any_parameter> watched_variables() const {
    state_->check_thread("watched_variables()");
    std::vector<any_parameter> result;
    for (const taping::parameter_pointer &p : state_->parameters())
      result.push_back(any_parameter(p));
    std::sort(result.begin(), result.end(),
              [](const any_parameter &x, const any_parameter &y) {
                return x.id() < y.id();
              });
    return result;
  }

  /// While the result lives this tape records nothing; others do.
  recording_pause stop_recording() { return recording_pause(*state_); }
  /// Calls f meanwhile.
  template <class F> decltype(auto) stop_recording(F &&f) {
    const recording_pause pause(*state_);
    return std::forward<F>(f)();
  }

  /// Forgets all that was recorded and watched.
  void reset() { state_->reset(); }

  /// Writes a line for each node that a reverse sweep visits; null: no more. To
  /// see operands, call it before they are recorded.
  void trace(std::ostream *out) {
    state_->check_thread("trace()");
    state_->trace = out;
    taping::tape_state::update();
  }
  void trace(std::ostream &out) { trace(&out); }

  /// The gradient of the sum of all targets by each source. The result has the
  /// structure of the sources, of std::optional<variable<T>>, empty where no
  /// target depends on the source, or with unconnected::zero of variable<T>.
  /// Output gradients have the structure of the targets and weigh them.
  ///
  /// A tape that is not persistent stops recording, gives one gradient, and
  /// releases what it holds. Errors (tape_error): it has done so before; it has
  /// not recorded; output gradients do not fit the targets.
  template <class Targets, class Sources>
  auto gradient(const Targets &targets, const Sources &sources) {
    return gradient(targets, sources, taping::no_seeds(), unconnected::none);
  }
  template <class Targets, class Sources, class Policy,
            std::enable_if_t<taping::is_policy<Policy>::value, int> = 0>
  auto gradient(const Targets &targets, const Sources &sources, Policy policy) {
    return gradient(targets, sources, taping::no_seeds(), policy);
  }
  template <class Targets, class Sources, class Seeds,
            std::enable_if_t<!taping::is_policy<Seeds>::value, int> = 0>
  auto gradient(const Targets &targets, const Sources &sources,
                const Seeds &output_gradients) {
    return gradient(targets, sources, output_gradients, unconnected::none);
  }
  template <class Targets, class Sources, class Seeds, class Policy>
  auto gradient(const Targets &targets, const Sources &sources,
                const Seeds &output_gradients, Policy policy) {
    static_assert(taping::is_policy<Policy>::value,
                  "the last argument is unconnected::none or "
                  "unconnected::zero");
    taping::check_ends<Targets, Sources>();
    taping::check_seeds(targets, output_gradients);
    begin_gradient();
    auto result =
        taping::gradient(*state_, targets, sources, output_gradients, policy);
    end_gradient();
    return result;
  }

  /// Defined in jacobian.h.
  template <class Targets, class Sources>
  auto jacobian(const Targets &targets, const Sources &sources);
  template <class Targets, class Sources>
  auto batch_jacobian(const Targets &targets, const Sources &sources);

  /// An operation that was computed elsewhere; defined in custom_gradient.h.
  template <class Outputs, class Inputs, class Pullback>
  void record(Outputs &&outputs, const Inputs &inputs, Pullback pullback,
              const char *name = "recorded");

  /// For Nabla's headers.
  taping::tape_state &state() { return *state_; }

private:
  static bool has(tape_option options, tape_option one) {
    return (unsigned(options) & unsigned(one)) != 0;
  }
  template <class S> void watch_one(S &s) {
    using Plain = std::remove_const_t<S>;
    static_assert(taping::may_hold<Plain>::value,
                  "watch() of what holds no variable: only a nabla::variable, "
                  "nabla::parameter or structure of these can be watched; "
                  "numbers and integers have no derivative");
    taping::for_each_leaf(s, [&](auto &leaf) { watch_leaf(leaf); });
  }
  template <class T> void watch_leaf(variable<T> &x) {
    taping::watch(*state_, x);
  }
  template <class T> void watch_leaf(const variable<T> &) {
    static_assert(sizeof(T) == 0, "watch() of a constant variable: it gets a "
                                  "name, so it must not be const");
  }
  template <class T> void watch_leaf(const parameter<T> &p) {
    taping::watch_parameter(state_->needed_log("watch()"), p.value(), p.state(),
                            *state_);
  }
  template <class X,
            class = std::enable_if_t<!taping::is_leaf<std::remove_const_t<X>>>>
  void watch_leaf(X &) {
    taping::refuse_hidden<std::remove_const_t<X>>();
  }

  void begin_gradient() {
    state_->check_thread("a gradient");
    if (state_->is_spent())
      taping::fail("this tape has given its gradient and released what it "
                   "held; a tape gives one gradient only, make it "
                   "GradientTape tape(nabla::persistent) for more");
    if (!state_->source())
      taping::fail("a gradient of a tape that has not recorded anything; "
                   "start() it before the computation");
    if (!state_->is_recording()) {
      warn_if_constant();
      return;
    }
    if (!state_->persistent()) {
      state_->leave();
      warn_if_constant();
    } else if (!warned_) {
      warned_ = true;
      taping::warn("gradient() of a persistent tape inside its own recording "
                   "is recorded too, which costs time and memory; stop() it "
                   "first unless you want higher derivatives");
    }
  }
  void warn_if_constant() const {
    if (state_->is_constant_to_others())
      taping::warn("gradient() of a tape that recorded before a tape that "
                   "records now: to that one what was computed before it began "
                   "is constant; start the outer tape first");
  }
  void end_gradient() {
    if (!state_->persistent())
      state_->spend();
  }

  struct abandon {
    void operator()(taping::tape_state *t) const { t->abandon(); }
  };
  std::unique_ptr<taping::tape_state, abandon> state_;
  bool warned_ = false;
};

} // namespace nabla

#endif // NABLA_TAPE_TAPE_H

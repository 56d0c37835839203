// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A compiled function called with variables: one node. Where the function
// returns a real and writes to nothing that is differentiated, its f_vjp runs
// in the call and the node keeps the gradient. Otherwise the forward sweep runs
// in the call and the node keeps its frame, for the reverse sweep. Either way
// the function runs once. The adjoints of f are those of the library API
// (nabla/vjp.h), which the plugin supplies.

#ifndef NABLA_TAPE_COMPILED_CALL_H
#define NABLA_TAPE_COMPILED_CALL_H

#include "nabla/tape/call_engines.h"
#include "nabla/tape/call_signature.h"
#include "nabla/tape/external.h"
#include <functional>
#include <memory>
#include <string>

namespace nabla {
namespace taping {

/// The name of F, from what the compiler calls this function.
template <auto F> const char *function_name() {
  static const std::string name = [](const std::string &text) {
    const std::size_t from = text.find("F = ");
    if (from == std::string::npos)
      return std::string("compiled function");
    const std::size_t to = text.find_first_of("];", from);
    std::string n = text.substr(from + 4, to - from - 4);
    return n[0] == '&' ? n.substr(1) : n;
  }(__PRETTY_FUNCTION__);
  return name.c_str();
}

/// Weighs a gradient; a seed of zero leaves nothing, whatever the gradient.
template <class T> struct times {
  T seed;
  template <class N> N operator()(N x) const {
    return seed == 0 ? N(0) : static_cast<N>(seed * x);
  }
  leaf_numbers operator()(leaf_numbers l) const {
    std::apply([&](auto &...v) { (scale_all(v), ...); }, l);
    return l;
  }

private:
  template <class N> void scale_all(std::vector<N> &v) const {
    for (N &x : v)
      if constexpr (is_array<N>::value)
        for (std::size_t i = 0; i < x.size(); ++i)
          x.data_mutable()[i] = (*this)(x.data()[i]);
      else
        x = (*this)(x);
  }
};

/// The pullback of a function whose gradient is known.
template <class Gradients> struct known_gradient {
  Gradients gradients;
  template <class T> Gradients operator()(T seed) const {
    const times<T> weigh{seed};
    return std::apply([&](const auto &...g) { return Gradients(weigh(g)...); },
                      gradients);
  }
};

/// Whether some input is watched.
template <class Inputs> bool is_recorded(const Inputs &inputs) {
  log *l = thread.recording;
  bool found = false;
  if (l)
    for_each_leaf(inputs, [&](const auto &leaf) {
      found = found || active_index(*l, leaf.id());
    });
  return found;
}

template <class T> struct as_type {
  using type = T;
};

/// What a node keeps of an argument for a parameter P that is passed on: a copy
/// of what a reference to a constant leads to, which the node outlives.
template <class P>
using kept_for = std::conditional_t<
    std::is_lvalue_reference<P>::value &&
        (!std::is_const<std::remove_reference_t<P>>::value ||
         !std::is_copy_constructible<detail::bare<P>>::value),
    P, detail::bare<P>>;

/// The frame of a call, and with it the pullback by all that the call wrote:
/// its result first.
template <class State, class Result, class Arguments, class Inputs>
class frame_pullback {
  using Seed = std::conditional_t<std::is_void<Result>::value, char,
                                  detail::bare<Result>>;

public:
  frame_pullback(std::shared_ptr<State> state, const Inputs &inputs,
                 const Seed &like)
      : state_(std::move(state)), inputs_(inputs), seed_(like) {}

  template <class... Adjoints> auto operator()(const Adjoints &...adjoints) {
    constexpr auto all =
        std::make_index_sequence<std::tuple_size<Arguments>::value>();
    const std::tuple<const Adjoints &...> given(adjoints...);
    state_->clear();
    set_shadows(given, all);
    if constexpr (std::is_void<Result>::value) {
      state_->reverse();
    } else {
      unflatten(std::get<0>(given), seed_);
      state_->reverse(seed_);
    }
    return gradients(all);
  }

private:
  template <std::size_t K> using argument = std::tuple_element_t<K, Arguments>;
  /// Where the adjoints of what argument K was written stand.
  template <std::size_t K, std::size_t... I>
  static constexpr std::size_t place(std::index_sequence<I...>) {
    return (std::size_t(!std::is_void<Result>::value) + ... +
            std::size_t(I < K && argument<I>::is_writable));
  }
  template <class Given, std::size_t... K>
  void set_shadows(const Given &given, std::index_sequence<K...> all) {
    (set_shadow<K>(given, all), ...);
  }
  template <std::size_t K, class Given, class All>
  void set_shadow(const Given &given, All all) {
    if constexpr (argument<K>::is_writable)
      argument<K>::set_shadow(std::get<K>(state_->shadows).value,
                              std::get<place<K>(all)>(given));
  }
  template <std::size_t... K> auto gradients(std::index_sequence<K...>) {
    return std::make_tuple(argument<K>::gradient(
        std::get<K>(state_->shadows).value, std::get<K>(inputs_))...);
  }

  std::shared_ptr<State> state_;
  Inputs inputs_;
  Seed seed_; ///< Begins as the result, of which it has all but the reals.
};

template <class Engine, auto F, class Function, class Wrt, class Indices>
class call_implementation;

template <class Engine, auto F, class R, class... P, std::size_t... W,
          std::size_t... I>
class call_implementation<Engine, F, R(P...), std::index_sequence<W...>,
                          std::index_sequence<I...>> {
  using number = detail::bare<R>;
  using positions = std::make_index_sequence<sizeof...(W)>;
  template <std::size_t K> using param = detail::parameter<K, P...>;
  template <std::size_t K> using argument = call_argument<param<K>>;
  using arguments = std::tuple<argument<W>...>;
  using numbers = std::tuple<typename argument<W>::given...>;
  using inputs = std::tuple<typename argument<W>::inputs...>;

  template <std::size_t K>
  static constexpr bool is_active = is_among<K>(std::index_sequence<W...>());
  /// Which of the differentiated parameters K is.
  template <std::size_t K>
  static constexpr std::size_t rank =
      (std::size_t(0) + ... + std::size_t(W < K));

public:
  /// `a`: a call_argument for each differentiated parameter, and what the
  /// others take.
  template <class... A> static auto run(A &&...a) {
    auto given = std::forward_as_tuple(std::forward<A>(a)...);
    refuse_overlap(std::get<W>(given)...);
    numbers n{};
    inputs in{};
    read(given, n, in, positions());
    if constexpr (std::is_floating_point<number>::value && !writes)
      return simple(given, n, in);
    else
      return general(given, n, in);
  }

private:
  static constexpr bool writes = (detail::is_writable<param<W>> || ...);

  /// Two arguments that are the same memory would be two copies.
  static void refuse_overlap(const argument<W> &...a) {
    if constexpr (writes) {
      const memory_extent memory[] = {a.memory()...};
      const bool written[] = {argument<W>::is_writable...};
      for (std::size_t i = 0; i < sizeof...(W); ++i)
        for (std::size_t k = 0; k < sizeof...(W); ++k)
          if (i != k && written[i] && overlap(memory[i], memory[k]))
            fail("'" + std::string(function_name<F>()) +
                 "' is given the same variables twice and may write to them; "
                 "give it a copy of them");
    }
  }
  template <class Given, std::size_t... K>
  static void read(const Given &given, numbers &n, inputs &in,
                   std::index_sequence<K...>) {
    (std::get<W>(given).read(std::get<K>(n), std::get<K>(in)), ...);
  }
  /// Argument K for a call of F or of what is derived of it.
  template <std::size_t K, class Given>
  static decltype(auto) passed(Given &given, numbers &n) {
    if constexpr (is_active<K>)
      return (std::get<rank<K>>(n));
    else
      return static_cast<std::tuple_element_t<K, Given>>(std::get<K>(given));
  }
  template <class Given> static R call(Given &given, numbers &n) {
    return std::invoke(F, detail::pass<P>(passed<I>(given, n))...);
  }

  template <class Given>
  static variable<number> simple(Given &given, numbers &n, const inputs &in) {
    if (!is_recorded(in))
      return variable<number>(call(given, n));
    auto both = Engine::value_and_gradients(passed<I>(given, n)...);
    variable<number> result(both.first);
    auto known = known_gradients(both.second, in, positions());
    record_external(
        result, in,
        numeric<known_gradient<decltype(known)>>{{std::move(known)}},
        function_name<F>());
    return result;
  }
  template <class Gradients, std::size_t... K>
  static auto known_gradients(const Gradients &g, const inputs &in,
                              std::index_sequence<K...>) {
    return std::make_tuple(
        argument<W>::gradient(std::get<K>(g), std::get<K>(in))...);
  }

  //===-- More than one number comes of it --------------------------------===//

  template <std::size_t K>
  using kept =
      typename std::conditional_t<is_active<K>, given_numbers<param<K>>,
                                  as_type<kept_for<param<K>>>>::type;
  using state = typename Engine::template state<kept<I>...>;

  template <std::size_t K, class Given>
  static kept<K> keep(Given &given, numbers &n) {
    if constexpr (is_active<K>)
      return std::move(std::get<rank<K>>(n));
    else
      return static_cast<kept<K>>(passed<K>(given, n));
  }

  template <class Given>
  static auto general(Given &given, numbers &n, const inputs &in) {
    if (!is_recorded(in))
      return finish(
          given, n, in, [&] { return call(given, n); },
          [](auto &, const auto &) {});
    auto s = std::make_shared<state>(keep<I>(given, n)...);
    return finish(
        given, n, in,
        [&]() -> R {
          if constexpr (std::is_void<R>::value) {
            s->forward();
            take(*s, n, positions());
          } else {
            R value = s->forward();
            take(*s, n, positions());
            return value;
          }
        },
        [&](auto &outputs, const auto &value) {
          using pullback = frame_pullback<state, R, arguments, inputs>;
          record_external(outputs, in,
                          numeric<pullback>{pullback(s, in, value)},
                          function_name<F>());
        });
  }
  /// What the forward sweep has left.
  template <std::size_t... K>
  static void take(state &s, numbers &n, std::index_sequence<K...>) {
    (take_one<W, K>(s, n), ...);
  }
  template <std::size_t At, std::size_t K>
  static void take_one(state &s, numbers &n) {
    if constexpr (argument<At>::is_writable)
      std::get<K>(n) = std::get<At>(s.arguments).get();
  }

  template <std::size_t At, std::size_t K>
  static auto output(const numbers &n, const inputs &in) {
    if constexpr (argument<At>::is_writable)
      return std::tuple<leaves>(
          argument<At>::outputs(std::get<K>(n), std::get<K>(in)));
    else
      return std::tuple<>();
  }
  template <std::size_t... K>
  static auto written(const numbers &n, const inputs &in,
                      std::index_sequence<K...>) {
    return std::tuple_cat(output<W, K>(n, in)...);
  }
  template <std::size_t At, std::size_t K, class Given, class Outputs>
  static void write_one(Given &given, const numbers &n,
                        const Outputs &outputs) {
    constexpr std::size_t first = !std::is_void<R>::value;
    constexpr std::size_t at =
        (first + ... + std::size_t(W < At && argument<W>::is_writable));
    if constexpr (argument<At>::is_writable)
      std::get<At>(given).write(std::get<K>(n), std::get<at>(outputs));
  }
  template <class Given, class Outputs, std::size_t... K>
  static void write(Given &given, const numbers &n, const Outputs &outputs,
                    std::index_sequence<K...>) {
    (write_one<W, K>(given, n, outputs), ...);
  }

  /// Runs the function, records, and hands out the variables.
  template <class Given, class Run, class Record>
  static auto finish(Given &given, numbers &n, const inputs &in, Run run,
                     Record record) {
    if constexpr (std::is_void<R>::value) {
      run();
      auto outputs = written(n, in, positions());
      record(outputs, char());
      write(given, n, outputs, positions());
    } else {
      const number value = run();
      auto outputs = std::tuple_cat(std::tuple<leaves>(constants(value)),
                                    written(n, in, positions()));
      record(outputs, value);
      write(given, n, outputs, positions());
      typename returned<number>::type result{};
      storing part(std::get<0>(outputs));
      zip_numbers(result, value, part);
      return result;
    }
  }
};

/// Named by the plugin for each F that it has declared an overload of: what a
/// precompiled header tells of them.
template <auto F, std::size_t... W> struct declared;

/// What the plugin's overload of F calls: call(), of the overload's type.
template <auto F, class Overload, std::size_t... W> struct compiled;
template <auto F, class R, class... A, std::size_t... W>
struct compiled<F, R(A...), W...> {
  static R call(A... a) {
    using engine = plugin_engine<F, W...>;
    using function = typename detail::function_type<decltype(F)>::type;
    if constexpr (engine::exists)
      return call_implementation<
          engine, F, function, std::index_sequence<W...>,
          std::index_sequence_for<A...>>::run(static_cast<A &&>(a)...);
    else
      return R();
  }
};

} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_COMPILED_CALL_H

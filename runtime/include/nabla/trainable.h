// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradients by what is marked [[trainable]], without naming it in the call:
//
//   [[trainable]] double weights[8], bias;
//   double loss(const double *x, int n);         // reads them
//
//   auto [value, gradients] = nabla::implicit_value_and_gradient<loss>(x, n);
//   for (const nabla::trainable_gradient &g : gradients)
//     g.descend(0.1);
//
// docs/api.md tells more. Needs the plugin: compile with nabla++.

#ifndef NABLA_TRAINABLE_H
#define NABLA_TRAINABLE_H

#include "nabla/detail/trained.h"
#include "nabla/gradient.h"

namespace nabla {

namespace detail {

/// F is differentiated in the parameters that trainable members come in by, and
/// in every trainable global.
template <auto F, class Function> struct implicit_asked {
  using type = nothing_asked;
};
template <auto F, class R, class... P> struct implicit_asked<F, R(P...)> {
  static constexpr std::size_t count =
      (std::size_t(has_trainable_members<P>) + ... + 0);
  template <std::size_t... I>
  static constexpr auto positions(std::index_sequence<I...>) {
    struct {
      std::size_t at[count + 1] = {};
    } list;
    std::size_t next = 0;
    ((has_trainable_members<P> ? void(list.at[next++] = I) : void()), ...);
    return list;
  }
  template <std::size_t... K> static auto make(std::index_sequence<K...>) {
    return differentiation<
        F, R(P...),
        std::index_sequence<
            positions(std::index_sequence_for<P...>()).at[K]...>>();
  }
  using type = decltype(make(std::make_index_sequence<count>()));
};

template <auto F> auto ask_implicit() {
  using function = typename function_type<decltype(F)>::type;
  if constexpr (!can_ask<F>())
    return nothing_asked();
  else
    return typename implicit_asked<F, function>::type();
}

template <class Asked> struct implicit;

template <auto F, class R, class... P, std::size_t... W>
struct implicit<differentiation<F, R(P...), std::index_sequence<W...>>> {
  using asked = differentiation<F, R(P...), std::index_sequence<W...>>;
  template <std::size_t I> using param = typename asked::template param<I>;

  /// What A gives is there after the call.
  template <class A> static constexpr bool lasts() {
    return std::is_lvalue_reference_v<A> ||
           (has_data<bare<A>> && !is_std_array<bare<A>> &&
            !is_container<bare<A>>());
  }
  template <class... A> static constexpr bool accepts() {
    constexpr bool lasting = (lasts<parameter<W, A &&...>>() && ...);
    static_assert(lasting,
                  "nabla: an argument with trainable members is a "
                  "temporary, which nobody can train; give a variable");
    return lasting && asked::template accepts<A...>();
  }

  template <class... A>
  static valued_gradient<bare<R>, trainable_gradients> run(A &&...a) {
    trainable_gradients found;
    auto shadows =
        asked::template make_shadows<typename asked::template shadows<A...>>(
            a...);
    delivering now(found);
    auto value = asked::template run<implicit_engine>(shadows, a...);
    refuse_trained(found, std::index_sequence_for<P...>(), a...);
    deliver_members(std::forward_as_tuple(a...), shadows,
                    typename asked::positions());
    return {value, std::move(found)};
  }

private:
  template <std::size_t I>
  static constexpr bool is_differentiated = ((I == W) || ...);

  /// The memory that an argument leads to, of which no shadow is made.
  template <std::size_t I, class A> static region constant_memory(const A &a) {
    if constexpr (is_differentiated<I>)
      return {nullptr, nullptr, false};
    else if constexpr (std::is_pointer_v<A> &&
                       std::is_object_v<std::remove_pointer_t<A>>)
      return {reinterpret_cast<const char *>(a),
              reinterpret_cast<const char *>(a) + 1, false};
    else
      return region_of<param<I>>(a);
  }
  /// A trained global that is an argument too would be differentiated only
  /// where it is read as a global.
  template <std::size_t... I, class... A>
  static void refuse_trained(const trainable_gradients &found,
                             std::index_sequence<I...>, const A &...a) {
    const region all[] = {constant_memory<I>(a)..., {nullptr, nullptr, false}};
    for (const trainable_gradient &g : found)
      for (const region &r : all)
        if (r.begin < g.end() && g.begin() < r.end)
          misuse("nabla: a trainable variable is an argument too, which is not "
                 "differentiated; let the function read the variable itself, "
                 "or give it a copy");
  }
  template <class Given, class Shadows, std::size_t... K>
  static void deliver_members(const Given &given, const Shadows &s,
                              std::index_sequence<K...>) {
    (deliver_argument("argument " + std::to_string(W), std::get<W>(given),
                      std::get<K>(s).value),
     ...);
  }
};

} // namespace detail

/// The value of F(args...) and its gradients by all trainable variables that F
/// may read: globals, in the order of their definitions, then the trainable
/// members of arguments. None is a compile-time error.
template <auto F, class... A> auto implicit_value_and_gradient(A &&...args) {
  using asked = decltype(detail::ask_implicit<F>());
  if constexpr (std::is_same_v<asked, detail::nothing_asked>) {
    return valued_gradient<int, trainable_gradients>();
  } else if constexpr (!detail::returns_real<asked>()) {
    return valued_gradient<int, trainable_gradients>();
  } else if constexpr (!detail::implicit<asked>::template accepts<A...>()) {
    return valued_gradient<int, trainable_gradients>();
  } else {
    using function = typename detail::function_type<decltype(F)>::type;
    detail::overlap<function>::refuse(args...);
    return detail::implicit<asked>::run(std::forward<A>(args)...);
  }
}

/// The gradients alone.
template <auto F, class... A>
trainable_gradients implicit_gradient(A &&...args) {
  return implicit_value_and_gradient<F>(std::forward<A>(args)...).gradient;
}

} // namespace nabla

#endif // NABLA_TRAINABLE_H

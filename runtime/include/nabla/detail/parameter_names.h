// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parameters of a function by their names: what they are called the plugin
// tells, everything else is here.

#ifndef NABLA_DETAIL_PARAMETER_NAMES_H
#define NABLA_DETAIL_PARAMETER_NAMES_H

#include "nabla/detail/engine.h"

namespace nabla {
namespace detail {

template <char... C> struct name {
  static constexpr char text[] = {C..., '\0'};
};

constexpr bool same_text(const char *a, const char *b) {
  for (; *a && *a == *b; ++a)
    ++b;
  return *a == *b;
}

/// The names of parameters, in order.
template <class... Name> struct name_list {
  static constexpr std::size_t size = sizeof...(Name);
  /// The index of that name; size if there is none.
  static constexpr std::size_t find(const char *wanted) {
    const char *all[] = {Name::text..., ""};
    for (std::size_t i = 0; i < size && *wanted; ++i)
      if (same_text(all[i], wanted))
        return i;
    return size;
  }
};

/// Has a member type `type`, the name_list of F's parameters, as soon as it is
/// instantiated: by the plugin.
template <auto F> struct names_of {};

#if __cplusplus >= 202002L && defined(__clang__)
/// A parameter as a template argument: "x", or its index.
template <std::size_t N> struct chosen {
  char text[N] = {};
  bool named = true;
  constexpr chosen(const char (&t)[N]) {
    for (std::size_t i = 0; i < N; ++i)
      text[i] = t[i];
  }
  constexpr chosen(int) : named(false) {}
};
chosen(int) -> chosen<1>;

template <auto F, chosen Parameter> constexpr std::size_t position() {
  return names_of<F>::type::find(Parameter.text);
}
/// Says what is wrong with parameters that are given by their names.
template <auto F, chosen... Parameter> constexpr bool are_names() {
  constexpr bool named = (Parameter.named && ...);
  static_assert(named, "nabla: parameters are given by names and by indices; "
                       "give either names or indices");
  static_assert(has_plugin || sizeof(request<F>) == 0,
                "nabla: derivatives are made by Nabla's compiler plugin; "
                "compile this file with nabla++, or with clang++ and "
                "-fplugin=nabla.so");
  if constexpr (named && has_plugin) {
    constexpr bool found =
        ((position<F, Parameter>() < names_of<F>::type::size) && ...);
    static_assert(found, "nabla: the function has no parameter of this name");
    return found;
  } else {
    return false;
  }
}
#endif

} // namespace detail

/// The index of F's parameter of that name: gradient<f, index_of<f>("x")> in
/// C++17. In C++20 gradient<f, "x"> says the same. Without such a parameter, an
/// index that no function has.
template <auto F> constexpr std::size_t index_of(const char *name) {
  static_assert(detail::has_plugin || sizeof(detail::names_of<F>) == 0,
                "nabla: the names of parameters are known to Nabla's compiler "
                "plugin; compile this file with nabla++, or give indices");
  if constexpr (detail::has_plugin) {
    using names = typename detail::names_of<F>::type;
    const std::size_t found = names::find(name);
    return found < names::size ? found : ~std::size_t(0);
  } else {
    return 0;
  }
}

} // namespace nabla

#endif // NABLA_DETAIL_PARAMETER_NAMES_H

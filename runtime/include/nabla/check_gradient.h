// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nabla::check_gradient<f>: compares the gradient of f at a point with
// differences of f, component by component. docs/api.md tells more.
//
//   if (auto report = nabla::check_gradient<energy>(x, n); !report)
//     std::cerr << report.message();

#ifndef NABLA_CHECK_GRADIENT_H
#define NABLA_CHECK_GRADIENT_H

#include "nabla/detail/differences.h"
#include "nabla/detail/kept.h"
#include "nabla/gradient.h"
#include <limits>
#include <string>

namespace nabla {

struct check_options {
  /// How far a component may be off; relative for components above 1, absolute
  /// below. 0: 1e-6 for double and wider, 1e-2 where a float is involved.
  double tolerance = 0;
  /// The first step of the differences, relative for arguments above 1.
  double step = 0.01;
};

/// True if all was well; else message() has a line for each fault.
class check_report {
public:
  explicit operator bool() const { return lines_.empty(); }
  const std::string &message() const { return lines_; }

  void add(const std::string &line) { lines_ += line + "\n"; }

private:
  std::string lines_;
};

namespace detail {

inline std::string number_text(long double x) {
  char text[64];
  std::snprintf(text, sizeof text, "%.12Lg", x);
  return text;
}

/// Calls Fn(real) for every real in a value that is one or an array of them.
template <class T, class Fn> void for_each_real(T &value, Fn fn) {
  if constexpr (std::is_floating_point_v<T>) {
    fn(value);
  } else if constexpr (has_data<T>) {
    for (std::size_t i = 0; i < count(value); ++i)
      for_each_real(value.data()[i], fn);
  } else {
    static_assert(std::is_floating_point_v<T>,
                  "nabla: check_gradient checks reals, arrays and containers "
                  "of reals; choose such parameters by their indices");
  }
}

template <class T> bool has_float(const T *) {
  if constexpr (has_data<T>)
    return std::is_same_v<bare<decltype(*std::declval<T &>().data())>, float>;
  else
    return std::is_same_v<T, float>;
}

/// A copy of argument A, of the elements themselves where A is a view.
template <class P, class A> auto copied_type() {
  if constexpr (std::is_pointer_v<bare<P>> && has_data<A> && !is_std_array<A> &&
                !is_container<A>())
    return static_cast<kept_value<
        std::vector<std::remove_cv_t<std::remove_pointer_t<bare<P>>>>> *>(
        nullptr);
  else
    return static_cast<kept<P, const A &, false> *>(nullptr);
}

/// F at arguments of its own, which start as copies of those given.
template <auto F, class Function> struct checked;
template <auto F, class R, class... P> struct checked<F, R(P...)> {
  template <class... A>
  using arguments =
      std::tuple<std::remove_pointer_t<decltype(copied_type<P, bare<A>>())>...>;
  template <class Args, std::size_t... I>
  static R call(Args args, std::index_sequence<I...>) { // may be written to
    return F(pass<P>(std::get<I>(args).get())...);
  }
};

/// "parameter 2", "parameter 2 [5]".
template <class T>
std::string component_name(std::size_t parameter, std::size_t i, const T *) {
  std::string name = "parameter " + std::to_string(parameter);
  return std::is_floating_point_v<T> ? name
                                     : name + " [" + std::to_string(i) + "]";
}

struct comparison {
  double tolerance;
  long double should_be, error, is;

  bool is_near() const {
    long double scale = std::fmax(1.0L, std::fabs(should_be));
    return std::fabs(is - should_be) <= tolerance * scale;
  }
  /// The differences are good enough to judge by.
  bool settles() const {
    long double scale = std::fmax(1.0L, std::fabs(should_be));
    return error <= tolerance * scale;
  }
};

/// Checks the components of parameter I, whose gradient is Slope.
template <std::size_t I, class Value, class Args, class Slope>
void check_parameter(Value value, const Args &at, Slope slope,
                     const check_options &options, check_report &report) {
  using object = decltype(std::get<I>(at).value);
  bool single = has_float(static_cast<const object *>(nullptr));
  double tolerance = options.tolerance > 0 ? options.tolerance
                     : single              ? 1e-2
                                           : 1e-6;
  std::size_t component = 0;
  for_each_real(slope, [&](auto is) {
    std::size_t n = component++;
    // Moves the component by h, in a copy.
    auto moved = [&](long double h) -> long double {
      Args copy = at;
      std::size_t k = 0;
      for_each_real(std::get<I>(copy).value, [&](auto &x) {
        if (k++ == n)
          x += static_cast<bare<decltype(x)>>(h);
      });
      return value(std::move(copy));
    };
    long double size = 0;
    std::size_t k = 0;
    Args copy = at;
    for_each_real(std::get<I>(copy).value, [&](auto &x) {
      if (k++ == n)
        size = std::fabs(x);
    });
    comparison c{tolerance, 0, 0, is};
    c.should_be = differences<long double>(
        moved, options.step * std::fmax(1.0L, size), &c.error);
    std::string name =
        component_name(I, n, static_cast<const object *>(nullptr));
    if (!c.settles())
      report.add(name + ": cannot be told from differences, which do not "
                        "settle here; is the function smooth at this point?");
    else if (!c.is_near())
      report.add(name + ": should be " + number_text(c.should_be) + " is " +
                 number_text(c.is));
  });
}

template <class Asked> struct check_all;
template <auto F, class R, class... P, std::size_t... W>
struct check_all<differentiation<F, R(P...), std::index_sequence<W...>>> {
  template <class... A>
  static check_report run(const check_options &options, A &...args) {
    using function = checked<F, R(P...)>;
    using arguments = typename function::template arguments<A...>;
    auto value = [](arguments copy) -> long double {
      return function::call(std::move(copy), std::index_sequence_for<P...>());
    };
    const arguments at(static_cast<const A &>(args)...);
    check_report report;
    auto [is, slopes] = derive(at, std::index_sequence_for<P...>());
    long double should_be = value(at);
    if (!(is == should_be) && !(is != is && should_be != should_be))
      report.add("value: should be " + number_text(should_be) + " is " +
                 number_text(is));
    check_each(value, at, slopes, options, report,
               std::make_index_sequence<sizeof...(W)>());
    return report;
  }

private:
  /// The value and all derivatives as a tuple, at copies of the arguments.
  template <class Args, std::size_t... I>
  static auto derive(Args copy, std::index_sequence<I...>) {
    auto result =
        value_and_gradient<F, W...>(argument<I>(std::get<I>(copy))...);
    if constexpr (sizeof...(W) == 1)
      return std::make_pair(result.value, std::make_tuple(result.gradient));
    else
      return std::make_pair(result.value, result.gradient);
  }
  template <std::size_t I, class Kept> static decltype(auto) argument(Kept &k) {
    using Param = parameter<I, P...>;
    if constexpr (std::is_array_v<bare<Param>>)
      return pass<Param>(k.get());
    else
      return (k.get());
  }
  template <class Value, class Args, class Slopes, std::size_t... K>
  static void check_each(Value value, const Args &at, const Slopes &slopes,
                         const check_options &options, check_report &report,
                         std::index_sequence<K...>) {
    (check_parameter<W>(value, at, std::get<K>(slopes), options, report), ...);
  }
};

} // namespace detail

/// Compares the gradient of F at args... with differences of F, which is called
/// many times, always with copies of args.
template <auto F, std::size_t... Wrt, class... A>
check_report check_gradient(const check_options &options, A &&...args) {
  using asked = detail::asked<F, Wrt...>;
  if constexpr (!std::is_same_v<asked, detail::nothing_asked>)
    if constexpr (detail::returns_real<asked>() &&
                  asked::template accepts<A...>())
      return detail::check_all<asked>::run(options, args...);
  return {};
}

/// The same with usual options.
template <auto F, std::size_t... Wrt, class First, class... A,
          std::enable_if_t<!std::is_same_v<detail::bare<First>, check_options>,
                           int> = 0>
check_report check_gradient(First &&first, A &&...args) {
  return check_gradient<F, Wrt...>(check_options(), std::forward<First>(first),
                                   std::forward<A>(args)...);
}

} // namespace nabla

#endif // NABLA_CHECK_GRADIENT_H

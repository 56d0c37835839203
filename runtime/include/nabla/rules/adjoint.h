// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules of full power: the derivative of a function as C++ of one's own. For
//
//   void my::gemv(int m, int n, const double *A, const double *x, double *y);
//
// the rule is a specialization that the plugin reads from the AST:
//
//   template <> struct nabla::adjoint<&my::gemv> {
//     static void vjp(int m, int n, const double *A, const double *x, double *,
//                     double *d_A, double *d_x, double *d_y);
//     static auto reads(int m, int n, const double *A, const double *x,
//                       double *) {
//       return nabla::reads(m, n, nabla::input(A, m * n), nabla::input(x, n));
//     }
//   };
//
// docs/rules.md has what may stand in it, and examples.

#ifndef NABLA_RULES_ADJOINT_H
#define NABLA_RULES_ADJOINT_H

#pragma GCC system_header

namespace nabla {

/// Specialized for each function whose derivative is written by hand. Static
/// members:
///
///   void vjp(args..., [result], [seed], shadows...)
///       adds to the shadows what the seed, or the shadow of what the function
///       has written, makes of them. A shadow is `T &d_x` for a parameter `T x`
///       or `T &x`, and `T *d_x` for `T *x` or `const T *x`; it is null where x
///       is not differentiated.
///   auto reads(args...)
///       optional: what vjp reads, as nabla::reads(...). Without it, vjp reads
///       what it mentions.
///   struct frame; R forward(args..., frame &);
///   void reverse(args..., const frame &, [seed], shadows...)
///       instead of vjp: forward is called in place of the function, and what
///       it leaves in the frame is there in reverse, which may leave out all
///       args.
///   R jvp(args..., [result], tangents...)
///       optional: the tangent; see tangent.h. One of a frame may be
///       R jvp(const frame &, tangents...).
///   constexpr bool pure = true
///       optional: running the function again does nothing but set what its
///       arguments lead to.
///   constexpr bool inactive = true
///       optional, of a rule for a name: a function for which no argument but
///       function objects holds a real has no derivative.
template <auto Function> struct adjoint;

/// True for a function without derivative, which runs once, in the forward
/// sweep:
///
///   template <> inline constexpr bool nabla::inactive<&my::log_message> =
///   true;
template <auto Function> inline constexpr bool inactive = false;

using extent_type = decltype(sizeof(0));

/// n elements from at on, as they are before the call or after it.
template <class T> struct array_extent {
  long n;
  const T *at;
  bool after;
};
/// n elements from p on, as they are before the call.
template <class T> constexpr array_extent<T> input(const T *p, long n) {
  return {n, p, false};
}
/// n elements from p on, as they are after the call.
template <class T> constexpr array_extent<T> output(const T *p, long n) {
  return {n, p, true};
}
/// A read that only the adjoints of these parameters need.
template <class Read, class... For>
constexpr const Read &needed_for(const Read &read, const For &...) {
  return read;
}
/// The result.
struct result_type {};
inline constexpr result_type result{};

namespace detail {
template <class T> constexpr long extent_of(const array_extent<T> &a) {
  return a.n;
}
template <class T> constexpr long extent_of(const T &) { return 1; }
template <class T> constexpr const void *address_of(const array_extent<T> &a) {
  return a.at;
}
template <class T> constexpr const void *address_of(const T &) {
  return nullptr;
}
template <class T> constexpr bool is_after(const array_extent<T> &a) {
  return a.after;
}
template <class T> constexpr bool is_after(const T &) { return false; }

/// Whether a read is of an array of that many reals.
template <class Read> struct is_real_array {
  static constexpr bool value = false;
};
template <> struct is_real_array<array_extent<float>> {
  static constexpr bool value = true;
};
template <> struct is_real_array<array_extent<double>> {
  static constexpr bool value = true;
};
template <> struct is_real_array<array_extent<long double>> {
  static constexpr bool value = true;
};
} // namespace detail

/// A list of what a rule reads: of how many elements, from where on, and
/// whether as they are after the call; null where it is no array.
template <class... Read> struct read_list {
  static constexpr int size = sizeof...(Read);
  static constexpr int real_arrays =
      (0 + ... + int(detail::is_real_array<Read>::value));
  long extent[size + 1];
  const void *at[size + 1];
  bool after[size + 1];
};

template <class... Read>
constexpr read_list<Read...> reads(const Read &...read) {
  return {{detail::extent_of(read)..., 0},
          {detail::address_of(read)..., nullptr},
          {detail::is_after(read)..., false}};
}

//===--- What generated code calls ----------------------------------------===//

/// How many elements the K-th entry of Rule's reads has.
template <int K, class Rule, class... Args> extent_type extent(Args &&...args) {
  long n = Rule::reads(args...).extent[K];
  return n > 0 ? extent_type(n) : 0;
}

/// Fills room reserved at to with a copy, for the reverse sweep.
template <class T> void keep(const T *to, const T *from, extent_type n) {
  static_assert(__is_trivially_copyable(T),
                "only trivially copyable types can be kept for a rule");
  if (n)
    __builtin_memcpy(static_cast<void *>(const_cast<T *>(to)), from,
                     n * sizeof(T));
}

} // namespace nabla

#endif // NABLA_RULES_ADJOINT_H

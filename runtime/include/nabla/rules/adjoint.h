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
///       it leaves in the frame is there in reverse.
///   T jvp(args..., tangents...)
///       optional: the tangent.
///   constexpr bool pure = true
///       optional: running the function again does nothing but set what its
///       arguments lead to.
template <auto Function> struct adjoint;

/// True for a function without derivative, which runs once, in the forward
/// sweep:
///
///   template <> inline constexpr bool nabla::inactive<&my::log_message> =
///   true;
template <auto Function> inline constexpr bool inactive = false;

using extent_type = decltype(sizeof(0));

/// A list of what a rule reads, with the number of elements of each.
template <int N> struct read_list {
  long extent[N + 1];
};

/// n elements from p on, as they are before the call.
struct array_extent {
  long n;
};
template <class T> constexpr array_extent input(const T *, long n) {
  return {n};
}
/// n elements from p on, as they are after the call.
template <class T> constexpr array_extent output(const T *, long n) {
  return {n};
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
constexpr long extent_of(array_extent a) { return a.n; }
template <class T> constexpr long extent_of(const T &) { return 1; }
} // namespace detail

template <class... Read>
constexpr read_list<sizeof...(Read)> reads(const Read &...read) {
  return {{detail::extent_of(read)..., 0}};
}

//===--- What generated code calls ----------------------------------------===//

/// How many elements the K-th entry of Rule's reads has.
template <int K, class Rule, class... Args>
extent_type extent(const Args &...args) {
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

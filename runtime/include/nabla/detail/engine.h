// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the library API meets the plugin. The functions here have no
// definitions: at the end of a file the plugin looks which of them are called,
// derives what they stand for, and gives them bodies. The plugin knows them by
// name (plugin/LibraryApi.h).

#ifndef NABLA_DETAIL_ENGINE_H
#define NABLA_DETAIL_ENGINE_H

#include <cstddef>

namespace nabla {
namespace detail {

#if defined(__has_cpp_attribute)
#if __has_cpp_attribute(grad)
#define NABLA_DETAIL_PLUGIN 1
#endif
#endif
#if defined(NABLA_DETAIL_PLUGIN)
inline constexpr bool has_plugin = true;
#else
inline constexpr bool has_plugin = false;
#endif

/// Function is to be differentiated with respect to these parameters.
template <auto Function, std::size_t... Wrt> struct request {};

/// Both sweeps: R(primal parameters, seed, shadows).
template <class Request, class Signature> struct vjp_engine;
template <class Request, class R, class... P>
struct vjp_engine<Request, R(P...)> {
  static R run(P...);
};

/// Both sweeps, which deliver the gradients of trainable globals
/// (detail/trained.h) before they return.
template <class Request, class Signature> struct implicit_engine;
template <class Request, class R, class... P>
struct implicit_engine<Request, R(P...)> {
  static R run(P...);
};

/// The forward sweep: R(primal parameters, shadows of pointers and references,
/// void **frame). The frame is made on this thread's arena.
template <class Request, class Signature> struct forward_engine;
template <class Request, class R, class... P>
struct forward_engine<Request, R(P...)> {
  static R run(P...);
};

/// The reverse sweep: void(void *frame, seed, shadows). Leaves the frame as it
/// is.
template <class Request, class Signature> struct reverse_engine;
template <class Request, class R, class... P>
struct reverse_engine<Request, R(P...)> {
  static R run(P...);
};

} // namespace detail
} // namespace nabla

#endif // NABLA_DETAIL_ENGINE_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// own_shadow: the shadow of a global variable, for one gradient.
//
// A global that a function changes on the way of a derivative has a
// thread-local shadow, shared by the sweeps of all functions of the file that
// use it. A gradient begins with zeros there (nothing is known of the adjoint
// of what the global holds in the end) and puts back what it found: it may run
// inside of another one.

#ifndef NABLA_SHADOW_H
#define NABLA_SHADOW_H

namespace nabla {

template <class T> class own_shadow {
  static_assert(__is_trivially_copyable(T),
                "only trivially copyable globals have shadows");

public:
  explicit own_shadow(T &shadow) noexcept : shadow_(shadow) {
    __builtin_memcpy(found_, static_cast<void *>(&shadow_), sizeof(T));
    __builtin_memset(static_cast<void *>(&shadow_), 0, sizeof(T));
  }
  ~own_shadow() {
    __builtin_memcpy(static_cast<void *>(&shadow_), found_, sizeof(T));
  }
  own_shadow(const own_shadow &) = delete;
  own_shadow &operator=(const own_shadow &) = delete;

private:
  T &shadow_;
  unsigned char found_[sizeof(T)];
};

} // namespace nabla

#endif // NABLA_SHADOW_H

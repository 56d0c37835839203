// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CountNew.h"
#include <atomic>
#include <cstdlib>
#include <new>

static std::atomic<long> News, Deletes;

long news() { return News; }
long blocks() { return News - Deletes; }

void *operator new(std::size_t Size) {
  void *P = std::malloc(Size);
  if (!P)
    throw std::bad_alloc();
  ++News;
  return P;
}

void operator delete(void *P) noexcept {
  if (P)
    ++Deletes;
  std::free(P);
}
void operator delete(void *P, std::size_t) noexcept { operator delete(P); }

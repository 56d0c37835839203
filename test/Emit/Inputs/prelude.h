// What the emitted test files include.

#include "nabla/runtime.h"
#include <cmath>

template <class T> auto &yield_low(T &h) { return h.low; }
template <class T> auto &yield_high(T &h) { return h.high; }

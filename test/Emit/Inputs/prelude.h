// What the emitted test files include.

#include "nabla/runtime.h"
#include <cmath>

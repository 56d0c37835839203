// Golden lines: tools/update_checks.py BUILD test/Import/branches.cpp
// RUN: %nabla-import-dump %s | FileCheck %s
//
// if and switch.

double f(double x);
double plain(double x) {
  if (x > 0)
    return x;
  else if (x < -1) {
    double y = x * x;
    return y;
  } else
    x = 1;
  if (x == 3)
    ;
  return x;
}
// CHECK-LABEL: func @_Z5plaind(
// CHECK-NEXT:   if (%x > implicit<double>(0)) {
// CHECK-NEXT:     return %x;
// CHECK-NEXT:   } else {
// CHECK-NEXT:     if (%x < implicit<double>(-(1))) {
// CHECK-NEXT:       let double %y = %x * %x;
// CHECK-NEXT:       return %y;
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %x = implicit<double>(1);
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   if (%x == implicit<double>(3)) {
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x;
// CHECK-NEXT: }

double declares(double x) {
  if (double y = f(x))
    return y;
  if (double y = f(x); y > 1)
    x = y;
  else
    x = -y;
  if (f(x) > 0)
    x = 0;
  return x;
}
// CHECK-LABEL: func @_Z8declaresd(
// CHECK-NEXT:   scope {
// CHECK-NEXT:     call double %y = @_Z1fd(%x);
// CHECK-NEXT:     if (implicit<bool>(%y)) {
// CHECK-NEXT:       return %y;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   scope {
// CHECK-NEXT:     call double %y.1 = @_Z1fd(%x);
// CHECK-NEXT:     if (%y.1 > implicit<double>(1)) {
// CHECK-NEXT:       %x = %y.1;
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %x = -%y.1;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   call double %f_result = @_Z1fd(%x);
// CHECK-NEXT:   if (%f_result > implicit<double>(0)) {
// CHECK-NEXT:     %x = implicit<double>(0);
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: func @_Z1fd(double %x) -> double named "f";

template <int N> double chosen(double x) {
  if constexpr (N > 1)
    return x * chosen<N - 1>(x);
  else
    return x;
}
double compiled(double x) { return chosen<2>(x); }
// CHECK-LABEL: func @_Z8compiledd(
// CHECK-NEXT:   call double %chosen_result = @_Z6chosenILi2EEdd(%x);
// CHECK-NEXT:   return %chosen_result;
// CHECK-NEXT: }

// CHECK-LABEL: func @_Z6chosenILi2EEdd(
// CHECK-NEXT:   scope {
// CHECK-NEXT:     call double %chosen_result = @_Z6chosenILi1EEdd(%x);
// CHECK-NEXT:     return %x * %chosen_result;
// CHECK-NEXT:   }
// CHECK-NEXT: }

// CHECK-LABEL: func @_Z6chosenILi1EEdd(
// CHECK-NEXT:   scope {
// CHECK-NEXT:     return %x;
// CHECK-NEXT:   }
// CHECK-NEXT: }

double arms(int n, double x) {
  switch (n) {
  case 1:
  case 2:
    x *= 2;
    [[fallthrough]];
  case 3:
    x += 1;
    break;
  default:
    return 0;
  case -4: {
    double t = x;
    x = t * t;
    break;
  }
  case 5:
    return f(x);
  case 6:
    x = f(x) + 1;
  }
  return x;
}
// CHECK-LABEL: func @_Z4armsid(
// CHECK-NEXT:   switch (%n) {
// CHECK-NEXT:   case 1, 2:
// CHECK-NEXT:     %x *= implicit<double>(2);
// CHECK-NEXT:   case 3:
// CHECK-NEXT:     %x += implicit<double>(1);
// CHECK-NEXT:     break;
// CHECK-NEXT:   default:
// CHECK-NEXT:     return implicit<double>(0);
// CHECK-NEXT:   case -4:
// CHECK-NEXT:     scope {
// CHECK-NEXT:       let double %t = %x;
// CHECK-NEXT:       %x = %t * %t;
// CHECK-NEXT:       break;
// CHECK-NEXT:     }
// CHECK-NEXT:   case 5:
// CHECK-NEXT:     scope {
// CHECK-NEXT:       call double %f_result = @_Z1fd(%x);
// CHECK-NEXT:       return %f_result;
// CHECK-NEXT:     }
// CHECK-NEXT:   case 6:
// CHECK-NEXT:     scope {
// CHECK-NEXT:       call double %f_result.1 = @_Z1fd(%x);
// CHECK-NEXT:       %x = %f_result.1 + implicit<double>(1);
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x;
// CHECK-NEXT: }

enum class Mode { Sum, Max };
double modes(Mode m, double x) {
  switch (m) {
  case Mode::Sum:
    return x;
  case Mode::Max:
    return 2 * x;
  }
  return 0;
}
// CHECK-LABEL: func @_Z5modes4Moded(
// CHECK-NEXT:   switch (cast<int>(%m)) {
// CHECK-NEXT:   case 0:
// CHECK-NEXT:     return %x;
// CHECK-NEXT:   case 1:
// CHECK-NEXT:     return implicit<double>(2) * %x;
// CHECK-NEXT:   }
// CHECK-NEXT:   return implicit<double>(0);
// CHECK-NEXT: }

double odd(unsigned char c, double x) {
  switch (int k = c + 1; k)
  case 3:
    x = 1;
  switch (c) {
    int shared;
  case 1:
    shared = 3;
  case 2 ... 4:
    shared = 2;
    x *= shared;
  }
  switch (c) {
  default:
    for (int i = 0; i < 3; ++i) {
      if (i == c)
        continue;
      switch (i) {
      case 0:
        break;
      }
      break;
    }
  }
  return x;
}
// CHECK-LABEL: func @_Z3oddhd(
// CHECK-NEXT:   scope {
// CHECK-NEXT:     let int %k = implicit<int>(%c) + 1;
// CHECK-NEXT:     switch (%k) {
// CHECK-NEXT:     case 3:
// CHECK-NEXT:       %x = implicit<double>(1);
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   scope {
// CHECK-NEXT:     let int %shared;
// CHECK-NEXT:     switch (implicit<int>(%c)) {
// CHECK-NEXT:     case 1:
// CHECK-NEXT:       %shared = 3;
// CHECK-NEXT:     case 2, 3, 4:
// CHECK-NEXT:       %shared = 2;
// CHECK-NEXT:       %x *= implicit<double>(%shared);
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   switch (implicit<int>(%c)) {
// CHECK-NEXT:   default:
// CHECK-NEXT:     scope {
// CHECK-NEXT:       let int %i = 0;
// CHECK-NEXT:       while (%i < 3) {
// CHECK-NEXT:         if (%i == implicit<int>(%c)) {
// CHECK-NEXT:           continue;
// CHECK-NEXT:         }
// CHECK-NEXT:         switch (%i) {
// CHECK-NEXT:         case 0:
// CHECK-NEXT:           break;
// CHECK-NEXT:         }
// CHECK-NEXT:         break;
// CHECK-NEXT:       } step {
// CHECK-NEXT:         %i += 1;
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x;
// CHECK-NEXT: }

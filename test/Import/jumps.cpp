// Golden lines: tools/update_checks.py BUILD test/Import/jumps.cpp
// RUN: %nabla-import-dump %s | FileCheck %s
//
// goto and labels. Where a jump may skip a statement, what the statement
// declares for itself is in a scope.

double f(double x);
double root(double a, double b) {
  double x = a * 0.5, g;
  int it = 0;
again:
  g = f(b * x) + x - a;
  if (g < 1e-10)
    goto done;
  if (++it > 40)
    goto failed;
  x -= g;
  goto again;
failed:
  return -1.0;
done:
  return f(x);
}
// CHECK-LABEL: func @_Z4rootdd(
// CHECK-NEXT:   let double %x = %a * 0.5;
// CHECK-NEXT:   let double %g;
// CHECK-NEXT:   let int %it = 0;
// CHECK-NEXT:   label again:
// CHECK-NEXT:   scope {
// CHECK-NEXT:     call double %f_result = @_Z1fd(%b * %x);
// CHECK-NEXT:     %g = %f_result + %x - %a;
// CHECK-NEXT:   }
// CHECK-NEXT:   if (%g < 1e-10) {
// CHECK-NEXT:     goto done;
// CHECK-NEXT:   }
// CHECK-NEXT:   %it += 1;
// CHECK-NEXT:   if (%it > 40) {
// CHECK-NEXT:     goto failed;
// CHECK-NEXT:   }
// CHECK-NEXT:   %x -= %g;
// CHECK-NEXT:   goto again;
// CHECK-NEXT:   label failed:
// CHECK-NEXT:   return -1.0;
// CHECK-NEXT:   label done:
// CHECK-NEXT:   scope {
// CHECK-NEXT:     call double %f_result.1 = @_Z1fd(%x);
// CHECK-NEXT:     return %f_result.1;
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: func @_Z1fd(double %x) -> double named "f";

void outwards(int n, double *a) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (a[j] < 0)
        goto out;
      a[j] = f(a[j]) + 1;
    }
out:;
  switch (n) {
  again:
  case 1:
    if (n++ < 3)
      goto again;
  }
}
// CHECK-LABEL: func @_Z8outwardsiPd(
// CHECK-NEXT:   scope {
// CHECK-NEXT:     let int %i = 0;
// CHECK-NEXT:     while (%i < %n) {
// CHECK-NEXT:       scope {
// CHECK-NEXT:         let int %j = 0;
// CHECK-NEXT:         while (%j < %n) {
// CHECK-NEXT:           if (%a[%j] < implicit<double>(0)) {
// CHECK-NEXT:             goto out;
// CHECK-NEXT:           }
// CHECK-NEXT:           scope {
// CHECK-NEXT:             call double %f_result = @_Z1fd(%a[%j]);
// CHECK-NEXT:             %a[%j] = %f_result + implicit<double>(1);
// CHECK-NEXT:           }
// CHECK-NEXT:         } step {
// CHECK-NEXT:           %j += 1;
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     } step {
// CHECK-NEXT:       %i += 1;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   label out:
// CHECK-NEXT:   switch (%n) {
// CHECK-NEXT:   case 1:
// CHECK-NEXT:     label again:
// CHECK-NEXT:     scope {
// CHECK-NEXT:       let int %n_before = %n;
// CHECK-NEXT:       %n += 1;
// CHECK-NEXT:       if (%n_before < 3) {
// CHECK-NEXT:         goto again;
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }

double inwards(double x, int n) {
  if (x > 0)
    goto inside;
  {
    __label__ out;
    if (x < -1)
      goto out;
  inside:
    x = 1;
  out:;
  }
  {
    __label__ out;
    goto out;
  out:;
  }
  switch (n) {
  case 1:
    do {
    case 2:
      x -= 1;
      if (x > 5)
        break;
    } while (x > 0);
    break;
  default:
    x = 2;
  }
  switch (n) {
  case 0 ... 1000000:
    x *= 2;
  }
  return x;
}
// CHECK-LABEL: func @_Z7inwardsdi(
// CHECK-NEXT:   if (%x > implicit<double>(0)) {
// CHECK-NEXT:     goto inside;
// CHECK-NEXT:   }
// CHECK-NEXT:   scope {
// CHECK-NEXT:     if (%x < implicit<double>(-(1))) {
// CHECK-NEXT:       goto "out.local1";
// CHECK-NEXT:     }
// CHECK-NEXT:     label inside:
// CHECK-NEXT:     %x = implicit<double>(1);
// CHECK-NEXT:     label "out.local1":
// CHECK-NEXT:   }
// CHECK-NEXT:   scope {
// CHECK-NEXT:     goto "out.local2";
// CHECK-NEXT:     label "out.local2":
// CHECK-NEXT:   }
// CHECK-NEXT:   scope {
// CHECK-NEXT:     let int %n_before = %n;
// CHECK-NEXT:     if (%n_before == 1) {
// CHECK-NEXT:       goto "case.of0";
// CHECK-NEXT:     }
// CHECK-NEXT:     if (%n_before == 2) {
// CHECK-NEXT:       goto "case.of1";
// CHECK-NEXT:     }
// CHECK-NEXT:     goto "case.of2";
// CHECK-NEXT:     scope {
// CHECK-NEXT:       label "case.of0":
// CHECK-NEXT:       do {
// CHECK-NEXT:         label "case.of1":
// CHECK-NEXT:         %x -= implicit<double>(1);
// CHECK-NEXT:         if (%x > implicit<double>(5)) {
// CHECK-NEXT:           break;
// CHECK-NEXT:         }
// CHECK-NEXT:       } while (%x > implicit<double>(0));
// CHECK-NEXT:       goto "end.of0";
// CHECK-NEXT:       label "case.of2":
// CHECK-NEXT:       %x = implicit<double>(2);
// CHECK-NEXT:     }
// CHECK-NEXT:     label "end.of0":
// CHECK-NEXT:   }
// CHECK-NEXT:   scope {
// CHECK-NEXT:     let int %n_before.1 = %n;
// CHECK-NEXT:     if (%n_before.1 >= 0 && %n_before.1 <= 1000000) {
// CHECK-NEXT:       goto "case.of3";
// CHECK-NEXT:     }
// CHECK-NEXT:     goto "end.of3";
// CHECK-NEXT:     scope {
// CHECK-NEXT:       label "case.of3":
// CHECK-NEXT:       %x *= implicit<double>(2);
// CHECK-NEXT:     }
// CHECK-NEXT:     label "end.of3":
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x;
// CHECK-NEXT: }

void nothing(double x) { return (void)f(x); }
// CHECK-LABEL: func @_Z7nothingd(
// CHECK-NEXT:   call @_Z1fd(%x);
// CHECK-NEXT:   return;
// CHECK-NEXT: }

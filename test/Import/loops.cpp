// Golden lines: tools/update_checks.py BUILD test/Import/loops.cpp
// RUN: %nabla-import-dump %s | FileCheck %s
//
// Loops of every shape, as general loops.

bool more(int &n);
double next();
void use(double x);
double counted(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}
// CHECK-LABEL: func @_Z7countedPKdi(
// CHECK-NEXT:   let double %s = implicit<double>(0);
// CHECK-NEXT:   scope {
// CHECK-NEXT:     let int %i = 0;
// CHECK-NEXT:     while (%i < %n) {
// CHECK-NEXT:       %s += %x[%i];
// CHECK-NEXT:     } step {
// CHECK-NEXT:       %i += 1;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return %s;
// CHECK-NEXT: }

void shapes(int n, double &x) {
  for (int i = n - 1, j = 0; i >= 0; i -= 2, ++j)
    x += i * j;
  int k;
  for (k = 0; k != n; k = k + 1)
    ;
  for (;;) {
    if (x > 100)
      break;
    x *= 2;
  }
  while (true)
    if (x++ > 200)
      return;
}
// CHECK-LABEL: func @_Z6shapesiRd(
// CHECK-NEXT:   scope {
// CHECK-NEXT:     let int %i = %n - 1;
// CHECK-NEXT:     let int %j = 0;
// CHECK-NEXT:     while (%i >= 0) {
// CHECK-NEXT:       %x += implicit<double>(%i * %j);
// CHECK-NEXT:     } step {
// CHECK-NEXT:       %i -= 2;
// CHECK-NEXT:       %j += 1;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   let int %k;
// CHECK-NEXT:   scope {
// CHECK-NEXT:     %k = 0;
// CHECK-NEXT:     while (%k != %n) {
// CHECK-NEXT:     } step {
// CHECK-NEXT:       %k = %k + 1;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   while () {
// CHECK-NEXT:     if (%x > implicit<double>(100)) {
// CHECK-NEXT:       break;
// CHECK-NEXT:     }
// CHECK-NEXT:     %x *= implicit<double>(2);
// CHECK-NEXT:   }
// CHECK-NEXT:   while () {
// CHECK-NEXT:     let double %x_before = %x;
// CHECK-NEXT:     %x += 1.0;
// CHECK-NEXT:     if (%x_before > implicit<double>(200)) {
// CHECK-NEXT:       return;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }

void conditions(double &x, int n) {
  while (x > 1)
    x /= 2;
  do {
    if (x < -1)
      continue;
    x -= 1;
  } while (x > 0);
  while (more(n))
    x += n;
  do
    x += 1;
  while (more(n));
  double y;
  while ((y = next()) > 0)
    x += y;
  while (double z = next())
    x += z;
  for (int i = 0; int left = n - i; ++i)
    x += left;
  for (; n-- > 0;)
    x += 1;
}
// CHECK-LABEL: func @_Z10conditionsRdi(
// CHECK-NEXT:   while (%x > implicit<double>(1)) {
// CHECK-NEXT:     %x /= implicit<double>(2);
// CHECK-NEXT:   }
// CHECK-NEXT:   do {
// CHECK-NEXT:     if (%x < implicit<double>(-(1))) {
// CHECK-NEXT:       continue;
// CHECK-NEXT:     }
// CHECK-NEXT:     %x -= implicit<double>(1);
// CHECK-NEXT:   } while (%x > implicit<double>(0));
// CHECK-NEXT:   while with {
// CHECK-NEXT:     call bool %more_result = @_Z4moreRi(%n);
// CHECK-NEXT:   } (%more_result) {
// CHECK-NEXT:     %x += implicit<double>(%n);
// CHECK-NEXT:   }
// CHECK-NEXT:   do {
// CHECK-NEXT:     %x += implicit<double>(1);
// CHECK-NEXT:   } while with {
// CHECK-NEXT:     call bool %more_result.1 = @_Z4moreRi(%n);
// CHECK-NEXT:   } (%more_result.1);
// CHECK-NEXT:   let double %y;
// CHECK-NEXT:   while with {
// CHECK-NEXT:     call double %next_result = @_Z4nextv();
// CHECK-NEXT:     %y = %next_result;
// CHECK-NEXT:   } (%y > implicit<double>(0)) {
// CHECK-NEXT:     %x += %y;
// CHECK-NEXT:   }
// CHECK-NEXT:   while with {
// CHECK-NEXT:     call double %z = @_Z4nextv();
// CHECK-NEXT:   } (implicit<bool>(%z)) {
// CHECK-NEXT:     %x += %z;
// CHECK-NEXT:   }
// CHECK-NEXT:   scope {
// CHECK-NEXT:     let int %i = 0;
// CHECK-NEXT:     while with {
// CHECK-NEXT:       let int %left = %n - %i;
// CHECK-NEXT:     } (implicit<bool>(%left)) {
// CHECK-NEXT:       %x += implicit<double>(%left);
// CHECK-NEXT:     } step {
// CHECK-NEXT:       %i += 1;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   while with {
// CHECK-NEXT:     let int %n_before = %n;
// CHECK-NEXT:     %n -= 1;
// CHECK-NEXT:   } (%n_before > 0) {
// CHECK-NEXT:     %x += implicit<double>(1);
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: func @_Z4moreRi(int& %n) -> bool named "more";
// CHECK-EMPTY:
// CHECK-NEXT: func @_Z4nextv() -> double named "next";

void ranges(double (&a)[3], const int (&m)[2][2]) {
  for (double &x : a)
    x *= 2;
  for (double x : m[1])
    use(x);
  for (const auto &row : m)
    for (int n : row)
      use(n);
}
// CHECK-LABEL: func @_Z6rangesRA3_dRA2_A2_Ki(
// CHECK-NEXT:   scope {
// CHECK-NEXT:     let long %position = 0l;
// CHECK-NEXT:     while (%position < 3l) {
// CHECK-NEXT:       let double& %x = %a[%position];
// CHECK-NEXT:       %x *= implicit<double>(2);
// CHECK-NEXT:     } step {
// CHECK-NEXT:       %position += 1l;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   scope {
// CHECK-NEXT:     let const int[2]& %range = %m[1];
// CHECK-NEXT:     let long %position.1 = 0l;
// CHECK-NEXT:     while (%position.1 < 2l) {
// CHECK-NEXT:       let double %x.1 = implicit<double>(%range[%position.1]);
// CHECK-NEXT:       call @_Z3used(%x.1);
// CHECK-NEXT:     } step {
// CHECK-NEXT:       %position.1 += 1l;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   scope {
// CHECK-NEXT:     let long %position.2 = 0l;
// CHECK-NEXT:     while (%position.2 < 2l) {
// CHECK-NEXT:       let const int[2]& %row = %m[%position.2];
// CHECK-NEXT:       scope {
// CHECK-NEXT:         let long %position.3 = 0l;
// CHECK-NEXT:         while (%position.3 < 2l) {
// CHECK-NEXT:           let int %n = %row[%position.3];
// CHECK-NEXT:           call @_Z3used(implicit<double>(%n));
// CHECK-NEXT:         } step {
// CHECK-NEXT:           %position.3 += 1l;
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     } step {
// CHECK-NEXT:       %position.2 += 1l;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: func @_Z3used(double %x) -> void named "use";

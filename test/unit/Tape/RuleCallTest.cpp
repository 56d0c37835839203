// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions with rules of full power called with variables, by their rules, in
// plain C++: on_tape<&f>, on_tape<&f, tag>; and value_and_pullback, which is
// the same without a tape. Expected gradients are closed forms, or differences
// in long double.

#include "nabla/rules.h"

#include "Check.h"
#include "nabla/arena.h"
#include "nabla/rules/pullback.h"

namespace library {

int Calls = 0;

template <class T> T log_sum(int n, const T *x) {
  ++Calls;
  T sum = 0;
  for (int i = 0; i < n; ++i)
    sum += std::exp(x[i]);
  return std::log(sum);
}
struct log_sum_rule;

// In place; the rule reads what was there before.
void square_all(int n, double *x) {
  for (int i = 0; i < n; ++i)
    x[i] *= x[i];
}
// In place; the rule reads what is there afterwards.
void exp_all(int n, float *x) {
  for (int i = 0; i < n; ++i)
    x[i] = std::exp(x[i]);
}
// Two outputs, one of them the result.
double split(double x, double &rest) {
  rest = x * x;
  return std::sin(x);
}
// An order, kept in the frame's memory.
double weighted(const int *weight, int n, const double *x, double *largest) {
  double sum = *largest = 0;
  for (int i = 0; i < n; ++i) {
    sum += weight[i] * x[i] * x[i];
    if (x[i] > *largest)
      *largest = x[i];
  }
  return sum;
}

struct Line {
  double slope, at_zero;
  double at(double t) const { return slope * t + at_zero; }
  double at(double t) { return slope * t * t + at_zero; }
  void turn(double by) { slope *= by; }
  double length() const noexcept { return std::hypot(1, slope); }
};
class Hidden {
public:
  explicit Hidden(double s) : scale(s) {}
  double times(double x) const { return scale * x; }

private:
  double scale;
};
Line through(const Line &l, double x) { return {l.slope * x, l.at_zero / x}; }
int halve_until(double *x, double least) {
  int n = 0;
  for (; *x > least; ++n)
    *x /= 2;
  return n;
}
std::complex<double> turned(const std::complex<double> &z, double angle) {
  return z * std::polar(1.0, angle);
}
double root(double x) { return std::sqrt(x); }
double take(double (*f)(double), double x) { return f(x); }
double scaled_sum(double *x, int n, double by) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] *= by;
  return sum;
}

} // namespace library

template <> struct nabla::rule<library::log_sum_rule> {
  static constexpr const char *spellings = "library::log_sum";
  template <class T> static void vjp(int n, const T *x, T r, T seed, T *d_x) {
    for (int i = 0; i < n; ++i)
      d_x[i] += seed * std::exp(x[i] - r);
  }
  template <class T> static auto reads(int n, const T *x) {
    return nabla::reads(n, nabla::input(x, n), nabla::result);
  }
};
template <> struct nabla::adjoint<&library::log_sum<double>> {
  static void vjp(int n, const double *x, double r, double seed, double *d_x) {
    nabla::rule<library::log_sum_rule>::vjp(n, x, r, seed, d_x);
  }
  static auto reads(int n, const double *x) {
    return nabla::reads(n, nabla::input(x, n), nabla::result);
  }
};
template <> struct nabla::adjoint<&library::square_all> {
  static void vjp(int n, const double *x, double *d_x) {
    for (int i = 0; i < n; ++i)
      d_x[i] *= 2 * x[i];
  }
  static auto reads(int n, const double *x) {
    return nabla::reads(n, nabla::input(x, n));
  }
};
template <> struct nabla::adjoint<&library::exp_all> {
  static void vjp(int n, const float *x, float *d_x) {
    for (int i = 0; i < n; ++i)
      d_x[i] *= x[i];
  }
  static auto reads(int n, const float *x) {
    return nabla::reads(n, nabla::output(x, n));
  }
};
template <> struct nabla::adjoint<&library::split> {
  static void vjp(double x, double, double seed, double &d_x, double *d_rest) {
    d_x += seed * std::cos(x);
    if (d_rest) {
      d_x += *d_rest * 2 * x;
      *d_rest = 0;
    }
  }
};
template <> struct nabla::adjoint<&library::weighted> {
  struct frame {
    int n, largest;
    double *slopes;
  };
  static double forward(const int *weight, int n, const double *x,
                        double *largest, frame &f) {
    double sum = library::weighted(weight, n, x, largest);
    f.n = n;
    f.slopes = nabla::arena::reserve<double>(n);
    for (int i = 0; i < n; ++i) {
      f.slopes[i] = 2 * weight[i] * x[i];
      if (x[i] == *largest)
        f.largest = i;
    }
    return sum;
  }
  static void reverse(const frame &f, double seed, double *d_x,
                      double *d_largest) {
    for (int i = 0; i < f.n; ++i)
      d_x[i] += seed * f.slopes[i];
    d_x[f.largest] += *d_largest;
    *d_largest = 0;
  }
};
template <>
struct nabla::adjoint<static_cast<double (library::Line::*)(double) const>(
    &library::Line::at)> {
  static void vjp(const library::Line &self, double t, double seed,
                  library::Line &d_self, double &d_t) {
    d_self.slope += seed * t;
    d_self.at_zero += seed;
    d_t += seed * self.slope;
  }
};
template <>
struct nabla::adjoint<static_cast<double (library::Line::*)(double)>(
    &library::Line::at)> {
  static void vjp(const library::Line &self, double t, double seed,
                  library::Line *d_self, double *d_t) {
    d_self->slope += seed * t * t;
    d_self->at_zero += seed;
    *d_t += seed * self.slope * 2 * t;
  }
};
template <> struct nabla::adjoint<&library::Line::turn> {
  static void vjp(const library::Line &self, double by, library::Line &d_self,
                  double &d_by) {
    d_by += d_self.slope * self.slope;
    d_self.slope *= by;
  }
};
template <> struct nabla::adjoint<&library::Line::length> {
  static void vjp(const library::Line &self, double r, double seed,
                  library::Line &d_self) {
    d_self.slope += seed * self.slope / r;
  }
};
template <> struct nabla::adjoint<&library::Hidden::times> {
  static void vjp(const library::Hidden &self, double, double seed,
                  double &d_x) {
    d_x += seed * self.times(1);
  }
};
template <> struct nabla::adjoint<&library::through> {
  static void vjp(const library::Line &l, double x, const library::Line &seed,
                  library::Line &d_l, double &d_x) {
    d_l.slope += seed.slope * x;
    d_l.at_zero += seed.at_zero / x;
    d_x += seed.slope * l.slope - seed.at_zero * l.at_zero / (x * x);
  }
};
template <> struct nabla::adjoint<&library::halve_until> {
  static void vjp(const double *, double, int r, int, double *d_x, double &) {
    *d_x *= std::ldexp(1.0, -r);
  }
  static auto reads(const double *, double) {
    return nabla::reads(nabla::result);
  }
};
template <> struct nabla::adjoint<&library::turned> {
  static void vjp(const std::complex<double> &z, double angle,
                  const std::complex<double> &seed, std::complex<double> &d_z,
                  double &d_angle) {
    d_z += seed * std::polar(1.0, -angle);
    const std::complex<double> w =
        z * std::polar(1.0, angle) * std::complex<double>(0, 1);
    d_angle += seed.real() * w.real() + seed.imag() * w.imag();
  }
};
template <> struct nabla::adjoint<&library::root> {
  static void vjp(double, double r, double seed, double &d_x) {
    d_x += seed * (0.5 / r);
  }
};
template <> struct nabla::adjoint<&library::take> {
  static void vjp(double (*)(double), double x, double seed, double &d_x) {
    d_x += seed * std::cos(x);
  }
};
// Without reads: what it mentions is as it was at the call.
template <> struct nabla::adjoint<&library::scaled_sum> {
  static void vjp(double *x, int n, double by, double seed, double *d_x,
                  double &d_by) {
    for (int i = 0; i < n; ++i) {
      const double d = d_x[i] + seed;
      d_by += d * x[i];
      d_x[i] = d * by;
    }
  }
};

namespace {

using library::Line;
using F = nabla::variable<float>;
using L = nabla::variable<long double>;

TEST(Tape, RuleOfAnArray) {
  std::vector<V> X{1, 2, 3};
  GradientTape Tape(nabla::persistent);
  Tape.watch(X);
  library::Calls = 0;
  V Y = nabla::on_tape<&library::log_sum<double>>(3, X);
  V Z = 2 * Y * Y;
  EXPECT_EQ(library::Calls, 1);
  const double Sum = std::exp(1.0) + std::exp(2.0) + std::exp(3.0);
  EXPECT_CLOSE(Y.value(), std::log(Sum));
  for (int Again = 0; Again < 2; ++Again) {
    auto G = Tape.gradient(Z, X);
    for (int I = 0; I < 3; ++I)
      EXPECT_CLOSE(G[I]->value(),
                   4 * std::log(Sum) * std::exp(X[I].value()) / Sum);
  }
  EXPECT_EQ(library::Calls, 1);
  // By other containers, of variables and numbers.
  std::array<V, 2> A{{X[0], X[1]}};
  const double Two = std::exp(1.0) + std::exp(2.0);
  EXPECT_CLOSE(
      Tape.gradient(nabla::on_tape<&library::log_sum<double>>(2, A), X[1])
          ->value(),
      std::exp(2.0) / Two);
  V C[2] = {X[0], 2};
  EXPECT_CLOSE(
      Tape.gradient(nabla::on_tape<&library::log_sum<double>>(2, C), X[0])
          ->value(),
      std::exp(1.0) / Two);
  EXPECT_EQ(
      nabla::on_tape<&library::log_sum<double>>(2, std::vector<double>{1, 2})
          .id(),
      0u);
}

TEST(Tape, RuleOfAWholeArray) {
  Array X(Numbers{1, 2, 3});
  parameter<Numbers> P(Numbers{0, 1});
  GradientTape Tape(nabla::persistent);
  Tape.watch(X);
  V Y = nabla::on_tape<&library::log_sum<double>>(2, X) +
        nabla::on_tape<&library::log_sum<double>>(2, P);
  const double Two = std::exp(1.0) + std::exp(2.0);
  auto G = Tape.gradient(Y, X);
  EXPECT_CLOSE(G->value()[1], std::exp(2.0) / Two);
  EXPECT_EQ(G->value()[2], 0);
  EXPECT_CLOSE(Tape.gradient(Y, P)->value()[0],
               std::exp(0.0) / (std::exp(0.0) + std::exp(1.0)));
  Array Z = X * 1.0;
  nabla::on_tape<&library::square_all>(3, Z);
  EXPECT_EQ(Z.value()[2], 9);
  EXPECT_EQ(Tape.gradient(Z, X)->value(), (Numbers{2, 4, 6}));
}

TEST(Tape, RuleByName) {
  std::vector<F> X{1, 2};
  std::vector<L> Y{1, 2};
  GradientTape Tape(nabla::persistent);
  Tape.watch(X, Y);
  F A = nabla::on_tape<&library::log_sum<float>, library::log_sum_rule>(2, X);
  L B = nabla::on_tape<&library::log_sum<long double>, library::log_sum_rule>(
      2, Y);
  const long double Part = std::exp(1.0L) / (std::exp(1.0L) + std::exp(2.0L));
  EXPECT_NEAR(Tape.gradient(A, X[0])->value(), float(Part), 1e-6);
  EXPECT_NEAR(double(Tape.gradient(B, Y[0])->value() - Part), 0, 1e-18);
}

TEST(Tape, RuleInPlaceByWhatWasThere) {
  std::vector<V> X{1, 2, 3};
  GradientTape Tape(nabla::persistent);
  Tape.watch(X);
  std::vector<V> Y = X;
  nabla::on_tape<&library::square_all>(3, Y);
  nabla::on_tape<&library::square_all>(2, Y); // the last one stays
  EXPECT_EQ(Y[1].value(), 16);
  for (int Again = 0; Again < 2; ++Again) {
    auto G = Tape.gradient(Y, X);
    EXPECT_EQ(G[0]->value(), 4);
    EXPECT_EQ(G[1]->value(), 32);
    EXPECT_EQ(G[2]->value(), 6);
    // One output alone.
    EXPECT_EQ(Tape.gradient(Y[1], X[1])->value(), 32);
  }
}

TEST(Tape, RuleInPlaceByWhatIsThere) {
  std::vector<F> X{1, 2};
  GradientTape Tape;
  Tape.watch(X);
  std::vector<F> Y = X;
  nabla::on_tape<&library::exp_all>(2, Y);
  F Z = Y[0] * 3.0f + Y[1];
  Y[0] = 0; // what it has left is not looked up here
  auto G = Tape.gradient(Z, X);
  EXPECT_NEAR(G[0]->value(), 3 * std::exp(1.0f), 1e-5);
  EXPECT_NEAR(G[1]->value(), std::exp(2.0f), 1e-5);
}

TEST(Tape, RuleWithoutReadsSeesWhatWasThere) {
  std::vector<V> X{1, 2};
  V By = 3;
  GradientTape Tape(nabla::persistent);
  Tape.watch(X, By);
  std::vector<V> Y = X;
  V Sum = nabla::on_tape<&library::scaled_sum>(Y, 2, By);
  EXPECT_EQ(Tape.gradient(Sum, By)->value(), 3);
  EXPECT_EQ(Tape.gradient(Sum, X[1])->value(), 3);
  EXPECT_EQ(Tape.gradient(Sum + 10 * Y[1], By)->value(), 23);
  EXPECT_EQ(Tape.gradient(Sum + 10 * Y[1], X[1])->value(), 33);
}

TEST(Tape, RuleOfTwoOutputs) {
  V X = 0.5;
  GradientTape Tape(nabla::persistent);
  Tape.watch(X);
  V Rest = 7;
  V Y = nabla::on_tape<&library::split>(X, Rest);
  EXPECT_EQ(Rest.value(), 0.25);
  EXPECT_CLOSE(Tape.gradient(Y, X)->value(), std::cos(0.5));
  EXPECT_CLOSE(Tape.gradient(Rest, X)->value(), 1);
  EXPECT_CLOSE(Tape.gradient(Y * Rest, X)->value(),
               std::cos(0.5) * 0.25 + std::sin(0.5));
}

TEST(Tape, RuleWithAFrame) {
  int Weight[] = {1, 2, 3};
  std::vector<V> X{2, 5, 4};
  std::vector<V> Largest(1);
  GradientTape Tape(nabla::persistent);
  Tape.watch(X);
  V Y = nabla::on_tape<&library::weighted>(Weight, 3, X, Largest);
  Weight[0] = Weight[1] = Weight[2] = 100;
  EXPECT_EQ(Y.value(), 4 + 50 + 48);
  EXPECT_EQ(Largest[0].value(), 5);
  for (int Again = 0; Again < 2; ++Again) {
    EXPECT_EQ(Tape.gradient(Y, X[1])->value(), 20);
    EXPECT_EQ(Tape.gradient(Largest[0], X[1])->value(), 1);
    EXPECT_EQ(Tape.gradient(Largest[0], X[0])->value(), 0);
    EXPECT_EQ(Tape.gradient(Y + Largest[0] * Largest[0], X[1])->value(), 30);
  }
}

TEST(Tape, RuleOfAMemberFunction) {
  std::tuple<V, V> S{2, 3};
  V T = 5;
  GradientTape Tape(nabla::persistent);
  Tape.watch(S, T);
  constexpr auto Const = static_cast<double (Line::*)(double) const>(&Line::at);
  constexpr auto Other = static_cast<double (Line::*)(double)>(&Line::at);
  V Y = nabla::on_tape<Const>(S, T);
  EXPECT_EQ(Y.value(), 13);
  EXPECT_EQ(Tape.gradient(Y, std::get<0>(S))->value(), 5);
  EXPECT_EQ(Tape.gradient(Y, std::get<1>(S))->value(), 1);
  EXPECT_EQ(Tape.gradient(Y, T)->value(), 2);
  std::tuple<V, V> U = S;
  V Z = nabla::on_tape<Other>(U, T);
  EXPECT_EQ(Tape.gradient(Z, std::get<0>(S))->value(), 25);
  EXPECT_EQ(Tape.gradient(Z, T)->value(), 20);
  U = S;
  nabla::on_tape<&Line::turn>(U, T);
  EXPECT_EQ(std::get<0>(U).value(), 10);
  EXPECT_EQ(Tape.gradient(std::get<0>(U), T)->value(), 2);
  EXPECT_EQ(Tape.gradient(std::get<0>(U), std::get<0>(S))->value(), 5);
  EXPECT_EQ(Tape.gradient(std::get<1>(U), std::get<1>(S))->value(), 1);
  EXPECT_CLOSE(
      Tape.gradient(nabla::on_tape<&Line::length>(S), std::get<0>(S))->value(),
      2 / std::sqrt(5.0));
  const library::Hidden H(4);
  EXPECT_EQ(
      Tape.gradient(nabla::on_tape<&library::Hidden::times>(H, T), T)->value(),
      4);
}

TEST(Tape, RuleOfStructs) {
  std::tuple<V, V> S{2, 3};
  V X = 4;
  GradientTape Tape(nabla::persistent);
  Tape.watch(S, X);
  auto R = nabla::on_tape<&library::through>(S, X);
  EXPECT_EQ(std::get<0>(R).value(), 8);
  EXPECT_EQ(Tape.gradient(std::get<0>(R), X)->value(), 2);
  EXPECT_EQ(Tape.gradient(std::get<1>(R), X)->value(), -3.0 / 16);
  EXPECT_EQ(Tape.gradient(std::get<0>(R) + 8 * std::get<1>(R), std::get<1>(S))
                ->value(),
            2);
}

TEST(Tape, RuleOfComplexNumbers) {
  std::complex<V> Z(1.0, 2.0);
  V Angle = 0.3;
  GradientTape Tape(nabla::persistent);
  Tape.watch(Z, Angle);
  auto W = nabla::on_tape<&library::turned>(Z, Angle);
  EXPECT_CLOSE(Tape.gradient(W.real(), Angle)->value(),
               -std::sin(0.3) - 2 * std::cos(0.3));
  EXPECT_CLOSE(Tape.gradient(W.imag(), Z)[0]->value(), std::sin(0.3));
}

TEST(Tape, RuleOfAFunctionThatReturnsAnInteger) {
  std::vector<V> X{40};
  GradientTape Tape(nabla::persistent);
  Tape.watch(X);
  std::vector<V> Y = X;
  int N = nabla::on_tape<&library::halve_until>(Y, 3);
  EXPECT_EQ(N, 4);
  EXPECT_EQ(Tape.gradient(Y[0], X[0])->value(), 1.0 / 16);
}

TEST(Tape, RuleOfAFunctionThatTakesAFunction) {
  V X = 1;
  GradientTape Tape;
  Tape.watch(X);
  V Y = nabla::on_tape<&library::take>(
      static_cast<double (*)(double)>(std::sin), X);
  EXPECT_CLOSE(Tape.gradient(Y, X)->value(), std::cos(1.0));
}

TEST(Tape, RuleAtAnInfinitePartial) {
  V X = 0;
  GradientTape Tape(nabla::persistent);
  Tape.watch(X);
  V Y = nabla::on_tape<&library::root>(X);
  EXPECT_EQ(Tape.gradient(0 * Y + X, X)->value(), 1);
  EXPECT_EQ(Tape.gradient(Y, X)->value(), INFINITY);
}

TEST(Tape, RuleHasFirstDerivatives) {
  V X = 2;
  GradientTape Outer;
  Outer.watch(X);
  GradientTape Inner;
  Inner.watch(X);
  V Y = nabla::on_tape<&library::root>(X);
  V G = *Inner.gradient(Y, X);
  EXPECT_TAPE_ERROR(Outer.gradient(G, X),
                    "second derivative of 'library::root'");
}

TEST(Tape, RuleErrors) {
  std::vector<V> X{1, 2};
  GradientTape Tape(nabla::persistent);
  Tape.watch(X);
  EXPECT_TAPE_ERROR(nabla::on_tape<&library::log_sum<double>>(3, X),
                    "argument 1 of 'library::log_sum");
  EXPECT_TAPE_ERROR(nabla::on_tape<&library::weighted>(
                        static_cast<const int *>(nullptr), 0, X, X),
                    "the same variables twice");
}

//===-- Without a tape ----------------------------------------------------===//

TEST(Pullback, OfOneLine) {
  double DY = 1, DX = 0;
  auto [R, Pull] = nabla::value_and_pullback<nabla::names::atan2>(1.0, 2.0f);
  Pull(2, &DY, &DX);
  EXPECT_CLOSE(R, std::atan2(1.0, 2.0));
  EXPECT_CLOSE(DY, 1 + 2 * 0.4);
  EXPECT_CLOSE(DX, -2 * 0.2);
  Pull(1, nullptr, &DX);
  EXPECT_CLOSE(DX, -3 * 0.2);
  auto [S, Root] = nabla::value_and_pullback<nabla::names::sqrt>(0.0f);
  float D = 3;
  Root(0, &D);
  EXPECT_EQ(S, 0);
  EXPECT_EQ(D, 3);
  auto [P, Power] = nabla::value_and_pullback<nabla::names::ldexp>(3.0, 4);
  Power(1, &DX);
  EXPECT_EQ(P, 48);
  EXPECT_CLOSE(DX, -3 * 0.2 + 16);
}

TEST(Pullback, KeepsWhatIsRead) {
  double X[] = {1, 2, 3}, D[3] = {1, 1, 1};
  auto [Square] = nabla::value_and_pullback<&library::square_all>(3, X);
  EXPECT_EQ(X[2], 9);
  X[0] = X[1] = X[2] = 1000;
  Square(D);
  EXPECT_EQ(D[0], 2);
  EXPECT_EQ(D[2], 6);
  auto Moved = std::move(Square);
  Moved(D);
  EXPECT_EQ(D[2], 36);
  double Y[] = {1, 2}, E[2] = {};
  auto [R, LogSum] = nabla::value_and_pullback<&library::log_sum<double>>(2, Y);
  Y[0] = Y[1] = 0;
  LogSum(1, E);
  EXPECT_CLOSE(E[0], std::exp(1 - R));
  auto [Q, ByName] = nabla::value_and_pullback<library::log_sum_rule>(
      &library::log_sum<float>, 1, std::vector<float>{2}.data());
  float DF = 0;
  ByName(3, &DF);
  EXPECT_EQ(Q, 2);
  EXPECT_EQ(DF, 3);
}

TEST(Pullback, ByAFrameAndMembers) {
  const int Weight[] = {1, 2};
  double X[] = {3, 4}, Largest = 0, DX[2] = {}, DLargest = 1;
  auto [Sum, Pull] =
      nabla::value_and_pullback<&library::weighted>(Weight, 2, X, &Largest);
  EXPECT_EQ(Sum, 9 + 32);
  Pull(1, DX, &DLargest);
  EXPECT_EQ(DX[1], 17);
  EXPECT_EQ(DLargest, 0);
  Line S{2, 3}, DS{1, 1};
  double DT = 0;
  auto [Turn] = nabla::value_and_pullback<&Line::turn>(S, 5.0);
  EXPECT_EQ(S.slope, 10);
  Turn(&DS, &DT);
  EXPECT_EQ(DS.slope, 5);
  EXPECT_EQ(DT, 2);
  auto [N, Halve] = nabla::value_and_pullback<&library::halve_until>(X, 1.0);
  double D = 1;
  Halve(0, &D, &DT);
  EXPECT_EQ(N, 2);
  EXPECT_EQ(D, 0.25);
}

} // namespace

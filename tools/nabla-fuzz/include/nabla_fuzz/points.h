// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reference's main program: draws points for every program of a batch,
// keeps those at which a comparison makes sense, and prints what a gradient
// should be there. The format is read by expected.h and by the driver:
//
//   program INDEX POINTS REJECTED
//   point  INTEGERS... CELLS...                 where
//   seed   SEED SHADOWS...                      adjoints on entry
//   value  VALUE TOLERANCE                      of the primal
//   after  FINAL TOLERANCE ...                  contents of every cell
//   slope  MIXED WIDE DIFFERENCE TOLERANCE TOLERANCE_OF_DIFFERENCE ...
//
// (slopes: derivative of seed * value + sum of shadow * final by each cell).
// "mixed" is the program over duals of its own precisions, "wide" the same over
// long double, "difference" Richardson's extrapolation of central differences
// of the latter. "disagree" in place of "point" says that wide and difference
// differ: then the reference itself is wrong.

#ifndef NABLA_FUZZ_POINTS_H
#define NABLA_FUZZ_POINTS_H

#include "nabla_fuzz/functions.h"

#include <cstdio>
#include <string>
#include <vector>

namespace nabla_fuzz {

/// A real among the inputs: a scalar parameter or an element or field of one.
struct Cell {
  char Precision; ///< 'f', 'd', 'l'.
  double Low, High;
  bool Active;  ///< Has a shadow.
  bool ByValue; ///< What f does to it is not seen from outside.
};
struct Range {
  long Low, High;
};

/// One run of a program, and the numbers that came out.
class Run {
public:
  std::vector<long double> In;
  std::vector<long> Integers;
  int Direction = -1; ///< The cell whose tangent is 1.

  struct Number {
    long double V = 0, T = 0, A = 0;
    bool finite() const { return std::isfinite(V + T + A); }
  };
  Number Value;
  std::vector<Number> Final;

  template <class T> T real(int I) const {
    using R = typename Bare<T>::type;
    R One = I == Direction;
    return T(static_cast<R>(In[I]), One, One);
  }
  long integer(int I) const { return Integers[I]; }
  template <class R> void result(const Real<R> &X) { Value = {X.V, X.T, X.A}; }
  template <class R> void after(int I, const Real<R> &X) {
    Final[I] = {X.V, X.T, X.A};
  }
};

struct Program {
  int Index;
  std::uint64_t Seed;
  bool HasFloat;
  std::vector<Cell> Cells;
  std::vector<Range> Integers;
  void (*Mixed)(Run &);
  void (*Wide)(Run &);
};

/// SplitMix64.
class Random {
public:
  explicit Random(std::uint64_t Seed) : State(Seed) {}
  std::uint64_t bits() {
    std::uint64_t Z = (State += 0x9e3779b97f4a7c15u);
    Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9u;
    Z = (Z ^ (Z >> 27)) * 0x94d049bb133111ebu;
    return Z ^ (Z >> 31);
  }
  long between(long Low, long High) {
    return Low + static_cast<long>(bits() % (High - Low + 1));
  }

private:
  std::uint64_t State;
};

/// Derivatives at a point, by one input: of the value, and of the sum of
/// shadow times final contents.
struct Slope {
  long double OfValue = 0, OfFinal = 0;
  long double total(long double Seed) const { return Seed * OfValue + OfFinal; }
};

class PointFinder {
public:
  PointFinder(const Program &P, std::uint64_t Seed) : P(P), Rng(Seed) {}

  enum Outcome { Fit, Unfit, Disagrees };

  /// With seed 1 (what f_grad uses) or any.
  Outcome draw(bool SeedIsOne) {
    Base.In.clear();
    Base.Integers.clear();
    Shadows.clear();
    for (const Range &R : P.Integers)
      Base.Integers.push_back(Rng.between(R.Low, R.High));
    for (const Cell &C : P.Cells) {
      long Steps = static_cast<long>((C.High - C.Low) * 512);
      double X = C.Low + Rng.between(0, Steps) / 512.0;
      Base.In.push_back(C.Precision == 'f' ? static_cast<float>(X) : X);
      Shadows.push_back(Rng.between(-16, 16) / 8.0);
    }
    Seed = SeedIsOne ? 1.0 : Rng.between(-12, 12) / 4.0;
    return evaluate();
  }

  void print() const {
    std::printf("point");
    for (long I : Base.Integers)
      std::printf(" %ld", I);
    for (long double X : Base.In)
      std::printf(" %La", X);
    std::printf("\nseed %La", Seed);
    for (long double W : Shadows)
      std::printf(" %La", W);
    std::printf("\nvalue %La %La\nafter", Mixed.Value.V,
                valueTolerance(Mixed.Value, Wide.Value));
    for (std::size_t I = 0; I < P.Cells.size(); ++I)
      std::printf(" %La %La", Mixed.Final[I].V,
                  valueTolerance(Mixed.Final[I], Wide.Final[I]));
    std::printf("\nslope");
    for (const Component &C : Components)
      std::printf(" %La %La %La %La %La", C.Mixed, C.Wide, C.Difference,
                  C.Tolerance, C.DifferenceTolerance);
    std::printf("\n");
  }

private:
  struct Component {
    long double Mixed, Wide, Difference, Tolerance, DifferenceTolerance;
  };

  long double valueTolerance(const Run::Number &M, const Run::Number &W) const {
    return (P.HasFloat ? 2e-6L : 1e-14L) * (1 + std::fabs(M.V)) +
           8 * std::fabs(M.V - W.V);
  }

  Run run(void (*F)(Run &), int Direction) const {
    Run R = Base;
    R.Direction = Direction;
    R.Final.resize(P.Cells.size());
    for (std::size_t I = 0; I < P.Cells.size(); ++I) {
      long double T = static_cast<int>(I) == Direction;
      R.Final[I] = {R.In[I], T, T};
    }
    Record.reset();
    F(R);
    return R;
  }

  bool recordIsFit() const {
    long double Near = P.HasFloat ? 2e-3L : 1e-4L;
    return !Record.Bad && Record.Largest < 1e6L && Record.Margin > Near;
  }

  Slope slope(const Run &R) const {
    Slope S;
    S.OfValue = R.Value.T;
    for (std::size_t J = 0; J < P.Cells.size(); ++J)
      if (P.Cells[J].Active)
        S.OfFinal += Shadows[J] * R.Final[J].T;
    return S;
  }
  long double magnitude(const Run &R) const {
    long double A = std::fabs(Seed) * R.Value.A;
    for (std::size_t J = 0; J < P.Cells.size(); ++J)
      if (P.Cells[J].Active)
        A += std::fabs(Shadows[J]) * R.Final[J].A;
    return A;
  }

  Outcome evaluate() {
    Mixed = run(P.Mixed, -1);
    if (!recordIsFit())
      return Unfit;
    Wide = run(P.Wide, -1);
    if (!recordIsFit() || !Mixed.Value.finite())
      return Unfit;
    Path = Record.Path;
    Components.clear();
    long double Scale = 1e-3L;
    for (std::size_t I = 0; I < P.Cells.size(); ++I) {
      Component C;
      Run M = run(P.Mixed, I);
      C.Mixed = slope(M).total(Seed);
      C.Wide = slope(run(P.Wide, I)).total(Seed);
      long double Noise = std::fabs(C.Mixed - C.Wide), Size = magnitude(M);
      C.Tolerance = (P.HasFloat ? 1e-4L : 1e-9L) * std::fabs(C.Wide) +
                    (P.HasFloat ? 1e-5L : 1e-13L) * (Size + 4) + 100 * Noise;
      if (!std::isfinite(Size + Noise) || Size > 1e8L)
        return Unfit;
      Scale = std::fmax(Scale, std::fabs(C.Wide));
      Components.push_back(C);
    }
    for (std::size_t I = 0; I < P.Cells.size(); ++I) {
      Component &C = Components[I];
      long double Least = std::fmax(std::fabs(C.Wide), 0.01L * Scale);
      if (C.Tolerance > (P.HasFloat ? 5e-3L : 1e-7L) * Least)
        return Unfit;
      long double Error;
      if (!difference(I, 1e-7L * Least, &C.Difference, &Error))
        return Unfit;
      C.DifferenceTolerance = C.Tolerance + 1e-6L * Least + 10 * Error;
      if (!(std::fabs(C.Difference - C.Wide) <= C.DifferenceTolerance))
        return Disagrees;
    }
    return Fit;
  }

  /// seed * value + sum of shadow * final, with cell I moved by H.
  long double objective(std::size_t I, long double H, bool *SamePath) {
    long double Kept = Base.In[I];
    Base.In[I] += H;
    Run R = run(P.Wide, -1);
    Base.In[I] = Kept;
    *SamePath = *SamePath && Record.Path == Path && !Record.Bad;
    long double L = Seed * R.Value.V;
    for (std::size_t J = 0; J < P.Cells.size(); ++J)
      if (P.Cells[J].Active)
        L += Shadows[J] * R.Final[J].V;
    return L;
  }

  /// Richardson's extrapolation from three steps; the first step is made
  /// smaller until the error estimate is small enough.
  bool difference(std::size_t I, long double Enough, long double *Slope,
                  long double *Error) {
    for (long double Step : {0x1p-7L, 0x1p-10L, 0x1p-13L}) {
      long double D[3];
      bool SamePath = true;
      for (int K = 0; K < 3; ++K) {
        long double H = Step / (1 << K);
        D[K] = (objective(I, H, &SamePath) - objective(I, -H, &SamePath)) /
               (2 * H);
      }
      long double First = (4 * D[1] - D[0]) / 3, Second = (4 * D[2] - D[1]) / 3;
      *Slope = (16 * Second - First) / 15;
      *Error = std::fabs(Second - First) / 15;
      if (SamePath && *Error <= Enough)
        return true;
    }
    return false;
  }

  const Program &P;
  Random Rng;
  Run Base, Mixed, Wide;
  std::vector<long double> Shadows;
  long double Seed = 1;
  std::uint64_t Path = 0;
  std::vector<Component> Components;
};

/// Prints POINTS points of each program, out of at most 12 draws for each.
inline int referenceMain(const std::vector<Program> &Programs, int Points) {
  for (const Program &P : Programs) {
    PointFinder Finder(P, P.Seed ^ 0x5eed);
    std::vector<PointFinder> Kept;
    int Rejected = 0, Wrong = 0;
    while (static_cast<int>(Kept.size()) < Points && Rejected < 12 * Points) {
      PointFinder::Outcome O = Finder.draw(Kept.size() % 2 == 0);
      if (O == PointFinder::Fit)
        Kept.push_back(Finder);
      else
        ++Rejected;
      Wrong += O == PointFinder::Disagrees;
    }
    std::printf("program %d %zu %d\n", P.Index, Kept.size(), Rejected);
    for (const PointFinder &K : Kept)
      K.print();
    if (Wrong)
      std::printf("disagree %d\n", P.Index);
    std::fflush(stdout);
  }
  return 0;
}

} // namespace nabla_fuzz

#endif // NABLA_FUZZ_POINTS_H

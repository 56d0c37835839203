// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The test's side: reads what points.h printed, hands the inputs to a program
// compiled with Nabla, and compares. One line a finding, fields separated by
// tabs, for the driver:
//   RUN INDEX STAGE                       before anything of it runs
//   BAD INDEX STAGE POINT WHAT SHOULD IS TOLERANCE
//   OK INDEX POINTS

#ifndef NABLA_FUZZ_EXPECTED_H
#define NABLA_FUZZ_EXPECTED_H

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace nabla_fuzz {

class Check {
public:
  struct Slope {
    long double Mixed, Wide, Difference, Tolerance, DifferenceTolerance;
  };
  struct Near {
    long double Value, Tolerance;
  };

  int Index = -1;
  int Point = 0;
  std::vector<long> Integers;
  std::vector<long double> In, Shadows;
  long double Seed = 1;
  Near Value;
  std::vector<Near> Final;
  std::vector<Slope> Slopes;
  int Findings = 0;

  template <class T> T real(int I) const { return static_cast<T>(In[I]); }
  long integer(int I) const { return Integers[I]; }
  template <class T> T shadow(int I) const {
    return static_cast<T>(Shadows[I]);
  }
  template <class T> T seed() const { return static_cast<T>(Seed); }

  void begin(const char *StageName) {
    Stage = StageName;
    std::printf("RUN\t%d\t%s\n", Index, Stage);
    std::fflush(stdout);
  }
  void result(long double V) { near("value", V, Value); }
  void after(int I, const char *Name, long double V) {
    near(Name, V, Final[I]);
  }
  void gradient(int I, const char *Name, long double D) {
    const Slope &S = Slopes[I];
    near(Name, D, {S.Wide, S.Tolerance});
    near(Name, D, {S.Difference, S.DifferenceTolerance});
  }

private:
  void near(const char *What, long double Is, Near ShouldBe) {
    if (std::fabs(Is - ShouldBe.Value) <= ShouldBe.Tolerance)
      return;
    ++Findings;
    std::printf("BAD\t%d\t%s\t%d\t%s\t%.17Lg\t%.17Lg\t%.3Lg\n", Index, Stage,
                Point, What, ShouldBe.Value, Is, ShouldBe.Tolerance);
  }
  const char *Stage = "";
};

struct Test {
  int Index;
  std::size_t Integers, Cells;
  void (*Run)(Check &);
};

/// The reference's output, word by word.
class Reader {
public:
  explicit Reader(const char *Path) : File(std::fopen(Path, "r")) {
    if (!File) {
      std::perror(Path);
      std::exit(2);
    }
  }
  ~Reader() { std::fclose(File); }
  bool word() { return std::fscanf(File, "%63s", Text) == 1; }
  bool word(const char *Expected) {
    return word() && std::strcmp(Text, Expected) == 0;
  }
  bool is(const char *Expected) const { return !std::strcmp(Text, Expected); }
  long integer() { return word() ? std::strtol(Text, nullptr, 10) : 0; }
  long double real() { return word() ? std::strtold(Text, nullptr) : 0; }

private:
  std::FILE *File;
  char Text[64];
};

inline void readPoint(Reader &R, const Test &T, Check &C) {
  auto Broken = [] {
    std::fprintf(stderr, "the reference's output is not as expected\n");
    std::exit(2);
  };
  auto Section = [&](const char *Name) {
    if (!R.word(Name))
      Broken();
  };
  Section("point");
  C.Integers.clear(), C.In.clear(), C.Shadows.clear();
  C.Final.clear(), C.Slopes.clear();
  for (std::size_t I = 0; I < T.Integers; ++I)
    C.Integers.push_back(R.integer());
  for (std::size_t I = 0; I < T.Cells; ++I)
    C.In.push_back(R.real());
  Section("seed");
  C.Seed = R.real();
  for (std::size_t I = 0; I < T.Cells; ++I)
    C.Shadows.push_back(R.real());
  Section("value");
  C.Value.Value = R.real();
  C.Value.Tolerance = R.real();
  Section("after");
  for (std::size_t I = 0; I < T.Cells; ++I) {
    long double V = R.real();
    C.Final.push_back({V, R.real()});
  }
  Section("slope");
  for (std::size_t I = 0; I < T.Cells; ++I) {
    Check::Slope S;
    for (long double *P : {&S.Mixed, &S.Wide, &S.Difference, &S.Tolerance,
                           &S.DifferenceTolerance})
      *P = R.real();
    C.Slopes.push_back(S);
  }
}

/// argv: the reference's output, and the index of the program to begin with.
inline int testMain(int argc, char **argv, const std::vector<Test> &Tests) {
  if (argc < 2)
    return 2;
  int First = argc > 2 ? std::atoi(argv[2]) : 0;
  Reader R(argv[1]);
  bool More = R.word();
  for (const Test &T : Tests) {
    Check C;
    // The reference may know programs that this test leaves out.
    while (More) {
      if (R.is("program") && (C.Index = R.integer()) == T.Index)
        break;
      More = R.word();
    }
    long Points = R.integer();
    R.integer();
    for (C.Point = 0; C.Point < Points; ++C.Point) {
      readPoint(R, T, C);
      if (T.Index >= First)
        T.Run(C);
    }
    if (T.Index >= First && !C.Findings)
      std::printf("OK\t%d\t%ld\n", T.Index, Points);
    std::fflush(stdout);
    More = R.word();
  }
  return 0;
}

} // namespace nabla_fuzz

#endif // NABLA_FUZZ_EXPECTED_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The partial of a call: arguments for operands, the call's precision, and what
// literals decide.

#include "IR/Rules.h"
#include "IR/Text.h"
#include "gtest/gtest.h"

using namespace nabla::ir;
using llvm::cast;

namespace {

const char *const Rules = R"IR(
rule known(double %x) -> bool %r;
rule cos(double %x) -> double %r {
  d %x = -@sin<double "std::sin">(%x);
}
rule sin(double %x) -> double %r {
  d %x = @cos<double "std::cos">(%x);
}
rule exp(double %x) -> double %r {
  d %x = %r;
}
rule log(double %x) -> double %r {
  d %x = 1.0 / %x;
}
rule floor(double %x) -> double %r;
rule pow(double %x, double %y) -> double %r {
  d %x = @known<bool "known">(%y) ? (%y == 0.0 ? 0.0 : (%y == 2.0 ? 2.0 * %x : %y * @pow<double "std::pow">(%x, %y - 1.0))) : %y * %r / %x;
  d %y = %x == 0.0 && %y >= 0.0 ? 0.0 : %r * @log<double "std::log">(%x);
}
rule ldexp(double %x, int %n) -> double %r {
  d %x = @ldexp<double "std::ldexp">(1.0, %n);
}
rule hermite(int %n, double %x) -> double %r {
  d %x = %n == 0 ? 0.0 : cast<double>(2 * %n) * @hermite<double "std::hermite">(%n - 1, %x);
}
rule zeta(double %x) -> double %r {
  d %x = verbatim<double>() why "no known form";
}
)IR";

/// The partials of calls written as IR text, over %x, %y, %n and a result %r.
struct PartialTest : testing::Test {
  Module M;

  std::string partial(const std::string &Call, unsigned Param,
                      const std::string &Real = "double") {
    std::string Error;
    std::string Text = Rules;
    Text += "func @f(" + Real + " %x, " + Real + " %y, int %n, " + Real +
            " %r, double %wide) -> " + Real + " {\n  return " + Call + ";\n}\n";
    EXPECT_TRUE(parse(Text, M, Error)) << Error;
    const Function &F = *M.function("f");
    auto *C = cast<RuleCall>(cast<Exit>(F.body().front())->Value);
    const Variable *R = F.params()[3];
    const Expr *P = instantiatePartial(
        M, *C, Param, M.make<VarRef>(R, R->type(), SourceLoc()));
    std::string Out;
    llvm::raw_string_ostream OS(Out);
    if (P)
      print(P, OS);
    return OS.str();
  }
};

} // namespace

TEST_F(PartialTest, ArgumentsForOperands) {
  EXPECT_EQ(partial("@sin<double \"std::sin\">(%x * %y)", 0),
            "@cos<double \"std::cos\">(%x * %y)");
}

TEST_F(PartialTest, ResultVariable) {
  EXPECT_EQ(partial("@exp<double \"std::exp\">(%x)", 0), "%r");
}

TEST_F(PartialTest, NegationOfACall) {
  EXPECT_EQ(partial("@cos<double \"cos\">(%x)", 0),
            "-@sin<double \"std::sin\">(%x)");
}

TEST_F(PartialTest, InFloat) {
  EXPECT_EQ(partial("@log<float \"logf\">(%x)", 0, "float"), "1.0f / %x");
  EXPECT_EQ(M.rule("log")->Partials.size(), 1u);
}

TEST_F(PartialTest, CallsInFloat) {
  EXPECT_EQ(partial("@sin<float \"sinf\">(%x)", 0, "float"),
            "@cos<float \"std::cos\">(%x)");
}

TEST_F(PartialTest, InLongDouble) {
  EXPECT_EQ(partial("@log<long double \"std::log\">(%x)", 0, "long double"),
            "1.0l / %x");
}

TEST_F(PartialTest, ArgumentsOfOtherPrecisionAreConverted) {
  std::string Out =
      partial("@log<float \"logf\">(cast<float>(%wide))", 0, "float");
  EXPECT_EQ(Out, "1.0f / cast<float>(%wide)");
}

TEST_F(PartialTest, IntegerOperand) {
  EXPECT_EQ(partial("@ldexp<float \"std::ldexp\">(%x, %n)", 0, "float"),
            "@ldexp<float \"std::ldexp\">(1.0f, %n)");
}

TEST_F(PartialTest, IntegerOperandHasNoPartial) {
  EXPECT_EQ(partial("@ldexp<double \"std::ldexp\">(%x, %n)", 1), "");
}

TEST_F(PartialTest, IntegerArithmeticStaysIntegral) {
  EXPECT_EQ(partial("@hermite<double \"std::hermite\">(%n, %x)", 1),
            "%n == 0 ? 0.0 : cast<double>(2 * %n) * "
            "@hermite<double \"std::hermite\">(%n - 1, %x)");
}

TEST_F(PartialTest, IntegerLiteralsDecide) {
  EXPECT_EQ(partial("@hermite<double \"std::hermite\">(0, %x)", 1), "");
}

TEST_F(PartialTest, Inactive) {
  EXPECT_EQ(partial("@floor<double \"std::floor\">(%x)", 0), "");
}

TEST_F(PartialTest, UnknownExponent) {
  EXPECT_EQ(partial("@pow<double \"std::pow\">(%x, %y)", 0), "%y * %r / %x");
}

TEST_F(PartialTest, KnownExponent) {
  EXPECT_EQ(partial("@pow<double \"std::pow\">(%x, 3.5)", 0),
            "3.5 * @pow<double \"std::pow\">(%x, 2.5)");
}

TEST_F(PartialTest, KnownExponentOfAnIntegerInFloat) {
  EXPECT_EQ(partial("@pow<float \"std::pow\">(%x, cast<float>(4))", 0, "float"),
            "4.0f * @pow<float \"std::pow\">(%x, 3.0f)");
}

TEST_F(PartialTest, NegativeExponent) {
  EXPECT_EQ(partial("@pow<double \"std::pow\">(%x, cast<double>(-2))", 0),
            "-2.0 * @pow<double \"std::pow\">(%x, -3.0)");
}

TEST_F(PartialTest, ExponentsWithTheirOwnFormula) {
  EXPECT_EQ(partial("@pow<double \"std::pow\">(%x, 2.0)", 0), "2.0 * %x");
}

TEST_F(PartialTest, ZeroExponentIsZero) {
  EXPECT_EQ(partial("@pow<double \"std::pow\">(%x, 0.0)", 0), "");
}

TEST_F(PartialTest, InexactDifferencesAreNotFolded) {
  EXPECT_EQ(partial("@pow<double \"std::pow\">(%x, 0.1)", 0),
            "0.1 * @pow<double \"std::pow\">(%x, 0.1 - 1.0)");
}

TEST_F(PartialTest, LiteralsDecideHalfACondition) {
  EXPECT_EQ(partial("@pow<double \"std::pow\">(%x, 3.0)", 1),
            "%x == 0.0 ? 0.0 : %r * @log<double \"std::log\">(%x)");
}

TEST_F(PartialTest, NoKnownForm) {
  EXPECT_EQ(partial("@zeta<float \"std::riemann_zeta\">(%x)", 0, "float"),
            "verbatim<float>() why \"no known form\"");
}

TEST(Spelling, OfEachPrecision) {
  Rule R;
  const llvm::StringRef Std[] = {"std::sin", "c:sin", "c:sinf"};
  R.Spellings = Std;
  EXPECT_EQ(spelling(R, Precision::Float), "std::sin");
  const llvm::StringRef C[] = {"c:j0", "c:j0f", "c:j0l", "__builtin_j0"};
  R.Spellings = C;
  EXPECT_EQ(spelling(R, Precision::Float), "::j0f");
  EXPECT_EQ(spelling(R, Precision::Double), "::j0");
  EXPECT_EQ(spelling(R, Precision::LongDouble), "::j0l");
  const llvm::StringRef OnlyDouble[] = {"c:gain"};
  R.Spellings = OnlyDouble;
  EXPECT_EQ(spelling(R, Precision::Float), "::gain");
  const llvm::StringRef Builtin[] = {"__builtin_powi", "__builtin_powif"};
  R.Spellings = Builtin;
  EXPECT_EQ(spelling(R, Precision::Float), "__builtin_powif");
}

TEST(KnownRuleTest, IsMadeOnce) {
  Module M;
  const Rule *R = knownRule(M);
  EXPECT_EQ(R, knownRule(M));
  EXPECT_TRUE(R->isInactive());
}

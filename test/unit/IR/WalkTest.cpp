// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walk: what is visited, in which order, and what a rewrite makes new.

#include "IR/Walk.h"
#include "IR/Build.h"
#include "IR/Text.h"
#include "gtest/gtest.h"

using namespace nabla::ir;
using llvm::dyn_cast;

namespace {

struct WalkTest : testing::Test {
  Module M;
  Build B{M};

  /// The function of that text, which calls it @f.
  const Function &parsed(const char *Text) {
    std::string Error;
    EXPECT_TRUE(parse(Text, M, Error)) << Error;
    return *M.function("f");
  }

  std::string text(Block Body) {
    std::string Out;
    for (const Stmt *S : Body)
      Out += brief(S) + " ";
    return Out;
  }
};

const char *const Sample = R"IR(
func @g(double %x) -> double;
func @f(double* %p, int %n) -> double {
  let double %s = 0.0;
  for (int %i = 0; %i < %n; %i += 1) {
    if (%p[%i] > 0.0) {
      %s += %p[%i];
    } else {
      call double %r = @g(%p[%i]);
      %s -= %r;
    }
  }
  while with {
    let bool %go = %s > 1.0;
  } (%go) {
    %s = %s / 2.0;
  }
  pass("use(" (%s) ");") reads(%n) writes(%p);
  return %s;
}
)IR";

} // namespace

TEST_F(WalkTest, StatementsInOrder) {
  std::string Out;
  walk(parsed(Sample).body(), [&](const Stmt *S) { Out += brief(S) + "\n"; });
  EXPECT_EQ(Out, "let double %s = 0.0;\n"
                 "for (int %i = 0; %i < %n; %i += 1) { ... }\n"
                 "if (%p[%i] > 0.0) { ... } else { ... }\n"
                 "%s += %p[%i];\n"
                 "call double %r = @g(%p[%i]);\n"
                 "%s -= %r;\n"
                 "while with { ... } (%go) { ... }\n"
                 "let bool %go = %s > 1.0;\n"
                 "%s = %s / 2.0;\n"
                 "pass(\"use(\" (%s) \");\") reads(%n) writes(%p);\n"
                 "return %s;\n");
}

TEST_F(WalkTest, UsesAndDeclarations) {
  std::string Uses, Declared;
  walk(parsed(Sample).body(), [&](const Stmt *S) {
    forEachUse(S, [&](const Variable *V) { (Uses += V->name()) += ' '; });
    if (const Variable *V = declared(S))
      (Declared += V->name()) += ' ';
  });
  EXPECT_EQ(Uses, "n p i s p i p i s r go s s s s n p s ");
  EXPECT_EQ(Declared, "s i r go ");
}

TEST_F(WalkTest, ExpressionsBelow) {
  const Function &F = parsed(Sample);
  unsigned Indexes = 0;
  walkExprs(F.body(), [&](const Expr *E) { Indexes += llvm::isa<Index>(E); });
  EXPECT_EQ(Indexes, 3u);
  auto *Return = llvm::cast<Exit>(F.body().back());
  EXPECT_TRUE(mentions(Return->Value, llvm::cast<Let>(F.body()[0])->Var));
  EXPECT_FALSE(mentions(Return->Value, F.params()[0]));
}

TEST_F(WalkTest, NothingChangedIsNothingNew) {
  const Function &F = parsed(Sample);
  Rewrite R{M};
  EXPECT_EQ(rewriteBlock(R, F.body()).data(), F.body().data());
  R.OnExpr = [](const Expr *) { return nullptr; };
  R.OnVariable = [](const Variable *V) { return V; };
  R.OnStmt = [](const Stmt *, auto &) { return false; };
  EXPECT_EQ(rewriteBlock(R, F.body()).data(), F.body().data());
}

TEST_F(WalkTest, OnlyThePathIsNew) {
  const Function &F = parsed(Sample);
  Rewrite R{M};
  R.OnExpr = [&](const Expr *E) -> const Expr * {
    auto *L = dyn_cast<RealLiteral>(E);
    return L && L->Digits == "2.0" ? B.real("4.0", L->Ty) : nullptr;
  };
  Block New = rewriteBlock(R, F.body());
  ASSERT_EQ(New.size(), F.body().size());
  for (size_t I = 0; I != New.size(); ++I)
    EXPECT_EQ(New[I] == F.body()[I], I != 2) << I;
  EXPECT_EQ(text(llvm::cast<Loop>(New[2])->Body), "%s = %s / 4.0; ");
}

TEST_F(WalkTest, VariablesEverywhere) {
  const Function &F = parsed(Sample);
  Rewrite R{M};
  llvm::DenseMap<const Variable *, const Variable *> Map;
  R.OnVariable = [&](const Variable *V) {
    const Variable *&New = Map[V];
    if (!New)
      New = M.makeLocal((V->name() + "_2").str(), V->type());
    return New;
  };
  std::string Out;
  walk(rewriteBlock(R, F.body()),
       [&](const Stmt *S) { Out += brief(S) + "\n"; });
  EXPECT_EQ(Out, "let double %s_2 = 0.0;\n"
                 "for (int %i_2 = 0; %i_2 < %n_2; %i_2 += 1) { ... }\n"
                 "if (%p_2[%i_2] > 0.0) { ... } else { ... }\n"
                 "%s_2 += %p_2[%i_2];\n"
                 "call double %r_2 = @g(%p_2[%i_2]);\n"
                 "%s_2 -= %r_2;\n"
                 "while with { ... } (%go_2) { ... }\n"
                 "let bool %go_2 = %s_2 > 1.0;\n"
                 "%s_2 = %s_2 / 2.0;\n"
                 "pass(\"use(\" (%s_2) \");\") reads(%n_2) writes(%p_2);\n"
                 "return %s_2;\n");
}

TEST_F(WalkTest, OneStatementToSeveralAndToNone) {
  const Function &F = parsed(R"(
func @f(double %x) -> double {
  let double %y = 1.0;
  if (%x > 0.0) {
    %y += %x;
  }
  remark "gone";
  return %y;
})");
  Rewrite R{M};
  R.OnStmt = [&](const Stmt *S, llvm::SmallVectorImpl<const Stmt *> &Out) {
    if (llvm::isa<Remark>(S))
      return true;
    if (!llvm::isa<Assign>(S))
      return false;
    Out.append({S, S});
    return true;
  };
  Block New = rewriteBlock(R, F.body());
  ASSERT_EQ(New.size(), 3u);
  EXPECT_EQ(text(llvm::cast<If>(New[1])->Then), "%y += %x; %y += %x; ");
  EXPECT_EQ(New[0], F.body()[0]);
}

TEST_F(WalkTest, PartsBeforeTheWhole) {
  const Function &F = parsed(R"(
func @f(double %x) -> double {
  let double %y = %x + 1.0;
  return %y;
})");
  Rewrite R{M};
  R.OnExpr = [&](const Expr *E) -> const Expr * {
    return llvm::isa<RealLiteral>(E) ? B.real("2.0", E->Ty) : nullptr;
  };
  R.OnStmt = [&](const Stmt *S, llvm::SmallVectorImpl<const Stmt *> &Out) {
    Out.push_back(rewriteParts(R, S));
    Out.push_back(M.make<Remark>("done", nullptr, S->Loc));
    return true;
  };
  EXPECT_EQ(text(rewriteBlock(R, F.body())),
            "let double %y = %x + 2.0; remark \"done\"; return %y; "
            "remark \"done\"; ");
}

TEST_F(WalkTest, BottomUp) {
  // ((x + 0) * 1) folds from the inside out.
  const Expr *X = B.ref(M.makeLocal("x", M.doubleType()));
  const Expr *Sum =
      M.make<Binary>(BinaryOp::Add, X, B.zero(X->Ty), X->Ty, SourceLoc());
  const Expr *E =
      M.make<Binary>(BinaryOp::Mul, Sum, B.one(X->Ty), X->Ty, SourceLoc());
  std::function<const Expr *(const Expr *)> Fold = [&](const Expr *Old) {
    const Expr *New = mapChildren(M, Old, Fold);
    auto *Op = dyn_cast<Binary>(New);
    return Op ? B.binary(Op->Op, Op->Lhs, Op->Rhs) : New;
  };
  EXPECT_EQ(Fold(E), X);
}

TEST_F(WalkTest, StructuralEquality) {
  const Function &F = parsed(R"IR(
rule sin(double %x) -> double %y;
func @f(double* %p, int %i, int %j) -> void {
  let double %a = @sin<double "std::sin">(%p[%i] + 1.0);
  let double %b = @sin<double "std::sin">(%p[%i] + 1.0);
  let double %c = @sin<double "std::sin">(%p[%j] + 1.0);
  let double %d = @sin<double "sin">(%p[%i] + 1.0);
  let double %e = @sin<double "std::sin">(%p[%i] - 1.0);
  let double %g = @sin<double "std::sin">(%p[%i] + 1.00);
  let double %h = verbatim<double>("f(" (%p[%i]) ")");
  let double %k = verbatim<double>("f(" (%p[%i]) ")");
  let double %l = verbatim<double>("f(" (%p[%j]) ")");
})IR");
  auto Init = [&](size_t N) { return llvm::cast<Let>(F.body()[N])->Init; };
  EXPECT_TRUE(structurallyEqual(Init(0), Init(1)));
  for (size_t N : {2, 3, 4, 5, 6})
    EXPECT_FALSE(structurallyEqual(Init(0), Init(N))) << N;
  EXPECT_TRUE(structurallyEqual(Init(6), Init(7)));
  EXPECT_FALSE(structurallyEqual(Init(6), Init(8)));
}

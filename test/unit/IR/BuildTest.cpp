// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Build: what is folded, what must not be, and the types that come out.

#include "IR/Build.h"
#include "IR/Text.h"
#include "IR/Walk.h"
#include "gtest/gtest.h"

using namespace nabla::ir;

namespace {

struct BuildTest : testing::Test {
  Module M;
  Build B{M};
  const Type *D = M.doubleType(), *I = M.intType();
  const Type *U = M.integerType("unsigned int", 32, false);

  const Expr *var(const char *Name, const Type *T) {
    return B.ref(M.makeLocal(Name, T));
  }
  const Expr *X = var("x", D), *Y = var("y", D);
  const Expr *N = var("n", I), *UN = var("u", U);
  const Expr *Zero = B.zero(D), *One = B.one(D), *Minus = B.real(-1.0, D);
};

} // namespace

TEST_F(BuildTest, Literals) {
  EXPECT_EQ(brief(B.real(0.1, D)), "0.1");
  EXPECT_EQ(brief(B.real(2.0, D)), "2.0");
  EXPECT_EQ(brief(B.real(-2.5, D)), "-2.5");
  EXPECT_EQ(brief(B.real(0.5, M.realType(Precision::Float))), "0.5f");
  EXPECT_EQ(brief(B.zero(M.referenceTo(I))), "0");
  EXPECT_EQ(brief(B.zero(M.pointerTo(D))), "nullptr<double*>");
  EXPECT_EQ(brief(B.zero(M.arrayOf(D, 2))), "aggregate<double[2]>{}");
  EXPECT_EQ(brief(B.integer(3, M.longType())), "3l");
  for (double V : {1e300, 5e-324, 1.0 / 3, 1e22, 123456789.0, 1e-7})
    EXPECT_EQ(llvm::cast<RealLiteral>(B.real(V, D))->approximate(), V);
}

TEST_F(BuildTest, ZeroAndOne) {
  const Type *L = M.realType(Precision::LongDouble);
  EXPECT_TRUE(isZero(Zero));
  EXPECT_TRUE(isZero(B.real("0.e5", D)));
  EXPECT_TRUE(isZero(B.cast(B.integer(0), D)));
  EXPECT_FALSE(isZero(B.real("1e-300", D)));
  EXPECT_TRUE(isZero(B.real("1e-400", D))); // so it is, as a double
  EXPECT_FALSE(isZero(B.real("1e-400", L)));
  EXPECT_TRUE(isOne(B.real("1e0", D)));
  EXPECT_TRUE(isOne(B.cast(B.integer(1), D)));
  EXPECT_FALSE(isOne(B.real("1.0000000000000000002", L)));
  EXPECT_FALSE(isOne(X));
  EXPECT_FALSE(isZero(B.zero(M.pointerTo(D))));
}

TEST_F(BuildTest, Sums) {
  EXPECT_EQ(B.add(X, Zero), X);
  EXPECT_EQ(B.add(Zero, X), X);
  EXPECT_EQ(B.sub(X, Zero), X);
  EXPECT_EQ(brief(B.sub(Zero, X)), "-%x");
  EXPECT_EQ(brief(B.add(X, B.neg(Y))), "%x - %y");
  EXPECT_EQ(brief(B.sub(X, B.neg(Y))), "%x + %y");
  EXPECT_EQ(brief(B.add(X, Y)), "%x + %y");
  EXPECT_EQ(B.neg(B.neg(X)), X);
  EXPECT_TRUE(isZero(B.neg(Zero)));
}

TEST_F(BuildTest, Products) {
  EXPECT_EQ(B.mul(X, One), X);
  EXPECT_EQ(B.mul(One, X), X);
  EXPECT_EQ(B.div(X, One), X);
  EXPECT_TRUE(isZero(B.mul(Zero, X)));
  EXPECT_TRUE(isZero(B.mul(X, Zero)));
  EXPECT_TRUE(isZero(B.div(Zero, X)));
  EXPECT_EQ(brief(B.mul(X, Minus)), "-%x");
  EXPECT_EQ(brief(B.mul(Minus, X)), "-%x");
  EXPECT_EQ(brief(B.div(X, Minus)), "-%x");
  EXPECT_EQ(brief(B.mul(X, B.neg(Y))), "-(%x * %y)");
  EXPECT_EQ(brief(B.mul(B.neg(X), B.neg(Y))), "%x * %y");
  EXPECT_EQ(brief(B.div(B.neg(X), Y)), "-(%x / %y)");
  EXPECT_EQ(brief(B.mul(B.real(-2.0, D), X)), "-2.0 * %x");
  EXPECT_EQ(brief(B.div(X, Zero)), "%x / 0.0");
}

TEST_F(BuildTest, IntegerArithmetic) {
  auto Int = [&](int64_t V) { return B.integer(V); };
  EXPECT_EQ(brief(B.add(Int(2), Int(3))), "5");
  EXPECT_EQ(brief(B.sub(Int(2), Int(3))), "-1");
  EXPECT_EQ(brief(B.mul(Int(-2), Int(3))), "-6");
  EXPECT_EQ(brief(B.div(Int(-7), Int(2))), "-3");
  EXPECT_EQ(brief(B.binary(BinaryOp::Rem, Int(-7), Int(2))), "-1");
  EXPECT_EQ(brief(B.neg(Int(3))), "-3");
  EXPECT_EQ(brief(B.add(B.integer(2), N)), "2 + %n");
  // Not defined in C++: left to the compiler.
  EXPECT_EQ(brief(B.div(Int(1), Int(0))), "1 / 0");
  EXPECT_EQ(brief(B.add(Int(INT32_MAX), Int(1))), "2147483647 + 1");
  EXPECT_EQ(brief(B.div(Int(INT32_MIN), Int(-1))), "-(-2147483648)");
  // Unsigned arithmetic wraps.
  EXPECT_EQ(brief(B.sub(B.integer(0, U), B.integer(1, U))), "4294967295u");
  const Type *UL = M.integerType("unsigned long", 64, false);
  EXPECT_EQ(brief(B.sub(B.integer(0, UL), B.integer(1, UL))),
            "18446744073709551615ul");
}

TEST_F(BuildTest, MinusOneIsNotSeenThroughUnsigned) {
  const Expr *Wrapped = B.cast(B.cast(B.integer(-1), U), D);
  EXPECT_EQ(brief(B.mul(X, Wrapped)),
            "%x * cast<double>(cast<unsigned int>(-1))");
  EXPECT_EQ(brief(B.mul(X, B.cast(B.integer(-1), D))), "-%x");
}

TEST_F(BuildTest, Conditions) {
  const Expr *C = B.cmp(BinaryOp::Lt, X, Y);
  EXPECT_EQ(C->Ty, M.boolType());
  const Expr *True = B.boolean(true), *False = B.boolean(false);
  EXPECT_EQ(brief(B.logicalNot(True)), "false");
  EXPECT_EQ(B.logicalNot(B.logicalNot(C)), C);
  EXPECT_EQ(brief(B.logicalNot(C)), "!(%x < %y)"); // not >=: NaN
  EXPECT_EQ(B.logicalAnd(True, C), C);
  EXPECT_EQ(B.logicalAnd(C, True), C);
  EXPECT_EQ(B.logicalAnd(False, C), False);
  EXPECT_EQ(B.logicalOr(False, C), C);
  EXPECT_EQ(B.logicalOr(C, True), True);
  EXPECT_EQ(brief(B.cmp(BinaryOp::Lt, B.integer(-1), B.integer(1))), "true");
  EXPECT_EQ(
      brief(B.cmp(BinaryOp::Lt, B.integer(UINT32_MAX, U), B.integer(1, U))),
      "false");
  EXPECT_EQ(B.select(True, X, Y), X);
  EXPECT_EQ(B.select(False, X, Y), Y);
  EXPECT_EQ(B.select(C, X, X), X);
  EXPECT_EQ(brief(B.select(C, X, Y)), "%x < %y ? %x : %y");
}

TEST_F(BuildTest, PointerTypes) {
  const Type *P = M.pointerTo(D);
  const Expr *A = var("a", P), *C = var("c", P);
  EXPECT_EQ(B.add(A, N)->Ty, P);
  EXPECT_EQ(B.add(N, A)->Ty, P);
  EXPECT_EQ(B.sub(A, N)->Ty, P);
  EXPECT_EQ(B.sub(A, C)->Ty, M.longType());
  EXPECT_EQ(B.add(A, B.integer(0)), A);
  // -u wraps in 32 bits before it is added to a pointer.
  EXPECT_EQ(brief(B.sub(A, B.neg(UN))), "%a - -%u");
  EXPECT_EQ(brief(B.add(A, B.neg(UN))), "%a + -%u");
}

TEST_F(BuildTest, AddressAndDereferenceCancel) {
  const Expr *P = var("p", M.pointerTo(D));
  const Expr *A = var("a", M.arrayOf(D, 4));
  EXPECT_EQ(B.deref(B.addressOf(X)), X);
  EXPECT_EQ(B.addressOf(B.deref(P)), P);
  EXPECT_EQ(brief(B.index(B.decay(A), N)), "%a[%n]");
  EXPECT_EQ(brief(B.deref(B.decay(A))), "%a[0]");
  EXPECT_EQ(B.index(P, N)->Ty, D);
  EXPECT_EQ(B.decay(A)->Ty, M.pointerTo(D));
  EXPECT_EQ(B.decay(X), X);
}

TEST_F(BuildTest, ReferencesAndConst) {
  const Expr *R = var("r", M.referenceTo(M.constOf(D)));
  EXPECT_EQ(R->Ty, D);
  EXPECT_EQ(B.addressOf(R)->Ty, M.pointerTo(M.constOf(D)));
  const Type *S = M.recordType("S");
  M.setFields(S, {{"v", D}, {"w", M.arrayOf(D, 2)}, {"r", M.referenceTo(D)}});
  const Expr *C = var("s", M.constOf(S));
  EXPECT_EQ(B.member(C, "v")->Ty, D);
  EXPECT_EQ(B.addressOf(B.member(C, "v"))->Ty, M.pointerTo(M.constOf(D)));
  EXPECT_EQ(B.decay(B.member(C, "w"))->Ty, M.pointerTo(M.constOf(D)));
  EXPECT_EQ(B.addressOf(B.member(C, "r"))->Ty, M.pointerTo(D));
  EXPECT_EQ(B.cast(X, M.constOf(D)), X);
}

TEST_F(BuildTest, Accumulate) {
  EXPECT_EQ(B.accumulate(X, Zero), nullptr);
  EXPECT_EQ(brief(B.accumulate(X, Y)), "%x += %y;");
  EXPECT_EQ(brief(B.accumulate(X, B.mul(Y, B.neg(X)))), "%x -= %y * %x;");
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Module: types are one object each, whatever way they are made.

#include "IR/Module.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace nabla::ir;

TEST(Types, EqualTypesAreOneObject) {
  Module M;
  EXPECT_EQ(M.doubleType(), M.realType(Precision::Double));
  EXPECT_NE(M.doubleType(), M.realType(Precision::Float));
  EXPECT_EQ(M.pointerTo(M.doubleType()), M.pointerTo(M.doubleType()));
  EXPECT_EQ(M.arrayOf(M.intType(), 3), M.arrayOf(M.intType(), 3));
  EXPECT_NE(M.arrayOf(M.intType(), 3), M.arrayOf(M.intType(), 4));
  EXPECT_NE(M.pointerTo(M.intType()), M.referenceTo(M.intType()));
  EXPECT_EQ(M.opaqueType("FILE"), M.opaqueType("FILE"));
  EXPECT_NE(M.opaqueType("FILE"), M.recordType("FILE"));
  EXPECT_EQ(M.integerType("unsigned int", 32, false),
            M.integerType("unsigned int", 32, false));
}

TEST(Types, ConstVariants) {
  Module M;
  const Type *D = M.doubleType(), *C = M.constOf(D);
  EXPECT_NE(D, C);
  EXPECT_TRUE(C->isConst());
  EXPECT_TRUE(C->isReal());
  EXPECT_EQ(C->unqualified(), D);
  EXPECT_EQ(D->unqualified(), D);
  EXPECT_EQ(M.constOf(D), C);
  EXPECT_EQ(M.constOf(C), C);
  EXPECT_NE(M.pointerTo(C), M.pointerTo(D));
  EXPECT_FALSE(M.pointerTo(C)->isConst());
  EXPECT_EQ(M.pointerTo(C)->element(), C);
}

TEST(Types, ConstArraysAreArraysOfConst) {
  Module M;
  const Type *A = M.arrayOf(M.arrayOf(M.doubleType(), 3), 2);
  const Type *C = M.constOf(A);
  EXPECT_EQ(C, M.arrayOf(M.arrayOf(M.constOf(M.doubleType()), 3), 2));
  EXPECT_TRUE(C->isConst());
  EXPECT_EQ(C->unqualified(), A);
}

TEST(Types, ReferencesAreSeenThroughAndNeverConst) {
  Module M;
  const Type *C = M.constOf(M.doubleType());
  const Type *R = M.referenceTo(C);
  EXPECT_EQ(R->value(), M.doubleType());
  EXPECT_EQ(M.constOf(R), R);
  EXPECT_EQ(M.referenceTo(R), R);
  EXPECT_EQ(C->value(), M.doubleType());
}

TEST(Types, HoldsReal) {
  Module M;
  EXPECT_TRUE(M.pointerTo(M.pointerTo(M.doubleType()))->holdsReal());
  EXPECT_TRUE(M.arrayOf(M.realType(Precision::Float), 2)->holdsReal());
  EXPECT_FALSE(M.pointerTo(M.intType())->holdsReal());
  EXPECT_FALSE(M.opaqueType("FILE")->holdsReal());
  EXPECT_FALSE(M.voidType()->holdsReal());
  EXPECT_TRUE(M.containerType("V", M.doubleType())->holdsReal());
}

TEST(Types, RecordsMayHoldThemselves) {
  Module M;
  const Type *Node = M.recordType("Node");
  const Type *Pointer = M.pointerTo(Node), *Const = M.constOf(Node);
  EXPECT_FALSE(Pointer->holdsReal()); // no fields yet
  M.setFields(Node, {{"next", Pointer}, {"v", M.doubleType()}});
  EXPECT_TRUE(Node->holdsReal());
  EXPECT_TRUE(Pointer->holdsReal());
  EXPECT_TRUE(Const->holdsReal());
  ASSERT_EQ(Const->fields().size(), 2u);
  EXPECT_EQ(Const->fields()[1].Name, "v");

  const Type *List = M.recordType("List");
  M.setFields(List, {{"next", M.pointerTo(List)}, {"n", M.intType()}});
  EXPECT_FALSE(List->holdsReal());
  EXPECT_EQ(M.records().size(), 2u);
}

TEST(Rules, PartialsMayComeLater) {
  Module M;
  const Type *D = M.doubleType();
  const Variable *X = M.makeVariable("x", D, VariableKind::Operand);
  Rule R;
  R.Name = "neg";
  R.Params = X;
  const Rule *Added = M.addRule(R);
  EXPECT_EQ(M.rule("neg"), Added);
  EXPECT_EQ(M.rule("pos"), nullptr);
  EXPECT_TRUE(Added->isInactive());
  const Expr *One = M.make<RealLiteral>("1.0", D, SourceLoc());
  M.setPartials(Added, One);
  EXPECT_FALSE(Added->isInactive());
}

TEST(Functions, AreFoundByKey) {
  Module M;
  const Variable *P = M.makeVariable("p", M.intType(), VariableKind::Param);
  Function *F = M.makeFunction("_Z1fi", {}, P, M.voidType());
  EXPECT_EQ(M.function("_Z1fi"), F);
  EXPECT_EQ(M.function("f"), nullptr);
  EXPECT_FALSE(F->hasBody());
  M.setBody(F, {});
  EXPECT_TRUE(F->hasBody());
}

TEST(RealLiteral, Approximate) {
  Module M;
  auto Value = [&](const char *Digits) {
    return M.make<RealLiteral>(Digits, M.doubleType(), SourceLoc())
        ->approximate();
  };
  EXPECT_EQ(Value("0.1"), 0.1);
  EXPECT_EQ(Value("1e-3"), 1e-3);
  EXPECT_EQ(Value("1'000.5"), 1000.5);
  EXPECT_EQ(Value("0x1.8p3"), 12.0);
  EXPECT_EQ(Value("2."), 2.0);
  EXPECT_EQ(Value(".5"), 0.5);
  EXPECT_TRUE(std::isnan(Value("abc")));
}

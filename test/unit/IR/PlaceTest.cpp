// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Places: which expressions are some, and of which variable they are a part.

#include "IR/Build.h"
#include "gtest/gtest.h"

using namespace nabla::ir;

TEST(Place, WhatIsOne) {
  Module M;
  Build B(M);
  const Type *D = M.doubleType();
  const Variable *A = M.makeLocal("a", M.arrayOf(D, 2));
  const Variable *P = M.makeLocal("p", M.pointerTo(D));
  const Type *S = M.recordType("S");
  M.setFields(S, {{"v", D}, {"p", M.pointerTo(D)}});
  const Variable *R = M.makeLocal("s", S);
  const Expr *Zero = B.integer(0);

  EXPECT_TRUE(isPlace(B.ref(A)));
  EXPECT_TRUE(isPlace(B.index(B.ref(A), Zero)));
  EXPECT_TRUE(isPlace(B.index(B.add(B.ref(P), B.integer(1)), Zero)));
  EXPECT_TRUE(isPlace(B.deref(B.ref(P))));
  EXPECT_TRUE(isPlace(B.member(B.ref(R), "v")));
  EXPECT_FALSE(isPlace(B.member(B.aggregate({}, S), "v")));
  EXPECT_FALSE(isPlace(Zero));
  EXPECT_FALSE(isPlace(B.addressOf(B.ref(P))));
  const Expr *V = B.ref(M.makeLocal("v", D)), *W = B.ref(M.makeLocal("w", D));
  const Expr *C = B.ref(M.makeLocal("c", M.boolType()));
  EXPECT_TRUE(isPlace(B.select(C, V, W)));
  EXPECT_FALSE(isPlace(B.select(C, V, B.one(D))));

  EXPECT_EQ(placeVariable(B.index(B.ref(A), Zero)), A);
  EXPECT_EQ(placeVariable(B.member(B.ref(R), "v")), R);
  EXPECT_EQ(placeVariable(B.index(B.ref(P), Zero)), nullptr);
  EXPECT_EQ(placeVariable(B.deref(B.member(B.ref(R), "p"))), nullptr);
}

TEST(Place, SameTypeIgnoresEveryConst) {
  Module M;
  const Type *D = M.doubleType(), *C = M.constOf(D);
  EXPECT_TRUE(sameType(D, C));
  EXPECT_TRUE(sameType(M.pointerTo(C), M.constOf(M.pointerTo(D))));
  EXPECT_TRUE(sameType(M.arrayOf(C, 2), M.arrayOf(D, 2)));
  EXPECT_FALSE(sameType(M.arrayOf(D, 2), M.arrayOf(D, 3)));
  EXPECT_FALSE(sameType(M.pointerTo(D), M.arrayOf(D, 3)));
  EXPECT_FALSE(sameType(D, M.realType(Precision::Float)));
}

TEST(Place, DifferentMembersOfOneRecordType) {
  Module M;
  Build B(M);
  const Type *D = M.doubleType();
  const Type *In = M.recordType("In"), *S = M.recordType("S");
  M.setFields(In, {{"v", D}, {"w", M.arrayOf(D, 3)}});
  M.setFields(S, {{"a", In}, {"b", In}, {"p", M.pointerTo(D)}});
  const Variable *P = M.makeLocal("p", M.pointerTo(S));
  const Variable *Q = M.makeLocal("q", M.pointerTo(M.constOf(S)));
  const Variable *R = M.makeLocal("r", M.pointerTo(In));
  auto Of = [&](const Variable *V, int I, const char *Name) {
    return B.member(B.index(B.ref(V), B.integer(I)), Name);
  };

  EXPECT_TRUE(inDifferentMembers(Of(P, 0, "a"), Of(Q, 1, "b")));
  EXPECT_FALSE(inDifferentMembers(Of(P, 0, "a"), Of(Q, 1, "a")));
  // At different depths.
  const Expr *AV = B.member(Of(P, 0, "a"), "v");
  const Expr *BW = B.index(B.member(Of(P, 0, "b"), "w"), B.integer(1));
  EXPECT_TRUE(inDifferentMembers(AV, BW));
  EXPECT_TRUE(inDifferentMembers(AV, Of(Q, 1, "b")));
  EXPECT_TRUE(inDifferentMembers(BW, Of(R, 0, "v")));
  EXPECT_FALSE(inDifferentMembers(BW, Of(R, 0, "w")));
  EXPECT_FALSE(inDifferentMembers(AV, Of(P, 0, "a")));
  // What a member points to is no part of it.
  const Expr *Behind = B.index(Of(P, 0, "p"), B.integer(0));
  EXPECT_FALSE(inDifferentMembers(Behind, Of(P, 0, "a")));
  EXPECT_FALSE(inDifferentMembers(AV, B.index(B.ref(P), B.integer(0))));
}

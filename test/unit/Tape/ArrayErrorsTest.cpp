// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays used wrongly: indices and slices that there are not, adjoints of the
// wrong shape. Each is an error that says what was seen and what there is.

#include "Check.h"

namespace {

using nabla::indexed_slices;
using nabla::shape;

TEST(ArrayErrors, EachIndexIsOfItsDimension) {
  const Array M(shape(2, 3), {1, 2, 3, 4, 5, 6});
  const Array Cube(shape(2, 1, 2), {1, 2, 3, 4});
  EXPECT_EQ(M(1, 0).value(), 4);
  EXPECT_EQ(Cube(1, 0, 1).value(), 4);
  const std::string Second = "index 5 in dimension 1 of an array of shape 2x3";
  EXPECT_TAPE_ERROR(M(0, 5), Second); // which is the last one in memory
  EXPECT_TAPE_ERROR(M(0, 5), "it has 3, numbered from 0");
  EXPECT_TAPE_ERROR(M(2, 0), "index 2 in dimension 0");
  EXPECT_TAPE_ERROR(M(std::size_t(-1), 0), "in dimension 0");
  EXPECT_TAPE_ERROR(Cube(1, 1, 0), "index 1 in dimension 1");
  EXPECT_TAPE_ERROR(Cube(0, 0, 2), "index 2 in dimension 2");
  EXPECT_TAPE_ERROR(Cube(1, 1),
                    "2 indices into an array of shape 2x1x2; give 3");
  EXPECT_TAPE_ERROR(M(0, 0, 0), "give 2");
  EXPECT_TAPE_ERROR(Array({1, 2})(0, 1), "give 1");
  // Plain arrays and parameters are asked in the same way.
  EXPECT_TAPE_ERROR(M.value()(0, 5), Second);
  EXPECT_TAPE_ERROR(parameter<Numbers>(M.value())(0, 5), Second);
  EXPECT_TAPE_ERROR(Cube.value()(0, 0, 2), "index 2 in dimension 2");
}

TEST(ArrayErrors, ElementsRowsAndSlices) {
  const Array M(shape(2, 3), {1, 2, 3, 4, 5, 6});
  EXPECT_TAPE_ERROR(M[6], "element 6 of an array of shape 2x3; it has 6");
  EXPECT_TAPE_ERROR(M.value()[6], "element 6");
  EXPECT_TAPE_ERROR(element(M, 7), "element 7");
  EXPECT_TAPE_ERROR(parameter<Numbers>(M.value())[6], "element 6");
  EXPECT_TAPE_ERROR(gather(M, {0, 2}), "row 2 of an array of shape 2x3");
  EXPECT_TAPE_ERROR(slice(M, 1, 2), "a slice of 2 from 1");
  EXPECT_TAPE_ERROR(slice(M, 1, std::size_t(-1)), "it has 2");
  EXPECT_EQ(slice(M, 2, 0).size(), 0u);
}

TEST(ArrayErrors, OfAnEmptyArray) {
  EXPECT_TAPE_ERROR(Array()[0],
                    "element 0 of an array of shape 0; it has none");
  EXPECT_TAPE_ERROR(Numbers()[0], "it has none");
  EXPECT_TAPE_ERROR(gather(Numbers(), {0}), "it has none");
  EXPECT_TAPE_ERROR(slice(Numbers(), 0, 1), "it has none");
  EXPECT_TAPE_ERROR(Array(shape(3, 0), {})(0, 0), "it has none");
}

TEST(ArrayErrors, LargerThanAnyMemory) {
  const std::size_t Huge = std::size_t(1) << 32;
  EXPECT_TAPE_ERROR(Numbers(shape(Huge, Huge), 1), "larger than any memory");
  EXPECT_EQ(Numbers(shape(Huge, Huge, 0), 1).size(), 0u);
}

TEST(ArrayErrors, SlicesAreRowsOfTheirArray) {
  indexed_slices<double> S{{0, 2}, Numbers(shape(2, 2), 1), shape(3, 2)};
  EXPECT_EQ(S.dense(), Numbers(shape(3, 2), {1, 1, 0, 0, 1, 1}));
  Numbers Other(shape(2, 3), 0);
  EXPECT_TAPE_ERROR(S.add_to(Other), "for slices of one of shape 2x3");
  EXPECT_TAPE_ERROR(nabla::concatenate<double>({S}, shape(4, 2)), "shape 4x2");
  S.indices[1] = 3;
  EXPECT_TAPE_ERROR(S.dense(), "row 3 of an array of shape 3x2");
  S.indices.push_back(0);
  EXPECT_TAPE_ERROR(S.dense(), "with 3 indices and values of shape 2x2");
}

/// The gradient by a matrix through a pullback; with another tape around it.
template <class F> Numbers pulled_back(F Pullback, bool Nested) {
  Array X(shape(2, 2), {1, 2, 3, 4});
  GradientTape Outer(nabla::paused);
  if (Nested)
    Outer.start();
  GradientTape Tape;
  Tape.watch(X);
  V Y(3);
  Tape.record(Y, X, Pullback);
  return Tape.gradient(Y * 2.0, X)->value();
}

TEST(ArrayErrors, APullbackReturnsTheShapeOfItsInput) {
  const std::string Should = "should be of shape 2x2";
  for (bool Nested : {false, true}) {
    EXPECT_EQ(
        pulled_back([](V D) { return D * Numbers(shape(2, 2), 3); }, Nested),
        Numbers(shape(2, 2), 6));
    EXPECT_TAPE_ERROR(
        pulled_back([](V) { return Numbers{1, 2, 3, 4}; }, Nested), Should);
    EXPECT_TAPE_ERROR(pulled_back([](V) { return Array(); }, Nested), Should);
    EXPECT_TAPE_ERROR(
        pulled_back([](V) { return std::vector<double>{1, 2}; }, Nested),
        "an adjoint of shape 2;");
  }
  Array X(shape(2, 2), {1, 2, 3, 4});
  GradientTape Tape(nabla::persistent);
  Tape.watch(X);
  V Y =
      nabla::record_call(3.0, X, [](double) { return Numbers{1, 2}; }, "mine");
  Array Z = X * X;
  Tape.stop();
  EXPECT_TAPE_ERROR(Tape.gradient(Y, X), Should);
  EXPECT_TAPE_ERROR(Tape.gradient(Z, X, Numbers{1, 2}), Should);
}

} // namespace

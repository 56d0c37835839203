// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls the test's vectors, matrixAndVectors and matrices, which count in
// Checked, with every order, transpose, side and triangle, and several strides.
// The test includes it at its end.
//
// Of reals the conjugate is the number itself: that it is taken for that is
// looked at once for each order.

/// OpenBLAS has the last one, other libraries do not.
static const nabla::blas::transpose transposes[] = {
    CblasNoTrans, CblasTrans, CblasConjTrans, CblasConjNoTrans};

int main() {
  for (int ix : {1, 2, -2})
    for (int iy : {1, -1, 3})
      vectors(ix, iy);
  for (auto o : {CblasRowMajor, CblasColMajor})
    for (auto t : transposes) {
      const bool once = t == CblasConjTrans || t == CblasConjNoTrans;
      for (int ix : {2, -1})
        for (int iy : {-3, 1})
          if (!once || (ix == 2 && iy == 1))
            matrixAndVectors(o, t, ix, iy);
      for (auto s : {CblasLeft, CblasRight})
        for (auto u : {CblasUpper, CblasLower})
          if (!once || (s == CblasLeft && u == CblasUpper))
            matrices(o, t, s, u);
    }
  std::printf("%d numbers checked\n", Checked);
}

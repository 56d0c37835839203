// Decompositions of Eigen that have no useful derivative are errors of the
// compiler, which say what to take in their place.
//
// REQUIRES: eigen
// RUN: %clang -std=c++17 -I%include %eigen -fsyntax-only -ferror-limit=0 \
// RUN:   -Xclang -verify -Xclang -verify-ignore-unexpected=note,error,warning %s

#include "nabla/eigen.h"
#include <Eigen/Eigenvalues>
#include <Eigen/Sparse>

using V = nabla::variable<double>;
using Matrix = Eigen::Matrix<V, Eigen::Dynamic, Eigen::Dynamic>;
using Sparse = Eigen::SparseMatrix<V>;

void iterations(const Matrix &m) {
  Eigen::RealSchur<Matrix> schur; // expected-error@* {{RealSchur of variables has no useful derivative; take EigenSolver}}
  Eigen::RealQZ<Matrix> qz; // expected-error@* {{RealQZ of variables has no useful derivative; take EigenSolver of b.lu().solve(a)}}
  Eigen::GeneralizedEigenSolver<Matrix> solver; // expected-error@* {{GeneralizedEigenSolver of variables has no useful derivative; take EigenSolver of b.lu().solve(a), or GeneralizedSelfAdjointEigenSolver}}
  Eigen::ComplexEigenSolver<Matrix> complex; // expected-error@* {{ComplexSchur of variables has no useful derivative; take EigenSolver}}
  Eigen::ConjugateGradient<Sparse> gradient; // expected-error@* {{ConjugateGradient of variables has no useful derivative; take SimplicialLDLT or SparseLU}}
  Eigen::BiCGSTAB<Sparse> stab; // expected-error@* {{BiCGSTAB of variables has no useful derivative; take SimplicialLDLT or SparseLU}}
  Eigen::LeastSquaresConjugateGradient<Sparse> least; // expected-error@* {{LeastSquaresConjugateGradient of variables has no useful derivative; take SimplicialLDLT or SparseLU}}
}

void zeros(const Matrix &m) {
  Eigen::SparseQR<Sparse, Eigen::AMDOrdering<int>> qr; // expected-error@* {{SparseQR of variables has no useful derivative; take SparseLU, or the QR decomposition of a dense matrix}}
  Sparse s = m.sparseView(); // expected-error@* {{SparseView of variables has no useful derivative; elements that are zero are left out}}
}

void not_determined(const Matrix &m) {
  Eigen::EigenSolver<Matrix>(m).pseudoEigenvectors(); // expected-error@* {{pseudoEigenvectors() of variables: their length is not determined by the matrix}}
}

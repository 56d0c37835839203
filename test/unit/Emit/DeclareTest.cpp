// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declarators and definitions of records.

#include "Emit/Emit.h"
#include "gtest/gtest.h"

using namespace nabla;

namespace {

struct Declare : testing::Test {
  ir::Module M;
  const ir::Type *Double = M.doubleType();
};

TEST_F(Declare, Scalars) {
  EXPECT_EQ(emit::declare(Double, "x"), "double x");
  EXPECT_EQ(emit::declare(M.constOf(Double), "x"), "const double x");
  EXPECT_EQ(emit::declare(M.integerType("unsigned long", 64, false), "n"),
            "unsigned long n");
  EXPECT_EQ(emit::declare(M.constOf(M.recordType("ns::State")), "s"),
            "const ns::State s");
}

TEST_F(Declare, Pointers) {
  const ir::Type *ToConst = M.pointerTo(M.constOf(Double));
  EXPECT_EQ(emit::declare(M.pointerTo(Double), "p"), "double *p");
  EXPECT_EQ(emit::declare(ToConst, "p"), "const double *p");
  EXPECT_EQ(emit::declare(M.constOf(ToConst), "p"), "const double *const p");
  EXPECT_EQ(emit::declare(M.pointerTo(M.pointerTo(Double)), "p"), "double **p");
  EXPECT_EQ(emit::declare(M.pointerTo(M.constOf(M.pointerTo(Double))), "p"),
            "double *const *p");
}

TEST_F(Declare, ArraysAndReferences) {
  const ir::Type *Matrix = M.arrayOf(M.arrayOf(Double, 4), 3);
  EXPECT_EQ(emit::declare(Matrix, "m"), "double m[3][4]");
  EXPECT_EQ(emit::declare(M.constOf(Matrix), "m"), "const double m[3][4]");
  EXPECT_EQ(emit::declare(M.referenceTo(Matrix), "m"), "double (&m)[3][4]");
  EXPECT_EQ(emit::declare(M.pointerTo(M.arrayOf(Double, 3)), "m"),
            "double (*m)[3]");
  EXPECT_EQ(emit::declare(M.arrayOf(M.pointerTo(Double), 3), "m"),
            "double *m[3]");
  EXPECT_EQ(emit::declare(M.referenceTo(M.constOf(Double)), "x"),
            "const double &x");
  EXPECT_EQ(emit::declare(M.referenceTo(M.pointerTo(Double)), "p"),
            "double *&p");
  EXPECT_EQ(
      emit::declare(
          M.pointerTo(M.arrayOf(M.pointerTo(M.arrayOf(Double, 2)), 5)), "p"),
      "double (*(*p)[5])[2]");
}

TEST_F(Declare, NothingIsTheTypeAlone) {
  EXPECT_EQ(emit::declare(Double, ""), "double");
  EXPECT_EQ(emit::declare(M.pointerTo(Double), ""), "double *");
  EXPECT_EQ(emit::declare(M.constOf(M.pointerTo(Double)), ""), "double *const");
  EXPECT_EQ(emit::declare(M.arrayOf(Double, 3), ""), "double[3]");
  EXPECT_EQ(emit::declare(M.pointerTo(M.arrayOf(Double, 3)), ""),
            "double (*)[3]");
}

TEST_F(Declare, PointersToFunctions) {
  const ir::Type *F = M.functionPointerType("double (*)(double, int)");
  EXPECT_EQ(emit::declare(F, "f"), "double (*f)(double, int)");
  EXPECT_EQ(emit::declare(F, ""), "double (*)(double, int)");
}

TEST_F(Declare, Records) {
  const ir::Type *Frame = M.recordType("ns::step__frame");
  M.setFields(Frame, {{"x_saved", M.pointerTo(Double)},
                      {"m", M.arrayOf(Double, 2)},
                      {"stack", M.opaqueType("nabla::stack<int>")}});
  EXPECT_EQ(emit::recordDefinition(Frame, {}), "struct step__frame {\n"
                                               "  double *x_saved;\n"
                                               "  double m[2];\n"
                                               "  nabla::stack<int> stack;\n"
                                               "};\n");
  EXPECT_EQ(emit::recordDefinition(M.recordType("a::b::Empty"), {"a", ""}),
            "namespace a {\n"
            "namespace {\n"
            "\n"
            "struct Empty {\n"
            "};\n"
            "\n"
            "} // namespace\n"
            "} // namespace a\n");
}

TEST_F(Declare, Functions) {
  ir::Declarator D;
  D.Name = "f";
  D.Static = D.NoExcept = true;
  const ir::Variable *X =
      M.makeVariable("x", M.pointerTo(Double), ir::VariableKind::Param);
  ir::Function *F = M.makeFunction("f", D, {X}, Double);
  EXPECT_EQ(emit::declaration(*F), "static double f(double *x) noexcept;\n");
  EXPECT_EQ(emit::definition(*F), "static double f(double * /*x*/) noexcept {\n"
                                  "}\n");
}

} // namespace

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements on one line, and remarks that show them: IR text has no remark
// about a statement.

#include "Emit/Emit.h"
#include "IR/Text.h"
#include "gtest/gtest.h"

using namespace nabla;

namespace {

/// One function, with these statements around the one that is looked at.
struct OneLine : testing::Test {
  ir::Module M;

  const ir::Stmt *parse(const std::string &Stmt) {
    std::string Error;
    bool Ok = ir::parse("func @g(double %x) -> double;\n"
                        "func @f(double* %p, double %x, int %n) -> double {\n" +
                            Stmt + "\n}\n",
                        M, Error);
    EXPECT_TRUE(Ok) << Error;
    return Ok ? M.function("f")->body()[0] : nullptr;
  }
  std::string line(const std::string &Stmt) {
    return emit::oneLine(parse(Stmt));
  }
  /// The body of a function that holds nothing but a remark about Stmt.
  std::string remark(const std::string &Stmt) {
    const ir::Stmt *S = parse(Stmt);
    ir::Declarator D;
    D.Name = "r";
    ir::Function *R = M.makeFunction("r", D, {}, M.voidType());
    M.setBody(R, M.block({M.make<ir::Remark>("", S, S->Loc)}));
    std::string Text = emit::definition(*R);
    return Text.substr(11, Text.size() - 11 - 2);
  }
};

#define ONE_LINE(Name, Stmt, Text)                                             \
  TEST_F(OneLine, Name) { EXPECT_EQ(line(Stmt), Text); }

ONE_LINE(Let, "let double %y = %x * 2.0;", "double y = x * 2.0;")
ONE_LINE(Assign, "%p[%n] += implicit<double>(%n);", "p[n] += n;")
ONE_LINE(Call, "call double %r = @g(%x);", "double r = g(x);")
ONE_LINE(If, "if (%x > 0.0) { %x = 1.0; }", "if (x > 0.0)")
ONE_LINE(CountedLoop, "for (int %i = 0; %i < %n; %i += 1) { %x = 1.0; }",
         "for (int i = 0; i < n; ++i)")
ONE_LINE(While, "while (%x > 0.0) { %x = 1.0; }", "while (x > 0.0)")
ONE_LINE(For, "while (%n > 0) { %x = 1.0; } step { %n -= 1; }",
         "for (; n > 0; --n)")
ONE_LINE(Do, "do { %x = 1.0; } while (%x < 0.0);", "do while (x < 0.0)")
ONE_LINE(Switch, "switch (%n) { case 1: break; }", "switch (n)")
ONE_LINE(Return, "return %x;", "return x;")
ONE_LINE(PassThrough, "pass(\"if (\" (%n) \")\\n   g();\");", "if (n) g();")

TEST_F(OneLine, Expressions) {
  const ir::Type *D = M.doubleType();
  auto *X = M.make<ir::VarRef>(M.makeLocal("x", D), D, ir::SourceLoc());
  auto *S = M.make<ir::Binary>(ir::BinaryOp::Mul, X, X, D, ir::SourceLoc());
  EXPECT_EQ(emit::oneLine(S), "x * x");
}

TEST_F(OneLine, RemarkShowsTheStatement) {
  EXPECT_EQ(remark("let double %y = %x * 2.0;"), "  // double y = x * 2.0;\n");
}

TEST_F(OneLine, RemarkShowsTheHead) {
  EXPECT_EQ(remark("for (int %i = 0; %i < %n; %i += 1) { %x = 1.0; }"),
            "  // for (int i = 0; i < n; ++i)\n");
}

TEST_F(OneLine, LongRemarkIsCut) {
  std::string Sum = "%x";
  for (int I = 0; I < 40; ++I)
    Sum += " + %x";
  std::string Text = remark("%p[0] = " + Sum + ";");
  EXPECT_EQ(Text.size(), 81u); // with its newline
  EXPECT_TRUE(Text.find("// p[0] = x + x + x") != std::string::npos) << Text;
  EXPECT_EQ(Text.substr(Text.size() - 4), "...\n");
}

// A backslash at the end would make the next line part of the comment.
TEST_F(OneLine, RemarkEndsWithItsLine) {
  ir::Declarator D;
  D.Name = "r";
  ir::Function *R = M.makeFunction("r", D, {}, M.voidType());
  M.setBody(R,
            M.block({M.make<ir::Remark>("path\\", nullptr, ir::SourceLoc())}));
  EXPECT_EQ(emit::definition(*R), "void r() {\n  // path\n}\n");
}

} // namespace

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// IR text: what parses prints the same again, what does not says where, and
// nothing that is fed to the parser makes it fall over.

#include "IR/Text.h"
#include "IR/Build.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <random>

using namespace nabla::ir;

static std::string printed(const Module &M) {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  print(M, OS);
  return Out;
}

/// "" if Text parses.
static std::string parseError(llvm::StringRef Text) {
  Module M;
  std::string Error;
  bool Ok = parse(Text, M, Error);
  EXPECT_EQ(Ok, Error.empty());
  return Error;
}

/// What parses prints, parses again and prints the same.
static void expectStable(llvm::StringRef Text) {
  Module First, Second;
  std::string Error;
  if (!parse(Text, First, Error)) {
    EXPECT_NE(Error.find(": "), std::string::npos) << Error;
    return;
  }
  std::string Once = printed(First);
  ASSERT_TRUE(parse(Once, Second, Error)) << Error << "\n" << Once;
  EXPECT_EQ(printed(Second), Once);
}

static std::string sample() {
  auto Buffer = llvm::MemoryBuffer::getFile(NABLA_IR_SAMPLE);
  EXPECT_TRUE(bool(Buffer)) << NABLA_IR_SAMPLE;
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

//===--- Names ------------------------------------------------------------===//

TEST(Text, VariablesOfOneNameAreToldApart) {
  Module M;
  Build B(M);
  const Type *D = M.doubleType();
  const Variable *A = M.makeLocal("x", D), *C = M.makeLocal("x", D);
  const Variable *Odd = M.makeLocal("x.1", D), *None = M.makeLocal("", D);
  Function *F = M.makeFunction("f", {}, {}, M.voidType());
  M.setBody(F, {B.let(A, B.one(D)), B.let(Odd, B.one(D)),
                B.let(C, B.add(B.ref(A), B.ref(Odd))), B.let(None, B.ref(C))});
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  print(*F, OS);
  EXPECT_EQ(Out, "func @f() -> void named \"\" {\n"
                 "  let double %x = 1.0;\n"
                 "  let double %\"x.1\" = 1.0;\n"
                 "  let double %x.1 = %x + %\"x.1\";\n"
                 "  let double %\"\" = %x.1;\n"
                 "}\n");
  expectStable(printed(M));
}

TEST(Text, ARemarkAboutAStatementIsItsText) {
  Module M;
  Build B(M);
  const Expr *X = B.ref(M.makeLocal("x", M.doubleType()));
  const Stmt *Of = B.accumulate(X, B.real("2.0", X->Ty));
  EXPECT_EQ(brief(M.make<Remark>("", Of, SourceLoc())),
            "remark \"%x += 2.0;\";");
}

TEST(Text, TypesThatOperandsDoNotTellAreWritten) {
  Module M;
  Build B(M);
  const Type *D = M.doubleType();
  const Expr *X = B.ref(M.makeLocal("x", D));
  const Expr *Odd =
      M.make<Binary>(BinaryOp::Add, X, X, M.intType(), SourceLoc());
  EXPECT_EQ(brief(Odd), "typed<int>(%x + %x)");
  const Expr *A =
      M.make<AddressOf>(X, false, M.pointerTo(M.constOf(D)), SourceLoc());
  EXPECT_EQ(brief(A), "typed<const double*>(&%x)");
  expectStable("func @f(double %x) -> void {\n"
               "  let int %i = typed<int>(%x + %x) + 1;\n"
               "  let double %j = typed<double>(-(3));\n"
               "}");
}

TEST(Text, LocationsAreThoseOfTheText) {
  Module M;
  std::string Error;
  ASSERT_TRUE(
      parse("func @f(double %x) -> double {\n  return %x;\n}", M, Error));
  const Stmt *S = M.function("f")->body()[0];
  EXPECT_EQ(S->Loc.Raw, 2u << 8 | 3u);
  EXPECT_EQ(llvm::cast<Exit>(S)->Value->Loc.Raw, 2u << 8 | 10u);
}

TEST(Text, OfAFunctionWithAnotherBody) {
  Module M;
  std::string Error;
  ASSERT_TRUE(
      parse("func @f(double %x) -> double {\n  return %x;\n}", M, Error));
  const Function &F = *M.function("f");
  Build B(M);
  const Expr *Twice = B.add(B.ref(F.params()[0]), B.ref(F.params()[0]));
  const Stmt *New = M.make<Exit>(ExitKind::Return, Twice, "", SourceLoc());
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  print(F, New, OS);
  EXPECT_EQ(Out, "func @f(double %x) -> double {\n  return %x + %x;\n}\n");
  EXPECT_TRUE(verify(F, New, Error)) << Error;
  EXPECT_FALSE(verify(
      F, M.make<Exit>(ExitKind::Break, nullptr, "", SourceLoc()), Error));
}

TEST(Text, GlobalsAreThoseOfTheModule) {
  Module M;
  const Variable *G = M.global("ns::g", M.doubleType());
  std::string Error;
  ASSERT_TRUE(parse("global double %ns::g;\n"
                    "func @f() -> double {\n  return %ns::g;\n}",
                    M, Error))
      << Error;
  auto *Return = llvm::cast<Exit>(M.function("f")->body()[0]);
  EXPECT_EQ(llvm::cast<VarRef>(Return->Value)->Var, G);
  EXPECT_FALSE(parse("global int %ns::g;", M, Error));
  EXPECT_EQ(Error, "1:12: '%ns::g' is there already, of another type");
}

TEST(Text, AddsToWhatIsThere) {
  Module M;
  std::string Error;
  EXPECT_TRUE(parse("func @g(double %x) -> double;", M, Error));
  EXPECT_TRUE(parse("func @f(double %x) -> double {\n"
                    "  call double %r = @g(%x);\n  return %r;\n}",
                    M, Error))
      << Error;
  EXPECT_FALSE(parse("func @g(double %x) -> double;", M, Error));
  EXPECT_EQ(Error, "1:6: function '@g' is there already");
}

//===--- Errors -----------------------------------------------------------===//

TEST(TextErrors, WhatIsDeclared) {
  EXPECT_EQ(parseError("f"), "1:1: expected 'record', 'global', 'rule', 'func' "
                             "or 'adjoint', found 'f'");
  EXPECT_EQ(parseError("func f"),
            "1:6: expected the function's name after '@', found 'f'");
  EXPECT_EQ(parseError("func @f() -> void"),
            "1:18: expected ';' or '{', found the end");
  EXPECT_EQ(parseError("func @f(double %x, int %x) -> void;"),
            "1:24: '%x' is declared already");
  EXPECT_EQ(parseError("func @f(void %x) -> void;"),
            "1:14: '%x' cannot be of type void");
  EXPECT_EQ(parseError("func @f(quaternion %x) -> void;"),
            "1:9: 'quaternion' is not a type");
  EXPECT_EQ(parseError("func @f(u8 \"E\" %a, u16 \"E\" %b) -> void;"),
            "1:20: 'E' is written with two widths or signs in this text");
  EXPECT_EQ(parseError("func @f(double& * %a) -> void;"),
            "1:17: nothing is made of a reference");
  EXPECT_EQ(parseError("func @f(double[99999999999999999999] %a) -> void;"),
            "1:16: '99999999999999999999' cannot be an extent");
  EXPECT_EQ(parseError("record \"A\" {\n  record \"A\"[2] a;\n}"),
            "3:2: record 'A' contains itself");
  EXPECT_EQ(parseError("record \"A\" {\n}\nrecord \"A\" {\n}"),
            "3:8: record 'A' is defined already");
  EXPECT_EQ(parseError("rule f(int %n);\nrule f(int %n);"),
            "2:6: rule 'f' is there already");
  EXPECT_EQ(parseError("rule f(double %x) {\n  d %y = 1.0;\n}"),
            "2:5: '%y' is not declared before this use");
  EXPECT_EQ(parseError("rule f(double %x) -> double %y {\n  d %y = 1.0;\n}"),
            "2:5: '%y' is no parameter of the rule, or has its partial");
}

/// The error of a body, whose first line is line 2.
static std::string bodyError(const char *Body) {
  std::string Text = "record \"S\" { double v; } global double %g; "
                     "rule sin(double %x); func @h(double %x) -> double; "
                     "func @f(double %x, double* %p, record \"S\" %s, int %n) "
                     "-> double {\n";
  return parseError(Text + Body + "\n}");
}

TEST(TextErrors, Statements) {
  EXPECT_EQ(bodyError("return %x"), "3:1: expected ';', found '}'");
  EXPECT_EQ(bodyError("let double %x = 1.0;"),
            "2:12: '%x' is declared already");
  EXPECT_EQ(bodyError("let double %g = 1.0;"),
            "2:12: '%g' is declared already");
  EXPECT_EQ(bodyError("let double %y = %y;"),
            "2:17: '%y' is not declared before this use");
  EXPECT_EQ(bodyError("call @g(%x);"), "2:6: there is no function '@g'");
  EXPECT_EQ(bodyError("%x;"),
            "2:3: expected '=', '+=', '-=', '*=' or '/=', found ';'");
  EXPECT_EQ(bodyError("for (int %i = 0; %n < 3; %i += 1) {\n}"),
            "2:18: expected the loop's counter, found '%n'");
  EXPECT_EQ(bodyError("for (int %i = 0; %i + 3; %i += 1) {\n}"),
            "2:21: expected a comparison of the loop's counter");
  EXPECT_EQ(bodyError("for (int %i = 0; %i < 3; %i += %n) {\n}"),
            "2:32: expected a step, found '%n'");
  EXPECT_EQ(bodyError("switch (%n) { case %n: }"),
            "2:20: a case is an integer literal");
  EXPECT_EQ(bodyError("goto 3;"), "2:6: expected a label, found '3'");
  EXPECT_EQ(bodyError("pass(%x);"),
            "2:6: expected a piece of text, '(' or ')', found '%x'");
}

TEST(TextErrors, Expressions) {
  EXPECT_EQ(bodyError("return ;;"), "2:9: expected an expression, found ';'");
  EXPECT_EQ(bodyError("return %x $ 1.0;"),
            "2:11: this character means nothing in IR text");
  EXPECT_EQ(bodyError("return @cos<double \"cos\">(%x);"),
            "2:8: there is no rule 'cos'");
  EXPECT_EQ(bodyError("return %x[0];"),
            "2:10: what is indexed is neither an array nor a pointer");
  EXPECT_EQ(bodyError("return *%x;"),
            "2:8: what is dereferenced is not a pointer");
  EXPECT_EQ(bodyError("return %s.w;"), "2:11: there is no field 'w'");
  EXPECT_EQ(bodyError("return %s.#1;"),
            "2:10: there is no field of that number");
  EXPECT_EQ(bodyError("return %x.v;"), "2:11: there is no field 'v'");
  EXPECT_EQ(bodyError("return decay(%x);"), "2:8: only an array decays");
  EXPECT_EQ(bodyError("return 3f;"), "2:8: an integer has no suffix 'f'");
  EXPECT_EQ(bodyError("return 3.0u;"), "2:8: a real number has no suffix 'u'");
  EXPECT_EQ(bodyError("return 99999999999999999999;"),
            "2:8: '99999999999999999999' does not fit in 64 bits");
  EXPECT_EQ(bodyError("return foo;"),
            "2:8: 'foo' does not begin an expression");
  EXPECT_EQ(bodyError("remark \"abc;"),
            "2:8: a string does not end on its line");
  EXPECT_EQ(bodyError("remark \"\\q\";"), "2:8: unknown escape in a string");
  EXPECT_EQ(bodyError("return @;"), "2:8: a name is missing after '@'");
}

//===--- Hostile input ----------------------------------------------------===//

static std::string repeat(const char *S, unsigned N) {
  std::string Out;
  while (N--)
    Out += S;
  return Out;
}

TEST(HostileText, DeepNesting) {
  const unsigned N = 100000;
  EXPECT_EQ(bodyError(("return " + repeat("(", N)).c_str()),
            "2:135: this expression is nested too deeply");
  EXPECT_EQ(bodyError(("return " + repeat("-", N) + "%x;").c_str()),
            "2:262: this expression is nested too deeply");
  EXPECT_NE(bodyError(("return %x" + repeat(" + %x", N) + ";").c_str()), "");
  EXPECT_NE(bodyError(("return %p" + repeat("[0]", N) + ";").c_str()), "");
  EXPECT_NE(bodyError(("return " + repeat("true ? ", N) + ";").c_str()), "");
  EXPECT_NE(bodyError(repeat("scope { ", N).c_str()), "");
  EXPECT_NE(bodyError(repeat("switch (%n) { default: ", N).c_str()), "");
  EXPECT_NE(parseError("func @f(double" + repeat("*", N) + " %p) -> void;"),
            "");
  EXPECT_NE(parseError("func @f(double" + repeat("[1]", N) + " %p) -> void;"),
            "");
  EXPECT_NE(parseError("func @f(" + repeat("container<", N)), "");
  EXPECT_EQ(bodyError(("return %x" + repeat(" + %x", 500) + ";").c_str()), "");
  std::string Chain;
  for (unsigned I = 0; I != 2000; ++I)
    Chain += "record \"R" + std::to_string(I) + "\" {\n  record \"R" +
             std::to_string(I + 1) + "\" r;\n}\n";
  EXPECT_NE(parseError(Chain), "");
}

TEST(HostileText, EveryPrefix) {
  std::string Text = sample();
  for (size_t N = 0; N < Text.size(); N += 7)
    parseError(llvm::StringRef(Text).take_front(N));
}

TEST(HostileText, Mangled) {
  const std::string Text = sample();
  std::mt19937 Random(20240611);
  auto Below = [&](size_t N) { return size_t(Random() % N); };
  static const char Odd[] = "%@\"(){}[]<>;:,.*&-+=/!?#0123abdlux \n\\\0\xff";
  for (unsigned Round = 0; Round != 3000; ++Round) {
    // One function of the text, so that errors do not hide each other.
    std::string T = Text;
    for (unsigned Edit = 0, Edits = 1 + Below(3); Edit != Edits; ++Edit) {
      size_t At = Below(T.size()), Length = 1 + Below(12);
      switch (Below(4)) {
      case 0:
        T.erase(At, Length);
        break;
      case 1:
        T.insert(At, T.substr(Below(T.size()), Length));
        break;
      case 2:
        T[At] = Odd[Below(sizeof Odd - 1)];
        break;
      case 3:
        T.replace(At, Length, T.substr(Below(T.size()), Length));
        break;
      }
    }
    SCOPED_TRACE(Round);
    expectStable(T);
  }
}

// As above by whole tokens: more of it parses.
TEST(HostileText, MangledTokens) {
  llvm::SmallVector<llvm::StringRef, 0> Words;
  const std::string Text = sample();
  llvm::SplitString(Text, Words, " ");
  std::mt19937 Random(7);
  auto Below = [&](size_t N) { return size_t(Random() % N); };
  unsigned Parsed = 0;
  for (unsigned Round = 0; Round != 3000; ++Round) {
    auto Changed = Words;
    Changed[Below(Words.size())] = Words[Below(Words.size())];
    std::string T = llvm::join(Changed, " ");
    SCOPED_TRACE(Round);
    expectStable(T);
    Module M;
    std::string Error;
    Parsed += parse(T, M, Error);
    for (const Function &F : M.functions())
      verify(F, Error); // must not crash either
  }
  EXPECT_GT(Parsed, 200u);
}

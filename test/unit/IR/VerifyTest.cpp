// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The verifier: for each of its rules a function that breaks it and one that
// comes close.

#include "IR/Build.h"
#include "IR/Text.h"
#include "gtest/gtest.h"

using namespace nabla::ir;

/// What is wrong with a function of that body; "" if nothing is.
static std::string problem(const char *Body, const char *Result = "double") {
  Module M;
  std::string Text = R"(
record "S" {
  double v;
}
global const double %pi;
rule sin(double %x) -> double %y;
func @h(double %x, int& %n, const int& %c) -> double;
func @nothing() -> void;
func @f(double %x, float %w, double* %p, record "S" %s, int %n, bool %b, const double* %q, double[2] %a) -> )";
  Text += std::string(Result) + " {\n" + Body + "\n}";
  std::string Error;
  EXPECT_TRUE(parse(Text, M, Error)) << Error;
  if (verify(*M.function("f"), Error))
    return "";
  llvm::StringRef E = Error;
  EXPECT_TRUE(E.consume_front("in @f: ")) << Error;
  return E.str();
}

TEST(Verify, Scopes) {
  EXPECT_EQ(problem("if (%b) { let double %y = %x; } return %y;"),
            "'return %y;': variable 'y' is not in scope here");
  EXPECT_EQ(problem("for (int %i = 0; %i < %n; %i += 1) { }\n%n = %i;"),
            "'%n = %i;': variable 'i' is not in scope here");
  EXPECT_EQ(problem("while (%b) { let int %k = 1; } step { %n = %k; }"),
            "'%n = %k;': variable 'k' is not in scope here");
  EXPECT_EQ(problem("while with { let bool %g = %b; } (%g) { %b = %g; } step "
                    "{ %b = %g; }"),
            "");
  EXPECT_EQ(problem("do { let bool %g = %b; } while (%g);"),
            "'do { ... } while (%g);': variable 'g' is not in scope here");
  EXPECT_EQ(problem("do { } while with { let bool %g = %b; } (%g);"), "");
  EXPECT_EQ(problem("switch (%n) { case 1: let int %k; case 2: %k = 1; }"), "");
  EXPECT_EQ(problem("scope { let double %y = %x; } pass(\"\") reads(%y);"),
            "'pass(\"\") reads(%y);': variable 'y' is not in scope here");
  EXPECT_EQ(problem("return %pi * %x;"), "");
}

TEST(Verify, VariablesByHand) {
  Module M;
  Build B(M);
  const Variable *X = M.makeLocal("x", M.intType());
  const Variable *P = M.makeVariable("p", M.intType(), VariableKind::Param);
  auto Verified = [&](const char *Key, Block Body) {
    Function *F = M.makeFunction(Key, {}, P, M.voidType());
    M.setBody(F, Body);
    std::string Error;
    EXPECT_FALSE(verify(*F, Error));
    return Error;
  };
  EXPECT_EQ(Verified("a", {B.set(B.ref(X), B.integer(1))}),
            "in @a: '%x = 1;': variable 'x' is not declared before this use");
  EXPECT_EQ(Verified("b", {B.let(X, nullptr), B.let(X, nullptr)}),
            "in @b: 'let int %x;': variable 'x' is declared twice");
  EXPECT_EQ(Verified("c", {B.let(P, nullptr)}),
            "in @c: 'let int %p;': 'p' is not a local variable");
}

TEST(Verify, OperandTypes) {
  EXPECT_EQ(problem("return %x + %w;"),
            "'return %x + %w;': '%x + %w': operands have the types 'double' "
            "and 'float'");
  EXPECT_EQ(problem("return %x + implicit<double>(%w);"), "");
  EXPECT_EQ(problem("return %p[%x];"),
            "'return %p[%x];': '%p[%x]': the subscript is no integer");
  EXPECT_EQ(problem("%b = %b + %b;"),
            "'%b = %b + %b;': '%b + %b': no such operation on 'bool'");
  EXPECT_EQ(problem("%b = %n && %b;"),
            "'%b = %n && %b;': '%n && %b': operands have the types 'int' and "
            "'bool'");
  EXPECT_EQ(problem("%n = %n << 2l;"), "");
  EXPECT_EQ(problem("%n = %n << %x;"),
            "'%n = %n << %x;': '%n << %x': a shift wants integers");
  EXPECT_EQ(problem("%b = %p + 1 == %q;"), "");
  EXPECT_EQ(problem("%b = !%n;"), "'%b = !%n;': '!%n': '!' wants a bool");
  EXPECT_EQ(problem("return %n ? %x : %x;"),
            "'return %n ? %x : %x;': '%n ? %x : %x': the condition is not a "
            "bool");
  EXPECT_EQ(problem("return %b ? %x : %w;"),
            "'return %b ? %x : %w;': '%b ? %x : %w': alternatives have the "
            "types 'double' and 'float'");
  EXPECT_EQ(problem("return cast<double>(%p);"),
            "'return cast<double>(%p);': 'cast<double>(%p)': no conversion "
            "between 'double*' and 'double'");
  EXPECT_EQ(problem("return typed<double>(%n + %n);"),
            "'return typed<double>(%n + %n);': 'typed<double>(%n + %n)': its "
            "type does not follow from its operands");
  EXPECT_EQ(problem("return @sin<double \"sin\">(%x, %x);"),
            "'return @sin<double \"sin\">(%x, %x);': '@sin<double "
            "\"sin\">(%x, %x)': the rule has 1 parameters, the call 2 "
            "arguments");
  EXPECT_EQ(problem("let record \"S\" %r = aggregate<record \"S\">{%x, %x};"),
            "'let record \"S\" %r = aggregate<record \"S\">{%x, %x};': "
            "'aggregate<record \"S\">{%x, %x}': 'record \"S\"' has no element "
            "1");
}

TEST(Verify, Assignments) {
  EXPECT_EQ(problem("(%x + 1.0) = %x;"),
            "'(%x + 1.0) = %x;': the left side is no place");
  EXPECT_EQ(problem("%x = %w;"),
            "'%x = %w;': place and value have the types 'double' and 'float'");
  EXPECT_EQ(problem("%q[0] = %x;"), "'%q[0] = %x;': the place is const");
  EXPECT_EQ(problem("%q = %q + 1;"), "");
  EXPECT_EQ(problem("%p += %n;"), "");
  EXPECT_EQ(problem("%p = %q;"), ""); // const is not the verifier's business
  EXPECT_EQ(problem("%b += %b;"), "'%b += %b;': no such operation on 'bool'");
  EXPECT_EQ(problem("%a = %a;"), "'%a = %a;': an array is assigned as a whole");
  EXPECT_EQ(problem("let double[2] %c = %a;"),
            "'let double[2] %c = %a;': an array is initialised by copying");
  EXPECT_EQ(problem("let double %y = %n;"),
            "'let double %y = %n;': variable and value have the types "
            "'double' and 'int'");
  EXPECT_EQ(problem("let double& %y;"),
            "'let double& %y;': a reference is not bound to anything");
  EXPECT_EQ(problem("let double& %y = 1.0;"),
            "'let double& %y = 1.0;': a reference is bound to '1.0', which is "
            "no place");
  EXPECT_EQ(problem("let const double& %y = 1.0;"), "");
  EXPECT_EQ(problem("let double* %y = &1.0;"),
            "'let double* %y = &1.0;': '&1.0': the address is taken of "
            "something that is no place");
}

TEST(Verify, Calls) {
  EXPECT_EQ(problem("call double %r = @h(%x, %n, 1);"), "");
  EXPECT_EQ(problem("call double %r = @h(%x, %n);"),
            "'call double %r = @h(%x, %n);': the function has 3 parameters, "
            "the call 2 arguments");
  EXPECT_EQ(problem("call double %r = @h(%n, %n, 1);"),
            "'call double %r = @h(%n, %n, 1);': argument 0 and its parameter "
            "have the types 'int' and 'double'");
  EXPECT_EQ(problem("call double %r = @h(%x, 1, 1);"),
            "'call double %r = @h(%x, 1, 1);': a reference is bound to '1', "
            "which is no place");
  EXPECT_EQ(problem("call float %r = @h(%x, %n, 1);"),
            "'call float %r = @h(%x, %n, 1);': result and variable have the "
            "types 'double' and 'float'");
  EXPECT_EQ(problem("call double %r = @nothing();"),
            "'call double %r = @nothing();': result and variable have the "
            "types 'void' and 'double'");
}

TEST(Verify, CountedLoops) {
  auto Loop = [](const char *Head, const char *Body) {
    return problem(
        ("for (" + std::string(Head) + ") { " + Body + " }").c_str());
  };
  const char *Up = "int %i = 0; %i < %n; %i += 1";
  const std::string Named = "'for (" + std::string(Up) + ") { ... }'";
  EXPECT_EQ(Loop(Up, "continue;"), "");
  EXPECT_EQ(Loop(Up, "%i = 3;"),
            "'%i = 3;': the counter of a counted loop is changed in it");
  EXPECT_EQ(Loop(Up, "call double %r = @h(%x, %i, 1);"),
            "'call double %r = @h(%x, %i, 1);': the counter of a counted loop "
            "is changed in it");
  EXPECT_EQ(Loop(Up, "call double %r = @h(%x, %n, %i);"), "");
  EXPECT_EQ(Loop(Up, "let int& %r = %i;"),
            "'let int& %r = %i;': the counter of a counted loop is changed in "
            "it");
  EXPECT_EQ(Loop(Up, "pass(\"\") writes(%i);"),
            "'pass(\"\") writes(%i);': the counter of a counted loop is "
            "changed in it");
  EXPECT_EQ(Loop(Up, "break;"), "");
  EXPECT_EQ(Loop(Up, "return %x;"), "'return %x;': this leaves a counted loop");
  EXPECT_EQ(Loop(Up, "while () { return %x; }"),
            "'return %x;': this leaves a counted loop");
  EXPECT_EQ(Loop(Up, "while () { break; }"), "");
  EXPECT_EQ(Loop(Up, "switch (%n) { case 1: break; }"), "");
  EXPECT_EQ(Loop(Up, "goto out; } label out: scope {"),
            "'goto out;': this leaves or enters a counted loop");
  EXPECT_EQ(Loop(Up, "goto in; label in:"), "");
  EXPECT_EQ(Loop("int %i = 0; %i < 3l; %i += 1", ""),
            "'for (int %i = 0; %i < 3l; %i += 1) { ... }': the counter and "
            "its bounds have different types");
  EXPECT_EQ(Loop("int %i = 0; %i < 3; %i += -1", ""),
            "'for (int %i = 0; %i < 3; %i += -1) { ... }': the step does not "
            "lead to the end");
  EXPECT_EQ(Loop("int %i = 0; %i != 3; %i += 2", "") != "", true);
  EXPECT_EQ(Loop("int %i = 3; %i != 0; %i += -1", ""), "");
  EXPECT_EQ(Loop("int %i = 3; %i > 0; %i += 0", "") != "", true);
  EXPECT_EQ(Loop("int %i = 3; %i == 0; %i += 1", "") != "", true);
}

TEST(Verify, ControlFlow) {
  EXPECT_EQ(problem("break;"), "'break;': there is no loop or switch around");
  EXPECT_EQ(problem("switch (%n) { case 1: continue; }"),
            "'continue;': there is no loop around");
  EXPECT_EQ(problem("goto l;"), "'goto l;': there is no such label");
  EXPECT_EQ(problem("label l:\nlabel l:"),
            "'label l:': this label is there twice");
  EXPECT_EQ(problem("if (%n) { }"),
            "'if (%n) { ... }': the condition is not a bool");
  EXPECT_EQ(problem("while (%n) { }"),
            "'while (%n) { ... }': the condition is not a bool");
  EXPECT_EQ(problem("switch (%x) { }"),
            "'switch (%x) { ... }': the value is no integer");
  EXPECT_EQ(problem("switch (%n) { case 1: case 1: }"),
            "'switch (%n) { ... }': a case is there twice");
  EXPECT_EQ(problem("switch (%n) { default: default: }"),
            "'switch (%n) { ... }': default is there twice");
  EXPECT_EQ(problem("switch (%n) { case 1l: }"),
            "'switch (%n) { ... }': a case is no literal of the value's type");
  EXPECT_EQ(problem("return;"), "'return;': a value to return is missing");
  EXPECT_EQ(problem("return %x;", "void"),
            "'return %x;': the function returns nothing");
  EXPECT_EQ(problem("return %n;"),
            "'return %n;': result and value have the types 'double' and "
            "'int'");
  EXPECT_EQ(problem("return %x;", "double&"), "");
  EXPECT_EQ(problem("return 1.0;", "double&"),
            "'return 1.0;': a reference is bound to '1.0', which is no place");
}

TEST(Verify, SavedValues) {
  EXPECT_EQ(problem("reserve double* %v[%n];"), "");
  EXPECT_EQ(problem("reserve double %v[%n];"),
            "'reserve double %v[%n];': what is reserved is not held by a "
            "pointer");
  EXPECT_EQ(problem("reserve double* %v[%x];"),
            "'reserve double* %v[%x];': the count is no integer");
  EXPECT_EQ(problem("push %x, %x;"), "'push %x, %x;': this is no stack");
  EXPECT_EQ(problem("let opaque \"nabla::stack<double>\" %k;\npush %k, %x;\n"
                    "pop double %v from %k;\nreturn %v;"),
            "");
}

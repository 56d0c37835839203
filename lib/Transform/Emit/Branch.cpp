// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// if and switch.

#include "Emit/StmtPrinter.h"
#include "IR/Walk.h"

using namespace nabla;
using namespace nabla::emit;
using llvm::dyn_cast;
using llvm::isa;

//===--- if ---------------------------------------------------------------===//

/// "else if": the only statement of an else is an if.
static const ir::If *elseIf(const ir::If &I) {
  return I.Else.size() == 1 ? dyn_cast<ir::If>(I.Else[0]) : nullptr;
}

/// No branch of the whole chain needs braces.
static bool isPlain(const ir::If &I) {
  if (!needsNoBraces(I.Then))
    return false;
  const ir::If *Next = elseIf(I);
  return Next ? isPlain(*Next) : I.Else.empty() || needsNoBraces(I.Else);
}

void StmtPrinter::branch(const ir::If &First) {
  if (First.Then.empty() && !First.Else.empty())
    return braced("if (" + E.negated(First.Cond) + ")", First.Else);
  bool Plain = isPlain(First);
  std::string Open = Plain ? "" : " {", Close = Plain ? "" : "} ";
  std::string Before;
  for (const ir::If *I = &First;;) {
    line(Before + "if (" + E.condition(I->Cond) + ")" + Open);
    indented(I->Then);
    Before = Close + "else ";
    if (const ir::If *Next = elseIf(*I)) {
      I = Next;
      continue;
    }
    if (!I->Else.empty()) {
      line(Close + "else" + Open);
      indented(I->Else);
    }
    break;
  }
  if (!Plain)
    line("}");
}

//===--- switch -----------------------------------------------------------===//

/// True if control does not come out at the end of B.
static bool endsElsewhere(ir::Block B) {
  if (B.empty())
    return false;
  const ir::Stmt *Last = B.back();
  if (auto *I = dyn_cast<ir::If>(Last))
    return endsElsewhere(I->Then) && endsElsewhere(I->Else);
  if (auto *S = dyn_cast<ir::Scope>(Last))
    return endsElsewhere(S->Body);
  return isa<ir::Exit>(Last);
}

/// A declares variables, and no other arm uses them.
static bool isOwnScope(const ir::Switch &W, const ir::SwitchArm &A) {
  llvm::DenseSet<const ir::Variable *> Mine;
  for (const ir::Stmt *S : A.Body)
    if (const ir::Variable *V = ir::declared(S); V && !isa<ir::CountedLoop>(S))
      Mine.insert(V);
  bool Shared = false;
  for (const ir::SwitchArm &Other : W.Arms)
    if (&Other != &A)
      ir::walk(Other.Body, [&](const ir::Stmt *S) {
        ir::forEachUse(
            S, [&](const ir::Variable *V) { Shared |= Mine.contains(V); });
      });
  return !Mine.empty() && !Shared;
}

static bool hasLabel(const ir::SwitchArm &A) {
  return A.IsDefault || !A.Values.empty();
}

/// "case 1:", "default:"; with Brace, the last one opens a block.
void StmtPrinter::armLabels(const ir::SwitchArm &A, bool Brace) {
  std::vector<std::string> Labels;
  for (const ir::Expr *V : A.Values)
    Labels.push_back("case " + E.converted(V) + ":");
  if (A.IsDefault)
    Labels.push_back("default:");
  if (Labels.empty() && Brace)
    Labels.push_back("{");
  else if (Brace)
    Labels.back() += " {";
  for (const std::string &Label : Labels)
    line(Label);
}

/// Next is the arm behind it, if there is one.
void StmtPrinter::arm(const ir::Switch &W, const ir::SwitchArm &A,
                      const ir::SwitchArm *Next) {
  bool Brace = isOwnScope(W, A);
  armLabels(A, Brace);
  indented(A.Body);
  bool FallsThrough = Next && hasLabel(*Next) && !A.Body.empty();
  Indent += 2;
  if (!Next && A.Body.empty())
    line("break;");
  else if (FallsThrough && !endsElsewhere(A.Body))
    line("[[fallthrough]];");
  Indent -= 2;
  if (Brace)
    line("}");
}

void StmtPrinter::switchOver(const ir::Switch &W) {
  std::vector<const ir::SwitchArm *> Arms;
  for (const ir::SwitchArm &A : W.Arms)
    if (hasLabel(A) || !A.Body.empty())
      Arms.push_back(&A);
  Arms.push_back(nullptr);
  line("switch (" + E.value(W.Value) + ") {");
  for (size_t I = 0; Arms[I]; ++I)
    arm(W, *Arms[I], Arms[I + 1]);
  line("}");
}

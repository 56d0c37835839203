// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops. A counted loop is a for. The general loop is whatever of while, for
// and do can say what it does; where none can,
//
//   for (;;) {
//     CondBlock
//     if (!Cond)
//       break;
//     Body
//     Step
//   }
//
// There continue must still reach Step: where Step is assignments, it goes into
// the head; otherwise continue becomes a goto to a label in front of it.

#include "Emit/Emit.h"
#include "Emit/StmtPrinter.h"
#include "IR/Walk.h"

using namespace nabla;
using namespace nabla::emit;
using llvm::dyn_cast;
using llvm::isa;

//===--- Counted loops ----------------------------------------------------===//

std::string StmtPrinter::head(const ir::CountedLoop &L) {
  std::string Counter = C.N.of(L.Counter).str();
  ir::VarRef Ref(L.Counter, L.Counter->type()->value(), L.Loc);
  std::string Step =
      L.Step == 1    ? "++" + Counter
      : L.Step == -1 ? "--" + Counter
      : L.Step < 0   ? Counter + " -= " + std::to_string(0 - uint64_t(L.Step))
                     : Counter + " += " + std::to_string(L.Step);
  return "for (" + declaration(L.Counter, false) + " = " +
         E.converted(L.Begin) + "; " + E.comparison(L.Relation, &Ref, L.End) +
         "; " + Step + ")";
}

//===--- Heads of general loops -------------------------------------------===//

/// True if a continue in B is one of the loop whose body B is.
static bool continues(ir::Block B) {
  return llvm::any_of(B, [](const ir::Stmt *S) {
    if (auto *X = dyn_cast<ir::Exit>(S))
      return X->To == ir::ExitKind::Continue;
    bool Found = false;
    if (!isa<ir::Loop, ir::CountedLoop>(S))
      ir::forEachBlock(S, [&](ir::Block B) { Found |= continues(B); });
    return Found;
  });
}

/// True if S mentions a variable that B declares.
static bool mentionsDeclared(const ir::Stmt *S, ir::Block B) {
  bool Found = false;
  ir::forEachUse(S, [&](const ir::Variable *V) {
    for (const ir::Stmt *Other : B)
      Found |= ir::declared(Other) == V;
  });
  return Found;
}

/// Step as the last part of a for's head, if it can be that.
std::optional<std::string> StmtPrinter::headStep(const ir::Loop &L) {
  std::string Text;
  for (const ir::Stmt *S : L.Step) {
    if (!isa<ir::Assign>(S) || mentionsDeclared(S, L.CondBlock))
      return std::nullopt;
    Text += (Text.empty() ? "" : ", ") + *simple(S);
  }
  return Text;
}

static std::string forHead(const std::string &Init, const std::string &Cond,
                           const std::string &Step) {
  std::string Second = Cond.empty() ? "" : " " + Cond;
  std::string Third = Step.empty() ? "" : " " + Step;
  return "for (" + Init + ";" + Second + ";" + Third + ")";
}

std::string StmtPrinter::loopHead(const ir::Loop &L, const ir::Let *Init) {
  std::string Cond =
      L.Cond && L.CondBlock.empty() ? E.condition(L.Cond) : std::string();
  if (!L.TestFirst)
    return Cond.empty() ? "for (;;)" : "do while (" + Cond + ")";
  std::string Step = headStep(L).value_or("");
  if (!Init && Step.empty() && !Cond.empty())
    return "while (" + Cond + ")";
  return forHead(Init ? let(*Init) : "", Cond, Step);
}

//===--- Bodies -----------------------------------------------------------===//

void StmtPrinter::bodyAndTail(ir::Block Body, ir::Block Tail, bool Continues) {
  if (!Continues) {
    ContinueTo.emplace_back();
    indented(Body);
    ContinueTo.pop_back();
    return indented(Tail);
  }
  ContinueTo.push_back(C.N.newLabel("next"));
  Indent += 2;
  line("{"); // what Body declares is not jumped over
  indented(Body);
  line("}");
  label(ContinueTo.back(), Tail.empty());
  Indent -= 2;
  ContinueTo.pop_back();
  indented(Tail);
}

void StmtPrinter::leaveUnless(const ir::Expr *Cond) {
  if (!Cond)
    return;
  Indent += 2;
  line("if (" + E.negated(Cond) + ")");
  Indent += 2;
  line("break;");
  Indent -= 4;
}

/// while and for, with the test in the head or, after CondBlock, in the body.
void StmtPrinter::headedLoop(const ir::Loop &L, const ir::Let *Init) {
  ir::Block Tail = headStep(L) ? ir::Block() : L.Step;
  std::string Head = loopHead(L, Init);
  if (L.CondBlock.empty() && Tail.empty()) {
    ContinueTo.emplace_back();
    braced(Head, L.Body);
    ContinueTo.pop_back();
    return;
  }
  line(Head + " {");
  indented(L.CondBlock);
  if (!L.CondBlock.empty())
    leaveUnless(L.Cond);
  bodyAndTail(L.Body, Tail, !Tail.empty() && continues(L.Body));
  line("}");
}

void StmtPrinter::doLoop(const ir::Loop &L) {
  line("do {");
  bodyAndTail(L.Body, L.Step, !L.Step.empty() && continues(L.Body));
  line("} while (" + E.condition(L.Cond) + ");");
}

/// The test comes last and is more than an expression.
void StmtPrinter::endlessLoop(const ir::Loop &L) {
  line("for (;;) {");
  std::vector<const ir::Stmt *> Tail(L.Step.begin(), L.Step.end());
  Tail.insert(Tail.end(), L.CondBlock.begin(), L.CondBlock.end());
  bodyAndTail(L.Body, Tail, !Tail.empty() && continues(L.Body));
  leaveUnless(L.Cond);
  line("}");
}

void StmtPrinter::loop(const ir::Loop &L, const ir::Let *Init) {
  if (L.TestFirst)
    return headedLoop(L, Init);
  if (L.Cond && L.CondBlock.empty())
    return doLoop(L);
  endlessLoop(L);
}

//===--- for with a declaration -------------------------------------------===//

/// { let i = a; while (c) ... } is for (int i = a; c; ...) ...
bool StmtPrinter::forLoop(const ir::Scope &S) {
  if (S.Body.size() != 2)
    return false;
  auto *Init = dyn_cast<ir::Let>(S.Body[0]);
  auto *L = dyn_cast<ir::Loop>(S.Body[1]);
  if (!Init || !Init->Init || !Init->Var->type()->isScalar() || !L ||
      !L->TestFirst || !L->CondBlock.empty() || !L->Cond || !headStep(*L) ||
      !ir::mentions(L->Cond, Init->Var))
    return false;
  loop(*L, Init);
  return true;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Emit/Emit.h"
#include "Emit/StmtPrinter.h"
#include "Emit/Wrap.h"
#include "IR/Visit.h"
#include "IR/Walk.h"

using namespace nabla;
using namespace nabla::emit;
using llvm::dyn_cast;
using llvm::isa;
using llvm::StringRef;

//===--- Lines ------------------------------------------------------------===//

void StmtPrinter::line(StringRef Code) { Out += wrapCode(Code, Indent) + "\n"; }

void StmtPrinter::comment(StringRef Text) {
  Out += wrapComment(Text, Indent) + "\n";
}

void StmtPrinter::indented(ir::Block B) {
  Indent += 2;
  for (const ir::Stmt *S : B)
    stmt(S, S == B.back());
  Indent -= 2;
}

void StmtPrinter::block(ir::Block B, unsigned At) {
  Indent = At - 2;
  indented(B);
}

bool emit::needsNoBraces(ir::Block B) {
  if (B.size() != 1)
    return false;
  if (auto *C = dyn_cast<ir::Call>(B[0]))
    return !C->Result;
  return isa<ir::Assign, ir::Exit, ir::Push, ir::Release>(B[0]);
}

void StmtPrinter::braced(StringRef Head, ir::Block B) {
  if (needsNoBraces(B)) {
    line(Head);
    return indented(B);
  }
  line((Head + " {").str());
  indented(B);
  line("}");
}

//===--- Dispatch ---------------------------------------------------------===//

void StmtPrinter::stmt(const ir::Stmt *S, bool Last) {
  if (std::optional<std::string> Text = simple(S))
    return line(*Text + ";");
  if (auto *L = dyn_cast<ir::Label>(S))
    return label(L->Name, Last);
  ir::visit(S, ir::Overloads{
                   [&](const ir::If &I) { branch(I); },
                   [&](const ir::CountedLoop &L) {
                     ContinueTo.emplace_back();
                     braced(head(L), L.Body);
                     ContinueTo.pop_back();
                   },
                   [&](const ir::Loop &L) { loop(L, nullptr); },
                   [&](const ir::Switch &W) { switchOver(W); },
                   [&](const ir::Scope &B) {
                     if (!forLoop(B)) {
                       line("{");
                       indented(B.Body);
                       line("}");
                     }
                   },
                   [&](const ir::PassThrough &P) { passThrough(P); },
                   [&](const ir::Remark &R) { remark(R); },
                   [](const auto &) { llvm_unreachable("simple statement"); }});
}

std::optional<std::string> StmtPrinter::simple(const ir::Stmt *S) {
  using Text = std::optional<std::string>;
  return ir::visit(
      S,
      ir::Overloads{
          [&](const ir::Let &L) -> Text { return let(L); },
          [&](const ir::Assign &A) -> Text { return assign(A); },
          [&](const ir::Call &K) -> Text { return call(K); },
          [&](const ir::Exit &X) -> Text { return exit(X); },
          [&](const ir::Reserve &R) -> Text { return reserve(R); },
          [&](const ir::Allocate &A) -> Text { return allocate(A); },
          [&](const ir::Release &R) -> Text { return release(R); },
          [&](const ir::Push &P) -> Text {
            return (C.N.of(P.Stack) + ".push(" + E.value(P.Value) + ")").str();
          },
          [&](const ir::Pop &P) -> Text {
            return declaration(P.Var, true) + " = " + C.N.of(P.Stack).str() +
                   ".pop()";
          },
          [](const auto &) -> Text { return std::nullopt; }});
}

std::string StmtPrinter::head(const ir::Stmt *S) {
  if (std::optional<std::string> Text = simple(S))
    return *Text + ";";
  return ir::visit(
      S,
      ir::Overloads{
          [&](const ir::If &I) { return "if (" + E.condition(I.Cond) + ")"; },
          [&](const ir::CountedLoop &L) { return head(L); },
          [&](const ir::Loop &L) { return loopHead(L, nullptr); },
          [&](const ir::Switch &W) {
            return "switch (" + E.value(W.Value) + ")";
          },
          [](const ir::Label &L) { return L.Name.str() + ":"; },
          [](const ir::Scope &) { return std::string("{ ... }"); },
          [&](const ir::PassThrough &P) { return E.pieces(P.Pieces); },
          [](const ir::Remark &R) { return "// " + R.Text.str(); },
          [](const auto &) { return std::string(); }});
}

//===--- Simple statements ------------------------------------------------===//

/// "const double x": const if it stays as it is and reads well so.
std::string StmtPrinter::declaration(const ir::Variable *V, bool MayBeConst) {
  bool Const = MayBeConst && C.Changed && !C.Changed->contains(V) &&
               V->type()->isArithmetic() && !V->type()->isConst();
  return (Const ? "const " : "") + declare(V->type(), C.N.of(V));
}

std::string StmtPrinter::let(const ir::Let &L) {
  if (!L.Init)
    return declaration(L.Var, false);
  bool Reference = L.Var->type()->isReference();
  return declaration(L.Var, true) + " = " +
         (Reference ? E.bound(L.Init) : E.initializer(L.Init));
}

/// A one to be added to an integer or a pointer.
static bool isIntegerOne(const ir::Expr *E) {
  if (auto *Cast = dyn_cast<ir::Cast>(E); Cast && Cast->Implicit)
    E = Cast->Operand;
  auto *L = dyn_cast<ir::IntLiteral>(E);
  return L && L->Value == 1;
}

/// True if "Place Op= V" with V printed bare computes in the type of Place.
static bool bareInCompound(const ir::Assign &A) {
  if (A.Place->Ty->isPointer())
    return bareAsOffset(A.Value);
  return bareAsValue(A.Value) &&
         usual(arith(A.Place->Ty), arithAs(A.Value, As::Bare)) ==
             promoted(arith(A.Place->Ty));
}

std::string StmtPrinter::assign(const ir::Assign &A) {
  static const char *const Ops[] = {" = ", " += ", " -= ", " *= ", " /= "};
  bool Add = A.Op == ir::AssignOp::Add, Sub = A.Op == ir::AssignOp::Sub;
  bool Steps = A.Place->Ty->isInteger() || A.Place->Ty->isPointer();
  std::string Place = E.place(A.Place);
  if ((Add || Sub) && Steps && isIntegerOne(A.Value))
    return (Add ? "++" : "--") + Place;
  bool Bare = A.Op == ir::AssignOp::Set || bareInCompound(A);
  return Place + Ops[unsigned(A.Op)] +
         (Bare ? E.converted(A.Value) : E.value(A.Value));
}

std::string StmtPrinter::exit(const ir::Exit &X) {
  switch (X.To) {
  case ir::ExitKind::Break:
    return "break";
  case ir::ExitKind::Continue:
    return ContinueTo.empty() || ContinueTo.back().empty()
               ? "continue"
               : "goto " + ContinueTo.back();
  case ir::ExitKind::Goto:
    return ("goto " + X.Label).str();
  case ir::ExitKind::Return:
    break;
  }
  if (!X.Value)
    return "return";
  bool Reference = C.Result && C.Result->isReference();
  return "return " + (Reference ? E.bound(X.Value) : E.initializer(X.Value));
}

std::string StmtPrinter::reserve(const ir::Reserve &R) {
  std::string Element = declare(R.Var->type()->element()->unqualified(), "");
  return declaration(R.Var, false) + " = ::nabla::arena::reserve" +
         (R.Zero ? "_zeroed<" : "<") + Element + ">(" + E.offset(R.Count) + ")";
}

std::string StmtPrinter::allocate(const ir::Allocate &A) {
  const ir::Type *T = A.Var->type()->element()->unqualified();
  std::string Element = declare(T, ""),
              Left = declaration(A.Var, false) + " = ";
  bool One = A.How == ir::Allocator::New;
  std::string Count = One ? "" : E.offset(A.Count);
  switch (A.How) {
  case ir::Allocator::New:
  case ir::Allocator::NewArray:
    return Left + "new " + (One ? Element : declare(T, "[" + Count + "]")) +
           (A.Zero ? "()" : "");
  case ir::Allocator::C:
    return Left + "static_cast<" + declare(A.Var->type()->unqualified(), "") +
           (A.Zero
                ? ">(__builtin_calloc(" + Count + ", sizeof(" + Element + ")))"
                : ">(__builtin_malloc(" + E.factor(A.Count) + " * sizeof(" +
                      Element + ")))");
  case ir::Allocator::Measured:
    return Left + "::nabla::measured::allocate" + (A.Zero ? "_zeroed<" : "<") +
           Element + ">(" + Count + ")";
  case ir::Allocator::Reserved:
    return Left + "::nabla::measured::reserve" + (A.Zero ? "_zeroed<" : "<") +
           Element + ">(" + Count + ")";
  }
  llvm_unreachable("no such allocator");
}

std::string StmtPrinter::release(const ir::Release &R) {
  static const char *const Now[] = {"delete ", "delete[] ", "__builtin_free(",
                                    "::nabla::measured::release(", nullptr};
  static const char *const Late[] = {"::nabla::late::delete_one(",
                                     "::nabla::late::delete_array(",
                                     "::nabla::late::free(", nullptr, nullptr};
  std::string Text = (R.Late ? Late : Now)[unsigned(R.How)];
  return Text.back() == '(' ? Text + E.value(R.Pointer) + ")"
                            : Text + E.place(R.Pointer);
}

void StmtPrinter::passThrough(const ir::PassThrough &P) {
  std::string Text = E.pieces(P.Pieces);
  StringRef Trimmed = StringRef(Text).trim();
  if (Trimmed.empty())
    return;
  bool Ends = Trimmed.ends_with(";") || Trimmed.ends_with("}");
  line((Trimmed + (Ends ? "" : ";")).str());
}

void StmtPrinter::remark(const ir::Remark &R) {
  if (!R.Of) {
    // A new section of the text.
    if (!Out.empty() && !llvm::StringRef(Out).ends_with("{\n"))
      Out += "\n";
    return comment(R.Text);
  }
  Context Primal{C.N, C.Namespaces};
  std::string Text =
      R.Text.empty() ? StmtPrinter(Primal).head(R.Of) : R.Text.str();
  comment(shorten(Text, LineWidth - Indent - 3));
}

/// At the end of a block a label labels an empty statement.
void StmtPrinter::label(StringRef Name, bool Last) {
  unsigned Outer = Indent >= 2 ? Indent - 2 : 0;
  Out += std::string(Outer, ' ') + Name.str() + (Last ? ":;\n" : ":\n");
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements, functions, rules and modules as text: one statement a line, two
// spaces for each block around it.

#include "IR/Printer.h"
#include "IR/Text.h"
#include "IR/Visit.h"
#include "IR/Walk.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace nabla::ir;
using llvm::ArrayRef;
using llvm::StringRef;

//===--- Statements -------------------------------------------------------===//

void Printer::declare(const Variable *V) {
  type(V->type());
  OS << ' ' << Names(V);
}

void Printer::indented(Block B) {
  ++Depth;
  for (const Stmt *S : B)
    stmt(S);
  --Depth;
}

void Printer::block(Block B) {
  if (Brief) {
    OS << "{ ... }";
    return;
  }
  OS << "{\n";
  indented(B);
  OS.indent(2 * Depth) << '}';
}

static const char *assignment(AssignOp Op) {
  static const char *const Spelling[] = {" = ", " += ", " -= ", " *= ", " /= "};
  return Spelling[unsigned(Op)];
}

void Printer::counted(const CountedLoop &L) {
  StringRef Counter = Names(L.Counter);
  OS << "for (";
  declare(L.Counter);
  OS << " = ";
  expr(L.Begin);
  OS << "; " << Counter << ' ' << spelling(L.Relation) << ' ';
  expr(L.End);
  OS << "; " << Counter << " += " << L.Step << ") ";
  block(L.Body);
}

/// while with { ... } (c): the block that computes the condition, if there is
/// one; no condition is ().
void Printer::loopTest(const Loop &L) {
  OS << "while ";
  if (!L.CondBlock.empty()) {
    OS << "with ";
    block(L.CondBlock);
    OS << ' ';
  }
  OS << '(';
  if (L.Cond)
    expr(L.Cond);
  OS << ')';
}

void Printer::exit(const Exit &X) {
  static const char *const Word[] = {"break", "continue", "return", "goto"};
  OS << Word[unsigned(X.To)];
  if (X.Value) {
    OS << ' ';
    expr(X.Value);
  }
  if (!X.Label.empty()) {
    OS << ' ';
    word(X.Label);
  }
  OS << ';';
}

void Printer::variables(const char *Word, ArrayRef<const Variable *> L) {
  if (L.empty())
    return;
  llvm::ListSeparator Comma;
  OS << ' ' << Word << '(';
  for (const Variable *V : L)
    OS << Comma << Names(V);
  OS << ')';
}

void Printer::passThrough(const PassThrough &P) {
  OS << "pass";
  pieces(P.Pieces);
  variables("reads", P.Reads);
  variables("writes", P.Writes);
  if (!P.Why.empty()) {
    OS << " why ";
    quoted(P.Why);
  }
  OS << ';';
}

void Printer::arm(const SwitchArm &A) {
  OS.indent(2 * Depth) << (A.IsDefault && A.Values.empty() ? "" : "case");
  llvm::ListSeparator Comma(",");
  for (const Expr *V : A.Values) {
    OS << Comma << ' ';
    expr(V);
  }
  if (A.IsDefault)
    OS << (A.Values.empty() ? "default" : ", default");
  OS << ":\n";
  indented(A.Body);
}

/// One line, or several where S has blocks; no newline at the end.
void Printer::head(const Stmt *S) {
  visit(S, Overloads{[&](const Let &L) {
                       OS << "let ";
                       declare(L.Var);
                       if (L.Init) {
                         OS << " = ";
                         expr(L.Init);
                       }
                       OS << ';';
                     },
                     [&](const Assign &A) {
                       operand(A.Place, UnaryLevel);
                       OS << assignment(A.Op);
                       expr(A.Value);
                       OS << ';';
                     },
                     [&](const Call &C) {
                       OS << "call ";
                       if (C.Result) {
                         declare(C.Result);
                         OS << " = ";
                       }
                       OS << '@';
                       word(C.Callee->key());
                       OS << '(';
                       list(C.Args);
                       OS << ");";
                     },
                     [&](const If &I) {
                       OS << "if (";
                       expr(I.Cond);
                       OS << ") ";
                       block(I.Then);
                       if (!I.Else.empty()) {
                         OS << " else ";
                         block(I.Else);
                       }
                     },
                     [&](const CountedLoop &L) { counted(L); },
                     [&](const Loop &L) {
                       if (L.TestFirst) {
                         loopTest(L);
                         OS << ' ';
                       } else {
                         OS << "do ";
                       }
                       block(L.Body);
                       if (!L.Step.empty()) {
                         OS << " step ";
                         block(L.Step);
                       }
                       if (!L.TestFirst) {
                         OS << ' ';
                         loopTest(L);
                         OS << ';';
                       }
                     },
                     [&](const Switch &W) {
                       OS << "switch (";
                       expr(W.Value);
                       OS << ") ";
                       if (Brief)
                         return block({});
                       OS << "{\n";
                       for (const SwitchArm &A : W.Arms)
                         arm(A);
                       OS.indent(2 * Depth) << '}';
                     },
                     [&](const Exit &X) { exit(X); },
                     [&](const Label &L) {
                       OS << "label ";
                       word(L.Name);
                       OS << ':';
                     },
                     [&](const Scope &B) {
                       OS << "scope ";
                       block(B.Body);
                     },
                     [&](const PassThrough &P) { passThrough(P); },
                     [&](const Reserve &R) {
                       OS << "reserve " << (R.Zero ? "zero " : "");
                       declare(R.Var);
                       OS << '[';
                       expr(R.Count);
                       OS << "];";
                     },
                     [&](const Push &P) {
                       OS << "push " << Names(P.Stack) << ", ";
                       expr(P.Value);
                       OS << ';';
                     },
                     [&](const Pop &P) {
                       OS << "pop ";
                       declare(P.Var);
                       OS << " from " << Names(P.Stack) << ';';
                     },
                     [&](const Remark &R) {
                       OS << "remark ";
                       quoted(R.Of ? brief(R.Of) : R.Text.str());
                       OS << ';';
                     }});
}

void Printer::stmt(const Stmt *S) {
  OS.indent(2 * Depth);
  head(S);
  OS << '\n';
}

void Printer::firstLine(const Stmt *S) {
  Brief = true;
  head(S);
}

//===--- What a module holds ----------------------------------------------===//

void Printer::record(const Type *T) {
  OS << "record ";
  quoted(T->spelling());
  OS << " {\n";
  for (const RecordField &F : T->fields()) {
    OS << "  ";
    type(F.Ty);
    OS << ' ';
    word(F.Name);
    OS << ";\n";
  }
  OS << "}\n";
}

void Printer::global(const Variable *V) {
  OS << "global ";
  declare(V);
  OS << ";\n";
}

void Printer::parameters(ArrayRef<const Variable *> Params) {
  llvm::ListSeparator Comma;
  OS << '(';
  for (const Variable *V : Params) {
    OS << Comma;
    declare(V);
  }
  OS << ')';
}

void Printer::rule(const Rule &R) {
  OS << "rule ";
  word(R.Name);
  parameters(R.Params);
  if (R.ResultVar) {
    OS << " -> ";
    declare(R.ResultVar);
  }
  if (!R.Spellings.empty())
    OS << " for";
  for (StringRef S : R.Spellings) {
    OS << ' ';
    quoted(S);
  }
  if (R.isInactive()) {
    OS << ";\n";
    return;
  }
  OS << " {\n";
  for (auto [Param, Partial] : llvm::zip(R.Params, R.Partials)) {
    if (!Partial)
      continue;
    OS << "  d " << Names(Param) << " = ";
    expr(Partial);
    OS << ";\n";
  }
  OS << "}\n";
}

void Printer::attributes(const Function &F) {
  const Declarator &D = F.declarator();
  if (D.Name != F.key()) {
    OS << " named ";
    quoted(D.Name);
  }
  for (const std::string &N : D.Namespaces) {
    OS << " in ";
    quoted(N);
  }
  OS << (D.Static ? " static" : "") << (D.Inline ? " inline" : "")
     << (D.NoExcept ? " noexcept" : "") << (D.ExternC ? " extern_c" : "")
     << (F.isAnnotated() ? " annotated" : "")
     << (F.rejections().empty() ? "" : " rejected");
  for (const Rejection &R : F.rejections()) {
    OS << ' ';
    quoted(R.Text);
  }
}

void Printer::function(const Function &F, const Block *Body) {
  OS << "func @";
  word(F.key());
  parameters(F.params());
  OS << " -> ";
  type(F.result());
  attributes(F);
  if (Body) {
    OS << ' ';
    block(*Body);
    OS << '\n';
  } else {
    OS << ";\n";
  }
}

void Printer::function(const Function &F) {
  Block Body = F.body();
  function(F, F.hasBody() ? &Body : nullptr);
}

//===--- Text.h -----------------------------------------------------------===//

using Globals = llvm::SetVector<const Variable *>;

/// In order of their first mention.
static Globals globalsOf(const Module &M) {
  Globals G;
  for (const Rule &R : M.rules())
    for (const Expr *Partial : R.Partials)
      if (Partial)
        walk(Partial, [&](const Expr *E) {
          if (auto *V = llvm::dyn_cast<VarRef>(E); V && V->Var->isGlobal())
            G.insert(V->Var);
        });
  for (const Function &F : M.functions())
    walk(F.body(), [&](const Stmt *S) {
      forEachUse(S, [&](const Variable *V) {
        if (V->isGlobal())
          G.insert(V);
      });
    });
  return G;
}

void nabla::ir::print(const Module &M, llvm::raw_ostream &OS) {
  TextNames Names;
  llvm::ListSeparator Blank("\n");
  for (const Type *T : M.records()) {
    OS << Blank;
    Printer(OS, Names).record(T);
  }
  Globals G = globalsOf(M);
  if (!G.empty())
    OS << Blank;
  for (const Variable *V : G)
    Printer(OS, Names).global(V);
  for (const Rule &R : M.rules()) {
    TextNames Own = Names;
    OS << Blank;
    Printer(OS, Own).rule(R);
  }
  for (const Function &F : M.functions()) {
    TextNames Own = Names;
    OS << Blank;
    Printer(OS, Own).function(F);
  }
}

void nabla::ir::print(const Function &F, llvm::raw_ostream &OS) {
  TextNames Names;
  Printer(OS, Names).function(F);
}

void nabla::ir::print(const Function &F, Block Body, llvm::raw_ostream &OS) {
  TextNames Names;
  Printer(OS, Names).function(F, &Body);
}

void nabla::ir::print(const Stmt *S, llvm::raw_ostream &OS) {
  TextNames Names;
  Printer(OS, Names).stmt(S);
}

void nabla::ir::print(const Expr *E, llvm::raw_ostream &OS) {
  TextNames Names;
  Printer(OS, Names).expr(E);
}

void nabla::ir::print(const Type *T, llvm::raw_ostream &OS) {
  TextNames Names;
  Printer(OS, Names).type(T);
}

std::string nabla::ir::brief(const Stmt *S) {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  TextNames Names;
  Printer(OS, Names).firstLine(S);
  return Out;
}

std::string nabla::ir::brief(const Expr *E) {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  print(E, OS);
  return Out;
}

std::string nabla::ir::brief(const Type *T) {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  print(T, OS);
  return Out;
}

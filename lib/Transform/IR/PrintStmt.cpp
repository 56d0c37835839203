// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements as text: one a line, two spaces for each block around it.

#include "IR/Printer.h"
#include "IR/Text.h"
#include "IR/Visit.h"
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

static const char *allocator(Allocator How) {
  static const char *const Word[] = {"new", "array", "c", "measured",
                                     "reserved"};
  return Word[unsigned(How)];
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
  visit(S,
        Overloads{[&](const Let &L) {
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
                  [&](const Allocate &A) {
                    OS << "allocate " << (A.Zero ? "zero " : "")
                       << allocator(A.How) << ' ';
                    declare(A.Var);
                    OS << '[';
                    expr(A.Count);
                    OS << "];";
                  },
                  [&](const Release &R) {
                    OS << "release " << (R.Late ? "late " : "")
                       << allocator(R.How) << ' ';
                    expr(R.Pointer);
                    OS << ';';
                  },
                  [&](const Remark &R) {
                    OS << "remark ";
                    quoted(R.Text.empty() && R.Of ? brief(R.Of) : R.Text.str());
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

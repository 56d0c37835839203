// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Records, rules, functions and modules as text, and the functions of Text.h
// that print. PrintStmt.cpp and PrintExpr.cpp have what is inside.

#include "IR/Printer.h"
#include "IR/Text.h"
#include "IR/Walk.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace nabla::ir;
using llvm::ArrayRef;
using llvm::StringRef;

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
    if (!F.Accessor.empty()) {
      OS << " by ";
      quoted(F.Accessor);
    }
    OS << ";\n";
  }
  OS << "}\n";
}

void Printer::global(const Variable *V) {
  OS << "global ";
  if (V->trained() != Trained::Nothing)
    OS << (V->trained() == Trained::Whole ? "trainable " : "trainable_in ");
  if (V->isExposed())
    OS << "exposed ";
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
     << (D.Member ? " member" : "") << (D.NoExcept ? " noexcept" : "")
     << (D.ExternC ? " extern_c" : "") << (F.isIndirect() ? " indirect" : "")
     << (F.isAnnotated() ? " annotated" : "");
  if (F.isAnnotated() && F.gradParams() != ArrayRef(realParams(F))) {
    OS << '(';
    llvm::interleave(F.gradParams(), OS, ", ");
    OS << ')';
  }
  OS << (F.isInactive() ? " inactive" : "")
     << (F.isDeclaredPure() ? " pure" : "")
     << (F.isNoInline() ? " noinline" : "") << (F.isScoped() ? " scoped" : "")
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

void Printer::adjoint(const Function &F) {
  const AdjointRule &R = *F.rule();
  OS << "adjoint @";
  word(F.key());
  OS << " by @";
  word(R.Reverse->key());
  if (!R.Name.empty()) {
    OS << " named ";
    quoted(R.Name);
  }
  if (R.TakesResult)
    OS << " result";
  if (R.Forward) {
    OS << " frame ";
    type(R.Frame);
    OS << " from @";
    word(R.Forward->key());
  }
  for (auto [Param, Use] : llvm::zip(F.params(), R.Params)) {
    if (Use.Read != RuledParam::Unread)
      OS << (Use.Read == RuledParam::After ? " after " : " reads ")
         << Names(Param);
    if (Use.Extent) {
      OS << " size @";
      word(Use.Extent->key());
    }
    for (unsigned I : Use.For)
      OS << " for " << Names(F.params()[I]);
    if (Use.MayLackShadow)
      OS << " optional " << Names(Param);
  }
  OS << ";\n";
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
    if (F.rule())
      Printer(OS, Own).adjoint(F);
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

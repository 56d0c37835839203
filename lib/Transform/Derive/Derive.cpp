// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole derivative functions.

#include "Derive/Derive.h"
#include "Derive/LocalSums.h"
#include "Derive/Sweeps.h"
#include "Support/GeneratedNames.h"

using namespace nabla;
using namespace nabla::derive;
using llvm::dyn_cast;
using llvm::isa;

ir::Declarator derive::renamed(const ir::Function &F, std::string Name) {
  ir::Declarator D = F.declarator();
  D.Name = std::move(Name);
  return D;
}

static std::vector<const ir::Variable *> vjpParams(const ir::Function &F,
                                                   const plan::Plan &P) {
  std::vector<const ir::Variable *> Params(F.params());
  if (P.Seed)
    Params.push_back(P.Seed);
  Params.insert(Params.end(), P.S.Params.begin(), P.S.Params.end());
  return Params;
}

/// What the primal returns, as it can still be read after the reverse sweep.
static const ir::Expr *returned(ir::Module &M, const ir::Exit *Return,
                                StmtList &Out) {
  const ir::Expr *E = Return->Value;
  auto *V = dyn_cast<ir::VarRef>(E);
  if (isa<ir::RealLiteral, ir::IntLiteral>(E) ||
      (V && V->Var->kind() == ir::VariableKind::Local))
    return E;
  const ir::Variable *Value =
      M.makeLocal(names::Value, E->Ty->unqualified(), E->Loc);
  Out.push_back(M.make<ir::Let>(Value, E, E->Loc));
  return ir::Build(M, E->Loc).ref(Value);
}

ir::Declarator derive::vjpDeclarator(const ir::Function &F) {
  return renamed(F, names::vjp(F.declarator().Name));
}

const ir::Stmt *derive::ownShadow(ir::Module &M, const ir::Variable *D) {
  std::vector<ir::TextPiece> Text{llvm::StringRef("::nabla::own_shadow("),
                                  ir::Build(M).ref(D), llvm::StringRef(")")};
  const ir::Type *T = M.opaqueType("auto");
  return M.make<ir::Let>(
      M.makeLocal(names::Kept, T),
      M.make<ir::Verbatim>(M.copy(llvm::ArrayRef(Text)), "", T, D->loc()),
      D->loc());
}

/// ::nabla::detail::deliver<true>("w", w, d_w);
static const ir::Stmt *deliver(ir::Module &M, const ir::Variable *V,
                               const ir::Variable *D) {
  bool Whole = V->trained() == ir::Trained::Whole;
  llvm::StringRef Name = V->name();
  Name.consume_front("::");
  ir::Build B(M);
  llvm::SmallVector<ir::TextPiece, 5> Text{
      M.save(("::nabla::detail::deliver<" +
              llvm::StringRef(Whole ? "true" : "false") + ">(\"" + Name +
              "\", ")
                 .str()),
      B.ref(V)};
  llvm::SmallVector<const ir::Variable *, 2> Reads{V};
  if (D) {
    Text.push_back(llvm::StringRef(", "));
    Text.push_back(B.ref(D));
    Reads.push_back(D);
  }
  Text.push_back(llvm::StringRef(");"));
  return M.make<ir::PassThrough>(
      M.copy(llvm::ArrayRef(Text)), M.copy(llvm::ArrayRef(Reads)),
      llvm::ArrayRef<const ir::Variable *>(), "", V->loc());
}

Derived derive::deriveVjp(ir::Module &M, const ir::Function &F,
                          const plan::Plan &P, const ir::Declarator &D) {
  Sweeps S(M, P);
  ir::Block Body = P.Body;
  const ir::Exit *Return = nullptr;
  if (!Body.empty())
    Return = dyn_cast<ir::Exit>(Body.back());
  StmtList Out;
  bool UsesArena = false;
  for (const ir::Variable *D : P.S.Globals)
    Out.push_back(ownShadow(M, D));
  S.prologue(Out, UsesArena);
  Out.push_back(M.make<ir::Remark>("forward sweep", nullptr, F.loc()));
  S.forward(Return ? Body.drop_back() : Body, 0, false, Out);
  const ir::Expr *Value =
      Return && Return->Value ? returned(M, Return, Out) : nullptr;
  Out.push_back(M.make<ir::Remark>("reverse sweep", nullptr, F.loc()));
  if (P.SeedOnly && Value) {
    ir::Build B(M, F.loc());
    const ir::Expr *Seed = B.ref(P.Seed);
    Out.push_back(M.make<ir::If>(
        B.cmp(ir::BinaryOp::Eq, Seed, B.zero(Seed->Ty)),
        M.block({M.make<ir::Exit>(ir::ExitKind::Return, Value, "", F.loc())}),
        ir::Block(), F.loc()));
  }
  StmtList Reverse;
  S.reverse(Body, 0, Reverse);
  sumLocally(M, P.S, Reverse);
  Out.append(Reverse.begin(), Reverse.end());
  for (const ir::Variable *V : P.S.Delivered)
    Out.push_back(deliver(M, V, P.S.Of.lookup(V)));
  if (Value)
    Out.push_back(M.make<ir::Exit>(ir::ExitKind::Return, Value, "", F.loc()));
  if (UsesArena || needsScope(Out))
    Out.insert(
        Out.begin(),
        M.make<ir::Let>(
            M.makeLocal(names::ArenaMark, M.opaqueType("::nabla::arena_scope")),
            nullptr, F.loc()));
  ir::Function *Vjp = M.makeFunction((F.key() + "@" + D.Name).str(), D,
                                     vjpParams(F, P), F.result(), F.loc());
  return {Vjp, M.block(Out)};
}

/// A seed of ones for a result of type T.
static const ir::Expr *ones(ir::Build &B, const ir::Type *T) {
  if (T->isArithmetic())
    return T->isReal() ? B.one(T) : B.zero(T);
  llvm::SmallVector<const ir::Expr *, 8> Parts;
  if (T->isArray())
    for (uint64_t I = 0; I < T->extent(); ++I)
      Parts.push_back(ones(B, T->element()->unqualified()));
  else if (T->is(ir::TypeKind::Record))
    for (const ir::RecordField &F : T->fields())
      Parts.push_back(ones(B, F.Ty->unqualified()));
  else
    return B.zero(T);
  return B.aggregate(B.module().list(Parts), T);
}

ir::Function *derive::deriveGradient(ir::Module &M, const ir::Function &F,
                                     const ir::Function &Vjp) {
  ir::Build B(M, F.loc());
  std::vector<const ir::Variable *> Params;
  StmtList Out;
  llvm::SmallVector<const ir::Expr *, 8> Args;
  unsigned Primal = F.params().size();
  bool HasSeed = !F.result()->isVoid();
  for (unsigned I = 0; I < Vjp.params().size(); ++I) {
    const ir::Variable *P = Vjp.params()[I];
    if (HasSeed && I == Primal) {
      Args.push_back(ones(B, F.result()->value()));
      continue;
    }
    Params.push_back(P);
    Args.push_back(B.ref(P));
  }
  const ir::Variable *Result =
      HasSeed ? M.makeLocal(names::Value, F.result()->value(), F.loc())
              : nullptr;
  Out.push_back(M.make<ir::Call>(Result, &Vjp, M.list(Args), F.loc()));
  if (Result)
    Out.push_back(
        M.make<ir::Exit>(ir::ExitKind::Return, B.ref(Result), "", F.loc()));
  ir::Function *G =
      M.makeFunction((F.key() + "@grad").str(),
                     renamed(F, names::gradient(F.declarator().Name)), Params,
                     F.result(), F.loc());
  M.setBody(G, M.block(Out));
  return G;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a rule that is written by hand reads. It says so in
//
//   static auto reads(int n, const double *x, double *y) {
//     return nabla::reads(n, nabla::input(x, n), nabla::output(y, n));
//   }
//
// and is held to it; a rule without 'reads' reads what it mentions.

#include "Import/HandReads.h"
#include "Import/AstVisitor.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace nabla::import {

//===--- Bodies -----------------------------------------------------------===//

namespace {
/// The parameters that a body mentions, and those that it tests for null.
struct Mentioned : AstVisitor {
  llvm::DenseMap<const ParmVarDecl *, const DeclRefExpr *> First;
  llvm::SmallPtrSet<const ParmVarDecl *, 8> Tested;

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (auto *P = dyn_cast<ParmVarDecl>(E->getDecl()))
      First.try_emplace(P, E);
    return true;
  }
  void test(const Expr *E) {
    auto *Ref = E ? dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()) : nullptr;
    if (auto *P = Ref ? dyn_cast<ParmVarDecl>(Ref->getDecl()) : nullptr)
      Tested.insert(P);
  }
  bool VisitIfStmt(IfStmt *S) override {
    test(S->getCond());
    return true;
  }
  bool VisitConditionalOperator(ConditionalOperator *E) override {
    test(E->getCond());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *E) override {
    if (E->getOpcode() == UO_LNot)
      test(E->getSubExpr());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) override {
    if (E->isLogicalOp() || E->isEqualityOp()) {
      test(E->getLHS());
      test(E->getRHS());
    }
    return true;
  }
};
} // namespace

/// F where its body is written, if that is seen: a member of a class template
/// has one in the template.
static const FunctionDecl &withBody(const FunctionDecl &F) {
  if (const FunctionDecl *D = F.getDefinition(); D && D->getBody())
    return *D;
  const FunctionDecl *Pattern = F.getTemplateInstantiationPattern();
  if (const FunctionDecl *D = Pattern ? Pattern->getDefinition() : nullptr)
    return *D;
  return Pattern ? *Pattern : F;
}

//===--- reads ------------------------------------------------------------===//

/// The name of what is called, found already or not.
static llvm::StringRef calledName(const CallExpr &E) {
  const Expr *Callee = E.getCallee()->IgnoreParenImpCasts();
  DeclarationName Name;
  if (auto *Ref = dyn_cast<DeclRefExpr>(Callee))
    Name = Ref->getNameInfo().getName();
  else if (auto *O = dyn_cast<OverloadExpr>(Callee))
    Name = O->getName();
  return Name.isIdentifier() && Name.getAsIdentifierInfo()
             ? Name.getAsIdentifierInfo()->getName()
             : "";
}

static const Expr *bare(const Expr *E) {
  while (true) {
    const Expr *Inner = E->IgnoreParenImpCasts();
    if (auto *T = dyn_cast<MaterializeTemporaryExpr>(Inner))
      Inner = T->getSubExpr();
    else if (auto *W = dyn_cast<ExprWithCleanups>(Inner))
      Inner = W->getSubExpr();
    else if (auto *C = dyn_cast<CXXConstructExpr>(Inner);
             C && C->getNumArgs() == 1)
      Inner = C->getArg(0);
    if (Inner == E)
      return E;
    E = Inner;
  }
}

namespace {
class ListReader {
public:
  ListReader(const FunctionDecl &Reads, unsigned NumParams,
             std::vector<HandUse> &Uses, bool &Result, Diagnostics &Diags)
      : Reads(Reads), NumParams(NumParams), Uses(Uses), Result(Result),
        Diags(Diags) {}

  bool run();

private:
  bool error(SourceLocation L, const llvm::Twine &Text) {
    Diags.error(loc(L), Text);
    return false;
  }
  bool entry(const Expr *E, int Position);
  bool conditional(const CallExpr &E, int Position);
  const ParmVarDecl *parameter(const Expr *E);
  bool param(const Expr *E, ir::RuledParam::Use How, int Extent);

  const FunctionDecl &Reads;
  unsigned NumParams;
  std::vector<HandUse> &Uses;
  bool &Result;
  Diagnostics &Diags;
};
} // namespace

const ParmVarDecl *ListReader::parameter(const Expr *E) {
  auto *Ref = dyn_cast<DeclRefExpr>(bare(E));
  auto *P = Ref ? dyn_cast<ParmVarDecl>(Ref->getDecl()) : nullptr;
  if (P && P->getFunctionScopeIndex() < NumParams)
    return P;
  error(E->getExprLoc(), "this cannot be read in 'reads'; list parameters, "
                         "'nabla::input(x, n)', 'nabla::output(x, n)' and "
                         "'nabla::result'");
  return nullptr;
}

bool ListReader::param(const Expr *E, ir::RuledParam::Use How, int Extent) {
  const ParmVarDecl *P = parameter(E);
  if (!P)
    return false;
  HandUse &U = Uses[P->getFunctionScopeIndex()];
  if (U.Read != ir::RuledParam::Unread)
    return error(E->getExprLoc(),
                 "'" + P->getName() + "' is in 'reads' twice; list it once");
  U.Read = How;
  U.Extent = Extent;
  return true;
}

/// nabla::needed_for(nabla::input(x, n), A, alpha)
bool ListReader::conditional(const CallExpr &E, int Position) {
  std::vector<HandUse> Before = Uses;
  if (!entry(E.getArg(0), Position))
    return false;
  std::vector<unsigned> For;
  for (unsigned N = 1; N != E.getNumArgs(); ++N) {
    const ParmVarDecl *P = parameter(E.getArg(N));
    if (!P)
      return false;
    For.push_back(P->getFunctionScopeIndex());
  }
  for (size_t I = 0; I != Uses.size(); ++I)
    if (Uses[I].Read != Before[I].Read)
      Uses[I].For = For;
  return true;
}

bool ListReader::entry(const Expr *E, int Position) {
  const Expr *B = bare(E);
  if (auto *Call = dyn_cast<CallExpr>(B);
      Call && Call->getNumArgs() > 1 && calledName(*Call) == "needed_for")
    return conditional(*Call, Position);
  if (auto *Call = dyn_cast<CallExpr>(B); Call && Call->getNumArgs() == 2) {
    llvm::StringRef Name = calledName(*Call);
    if (Name == "input" || Name == "output")
      return param(Call->getArg(0),
                   Name == "input" ? ir::RuledParam::Before
                                   : ir::RuledParam::After,
                   Position);
  }
  if (auto *Ref = dyn_cast<DeclRefExpr>(B))
    if (auto *V = dyn_cast<VarDecl>(Ref->getDecl());
        V && !isa<ParmVarDecl>(V) && V->getName() == "result") {
      Result = true;
      return true;
    }
  return param(E, ir::RuledParam::Before, -1);
}

bool ListReader::run() {
  auto *Body = dyn_cast_or_null<CompoundStmt>(Reads.getBody());
  auto *Return = Body && Body->size() == 1
                     ? dyn_cast<ReturnStmt>(Body->body_front())
                     : nullptr;
  auto *Call = Return && Return->getRetValue()
                   ? dyn_cast<CallExpr>(bare(Return->getRetValue()))
                   : nullptr;
  if (!Call || calledName(*Call) != "reads")
    return error(Reads.getLocation(),
                 "'reads' is not a single 'return nabla::reads(...)'; write it "
                 "so");
  if (Reads.getNumParams() != NumParams)
    return error(Reads.getLocation(),
                 "'reads' does not take the parameters of the function; give "
                 "it the same");
  int Position = 0;
  for (const Expr *A : Call->arguments())
    if (!entry(A, Position++))
      return false;
  return true;
}

//===--- All of it --------------------------------------------------------===//

namespace {
/// What a member of a rule does with its parameters, where its body is seen.
struct Reader {
  const FunctionDecl &Member;
  Mentioned M;
  bool Seen;

  explicit Reader(const FunctionDecl &F) : Member(withBody(F)) {
    Seen = Member.getBody() != nullptr;
    if (Seen)
      M.TraverseStmt(Member.getBody());
  }
  /// Where parameter I is mentioned, if it is.
  const DeclRefExpr *mention(unsigned I) const {
    return M.First.lookup(Member.getParamDecl(I));
  }
  bool error(unsigned I, const llvm::Twine &What, Diagnostics &Diags) const {
    Diags.error(loc(mention(I)->getLocation()),
                "'" + Member.getName() + "' reads '" +
                    Member.getParamDecl(I)->getName() + "', which " + What);
    return false;
  }
  /// Parameter I, which 'reads' does not list, is not mentioned.
  bool lacks(unsigned I, const llvm::Twine &Listed, Diagnostics &Diags) const {
    return !mention(I) ||
           error(I,
                 "the rule's 'reads' does not list; add '" + Listed + "' to it",
                 Diags);
  }
};
} // namespace

/// Nothing is read that 'reads' does not list.
static bool isDeclared(const Reader &R, llvm::ArrayRef<HandUse> Uses,
                       bool TakesResult, bool Result, Diagnostics &Diags) {
  bool Good = true;
  for (unsigned I = 0; I != Uses.size(); ++I)
    if (Uses[I].Read == ir::RuledParam::Unread)
      Good &= R.lacks(I, R.Member.getParamDecl(I)->getName(), Diags);
  if (TakesResult && !Result)
    Good &= R.lacks(Uses.size(), "nabla::result", Diags);
  return Good;
}

/// jvp runs after the function: what that may have overwritten is only there
/// if 'reads' says how much of it is to be kept.
static bool isKept(const Reader &Jvp, const FunctionDecl &F,
                   llvm::ArrayRef<HandUse> Uses, Diagnostics &Diags) {
  bool Good = true;
  std::vector<QualType> Types = takenBy(F);
  for (unsigned I = 0; I != Uses.size(); ++I) {
    QualType T = Types[I].getNonReferenceType();
    bool MayChange =
        T->isPointerType() && !T->getPointeeType().isConstQualified();
    if (MayChange && Uses[I].Extent < 0 && Jvp.mention(I))
      Good =
          Jvp.error(I,
                    "the function may overwrite; list 'nabla::input(x, n)' or "
                    "'nabla::output(x, n)' of it in 'reads'",
                    Diags);
  }
  return Good;
}

bool findUses(const HandRule &, const FunctionDecl &F, const HandSignature &S,
              llvm::ArrayRef<bool> HasShadow, bool HasSeed,
              std::vector<HandUse> &Uses, Diagnostics &Diags) {
  unsigned N = HasShadow.size();
  Uses.assign(N, {});
  Reader Reverse(*S.Reverse);
  bool Result = false, Good = true;
  if (!S.TakesArguments) {
    // What it reads is in the frame.
  } else if (S.Reads) {
    if (!ListReader(withBody(*S.Reads), N, Uses, Result, Diags).run())
      return false;
    Good = isDeclared(Reverse, Uses, S.TakesResult, Result, Diags);
  } else {
    for (unsigned I = 0; I != N; ++I)
      if (!Reverse.Seen || Reverse.mention(I))
        Uses[I].Read = ir::RuledParam::Before;
  }
  if (S.Jvp && S.JvpTakesArguments) {
    Reader Jvp(*S.Jvp);
    if (S.Reads)
      Good &= isDeclared(Jvp, Uses, S.JvpTakesResult, Result, Diags);
    Good = Good && isKept(Jvp, F, Uses, Diags);
  }
  unsigned Next = (S.TakesArguments ? N : 0) + S.TakesResult +
                  (S.Frame != nullptr) + HasSeed;
  for (unsigned I = 0; I != N; ++I)
    if (HasShadow[I]) {
      const ParmVarDecl *P = Reverse.Member.getParamDecl(Next++);
      Uses[I].MayLackShadow = !Reverse.Seen || Reverse.M.Tested.contains(P) ||
                              !Reverse.M.First.count(P);
    }
  return Good;
}

} // namespace nabla::import

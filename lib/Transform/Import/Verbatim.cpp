// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text without effects is an expression, text with effects a statement.

#include "Import/Verbatim.h"
#include "Import/Callee.h"
#include "Import/Effects.h"
#include "Import/Kept.h"
#include "Import/Lifetimes.h"
#include "Import/Mentions.h"
#include "Import/Names.h"
#include "Import/Text.h"
#include "Import/Unseen.h"
#include "Import/Variable.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace nabla::import {

//===--- Effects ----------------------------------------------------------===//

static bool isPureCall(Body &B, const CallExpr &C) {
  const FunctionDecl *F = C.getDirectCallee();
  if (!F)
    return false;
  Expr::EvalResult Ignored;
  if (F->getBuiltinID() && C.getType()->isArithmeticType() &&
      C.EvaluateAsRValue(Ignored, B.I.Ctx) && !Ignored.HasSideEffects)
    return true;
  return isPure(*F) || ruleOf(B, C);
}

/// Fields of reference type are bound to what may be changed through them.
static bool bindsFields(llvm::ArrayRef<Expr *> Fields) {
  return llvm::any_of(Fields, [](const Expr *E) {
    return E && E->isGLValue() && !E->getType().isConstQualified();
  });
}

/// E itself, its operands apart, changes something, or may later.
static bool hasOwnEffect(Body &B, const Expr *E) {
  if (auto *L = dyn_cast<InitListExpr>(E))
    return L->isSemanticForm() && bindsFields(L->inits());
  if (auto *L = dyn_cast<CXXParenListInitExpr>(E))
    return bindsFields(L->getInitExprs());
  if (auto *O = dyn_cast<BinaryOperator>(E))
    return O->isAssignmentOp();
  if (auto *U = dyn_cast<UnaryOperator>(E))
    return U->isIncrementDecrementOp();
  if (auto *C = dyn_cast<CallExpr>(E))
    return !isPureCall(B, *C);
  if (auto *C = dyn_cast<CXXConstructExpr>(E))
    return !isPure(*C->getConstructor());
  if (isa<CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, LambdaExpr, StmtExpr>(E))
    return true;
  return false;
}

bool hasEffects(Body &B, const Expr *E) {
  if (isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, CXXTypeidExpr>(E))
    return false; // operands are not evaluated
  if (hasOwnEffect(B, E))
    return true;
  for (const Stmt *Child : E->children())
    if (auto *Operand = dyn_cast_or_null<Expr>(Child);
        Operand && hasEffects(B, Operand))
      return true;
  return false;
}

//===--- Nodes ------------------------------------------------------------===//

/// "if (o)": E calls a conversion that C++ makes there alone.
static bool convertsInContext(const Expr *E) {
  auto *C = dyn_cast<CXXMemberCallExpr>(E->IgnoreParens()->IgnoreImplicit());
  auto *To =
      C ? dyn_cast_or_null<CXXConversionDecl>(C->getMethodDecl()) : nullptr;
  return To && To->isExplicit();
}

/// What E stands for is converted, and the user has not written how.
static bool convertsSilently(const Expr *E) {
  if (convertsInContext(E))
    return true;
  auto *C = dyn_cast<ImplicitCastExpr>(E->IgnoreParens());
  return C && C->getType()->isArithmeticType() &&
         C->getCastKind() != CK_LValueToRValue && C->getCastKind() != CK_NoOp &&
         C->getCastKind() != CK_UserDefinedConversion;
}

/// E, of its own type whatever it stands for.
static void appendConverted(Body &B, const Expr *E, Pieces &Text) {
  bool Converts = convertsSilently(E);
  if (Converts)
    appendText(B, llvm::StringRef("(" + typeName(E->getType(), B.I.Ctx) + ")("),
               Text);
  appendText(B, E, Text);
  appendText(B, Converts ? ")" : "", Text);
}

const ir::Expr *verbatim(Body &B, const Expr *E, llvm::StringRef Why) {
  Pieces Text;
  appendConverted(B, E, Text);
  return B.make<ir::Verbatim>(
      B.module().copy(llvm::ArrayRef<ir::TextPiece>(Text)),
      B.module().save(Why), valueType(B.I, E->getType()), loc(E->getExprLoc()));
}

static llvm::ArrayRef<const ir::Variable *>
known(Body &B, llvm::ArrayRef<const VarDecl *> Decls) {
  llvm::SmallVector<const ir::Variable *, 4> Result;
  for (const VarDecl *D : Decls)
    if (const ir::Variable *V = knownVariable(B, *D))
      Result.push_back(V);
  return B.module().copy(llvm::ArrayRef(Result));
}

/// What E does to variables, also by way of the objects that it mentions.
static Mentions mentions(Body &B, const Expr *E) {
  Mentions M = mentionsOf(E);
  Decls Kept;
  for (const VarDecl *V : M.Reads)
    insertKept(B, V, Kept);
  M.Reads.insert(Kept.begin(), Kept.end());
  M.Writes.insert(Kept.begin(), Kept.end());
  return M;
}

using Variables = llvm::SmallVector<const ir::Variable *, 4>;

static Variables variables(Body &B, const Unseen &Used) {
  Variables Result;
  for (const VarDecl *V : Used.Statics)
    if (!V->getType()->isReferenceType())
      Result.push_back(staticOf(B, *V));
  if (Used.Unknown)
    Result.push_back(B.module().unseen());
  return Result;
}

/// What E uses by way of the functions that it calls.
static Variables unseen(Body &B, const Expr *E) {
  return variables(B, unseenIn(B, E));
}

/// "(void)0; // Text", which changes Variables.
static void change(Body &B, llvm::StringRef Text,
                   llvm::ArrayRef<const ir::Variable *> Changed,
                   const llvm::Twine &Why, ir::SourceLoc L, Stmts &Out) {
  if (Changed.empty())
    return;
  Pieces Said;
  appendText(B, ("(void)0; // " + Text).str(), Said);
  ir::Module &Module = B.module();
  Out.push_back(B.make<ir::PassThrough>(
      Module.copy(llvm::ArrayRef<ir::TextPiece>(Said)), Module.copy(Changed),
      Module.copy(Changed), Module.save(Why.str()), L));
}

void behindCall(Body &B, const CallExpr &E, Stmts &Out) {
  Mentions M = mentionsOf(&E);
  Decls Changed;
  for (const VarDecl *V : unseenIn(B, &E).Statics)
    insertKept(B, V, Changed);
  for (const VarDecl *V : M.Writes) {
    insertKept(B, V, Changed);
    keepsIntegers(B, V, M);
  }
  change(B, "objects", known(B, Changed.getArrayRef()),
         "an object that this call is handed may do it", loc(E.getBeginLoc()),
         Out);
}

/// "Result = E;", or "E;" where Result is null.
static void copyStatement(Body &B, const ir::Variable *Result, const Expr *E,
                          llvm::StringRef Why, Stmts &Out) {
  ir::SourceLoc L = loc(E->getBeginLoc());
  Mentions M = mentions(B, E);
  if (isa<CXXThrowExpr>(E)) // what it changes nobody sees
    M.Writes.clear();
  for (const VarDecl *V : M.Writes)
    keeps(B, V, M);
  Pieces Text;
  Variables Writes(known(B, M.Writes.getArrayRef())),
      Reads(known(B, M.Reads.getArrayRef()));
  if (!isa<CXXThrowExpr>(E)) {
    Variables Used = unseen(B, E);
    Decls Kept;
    for (const VarDecl *V : unseenIn(B, E).Statics)
      insertKept(B, V, Kept);
    llvm::append_range(Used, known(B, Kept.getArrayRef()));
    Reads.append(Used);
    Writes.append(Used);
  }
  if (B.Self && M.This) {
    Reads.push_back(B.Self);
    if (!B.Self->type()->element()->isConst())
      Writes.push_back(B.Self);
  }
  if (Result) {
    Text.push_back(ref(B, Result, L));
    appendText(B, " = ", Text);
    Writes.push_back(Result);
    appendConverted(B, E, Text);
  } else {
    appendText(B, E, Text);
  }
  appendText(B, ";", Text);
  ir::Module &Module = B.module();
  Out.push_back(B.make<ir::PassThrough>(
      Module.copy(llvm::ArrayRef<ir::TextPiece>(Text)),
      Module.copy(llvm::ArrayRef(Reads)), Module.copy(llvm::ArrayRef(Writes)),
      Module.save(Why), L));
}

void passThrough(Body &B, const Expr *E, llvm::StringRef Why, Stmts &Out) {
  copyStatement(B, nullptr, E->IgnoreParens(), Why, Out);
}

const ir::Expr *unmodelled(Body &B, const Expr *E, llvm::StringRef Why,
                           Stmts &Out) {
  if (Why.empty())
    Why = "this expression is not modelled";
  if (!hasEffects(B, E))
    return verbatim(B, E, Why);
  const ir::Type *T = valueType(B.I, E->getType());
  ir::SourceLoc L = loc(E->getExprLoc());
  if (T->isVoid()) {
    passThrough(B, E, Why, Out);
    return nullptr;
  }
  // Of what can't be looked into it is not known whether it can be assigned;
  // but its declaration is executed once, like the text itself.
  const ir::Expr *Init =
      T->is(ir::TypeKind::Opaque) ? verbatim(B, E, Why) : nullptr;
  const ir::Variable *V = letLocal(B, "value", T, Init, L, Out);
  if (Init)
    writeThrough(B, *V, *E, Why, Out);
  else
    copyStatement(B, V, E, Why, Out);
  return ref(B, V, L);
}

const ir::Expr *construction(Body &B, const VarDecl &V, llvm::StringRef Why) {
  const Expr *Init = V.getInit();
  keeps(B, &V, mentions(B, Init));
  auto *C = dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit());
  if (V.getInitStyle() == VarDecl::CInit || !C)
    return verbatim(B, Init, Why);
  bool List = C->isListInitialization() || C->isStdInitListInitialization();
  Pieces Text;
  appendText(B, typeName(V.getType().getUnqualifiedType(), B.I.Ctx), Text);
  appendText(B, List ? "" : "(", Text);
  appendText(B, C, Text);
  appendText(B, List ? "" : ")", Text);
  return B.make<ir::Verbatim>(
      B.module().copy(llvm::ArrayRef<ir::TextPiece>(Text)),
      B.module().save(Why), valueType(B.I, V.getType()), loc(V.getLocation()));
}

// A Let only reads what it mentions. What the object was handed to write to is
// written by a statement behind it, which does nothing more:
//
//   Guard g(x);                                  before
//   Guard g = Guard(x);  (void)g;                after
void writeThrough(Body &B, const ir::Variable &Object, const Expr &Init,
                  llvm::StringRef Why, Stmts &Out) {
  Mentions M = mentions(B, &Init);
  Variables Writes, Used = unseen(B, &Init);
  for (const ir::Variable *W : known(B, M.Writes.getArrayRef()))
    if (!W->type()->value()->is(ir::TypeKind::Opaque))
      Writes.push_back(W);
  if (Writes.empty() && Used.empty())
    return;
  Variables Reads(known(B, M.Reads.getArrayRef()));
  Reads.push_back(&Object);
  if (!Used.empty()) // it may be a reference, or a copy
    Writes.push_back(&Object);
  Reads.append(Used);
  Writes.append(Used);
  ir::SourceLoc L = loc(Init.getExprLoc());
  Pieces Text;
  appendText(B, "(void)", Text);
  Text.push_back(ref(B, &Object, L));
  appendText(B, ";", Text);
  Out.push_back(B.make<ir::PassThrough>(
      B.module().copy(llvm::ArrayRef<ir::TextPiece>(Text)),
      B.module().copy(llvm::ArrayRef(Reads)),
      B.module().copy(llvm::ArrayRef(Writes)), B.module().save(Why), L));
}

// The destructor runs where C++ says. A statement that does nothing says before
// that what it will change:
//
//   { Guard g; y = x * depth; }                       before
//   { Guard g; y = x * depth; (void)0; // ~g }        after
void endGuards(Body &B, llvm::ArrayRef<const VarDecl *> Guards, Stmts &Out) {
  for (const VarDecl *V : llvm::reverse(Guards)) {
    Variables Writes(known(B, B.Kept.lookup(V)));
    forEachDestructor(
        *V->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl(),
        [&](const CXXDestructorDecl &D) {
          Writes.append(variables(B, unseenBy(B, D)));
        });
    std::string Name = V->getNameAsString();
    change(B, "~" + Name, Writes, "the destructor of '" + Name + "' may do it",
           loc(V->getLocation()), Out);
  }
}

} // namespace nabla::import

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang's printer does the work; a helper steps in where the user's spelling
// would not hold outside of the function. Operands leave a mark in the printed
// characters (a control character, which Clang never prints), by which the text
// is cut afterwards.

#include "Import/Text.h"
#include "Import/Effects.h"
#include "Import/Lambda.h"
#include "Import/Names.h"
#include "Import/Variable.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/PrettyPrinter.h"

using namespace clang;

namespace nabla::import {

namespace {

constexpr char Mark = '\x01';

class Helper : public PrinterHelper {
public:
  Helper(Body &B, const PrintingPolicy &Policy) : B(B), Policy(Policy) {}
  bool handledStmt(Stmt *S, raw_ostream &OS) override;
  const ir::Expr *printed(unsigned N) const { return Operands[N]; }

private:
  void print(const Expr *E, raw_ostream &OS) {
    E->printPretty(OS, this, Policy, 0, "\n", &B.I.Ctx);
  }
  void printArguments(llvm::ArrayRef<const Expr *> Args, raw_ostream &OS) {
    llvm::interleave(Args, OS, [&](const Expr *A) { print(A, OS); }, ", ");
  }
  void operand(const ir::Expr *E, raw_ostream &OS) {
    OS << Mark << Operands.size() << Mark;
    Operands.push_back(E);
  }
  bool name(const DeclRefExpr &E, raw_ostream &OS);
  bool ownMember(const MemberExpr &E, raw_ostream &OS);
  bool cast(const CXXFunctionalCastExpr &E, raw_ostream &OS);
  bool literal(const UserDefinedLiteral &E, raw_ostream &OS);
  bool lambda(const LambdaExpr &E, raw_ostream &OS);

  Body &B;
  const PrintingPolicy &Policy;
  std::vector<const ir::Expr *> Operands;
};

bool Helper::name(const DeclRefExpr &E, raw_ostream &OS) {
  if (auto *V = dyn_cast<VarDecl>(E.getDecl()))
    if (const ir::Variable *Known = knownVariable(B, *V))
      return operand(B.make<ir::VarRef>(Known, Known->type()->value(),
                                        loc(E.getBeginLoc())),
                     OS),
             true;
  if (auto *D = dyn_cast<BindingDecl>(E.getDecl()))
    return print(D->getBinding(), OS), true;
  if (auto *C = dyn_cast<EnumConstantDecl>(E.getDecl()); C && !isNameable(*C))
    return OS << C->getInitVal(), true;
  OS << qualifiedName(*E.getDecl(), B.F) << writtenArguments(E);
  return true;
}

// "x" before, "self.x" after, in a member function.
bool Helper::ownMember(const MemberExpr &E, raw_ostream &OS) {
  auto *This = dyn_cast<CXXThisExpr>(E.getBase()->IgnoreParenImpCasts());
  if (!This || !B.Self)
    return false;
  operand(
      B.make<ir::VarRef>(B.Self, B.Self->type()->value(), loc(E.getBeginLoc())),
      OS);
  OS << '.' << E.getMemberDecl()->getNameAsString();
  return true;
}

// "size_t(n)" before, "(unsigned long)(n)" after: the type's full name may be
// several words.
bool Helper::cast(const CXXFunctionalCastExpr &E, raw_ostream &OS) {
  if (E.getType()->isRecordType())
    return false;
  OS << '(' << typeName(E.getType(), B.I.Ctx) << ")(";
  print(E.getSubExpr(), OS);
  OS << ')';
  return true;
}

// "1.5_km" before, "units::operator""_km(1.5L)" after.
bool Helper::literal(const UserDefinedLiteral &E, raw_ostream &OS) {
  if (E.getLiteralOperatorKind() == UserDefinedLiteral::LOK_Template)
    return false;
  OS << qualifiedName(*E.getDirectCallee(), B.F) << '(';
  printArguments(llvm::ArrayRef(E.getArgs(), E.getNumArgs()), OS);
  OS << ')';
  return true;
}

// "[x](int i) { return x[i]; }" before, "[&](int i) { return x_1[i]; }" after,
// where x is called x_1.
bool Helper::lambda(const LambdaExpr &E, raw_ostream &OS) {
  OS << (E.capture_size() ? "[&](" : "[](");
  llvm::interleave(
      E.getCallOperator()->parameters(), OS,
      [&](const ParmVarDecl *P) {
        std::string Name = P->getNameAsString();
        P->getType().getAsStringInternal(Name, Policy);
        OS << Name;
      },
      ", ");
  OS << ')';
  if (E.hasExplicitResultType())
    OS << " -> " << typeName(E.getCallOperator()->getReturnType(), B.I.Ctx);
  OS << " { return ";
  print(returnedBy(E), OS);
  OS << "; }";
  return true;
}

bool Helper::handledStmt(Stmt *S, raw_ostream &OS) {
  if (auto *E = dyn_cast<Expr>(S))
    if (const ir::Expr *Known = B.Held.lookup(E))
      return operand(Known, OS), true;
  if (auto *D = dyn_cast<DeclRefExpr>(S))
    return name(*D, OS);
  if (auto *M = dyn_cast<MemberExpr>(S))
    return ownMember(*M, OS);
  if (auto *T = dyn_cast<CXXThisExpr>(S); T && B.Self)
    return operand(thisPointer(B, T->getExprLoc()), OS), true;
  if (auto *P = dyn_cast<PredefinedExpr>(S); P && P->getFunctionName())
    return print(P->getFunctionName(), OS), true;
  if (auto *C = dyn_cast<CXXFunctionalCastExpr>(S))
    return cast(*C, OS);
  if (auto *L = dyn_cast<LambdaExpr>(S))
    return lambda(*L, OS);
  if (auto *L = dyn_cast<UserDefinedLiteral>(S))
    return literal(*L, OS);
  if (auto *Z = dyn_cast<CXXScalarValueInitExpr>(S))
    return OS << '(' << typeName(Z->getType(), B.I.Ctx) << ")0", true;
  return false;
}

} // namespace

void appendText(Body &B, llvm::StringRef Text, Pieces &Out) {
  if (!Text.empty())
    Out.push_back(B.module().save(Text));
}

/// Printed as "p" alone: as a rule "->k" stands behind it.
static bool isArrow(const Expr *E) {
  auto *O = dyn_cast<CXXOperatorCallExpr>(E->IgnoreParens()->IgnoreImplicit());
  return O && O->getOperator() == OO_Arrow;
}

void appendText(Body &B, const Expr *E, Pieces &Out) {
  PrintingPolicy Policy = textPolicy(B.I.Ctx);
  Helper H(B, Policy);
  std::string Printed;
  llvm::raw_string_ostream OS(Printed);
  E->printPretty(OS, &H, Policy, 0, "\n", &B.I.Ctx);
  if (isArrow(E))
    OS << ".operator->()";
  llvm::SmallVector<llvm::StringRef, 8> Parts;
  llvm::StringRef(Printed).split(Parts, Mark);
  for (size_t N = 0; N != Parts.size(); ++N) {
    unsigned Operand = 0;
    if (N % 2 == 0)
      appendText(B, Parts[N], Out);
    else if (!Parts[N].getAsInteger(10, Operand))
      Out.push_back(H.printed(Operand));
  }
}

} // namespace nabla::import

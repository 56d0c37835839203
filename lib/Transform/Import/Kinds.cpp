// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of kinds. A class of a later Clang that is not in it is rejected by
// Clang's name for it.

#include "Import/Kinds.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace nabla::import {

static constexpr char Move[] =
    "move it into a function of its own, which has a "
    "rule or carries no derivative";

static bool isModelledStatement(const Stmt &S) {
  switch (S.getStmtClass()) {
  case Stmt::NullStmtClass:
  case Stmt::CompoundStmtClass:
  case Stmt::DeclStmtClass:
  case Stmt::AttributedStmtClass:
  case Stmt::IfStmtClass:
  case Stmt::SwitchStmtClass:
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
  case Stmt::WhileStmtClass:
  case Stmt::DoStmtClass:
  case Stmt::ForStmtClass:
  case Stmt::CXXForRangeStmtClass:
  case Stmt::BreakStmtClass:
  case Stmt::ContinueStmtClass:
  case Stmt::ReturnStmtClass:
  case Stmt::GotoStmtClass:
  case Stmt::LabelStmtClass:
    return true;
  default:
    return false;
  }
}

static bool isModelledOperator(const Stmt &S) {
  switch (S.getStmtClass()) {
  case Stmt::ParenExprClass:
  case Stmt::UnaryOperatorClass:
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass:
  case Stmt::ConditionalOperatorClass:
  case Stmt::BinaryConditionalOperatorClass:
  case Stmt::CXXRewrittenBinaryOperatorClass:
  case Stmt::ArraySubscriptExprClass:
  case Stmt::MemberExprClass:
  case Stmt::ImplicitCastExprClass:
  case Stmt::CStyleCastExprClass:
  case Stmt::CXXStaticCastExprClass:
  case Stmt::CXXConstCastExprClass:
  case Stmt::CXXReinterpretCastExprClass:
  case Stmt::CXXFunctionalCastExprClass:
  case Stmt::CallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::UserDefinedLiteralClass:
  case Stmt::CXXThrowExprClass:
  case Stmt::CXXNewExprClass:
  case Stmt::CXXDeleteExprClass:
    return true;
  default:
    return false;
  }
}

static bool isModelledOperand(const Stmt &S) {
  switch (S.getStmtClass()) {
  case Stmt::DeclRefExprClass:
  case Stmt::IntegerLiteralClass:
  case Stmt::FloatingLiteralClass:
  case Stmt::CharacterLiteralClass:
  case Stmt::StringLiteralClass:
  case Stmt::CXXBoolLiteralExprClass:
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::GNUNullExprClass:
  case Stmt::PredefinedExprClass:
  case Stmt::SourceLocExprClass:
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::TypeTraitExprClass:
  case Stmt::ArrayTypeTraitExprClass:
  case Stmt::ExpressionTraitExprClass:
  case Stmt::OffsetOfExprClass:
  case Stmt::SizeOfPackExprClass:
  case Stmt::CXXNoexceptExprClass:
  case Stmt::RequiresExprClass:
  case Stmt::ConceptSpecializationExprClass:
  case Stmt::ConstantExprClass:
  case Stmt::ExprWithCleanupsClass:
  case Stmt::MaterializeTemporaryExprClass:
  case Stmt::CXXBindTemporaryExprClass:
  case Stmt::OpaqueValueExprClass:
  case Stmt::SubstNonTypeTemplateParmExprClass:
  case Stmt::GenericSelectionExprClass:
  case Stmt::ChooseExprClass:
  case Stmt::CXXDefaultArgExprClass:
    return true;
  default:
    return false;
  }
}

static bool isModelledInitialiser(const Stmt &S) {
  switch (S.getStmtClass()) {
  case Stmt::InitListExprClass:
  // As written; the list as meant follows.
  case Stmt::DesignatedInitExprClass:
  case Stmt::UnresolvedLookupExprClass:
  case Stmt::CXXParenListInitExprClass:
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXScalarValueInitExprClass:
  case Stmt::CXXDefaultInitExprClass:
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
  case Stmt::CompoundLiteralExprClass:
  case Stmt::ArrayInitLoopExprClass:
  case Stmt::ArrayInitIndexExprClass:
    return true;
  default:
    return false;
  }
}

static bool isCopied(const Stmt &S) {
  switch (S.getStmtClass()) {
  case Stmt::CXXTypeidExprClass:
  case Stmt::CXXDynamicCastExprClass:
  case Stmt::CXXStdInitializerListExprClass:
  case Stmt::CXXPseudoDestructorExprClass:
  case Stmt::ImaginaryLiteralClass:
  case Stmt::BuiltinBitCastExprClass:
  case Stmt::ExtVectorElementExprClass:
  case Stmt::ShuffleVectorExprClass:
  case Stmt::ConvertVectorExprClass:
    return true;
  default:
    return false;
  }
}

static Kind rejected(const Stmt &S) {
  auto Reject = [](const char *What, const char *Remedy = Move) {
    return Kind{Verdict::Rejected, What, Remedy};
  };
  switch (S.getStmtClass()) {
  case Stmt::GCCAsmStmtClass:
  case Stmt::MSAsmStmtClass:
    return Reject("inline assembly");
  case Stmt::CXXTryStmtClass:
  case Stmt::CXXCatchStmtClass:
  case Stmt::SEHTryStmtClass:
    return Reject("a 'try' block",
                  "catch where the derivative is called, or move it into a "
                  "function of its own, which has a rule or carries no "
                  "derivative");
  case Stmt::IndirectGotoStmtClass:
  case Stmt::AddrLabelExprClass:
    return Reject("a computed 'goto'", "use a 'switch'");
  case Stmt::CoroutineBodyStmtClass:
  case Stmt::CoreturnStmtClass:
  case Stmt::CoawaitExprClass:
  case Stmt::CoyieldExprClass:
    return Reject("a coroutine", "compute in an ordinary function that the "
                                 "coroutine calls");
  case Stmt::LambdaExprClass:
  case Stmt::BlockExprClass:
    return Reject("a lambda", "make it a function at namespace scope");
  case Stmt::StmtExprClass:
    return Reject("a statement expression", Move);
  case Stmt::AtomicExprClass:
    return Reject("an atomic operation");
  case Stmt::VAArgExprClass:
    return Reject("'va_arg'", "give the function a fixed number of parameters");
  case Stmt::CXXThisExprClass:
    return Reject("'this'", "pass the object by reference to a free function");
  case Stmt::DesignatedInitUpdateExprClass:
    return Reject("an initialiser that changes part of another one",
                  "assign to the member afterwards");
  case Stmt::RecoveryExprClass:
    return Reject("an expression with errors", "correct it");
  default:
    if (isa<OMPExecutableDirective>(S))
      return Reject("an OpenMP directive",
                    "remove it, or compile without '-fopenmp'");
    return Reject(S.getStmtClassName(), Move);
  }
}

Kind kindOf(const Stmt &S) {
  if (isModelledStatement(S) || isModelledOperator(S) || isModelledOperand(S) ||
      isModelledInitialiser(S))
    return {Verdict::Modelled};
  return isCopied(S) ? Kind{Verdict::Copied} : rejected(S);
}

} // namespace nabla::import

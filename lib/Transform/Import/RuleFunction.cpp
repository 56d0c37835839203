// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// "double sin(double x) { return std::sin(x); }", with the rule's call as body.

#include "Import/RuleFunction.h"
#include "Import/Names.h"
#include "Import/Rules.h"
#include "Import/Type.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace nabla::import {

static bool isArithmetic(QualType T) {
  return T.getNonReferenceType()->isArithmeticType();
}

ir::Function *ruled(Importer &I, const FunctionDecl &F) {
  bool May = isArithmetic(F.getReturnType()) && !isa<CXXMethodDecl>(F);
  for (const ParmVarDecl *P : F.parameters())
    May = May && isArithmetic(P->getType());
  ir::Module &M = I.M;
  const ir::Rule *R = May ? ruleFor(F, M) : nullptr;
  if (!R)
    return nullptr;
  std::string Key = "rule " + F.getQualifiedNameAsString() + " " +
                    typeName(F.getType(), I.Ctx);
  if (ir::Function *Known = M.function(Key))
    return Known;
  ir::SourceLoc L = loc(F.getLocation());
  llvm::SmallVector<const ir::Variable *, 4> Params;
  llvm::SmallVector<const ir::Expr *, 4> Args;
  for (const ParmVarDecl *P : F.parameters()) {
    Params.push_back(M.makeVariable(names::param(unsigned(Params.size())),
                                    importType(I, P->getType()),
                                    ir::VariableKind::Param, L));
    Args.push_back(
        M.make<ir::VarRef>(Params.back(), Params.back()->type()->value(), L));
  }
  const ir::Type *T = valueType(I, F.getReturnType());
  ir::Function *G = M.makeFunction(Key, declarator(F), Params, T, L);
  const ir::Expr *Value =
      M.make<ir::RuleCall>(R, M.save(qualifiedName(F, F)), M.list(Args), T, L);
  M.setBody(G, M.block({M.make<ir::Exit>(ir::ExitKind::Return, Value, "", L)}));
  return G;
}

} // namespace nabla::import

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Normalize/Normalize.h"
#include "Normalize/Passes.h"

using namespace nabla;

ir::Block normalize::normalize(ir::Module &M, const ir::Function &F,
                               Diagnostics &) {
  ir::Block B = dissolveScopes(M, F.body());
  B = branchChoices(M, B);
  B = lowerSwitches(M, B);
  B = structureGotos(M, B);
  B = recognizeCountedLoops(M, B);
  B = structureExits(M, F, B);
  B = simplifyAssignments(M, F, B);
  B = inlineCalls(M, B);
  B = setResults(M, B);
  B = typeBlocks(M, B);
  B = typeVoidPointers(M, B);
  B = resolveReferences(M, B);
  B = takeRecordsApart(M, B);
  B = hoistFromBranches(M, B);
  B = sinkDeclarations(M, B);
  B = separateCarriedArrays(M, B);
  B = splitDeclarations(M, B);
  return separateStatements(M, B);
}

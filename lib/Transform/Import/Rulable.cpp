// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A call has to run the function that the rule is for, and generated code has
// to be able to name what it calls and to have a shadow for what that changes.

#include "Import/Rulable.h"
#include "Import/Type.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace nabla::import {

std::string whyNoRuleFor(const FunctionDecl &F) {
  if (isa<CXXConstructorDecl, CXXDestructorDecl>(F))
    return "it makes or ends an object; write the rule for a function that "
           "returns one";
  auto *M = dyn_cast<CXXMethodDecl>(&F);
  if (!M || M->isStatic())
    return "";
  if (M->isVirtual())
    return "it is virtual, and a call may run another function; write the rule "
           "for one that is not, and call that";
  if (isa<CXXConversionDecl>(M))
    return "it is a conversion; write the rule for a function with a name";
  if (M->getRefQualifier() != RQ_None || !M->isImplicitObjectMemberFunction())
    return "it does not take its object as other member functions do; write "
           "the rule for one that does";
  if (!M->isConst() && !whyOpaque(*M->getParent()).empty())
    return "it may change an object whose class hides its members, so what "
           "goes there has no shadow; write the rule for a member function "
           "that is const";
  return "";
}

} // namespace nabla::import

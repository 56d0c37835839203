// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Emit/StmtPrinter.h"
#include "Emit/UserText.h"

using namespace nabla;
using namespace nabla::emit;
using llvm::ArrayRef;
using llvm::StringRef;

/// The name of F where the text stands: alone within F's own namespace, else
/// from the outside in (a class of a namespace may be called what that is).
std::string StmtPrinter::calleeName(const ir::Function &F) {
  const ir::Declarator &D = F.declarator();
  bool Near = ArrayRef<std::string>(D.Namespaces) == C.Namespaces;
  if (Near && !C.N.isHidden(D.Name))
    return D.Name;
  std::string Name = "::";
  for (StringRef Namespace : D.Namespaces) {
    Namespace.consume_front("inline ");
    if (!Namespace.empty())
      Name += (Namespace + "::").str();
  }
  return Name + D.Name;
}

std::string StmtPrinter::call(const ir::Call &K) {
  std::vector<std::string> Args;
  for (size_t I = 0; I != K.Args.size(); ++I) {
    bool Reference = K.Callee->params()[I]->type()->isReference();
    Args.push_back(Reference ? E.bound(K.Args[I]) : E.converted(K.Args[I]));
  }
  std::string Name;
  if (K.Callee->isIndirect()) { // "f(x)", or "(*f)(x)" for more than a name
    Name = isPrimary(Args[0]) ? Args[0] : "(*" + Args[0] + ")";
    Args.erase(Args.begin());
  } else if (K.Callee->declarator().Member) {
    StringRef Own = K.Callee->declarator().Name;
    Own = Own.substr(Own.rfind(':') + 1);
    std::string Object = isPrimary(Args[0]) ? Args[0] : "(" + Args[0] + ")";
    Name = Object + "." + Own.str();
    Args.erase(Args.begin());
  } else {
    Name = calleeName(*K.Callee);
  }
  std::string Text = E.call(Name, Args);
  if (!K.Result)
    return Text;
  return declaration(K.Result, true) + " = " + Text;
}

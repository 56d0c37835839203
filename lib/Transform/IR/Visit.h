// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dispatch over the kinds of nodes, expanded from Nodes.def. Fn has an overload
// for each kind; one that is missing does not compile:
//
//   visit(E, Overloads{[](const Unary &U) { ... }, [](const Binary &B) { ... },
//                      ...});

#ifndef NABLA_TRANSFORM_IR_VISIT_H
#define NABLA_TRANSFORM_IR_VISIT_H

#include "IR/Stmt.h"
#include "llvm/Support/ErrorHandling.h"

namespace nabla::ir {

template <class... Fns> struct Overloads : Fns... {
  using Fns::operator()...;
};
template <class... Fns> Overloads(Fns...) -> Overloads<Fns...>;

template <class Fn> decltype(auto) visit(const Expr *E, Fn &&F) {
  switch (E->Kind) {
#define NABLA_EXPR(Kind)                                                       \
  case ExprKind::Kind:                                                         \
    return F(*llvm::cast<Kind>(E));
#include "IR/Nodes.def"
  }
  llvm_unreachable("an expression of no kind");
}

template <class Fn> decltype(auto) visit(const Stmt *S, Fn &&F) {
  switch (S->Kind) {
#define NABLA_STMT(Kind)                                                       \
  case StmtKind::Kind:                                                         \
    return F(*llvm::cast<Kind>(S));
#include "IR/Nodes.def"
  }
  llvm_unreachable("a statement of no kind");
}

} // namespace nabla::ir

#endif // NABLA_TRANSFORM_IR_VISIT_H

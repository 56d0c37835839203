// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Activity: which storage carries derivatives. A region is varied if an input
// can influence it differentiably, useful if it can influence an output, and
// active if both. Only active places have adjoints.

#ifndef NABLA_TRANSFORM_ANALYSIS_ACTIVITY_H
#define NABLA_TRANSFORM_ANALYSIS_ACTIVITY_H

#include "Analysis/Memory.h"
#include "llvm/ADT/BitVector.h"

namespace nabla::analysis {

/// Which parameters are differentiated: by position, true or false.
using ParamMask = std::vector<bool>;

class Activity {
public:
  /// Carried: globals through which derivatives come in and go out.
  Activity(ir::Block Body, llvm::ArrayRef<const ir::Variable *> Params,
           const ParamMask &Wanted, const Memory &Mem,
           llvm::ArrayRef<const ir::Variable *> Carried = {});

  bool isVaried(Region R) const { return Varied.test(R); }
  bool isUseful(Region R) const { return Useful.test(R); }
  bool isActive(Region R) const { return Varied.test(R) && Useful.test(R); }

  /// The place holds a real (or a record or array of them) in active storage.
  bool isActivePlace(const ir::Expr *Place) const;
  /// The value of E depends differentiably on active storage.
  bool isActiveValue(const ir::Expr *E) const;
  /// The value of E depends differentiably on an input.
  bool isVariedValue(const ir::Expr *E) const;
  /// The pointer leads to active storage, directly or through other pointers.
  bool isActivePointer(const ir::Expr *Pointer) const;
  /// The argument for a parameter of type T is active, or leads to what is;
  /// conversions of pointers are seen through.
  bool isActiveArgument(const ir::Expr *Arg, const ir::Type *T) const;
  /// As isActiveArgument, and the callee may write to it.
  bool isWrittenActive(const ir::Expr *Arg, const ir::Type *T) const;
  /// As isActiveArgument, and the callee may set a pointer to what is active.
  bool isPointerSet(const ir::Expr *Arg, const ir::Type *T) const;
  /// A call may set a pointer to what is active in memory that outlives the
  /// function.
  bool setsPointerOutside(const ir::Call *C) const;
  /// A call may put something active into a global.
  bool setsActiveGlobal(const ir::Call *C) const;
  /// What a call gives back is a reference or leads to what is active.
  bool handsOutActive(const ir::Call *C) const;
  /// The active globals that a call may use, in the order of their ids.
  std::vector<const ir::Variable *> activeGlobals(const ir::Call *C) const;
  /// The variable's own storage, or what lies behind it, is active.
  bool isActiveVariable(const ir::Variable *V) const;
  /// As isActiveVariable, or there are reals in it as text or bits.
  bool isActiveText(const ir::Variable *V) const;
  /// An active real is copied to another by way of integers.
  bool movesBits(const ir::Assign *A) const;
  /// The result of the function depends on its wanted parameters.
  bool resultIsVaried() const { return ResultVaried; }

private:
  void forEachSource(const ir::Expr *E,
                     llvm::function_ref<void(Region)> F) const;
  void forEachReached(const ir::Expr *E,
                      llvm::function_ref<void(Region)> F) const;
  void forEachHanded(const ir::Expr *Arg, const ir::Type *T,
                     Memory::Reached F) const;
  bool setsPointer(const ir::Expr *Arg, const ir::Type *T, bool Outside) const;
  bool leadsToActive(Region R, const ir::Type *T) const;
  bool propagate(const ir::Stmt *S);
  bool link(const ir::Expr *From, Region To);
  bool linkBits(const ir::Expr *From, Region To);
  bool isPun(const ir::Expr *Place) const;
  bool linkCall(const ir::Call *C);
  void addUntyped(Region R, bool Const, llvm::SmallVectorImpl<Region> &Ins,
                  llvm::SmallVectorImpl<Region> &Outs) const;
  bool linkText(const ir::PassThrough *P);
  bool coverAll(llvm::ArrayRef<Region> Outs);
  bool linkAll(llvm::ArrayRef<Region> Ins, llvm::ArrayRef<Region> Outs);

  const Memory &Mem;
  llvm::BitVector Varied, Useful;
  bool ResultVaried = false;
};

} // namespace nabla::analysis

#endif // NABLA_TRANSFORM_ANALYSIS_ACTIVITY_H

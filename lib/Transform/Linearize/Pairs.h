// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pairs: the two sweeps of functions that are called and not inlined.
//
//   r = f(x, y);    ==>    frame = room for f__frame;
//                          r = f__fwd(x, y, frame);
//                   and, in the reverse sweep,
//                          f__rev(frame, d_r, &d_x, &d_y);
//
// The frame holds what f__rev needs; it lives on the arena, so a recursive
// function has one for each call. Here pairs are only named, so that callers
// can be written; the pipeline sees to it that they come to exist.

#ifndef NABLA_TRANSFORM_LINEARIZE_PAIRS_H
#define NABLA_TRANSFORM_LINEARIZE_PAIRS_H

#include "Analysis/Activity.h"
#include "IR/Module.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <deque>

namespace nabla::linearize {

struct Pair {
  const ir::Function *Primal = nullptr;
  analysis::ParamMask Wanted;
  /// The primal's parameters, the shadows of wanted pointers, the frame.
  ir::Function *Forward = nullptr;
  /// The frame, the seed where there is a result, the shadows of all wanted
  /// parameters.
  ir::Function *Reverse = nullptr;
  const ir::Type *Frame = nullptr;
  std::vector<const ir::Variable *> Shadows; ///< As Reverse takes them.
  const ir::Variable *Seed = nullptr;
  const ir::Variable *FrameIn = nullptr, *FrameOut = nullptr;
};

class Pairs {
public:
  explicit Pairs(ir::Module &M) : M(M) {}
  /// The pair of F for these parameters; made known if it is new.
  const Pair &of(const ir::Function &F, const analysis::ParamMask &Wanted);
  /// All of them, in the order in which they were asked for.
  const std::deque<Pair> &all() const { return List; }

private:
  ir::Module &M;
  std::deque<Pair> List;
  std::string uniqueName(const std::string &Name);
  llvm::StringMap<unsigned> ByKey;
  llvm::StringSet<> Names; ///< What pairs are called.
};

/// For what is derived of F and is private to the file: two files may store
/// different things.
ir::Declarator privateDeclarator(const ir::Function &F);

/// A parameter of F whose shadow the forward sweep is given too: it may set
/// pointers into it.
bool needsEarlyShadow(const ir::Function &F, const ir::Variable *Param);

} // namespace nabla::linearize

#endif // NABLA_TRANSFORM_LINEARIZE_PAIRS_H

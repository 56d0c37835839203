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
//
// The pair of a function that another file defines, or that only the running
// program knows, has a frame that looks the same for all: nabla::called, with
// the pair's own frame behind it (OtherPairs.cpp).

#ifndef NABLA_TRANSFORM_LINEARIZE_PAIRS_H
#define NABLA_TRANSFORM_LINEARIZE_PAIRS_H

#include "Analysis/Activity.h"
#include "IR/Module.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <deque>

namespace nabla::linearize {

/// Where the sweeps of a pair are defined.
enum class PairKind : uint8_t {
  Own,      ///< In this file, from the function's body.
  Exported, ///< In the file that has the body of an annotated function.
  Indirect  ///< Wherever the target of a pointer is.
};

struct Pair {
  PairKind Kind = PairKind::Own;
  const ir::Function *Primal = nullptr;
  analysis::ParamMask Wanted;
  /// Globals through which derivatives come in and go out.
  std::vector<const ir::Variable *> Carried;
  /// The primal's parameters, the shadows of wanted pointers, the frame.
  ir::Function *Forward = nullptr;
  /// The frame, the seed where there is a result, the shadows of all wanted
  /// parameters.
  ir::Function *Reverse = nullptr;
  /// Of an indirect pair: declared for their types only.
  std::vector<const ir::Function *> Signatures;
  const ir::Type *Frame = nullptr;
  std::vector<const ir::Variable *> Shadows; ///< As Reverse takes them.
  const ir::Variable *Seed = nullptr;
  const ir::Variable *FrameIn = nullptr, *FrameOut = nullptr;
};

class Pairs {
public:
  explicit Pairs(ir::Module &M) : M(M) {}
  /// The pair of F for these parameters and globals; made known if it is new.
  const Pair &of(const ir::Function &F, const analysis::ParamMask &Wanted,
                 llvm::ArrayRef<const ir::Variable *> Carried = {});
  /// F has pairs for so many sets of parameters that further ones should be
  /// for whole sets.
  bool hasMany(const ir::Function &F) const { return Count.lookup(&F) >= 8; }
  /// All of them, in the order in which they were asked for.
  const std::deque<Pair> &all() const { return List; }
  /// Forgets all but the first N: their functions could not be derived.
  void truncate(size_t N);

private:
  void makeOwn(Pair &P, const std::string &Key);
  ir::Module &M;
  std::deque<Pair> List;
  std::string uniqueName(const std::string &Name);
  llvm::StringMap<unsigned> ByKey;
  llvm::StringSet<> Names; ///< What pairs are called.
  llvm::DenseMap<const ir::Function *, unsigned> Count;
  unsigned Tries = 0; ///< How often pairs were forgotten.
};

/// For what is derived of F and is private to the file: two files may store
/// different things.
ir::Declarator privateDeclarator(const ir::Function &F);

/// A parameter whose shadow the forward sweep is given too: it may set pointers
/// into it, or to it. The type alone decides: other files must come to the
/// same.
bool needsEarlyShadow(const ir::Variable *Param);

/// The parameters of F that a pair of this kind is differentiated in whatever
/// the arguments are: another file has made it.
analysis::ParamMask fixedParams(const ir::Function &F);

/// Parameters of the sweeps of P (Primal and Wanted are set), with the frame's
/// type as it is: makes P's shadows, seed and frames on the way.
struct SweepParams {
  std::vector<const ir::Variable *> Forward, Reverse;
};
SweepParams makeParams(ir::Module &M, Pair &P);

/// Names the sweeps of a pair of kind Exported or Indirect; those of the latter
/// have bodies.
void makeExported(ir::Module &M, Pair &P, const std::string &Key);
void makeIndirect(ir::Module &M, Pair &P, const std::string &Name);

/// Sweeps that call those of an own pair, with a nabla::called as frame: under
/// the names that other files expect, or in the unnamed namespace.
struct OpenSweeps {
  ir::Function *Forward, *Reverse;
};
OpenSweeps openSweeps(ir::Module &M, const Pair &P, bool Exported);

} // namespace nabla::linearize

#endif // NABLA_TRANSFORM_LINEARIZE_PAIRS_H

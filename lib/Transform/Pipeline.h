// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pipeline: from a request to the text of the derivatives, stage by stage.

#ifndef NABLA_TRANSFORM_PIPELINE_H
#define NABLA_TRANSFORM_PIPELINE_H

#include "IR/Module.h"
#include "Linearize/Linearize.h"
#include "Support/CrashContext.h"
#include "Support/Diagnostics.h"
#include "Support/Options.h"
#include <optional>
#include <string>
#include <vector>

namespace nabla {

namespace plan {
struct Plan;
}

/// Derivatives wanted of a function the user marked.
struct Request {
  const ir::Function *Primal;
  /// Differentiated parameters, by position, in increasing order.
  std::vector<unsigned> Params;
  /// Also with respect to every trained global that it may read.
  bool Implicit = false;
};

/// Turns requests into C++ text. One Pipeline serves one translation unit: what
/// it has emitted once (the sweeps of a callee) it does not emit again.
class Pipeline {
public:
  Pipeline(ir::Module &M, const Options &Opts, Diagnostics &Diags)
      : M(M), Opts(Opts), Diags(Diags), Called(M) {}

  /// Definitions of f_vjp and f_grad and of all that they call, to be parsed
  /// at namespace scope; empty if anything was reported as an error. Where
  /// other files may call f, its pair is exported and registered too.
  std::string run(const Request &R);
  /// The same of a vjp called Name, private to the file. Of an implicit request
  /// it delivers the gradients of trained globals before it returns.
  std::string runVjp(const Request &R, llvm::StringRef Name);
  /// The same of the two sweeps by themselves: names::forwardEntry(Name), which
  /// makes the frame, and names::reverseEntry(Name), which adds to the adjoints
  /// in it.
  std::string runSweeps(const Request &R, llvm::StringRef Name);

  /// Text that registers the pair of F, whose address is taken, in all its
  /// parameters that hold reals; empty if it cannot be differentiated in all
  /// of them or is registered already. Nothing is reported of that.
  std::string registration(const ir::Function &F);

private:
  /// Work(), as the stage that a crash tells of.
  template <class Fn>
  auto in(const char *Stage, const ir::Function &F, Fn Work) {
    CrashContext Trace(Opts, Stage, F.declarator().Name, F.loc().Raw);
    return Work();
  }
  /// The globals that are trained of those that F, or what it calls, mentions;
  /// in the order of their definitions.
  std::vector<const ir::Variable *> trainedIn(const ir::Function &F) const;
  bool canTrain(const Request &R, llvm::ArrayRef<const ir::Variable *> Trained);
  std::optional<plan::Plan>
  planned(const ir::Function &F, const linearize::Pair *Of,
          const analysis::ParamMask &Wanted,
          llvm::ArrayRef<const ir::Variable *> Trained = {});
  bool derivePairs();
  bool deriveOwn(const linearize::Pair &P);
  ir::Function *deriveVjp(const Request &R, const ir::Declarator &D);
  std::string withCallees(const Request &R, std::string Whole, bool Good,
                          size_t Before,
                          const linearize::Pair *Entry = nullptr);
  std::string shown(const Request &R, std::string Text);
  void explain(const Request &R, size_t Before);
  /// What becomes of the blocks with derivatives that a function makes.
  struct Outlet {
    std::vector<ir::SourceLoc> HandsOut;
    std::vector<const linearize::Pair *> HandsOn;
  };
  bool keepsBlocks(const linearize::Pair *Root);
  std::string open(const linearize::Pair &P, bool Exported);
  std::string tryOpen(const ir::Function &F, const analysis::ParamMask &Wanted,
                      bool Exported);

  ir::Module &M;
  const Options &Opts;
  Diagnostics &Diags;
  linearize::Pairs Called;
  unsigned PairsDone = 0;   ///< The first so many of Called are emitted.
  bool PairMissing = false; ///< One of them is not, after an error.
  llvm::DenseSet<const ir::Function *> Registered;
  /// Of pairs with derivatives that go through globals: the globals' shadows.
  llvm::DenseMap<const linearize::Pair *, std::vector<const ir::Variable *>>
      GlobalsOf;
  /// Of pairs, and (null) of the function that is marked.
  llvm::DenseMap<const linearize::Pair *, Outlet> Outlets;
  /// Shadows of globals.
  llvm::DenseSet<const ir::Variable *> ShadowsMade;
  /// The text of pairs and shadows that stands before what is emitted next.
  std::string Needed;
};

} // namespace nabla

#endif // NABLA_TRANSFORM_PIPELINE_H

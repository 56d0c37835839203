// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Pipeline.h"
#include "Analysis/Activity.h"
#include "Analysis/Warnings.h"
#include "Derive/Derive.h"
#include "Dump.h"
#include "Emit/Emit.h"
#include "Linearize/Linearize.h"
#include "Normalize/Normalize.h"
#include "Plan/Plan.h"
#include "Prolong.h"
#include "Remarks.h"
#include "Simplify/Simplify.h"
#include "Trail.h"

using namespace nabla;

/// From the primal's body to its plan. Nothing after an error, or where the
/// user wanted to see no more.
std::optional<plan::Plan>
Pipeline::planned(const ir::Function &F, const linearize::Pair *Of,
                  const analysis::ParamMask &Wanted,
                  llvm::ArrayRef<const ir::Variable *> Trained) {
  Dumper Dump(F, Opts);
  unsigned Errors = Diags.numErrors();
  auto Failed = [&] { return Diags.numErrors() != Errors; };
  if (Dump.stage("ir", F.body()))
    return std::nullopt;
  ir::Block Body =
      in("normalize", F, [&] { return normalize::normalize(M, F, Diags); });
  if (const ir::Stmt *S = normalize::outOfForm(Body))
    Diags.error(S->Loc, "internal error of nabla: this is not brought into the "
                        "form that derivatives are taken of; please report it");
  if (Failed() || Dump.stage("normalized", Body))
    return std::nullopt;

  llvm::ArrayRef<const ir::Variable *> Carried = Trained;
  if (Of)
    Carried = Of->Carried;
  for (bool First = true;; First = false) {
    analysis::Memory Before(Body, F.params(), {}, Carried);
    analysis::Activity Whole(Body, F.params(), Wanted, Before, Carried);
    if (First)
      analysis::warn(F, Body, Wanted, Whole, /*IsWhole=*/!Of, Diags);
    ir::Block Split = linearize::split(M, Body, Before, Whole);
    analysis::Memory Mem(Split, F.params(), {}, Carried);
    analysis::Activity Active(Split, F.params(), Wanted, Mem, Carried);
    if (Dump.activity(Active, Split))
      return std::nullopt;
    linearize::Linear Linear = in("linearize", F, [&] {
      return linearize::linearize(M, F, Of, Split, Wanted, Mem, Active, Called,
                                  Diags);
    });
    if (Failed())
      return std::nullopt;
    Outlets[Of] = {Linear.HandsOut, Linear.HandsOn};
    Linear.S.Delivered = Trained;
    for (const ir::Variable *D : Linear.S.Globals)
      if (ShadowsMade.insert(D).second)
        Needed += emit::globalShadow(D);

    plan::Plan Plan = in("plan", F, [&] { return plan::plan(M, F, Linear); });
    if (Plan.StuckOn)
      if (auto Longer = prolong(M, Body, Plan.StuckOn, Before)) {
        Body = *Longer; // with a variable less to be stuck on
        continue;
      }
    if (Plan.Stuck)
      Diags.error(Plan.Stuck, Plan.WhyStuck);
    if (Failed() || Dump.plan(Plan))
      return std::nullopt;
    if (Opts.Remarks)
      remark(Plan, Diags);
    return Plan;
  }
}

static analysis::ParamMask wanted(const Request &R) {
  analysis::ParamMask Wanted(R.Primal->params().size());
  for (unsigned P : R.Params)
    Wanted[P] = true;
  return Wanted;
}

std::vector<const ir::Variable *>
Pipeline::trainedIn(const ir::Function &F) const {
  std::vector<const ir::Variable *> Found;
  for (const ir::Variable *V : analysis::globalsOf(F).Mentioned)
    if (V->trained() != ir::Trained::Nothing)
      Found.push_back(V);
  llvm::stable_sort(Found, [&](const ir::Variable *A, const ir::Variable *B) {
    return Opts.IsBefore ? Opts.IsBefore(A->loc().Raw, B->loc().Raw)
                         : A->loc().Raw < B->loc().Raw;
  });
  return Found;
}

/// Reports what is in the way of an implicit request.
bool Pipeline::canTrain(const Request &R,
                        llvm::ArrayRef<const ir::Variable *> Trained) {
  const ir::Function &F = *R.Primal;
  std::string Name = "'" + F.declarator().Name + "'";
  analysis::GlobalSet Leading = analysis::globalsOf(F).Leading;
  for (const ir::Variable *V : Leading)
    Diags.error(F.loc(), Name + " uses the global variable '" + V->name() +
                             "', which may point to what is trained, and that "
                             "is not followed; pass it as a parameter");
  if (Trained.empty() && R.Params.empty())
    Diags.error(F.loc(), Name + " reads no variable that is marked "
                                "'[[trainable]]'; mark what is to be trained");
  return Leading.empty() && !(Trained.empty() && R.Params.empty());
}

/// Null after an error, or where the user wanted to see no more.
ir::Function *Pipeline::deriveVjp(const Request &R, const ir::Declarator &D) {
  const ir::Function &F = *R.Primal;
  std::vector<const ir::Variable *> Trained;
  Outlets.erase(nullptr);
  if (R.Implicit) {
    Trained = trainedIn(F);
    if (!canTrain(R, Trained))
      return nullptr;
  }
  std::optional<plan::Plan> Plan = planned(F, nullptr, wanted(R), Trained);
  if (!Plan)
    return nullptr;
  auto [Vjp, Sweeps] =
      in("derive", F, [&] { return derive::deriveVjp(M, F, *Plan, D); });
  Dumper DumpVjp(*Vjp, Opts);
  if (DumpVjp.stage("adjoint", Sweeps))
    return nullptr;
  ir::Block Derived = Sweeps;
  Sweeps = in("simplify", F, [&] { return simplify::simplify(M, Derived); });
  M.setBody(Vjp, Sweeps);
  return DumpVjp.stage("simplified", Sweeps) ? nullptr : Vjp;
}

/// A field of a frame that the arena cannot hold, or null.
static const ir::RecordField *unfit(const ir::Type *Frame) {
  for (const ir::RecordField &F : Frame->fields())
    if ((F.Ty->is(ir::TypeKind::Opaque) &&
         !F.Ty->spelling().starts_with("::nabla::")) ||
        F.Ty->is(ir::TypeKind::Container))
      return &F;
  return nullptr;
}

/// The bodies of P's sweeps. False after an error.
bool Pipeline::deriveOwn(const linearize::Pair &P) {
  const ir::Function &F = *P.Primal;
  std::optional<plan::Plan> Plan = planned(F, &P, P.Wanted);
  if (!Plan)
    return false;
  if (!Plan->S.Globals.empty())
    GlobalsOf[&P].assign(Plan->S.Globals.begin(), Plan->S.Globals.end());
  in("derive", F, [&] {
    derive::SweepBodies S = derive::derivePair(M, P, *Plan);
    S = derive::throughFrame(
        M, P, {S.Forward, simplify::simplify(M, S.Reverse, S.Forward)},
        Plan->LedTo);
    M.setBody(P.Forward, simplify::simplify(M, S.Forward));
    M.setBody(P.Reverse, S.Reverse);
    return 0;
  });
  if (const ir::RecordField *Kept = unfit(P.Frame)) {
    Diags.error(F.loc(), "'" + F.declarator().Name + "' keeps '" + Kept->Name +
                             "' of type '" + Kept->Ty->spelling() +
                             "' for its derivative, which a function that is "
                             "called and not inlined cannot do; pass it as a "
                             "parameter");
    return false;
  }
  return true;
}

/// The sweeps of every function that is called and not inlined; they may ask
/// for more of their kind. False if some are missing after an error.
bool Pipeline::derivePairs() {
  std::string Names, Frames, Declarations, Definitions;
  for (; PairsDone < Called.all().size(); ++PairsDone) {
    const linearize::Pair &P = Called.all()[PairsDone];
    if (P.Kind == linearize::PairKind::Own) {
      if (!deriveOwn(P)) { // go on: all that is wrong is reported at once
        PairMissing = true;
        continue;
      }
      auto &In = P.Forward->declarator().Namespaces;
      Names += emit::recordDeclaration(P.Frame, In);
      Frames += emit::recordDefinition(P.Frame, In);
    }
    for (const ir::Function *Signature : P.Signatures)
      Declarations += emit::declaration(*Signature);
    for (const ir::Function *Sweep : {P.Forward, P.Reverse}) {
      Declarations += emit::declaration(*Sweep);
      if (Sweep->hasBody())
        Definitions += emit::definition(*Sweep) + "\n";
    }
  }
  if (PairMissing)
    return false;
  if (!Declarations.empty())
    Needed += Names + "\n" + Frames + "\n" + Declarations + "\n" + Definitions;
  return true;
}

/// Says of what has been reported since there were Before diagnostics by which
/// calls R's function leads there.
void Pipeline::explain(const Request &R, size_t Before) {
  for (Diagnostic &D : Diags.since(Before)) {
    std::vector<DiagNote> Way = trail(*R.Primal, D.Loc);
    D.Notes.insert(D.Notes.begin(), Way.begin(), Way.end());
  }
}

/// The sweeps of P for other files, and its registration if it is in all
/// parameters that hold reals.
std::string Pipeline::open(const linearize::Pair &P, bool Exported) {
  auto [Forward, Reverse] = linearize::openSweeps(M, P, Exported);
  std::string Text;
  for (const ir::Function *Sweep : {Forward, Reverse})
    Text += emit::definition(*Sweep) + "\n";
  for (unsigned I : ir::realParams(*P.Primal))
    if (!P.Wanted[I])
      return Text;
  if (!Registered.insert(P.Primal).second)
    return Text;
  return Text +
         emit::registration(*P.Primal, *Forward, *Reverse, Registered.size());
}

/// Reports the blocks that Root, or what it calls, makes and hands to its own
/// caller, who has no adjoints for them. False if there are any.
bool Pipeline::keepsBlocks(const linearize::Pair *Root) {
  llvm::SmallVector<const linearize::Pair *, 8> Work{Root};
  llvm::DenseSet<const linearize::Pair *> Seen{Root};
  bool Keeps = true;
  while (!Work.empty()) {
    const Outlet Of = Outlets.lookup(Work.pop_back_val());
    for (ir::SourceLoc L : Of.HandsOut)
      Diags.error(L, "this block outlives the function that is differentiated, "
                     "so the adjoints of what it holds are not known; let the "
                     "caller allocate it");
    Keeps &= Of.HandsOut.empty();
    for (const linearize::Pair *P : Of.HandsOn)
      if (Seen.insert(P).second)
        Work.push_back(P);
  }
  return Keeps;
}

/// The open pair of F and what it calls; empty if there can be none, of which
/// nothing is reported.
std::string Pipeline::tryOpen(const ir::Function &F,
                              const analysis::ParamMask &Wanted,
                              bool Exported) {
  size_t Before = Called.all().size();
  Diagnostics::Mark Reported = Diags.mark();
  if (PairMissing) // after an error
    return "";
  const linearize::Pair &P = Called.of(F, Wanted);
  bool Good = derivePairs() && keepsBlocks(&P);
  Diags.backTo(Reported);
  if (!Good) {
    Called.truncate(Before);
    PairsDone = Before;
    PairMissing = false;
    return "";
  }
  std::string Text = "\n" + std::exchange(Needed, "");
  // Another file does not know the shadows of this one's globals.
  return GlobalsOf.contains(&P) ? Text : Text + open(P, Exported);
}

/// Whole, with the sweeps of all that it calls before it; Entry: of which it
/// opens the sweeps.
std::string Pipeline::withCallees(const Request &R, std::string Whole,
                                  bool Good, size_t Before,
                                  const linearize::Pair *Entry) {
  Good &= derivePairs();
  Good &= keepsBlocks(Entry);
  explain(R, Before);
  return Good ? std::exchange(Needed, "") + Whole : "";
}

/// Text, unless the user wanted to see no more.
std::string Pipeline::shown(const Request &R, std::string Text) {
  return !Text.empty() && Dumper(*R.Primal, Opts).source(Text) ? "" : Text;
}

std::string Pipeline::run(const Request &R) {
  const ir::Function &F = *R.Primal;
  size_t Before = Diags.list().size();
  std::string Whole;
  if (const ir::Function *Vjp = deriveVjp(R, derive::vjpDeclarator(F)))
    Whole = in("emit", F, [&] {
      return emit::definition(*Vjp) + "\n" +
             emit::definition(*derive::deriveGradient(M, F, *Vjp));
    });
  std::string Text = withCallees(R, Whole, !Whole.empty(), Before);
  if (!Text.empty() && Opts.Exports && F.declarator().isExternal())
    Text += tryOpen(F, wanted(R), true);
  return shown(R, Text);
}

std::string Pipeline::runVjp(const Request &R, llvm::StringRef Name) {
  ir::Declarator D = linearize::privateDeclarator(*R.Primal);
  D.Name = Name.str();
  size_t Before = Diags.list().size();
  const ir::Function *Vjp = deriveVjp(R, D);
  return shown(R, withCallees(R, Vjp ? emit::definition(*Vjp) : "",
                              Vjp != nullptr, Before));
}

std::string Pipeline::runSweeps(const Request &R, llvm::StringRef Name) {
  size_t Before = Diags.list().size();
  const linearize::Pair &P = Called.of(*R.Primal, wanted(R));
  derivePairs();
  auto [Forward, Reverse] =
      derive::deriveEntries(M, P, Name, GlobalsOf.lookup(&P));
  return shown(R, withCallees(R,
                              emit::definition(*Forward) + "\n" +
                                  emit::definition(*Reverse),
                              true, Before, &P));
}

std::string Pipeline::registration(const ir::Function &F) {
  analysis::ParamMask Wanted(F.params().size());
  for (unsigned I : ir::realParams(F))
    Wanted[I] = true;
  if (!F.hasBody() || Registered.contains(&F))
    return "";
  return tryOpen(F, Wanted, false);
}

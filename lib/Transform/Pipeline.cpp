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
#include "Remarks.h"
#include "Simplify/Simplify.h"
#include "Trail.h"

using namespace nabla;

/// From the primal's body to its plan. Nothing after an error, or where the
/// user wanted to see no more.
std::optional<plan::Plan> Pipeline::planned(const ir::Function &F,
                                            const linearize::Pair *Of,
                                            const analysis::ParamMask &Wanted) {
  Dumper Dump(F, Opts);
  unsigned Before = Diags.numErrors();
  auto Failed = [&] { return Diags.numErrors() != Before; };
  if (Dump.stage("ir", F.body()))
    return std::nullopt;
  ir::Block Body =
      in("normalize", F, [&] { return normalize::normalize(M, F, Diags); });
  if (Failed() || Dump.stage("normalized", Body))
    return std::nullopt;

  analysis::Memory First(Body, F.params());
  analysis::Activity Whole(Body, F.params(), Wanted, First);
  analysis::warn(F, Body, Wanted, Whole, /*IsWhole=*/!Of, Diags);
  Body = linearize::split(M, Body, Whole);
  analysis::Memory Mem(Body, F.params());
  analysis::Activity Active(Body, F.params(), Wanted, Mem);
  if (Dump.activity(Active, Body))
    return std::nullopt;
  linearize::Linear Linear = in("linearize", F, [&] {
    return linearize::linearize(M, F, Of, Body, Wanted, Mem, Active, Called,
                                Diags);
  });
  if (Failed())
    return std::nullopt;

  plan::Plan Plan = in("plan", F, [&] { return plan::plan(M, F, Linear); });
  if (Plan.Stuck)
    Diags.error(Plan.Stuck, Plan.WhyStuck);
  if (Failed() || Dump.plan(Plan))
    return std::nullopt;
  if (Opts.Remarks)
    remark(Plan, Diags);
  return Plan;
}

static analysis::ParamMask wanted(const Request &R) {
  analysis::ParamMask Wanted(R.Primal->params().size());
  for (unsigned P : R.Params)
    Wanted[P] = true;
  return Wanted;
}

/// Null after an error, or where the user wanted to see no more.
ir::Function *Pipeline::deriveVjp(const Request &R, const ir::Declarator &D) {
  const ir::Function &F = *R.Primal;
  std::optional<plan::Plan> Plan = planned(F, nullptr, wanted(R));
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

/// The sweeps of every function that is called and not inlined; they may ask
/// for more of their kind. False if some are missing after an error.
bool Pipeline::derivePairs(std::string &Text) {
  std::string Names, Frames, Declarations, Definitions;
  for (; PairsDone < Called.all().size(); ++PairsDone) {
    const linearize::Pair &P = Called.all()[PairsDone];
    std::optional<plan::Plan> Plan = planned(*P.Primal, &P, P.Wanted);
    PairMissing |= !Plan;
    if (!Plan) // go on: all that is wrong is reported at once
      continue;
    in("derive", *P.Primal, [&] {
      derive::SweepBodies S = derive::derivePair(M, P, *Plan);
      S = derive::throughFrame(M, P,
                               {S.Forward, simplify::simplify(M, S.Reverse)});
      M.setBody(P.Forward, simplify::simplify(M, S.Forward));
      M.setBody(P.Reverse, S.Reverse);
      return 0;
    });
    Names += emit::recordDeclaration(P.Frame,
                                     P.Forward->declarator().Namespaces);
    Frames += emit::recordDefinition(P.Frame,
                                     P.Forward->declarator().Namespaces);
    for (const ir::Function *Sweep : {P.Forward, P.Reverse}) {
      Declarations += emit::declaration(*Sweep);
      Definitions += emit::definition(*Sweep) + "\n";
    }
  }
  if (PairMissing)
    return false;
  if (!Frames.empty())
    Text = Names + "\n" + Frames + "\n" + Declarations + "\n" + Definitions;
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

/// Whole, with the sweeps of all that it calls before it.
std::string Pipeline::withCallees(const Request &R, std::string Whole,
                                  bool Good, size_t Before) {
  std::string Text;
  Good &= derivePairs(Text);
  explain(R, Before);
  if (!Good)
    return "";
  Text += Whole;
  return Dumper(*R.Primal, Opts).source(Text) ? "" : Text;
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
  return withCallees(R, Whole, !Whole.empty(), Before);
}

std::string Pipeline::runVjp(const Request &R, llvm::StringRef Name) {
  ir::Declarator D = linearize::privateDeclarator(*R.Primal);
  D.Name = Name.str();
  size_t Before = Diags.list().size();
  const ir::Function *Vjp = deriveVjp(R, D);
  return withCallees(R, Vjp ? emit::definition(*Vjp) : "", Vjp != nullptr,
                     Before);
}

std::string Pipeline::runSweeps(const Request &R, llvm::StringRef Name) {
  size_t Before = Diags.list().size();
  const linearize::Pair &P = Called.of(*R.Primal, wanted(R));
  auto [Forward, Reverse] = derive::deriveEntries(M, P, Name);
  return withCallees(
      R, emit::definition(*Forward) + "\n" + emit::definition(*Reverse), true,
      Before);
}

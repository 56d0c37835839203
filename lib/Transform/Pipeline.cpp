// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Pipeline.h"
#include "Analysis/Activity.h"
#include "Derive/Derive.h"
#include "Dump.h"
#include "Emit/Emit.h"
#include "Linearize/Linearize.h"
#include "Normalize/Normalize.h"
#include "Plan/Plan.h"
#include "Simplify/Simplify.h"

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
  ir::Block Body = normalize::normalize(M, F, Diags);
  if (Failed() || Dump.stage("normalized", Body))
    return std::nullopt;

  analysis::Memory First(Body, F.params());
  Body = linearize::split(
      M, Body, analysis::Activity(Body, F.params(), Wanted, First));
  analysis::Memory Mem(Body, F.params());
  analysis::Activity Active(Body, F.params(), Wanted, Mem);
  if (Dump.activity(Active, Body))
    return std::nullopt;
  linearize::Linear Linear =
      linearize::linearize(M, F, Of, Body, Wanted, Mem, Active, Called, Diags);
  if (Failed())
    return std::nullopt;

  plan::Plan Plan = plan::plan(M, F, Linear);
  if (Plan.Stuck)
    Diags.error(Plan.Stuck, Plan.WhyStuck);
  if (Failed() || Dump.plan(Plan))
    return std::nullopt;
  return Plan;
}

std::string Pipeline::deriveWhole(const Request &R) {
  const ir::Function &F = *R.Primal;
  analysis::ParamMask Wanted(F.params().size());
  for (unsigned P : R.Params)
    Wanted[P] = true;
  std::optional<plan::Plan> Plan = planned(F, nullptr, Wanted);
  if (!Plan)
    return "";
  auto [Vjp, Sweeps] = derive::deriveVjp(M, F, *Plan);
  Dumper DumpVjp(*Vjp, Opts);
  if (DumpVjp.stage("adjoint", Sweeps))
    return "";
  Sweeps = simplify::simplify(M, Sweeps);
  M.setBody(Vjp, Sweeps);
  if (DumpVjp.stage("simplified", Sweeps))
    return "";
  return emit::definition(*Vjp) + "\n" +
         emit::definition(*derive::deriveGradient(M, F, *Vjp));
}

/// The sweeps of every function that is called and not inlined; they may ask
/// for more of their kind. False after an error.
bool Pipeline::derivePairs(std::string &Text) {
  std::string Names, Frames, Declarations, Definitions;
  for (; PairsDone < Called.all().size(); ++PairsDone) {
    const linearize::Pair &P = Called.all()[PairsDone];
    std::optional<plan::Plan> Plan = planned(*P.Primal, &P, P.Wanted);
    if (!Plan)
      return false;
    derive::SweepBodies S = derive::derivePair(M, P, *Plan);
    S = derive::throughFrame(M, P,
                             {S.Forward, simplify::simplify(M, S.Reverse)});
    M.setBody(P.Forward, simplify::simplify(M, S.Forward));
    M.setBody(P.Reverse, S.Reverse);
    Names += emit::recordDeclaration(P.Frame,
                                     P.Forward->declarator().Namespaces);
    Frames += emit::recordDefinition(P.Frame,
                                     P.Forward->declarator().Namespaces);
    for (const ir::Function *Sweep : {P.Forward, P.Reverse}) {
      Declarations += emit::declaration(*Sweep);
      Definitions += emit::definition(*Sweep) + "\n";
    }
  }
  if (!Frames.empty())
    Text = Names + "\n" + Frames + "\n" + Declarations + "\n" + Definitions;
  return true;
}

std::string Pipeline::run(const Request &R) {
  unsigned Before = Diags.numErrors();
  std::string Whole = deriveWhole(R), Text;
  if (Whole.empty() || !derivePairs(Text) || Diags.numErrors() != Before)
    return "";
  Text += Whole;
  return Dumper(*R.Primal, Opts).source(Text) ? "" : Text;
}

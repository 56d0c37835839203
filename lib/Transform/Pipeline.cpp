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

std::string Pipeline::run(const Request &R) {
  const ir::Function &F = *R.Primal;
  Dumper Dump(F, Opts);
  unsigned Before = Diags.numErrors();
  auto Failed = [&] { return Diags.numErrors() != Before; };
  std::vector<bool> Wanted(F.params().size());
  for (unsigned P : R.Params)
    Wanted[P] = true;

  if (Dump.stage("ir", F.body()))
    return "";
  ir::Block Body = normalize::normalize(M, F, Diags);
  if (Failed() || Dump.stage("normalized", Body))
    return "";

  analysis::Memory First(Body, F.params());
  Body = linearize::split(
      M, Body, analysis::Activity(Body, F.params(), Wanted, First));
  analysis::Memory Mem(Body, F.params());
  analysis::Activity Active(Body, F.params(), Wanted, Mem);
  if (Dump.activity(Active, Body))
    return "";
  linearize::Linear Linear =
      linearize::linearize(M, F, Body, Wanted, Mem, Active, Diags);
  if (Failed())
    return "";

  plan::Plan Plan = plan::plan(M, F, Linear);
  if (Dump.plan(Plan))
    return "";
  auto [Vjp, Sweeps] = derive::deriveVjp(M, F, Plan);
  if (Dump.stage("adjoint", Sweeps))
    return "";
  Sweeps = simplify::simplify(M, Sweeps);
  M.setBody(Vjp, Sweeps);
  if (Dump.stage("simplified", Sweeps))
    return "";

  std::string Text = emit::definition(*Vjp);
  if (!F.result()->isVoid()) {
    Text += "\n";
    Text += emit::definition(*derive::deriveGradient(M, F, *Vjp));
  }
  return Dump.source(Text) ? "" : Text;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Dump.h"
#include "IR/Text.h"
#include "IR/Walk.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <set>

using namespace nabla;

bool Dumper::wants(llvm::StringRef Name) const {
  llvm::SmallVector<llvm::StringRef, 4> Wanted;
  llvm::StringRef(Opts.Dump).split(Wanted, ',', -1, false);
  return llvm::is_contained(Wanted, Name);
}

void Dumper::heading(llvm::StringRef Name) const {
  llvm::errs() << "// " << Name << " of " << F.declarator().Name << "\n";
}

bool Dumper::stage(llvm::StringRef Name, ir::Block Body) {
  if (wants(Name)) {
    heading(Name);
    ir::print(F, Body, llvm::errs());
  }
  verify(Name, Body);
  return Opts.StopAfter == Name;
}

void Dumper::verify(llvm::StringRef Name, ir::Block Body,
                    llvm::ArrayRef<const ir::Variable *> Around) const {
  std::string Error;
  if (Opts.Verify && !ir::verify(F, Body, Error, Around))
    llvm::report_fatal_error("Nabla's IR is broken after stage '" + Name +
                             "': " + llvm::Twine(Error));
}

bool Dumper::activity(const analysis::Activity &A, ir::Block Body) {
  if (wants("activity")) {
    heading("activity");
    std::vector<std::string> Active;
    for (const ir::Variable *P : F.params())
      if (A.isActiveVariable(P))
        Active.push_back(P->name().str());
    ir::walk(Body, [&](const ir::Stmt *S) {
      if (const ir::Variable *V = ir::declared(S); V && A.isActiveVariable(V))
        Active.push_back(V->name().str());
    });
    llvm::errs() << "active: " << llvm::join(Active, " ") << "\n";
  }
  return Opts.StopAfter == "activity";
}

bool Dumper::plan(const plan::Plan &P) {
  if (wants("plan")) {
    heading("plan");
    std::set<std::string> Lines;
    auto Line = [&](const ir::Variable *V, const char *What) {
      Lines.insert((V->name() + ": " + What).str());
    };
    for (auto &[V, S] : P.Slots)
      Line(V, S.As == plan::Slot::Local   ? "stored in a local"
              : S.As == plan::Slot::Array ? "stored in an array"
              : S.As == plan::Slot::Rows  ? "stored in rows"
                                          : "stored on a stack");
    for (const ir::Variable *V : P.Recomputed)
      Line(V, "recomputed");
    for (const std::string &L : Lines)
      llvm::errs() << L << "\n";
    llvm::errs() << "loops replayed: " << P.Replayed.size() << "\n";
    ir::print(F, P.Body, llvm::errs());
  }
  // The shadows are declared by Derive.
  std::vector<const ir::Variable *> Shadows = P.S.Params;
  if (P.Seed)
    Shadows.push_back(P.Seed);
  Shadows.insert(Shadows.end(), P.S.Adjoints.begin(), P.S.Adjoints.end());
  verify("plan", P.Body, Shadows);
  return Opts.StopAfter == "plan";
}

bool Dumper::source(llvm::StringRef Text) {
  if (wants("source"))
    llvm::errs() << Text;
  return Opts.StopAfter == "source";
}

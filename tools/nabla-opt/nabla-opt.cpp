// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nabla-opt: reads IR text, runs the stages named on the command line in the
// order in which they stand there, and prints what comes out: IR text, or C++
// with -emit. A stage is one line in the table below.

#include "Emit/Emit.h"
#include "IR/Text.h"
#include "Normalize/Normalize.h"
#include "Pipeline.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

using namespace nabla;
namespace cl = llvm::cl;

//===--- The stages -------------------------------------------------------===//

/// Reports by itself what is wrong; returns false if the run ends here.
using StageFn = bool (*)(ir::Module &M);

static llvm::raw_ostream &error() {
  return llvm::WithColor::error(llvm::errs(), "nabla-opt");
}

static bool verifyAll(ir::Module &M) {
  bool Ok = true;
  for (const ir::Function &F : M.functions()) {
    std::string Error;
    if (ir::verify(F, Error))
      continue;
    error() << Error << '\n';
    Ok = false;
  }
  return Ok;
}

static bool report(Diagnostics &Diags) {
  bool Ok = Diags.numErrors() == 0;
  for (const Diagnostic &D : Diags.take())
    llvm::errs() << (D.Loc.Raw >> 8) << ':' << (D.Loc.Raw & 255) << ": "
                 << (D.Level == Severity::Error ? "error: " : "warning: ")
                 << D.Text << '\n';
  return Ok;
}

static bool normalizeAll(ir::Module &M) {
  Diagnostics Diags;
  for (const ir::Function &F : M.functions())
    if (F.hasBody())
      M.setBody(M.function(F.key()), normalize::normalize(M, F, Diags));
  return report(Diags);
}

namespace {
struct Stage {
  const char *Name, *Help;
  StageFn Run;
};
} // namespace

static const Stage Stages[] = {
    {"verify", "Check that every function obeys the rules of the IR",
     verifyAll},
    {"normalize", "Bring every function to normal form", normalizeAll},
};

//===--- The command line -------------------------------------------------===//

static cl::OptionCategory Category("nabla-opt options");

static cl::opt<std::string> Input(cl::Positional, cl::desc("<IR text>"),
                                  cl::init("-"), cl::cat(Category));
static cl::opt<std::string> Output("o", cl::desc("Where to print to"),
                                   cl::value_desc("file"), cl::init("-"),
                                   cl::cat(Category));

static cl::opt<bool> EmitCode("emit", cl::desc("Print C++ instead of IR text"),
                              cl::cat(Category));

static cl::opt<bool>
    Derive("derive",
           cl::desc("Print the derivatives of the annotated functions as C++"),
           cl::cat(Category));
static cl::opt<std::string> DumpStages("dump",
                                       cl::desc("Stages of -derive to show"),
                                       cl::cat(Category));

namespace {
/// Offers every line of Stages as a flag; remembers which were given, in order.
struct StageParser : cl::parser<const Stage *> {
  explicit StageParser(cl::Option &O) : parser(O) {
    for (const Stage &S : Stages)
      addLiteralOption(S.Name, &S, S.Help);
  }
};
} // namespace

static cl::list<const Stage *, bool, StageParser>
    Wanted(cl::desc("Stages, run in the order given:"), cl::cat(Category));

/// The C++ of everything in M: records, then functions in their order.
static void emitAll(const ir::Module &M, llvm::raw_ostream &OS) {
  for (const ir::Type *Record : M.records()) {
    std::vector<std::string> Namespaces;
    llvm::StringRef Rest = Record->spelling();
    while (Rest.contains("::")) {
      auto [First, Behind] = Rest.split("::");
      Namespaces.push_back(First.str());
      Rest = Behind;
    }
    OS << emit::recordDefinition(Record, Namespaces) << '\n';
  }
  for (const ir::Function &F : M.functions())
    OS << (F.hasBody() ? emit::definition(F) : emit::declaration(F)) << '\n';
}

/// Derivatives of every annotated function.
static bool deriveAll(ir::Module &M, llvm::raw_ostream &OS) {
  Diagnostics Diags;
  Options Opts;
  Opts.Dump = DumpStages;
  Pipeline P(M, Opts, Diags);
  std::vector<const ir::Function *> Annotated;
  for (const ir::Function &F : M.functions())
    if (F.isAnnotated() && F.hasBody())
      Annotated.push_back(&F);
  for (const ir::Function *F : Annotated) {
    OS << P.run({F, F->gradParams().vec()});
  }
  return report(Diags);
}

int main(int argc, char **argv) {
  llvm::InitLLVM Init(argc, argv);
  cl::HideUnrelatedOptions(Category);
  cl::ParseCommandLineOptions(argc, argv,
                              "reads IR text, runs stages on it, prints it\n");

  auto Buffer = llvm::MemoryBuffer::getFileOrSTDIN(Input, /*IsText=*/true);
  if (!Buffer) {
    error() << "cannot read '" << Input << "': " << Buffer.getError().message()
            << '\n';
    return 1;
  }
  ir::Module M;
  std::string Error;
  if (!ir::parse((*Buffer)->getBuffer(), M, Error)) {
    error() << (Input == "-" ? "<stdin>" : Input.c_str()) << ':' << Error
            << '\n';
    return 1;
  }
  for (const Stage *S : Wanted)
    if (!S->Run(M))
      return 1;

  std::error_code Code;
  llvm::ToolOutputFile Out(Output, Code, llvm::sys::fs::OF_Text);
  if (Code) {
    error() << "cannot write '" << Output << "': " << Code.message() << '\n';
    return 1;
  }
  if (Derive) {
    if (!deriveAll(M, Out.os()))
      return 1;
    Out.keep();
    return 0;
  }
  EmitCode ? emitAll(M, Out.os()) : ir::print(M, Out.os());
  Out.keep();
  return 0;
}

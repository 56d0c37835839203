// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A Clang plugin for tests of Import alone: imports every function that the
// main file defines, in order, and prints the IR on stdout, the errors as
// "line:column: error: text" before it. Fails where the verifier finds
// something wrong, or a function is neither imported nor refused. With the
// argument "emit": prints the functions as C++ again instead.

#include "Emit/Emit.h"
#include "IR/Text.h"
#include "Import/AstVisitor.h"
#include "Import/Import.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

using namespace clang;
using namespace nabla;

namespace {

/// The functions to import: templates' instances come with their callers.
struct Finder : import::AstVisitor {
  std::vector<const FunctionDecl *> Found;
  bool VisitFunctionDecl(FunctionDecl *F) override {
    SourceManager &SM = F->getASTContext().getSourceManager();
    if (F->isThisDeclarationADefinition() && !F->isDependentContext() &&
        !F->isImplicit() && !F->isDefaulted() &&
        SM.isInMainFile(SM.getExpansionLoc(F->getLocation())))
      Found.push_back(F);
    return true;
  }
};

class Consumer : public ASTConsumer {
public:
  Consumer(CompilerInstance &CI, bool Emit) : CI(CI), Emit(Emit) {}
  void HandleTranslationUnit(ASTContext &Ctx) override;

private:
  void print(const Diagnostics &Diags, const SourceManager &SM);
  void verify(const ir::Module &M);
  void check(const FunctionDecl *Asked, const ir::Function *F,
             const Diagnostics &Diags);
  void fail(const std::string &Text);
  CompilerInstance &CI;
  bool Emit;
};

void printText(const ir::Module &M) {
  for (const ir::Type *R : M.records()) {
    llvm::outs() << "record " << R->spelling() << '\n';
    for (const ir::RecordField &Field : R->fields()) {
      llvm::outs() << "  " << Field.Name << ": ";
      ir::print(Field.Ty, llvm::outs());
      llvm::outs() << '\n';
    }
  }
  for (const ir::Function &F : M.functions()) {
    ir::print(F, llvm::outs());
    llvm::outs() << '\n';
  }
}

void printSource(const ir::Module &M) {
  for (const ir::Function &F : M.functions())
    llvm::outs() << emit::declaration(F);
  for (const ir::Function &F : M.functions())
    if (F.hasBody())
      llvm::outs() << '\n' << emit::definition(F);
}

void Consumer::print(const Diagnostics &Diags, const SourceManager &SM) {
  for (const nabla::Diagnostic &D : Diags.list()) {
    auto L = SourceLocation::getFromRawEncoding(D.Loc.Raw);
    PresumedLoc P = SM.getPresumedLoc(SM.getExpansionLoc(L));
    llvm::outs() << P.getLine() << ':' << P.getColumn() << ": error: " << D.Text
                 << '\n';
  }
}

void Consumer::fail(const std::string &Text) {
  DiagnosticsEngine &D = CI.getDiagnostics();
  D.Report(D.getCustomDiagID(DiagnosticsEngine::Error, "%0")) << Text;
}

void Consumer::verify(const ir::Module &M) {
  for (const ir::Function &F : M.functions())
    if (std::string Error; !ir::verify(F, Error))
      fail("not valid IR " + Error);
}

/// Every function is imported or refused, none of both in silence.
void Consumer::check(const FunctionDecl *Asked, const ir::Function *F,
                     const Diagnostics &Diags) {
  bool Refused = F ? !F->rejections().empty() : Diags.numErrors() != 0;
  if ((F && F->hasBody()) == Refused)
    fail("'" + Asked->getNameAsString() + "' is neither imported nor refused");
}

void Consumer::HandleTranslationUnit(ASTContext &Ctx) {
  ir::Module M;
  Diagnostics Diags;
  import::importRules(Ctx, M, Diags);
  Finder Functions;
  Functions.TraverseDecl(Ctx.getTranslationUnitDecl());
  for (const FunctionDecl *F : Functions.Found)
    check(F, import::importFunction(Ctx, F, M, Diags), Diags);
  print(Diags, Ctx.getSourceManager());
  Emit ? printSource(M) : printText(M);
  verify(M);
}

class Action : public PluginASTAction {
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 llvm::StringRef) override {
    return std::make_unique<Consumer>(CI, Emit);
  }
  bool ParseArgs(const CompilerInstance &,
                 const std::vector<std::string> &Args) override {
    Emit = Args == std::vector<std::string>{"emit"};
    return Emit || Args.empty();
  }

  bool Emit = false;
};

} // namespace

static FrontendPluginRegistry::Add<Action>
    Registered("nabla-import-dump", "print the IR of every function");

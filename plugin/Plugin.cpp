// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plugin: what Clang loads. It runs before the main action of every
// compilation, hands each top-level declaration on to Requests.h, and registers
// itself; so does GradAttr.cpp. docs/plugin.md tells how the parts work
// together.

#include "Arguments.h"
#include "ClangVersion.h"
#include "EmittedFile.h"
#include "EndOfFile.h"
#include "ParameterNames.h"
#include "Requests.h"
#include "RuntimeHeaders.h"
#include "TrainedMembers.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Sema/SemaConsumer.h"

using namespace clang;

namespace nabla::plugin {

namespace {

class Consumer : public SemaConsumer {
public:
  Consumer(CompilerInstance &CI, Arguments A)
      : CI(CI), Args(std::move(A)), Emitted(CI, Args.EmitPath) {}

  void InitializeSema(Sema &S) override {
    Args.Pipeline.PositionOf = [this](uint32_t L) {
      return SourceLocation::getFromRawEncoding(L).printToString(
          CI.getSourceManager());
    };
    Args.Pipeline.IsBefore = [this](uint32_t A, uint32_t B) {
      return CI.getSourceManager().isBeforeInTranslationUnit(
          SourceLocation::getFromRawEncoding(A),
          SourceLocation::getFromRawEncoding(B));
    };
    Queue.emplace(CI, Args, Emitted);
    addExternalSource(S, new EndOfFile(S, [this] {
                        if (Queue)
                          Queue->ended();
                      }));
  }
  void HandleTagDeclDefinition(TagDecl *D) override {
    tellTrainableMembers(D);
    if (CI.hasSema())
      tellParameterNames(CI.getSema(), D);
  }
  void ForgetSema() override { Queue.reset(); }

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    if (Queue)
      Queue->parsed(Group);
    return true;
  }
  /// Out of a precompiled header, where it has been dealt with.
  void HandleInterestingDecl(DeclGroupRef) override {}

  void HandleTranslationUnit(ASTContext &) override {
    if (!CI.getDiagnostics().hasErrorOccurred())
      Emitted.write();
  }

private:
  CompilerInstance &CI;
  Arguments Args;
  EmittedFile Emitted;
  std::optional<Requests> Queue;
};

class Action : public PluginASTAction {
protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 StringRef) override {
    addHeaderFolder(CI);
    return std::make_unique<Consumer>(CI, Args);
  }

  bool ParseArgs(const CompilerInstance &CI,
                 const std::vector<std::string> &Given) override {
    return parseArguments(CI.getDiagnostics(), Given, Args);
  }

  ActionType getActionType() override { return AddBeforeMainAction; }

private:
  Arguments Args;
};

} // namespace

static FrontendPluginRegistry::Add<Action>
    ActionRegistration("nabla", "differentiate the functions marked [[grad]]");

} // namespace nabla::plugin

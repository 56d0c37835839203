// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finding and including Nabla's headers; see RuntimeHeaders.h.

#include "RuntimeHeaders.h"
#include "Diagnostics.h"
#include "Reparse.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <dlfcn.h>

using namespace clang;

namespace nabla::plugin {

llvm::StringRef runtimeIncludes() {
  return "#include <nabla/runtime.h>\n#include <nabla/rules.h>\n";
}

/// PREFIX/include of PREFIX/lib/nabla.so.
static std::string headerFolder() {
  Dl_info Self;
  llvm::SmallString<256> Path;
  if (!dladdr(reinterpret_cast<void *>(&headerFolder), &Self) ||
      llvm::sys::fs::real_path(Self.dli_fname, Path))
    return "";
  llvm::StringRef Prefix =
      llvm::sys::path::parent_path(llvm::sys::path::parent_path(Path));
  llvm::SmallString<256> Folder(Prefix);
  llvm::sys::path::append(Folder, "include");
  return Folder.str().str();
}

void addHeaderFolder(CompilerInstance &CI) {
  auto Folder = CI.getFileManager().getOptionalDirectoryRef(headerFolder());
  if (Folder)
    CI.getPreprocessor().getHeaderSearchInfo().AddSystemSearchPath(
        DirectoryLookup(*Folder, SrcMgr::C_System, /*isFramework=*/false));
}

/// In a file that is preprocessed already the standard headers are there but
/// not the macros that guard them.
static bool isPreprocessed(CompilerInstance &CI) {
  return !CI.getFrontendOpts().Inputs.empty() &&
         CI.getFrontendOpts().Inputs.front().isPreprocessed();
}

/// True if the header of that name is defined in this file or its precompiled
/// header already.
static bool hasRuntime(CompilerInstance &CI) {
  ASTContext &C = CI.getASTContext();
  for (NamedDecl *D :
       C.getTranslationUnitDecl()->lookup(&C.Idents.get("nabla")))
    if (auto *N = dyn_cast<NamespaceDecl>(D))
      return !N->lookup(&C.Idents.get("rule")).empty() &&
             !N->lookup(&C.Idents.get("arena_scope")).empty();
  return false;
}

/// The user's macros that a header could stumble over: "#define N 100". Names
/// that begin with an underscore configure the standard library; ours guard
/// headers that the user may have found by a path of his own, -I.
static std::vector<llvm::StringRef> userMacros(Preprocessor &PP) {
  std::vector<llvm::StringRef> Names;
  SourceManager &SM = PP.getSourceManager();
  for (const auto &[Name, State] : PP.macros()) {
    const MacroInfo *Macro = PP.getMacroInfo(Name);
    if (!Macro || Macro->isBuiltinMacro() || Name->getName().starts_with("_") ||
        Name->getName().starts_with("NABLA_") || Name->getName() == "NDEBUG")
      continue;
    SourceLocation L = Macro->getDefinitionLoc();
    if (!SM.isInSystemHeader(L) && !SM.isWrittenInBuiltinFile(L))
      Names.push_back(Name->getName());
  }
  llvm::sort(Names);
  return Names;
}

/// Includes, with the user's macros out of the way.
static std::string shielded(Preprocessor &PP, llvm::StringRef Includes) {
  std::string Before, After;
  for (llvm::StringRef Name : userMacros(PP)) {
    Before +=
        ("#pragma push_macro(\"" + Name + "\")\n#undef " + Name + "\n").str();
    After += ("#pragma pop_macro(\"" + Name + "\")\n").str();
  }
  return Before + Includes.str() + After;
}

bool makeRuntimeVisible(CompilerInstance &CI, SourceLocation L) {
  if (isPreprocessed(CI)) {
    if (hasRuntime(CI))
      return true;
    reportError(CI.getDiagnostics(), L,
                "this file is preprocessed already, so Nabla's headers cannot "
                "be included any more; add '#include <nabla/runtime.h>' and "
                "'#include <nabla/rules.h>' before it is preprocessed");
    return false;
  }
  ParseErrors Errors =
      parseIncludes(CI, shielded(CI.getPreprocessor(), runtimeIncludes()));
  if (Errors.empty())
    return true;
  reportError(CI.getDiagnostics(), L,
              "nabla's headers in '" + headerFolder() +
                  "' cannot be included here; check that nabla is installed "
                  "completely, and which macros are defined before");
  for (const ParseError &E : Errors)
    reportNote(CI.getDiagnostics(), E.Loc, E.Text);
  return false;
}

void makeStandardVisible(CompilerInstance &CI, llvm::StringRef Text) {
  if (!Text.contains("std::") || isPreprocessed(CI))
    return;
  ASTContext &C = CI.getASTContext();
  for (NamedDecl *D : C.getTranslationUnitDecl()->lookup(&C.Idents.get("std")))
    if (auto *Std = dyn_cast<NamespaceDecl>(D))
      if (!Std->lookup(&C.Idents.get("cbrt")).empty())
        return;
  parseIncludes(CI, shielded(CI.getPreprocessor(), "#include <cmath>\n"));
}

} // namespace nabla::plugin

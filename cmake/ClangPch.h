// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang's big headers, precompiled once for plugin/ and lib/Transform/Import.
// For build speed only: every file still includes what it uses.

#ifndef NABLA_CMAKE_CLANGPCH_H
#define NABLA_CMAKE_CLANGPCH_H

#include "IR/Build.h"
#include "IR/Visit.h"
#include "IR/Walk.h"
#include "Support/Diagnostics.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Mangle.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Parse/Parser.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#endif // NABLA_CMAKE_CLANGPCH_H

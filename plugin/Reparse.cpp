// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Feeding text to the running parser; see Reparse.h.

#include "Reparse.h"
#include "ClangVersion.h"
#include "QuietParse.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Parse/Parser.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace nabla::plugin {

static constexpr llvm::StringLiteral BufferPrefix = "<nabla: ";

/// The parser at work; null if there is none. It registers itself with the
/// preprocessor under this name.
static Parser *findParser(CompilerInstance &CI) {
  if (!CI.hasPreprocessor() || !CI.hasSema())
    return nullptr;
  return static_cast<Parser *>(CI.getPreprocessor().getCodeCompletionHandler());
}

/// The parser's lookahead. It is replaced in place: Parser's own Consume
/// functions would count brackets for a token that is read again later.
static Token &currentToken(Parser &P) {
  return const_cast<Token &>(P.getCurToken());
}

bool isSafePoint(CompilerInstance &CI) {
  Parser *P = findParser(CI);
  if (!P)
    return false;
  Sema &S = CI.getSema();
  return S.CurContext && S.CurContext->isTranslationUnit() &&
         S.CodeSynthesisContexts.empty() && S.TUScope &&
         P->getCurScope() == S.TUScope &&
         !CI.getPreprocessor().isBacktrackEnabled();
}

bool isWithinOtherHeader(CompilerInstance &CI, SourceLocation L) {
  const SourceManager &SM = CI.getSourceManager();
  SourceLocation Next = findParser(CI)->getCurToken().getLocation();
  if (Next.isInvalid() || SM.isLoadedSourceLocation(L))
    return false;
  FileID Reading = SM.getFileID(SM.getExpansionLoc(Next));
  FileID File = SM.getFileID(SM.getExpansionLoc(L));
  while (File.isValid() && File != Reading)
    File = SM.getFileID(SM.getIncludeLoc(File));
  return File.isInvalid();
}

bool isAtEnd(CompilerInstance &CI) {
  Preprocessor &PP = CI.getPreprocessor();
  Token Next = findParser(CI)->getCurToken();
  for (unsigned N = 0; Next.isAnnotation(); ++N)
    Next = PP.LookAhead(N);
  return Next.is(tok::eof);
}

static FileID makeBuffer(CompilerInstance &CI, StringRef Text, StringRef Name) {
  // A system header: neither warnings nor coverage.
  return CI.getSourceManager().createFileID(
      llvm::MemoryBuffer::getMemBufferCopy(Text, Name), SrcMgr::C_System);
}

/// As if the first line of File were a #line directive for itself.
static void setPosition(SourceManager &SM, FileID File,
                        const TextPosition &At) {
  SM.AddLineNote(SM.getLocForStartOfFile(File), At.Line + 1,
                 SM.getLineTableFilenameID(At.Path), /*IsFileEntry=*/false,
                 /*IsFileExit=*/false, SrcMgr::C_System);
}

static std::vector<Token> lex(CompilerInstance &CI, FileID File) {
  Preprocessor &PP = CI.getPreprocessor();
  SourceManager &SM = CI.getSourceManager();
  Lexer Raw(File, SM.getBufferOrFake(File), SM, CI.getLangOpts());
  std::vector<Token> Tokens;
  Token T;
  for (Raw.LexFromRawLexer(T); T.isNot(tok::eof); Raw.LexFromRawLexer(T)) {
    if (T.is(tok::raw_identifier))
      PP.LookUpIdentifierInfo(T);
    Tokens.push_back(T);
  }
  return Tokens;
}

/// Makes Tokens the next ones of the preprocessor.
static void reinject(Preprocessor &PP, llvm::ArrayRef<Token> Tokens) {
  auto Copy = std::make_unique<Token[]>(Tokens.size());
  llvm::copy(Tokens, Copy.get());
  PP.EnterTokenStream(std::move(Copy), Tokens.size(),
                      /*DisableMacroExpansion=*/true, /*IsReinject=*/true);
}

/// Parses top-level declarations as ParseAST does, while Goes.
template <class Predicate>
static void parseWhile(CompilerInstance &CI, Parser &P, Predicate Goes) {
  while (Goes(P.getCurToken())) {
    Parser::DeclGroupPtrTy Group;
    Sema::ModuleImportState Imports = Sema::ModuleImportState::NotACXX20Module;
    if (P.ParseTopLevelDecl(Group, Imports))
      return;
    if (Group)
      CI.getASTConsumer().HandleTopLevelDecl(Group.get());
  }
}

/// True if every bracket has its partner, so that the parser cannot run beyond
/// our tokens.
static bool isBalanced(llvm::ArrayRef<Token> Tokens) {
  std::vector<tok::TokenKind> Open;
  for (const Token &T : Tokens) {
    switch (T.getKind()) {
    case tok::l_brace:
      Open.push_back(tok::r_brace);
      break;
    case tok::l_paren:
      Open.push_back(tok::r_paren);
      break;
    case tok::l_square:
      Open.push_back(tok::r_square);
      break;
    case tok::r_brace:
    case tok::r_paren:
    case tok::r_square:
      if (Open.empty() || Open.back() != T.getKind())
        return false;
      Open.pop_back();
      break;
    default:
      break;
    }
  }
  return Open.empty();
}

ParseErrors parseText(CompilerInstance &CI, const std::string &Text,
                      StringRef Name, const TextPosition &At) {
  FileID File = makeBuffer(CI, Text, (BufferPrefix + Name + ">").str());
  if (!At.Path.empty())
    setPosition(CI.getSourceManager(), File, At);
  std::vector<Token> Tokens = lex(CI, File);
  if (!isBalanced(Tokens))
    return {{CI.getSourceManager().getLocForStartOfFile(File),
             "brackets without partner"}};

  QuietParse Quiet(CI);
  Parser &P = *findParser(CI);
  Preprocessor &PP = CI.getPreprocessor();
  const Token After = P.getCurToken();
  Tokens.push_back(After);
  reinject(PP, Tokens);
  PP.Lex(currentToken(P));
  parseWhile(CI, P, [&](const Token &T) {
    return T.getLocation() != After.getLocation();
  });
  return Quiet.takeErrors();
}

/// Reads on from the parser's lookahead until the next token would come
/// straight from a file, neither from a macro's expansion nor from the
/// preprocessor's cache.
static std::vector<Token> takeTokensUpToFile(Preprocessor &PP, Parser &P) {
  std::vector<Token> Taken = {P.getCurToken()};
  while (!PP.getCurrentLexer() && Taken.back().isNot(tok::eof)) {
    Token T;
    PP.Lex(T);
    Taken.push_back(T);
  }
  return Taken;
}

ParseErrors parseIncludes(CompilerInstance &CI, StringRef Text) {
  QuietParse Quiet(CI);
  Parser &P = *findParser(CI);
  Preprocessor &PP = CI.getPreprocessor();
  std::vector<Token> After = takeTokensUpToFile(PP, P);

  // The semicolon marks the end. The tokens to come after it must be entered
  // while the buffer is still open.
  FileID File = makeBuffer(CI, (Text + "\n;\n").str(),
                           (BufferPrefix + "includes>").str());
  PP.EnterSourceFile(File, nullptr, SourceLocation());
  PP.Lex(currentToken(P));
  SourceManager &SM = CI.getSourceManager();
  parseWhile(CI, P, [&](const Token &T) {
    return T.isNot(tok::eof) &&
           !(T.is(tok::semi) && T.getLocation().isFileID() &&
             SM.getFileID(T.getLocation()) == File);
  });
  reinject(PP, After);
  PP.Lex(currentToken(P));
  return Quiet.takeErrors();
}

bool isGenerated(const SourceManager &SM, SourceLocation L) {
  return L.isFileID() && L.isValid() &&
         SM.getBufferName(L).starts_with(BufferPrefix);
}

} // namespace nabla::plugin

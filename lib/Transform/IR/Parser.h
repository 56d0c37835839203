// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parser: IR text to IR, by recursive descent over the tokens, in two passes:
// first what is declared, then the bodies, which may name anything declared.
// Only Parse*.cpp include it; the others use Text.h.
//
// After an error every function returns null or false up to run(); the first
// error is the one reported.

#ifndef NABLA_TRANSFORM_IR_PARSER_H
#define NABLA_TRANSFORM_IR_PARSER_H

#include "IR/Lexer.h"
#include "IR/Module.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include <optional>
#include <string>
#include <vector>

namespace nabla::ir {

/// What a function returns that has failed: false or null.
struct Failure {
  operator bool() const { return false; }
  template <class T> operator T *() const { return nullptr; }
};

class Parser {
public:
  Parser(llvm::StringRef Text, Module &M, std::string &Error)
      : Tokens(lex(Text)), M(M), Error(Error) {}
  bool run();

private:
  using VariableMap = llvm::StringMap<const Variable *>;
  using Statements = llvm::SmallVectorImpl<const Stmt *>;
  using Variables = llvm::SmallVector<const Variable *, 8>;

  /// A function or rule whose body comes at token Body.
  struct Pending {
    Function *F;
    const Rule *R;
    VariableMap Locals;
    size_t Body;
  };

  //===--- Tokens (ParseToken.cpp) ----------------------------------------===//
  const Token &peek(size_t Ahead = 0) const;
  const Token &take();
  bool at(TokenKind K) const { return peek().Kind == K; }
  bool at(const char *Spelling) const { return peek().is(Spelling); }
  bool accept(const char *Spelling);
  bool expect(const char *Spelling);
  Failure fail(const Token &T, const llvm::Twine &Message);
  Failure expected(const char *What);
  static SourceLoc loc(const Token &T);
  bool number(uint64_t &Value, uint64_t Max, const char *What);
  bool signedNumber(int64_t &Value);
  /// A plain word or a string.
  bool name(std::string &Name, const char *What);
  bool string(std::string &Text, const char *What);

  //===--- Types (ParseType.cpp) ------------------------------------------===//
  const Type *type();
  const Type *baseType();
  const Type *namedType(const Token &Start);
  const Type *plainType(const Token &Start);
  const Type *suffixes(const Type *T);
  const Type *extents(const Type *Element);
  /// "<T>"
  const Type *angledType();

  //===--- Expressions (ParseExpr.cpp) ------------------------------------===//
  const Expr *expr();
  const Expr *binary(int MinLevel);
  const Expr *unary();
  const Expr *postfix();
  const Expr *primary();
  const Expr *wordExpr(const Token &T);
  const Expr *literal(bool Negative, SourceLoc L);
  const Expr *integer(const NumberParts &N, bool Negative, const Token &T);
  const Expr *variable();
  const Expr *ruleCall();
  const Expr *functionRef(const Type *Ty, const Token &T);
  const Expr *index(const Expr *Base, const Token &T);
  const Expr *deref(const Expr *Pointer, const Token &T);
  const Expr *member(const Expr *Base, const Token &T);
  const Expr *addressOf(const Expr *Place, bool Decay, const Token &T);
  const Expr *retyped(const Expr *E, const Type *T);
  bool exprList(const char *End, llvm::SmallVectorImpl<const Expr *> &List);
  bool pieces(llvm::SmallVectorImpl<TextPiece> &Pieces);
  bool why(std::string &Why);
  /// E, if its tree is not too deep to be walked by recursion.
  const Expr *checked(const Expr *E, const Token &T);

  //===--- Statements (ParseStmt.cpp) -------------------------------------===//
  const Variable *declare(VariableKind K, VariableMap &In);
  const Variable *declareLocal() {
    return declare(VariableKind::Local, Locals);
  }
  const Variable *lookup(const Token &T) const;
  const Variable *mentioned();
  bool block(Block &B);
  bool statements(Statements &Out);
  const Stmt *stmt();
  const Stmt *let(SourceLoc L);
  const Stmt *call(SourceLoc L);
  const Stmt *branch(SourceLoc L);
  const Stmt *counted(SourceLoc L);
  const Stmt *whileLoop(SourceLoc L);
  const Stmt *doLoop(SourceLoc L);
  bool loopTest(Block &CondBlock, const Expr *&Cond);
  bool loopStep(Block &Step);
  const Stmt *switchOver(SourceLoc L);
  bool arm(SwitchArm &A);
  const Stmt *exit(ExitKind To, SourceLoc L);
  const Stmt *label(SourceLoc L);
  const Stmt *passThrough(SourceLoc L);
  const Stmt *reserve(SourceLoc L);
  bool allocator(Allocator &How);
  const Stmt *allocate(SourceLoc L);
  const Stmt *release(SourceLoc L);
  const Stmt *push(SourceLoc L);
  const Stmt *pop(SourceLoc L);
  const Stmt *assignment(SourceLoc L);
  bool variableList(const char *Word, Variables &List);

  //===--- What a module holds (Parse.cpp) --------------------------------===//
  void declareRecords();
  bool declaration();
  bool record();
  bool global();
  bool rule();
  bool function();
  struct Marks {
    bool Annotated = false, Inactive = false, Pure = false, Indirect = false,
         NoInline = false, Scoped = false;
    std::optional<std::vector<unsigned>> GradParams;
  };
  bool attributes(Declarator &D, Marks &Is);
  bool gradParams(std::optional<std::vector<unsigned>> &Params);
  bool parameters(VariableKind K, Variables &Params);
  bool strings(const char *Word, const char *What,
               llvm::SmallVectorImpl<llvm::StringRef> &List);
  bool skipBraces();
  bool recordsAreFinite();
  bool body(Pending &P);
  bool partials(const Rule &R);
  bool skipTo(const char *End);
  //===--- Rules written by hand (ParseAdjoint.cpp) -----------------------===//
  bool adjoint();
  Function *declared();
  std::optional<unsigned> position(const Function &F);
  bool use(const Function &F, llvm::MutableArrayRef<RuledParam> Uses);

  std::vector<Token> Tokens;
  size_t Position = 0;
  Module &M;
  std::string &Error;
  /// Width and sign of the integer types that the text spells with them.
  llvm::StringMap<std::pair<unsigned, bool>> Integers;
  VariableMap Globals, Locals;
  std::vector<Pending> Bodies;
  std::vector<size_t> Adjoints;         ///< Where they go on after the keyword.
  llvm::DenseSet<const Type *> Defined; ///< Records.
  unsigned Nesting = 0;
  llvm::DenseMap<const Expr *, unsigned> Heights;

  /// Counts how deep the parser's recursion is.
  struct Nest {
    explicit Nest(Parser &P) : P(P) { ++P.Nesting; }
    ~Nest() { --P.Nesting; }
    bool tooDeep() const { return P.Nesting > 256; }
    Parser &P;
  };
};

} // namespace nabla::ir

#endif // NABLA_TRANSFORM_IR_PARSER_H

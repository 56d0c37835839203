// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements of the IR: immutable trees, allocated by a Module. A Block is a
// list of them and opens no scope of its own in C++ unless its owner does
// (branches and loop bodies do).

#ifndef NABLA_TRANSFORM_IR_STMT_H
#define NABLA_TRANSFORM_IR_STMT_H

#include "IR/Expr.h"
#include <optional>

namespace nabla::ir {

class Function;

enum class StmtKind : uint8_t {
#define NABLA_STMT(Kind) Kind,
#include "IR/Nodes.def"
};

struct Stmt {
  StmtKind Kind;
  SourceLoc Loc;

protected:
  Stmt(StmtKind K, SourceLoc Loc) : Kind(K), Loc(Loc) {}
};

template <StmtKind K> struct StmtBase : Stmt {
  explicit StmtBase(SourceLoc Loc) : Stmt(K, Loc) {}
  static bool classof(const Stmt *S) { return S->Kind == K; }
};

using Block = llvm::ArrayRef<const Stmt *>;

/// Declares Var, initialised with Init or (null) not at all. A variable of
/// reference type is bound to the place Init.
struct Let : StmtBase<StmtKind::Let> {
  const Variable *Var;
  const Expr *Init;
  Let(const Variable *V, const Expr *I, SourceLoc L)
      : StmtBase(L), Var(V), Init(I) {}
};

enum class AssignOp : uint8_t { Set, Add, Sub, Mul, Div };

/// Place op= Value. For real places only Set, Add and Sub survive Normalize.
/// Compound assignment to integers other than these is spelled out.
struct Assign : StmtBase<StmtKind::Assign> {
  const Expr *Place;
  AssignOp Op;
  const Expr *Value;
  Assign(const Expr *P, AssignOp Op, const Expr *V, SourceLoc L)
      : StmtBase(L), Place(P), Op(Op), Value(V) {}
};

/// Calls Callee. Result, if any, is a variable declared by this statement.
/// An argument for a reference parameter is the place bound to it.
struct Call : StmtBase<StmtKind::Call> {
  const Variable *Result;
  const Function *Callee;
  ExprList Args;
  Call(const Variable *R, const Function *F, ExprList A, SourceLoc L)
      : StmtBase(L), Result(R), Callee(F), Args(A) {}
};

struct If : StmtBase<StmtKind::If> {
  const Expr *Cond;
  Block Then, Else;
  If(const Expr *C, Block T, Block E, SourceLoc L)
      : StmtBase(L), Cond(C), Then(T), Else(E) {}
};

/// for (Counter = Begin; Counter Relation End; Counter += Step): the counter
/// is changed nowhere else, Begin, End and Step are evaluated before the loop
/// and keep their values throughout, and no Exit but a Break leaves the loop.
/// Step is not zero. Relation is Lt or Le for Step > 0, Gt or Ge for Step < 0,
/// or Ne for Step = +-1 (then the end is reached exactly).
struct CountedLoop : StmtBase<StmtKind::CountedLoop> {
  const Variable *Counter;
  const Expr *Begin;
  BinaryOp Relation;
  const Expr *End;
  int64_t Step;
  Block Body;
  CountedLoop(const Variable *C, const Expr *B, BinaryOp R, const Expr *E,
              int64_t Step, Block Body, SourceLoc L)
      : StmtBase(L), Counter(C), Begin(B), Relation(R), End(E), Step(Step),
        Body(Body) {}
};

/// The general loop:
///   for (;;) { CondBlock; if (!Cond) break; Body; Step; }         TestFirst
///   for (;;) { Body; Step; CondBlock; if (!Cond) break; }        !TestFirst
/// continue goes to Step. Cond null is true. Variables of a for's init are
/// declared in a Scope around the loop.
struct Loop : StmtBase<StmtKind::Loop> {
  bool TestFirst;
  Block CondBlock;
  const Expr *Cond;
  Block Body, Step;
  Loop(bool TestFirst, Block CB, const Expr *C, Block Body, Block Step,
       SourceLoc L)
      : StmtBase(L), TestFirst(TestFirst), CondBlock(CB), Cond(C), Body(Body),
        Step(Step) {}
};

/// One arm of a Switch: where control enters for these values (none: default)
/// and the statements up to the next arm. Control falls through.
struct SwitchArm {
  llvm::ArrayRef<const Expr *> Values; ///< IntLiterals.
  bool IsDefault;
  Block Body;
};

struct Switch : StmtBase<StmtKind::Switch> {
  const Expr *Value;
  llvm::ArrayRef<SwitchArm> Arms;
  Switch(const Expr *V, llvm::ArrayRef<SwitchArm> A, SourceLoc L)
      : StmtBase(L), Value(V), Arms(A) {}
};

enum class ExitKind : uint8_t { Break, Continue, Return, Goto };

struct Exit : StmtBase<StmtKind::Exit> {
  ExitKind To;
  const Expr *Value;     ///< Return: what is returned, or null.
  llvm::StringRef Label; ///< Goto.
  Exit(ExitKind To, const Expr *V, llvm::StringRef Label, SourceLoc L)
      : StmtBase(L), To(To), Value(V), Label(Label) {}
};

struct Label : StmtBase<StmtKind::Label> {
  llvm::StringRef Name;
  Label(llvm::StringRef N, SourceLoc L) : StmtBase(L), Name(N) {}
};

/// A C++ block with its own scope.
struct Scope : StmtBase<StmtKind::Scope> {
  Block Body;
  Scope(Block B, SourceLoc L) : StmtBase(L), Body(B) {}
};

/// A statement of the user's that Nabla does not look into: executed once, in
/// the forward sweep. Reads and Writes are the variables of the function that
/// it mentions as operands and may change. Why as in Verbatim.
struct PassThrough : StmtBase<StmtKind::PassThrough> {
  llvm::ArrayRef<TextPiece> Pieces;
  llvm::ArrayRef<const Variable *> Reads, Writes;
  llvm::StringRef Why;
  PassThrough(llvm::ArrayRef<TextPiece> P, llvm::ArrayRef<const Variable *> R,
              llvm::ArrayRef<const Variable *> W, llvm::StringRef Why,
              SourceLoc L)
      : StmtBase(L), Pieces(P), Reads(R), Writes(W), Why(Why) {}
};

/// Var = room for Count objects of Var's pointee, from the arena, alive until
/// the function's mark is released. Zeroed if Zero.
struct Reserve : StmtBase<StmtKind::Reserve> {
  const Variable *Var; ///< A pointer, declared by this statement.
  const Expr *Count;
  bool Zero;
  Reserve(const Variable *V, const Expr *N, bool Zero, SourceLoc L)
      : StmtBase(L), Var(V), Count(N), Zero(Zero) {}
};

/// Stack.push(Value): Stack is a variable of type Opaque "nabla::stack<T>".
struct Push : StmtBase<StmtKind::Push> {
  const Variable *Stack;
  const Expr *Value;
  Push(const Variable *S, const Expr *V, SourceLoc L)
      : StmtBase(L), Stack(S), Value(V) {}
};

/// Declares Var and sets it to Stack.pop().
struct Pop : StmtBase<StmtKind::Pop> {
  const Variable *Var, *Stack;
  Pop(const Variable *V, const Variable *S, SourceLoc L)
      : StmtBase(L), Var(V), Stack(S) {}
};

/// Who makes a block of memory, and takes it back.
enum class Allocator : uint8_t {
  New,      ///< new T, delete p
  NewArray, ///< new T[n], delete[] p
  C,        ///< malloc or calloc, free
  // In derivatives only: blocks that know how long they are.
  Measured, ///< From the heap.
  Reserved  ///< From the arena.
};

/// Var = a new block of Count objects of Var's pointee; zeroed if Zero.
struct Allocate : StmtBase<StmtKind::Allocate> {
  const Variable *Var; ///< A pointer, declared by this statement.
  Allocator How;
  const Expr *Count;
  bool Zero;
  Allocate(const Variable *V, Allocator How, const Expr *N, bool Zero,
           SourceLoc L)
      : StmtBase(L), Var(V), How(How), Count(N), Zero(Zero) {}
};

/// Gives back the block that Pointer begins, or nothing if it is null. Late:
/// when the arena_scope ends, since the reverse sweep may read the block.
struct Release : StmtBase<StmtKind::Release> {
  Allocator How;
  const Expr *Pointer;
  bool Late;
  Release(Allocator How, const Expr *P, bool Late, SourceLoc L)
      : StmtBase(L), How(How), Pointer(P), Late(Late) {}
};

/// A comment in the emitted text: which sweep begins, which statement of the
/// user's is differentiated.
struct Remark : StmtBase<StmtKind::Remark> {
  /// Printed after "// ". Where Of is set, the comment is about the primal
  /// statement Of: Text is the line that the user wrote; if empty, Of is
  /// printed on one line.
  llvm::StringRef Text;
  const Stmt *Of;
  Remark(llvm::StringRef T, const Stmt *Of, SourceLoc L)
      : StmtBase(L), Text(T), Of(Of) {}
};

} // namespace nabla::ir

#endif // NABLA_TRANSFORM_IR_STMT_H

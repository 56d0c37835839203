// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Module: owns every type, variable, expression, statement, function and rule
// of one compilation, and makes them. Everything it hands out lives as long as
// it does and never changes, except a Function's body, a Record's fields and a
// Rule's partials, which are set once after their owner is made (functions may
// call each other, records and rules may name each other).

#ifndef NABLA_TRANSFORM_IR_MODULE_H
#define NABLA_TRANSFORM_IR_MODULE_H

#include "IR/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/StringSaver.h"
#include <deque>
#include <functional>
#include <optional>
#include <vector>

namespace nabla::ir {

enum class VariableKind : uint8_t {
  Param,
  Local,  ///< Declared by a Let, Call, Allocate, Reserve, Pop or as a loop's
          ///< counter.
  Global, ///< Namespace scope, static member or static local; Name is its
          ///< qualified C++ spelling.
  Operand ///< Stands for an argument or the result in a Rule.
};

/// What of a global is trained (`[[trainable]]`).
enum class Trained : uint8_t { Nothing, Members, Whole };

class Variable {
public:
  /// The user's name, or a generated one; unique within a function only after
  /// Emit has named everything (two scopes may both declare "i").
  llvm::StringRef name() const { return Name; }
  const Type *type() const { return Ty; }
  /// Of a parameter: its type, without the const that the function disregards.
  const Type *access() const { return Access ? Access : Ty; }
  VariableKind kind() const { return Kind; }
  SourceLoc loc() const { return Loc; }
  /// Position in the order of creation, unique within the module.
  unsigned id() const { return Id; }
  bool isParam() const { return Kind == VariableKind::Param; }
  bool isGlobal() const { return Kind == VariableKind::Global; }
  /// Module::unseen.
  inline bool isUnseen() const;
  Trained trained() const { return Trains; }
  /// Of a global: other globals may hold its address.
  bool isExposed() const { return Exposed; }

private:
  friend class Module;
  llvm::StringRef Name;
  const Type *Ty = nullptr, *Access = nullptr;
  VariableKind Kind = VariableKind::Local;
  Trained Trains = Trained::Nothing;
  bool Exposed = false;
  SourceLoc Loc;
  unsigned Id = 0;
};

/// How a function is declared, beyond its type: what its derivatives copy.
struct Declarator {
  /// Enclosing namespaces from the outside in; "" for an anonymous one. The
  /// prefix "inline " marks inline namespaces.
  std::vector<std::string> Namespaces;
  /// The name alone: "energy".
  std::string Name;
  bool Static = false, Inline = false, NoExcept = false, ExternC = false;
  /// A member function: the first parameter is its object.
  bool Member = false;
  /// "default", "hidden": what was said of its symbol, if anything.
  std::string Visibility;

  /// Other files may call it by name.
  bool isExternal() const {
    return !Static && !Inline && !llvm::is_contained(Namespaces, "");
  }
};

/// A construct for which Import has refused a body: where, and the whole text
/// of the error.
struct Rejection {
  SourceLoc Loc;
  llvm::StringRef Text;
};

struct AdjointRule;

class Function {
public:
  /// Unique key: the mangled name (or, in IR text, the name after '@').
  llvm::StringRef key() const { return Key; }
  const Declarator &declarator() const { return Decl; }
  llvm::ArrayRef<const Variable *> params() const { return Params; }
  const Type *result() const { return Result; }
  SourceLoc loc() const { return Loc; }
  bool hasBody() const { return HasBody; }
  Block body() const { return Body; }
  /// The function that this one is a sweep of; itself for any other. A sweep
  /// takes the primal's parameters first.
  const Function &primal() const { return Primal ? *Primal : *this; }
  /// The function that returns what this one sets its last parameter to, a
  /// reference: derivatives can follow a pointer that is set. Null for others.
  const Function *returning() const { return Returning; }
  /// Differentiation of it was asked for somewhere, so an exported pair of
  /// sweeps exists even where the body is not visible.
  bool isAnnotated() const { return Annotated; }
  /// Of an annotated function: the differentiated parameters, by position.
  llvm::ArrayRef<unsigned> gradParams() const { return GradParams; }
  /// It stands for calls through a pointer: its first parameter is a function
  /// pointer, and it calls that with the others.
  bool isIndirect() const { return Indirect; }
  /// Where the body is visible to the user but could not be modelled (so
  /// hasBody() is false): all that was in the way. To be reported as errors
  /// where a call of this function is active.
  llvm::ArrayRef<Rejection> rejections() const { return Rejections; }
  /// How it is differentiated where that is written by hand, or null. A rule
  /// comes before a body.
  const AdjointRule *rule() const { return ByHand; }
  /// It has no derivative; nothing real comes of it but its result, which is a
  /// constant to whoever differentiates.
  bool isInactive() const { return Inactive; }
  /// The user wants calls of it to stay calls.
  bool isNoInline() const { return NoInline; }
  /// Calls of it must stay calls: the end of one destroys objects.
  bool isScoped() const { return Scoped; }
  /// Where it has no body, it may use storage that nothing here mentions:
  /// Module::unseen, or null.
  const Variable *unseen() const { return Unseen; }
  /// Running it again does nothing but set what its arguments lead to, whether
  /// or not its body is there to show that.
  bool isDeclaredPure() const { return Pure; }
  /// Blocks that its own body makes or gives back are nobody else's: kept here
  /// by Analysis (Writes.cpp), which is asked often; unset until it was.
  std::optional<bool> &keepsBlocks() const { return KeepsBlocks; }

private:
  friend class Module;
  llvm::StringRef Key;
  Declarator Decl;
  llvm::ArrayRef<const Variable *> Params;
  const Type *Result = nullptr;
  SourceLoc Loc;
  bool HasBody = false, Annotated = false, Inactive = false, Pure = false;
  bool Indirect = false, NoInline = false, Scoped = false;
  const AdjointRule *ByHand = nullptr;
  llvm::ArrayRef<unsigned> GradParams;
  const Function *Primal = nullptr, *Returning = nullptr;
  const Variable *Unseen = nullptr;
  llvm::ArrayRef<Rejection> Rejections;
  Block Body;
  mutable std::optional<bool> KeepsBlocks;
};

/// The parameters of F that hold reals, by position.
llvm::SmallVector<unsigned, 8> realParams(const Function &F);

/// A pure function of reals and how it is differentiated. Partials are
/// expressions over Params and ResultVar, written for double; a RuleCall of
/// another precision retypes them. They may call other rules.
struct Rule {
  llvm::StringRef Name; ///< "sin": names the rule in diagnostics and IR text.
  llvm::ArrayRef<const Variable *> Params; ///< Kind Operand.
  const Variable *ResultVar = nullptr;     ///< Kind Operand.
  /// One for each parameter; null: the derivative is zero (by convention, or
  /// since the parameter is not real).
  llvm::ArrayRef<const Expr *> Partials;
  /// Names of the functions it is for, qualified, the first as derivatives
  /// spell a call ("std::sin"). "c:sin" is the C library's sin and no other
  /// global function of that name. Empty in a rule from IR text.
  llvm::ArrayRef<llvm::StringRef> Spellings;
  /// No parameter has a derivative: floor, isnan, a function marked inactive.
  bool isInactive() const;
};

/// What a rule written by hand does with a parameter of its function.
struct RuledParam {
  enum Use : uint8_t {
    Unread,
    Before, ///< Its value, or what it points to, just before the call.
    After   ///< What it points to just after the call.
  };
  Use Read = Unread;
  /// How many elements are read behind a pointer: takes the arguments of the
  /// function, returns an unsigned long. Null: nobody has told.
  const Function *Extent = nullptr;
  /// The rule copes with the parameter not being differentiated: its shadow is
  /// null then.
  bool MayLackShadow = false;
  /// Read only where one of these parameters, by position, is differentiated;
  /// empty: read anyway.
  llvm::ArrayRef<unsigned> For = {};
};

/// A function's derivative in the user's own C++. The reverse sweep calls
///   Reverse(params..., [result | frame], [seed], shadows...)
/// with a seed where there is a result, and a shadow for each parameter that
/// holds a real.
struct AdjointRule {
  llvm::StringRef Name; ///< "nabla::adjoint<&my::f>", for diagnostics.
  const Function *Reverse = nullptr;
  /// Called instead of the function, with room for a Frame as last argument;
  /// null: the forward sweep calls the function itself.
  const Function *Forward = nullptr;
  const Type *Frame = nullptr; ///< Set where Forward is.
  bool TakesResult = false;
  llvm::ArrayRef<RuledParam> Params; ///< One for each parameter.
};

class Module {
public:
  Module() : Strings(Memory) {}
  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;

  //===--- Types ----------------------------------------------------------===//
  const Type *voidType();
  const Type *boolType();
  const Type *integerType(llvm::StringRef Spelling, unsigned Bits, bool Signed);
  const Type *intType() { return integerType("int", 32, true); }
  const Type *longType() { return integerType("long", 64, true); }
  const Type *realType(Precision P);
  const Type *doubleType() { return realType(Precision::Double); }
  const Type *pointerTo(const Type *T);
  const Type *referenceTo(const Type *T);
  const Type *arrayOf(const Type *T, uint64_t Extent);
  const Type *opaqueType(llvm::StringRef Spelling);
  /// One that holds no real.
  const Type *inertType(llvm::StringRef Spelling);
  void setFixed(const Type *Opaque);
  const Type *functionPointerType(llvm::StringRef Spelling);
  /// A class known by rules on its operations, with the type of its elements.
  const Type *containerType(llvm::StringRef Spelling, const Type *Element);
  /// The record of that spelling, made without fields where it is new.
  const Type *recordType(llvm::StringRef Spelling);
  /// Gives a record its fields; to be called once for each record.
  void setFields(const Type *Record, llvm::ArrayRef<RecordField> Fields);
  const Type *constOf(const Type *T);
  /// Every record with its fields, in order of creation.
  llvm::ArrayRef<const Type *> records() const { return Records; }

  //===--- Variables, functions, rules ------------------------------------===//
  const Variable *makeVariable(llvm::StringRef Name, const Type *Ty,
                               VariableKind K, SourceLoc L = {});
  const Variable *makeLocal(llvm::StringRef Name, const Type *Ty,
                            SourceLoc L = {}) {
    return makeVariable(Name, Ty, VariableKind::Local, L);
  }

  /// The global of that spelling, made where it is new.
  const Variable *global(llvm::StringRef Spelling, const Type *Ty,
                         SourceLoc L = {}) {
    const Variable *&V = Globals[Spelling];
    if (!V)
      V = makeVariable(Spelling, Ty, VariableKind::Global, L);
    return V;
  }
  /// Stands for all storage that lives on between calls and is mentioned
  /// nowhere: what functions without a visible body keep, files.
  const Variable *unseen() { return global(Unseen, opaqueType(Unseen)); }
  static constexpr llvm::StringLiteral Unseen = "<unseen>";
  /// To be said of a global before anything is derived.
  void setTrained(const Variable *V, Trained What) {
    const_cast<Variable *>(V)->Trains = What;
  }
  void setExposed(const Variable *V) {
    const_cast<Variable *>(V)->Exposed = true;
  }

  /// Makes a function without body. Key must be new to this module.
  Function *makeFunction(llvm::StringRef Key, Declarator D,
                         llvm::ArrayRef<const Variable *> Params,
                         const Type *Result, SourceLoc L = {});
  /// The function of that key, or null.
  Function *function(llvm::StringRef Key) const;
  /// Gives F a body, or another one: a stage that rewrites it.
  void setBody(Function *F, Block B);
  void setAccess(const Variable *Param, const Type *T);
  void setPrimal(Function *F, const Function &P) { F->Primal = &P; }
  void setReturning(Function *F, const Function &R) { F->Returning = &R; }
  /// Asks for derivatives of F in these parameters.
  void setAnnotated(Function *F, llvm::ArrayRef<unsigned> Params) {
    F->Annotated = true;
    F->GradParams = copy(Params);
  }
  /// In all parameters that hold reals.
  void setAnnotated(Function *F) { setAnnotated(F, realParams(*F)); }
  void setIndirect(Function *F) { F->Indirect = true; }
  void setInactive(Function *F) { F->Inactive = true; }
  void setNoInline(Function *F) { F->NoInline = true; }
  void setScoped(Function *F) { F->Scoped = true; }
  void setUsesUnseen(Function *F) { F->Unseen = unseen(); }
  void setDeclaredPure(Function *F) { F->Pure = true; }
  /// From now on F is differentiated by R.
  void setRule(Function *F, const AdjointRule &R);
  /// Says why F has no body; Rs must live as long as the module.
  void setRejections(Function *F, llvm::ArrayRef<Rejection> Rs) {
    F->Rejections = Rs;
  }
  const std::deque<Function> &functions() const { return Functions; }

  /// Adds a rule; its Name must be new to this module.
  const Rule *addRule(const Rule &R);
  /// Gives a rule its partials, where they could not be made before the rule
  /// was added (sin and cos name each other); to be called once for each rule.
  void setPartials(const Rule *R, llvm::ArrayRef<const Expr *> Partials);
  /// The rule of that name, or null.
  const Rule *rule(llvm::StringRef Name) const;
  const std::deque<Rule> &rules() const { return RuleList; }

  //===--- The user's text ------------------------------------------------===//
  /// Tells what the user wrote on the line of a location; "" if unknown.
  using LineOf = std::function<std::string(SourceLoc)>;
  void setLines(LineOf F) { Lines = std::move(F); }
  llvm::StringRef lineOf(SourceLoc L) {
    return Lines ? save(Lines(L)) : llvm::StringRef();
  }
  /// True when it is asked for the first time: for what is to be said once.
  bool firstTime(llvm::StringRef Of) { return Said.insert(Of).second; }

  //===--- Nodes ----------------------------------------------------------===//
  /// make<Binary>(BinaryOp::Add, L, R, Ty, Loc): any Expr or Stmt.
  template <class Node, class... Args> const Node *make(Args &&...A) {
    return new (Memory.Allocate<Node>()) Node(std::forward<Args>(A)...);
  }
  llvm::StringRef save(llvm::StringRef S) { return Strings.save(S); }
  /// A copy of a list that lives as long as the module.
  template <class T> llvm::ArrayRef<T> copy(llvm::ArrayRef<T> A) {
    T *P = Memory.Allocate<T>(A.size());
    std::uninitialized_copy(A.begin(), A.end(), P);
    return llvm::ArrayRef<T>(P, A.size());
  }
  Block block(llvm::ArrayRef<const Stmt *> B) { return copy(B); }
  ExprList list(llvm::ArrayRef<const Expr *> E) { return copy(E); }

private:
  LineOf Lines;
  Type *newType(TypeKind K);
  Type *&named(TypeKind K, llvm::StringRef Spelling);
  Type *derived(TypeKind K, const Type *Element, uint64_t Extent);

  llvm::BumpPtrAllocator Memory;
  llvm::StringSaver Strings;
  llvm::StringMap<Type *> Named; ///< Keyed by kind and spelling.
  /// Pointers, references and arrays by element and extent.
  llvm::DenseMap<std::pair<const Type *, uint64_t>, Type *> Derived[3];
  llvm::DenseMap<const Type *, Type *> ConstOf;
  std::vector<const Type *> Records;
  std::deque<Variable> Variables;
  llvm::StringMap<const Variable *> Globals;
  std::deque<Function> Functions;
  llvm::StringMap<Function *> FunctionByKey;
  std::deque<Rule> RuleList;
  llvm::StringMap<const Rule *> RuleByName;
  llvm::StringSet<> Said;
};

inline bool Variable::isUnseen() const {
  return isGlobal() && Name == Module::Unseen;
}

} // namespace nabla::ir

#endif // NABLA_TRANSFORM_IR_MODULE_H

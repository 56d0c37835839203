// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// First the function is read: blocks get numbers, so that "inside of" is an
// interval, variables their block and the blocks that they are used in; and all
// other names that it mentions are collected. Then variables get their names,
// in order of declaration.

#include "Emit/Names.h"
#include "Emit/UserText.h"
#include "IR/Walk.h"
#include "Support/FlatName.h"
#include "Support/GeneratedNames.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <set>

using namespace nabla;
using emit::Names;
using ir::Variable;
using llvm::dyn_cast;
using llvm::SmallVector;
using llvm::StringRef;

//===--- Keywords ---------------------------------------------------------===//

static bool isKeyword(StringRef Name) {
  static const llvm::StringSet<> Keywords = {
      "alignas",       "alignof",     "and",
      "and_eq",        "asm",         "auto",
      "bitand",        "bitor",       "bool",
      "break",         "case",        "catch",
      "char",          "char8_t",     "char16_t",
      "char32_t",      "class",       "co_await",
      "co_return",     "co_yield",    "compl",
      "concept",       "const",       "const_cast",
      "consteval",     "constexpr",   "constinit",
      "continue",      "decltype",    "default",
      "delete",        "do",          "double",
      "dynamic_cast",  "else",        "enum",
      "explicit",      "export",      "extern",
      "false",         "float",       "for",
      "friend",        "goto",        "if",
      "inline",        "int",         "long",
      "mutable",       "namespace",   "new",
      "noexcept",      "not",         "not_eq",
      "nullptr",       "operator",    "or",
      "or_eq",         "private",     "protected",
      "public",        "register",    "reinterpret_cast",
      "requires",      "return",      "short",
      "signed",        "sizeof",      "static",
      "static_assert", "static_cast", "struct",
      "switch",        "template",    "this",
      "thread_local",  "throw",       "true",
      "try",           "typedef",     "typeid",
      "typename",      "typeof",      "union",
      "unsigned",      "using",       "virtual",
      "void",          "volatile",    "wchar_t",
      "while",         "xor",         "xor_eq"};
  return Keywords.contains(Name);
}

/// A C++ identifier made of Name: "x.1" is x_1, "" is value.
static std::string identifier(StringRef Name) {
  std::string Out;
  for (char C : Name)
    Out += names::inIdentifier(C) ? C : '_';
  if (Out.empty())
    return "value";
  return llvm::isDigit(Out[0]) ? "_" + Out : Out;
}

//===--- Reading ----------------------------------------------------------===//

namespace {

/// Numbers of a block and of the last block in it, in the order they open.
struct Extent {
  unsigned First, Last;
};

struct Facts {
  struct Local {
    const Variable *Var;
    unsigned Block;
  };
  std::vector<Local> Locals; ///< Parameters first; in order of declaration.
  std::vector<Extent> Blocks;
  llvm::DenseMap<const Variable *, std::set<unsigned>> UsedIn;
  llvm::StringSet<> Foreign; ///< What no local may hide.
  llvm::StringSet<> Own;     ///< Names that variables have by themselves.
};

class Reader {
public:
  Reader(const ir::Function &F, Facts &Result, llvm::StringSet<> &Labels)
      : Result(Result), Labels(Labels) {
    type(F.result());
    open();
    for (const Variable *P : F.params())
      declare(P);
    statements(F.body());
    close();
  }

private:
  void open() {
    Around.push_back(Result.Blocks.size());
    Result.Blocks.push_back({Around.back(), Around.back()});
  }
  void close() {
    Result.Blocks[Around.pop_back_val()].Last = Result.Blocks.size() - 1;
  }
  void mention(StringRef Name) { Result.Foreign.insert(Name); }
  void names(StringRef Text) {
    emit::forEachName(Text, [&](StringRef N) { mention(N); });
  }
  /// "ns::f" is not hidden by an f, but would be hard to read next to one.
  void qualified(StringRef Name) {
    names(Name);
    mention(Name.take_back(Name.size() - (Name.rfind(':') + 1)));
  }

  void declare(const Variable *V);
  void use(const Variable *V);
  void type(const ir::Type *T);
  void pieces(llvm::ArrayRef<ir::TextPiece> Pieces);
  void expr(const ir::Expr *E);
  void stmt(const ir::Stmt *S);
  void statements(ir::Block B) {
    for (const ir::Stmt *S : B)
      stmt(S);
  }

  Facts &Result;
  llvm::StringSet<> &Labels;
  SmallVector<unsigned, 16> Around; ///< Numbers of the open blocks.
};

} // namespace

void Reader::declare(const Variable *V) {
  Result.Locals.push_back({V, Around.back()});
  Result.Own.insert(V->name());
  type(V->type());
}

void Reader::use(const Variable *V) {
  if (V->isGlobal())
    return qualified(V->name());
  Result.UsedIn[V].insert(Around.back());
}

void Reader::type(const ir::Type *T) {
  while (T->isPointer() || T->isReference() || T->isArray())
    T = T->element();
  names(T->spelling());
}

void Reader::pieces(llvm::ArrayRef<ir::TextPiece> Pieces) {
  for (const ir::TextPiece &P : Pieces)
    if (auto *Text = std::get_if<StringRef>(&P))
      names(*Text);
}

void Reader::expr(const ir::Expr *E) {
  ir::walk(E, [&](const ir::Expr *Sub) {
    if (auto *V = dyn_cast<ir::VarRef>(Sub))
      use(V->Var);
    else if (auto *C = dyn_cast<ir::RuleCall>(Sub))
      qualified(C->Spelling);
    else if (auto *F = dyn_cast<ir::FunctionRef>(Sub))
      qualified(F->Spelling);
    else if (auto *T = dyn_cast<ir::Verbatim>(Sub))
      pieces(T->Pieces);
    if (llvm::isa<ir::Cast, ir::Aggregate, ir::IntLiteral>(Sub))
      type(Sub->Ty);
  });
}

void Reader::stmt(const ir::Stmt *S) {
  // A loop's counter, and the blocks of a general loop or a switch, which may
  // be written as one, are in a block of their own.
  bool Block = llvm::isa<ir::CountedLoop, ir::Loop, ir::Switch>(S);
  if (Block)
    open();
  if (const Variable *V = ir::declared(S))
    declare(V);
  ir::forEachExpr(S, [&](const ir::Expr *E) { expr(E); });
  if (auto *P = dyn_cast<ir::Push>(S))
    use(P->Stack);
  else if (auto *P = dyn_cast<ir::Pop>(S))
    use(P->Stack);
  else if (auto *P = dyn_cast<ir::PassThrough>(S))
    pieces(P->Pieces);
  else if (auto *C = dyn_cast<ir::Call>(S))
    mention(C->Callee->declarator().Name);
  else if (auto *L = dyn_cast<ir::Label>(S))
    Labels.insert(L->Name);
  ir::forEachBlock(S, [&](ir::Block B) {
    if (!Block)
      open();
    statements(B);
    if (!Block)
      close();
  });
  if (Block)
    close();
}

//===--- Naming -----------------------------------------------------------===//

namespace {

/// A variable and the blocks that declare it: code that is run forward and
/// backward declares its values twice.
struct Declared {
  const Variable *Var;
  SmallVector<unsigned, 2> Blocks;
};

class Namer {
public:
  explicit Namer(Facts &F) : F(F) {}
  std::string name(const Declared &D);

private:
  bool hides(const Variable *Outer, unsigned OuterBlock,
             unsigned InnerBlock) const;
  bool collide(const Declared &A, const Declared &B) const;
  bool isFree(const Declared &D, StringRef Name) const;
  bool isForLocals(StringRef Name, StringRef Base) const;
  bool isDeclaredIn(unsigned Block, StringRef Name) const;
  bool isRight(const Declared &D, StringRef Name, StringRef Base) const;

  Facts &F;
  llvm::StringMap<SmallVector<const Declared *, 4>> Taken;
  /// Of a name and a block: so many of the names made of it are nothing for
  /// another local of the block.
  llvm::StringMap<llvm::DenseMap<unsigned, unsigned>> Gone;
};

} // namespace

/// Something of Outer's name in InnerBlock would be in the way of Outer.
bool Namer::hides(const Variable *Outer, unsigned OuterBlock,
                  unsigned InnerBlock) const {
  if (OuterBlock == InnerBlock)
    return true;
  Extent In = F.Blocks[InnerBlock], Out = F.Blocks[OuterBlock];
  if (In.First < Out.First || In.First > Out.Last)
    return false;
  auto Found = F.UsedIn.find(Outer);
  if (Found == F.UsedIn.end())
    return false;
  auto Use = Found->second.lower_bound(In.First);
  return Use != Found->second.end() && *Use <= In.Last;
}

bool Namer::collide(const Declared &A, const Declared &B) const {
  for (unsigned InA : A.Blocks)
    for (unsigned InB : B.Blocks)
      if (hides(A.Var, InA, InB) || hides(B.Var, InB, InA))
        return true;
  return false;
}

bool Namer::isFree(const Declared &D, StringRef Name) const {
  auto Same = Taken.find(Name);
  return Same == Taken.end() ||
         llvm::none_of(Same->getValue(), [&](const Declared *Named) {
           return collide(D, *Named);
         });
}

bool Namer::isDeclaredIn(unsigned Block, StringRef Name) const {
  auto Same = Taken.find(Name);
  return Same != Taken.end() &&
         llvm::any_of(Same->getValue(), [&](const Declared *Named) {
           return llvm::is_contained(Named->Blocks, Block);
         });
}

/// Name, which is made of Base, may be that of some local.
bool Namer::isForLocals(StringRef Name, StringRef Base) const {
  return !isKeyword(Name) && !F.Foreign.contains(Name) &&
         (Name == Base || !F.Own.contains(Name));
}

/// The name of a parameter that only derivatives have.
static bool isGenerated(StringRef Name) {
  return Name == names::Seed || Name.starts_with(names::shadow(""));
}

bool Namer::isRight(const Declared &D, StringRef Name, StringRef Base) const {
  // A shadow may meet a parameter of the user's, or a function.
  if (D.Var->isParam())
    return isFree(D, Name) &&
           !(isGenerated(D.Var->name()) && F.Foreign.contains(Name));
  return isForLocals(Name, Base) && isFree(D, Name);
}

std::string Namer::name(const Declared &D) {
  std::string Base = identifier(D.Var->name());
  auto Made = [&](unsigned N) {
    return N ? Base + "_" + std::to_string(N) : Base;
  };
  unsigned N = 0, Block = D.Blocks.front();
  if (!D.Var->isParam()) {
    unsigned &First = Gone[Base][Block];
    while (!isForLocals(Made(First), Base) || isDeclaredIn(Block, Made(First)))
      ++First;
    N = First;
  }
  while (!isRight(D, Made(N), Base))
    ++N;
  Taken[Made(N)].push_back(&D);
  return Made(N);
}

Names::Names(const ir::Function &F) {
  Facts Found;
  Reader(F, Found, Labels);
  llvm::MapVector<const Variable *, Declared> Variables;
  for (const Facts::Local &L : Found.Locals) {
    Declared &D = Variables[L.Var];
    D.Var = L.Var;
    D.Blocks.push_back(L.Block);
  }
  Namer Namer(Found);
  for (const auto &[V, D] : Variables)
    Given[V] = Namer.name(D);
  for (const auto &[V, Blocks] : Found.UsedIn)
    Used.insert(V);
  for (const Variable *P : F.params())
    Params.insert(P->name());
}

StringRef Names::of(const Variable *V) const {
  auto Found = Given.find(V);
  return Found == Given.end() ? V->name() : StringRef(Found->second);
}

std::string Names::newLabel(StringRef Base) {
  std::string Name = Base.str();
  for (unsigned N = 1; !Labels.insert(Name).second; ++N)
    Name = (Base + "_" + llvm::Twine(N)).str();
  return Name;
}

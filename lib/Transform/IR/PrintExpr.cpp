// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types and expressions as text: C++'s operators and precedences, few
// parentheses. A type is written where it does not follow from the operands.

#include "IR/Lexer.h"
#include "IR/NaturalType.h"
#include "IR/Printer.h"
#include "IR/Visit.h"
#include "llvm/ADT/StringExtras.h"

using namespace nabla::ir;
using llvm::ArrayRef;
using llvm::dyn_cast;
using llvm::isa;
using llvm::StringRef;

//===--- Names ------------------------------------------------------------===//

bool nabla::ir::isWord(StringRef S) {
  auto In = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  return !S.empty() && !llvm::isDigit(S[0]) && llvm::all_of(S, In);
}

std::string nabla::ir::quotedText(StringRef S) {
  std::string Out = "\"";
  for (char C : S) {
    if (C == '\n')
      Out += "\\n";
    else if (C == '"' || C == '\\')
      (Out += '\\') += C;
    else if (llvm::isPrint(C))
      Out += C;
    else
      (Out += '\\') += llvm::toHex(StringRef(&C, 1));
  }
  return Out + '"';
}

/// "x" or "ns::x".
static bool isPath(StringRef S) {
  llvm::SmallVector<StringRef, 4> Parts;
  S.split(Parts, "::");
  return llvm::all_of(Parts, isWord);
}

StringRef TextNames::operator()(const Variable *V) {
  auto [At, New] = Names.try_emplace(V);
  if (New) {
    StringRef Name = V->name();
    std::string Base = "%" + (isPath(Name) ? Name.str() : quotedText(Name));
    std::string Unique = Base;
    for (unsigned N = 1; !Taken.insert(Unique).second; ++N)
      Unique = Base + "." + std::to_string(N);
    At->second = Unique;
  }
  return At->second;
}

void Printer::word(StringRef Name) {
  if (isWord(Name))
    OS << Name;
  else
    quoted(Name);
}

void Printer::quoted(StringRef Text) { OS << quotedText(Text); }

void Printer::angled(const char *Word, const Type *T) {
  OS << Word << '<';
  type(T);
  OS << '>';
}

//===--- Types ------------------------------------------------------------===//

namespace {
/// A type of Integers.def.
struct PlainInteger {
  const char *Spelling;
  unsigned Bits;
  bool Signed;
  const char *Suffix;
};
} // namespace

/// Null for types that are written with their width.
static const PlainInteger *plainInteger(const Type *T) {
  static const PlainInteger Plain[] = {
#define NABLA_INTEGER(Spelling, Bits, Signed, Suffix)                          \
  {Spelling, Bits, Signed, Suffix},
#include "IR/Integers.def"
  };
  if (T->isInteger())
    for (const PlainInteger &P : Plain)
      if (T->spelling() == P.Spelling && T->bits() == P.Bits &&
          T->isSigned() == P.Signed)
        return &P;
  return nullptr;
}

void Printer::type(const Type *T) {
  if (T->isArray()) {
    const Type *Innermost = T;
    while (Innermost->isArray())
      Innermost = Innermost->element();
    type(Innermost);
    for (; T->isArray(); T = T->element())
      OS << '[' << T->extent() << ']';
    return;
  }
  if (T->isPointer() || T->isReference()) {
    type(T->element());
    OS << (T->isPointer() ? "*" : "&") << (T->isConst() ? " const" : "");
    return;
  }
  OS << (T->isConst() ? "const " : "");
  if (T->is(TypeKind::Record))
    OS << "record ";
  if (T->is(TypeKind::Opaque))
    OS << (T->isInert() ? "inert " : "opaque ");
  if (T->isFunctionPointer())
    OS << "function ";
  if (T->is(TypeKind::Container)) {
    OS << "container";
    if (T->element())
      angled("", T->element());
    OS << ' ';
  }
  if (T->isInteger() && !plainInteger(T))
    OS << (T->isSigned() ? 'i' : 'u') << T->bits() << ' ';
  else if (T->isInteger() || T->isReal() || T->isVoid() ||
           T->is(TypeKind::Bool)) {
    OS << T->spelling();
    return;
  }
  quoted(T->spelling());
  OS << (T->isFixed() ? " fixed" : "");
}

//===--- Expressions ------------------------------------------------------===//

static int bindingOf(BinaryOp Op) {
  switch (Op) {
#define NABLA_BINARY(Op, Spelling, Level)                                      \
  case BinaryOp::Op:                                                           \
    return Level;
#include "IR/Operators.def"
  }
  llvm_unreachable("no such operator");
}

const char *nabla::ir::spelling(BinaryOp Op) {
  switch (Op) {
#define NABLA_BINARY(Op, Spelling, Level)                                      \
  case BinaryOp::Op:                                                           \
    return Spelling;
#include "IR/Operators.def"
  }
  llvm_unreachable("no such operator");
}

/// E is written typed<T>(e): neither operands nor a suffix tell its type.
static bool needsType(const Expr *E) {
  if (auto *L = dyn_cast<IntLiteral>(E)) {
    const PlainInteger *P = plainInteger(L->Ty);
    return !P || !P->Suffix;
  }
  return !hasNaturalType(E);
}

int Printer::levelOf(const Expr *E) {
  if (needsType(E))
    return Postfix;
  if (auto *B = dyn_cast<Binary>(E))
    return bindingOf(B->Op);
  if (isa<Select>(E))
    return Any;
  if (auto *A = dyn_cast<AddressOf>(E))
    return A->Decay ? Postfix : UnaryLevel;
  if (auto *L = dyn_cast<IntLiteral>(E))
    return L->Value < 0 ? UnaryLevel : Postfix;
  return isa<Unary, Deref>(E) ? UnaryLevel : Postfix;
}

void Printer::expr(const Expr *E) {
  if (!needsType(E))
    return bare(E);
  angled("typed", E->Ty);
  OS << '(';
  bare(E);
  OS << ')';
}

/// E where at least that level is needed.
void Printer::operand(const Expr *E, int Level) {
  bool Parens = levelOf(E) < Level;
  OS << (Parens ? "(" : "");
  expr(E);
  OS << (Parens ? ")" : "");
}

void Printer::list(ExprList L) {
  llvm::ListSeparator Comma;
  for (const Expr *E : L) {
    OS << Comma;
    expr(E);
  }
}

void Printer::integer(const IntLiteral &L) {
  if (L.Ty->isSigned())
    OS << L.Value;
  else
    OS << uint64_t(L.Value);
  if (!needsType(&L))
    OS << plainInteger(L.Ty)->Suffix;
}

void Printer::real(const RealLiteral &L) {
  NumberParts N = scanNumber(L.Digits);
  bool Plain = N.Real && N.Digits == L.Digits && L.Ty->isReal();
  if (!Plain) {
    angled("real", L.Ty);
    OS << '(';
    quoted(L.Digits);
    OS << ')';
    return;
  }
  static const char *const Suffix[] = {"f", "", "l"};
  OS << L.Digits << Suffix[unsigned(L.Ty->precision())];
}

void Printer::unary(const Unary &U) {
  OS << (U.Op == UnaryOp::Neg ? "-" : U.Op == UnaryOp::Not ? "!" : "~");
  // -3 would be read as one literal; --x looks like a decrement.
  auto *Inner = dyn_cast<Unary>(U.Operand);
  bool Parens =
      U.Op == UnaryOp::Neg && !needsType(U.Operand) &&
      (isa<IntLiteral>(U.Operand) || (Inner && Inner->Op == UnaryOp::Neg));
  operand(U.Operand, Parens ? Primary : UnaryLevel);
}

void Printer::binary(const Binary &B) {
  int Level = bindingOf(B.Op);
  operand(B.Lhs, Level);
  OS << ' ' << spelling(B.Op) << ' ';
  operand(B.Rhs, Level + 1);
}

/// p->x for (*p).x. A field that no name tells is written by its number: .#2.
void Printer::member(const Member &M) {
  if (auto *D = dyn_cast<Deref>(M.Base); D && hasNaturalType(D)) {
    operand(D->Pointer, Postfix);
    OS << "->";
  } else {
    operand(M.Base, Postfix);
    OS << '.';
  }
  ArrayRef<RecordField> Fields = M.Base->Ty->fields();
  auto Same = [&](const RecordField &F) { return F.Name == M.name(); };
  if (M.Field < Fields.size() && isWord(M.name()) &&
      llvm::count_if(Fields, Same) == 1)
    OS << M.name();
  else
    OS << '#' << M.Field;
}

void Printer::ruleCall(const RuleCall &C) {
  OS << '@';
  word(C.Callee->Name);
  OS << '<';
  type(C.Ty);
  OS << ' ';
  quoted(C.Spelling);
  OS << ">(";
  list(C.Args);
  OS << ')';
}

void Printer::functionRef(const FunctionRef &F) {
  angled("address", F.Ty);
  OS << "(@";
  word(F.Target->key());
  OS << ' ';
  quoted(F.Spelling);
  OS << ')';
}

void Printer::pieces(ArrayRef<TextPiece> Pieces) {
  OS << '(';
  llvm::ListSeparator Space(" ");
  for (const TextPiece &P : Pieces) {
    OS << Space;
    if (auto *S = std::get_if<StringRef>(&P)) {
      quoted(*S);
      continue;
    }
    OS << '(';
    expr(std::get<const Expr *>(P));
    OS << ')';
  }
  OS << ')';
}

void Printer::bare(const Expr *E) {
  visit(E, Overloads{[&](const IntLiteral &L) { integer(L); },
                     [&](const RealLiteral &L) { real(L); },
                     [&](const BoolLiteral &L) {
                       OS << (L.Value ? "true" : "false");
                     },
                     [&](const NullLiteral &L) { angled("nullptr", L.Ty); },
                     [&](const VarRef &V) { OS << Names(V.Var); },
                     [&](const Unary &U) { unary(U); },
                     [&](const Binary &B) { binary(B); },
                     [&](const Select &S) {
                       operand(S.Cond, LowestBinary);
                       OS << " ? ";
                       operand(S.Then, LowestBinary);
                       OS << " : ";
                       operand(S.Else, LowestBinary);
                     },
                     [&](const Cast &C) {
                       angled(C.Implicit ? "implicit" : "cast", C.Ty);
                       OS << '(';
                       expr(C.Operand);
                       OS << ')';
                     },
                     [&](const Index &I) {
                       operand(I.Base, Postfix);
                       OS << '[';
                       expr(I.Subscript);
                       OS << ']';
                     },
                     [&](const Deref &D) {
                       OS << '*';
                       operand(D.Pointer, UnaryLevel);
                     },
                     [&](const Member &M) { member(M); },
                     [&](const AddressOf &A) {
                       OS << (A.Decay ? "decay(" : "&");
                       // && would be one token
                       operand(A.Place, A.Decay                   ? Any
                                        : isa<AddressOf>(A.Place) ? Postfix
                                                                  : UnaryLevel);
                       OS << (A.Decay ? ")" : "");
                     },
                     [&](const BlockLength &L) {
                       OS << "length(";
                       expr(L.Pointer);
                       OS << ')';
                     },
                     [&](const RuleCall &C) { ruleCall(C); },
                     [&](const Aggregate &A) {
                       angled("aggregate", A.Ty);
                       OS << '{';
                       list(A.Elements);
                       OS << '}';
                     },
                     [&](const FunctionRef &F) { functionRef(F); },
                     [&](const Verbatim &V) {
                       angled("verbatim", V.Ty);
                       pieces(V.Pieces);
                       if (!V.Why.empty()) {
                         OS << " why ";
                         quoted(V.Why);
                       }
                     }});
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions of IR text. Types are found from the operands, as the
// printer expects (NaturalType.h).

#include "IR/NaturalType.h"
#include "IR/Parser.h"
#include "IR/Place.h"
#include "IR/Visit.h"
#include "IR/Walk.h"

using namespace nabla::ir;

//===--- Operators --------------------------------------------------------===//

const Expr *Parser::checked(const Expr *E, const Token &T) {
  unsigned Height = 0;
  forEachChild(
      E, [&](const Expr *C) { Height = std::max(Height, Heights.lookup(C)); });
  Heights[E] = Height + 1;
  return Height < 1000 ? E : fail(T, "this expression is nested too deeply");
}

const Expr *Parser::expr() {
  Nest N(*this);
  const Token &Start = peek();
  if (N.tooDeep())
    return fail(Start, "this expression is nested too deeply");
  const Expr *Cond = binary(1);
  if (!Cond || !accept("?"))
    return Cond;
  const Expr *Then = expr();
  if (!Then || !expect(":"))
    return nullptr;
  const Expr *Else = expr();
  if (!Else)
    return nullptr;
  return checked(M.make<Select>(Cond, Then, Else, Then->Ty, loc(Start)), Start);
}

static bool binaryAt(const Token &T, BinaryOp &Op, int &Level) {
#define NABLA_BINARY(Name, Spelling, Binding)                                  \
  if (T.is(Spelling)) {                                                        \
    Op = BinaryOp::Name;                                                       \
    Level = Binding;                                                           \
    return true;                                                               \
  }
#include "IR/Operators.def"
  return false;
}

static const Type *typeOf(BinaryOp Op, const Expr *L, const Expr *R,
                          Module &M) {
  switch (binaryResult(Op, L->Ty, R->Ty)) {
  case BinaryResult::Bool:
    return M.boolType();
  case BinaryResult::Difference:
    return M.longType();
  case BinaryResult::OfLhs:
    return L->Ty;
  case BinaryResult::OfRhs:
    return R->Ty;
  }
  llvm_unreachable("no such result");
}

const Expr *Parser::binary(int MinLevel) {
  const Expr *L = unary();
  BinaryOp Op;
  int Level;
  while (L && binaryAt(peek(), Op, Level) && Level >= MinLevel) {
    const Token &T = take();
    const Expr *R = binary(Level + 1);
    if (!R)
      return nullptr;
    L = checked(M.make<Binary>(Op, L, R, typeOf(Op, L, R, M), loc(T)), T);
  }
  return L;
}

const Expr *Parser::unary() {
  Nest N(*this);
  const Token &T = peek();
  if (N.tooDeep())
    return fail(T, "this expression is nested too deeply");
  static const struct {
    const char *Spelling;
    UnaryOp Op;
  } Unaries[] = {
      {"-", UnaryOp::Neg}, {"!", UnaryOp::Not}, {"~", UnaryOp::BitNot}};
  const Token &Next = peek(1);
  if (T.is("-") && Next.Kind == TokenKind::Number &&
      T.Text.end() == Next.Text.begin() && !scanNumber(Next.Text).Real) {
    take();
    return literal(/*Negative=*/true, loc(T));
  }
  for (auto [Spelling, Op] : Unaries)
    if (accept(Spelling)) {
      const Expr *E = unary();
      if (!E)
        return nullptr;
      const Type *Ty = Op == UnaryOp::Not ? M.boolType() : E->Ty;
      return checked(M.make<Unary>(Op, E, Ty, loc(T)), T);
    }
  if (accept("*")) {
    const Expr *E = unary();
    return E ? deref(E, T) : nullptr;
  }
  if (accept("&")) {
    const Expr *E = unary();
    return E ? addressOf(E, /*Decay=*/false, T) : nullptr;
  }
  return postfix();
}

//===--- Places -----------------------------------------------------------===//

const Expr *Parser::index(const Expr *Base, const Token &T) {
  const Expr *Subscript = expr();
  if (!Subscript || !expect("]"))
    return nullptr;
  if (!Base->Ty->isPointer() && !Base->Ty->isArray())
    return fail(T, "what is indexed is neither an array nor a pointer");
  const Type *Ty = Base->Ty->element()->value();
  return checked(M.make<Index>(Base, Subscript, Ty, loc(T)), T);
}

const Expr *Parser::deref(const Expr *Pointer, const Token &T) {
  if (!Pointer->Ty->isPointer())
    return fail(T, "what is dereferenced is not a pointer");
  const Type *Ty = Pointer->Ty->element()->value();
  return checked(M.make<Deref>(Pointer, Ty, loc(T)), T);
}

/// After the '.': a field's name, or '#' and its number.
const Expr *Parser::member(const Expr *Base, const Token &T) {
  llvm::ArrayRef<RecordField> Fields = Base->Ty->fields();
  uint64_t Field = 0;
  if (accept("#")) {
    if (!number(Field, UINT32_MAX, "the number of a field"))
      return nullptr;
  } else {
    const Token &Name = peek();
    std::string Wanted;
    if (!name(Wanted, "the name of a field"))
      return nullptr;
    while (Field < Fields.size() && Fields[Field].Name != Wanted)
      ++Field;
    if (Field == Fields.size())
      return fail(Name, "there is no field '" + Wanted + "'");
  }
  if (Field >= Fields.size())
    return fail(T, "there is no field of that number");
  return checked(M.make<Member>(Base, Field, Fields[Field].Ty->value(), loc(T)),
                 T);
}

const Expr *Parser::addressOf(const Expr *Place, bool Decay, const Token &T) {
  const Type *Pointee = qualifiedType(M, Place);
  if (Decay && !Pointee->isArray())
    return fail(T, "only an array decays");
  const Type *Ty = M.pointerTo(Decay ? Pointee->element() : Pointee);
  return checked(M.make<AddressOf>(Place, Decay, Ty, loc(T)), T);
}

const Expr *Parser::postfix() {
  const Expr *E = primary();
  while (E) {
    const Token &T = peek();
    if (accept("[")) {
      E = index(E, T);
    } else if (accept(".")) {
      E = member(E, T);
    } else if (accept("->")) {
      E = deref(E, T);
      E = E ? member(E, T) : nullptr;
    } else {
      return E;
    }
  }
  return nullptr;
}

//===--- Literals and names -----------------------------------------------===//

const Expr *Parser::literal(bool Negative, SourceLoc L) {
  const Token &T = take();
  NumberParts N = scanNumber(T.Text);
  if (!N.Real)
    return integer(N, Negative, T);
  std::string Suffix = N.Suffix.lower();
  if (Suffix != "" && Suffix != "f" && Suffix != "l")
    return fail(T, "a real number has no suffix '" + N.Suffix + "'");
  Precision P = Suffix.empty()  ? Precision::Double
                : Suffix == "f" ? Precision::Float
                                : Precision::LongDouble;
  return checked(M.make<RealLiteral>(M.save(N.Digits), M.realType(P), L), T);
}

const Expr *Parser::integer(const NumberParts &N, bool Negative,
                            const Token &T) {
  const Type *Ty = nullptr;
  const char *None = nullptr;
#define NABLA_INTEGER(Name, Bits, Signed, Ending)                              \
  if (const char *S = Ending; S != None && N.Suffix.lower() == S)              \
    Ty = M.integerType(Name, Bits, Signed);
#include "IR/Integers.def"
  if (!Ty)
    return fail(T, "an integer has no suffix '" + N.Suffix + "'");
  uint64_t Value;
  if (!valueOfDigits(N.Digits, Value))
    return fail(T, "'" + N.Digits + "' does not fit in 64 bits");
  int64_t Signed = int64_t(Negative ? 0 - Value : Value);
  return checked(M.make<IntLiteral>(Signed, Ty, loc(T)), T);
}

const Expr *Parser::variable() {
  const Token &T = take();
  const Variable *V = lookup(T);
  if (!V)
    return fail(T, "'" + T.Text + "' is not declared before this use");
  return checked(M.make<VarRef>(V, V->type()->value(), loc(T)), T);
}

const Expr *Parser::primary() {
  const Token &T = peek();
  if (at(TokenKind::Variable))
    return variable();
  if (at(TokenKind::Number))
    return literal(/*Negative=*/false, loc(T));
  if (at(TokenKind::Symbol))
    return ruleCall();
  if (at(TokenKind::Word))
    return wordExpr(T);
  if (!accept("("))
    return expected("an expression");
  const Expr *E = expr();
  return E && expect(")") ? E : nullptr;
}

//===--- Calls of rules and expressions that begin with a word ------------===//

bool Parser::exprList(const char *End,
                      llvm::SmallVectorImpl<const Expr *> &List) {
  if (accept(End))
    return true;
  do {
    const Expr *E = expr();
    if (!E)
      return false;
    List.push_back(E);
  } while (accept(","));
  return expect(End);
}

const Expr *Parser::ruleCall() {
  const Token &T = take();
  const Rule *R = M.rule(T.Value);
  if (!R)
    return fail(T, "there is no rule '" + T.Value + "'");
  if (!expect("<"))
    return nullptr;
  const Type *Ty = type();
  std::string Spelling;
  llvm::SmallVector<const Expr *, 4> Args;
  if (!Ty || !string(Spelling, "the function's C++ spelling") || !expect(">") ||
      !expect("(") || !exprList(")", Args))
    return nullptr;
  return checked(
      M.make<RuleCall>(R, M.save(Spelling), M.list(Args), Ty, loc(T)), T);
}

/// After the type: "(@f "ns::f")".
const Expr *Parser::functionRef(const Type *Ty, const Token &T) {
  std::string Spelling;
  if (!expect("("))
    return nullptr;
  if (!at(TokenKind::Symbol))
    return expected("the function's name after '@'");
  const Token &Name = take();
  const Function *F = M.function(Name.Value);
  if (!F)
    return fail(Name, "there is no function '" + Name.Value + "'");
  if (!string(Spelling, "the function's C++ spelling") || !expect(")"))
    return nullptr;
  return checked(M.make<FunctionRef>(F, M.save(Spelling), Ty, loc(T)), T);
}

bool Parser::pieces(llvm::SmallVectorImpl<TextPiece> &Pieces) {
  if (!expect("("))
    return false;
  while (!accept(")")) {
    if (at(TokenKind::String)) {
      Pieces.push_back(M.save(take().Value));
      continue;
    }
    if (!accept("("))
      return expected("a piece of text, '(' or ')'");
    const Expr *E = expr();
    if (!E || !expect(")"))
      return false;
    Pieces.push_back(E);
  }
  return true;
}

bool Parser::why(std::string &Why) {
  return !accept("why") || string(Why, "the reason as a string");
}

const Expr *Parser::retyped(const Expr *E, const Type *Ty) {
  return visit(E, [&](const auto &Node) -> const Expr * {
    auto Copy = Node;
    Copy.Ty = Ty;
    return M.make<std::decay_t<decltype(Node)>>(Copy);
  });
}

const Expr *Parser::wordExpr(const Token &T) {
  take();
  SourceLoc L = loc(T);
  if (T.is("true") || T.is("false"))
    return checked(M.make<BoolLiteral>(T.is("true"), M.boolType(), L), T);
  if (T.is("length")) {
    const Expr *E = expect("(") ? expr() : nullptr;
    return E && expect(")")
               ? checked(M.make<BlockLength>(E, M.longType(), L), T)
               : nullptr;
  }
  if (T.is("decay")) {
    const Expr *E = expect("(") ? expr() : nullptr;
    return E && expect(")") ? addressOf(E, /*Decay=*/true, T) : nullptr;
  }
  bool IsCast = T.is("cast") || T.is("implicit") || T.is("typed");
  if (!IsCast && !T.is("real") && !T.is("nullptr") && !T.is("aggregate") &&
      !T.is("address") && !T.is("verbatim"))
    return fail(T, "'" + T.Text + "' does not begin an expression");

  const Type *Ty = angledType();
  if (!Ty)
    return nullptr;
  if (T.is("nullptr"))
    return checked(M.make<NullLiteral>(Ty, L), T);
  if (T.is("address"))
    return functionRef(Ty, T);
  if (IsCast) {
    const Expr *E = expect("(") ? expr() : nullptr;
    if (!E || !expect(")"))
      return nullptr;
    return checked(T.is("typed") ? retyped(E, Ty)
                                 : M.make<Cast>(E, T.is("implicit"), Ty, L),
                   T);
  }
  std::string Text;
  if (T.is("real"))
    return expect("(") && string(Text, "the digits as a string") && expect(")")
               ? checked(M.make<RealLiteral>(M.save(Text), Ty, L), T)
               : nullptr;
  if (T.is("aggregate")) {
    llvm::SmallVector<const Expr *, 8> Elements;
    return expect("{") && exprList("}", Elements)
               ? checked(M.make<Aggregate>(M.list(Elements), Ty, L), T)
               : nullptr;
  }
  llvm::SmallVector<TextPiece, 8> Pieces;
  if (!pieces(Pieces) || !why(Text))
    return nullptr;
  return checked(M.make<Verbatim>(M.copy(llvm::ArrayRef<TextPiece>(Pieces)),
                                  M.save(Text), Ty, L),
                 T);
}

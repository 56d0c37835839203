// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements of IR text.

#include "IR/Parser.h"

using namespace nabla::ir;
using llvm::ArrayRef;
using llvm::SmallVector;

//===--- Variables --------------------------------------------------------===//

const Variable *Parser::lookup(const Token &T) const {
  if (const Variable *V = Locals.lookup(T.Text))
    return V;
  return Globals.lookup(T.Text);
}

/// "T %x": a new variable.
const Variable *Parser::declare(VariableKind K, VariableMap &In) {
  const Type *Ty = type();
  if (!Ty)
    return nullptr;
  if (!at(TokenKind::Variable))
    return expected("a variable");
  const Token &T = take();
  if (lookup(T))
    return fail(T, "'" + T.Text + "' is declared already");
  if (Ty->isVoid())
    return fail(T, "'" + T.Text + "' cannot be of type void");
  const Variable *V = K == VariableKind::Global
                          ? M.global(T.Value, Ty, loc(T))
                          : M.makeVariable(T.Value, Ty, K, loc(T));
  if (V->type() != Ty)
    return fail(T, "'" + T.Text + "' is there already, of another type");
  return In[T.Text] = V;
}

/// "%x": one that is there.
const Variable *Parser::mentioned() {
  if (!at(TokenKind::Variable))
    return expected("a variable");
  const Token &T = take();
  if (const Variable *V = lookup(T))
    return V;
  return fail(T, "'" + T.Text + "' is not declared before this use");
}

//===--- Blocks -----------------------------------------------------------===//

/// Up to what ends a block or an arm of a switch.
bool Parser::statements(Statements &Out) {
  while (!at("}") && !at("case") && !at("default")) {
    const Stmt *S = stmt();
    if (!S)
      return false;
    Out.push_back(S);
  }
  return true;
}

bool Parser::block(Block &B) {
  Nest N(*this);
  if (N.tooDeep())
    return fail(peek(), "blocks are nested too deeply");
  SmallVector<const Stmt *, 16> Out;
  if (!expect("{") || !statements(Out) || !expect("}"))
    return false;
  B = M.block(Out);
  return true;
}

const Stmt *Parser::stmt() {
  const Token &T = peek();
  SourceLoc L = loc(T);
  if (accept("let"))
    return let(L);
  if (accept("call"))
    return call(L);
  if (accept("if"))
    return branch(L);
  if (accept("for"))
    return counted(L);
  if (at("while"))
    return whileLoop(L);
  if (accept("do"))
    return doLoop(L);
  if (accept("switch"))
    return switchOver(L);
  if (accept("break"))
    return exit(ExitKind::Break, L);
  if (accept("continue"))
    return exit(ExitKind::Continue, L);
  if (accept("return"))
    return exit(ExitKind::Return, L);
  if (accept("goto"))
    return exit(ExitKind::Goto, L);
  if (accept("label"))
    return label(L);
  if (accept("scope")) {
    Block B;
    return block(B) ? M.make<Scope>(B, L) : nullptr;
  }
  if (accept("pass"))
    return passThrough(L);
  if (accept("reserve"))
    return reserve(L);
  if (accept("allocate"))
    return allocate(L);
  if (accept("release"))
    return release(L);
  if (accept("push"))
    return push(L);
  if (accept("pop"))
    return pop(L);
  if (accept("remark")) {
    std::string Text;
    return string(Text, "the remark as a string") && expect(";")
               ? M.make<Remark>(M.save(Text), nullptr, L)
               : nullptr;
  }
  return assignment(L);
}

//===--- Simple statements ------------------------------------------------===//

// The initialiser is parsed before the variable is known: it cannot use it.
const Stmt *Parser::let(SourceLoc L) {
  VariableMap Declared;
  const Variable *V = declare(VariableKind::Local, Declared);
  if (!V)
    return nullptr;
  const Expr *Init = nullptr;
  if (accept("=") && !(Init = expr()))
    return nullptr;
  for (auto &D : Declared)
    Locals[D.getKey()] = D.getValue();
  return expect(";") ? M.make<Let>(V, Init, L) : nullptr;
}

const Stmt *Parser::call(SourceLoc L) {
  const Variable *Result = nullptr;
  if (!at(TokenKind::Symbol) && (!(Result = declareLocal()) || !expect("=")))
    return nullptr;
  if (!at(TokenKind::Symbol))
    return expected("the function called");
  const Token &T = take();
  const Function *F = M.function(T.Value);
  if (!F)
    return fail(T, "there is no function '" + T.Text + "'");
  SmallVector<const Expr *, 8> Args;
  if (!expect("(") || !exprList(")", Args) || !expect(";"))
    return nullptr;
  return M.make<Call>(Result, F, M.list(Args), L);
}

const Stmt *Parser::assignment(SourceLoc L) {
  static const struct {
    const char *Spelling;
    AssignOp Op;
  } Ops[] = {{"=", AssignOp::Set},
             {"+=", AssignOp::Add},
             {"-=", AssignOp::Sub},
             {"*=", AssignOp::Mul},
             {"/=", AssignOp::Div}};
  if (at(TokenKind::End))
    return expected("a statement or '}'");
  const Expr *Place = unary();
  if (!Place)
    return nullptr;
  for (auto [Spelling, Op] : Ops)
    if (accept(Spelling)) {
      const Expr *Value = expr();
      return Value && expect(";") ? M.make<Assign>(Place, Op, Value, L)
                                  : nullptr;
    }
  return expected("'=', '+=', '-=', '*=' or '/='");
}

const Stmt *Parser::exit(ExitKind To, SourceLoc L) {
  const Expr *Value = nullptr;
  std::string Label;
  if (To == ExitKind::Return && !at(";") && !(Value = expr()))
    return nullptr;
  if (To == ExitKind::Goto && !name(Label, "a label"))
    return nullptr;
  return expect(";") ? M.make<Exit>(To, Value, M.save(Label), L) : nullptr;
}

const Stmt *Parser::label(SourceLoc L) {
  std::string Name;
  return name(Name, "a label") && expect(":") ? M.make<Label>(M.save(Name), L)
                                              : nullptr;
}

bool Parser::variableList(const char *Word, Variables &List) {
  if (!accept(Word))
    return true;
  if (!expect("("))
    return false;
  do {
    const Variable *V = mentioned();
    if (!V)
      return false;
    List.push_back(V);
  } while (accept(","));
  return expect(")");
}

const Stmt *Parser::passThrough(SourceLoc L) {
  SmallVector<TextPiece, 8> Pieces;
  Variables Reads, Writes;
  std::string Why;
  if (!pieces(Pieces) || !variableList("reads", Reads) ||
      !variableList("writes", Writes) || !why(Why) || !expect(";"))
    return nullptr;
  using List = ArrayRef<const Variable *>;
  return M.make<PassThrough>(M.copy(ArrayRef<TextPiece>(Pieces)),
                             M.copy(List(Reads)), M.copy(List(Writes)),
                             M.save(Why), L);
}

const Stmt *Parser::reserve(SourceLoc L) {
  bool Zero = accept("zero");
  const Variable *V = declareLocal();
  if (!V || !expect("["))
    return nullptr;
  const Expr *Count = expr();
  return Count && expect("]") && expect(";")
             ? M.make<Reserve>(V, Count, Zero, L)
             : nullptr;
}

bool Parser::allocator(Allocator &How) {
  static const struct {
    const char *Word;
    Allocator How;
  } Words[] = {{"new", Allocator::New},
               {"array", Allocator::NewArray},
               {"c", Allocator::C},
               {"measured", Allocator::Measured},
               {"reserved", Allocator::Reserved}};
  for (auto [Word, Meant] : Words)
    if (accept(Word)) {
      How = Meant;
      return true;
    }
  return expected("'new', 'array' or 'c'");
}

const Stmt *Parser::allocate(SourceLoc L) {
  bool Zero = accept("zero");
  Allocator How;
  const Variable *V = allocator(How) ? declareLocal() : nullptr;
  if (!V || !expect("["))
    return nullptr;
  const Expr *Count = expr();
  return Count && expect("]") && expect(";")
             ? M.make<Allocate>(V, How, Count, Zero, L)
             : nullptr;
}

const Stmt *Parser::release(SourceLoc L) {
  bool Late = accept("late");
  Allocator How;
  const Expr *Pointer = allocator(How) ? expr() : nullptr;
  return Pointer && expect(";") ? M.make<Release>(How, Pointer, Late, L)
                                : nullptr;
}

const Stmt *Parser::push(SourceLoc L) {
  const Variable *Stack = mentioned();
  if (!Stack || !expect(","))
    return nullptr;
  const Expr *Value = expr();
  return Value && expect(";") ? M.make<Push>(Stack, Value, L) : nullptr;
}

const Stmt *Parser::pop(SourceLoc L) {
  const Variable *V = declareLocal();
  if (!V || !expect("from"))
    return nullptr;
  const Variable *Stack = mentioned();
  return Stack && expect(";") ? M.make<Pop>(V, Stack, L) : nullptr;
}

//===--- Branches and loops -----------------------------------------------===//

const Stmt *Parser::branch(SourceLoc L) {
  const Expr *Cond = expect("(") ? expr() : nullptr;
  Block Then, Else;
  if (!Cond || !expect(")") || !block(Then) || (accept("else") && !block(Else)))
    return nullptr;
  return M.make<If>(Cond, Then, Else, L);
}

/// The counter, which must be named again in the test and in the step.
static bool isCounter(const Token &T, const Variable *Counter,
                      const Variable *Found) {
  return T.Kind == TokenKind::Variable && Found == Counter;
}

const Stmt *Parser::counted(SourceLoc L) {
  if (!expect("("))
    return nullptr;
  const Variable *V = declareLocal();
  const Expr *Begin = V && expect("=") ? expr() : nullptr;
  if (!Begin || !expect(";"))
    return nullptr;
  if (!isCounter(peek(), V, lookup(peek())))
    return expected("the loop's counter");
  take();
  const Token &T = take();
  static const struct {
    const char *Spelling;
    BinaryOp Op;
  } Relations[] = {{"<", BinaryOp::Lt},  {"<=", BinaryOp::Le},
                   {">", BinaryOp::Gt},  {">=", BinaryOp::Ge},
                   {"!=", BinaryOp::Ne}, {"==", BinaryOp::Eq}};
  const auto *R =
      llvm::find_if(Relations, [&](const auto &R) { return T.is(R.Spelling); });
  if (R == std::end(Relations))
    return fail(T, "expected a comparison of the loop's counter");
  const Expr *End = expr();
  if (!End || !expect(";"))
    return nullptr;
  if (!isCounter(peek(), V, lookup(peek())))
    return expected("the loop's counter");
  take();
  int64_t Step;
  Block Body;
  if (!expect("+=") || !signedNumber(Step) || !expect(")") || !block(Body))
    return nullptr;
  return M.make<CountedLoop>(V, Begin, R->Op, End, Step, Body, L);
}

bool Parser::loopTest(Block &CondBlock, const Expr *&Cond) {
  if (!expect("while") || (accept("with") && !block(CondBlock)) || !expect("("))
    return false;
  Cond = nullptr;
  return accept(")") || ((Cond = expr()) && expect(")"));
}

bool Parser::loopStep(Block &Step) { return !accept("step") || block(Step); }

const Stmt *Parser::whileLoop(SourceLoc L) {
  Block CondBlock, Body, Step;
  const Expr *Cond;
  if (!loopTest(CondBlock, Cond) || !block(Body) || !loopStep(Step))
    return nullptr;
  return M.make<Loop>(/*TestFirst=*/true, CondBlock, Cond, Body, Step, L);
}

const Stmt *Parser::doLoop(SourceLoc L) {
  Block CondBlock, Body, Step;
  const Expr *Cond;
  if (!block(Body) || !loopStep(Step) || !loopTest(CondBlock, Cond) ||
      !expect(";"))
    return nullptr;
  return M.make<Loop>(/*TestFirst=*/false, CondBlock, Cond, Body, Step, L);
}

//===--- Switch -----------------------------------------------------------===//

/// "case 1, 2:", "case 1, default:", "default:", "case:" and the statements.
bool Parser::arm(SwitchArm &A) {
  SmallVector<const Expr *, 4> Values;
  A.IsDefault = accept("default");
  if (!A.IsDefault && !expect("case"))
    return false;
  while (!at(":")) {
    if (accept("default")) {
      A.IsDefault = true;
      break;
    }
    const Token &T = peek();
    const Expr *V = unary();
    if (!V)
      return false;
    if (!llvm::isa<IntLiteral>(V))
      return fail(T, "a case is an integer literal");
    Values.push_back(V);
    if (!accept(","))
      break;
  }
  SmallVector<const Stmt *, 16> Body;
  if (!expect(":") || !statements(Body))
    return false;
  A.Values = M.list(Values);
  A.Body = M.block(Body);
  return true;
}

const Stmt *Parser::switchOver(SourceLoc L) {
  Nest N(*this);
  if (N.tooDeep())
    return fail(peek(), "blocks are nested too deeply");
  const Expr *Value = expect("(") ? expr() : nullptr;
  if (!Value || !expect(")") || !expect("{"))
    return nullptr;
  SmallVector<SwitchArm, 8> Arms;
  while (!accept("}"))
    if (!arm(Arms.emplace_back()))
      return nullptr;
  return M.make<Switch>(Value, M.copy(ArrayRef<SwitchArm>(Arms)), L);
}

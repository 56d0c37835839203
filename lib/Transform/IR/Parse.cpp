// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of IR text: records, globals, rules and functions. Their bodies
// are parsed once all of them are declared.

#include "IR/Constness.h"
#include "IR/Parser.h"
#include "IR/Text.h"
#include "llvm/ADT/DenseSet.h"

using namespace nabla::ir;
using llvm::ArrayRef;

bool nabla::ir::parse(llvm::StringRef Text, Module &M, std::string &Error) {
  Error.clear();
  return Parser(Text, M, Error).run();
}

bool Parser::run() {
  declareRecords();
  while (!at(TokenKind::End))
    if (!declaration())
      return false;
  if (!recordsAreFinite())
    return false;
  for (Pending &P : Bodies)
    if (!body(P))
      return false;
  for (size_t At : Adjoints) {
    Position = At;
    if (!adjoint())
      return false;
  }
  llvm::SmallVector<const Function *, 8> All;
  for (const Function &F : M.functions())
    All.push_back(&F);
  findLostConst(M, All);
  return true;
}

/// Makes the records in the order in which the text defines them, wherever
/// they are mentioned first.
void Parser::declareRecords() {
  for (; !at(TokenKind::End) && !at(TokenKind::Bad); take()) {
    bool Begins = Position == 0 || Tokens[Position - 1].is("}") ||
                  Tokens[Position - 1].is(";");
    if (Begins && at("record") && peek(1).Kind == TokenKind::String &&
        peek(2).is("{"))
      M.recordType(peek(1).Value);
  }
  Position = 0;
}

bool Parser::declaration() {
  if (accept("record"))
    return record();
  if (accept("global"))
    return global();
  if (accept("rule"))
    return rule();
  if (accept("func"))
    return function();
  if (accept("adjoint")) {
    Adjoints.push_back(Position);
    return skipTo(";");
  }
  return expected("'record', 'global', 'rule', 'func' or 'adjoint'");
}

//===--- Records ----------------------------------------------------------===//

bool Parser::record() {
  const Token &T = peek();
  std::string Spelling;
  if (!string(Spelling, "the record's C++ spelling") || !expect("{"))
    return false;
  const Type *Record = M.recordType(Spelling);
  if (!Defined.insert(Record).second || !Record->fields().empty())
    return fail(T, "record '" + Spelling + "' is defined already");
  llvm::SmallVector<RecordField, 8> Fields;
  while (!accept("}")) {
    std::string Name, Accessor;
    const Type *Ty = type();
    if (!Ty || !name(Name, "the name of a field"))
      return false;
    if (accept("by") && !string(Accessor, "the function that yields the field"))
      return false;
    if (!expect(";"))
      return false;
    Fields.push_back({M.save(Name), Ty, M.save(Accessor)});
  }
  M.setFields(Record, Fields);
  return true;
}

/// False if T contains itself, other than behind a pointer.
static bool isFinite(const Type *T, llvm::DenseSet<const Type *> &Inside,
                     llvm::DenseSet<const Type *> &Done) {
  T = T->innermost();
  T = T->unqualified();
  if (!T->is(TypeKind::Record) || Done.contains(T))
    return true;
  // Deeper nesting than that is no program's.
  if (Inside.size() > 256 || !Inside.insert(T).second)
    return false;
  for (const RecordField &F : T->fields())
    if (!isFinite(F.Ty, Inside, Done))
      return false;
  Inside.erase(T);
  Done.insert(T);
  return true;
}

bool Parser::recordsAreFinite() {
  llvm::DenseSet<const Type *> Done;
  for (const Type *T : M.records()) {
    llvm::DenseSet<const Type *> Inside;
    if (!isFinite(T, Inside, Done))
      return fail(peek(), "record '" + T->spelling() + "' contains itself");
  }
  return true;
}

//===--- Globals, rules, functions: the declarations ----------------------===//

bool Parser::global() {
  Trained What = accept("trainable")      ? Trained::Whole
                 : accept("trainable_in") ? Trained::Members
                                          : Trained::Nothing;
  bool Exposed = accept("exposed");
  const Variable *V = declare(VariableKind::Global, Globals);
  if (!V)
    return false;
  M.setTrained(V, What);
  if (Exposed)
    M.setExposed(V);
  return expect(";");
}

bool Parser::parameters(VariableKind K, Variables &Params) {
  if (!expect("("))
    return false;
  if (accept(")"))
    return true;
  do {
    const Variable *V = declare(K, Locals);
    if (!V)
      return false;
    Params.push_back(V);
  } while (accept(","));
  return expect(")");
}

/// Past the braces that begin here, whatever they hold.
bool Parser::skipBraces() {
  unsigned Open = 0;
  do {
    if (at(TokenKind::End) || at(TokenKind::Bad))
      return expected("'}'");
    Open += at("{");
    Open -= at("}");
    take();
  } while (Open);
  return true;
}

/// Word "a" "b": no Word, no strings.
bool Parser::strings(const char *Word, const char *What,
                     llvm::SmallVectorImpl<llvm::StringRef> &List) {
  if (!accept(Word))
    return true;
  do {
    std::string Text;
    if (!string(Text, What))
      return false;
    List.push_back(M.save(Text));
  } while (at(TokenKind::String));
  return true;
}

bool Parser::rule() {
  const Token &T = peek();
  std::string Name;
  Variables Params;
  Rule R;
  Locals.clear();
  if (!name(Name, "the rule's name") ||
      !parameters(VariableKind::Operand, Params) ||
      (accept("->") && !(R.ResultVar = declare(VariableKind::Operand, Locals))))
    return false;
  if (M.rule(Name))
    return fail(T, "rule '" + Name + "' is there already");
  llvm::SmallVector<llvm::StringRef, 4> Spellings;
  if (!strings("for", "the C++ spelling of a function", Spellings))
    return false;
  R.Name = Name;
  R.Params = Params;
  R.Spellings = M.copy(ArrayRef<llvm::StringRef>(Spellings));
  const Rule *Added = M.addRule(R);
  if (accept(";")) { // no parameter has a derivative
    std::vector<const Expr *> None(Params.size(), nullptr);
    M.setPartials(Added, None);
    return true;
  }
  if (!at("{"))
    return expected("';' or '{'");
  Bodies.push_back({nullptr, Added, Locals, Position});
  return skipBraces();
}

/// After "annotated": nothing, or the positions of the parameters.
bool Parser::gradParams(std::optional<std::vector<unsigned>> &Params) {
  if (!accept("("))
    return true;
  Params.emplace();
  if (accept(")"))
    return true;
  do {
    uint64_t N;
    if (!number(N, UINT32_MAX, "the position of a parameter"))
      return false;
    Params->push_back(unsigned(N));
  } while (accept(","));
  return expect(")");
}

bool Parser::attributes(Declarator &D, Marks &Is) {
  while (true) {
    std::string Text;
    if (accept("named")) {
      if (!string(D.Name, "the function's name as a string"))
        return false;
    } else if (accept("in")) {
      if (!string(Text, "a namespace as a string"))
        return false;
      D.Namespaces.push_back(Text);
    } else if (accept("static")) {
      D.Static = true;
    } else if (accept("inline")) {
      D.Inline = true;
    } else if (accept("member")) {
      D.Member = true;
    } else if (accept("noexcept")) {
      D.NoExcept = true;
    } else if (accept("extern_c")) {
      D.ExternC = true;
    } else if (accept("indirect")) {
      Is.Indirect = true;
    } else if (accept("annotated")) {
      Is.Annotated = true;
      if (!gradParams(Is.GradParams))
        return false;
    } else if (accept("inactive")) {
      Is.Inactive = true;
    } else if (accept("pure")) {
      Is.Pure = true;
    } else if (accept("noinline")) {
      Is.NoInline = true;
    } else if (accept("scoped")) {
      Is.Scoped = true;
    } else {
      return true;
    }
  }
}

bool Parser::function() {
  if (!at(TokenKind::Symbol))
    return expected("the function's name after '@'");
  const Token &T = take();
  Variables Params;
  Declarator D;
  D.Name = T.Value;
  Marks Is;
  Locals.clear();
  if (!parameters(VariableKind::Param, Params) || !expect("->"))
    return false;
  const Type *Result = type();
  llvm::SmallVector<llvm::StringRef, 4> Rejected;
  if (!Result || !attributes(D, Is) ||
      !strings("rejected", "why it was rejected", Rejected))
    return false;
  if (M.function(T.Value))
    return fail(T, "function '" + T.Text + "' is there already");
  Function *F = M.makeFunction(T.Value, std::move(D), Params, Result, loc(T));
  if (Is.Annotated)
    Is.GradParams ? M.setAnnotated(F, *Is.GradParams) : M.setAnnotated(F);
  if (Is.Indirect)
    M.setIndirect(F);
  if (Is.Inactive)
    M.setInactive(F);
  if (Is.Pure)
    M.setDeclaredPure(F);
  if (Is.NoInline)
    M.setNoInline(F);
  if (Is.Scoped)
    M.setScoped(F);
  llvm::SmallVector<Rejection, 4> Rejections;
  for (llvm::StringRef Why : Rejected)
    Rejections.push_back({loc(T), Why});
  M.setRejections(F, M.copy(ArrayRef<Rejection>(Rejections)));
  if (accept(";")) {
    M.setUsesUnseen(F);
    return true;
  }
  if (!at("{"))
    return expected("';' or '{'");
  Bodies.push_back({F, nullptr, Locals, Position});
  return skipBraces();
}

//===--- Bodies -----------------------------------------------------------===//

bool Parser::body(Pending &P) {
  Position = P.Body;
  Locals = std::move(P.Locals);
  if (P.R)
    return partials(*P.R);
  Block B;
  if (!block(B))
    return false;
  M.setBody(P.F, B);
  return true;
}

/// { d %x = e; ... }
bool Parser::partials(const Rule &R) {
  std::vector<const Expr *> Partials(R.Params.size(), nullptr);
  take(); // the brace that function() and rule() have seen
  while (!accept("}")) {
    if (!expect("d"))
      return false;
    const Token &T = peek();
    const Variable *V = mentioned();
    if (!V)
      return false;
    const auto *At = llvm::find(R.Params, V);
    if (At == R.Params.end() || Partials[At - R.Params.begin()])
      return fail(T, "'" + T.Text +
                         "' is no parameter of the rule, or has its partial");
    const Expr *E = expect("=") ? expr() : nullptr;
    if (!E || !expect(";"))
      return false;
    Partials[At - R.Params.begin()] = E;
  }
  M.setPartials(&R, Partials);
  return true;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block is allocated by a statement of its own and then filled:
//
//   p = new State{1, n};   ==>   allocate new State* %block[1];
//                                %block->x = 1; %block->n = n;
//                                p = %block;
//
// realloc is a new block, a loop that copies, and a release:
//
//   p = realloc(p, b);     ==>   allocate c double* %block[b / 8];
//                                for i < min(length(p), b / 8): block[i] =
//                                p[i]; release c p;

#include "Import/Allocate.h"
#include "Import/Effects.h"
#include "Import/Heap.h"
#include "Import/Init.h"
#include "Import/Names.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace nabla::import {

static const ir::Expr *number(Body &B, int64_t N, const ir::Type *T,
                              ir::SourceLoc L) {
  return B.make<ir::IntLiteral>(N, T, L);
}

static const ir::Expr *binary(Body &B, ir::BinaryOp Op, const ir::Expr *X,
                              const ir::Expr *Y, ir::SourceLoc L) {
  const ir::Type *T = ir::isComparison(Op) ? B.module().boolType() : X->Ty;
  return B.make<ir::Binary>(Op, X, Y, T, L);
}

//===--- Statements -------------------------------------------------------===//

/// The block's address, right after the statement that allocates it.
static const ir::Expr *allocate(Body &B, const ir::Type *Pointer,
                                ir::Allocator How, const ir::Expr *Count,
                                bool Zero, ir::SourceLoc L, Stmts &Out) {
  const ir::Variable *V =
      B.module().makeLocal(names::Block, Pointer->unqualified(), L);
  Out.push_back(B.make<ir::Allocate>(V, How, Count, Zero, L));
  return ref(B, V, L);
}

static const ir::Expr *element(Body &B, const ir::Expr *Pointer,
                               const ir::Expr *N) {
  return B.make<ir::Index>(Pointer, N, Pointer->Ty->element()->value(),
                           Pointer->Loc);
}

/// for (i = First; i < Count; ++i) Body of i, all in i's type, which is
/// Count's.
static void forEach(Body &B, unsigned First, const ir::Expr *Count,
                    llvm::function_ref<void(const ir::Expr *, Stmts &)> Fill,
                    Stmts &Out) {
  ir::SourceLoc L = Count->Loc;
  ir::Module &M = B.module();
  StmtVector Whole, Inner;
  const ir::Variable *I = letLocal(B, names::Position, Count->Ty,
                                   number(B, First, Count->Ty, L), L, Whole);
  Fill(ref(B, I, L), Inner);
  const ir::Stmt *Step = B.make<ir::Assign>(ref(B, I, L), ir::AssignOp::Add,
                                            number(B, 1, Count->Ty, L), L);
  Whole.push_back(B.make<ir::Loop>(
      /*TestFirst=*/true, ir::Block(),
      binary(B, ir::BinaryOp::Lt, ref(B, I, L), Count, L), M.block(Inner),
      M.block({Step}), L));
  Out.push_back(B.make<ir::Scope>(M.block(Whole), L));
}

//===--- new and delete ---------------------------------------------------===//

static bool isOrdinary(const FunctionDecl *F) {
  return F && F->isReplaceableGlobalAllocationFunction();
}

/// A member that is a reference or const, which a block could not be filled
/// with.
static bool hasFixedMember(QualType T) {
  auto *R = T->getBaseElementTypeUnsafe()->getAsRecordDecl();
  if (!R || !R->getDefinition())
    return false;
  return llvm::any_of(R->getDefinition()->fields(), [](const FieldDecl *F) {
    return F->getType()->isReferenceType() || F->getType().isConstQualified() ||
           hasFixedMember(F->getType());
  });
}

static std::string whyNoElement(Body &B, QualType T) {
  std::string Why = whyOpaque(T, B.I.Ctx);
  const ir::Type *Element = importType(B.I, T)->innermost();
  if (Why.empty() && hasFixedMember(T))
    Why = "'" + typeName(T, B.I.Ctx) + "' has a member that cannot be assigned";
  if (Why.empty() && !Element->isScalar() && !Element->is(ir::TypeKind::Record))
    Why = "objects of type '" + typeName(T, B.I.Ctx) + "' are not modelled";
  return Why;
}

std::string whyNoBlock(Body &B, const Expr *E) {
  if (auto *N = dyn_cast<CXXNewExpr>(E)) {
    if (N->getNumPlacementArgs())
      return "'new' with a placement is not modelled";
    if (!isOrdinary(N->getOperatorNew()))
      return "this 'operator new' is not modelled";
    return whyNoElement(B, N->getAllocatedType());
  }
  auto *D = cast<CXXDeleteExpr>(E);
  if (!isOrdinary(D->getOperatorDelete()))
    return "this 'operator delete' is not modelled";
  return whyNoElement(B, D->getDestroyedType());
}

/// What a new-expression leaves in its objects.
enum class Fill { Nothing, Zero, Values };

static Fill fillOf(const CXXNewExpr &E) {
  const Expr *Init = E.getInitializer();
  if (!Init || leavesUninitialised(Init))
    return Fill::Nothing;
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(Init))
    return Fill::Zero;
  if (auto *C = dyn_cast<CXXConstructExpr>(Init))
    if (C->getConstructor()->isDefaultConstructor() &&
        C->getConstructor()->isTrivial())
      return Fill::Zero;
  return Fill::Values;
}

static void fillArray(Body &B, const CXXNewExpr &E, const ir::Expr *Block,
                      const ir::Expr *Count, Stmts &Out) {
  const Expr *Init = E.getInitializer();
  auto *List = dyn_cast<InitListExpr>(Init);
  unsigned Given = List ? List->getNumInits() : 0;
  for (unsigned N = 0; N != Given; ++N)
    store(B, element(B, Block, number(B, N, Count->Ty, Block->Loc)),
          initialiser(B, List->getInit(N), Out), Out);
  auto *Class =
      E.getAllocatedType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!Class || Class->hasTrivialDefaultConstructor())
    return; // the rest is zero
  forEach(
      B, Given, Count,
      [&](const ir::Expr *I, Stmts &Inner) {
        store(B, element(B, Block, I),
              defaultValue(B, E.getAllocatedType(), Block->Loc, Inner), Inner);
      },
      Out);
}

/// The conversion of a length to std::size_t is of no use to a reader.
static const ir::Expr *lengthOf(Body &B, const Expr *E, Stmts &Out) {
  if (auto *C = dyn_cast<ImplicitCastExpr>(E);
      C && C->getCastKind() == CK_IntegralCast)
    E = C->getSubExpr();
  const ir::Expr *N = value(B, E, Out);
  bool Plain = isa<ir::IntLiteral, ir::VarRef>(N);
  return Plain ? N : hold(B, N, Out);
}

const ir::Expr *newBlock(Body &B, const CXXNewExpr &E, Stmts &Out) {
  ir::SourceLoc L = loc(E.getBeginLoc());
  const ir::Type *T = valueType(B.I, E.getType());
  Fill How = fillOf(E);
  auto *List = dyn_cast_or_null<InitListExpr>(E.getInitializer());
  bool Array = E.isArray();
  bool Zero = How == Fill::Zero || (Array && List);
  const ir::Expr *Count = Array ? lengthOf(B, *E.getArraySize(), Out)
                                : number(B, 1, B.module().intType(), L);
  const ir::Expr *Block =
      allocate(B, T, Array ? ir::Allocator::NewArray : ir::Allocator::New,
               Count, Zero, L, Out);
  if (How != Fill::Values)
    return Block;
  if (Array)
    fillArray(B, E, Block, Count, Out);
  else
    store(B, B.make<ir::Deref>(Block, T->element()->value(), L),
          initialiser(B, E.getInitializer(), Out), Out);
  return Block;
}

void deleteBlock(Body &B, const CXXDeleteExpr &E, Stmts &Out) {
  const ir::Expr *P = value(B, E.getArgument(), Out);
  Out.push_back(B.make<ir::Release>(E.isArrayForm() ? ir::Allocator::NewArray
                                                    : ir::Allocator::New,
                                    P, /*Late=*/false, loc(E.getBeginLoc())));
}

//===--- malloc and its kin -----------------------------------------------===//

const CallExpr *allocation(Body &B, const CastExpr &E) {
  auto *Call = dyn_cast<CallExpr>(E.getSubExpr()->IgnoreParens());
  if (E.getCastKind() != CK_BitCast || !Call)
    return nullptr;
  HeapCall Kind = heapCall(*Call);
  bool Allocates = Kind != HeapCall::None && Kind != HeapCall::Free;
  QualType To = E.getType()->getPointeeType();
  if (!Allocates || To->isVoidType() || To->isIncompleteType() ||
      !whyNoElement(B, To).empty())
    return nullptr;
  return Call;
}

/// A pointer without its conversion to void *, or (ToAny) to whatever.
static const Expr *unconverted(const Expr *E, bool ToAny = false) {
  E = E->IgnoreParens();
  while (auto *C = dyn_cast<CastExpr>(E)) {
    bool Void = C->getCastKind() == CK_BitCast &&
                (ToAny || C->getType()->isVoidPointerType());
    if (!Void && C->getCastKind() != CK_NoOp)
      return E;
    E = C->getSubExpr()->IgnoreParens();
  }
  return E;
}

static std::optional<uint64_t> constantOf(Body &B, const Expr *E) {
  Expr::EvalResult R;
  if (E->isValueDependent() || !E->EvaluateAsInt(R, B.I.Ctx))
    return std::nullopt;
  return R.Val.getInt().getZExtValue();
}

/// n, where E is n * Size written as a product; null otherwise.
static const Expr *countIn(Body &B, const Expr *E, uint64_t Size) {
  auto *Product = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!Product || Product->getOpcode() != BO_Mul)
    return nullptr;
  if (constantOf(B, Product->getRHS()) == Size)
    return Product->getLHS();
  return constantOf(B, Product->getLHS()) == Size ? Product->getRHS() : nullptr;
}

/// How many objects of Size bytes a block of so many bytes has room for.
static const ir::Expr *countOf(Body &B, const Expr *Bytes, uint64_t Size,
                               Stmts &Out) {
  if (const Expr *Count = countIn(B, Bytes, Size))
    return lengthOf(B, Count, Out);
  ir::SourceLoc L = loc(Bytes->getExprLoc());
  if (std::optional<uint64_t> N = constantOf(B, Bytes))
    return number(B, int64_t((*N + Size - 1) / Size),
                  valueType(B.I, Bytes->getType()), L);
  const ir::Expr *N = value(B, Bytes, Out);
  if (Size == 1)
    return hold(B, N, Out);
  N = binary(B, ir::BinaryOp::Add, N, number(B, int64_t(Size - 1), N->Ty, L),
             L);
  N = binary(B, ir::BinaryOp::Div, N, number(B, int64_t(Size), N->Ty, L), L);
  return hold(B, N, Out);
}

static const ir::Expr *reallocated(Body &B, const CallExpr &Call,
                                   const ir::Type *T, uint64_t Size,
                                   ir::SourceLoc L, Stmts &Out) {
  const ir::Type *Long = B.module().longType();
  const ir::Expr *Old =
      hold(B, value(B, unconverted(Call.getArg(0)), Out), Out);
  if (isa<ir::NullLiteral>(Old) || Old->Ty->element()->isVoid())
    Old = B.make<ir::NullLiteral>(T, L);
  const ir::Expr *Count = countOf(B, Call.getArg(1), Size, Out);
  const ir::Expr *Block =
      allocate(B, T, ir::Allocator::C, Count, /*Zero=*/false, L, Out);
  const ir::Expr *Had = hold(B, B.make<ir::BlockLength>(Old, Long, L), Out);
  const ir::Expr *Has =
      Count->Ty == Long ? Count
                        : B.make<ir::Cast>(Count, /*Implicit=*/true, Long, L);
  const ir::Expr *Both =
      hold(B,
           B.make<ir::Select>(binary(B, ir::BinaryOp::Lt, Had, Has, L), Had,
                              Has, Long, L),
           Out);
  forEach(
      B, 0, Both,
      [&](const ir::Expr *I, Stmts &Inner) {
        store(B, element(B, Block, I), element(B, Old, I), Inner);
      },
      Out);
  Out.push_back(B.make<ir::Release>(ir::Allocator::C, Old, /*Late=*/false, L));
  return Block;
}

const ir::Expr *allocated(Body &B, const CastExpr &E, Stmts &Out) {
  const CallExpr &Call = *allocation(B, E);
  QualType Element = E.getType()->getPointeeType();
  uint64_t Size = B.I.Ctx.getTypeSizeInChars(Element).getQuantity();
  const ir::Type *T = valueType(B.I, E.getType());
  ir::SourceLoc L = loc(E.getExprLoc());
  switch (heapCall(Call)) {
  case HeapCall::Malloc:
    return allocate(B, T, ir::Allocator::C,
                    countOf(B, Call.getArg(0), Size, Out),
                    /*Zero=*/false, L, Out);
  case HeapCall::Calloc: {
    bool First = constantOf(B, Call.getArg(0)) == Size;
    const Expr *Unit = Call.getArg(First ? 0 : 1);
    const Expr *Number = Call.getArg(First ? 1 : 0);
    const ir::Expr *Count;
    if (constantOf(B, Unit) == Size) {
      Count = lengthOf(B, Number, Out);
    } else {
      const ir::Expr *N = value(B, Number, Out);
      const ir::Expr *Bytes =
          binary(B, ir::BinaryOp::Mul, N, value(B, Unit, Out), L);
      Bytes = binary(B, ir::BinaryOp::Add, Bytes,
                     number(B, int64_t(Size - 1), N->Ty, L), L);
      Count = hold(B,
                   binary(B, ir::BinaryOp::Div, Bytes,
                          number(B, int64_t(Size), N->Ty, L), L),
                   Out);
    }
    return allocate(B, T, ir::Allocator::C, Count, /*Zero=*/true, L, Out);
  }
  default:
    return reallocated(B, Call, T, Size, L, Out);
  }
}

void freeBlock(Body &B, const CallExpr &E, Stmts &Out) {
  const ir::Expr *P = value(B, unconverted(E.getArg(0), /*ToAny=*/true), Out);
  Out.push_back(B.make<ir::Release>(ir::Allocator::C, P, /*Late=*/false,
                                    loc(E.getBeginLoc())));
}

} // namespace nabla::import

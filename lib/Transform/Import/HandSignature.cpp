// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does a rule that is written by hand fit its function? Types are compared
// structurally, so that a template that is to serve every type of a name is
// held to it too:
//
//   T dot(int n, const T *x, const T *y)
//   void vjp(int n, const T *x, const T *y, T seed, T *d_x, T *d_y)

#include "Import/HandSignature.h"
#include "Import/Names.h"
#include "Import/Type.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace nabla::import {

namespace {

/// Template parameters, by depth and index, and what they stand for.
using Bindings =
    llvm::SmallVector<std::pair<std::pair<unsigned, unsigned>, QualType>, 4>;

class Matcher {
public:
  Matcher(const FunctionDecl &F, llvm::ArrayRef<bool> HasShadow,
          ASTContext &Ctx)
      : F(F), HasShadow(HasShadow), Ctx(Ctx), Types(takenBy(F)) {}

  enum Form { Vjp, ReverseOfFrame, Forward, Jvp };
  /// What a member takes besides, or how.
  struct Taken {
    bool Result = false;
    bool Arguments = true;         ///< Or a frame alone.
    std::vector<bool> ByReference; ///< For each shadow of a reverse sweep.
  };

  /// Whether the member G has that form, and how.
  bool fits(const FunctionDecl &G, Form As, const CXXRecordDecl *Frame,
            Taken &How);
  /// "void vjp(double x, double seed, double &d_x)"
  std::string expected(Form As) const;

private:
  bool same(QualType Pattern, QualType Actual);
  bool sameClass(const TemplateSpecializationType &Pattern, QualType Actual);
  bool takes(QualType Pattern, QualType Actual);
  bool isShadow(QualType Pattern, QualType Actual, bool &ByReference);
  bool isTangent(QualType Pattern, QualType Actual);
  bool isFrame(QualType Pattern, const CXXRecordDecl *Frame, bool Const);
  bool takesFrameFirst(const FunctionDecl &G, Form As,
                       const CXXRecordDecl *Frame);
  bool hasSeed() const { return !F.getReturnType()->isVoidType(); }
  std::string text(QualType T, llvm::StringRef Name) const;
  std::string nameOf(unsigned I) const;

  const FunctionDecl &F;
  llvm::ArrayRef<bool> HasShadow;
  ASTContext &Ctx;
  std::vector<QualType> Types;
  Bindings Bound;
};

} // namespace

//===--- Types ------------------------------------------------------------===//

/// Pattern is Actual for some binding of its template parameters.
bool Matcher::same(QualType Pattern, QualType Actual) {
  Pattern = Pattern.getCanonicalType();
  Actual = Actual.getCanonicalType();
  if (!Pattern->isDependentType())
    return Ctx.hasSameType(Pattern, Actual);
  if (auto *P = dyn_cast<TemplateTypeParmType>(Pattern.getTypePtr())) {
    if (Pattern.isConstQualified() && !Actual.isConstQualified())
      return false;
    QualType Rest =
        Pattern.isConstQualified() ? Actual.getUnqualifiedType() : Actual;
    std::pair<unsigned, unsigned> Key{P->getDepth(), P->getIndex()};
    for (auto &[Known, T] : Bound)
      if (Known == Key)
        return Ctx.hasSameType(T, Rest);
    Bound.push_back({Key, Rest});
    return true;
  }
  if (Pattern.getQualifiers() != Actual.getQualifiers())
    return false;
  if (Pattern->isPointerType() || Pattern->isReferenceType())
    return Pattern->getTypeClass() == Actual->getTypeClass() &&
           same(Pattern->getPointeeType(), Actual->getPointeeType());
  if (auto *S = Pattern->getAs<TemplateSpecializationType>())
    return sameClass(*S, Actual);
  return true; // for the compiler to tell
}

/// Pattern is std::vector<T>, or C<T> for a C that is a parameter itself.
bool Matcher::sameClass(const TemplateSpecializationType &Pattern,
                        QualType Actual) {
  auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Actual->getAsCXXRecordDecl());
  const TemplateDecl *T = Pattern.getTemplateName().getAsTemplateDecl();
  if (!S || !T)
    return false;
  if (!isa<TemplateTemplateParmDecl>(T) &&
      T->getCanonicalDecl() != S->getSpecializedTemplate()->getCanonicalDecl())
    return false;
  auto Wanted = Pattern.template_arguments();
  const TemplateArgumentList &Given = S->getTemplateArgs();
  for (unsigned N = 0; N != Wanted.size() && N != Given.size(); ++N)
    if (Wanted[N].getKind() == TemplateArgument::Type &&
        Given[N].getKind() == TemplateArgument::Type &&
        !same(Wanted[N].getAsType(), Given[N].getAsType()))
      return false;
  return true;
}

/// By value, or by reference to const; a pointer also to const.
bool Matcher::takes(QualType Pattern, QualType Actual) {
  QualType T = Actual.getNonReferenceType().getUnqualifiedType();
  Pattern = Pattern.getUnqualifiedType();
  auto Try = [&](QualType With) {
    Bindings Saved = Bound;
    if (same(Pattern, With))
      return true;
    Bound = Saved;
    return false;
  };
  if (Try(T) || Try(Ctx.getLValueReferenceType(T.withConst())))
    return true;
  return T->isPointerType() &&
         Try(Ctx.getPointerType(T->getPointeeType().withConst()));
}

bool Matcher::isShadow(QualType Pattern, QualType Actual, bool &ByReference) {
  QualType T = Actual.getNonReferenceType().getUnqualifiedType();
  Pattern = Pattern.getUnqualifiedType();
  QualType To =
      T->isPointerType() ? T->getPointeeType().getUnqualifiedType() : T;
  ByReference = Pattern->isLValueReferenceType();
  if (ByReference)
    return !T->isPointerType() && same(Pattern, Ctx.getLValueReferenceType(To));
  return same(Pattern, Ctx.getPointerType(To));
}

/// As the function takes what it is the tangent of: what may be written through
/// one may be through the other.
bool Matcher::isTangent(QualType Pattern, QualType Actual) {
  bool Object = Actual->isLValueReferenceType() &&
                !Actual->getPointeeType().isConstQualified();
  if (Object || Actual.getNonReferenceType()->isPointerType())
    return same(Pattern.getUnqualifiedType(),
                Actual.getCanonicalType().getUnqualifiedType());
  return takes(Pattern, Actual);
}

bool Matcher::isFrame(QualType Pattern, const CXXRecordDecl *Frame,
                      bool Const) {
  if (!Pattern->isLValueReferenceType())
    return false;
  QualType To = Pattern->getPointeeType();
  return To->getAsCXXRecordDecl() &&
         To->getAsCXXRecordDecl()->getCanonicalDecl() ==
             Frame->getCanonicalDecl() &&
         To.isConstQualified() == Const;
}

/// reverse(const frame &, ...): no argument comes first.
bool Matcher::takesFrameFirst(const FunctionDecl &G, Form As,
                              const CXXRecordDecl *Frame) {
  return (As == ReverseOfFrame || As == Jvp) && Frame && G.getNumParams() &&
         isFrame(G.getParamDecl(0)->getType(), Frame, /*Const=*/true);
}

//===--- Parameters -------------------------------------------------------===//

bool Matcher::fits(const FunctionDecl &G, Form As, const CXXRecordDecl *Frame,
                   Taken &How) {
  Bound.clear();
  How = {};
  auto *Method = dyn_cast<CXXMethodDecl>(&G);
  if (!Method || Method->isInstance() || Method->isDeleted())
    return false;
  bool Backwards = As == Vjp || As == ReverseOfFrame;
  How.Arguments = !takesFrameFirst(G, As, Frame);
  bool WithFrame = As == ReverseOfFrame || As == Forward || !How.Arguments;
  size_t Shadows = llvm::count(HasShadow, true);
  size_t Fixed = (How.Arguments ? Types.size() : 0) + WithFrame +
                 (Backwards && hasSeed()) + (As == Forward ? 0 : Shadows);
  How.Result = (As == Vjp || As == Jvp) && !WithFrame && hasSeed() &&
               G.getNumParams() == Fixed + 1;
  if (G.getNumParams() != Fixed + How.Result)
    return false;
  unsigned Next = 0;
  auto Take = [&] { return G.getParamDecl(Next++)->getType(); };
  for (size_t I = 0; How.Arguments && I != Types.size(); ++I)
    if (As == Forward
            ? !same(Take(), Types[I].getCanonicalType().getUnqualifiedType())
            : !takes(Take(), Types[I]))
      return false;
  if (How.Result && !takes(Take(), F.getReturnType()))
    return false;
  if (WithFrame && !isFrame(Take(), Frame, As != Forward))
    return false;
  if (Backwards && hasSeed() && !takes(Take(), F.getReturnType()))
    return false;
  for (size_t I = 0; As != Forward && I != Types.size(); ++I) {
    if (!HasShadow[I])
      continue;
    bool Reference = false;
    if (As == Jvp ? !isTangent(Take(), Types[I])
                  : !isShadow(Take(), Types[I], Reference))
      return false;
    How.ByReference.push_back(Reference);
  }
  QualType Result = G.getReturnType();
  return Backwards ? Result->isVoidType() : same(Result, F.getReturnType());
}

//===--- Messages ---------------------------------------------------------===//

std::string Matcher::nameOf(unsigned I) const {
  unsigned Object = Types.size() - F.getNumParams();
  if (I < Object)
    return names::Self;
  std::string Name = F.getParamDecl(I - Object)->getNameAsString();
  return Name.empty() ? names::param(I) : Name;
}

std::string Matcher::text(QualType T, llvm::StringRef Name) const {
  std::string Text = Name.str();
  T.getAsStringInternal(Text, textPolicy(Ctx));
  return Text;
}

std::string Matcher::expected(Form As) const {
  std::vector<std::string> List;
  for (size_t I = 0; I != Types.size(); ++I) {
    QualType T = Types[I].getCanonicalType();
    if (As != Forward && !T.getNonReferenceType()->isPointerType() &&
        T->isReferenceType())
      T = T->getPointeeType()->isScalarType()
              ? T->getPointeeType().getUnqualifiedType()
              : Ctx.getLValueReferenceType(T->getPointeeType().withConst());
    else if (As != Forward && T->isPointerType())
      T = Ctx.getPointerType(T->getPointeeType().withConst());
    List.push_back(text(T, nameOf(I)));
  }
  if (As == ReverseOfFrame || As == Forward)
    List.push_back(As == Forward ? "frame &f" : "const frame &f");
  QualType Result = F.getReturnType().getCanonicalType();
  if ((As == Vjp || As == ReverseOfFrame) && hasSeed())
    List.push_back(text(Result.getUnqualifiedType(), "seed"));
  for (size_t I = 0; As != Forward && I != Types.size(); ++I) {
    if (!HasShadow[I])
      continue;
    QualType T = Types[I].getCanonicalType();
    if (As == Jvp && T->isReferenceType() &&
        T->getPointeeType().isConstQualified() &&
        T->getPointeeType()->isScalarType())
      List.push_back(
          text(T->getPointeeType().getUnqualifiedType(), "t_" + nameOf(I)));
    else if (As == Jvp)
      List.push_back(text(T, "t_" + nameOf(I)));
    else if (T->isPointerType())
      List.push_back(
          text(Ctx.getPointerType(T->getPointeeType().getUnqualifiedType()),
               "d_" + nameOf(I)));
    else
      List.push_back(text(Ctx.getLValueReferenceType(
                              T.getNonReferenceType().getUnqualifiedType()),
                          "d_" + nameOf(I)));
  }
  static const char *Names[] = {"vjp", "reverse", "forward", "jvp"};
  std::string Name = Names[As];
  Name += "(" + llvm::join(List, ", ") + ")";
  if (As == Forward || As == Jvp)
    return "static " + text(Result, Name);
  return "static void " + Name;
}

//===--- The members ------------------------------------------------------===//

static const CXXRecordDecl *frameOf(const CXXRecordDecl &Record) {
  for (const NamedDecl *D : lookupIn(Record, "frame"))
    if (auto *R = dyn_cast<CXXRecordDecl>(D))
      return R->getDefinition() ? R->getDefinition() : R;
  return nullptr;
}

static void error(const HandRule &R, const Decl *At, const Twine &Text,
                  Diagnostics &Diags) {
  Diags.error(loc(At ? At->getLocation() : R.Record->getLocation()), Text);
}

/// The member of that name which fits, or null after an error.
static const FunctionDecl *fitting(const HandRule &R, const FunctionDecl &F,
                                   Matcher &Match, llvm::StringRef Name,
                                   Matcher::Form As, HandSignature &S,
                                   Diagnostics &Diags) {
  auto Found = findMembers(*R.Record, Name);
  Matcher::Taken How;
  for (const FunctionDecl *G : Found) {
    if (!Match.fits(*G, As, S.Frame, How))
      continue;
    if (As == Matcher::Vjp || As == Matcher::ReverseOfFrame) {
      S.TakesResult = How.Result;
      S.TakesArguments = How.Arguments;
      S.ShadowByReference = How.ByReference;
    } else if (As == Matcher::Jvp) {
      S.JvpTakesResult = How.Result;
      S.JvpTakesArguments = How.Arguments;
    }
    return G;
  }
  std::string Of = F.getQualifiedNameAsString();
  if (Found.empty())
    error(R, nullptr,
          "the rule for '" + Of + "' has no '" + Name + "'; declare '" +
              Match.expected(As) + "' in it",
          Diags);
  else
    error(R, Found.front(),
          "'" + Name + "' does not match '" + Of + "'; declare it as '" +
              Match.expected(As) + "'",
          Diags);
  return nullptr;
}

static bool isWritable(QualType T) {
  return T->isPointerType() && !T->getPointeeType().isConstQualified();
}

bool matchSignature(const HandRule &R, const FunctionDecl &F,
                    llvm::ArrayRef<bool> HasShadow, ASTContext &Ctx,
                    HandSignature &S, Diagnostics &Diags) {
  Matcher Match(F, HasShadow, Ctx);
  bool HasFrame =
      findMember(*R.Record, "reverse") && !findMember(*R.Record, "vjp");
  S.Reads = findMember(*R.Record, "reads");
  if (HasFrame) {
    S.Frame = frameOf(*R.Record);
    if (!S.Frame || !S.Frame->hasDefinition() ||
        !S.Frame->isTriviallyCopyable()) {
      error(R, S.Frame,
            "a rule with 'reverse' needs a trivially copyable class 'frame' "
            "in it for what 'forward' leaves; or write 'vjp' instead",
            Diags);
      return false;
    }
    S.Forward = fitting(R, F, Match, "forward", Matcher::Forward, S, Diags);
    if (!S.Forward)
      return false;
  }
  S.Reverse =
      fitting(R, F, Match, HasFrame ? "reverse" : "vjp",
              HasFrame ? Matcher::ReverseOfFrame : Matcher::Vjp, S, Diags);
  if (!S.Reverse)
    return false;
  for (unsigned N = 0; S.TakesArguments && N != HasShadow.size(); ++N)
    S.TakesWritable.push_back(
        isWritable(S.Reverse->getParamDecl(N)->getType()));
  if (!findMember(*R.Record, "jvp"))
    return true;
  S.Jvp = fitting(R, F, Match, "jvp", Matcher::Jvp, S, Diags);
  return S.Jvp;
}

} // namespace nabla::import

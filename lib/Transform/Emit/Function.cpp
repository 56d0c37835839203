// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions and records in their namespaces: what Emit.h offers.

#include "Emit/Emit.h"
#include "Emit/StmtPrinter.h"
#include "Emit/Wrap.h"

using namespace nabla;
using namespace nabla::emit;
using llvm::ArrayRef;
using llvm::StringRef;

//===--- Namespaces -------------------------------------------------------===//

/// "namespace a {" ... "} // namespace a" around Text, from the inside out.
static std::string inNamespaces(ArrayRef<std::string> Namespaces,
                                std::string Text) {
  if (Namespaces.empty())
    return Text;
  Text = "\n" + Text + "\n";
  for (StringRef Name : llvm::reverse(Namespaces)) {
    bool Inline = Name.consume_front("inline ");
    std::string Word = Name.empty() ? "" : " " + Name.str();
    Text = (Inline ? "inline namespace" : "namespace") + Word + " {\n" + Text +
           "} // namespace" + Word + "\n";
  }
  return Text;
}

//===--- Functions --------------------------------------------------------===//

/// In front of the result's type.
static std::string specifiers(const ir::Declarator &D) {
  std::string Text;
  if (D.ExternC && !D.Static)
    Text += "extern \"C\" ";
  if (!D.Visibility.empty())
    Text += "__attribute__((visibility(\"" + D.Visibility + "\"))) ";
  if (D.Static)
    Text += "static ";
  if (D.Inline)
    Text += "inline ";
  return Text;
}

/// A parameter; of one that a definition does not use, the name is a comment.
static std::string parameter(const ir::Variable *P, const Names &N,
                             bool Defines) {
  std::string Name = N.of(P).str();
  bool Plain = !Defines || N.isUsed(P);
  return declare(P->type(), Plain ? Name : "/*" + Name + "*/");
}

/// The declarator around the result's type may need what is inside of it:
/// "double (*f(int n))[3]".
static std::string signature(const ir::Function &F, const Names &N,
                             bool Defines) {
  const ir::Declarator &D = F.declarator();
  std::string Params;
  for (const ir::Variable *P : F.params())
    Params += (Params.empty() ? "" : ", ") + parameter(P, N, Defines);
  return specifiers(D) + declare(F.result(), D.Name + "(" + Params + ")") +
         (D.NoExcept ? " noexcept" : "");
}

std::string emit::declaration(const ir::Function &F) {
  return inNamespaces(
      F.declarator().Namespaces,
      wrapCode(signature(F, Names(F), /*Defines=*/false) + ";", 0) + "\n");
}

std::string emit::definition(const ir::Function &F) {
  Names N(F);
  auto Changed = changedVariables(F.body());
  Context C{N, F.declarator().Namespaces, &Changed, F.result()};
  StmtPrinter Body(C);
  Body.block(F.body(), 2);
  return inNamespaces(F.declarator().Namespaces,
                      wrapCode(signature(F, N, /*Defines=*/true) + " {", 0) +
                          "\n" + Body.takeText() + "}\n");
}

//===--- Shadows of globals -----------------------------------------------===//

std::string emit::globalShadow(const ir::Variable *Shadow) {
  auto [In, Name] = Shadow->name().rsplit("::");
  return inNamespaces({"", In.str()},
                      "thread_local " + declare(Shadow->type(), Name) + ";\n");
}

//===--- Registration -----------------------------------------------------===//

/// "static_cast<double (*)(double)>(&f)": functions may be overloaded.
static std::string address(const ir::Function &F) {
  std::string Params;
  for (const ir::Variable *P : F.params())
    Params += (Params.empty() ? "" : ", ") + emit::declare(P->type(), "");
  return "static_cast<" + emit::declare(F.result(), "(*)(" + Params + ")") +
         ">(&" + F.declarator().Name + ")";
}

std::string emit::registration(const ir::Function &F,
                               const ir::Function &Forward,
                               const ir::Function &Reverse, size_t Number) {
  std::string Text = "const ::nabla::registration " +
                     Forward.declarator().Name + "_registered_" +
                     std::to_string(Number) + "(" + address(F) + ", " +
                     address(Forward) + ", " + address(Reverse) + ");";
  return inNamespaces(Forward.declarator().Namespaces,
                      wrapCode(Text, 0) + "\n");
}

//===--- Records ----------------------------------------------------------===//

/// The name alone of a record.
static StringRef lastName(const ir::Type *Record) {
  StringRef Name = Record->spelling();
  return Name.take_back(Name.size() - (Name.rfind(':') + 1));
}

std::string emit::recordDeclaration(const ir::Type *Record,
                                    ArrayRef<std::string> Namespaces) {
  return inNamespaces(Namespaces, ("struct " + lastName(Record) + ";\n").str());
}

std::string emit::recordDefinition(const ir::Type *Record,
                                   ArrayRef<std::string> Namespaces) {
  std::string Text = ("struct " + lastName(Record) + " {\n").str();
  for (const ir::RecordField &Field : Record->fields())
    Text += "  " + declare(Field.Ty, Field.Name) + ";\n";
  return inNamespaces(Namespaces, Text + "};\n");
}

//===--- One line ---------------------------------------------------------===//

std::string emit::oneLine(const ir::Stmt *S) {
  Names Own;
  Context C{Own, {}};
  return shorten(StmtPrinter(C).head(S), UINT_MAX);
}

std::string emit::oneLine(const ir::Expr *E) {
  return shorten(ExprPrinter(Names()).value(E), UINT_MAX);
}

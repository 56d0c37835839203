// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names of what Nabla adds to the user's code. Emit makes them unique in
// their function; here is what they are made of.

#ifndef NABLA_TRANSFORM_SUPPORT_GENERATEDNAMES_H
#define NABLA_TRANSFORM_SUPPORT_GENERATEDNAMES_H

#include "Support/FlatName.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace nabla::names {

using llvm::StringRef;

/// Functions.
inline std::string gradient(StringRef F) { return (F + "_grad").str(); }
inline std::string vjp(StringRef F) { return (F + "_vjp").str(); }
inline std::string forwardSweep(StringRef F) { return (F + "__fwd").str(); }
inline std::string reverseSweep(StringRef F) { return (F + "__rev").str(); }
/// The exported sweeps say in which parameters, so that two files that do not
/// agree about that do not link: "f__fwd_0_2".
inline std::string inParams(std::string Sweep,
                            llvm::ArrayRef<unsigned> Params) {
  for (unsigned P : Params)
    Sweep += "_" + std::to_string(P);
  return Sweep;
}
inline std::string frameType(StringRef F) { return (F + "__frame").str(); }

inline std::string forwardEntry(StringRef Name) {
  return (Name + "_fwd").str();
}
inline std::string reverseEntry(StringRef Name) {
  return (Name + "_rev").str();
}

/// Variables.
inline constexpr char GlobalShadows[] = "nabla_shadows"; ///< Their namespace.
/// Without the scopes before it: "n<p::T>" for "p::n<p::T>".
inline StringRef ownName(StringRef X) {
  StringRef Colons = "::";
  size_t At = X.split('<').first.rfind(Colons);
  return At == StringRef::npos ? X : X.drop_front(At + Colons.size());
}
inline std::string globalShadow(StringRef X, unsigned Id) {
  std::string Name = flat(X);
  if (Name != X) // another scope, or instance, may have one of the same name
    Name = flat(ownName(X)) + "_" + std::to_string(Id);
  return std::string(GlobalShadows) + "::d_" + Name;
}
inline std::string shadow(StringRef X) { return ("d_" + X).str(); }
inline std::string sum(StringRef Shadow) { return (Shadow + "_sum").str(); }
inline std::string saved(StringRef X) { return (X + "_saved").str(); }
inline std::string row(StringRef X) { return (X + "_row").str(); }
inline std::string readByRule(StringRef X) { return (X + "_read").str(); }
inline std::string extent(StringRef X) { return (X + "_extent").str(); }
/// Of a global, only its own name: "n_0" for p::n.
inline std::string entry(StringRef X) { return flat(ownName(X)) + "_0"; }
/// Says that a jump to Label is under way; of a label that is Nabla's own,
/// "end.3", the part before the point counts.
inline std::string jump(StringRef Label) {
  return ("to_" + Label.split('.').first).str();
}
inline constexpr char Selector[] = "selector"; ///< What a switch chooses by.
inline constexpr char NextBlock[] = "next";    ///< Of a dispatch loop.
inline constexpr char ThisBlock[] = "block";
inline constexpr char Seed[] = "seed";
inline constexpr char Frame[] = "frame";
inline constexpr char OwnFrame[] = "own";  ///< Behind a nabla::called.
inline constexpr char Target[] = "target"; ///< What a pointer leads to.
inline constexpr char NewFrame[] = "made";
inline constexpr char Value[] = "value";     ///< What the primal returns.
inline constexpr char Temporary[] = "t";     ///< Part of an expression.
inline constexpr char Adjoint[] = "adj";     ///< An adjoint in transit.
inline constexpr char Trips[] = "trips";     ///< Iterations that ran.
inline constexpr char Left[] = "left";       ///< By which exit.
inline constexpr char Iteration[] = "k";     ///< Counts iterations.
inline constexpr char Condition[] = "taken"; ///< A branch's condition.
inline constexpr char Kept[] = "kept";       ///< What a global's shadow was.
inline constexpr char ArenaMark[] = "scope";

} // namespace nabla::names

#endif // NABLA_TRANSFORM_SUPPORT_GENERATEDNAMES_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions of the standard library, of C and of the compiler a rule of
// the user's is for, so that what is instantiated later finds it in place of
// Nabla's: the tape's functions (tape/functions.h). The plugin does not need
// this: it reads the rules' spellings.

#ifndef NABLA_RULES_OVERRIDE_H
#define NABLA_RULES_OVERRIDE_H

#pragma GCC system_header

namespace nabla {
namespace rules {

/// A function by its name: a hash, which an explicit specialization can be for.
using function_key = unsigned long long;

/// One entry of a list of spellings.
struct spelling_text {
  const char *begin, *end;

  constexpr bool is(const spelling_text &s) const {
    if (end - begin != s.end - s.begin)
      return false;
    for (int i = 0; i < end - begin; ++i)
      if (begin[i] != s.begin[i])
        return false;
    return true;
  }
  /// Without that prefix, where it is there.
  constexpr spelling_text without(const char *prefix) const {
    const char *rest = begin;
    for (; *prefix; ++prefix, ++rest)
      if (rest == end || *rest != *prefix)
        return *this;
    return {rest, end};
  }
  constexpr bool is_in_namespace() const {
    for (const char *c = begin; c + 1 < end; ++c)
      if (c[0] == ':' && c[1] == ':')
        return true;
    return false;
  }
  constexpr function_key key() const { // FNV-1a
    function_key hash = 14695981039346656037u;
    for (const char *c = begin; c != end; ++c)
      hash = (hash ^ static_cast<unsigned char>(*c)) * 1099511628211u;
    return hash;
  }
};

/// Entry i, as it is written; empty behind the last.
constexpr spelling_text spelling_at(const char *list, int i) {
  for (; i > 0; --i) {
    while (*list && *list != ',')
      ++list;
    list += *list != 0;
  }
  while (*list == ' ')
    ++list;
  const char *end = list;
  while (*end && *end != ',')
    ++end;
  while (end != list && end[-1] == ' ')
    --end;
  return {list, end};
}

/// "tanh" of ::tanh and c:tanh.
constexpr spelling_text unprefixed(spelling_text s) {
  return s.without("::").without("c:");
}

/// The function that is entry i of the list; 0 where there is none, where it is
/// in a namespace other than std, and where it has been listed before.
constexpr function_key function_at(const char *list, int i) {
  const spelling_text s = unprefixed(spelling_at(list, i));
  if (s.begin == s.end || s.without("std::").is_in_namespace())
    return 0;
  for (int k = 0; k < i; ++k)
    if (s.is(unprefixed(spelling_at(list, k))))
      return 0;
  return s.key();
}
constexpr bool has_function_from(const char *list, int i) {
  for (; spelling_at(list, i).begin != spelling_at(list, i).end; ++i)
    if (function_at(list, i))
      return true;
  return false;
}
/// What the first of the list is called in C, if that is listed too, or 0.
constexpr function_key c_function(const char *list) {
  const spelling_text first = spelling_at(list, 0).without("std::");
  for (int i = 1; spelling_at(list, i).begin != spelling_at(list, i).end; ++i)
    if (const spelling_text s = spelling_at(list, i);
        s.begin[1] == ':' && unprefixed(s).is(first))
      return first.key();
  return 0;
}

/// What keeps entries that are no such function apart.
template <function_key Function, class Tag, int I> struct entry {
  using kind = void;
};
template <class Tag, int I> struct entry<0, Tag, I> {
  using kind = entry;
};
/// The tag of the rule that the user has written for a function of so many
/// arguments, or void. Its name is what a compiler says of a second one, and of
/// one that comes too late.
template <function_key Function, int Arity, class Kind = void>
struct one_rule_before_any_use {
  using type = void;
};

/// The rule of the user's that is in place of Tag's, which has so many
/// operands, or void.
template <class First, class Second> struct first_of_two {
  using type = First;
};
template <class Second> struct first_of_two<void, Second> {
  using type = Second;
};
template <class Rule> struct function_of {
  static constexpr function_key first = function_at(Rule::spellings, 0),
                                in_c = c_function(Rule::spellings);
};
template <class Rule, int Arity>
using overriding = typename first_of_two<
    typename one_rule_before_any_use<function_of<Rule>::first, Arity>::type,
    typename one_rule_before_any_use<function_of<Rule>::in_c,
                                     Arity>::type>::type;

} // namespace rules
} // namespace nabla

#define NABLA_OVERRIDES(Name, Operands)                                        \
  namespace nabla {                                                            \
  namespace rules {                                                            \
  NABLA_OVERRIDES_4(Name, NABLA_COUNT Operands, 0, 1, 2, 3)                    \
  NABLA_OVERRIDES_4(Name, NABLA_COUNT Operands, 4, 5, 6, 7)                    \
  NABLA_OVERRIDES_4(Name, NABLA_COUNT Operands, 8, 9, 10, 11)                  \
  NABLA_OVERRIDES_4(Name, NABLA_COUNT Operands, 12, 13, 14, 15)                \
  static_assert(!has_function_from(rule<names::Name>::spellings, 16),          \
                "rule '" #Name "' is for too many functions; write another "   \
                "rule for some of them");                                      \
  }                                                                            \
  }
#define NABLA_OVERRIDES_4(Name, Arity, a, b, c, d)                             \
  NABLA_OVERRIDES_1(Name, Arity, a)                                            \
  NABLA_OVERRIDES_1(Name, Arity, b)                                            \
  NABLA_OVERRIDES_1(Name, Arity, c)                                            \
  NABLA_OVERRIDES_1(Name, Arity, d)
#define NABLA_OVERRIDES_1(Name, Arity, I)                                      \
  template <>                                                                  \
  struct one_rule_before_any_use<                                              \
      function_at(rule<names::Name>::spellings, I), Arity,                     \
      entry<function_at(rule<names::Name>::spellings, I), names::Name,         \
            I>::kind> {                                                        \
    using type = names::Name;                                                  \
  };

#endif // NABLA_RULES_OVERRIDE_H

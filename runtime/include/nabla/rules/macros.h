// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Preprocessor helpers of the rules: lists of up to four operands or partials,
// and the sections of a rule's line. Nothing here is for users.

#ifndef NABLA_RULES_MACROS_H
#define NABLA_RULES_MACROS_H

#pragma GCC system_header

#define NABLA_CAT(a, b) NABLA_CAT_(a, b)
#define NABLA_CAT_(a, b) a##b
#define NABLA_COUNT(...) NABLA_COUNT_(__VA_ARGS__, 4, 3, 2, 1, 0)
#define NABLA_COUNT_(a, b, c, d, n, ...) n
#define NABLA_FIRST(...) NABLA_FIRST_(__VA_ARGS__, )
#define NABLA_FIRST_(a, ...) a
#define NABLA_SECOND(...) NABLA_SECOND_(__VA_ARGS__, ~)
#define NABLA_SECOND_(a, b, ...) b

// NABLA_EACH(F, a, b) is F(a), F(b), and NABLA_SUM(F, a, b) is
// F(a) + F(b).
#define NABLA_EACH(F, ...)                                                     \
  NABLA_CAT(NABLA_EACH_, NABLA_COUNT(__VA_ARGS__))(F, __VA_ARGS__)
#define NABLA_EACH_1(F, a) F(a)
#define NABLA_EACH_2(F, a, b) F(a), F(b)
#define NABLA_EACH_3(F, a, b, c) F(a), F(b), F(c)
#define NABLA_EACH_4(F, a, b, c, d) F(a), F(b), F(c), F(d)
#define NABLA_SUM(F, ...)                                                      \
  NABLA_CAT(NABLA_SUM_, NABLA_COUNT(__VA_ARGS__))(F, __VA_ARGS__)
#define NABLA_SUM_1(F, a) F(a)
#define NABLA_SUM_2(F, a, b) F(a) + F(b)
#define NABLA_SUM_3(F, a, b, c) F(a) + F(b) + F(c)
#define NABLA_SUM_4(F, a, b, c, d) F(a) + F(b) + F(c) + F(d)

// Operands called n and m are integers, all others are real.
#define NABLA_INTEGER_n ~, int
#define NABLA_INTEGER_m ~, int
#define NABLA_IS_REAL_n ~, 0
#define NABLA_IS_REAL_m ~, 0
#define NABLA_DOUBLE_OPERAND(a) NABLA_SECOND(NABLA_INTEGER_##a, double) a
#define NABLA_DOUBLE_OPERANDS(...) NABLA_EACH(NABLA_DOUBLE_OPERAND, __VA_ARGS__)
#define NABLA_UNUSED_OPERAND(a) [[maybe_unused]] NABLA_DOUBLE_OPERAND(a)
#define NABLA_UNUSED_OPERANDS(...) NABLA_EACH(NABLA_UNUSED_OPERAND, __VA_ARGS__)
#define NABLA_T_OPERAND(a)                                                     \
  [[maybe_unused]] const NABLA_SECOND(NABLA_INTEGER_##a, T) & a
#define NABLA_T_OPERANDS(...) NABLA_EACH(NABLA_T_OPERAND, __VA_ARGS__)
#define NABLA_IS_REAL(a) NABLA_SECOND(NABLA_IS_REAL_##a, 1)
#define NABLA_NUM_REALS(...) (NABLA_SUM(NABLA_IS_REAL, __VA_ARGS__))

// What a rule is for. "c:sin" is the C library's sin, not any global function.
#define NABLA_SPELLINGS_spellings(...) #__VA_ARGS__
#define NABLA_SPELLINGS_cmath(...) NABLA_SPELLINGS_CMATH_(__VA_ARGS__, )
#define NABLA_SPELLINGS_CMATH_(f, ...)                                         \
  "std::" #f ", c:" #f ", c:" #f "f, c:" #f "l, std::" #f "f, std::" #f        \
  "l, __builtin_" #f ", __builtin_" #f "f, __builtin_" #f "l, " #__VA_ARGS__
#define NABLA_SPELLINGS_c(f)                                                   \
  "c:" #f ", c:" #f "f, c:" #f "l, __builtin_" #f ", __builtin_" #f            \
  "f, __builtin_" #f "l"
#define NABLA_SPELLINGS_special(f) "std::" #f ", std::" #f "f, std::" #f "l"
#define NABLA_SPELLINGS_builtin(f)                                             \
  "__builtin_" #f ", __builtin_" #f "f, __builtin_" #f "l"
// How the function is called in generic code: by ADL where it is of <cmath>.
#define NABLA_CALL_spellings(...) NABLA_FIRST(__VA_ARGS__)
#define NABLA_CALL_cmath(...) NABLA_FIRST(__VA_ARGS__)
#define NABLA_CALL_special(f) f
#define NABLA_CALL_c(f) f
#define NABLA_CALL_builtin(f) f
// The other sections.
#define NABLA_UNWRAP_partials(...) __VA_ARGS__
#define NABLA_UNWRAP_samples(...) __VA_ARGS__
// Is each section there, and in its place? If not, that is all that is said of
// the rule; otherwise Make makes it.
#define NABLA_IF_WELL_FORMED(Make, Name, Operands, Spellings, Partials,        \
                             Samples, ...)                                     \
  NABLA_CAT(NABLA_FORM_,                                                       \
            NABLA_CAT(NABLA_CAT(NABLA_SECOND(NABLA_FORM_OPERANDS Operands, 0), \
                                NABLA_SECOND(NABLA_FORM_S_##Spellings, 0)),    \
                      NABLA_CAT(NABLA_SECOND(NABLA_FORM_P_##Partials, 0),      \
                                NABLA_SECOND(NABLA_FORM_Q_##Samples, 0))))     \
  (Make, Name, Operands, Spellings, Partials, Samples, __VA_ARGS__)
#define NABLA_FORM_OPERANDS(...)                                               \
  ~, NABLA_FORM_OPERANDS_(__VA_ARGS__, 0, 0, 0, 0, 1, 1, 1, 1, )
#define NABLA_FORM_OPERANDS_(a, b, c, d, e, f, g, h, n, ...) n
#define NABLA_FORM_S_spellings(...) ~, 1
#define NABLA_FORM_S_cmath(...) ~, 1
#define NABLA_FORM_S_c(...) ~, 1
#define NABLA_FORM_S_special(...) ~, 1
#define NABLA_FORM_S_builtin(...) ~, 1
#define NABLA_FORM_P_partials(...) ~, 1
#define NABLA_FORM_Q_samples(...) ~, 1
#define NABLA_FORM_Q_ ~, 1
#define NABLA_FORM_1111(Make, ...) Make(__VA_ARGS__)
#define NABLA_FORM_1110(Make, Name, O, S, P, Samples, ...)                     \
  NABLA_NOT_EXPECTED(Name, Samples, "samples(...)")
#define NABLA_FORM_1101(Make, Name, O, S, Partials, ...)                       \
  NABLA_NOT_EXPECTED(Name, Partials, "partials(...)")
#define NABLA_FORM_1011(Make, Name, O, Spellings, ...)                         \
  NABLA_NOT_EXPECTED(Name, Spellings, "spellings(...)")
#define NABLA_FORM_0111(Make, Name, Operands, ...)                             \
  NABLA_NOT_EXPECTED(Name, Operands, "a list of one to four operands")
#define NABLA_NOT_EXPECTED(Name, Is, Expected)                                 \
  static_assert(false, "rule '" #Name "' has '" #Is "' where " Expected        \
                       " is expected");
// Of several only the first is said.
#define NABLA_FORM_1100 NABLA_FORM_1101
#define NABLA_FORM_1010 NABLA_FORM_1011
#define NABLA_FORM_1001 NABLA_FORM_1011
#define NABLA_FORM_1000 NABLA_FORM_1011
#define NABLA_FORM_0110 NABLA_FORM_0111
#define NABLA_FORM_0101 NABLA_FORM_0111
#define NABLA_FORM_0100 NABLA_FORM_0111
#define NABLA_FORM_0011 NABLA_FORM_0111
#define NABLA_FORM_0010 NABLA_FORM_0111
#define NABLA_FORM_0001 NABLA_FORM_0111
#define NABLA_FORM_0000 NABLA_FORM_0111

// Of the sections after the partials: are there samples, which limit is given?
#define NABLA_SECTION(Prefix, section) NABLA_SECTION_(Prefix, section)
#define NABLA_SECTION_(Prefix, section) Prefix##_##section
#define NABLA_HAS_SAMPLES(...)                                                 \
  NABLA_SECTION(NABLA_HAS, NABLA_FIRST(__VA_ARGS__))
#define NABLA_HAS_ false
#define NABLA_HAS_samples(...) (sizeof(#__VA_ARGS__) > 1)
// As arguments of samples_of<Arity>::fit.
#define NABLA_LISTED(...) NABLA_SECTION(NABLA_LISTED, NABLA_FIRST(__VA_ARGS__))
#define NABLA_LISTED_ ()
#define NABLA_LISTED_samples(...) ({__VA_ARGS__})
#define NABLA_ULPS(...) NABLA_SECTION(NABLA_ULPS, NABLA_SECOND(__VA_ARGS__, ))
#define NABLA_ULPS_ 0
#define NABLA_ULPS_ulps(n) n

#endif // NABLA_RULES_MACROS_H

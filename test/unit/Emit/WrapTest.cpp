// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Breaking lines, and what Emit understands of the user's text.

#include "Emit/Wrap.h"
#include "Emit/UserText.h"
#include "gtest/gtest.h"
#include <random>

using namespace nabla::emit;

namespace {

std::vector<std::string> names(llvm::StringRef Text) {
  std::vector<std::string> Found;
  forEachName(Text, [&](llvm::StringRef N) { Found.push_back(N.str()); });
  return Found;
}

using List = std::vector<std::string>;

TEST(UserText, Names) {
  EXPECT_EQ(names("f(x, y)"), (List{"f", "x", "y"}));
  EXPECT_EQ(names("std::max(a.b, c->d)"), (List{"a", "c"}));
  EXPECT_EQ(names("g(1e5, 0x1F, 1'000'000, 3ul)"), (List{"g"}));
  EXPECT_EQ(names("p(\"a \\\" b\", 'c', u)"), (List{"p", "u"}));
  EXPECT_EQ(names("R\"(a \" b)\" + q"), (List{"q"}));
  EXPECT_EQ(names("f(args...)"), (List{"f", "args"}));
  EXPECT_EQ(names("a /* b */ + c // d"), (List{"a", "c"}));
  EXPECT_EQ(names(":: f"), List{});
}

TEST(UserText, TextThatEndsInTheMiddleOfSomething) {
  for (const char *Text : {"\"abc", "'", "\"\\", "R\"x", "R\"(a", "/*",
                           "a ::", "(", ")", "f(\"", "//"}) {
    names(Text);
    isPrimary(Text);
    wrapCode(std::string(100, 'x') + " + " + Text, 0);
  }
}

TEST(UserText, Primary) {
  for (const char *Text : {"x", "f(x + 1)", "ns::f(x)[2].y->z", "\"a b\"",
                           "'c'", "1'000.5", "(a + b)", "f()()", "v.at(0)"})
    EXPECT_TRUE(isPrimary(Text)) << Text;
  for (const char *Text : {"a + b", "-1", "!x", "(double)x", "a ? b : c", "*p",
                           "new int", "", "a, b", "f<a>(b)"})
    EXPECT_FALSE(isPrimary(Text)) << Text;
}

TEST(Wrap, ShortCodeStaysAsItIs) {
  EXPECT_EQ(wrapCode("x = y;", 4), "    x = y;");
  EXPECT_EQ(wrapCode(std::string(80, 'x'), 0), std::string(80, 'x'));
}

TEST(Wrap, WithoutASpaceThereIsNoBreak) {
  EXPECT_EQ(wrapCode(std::string(100, 'x'), 2), "  " + std::string(100, 'x'));
}

TEST(Wrap, BracketsAlign) {
  std::string A(30, 'a'), B(30, 'b'), C(30, 'c');
  EXPECT_EQ(wrapCode("call(" + A + ", " + B + ", " + C + ");", 0),
            "call(" + A + ", " + B + ",\n     " + C + ");");
}

TEST(Wrap, OutermostFirst) {
  std::string A(30, 'a'), B(20, 'b'), C(20, 'c');
  EXPECT_EQ(wrapCode(A + " + f(" + B + ", " + C + ", " + C + ");", 0),
            A + " +\n    f(" + B + ", " + C + ", " + C + ");");
}

TEST(Wrap, Comments) {
  EXPECT_EQ(wrapComment("two  words", 2), "  // two words");
  EXPECT_EQ(wrapComment("", 0), "//");
  std::string Word(50, 'w');
  EXPECT_EQ(wrapComment(Word + "\\\n" + Word, 0),
            "// " + Word + "\n// " + Word);
}

TEST(Wrap, Shorten) {
  EXPECT_EQ(shorten("  a \n b ", 10), "a b");
  EXPECT_EQ(shorten("abcdefghij", 10), "abcdefghij");
  EXPECT_EQ(shorten("abcdefghijk", 10), "abcdefg...");
}

// Nothing but white space is added or taken away, and every line that could
// be broken has at most 80 columns.
TEST(Wrap, KeepsTheTokens) {
  auto Squeezed = [](std::string S) {
    std::erase_if(S, [](char C) { return C == ' ' || C == '\n'; });
    return S;
  };
  std::mt19937 Random(3);
  static const char *const Parts[] = {"alpha",    "b",   " + ", ", ",   "f(",
                                      ")",        " * ", "[",   "]",    " && ",
                                      "\"s + \"", "{",   "}",   "12.5", " = "};
  for (int Round = 0; Round < 2000; ++Round) {
    std::string Code;
    for (unsigned N = Random() % 60; N > 0; --N)
      Code += Parts[Random() % std::size(Parts)];
    EXPECT_EQ(Squeezed(wrapCode(Code, Random() % 40)), Squeezed(Code));
  }
}

} // namespace

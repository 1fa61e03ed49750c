// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The parts that PTX text is read with: tokens, numbers, names and what they mean scope by scope.
#include <gtest/gtest.h>

#include <map>

#include "forewarp/frontend/ptx/comparison.hpp"
#include "forewarp/frontend/ptx/detail/lexer.hpp"
#include "forewarp/frontend/ptx/detail/literal.hpp"
#include "forewarp/frontend/ptx/detail/name_arena.hpp"
#include "forewarp/frontend/ptx/detail/name_map.hpp"
#include "forewarp/frontend/ptx/detail/scopes.hpp"
#include "forewarp/frontend/ptx/type.hpp"
#include "unit/message_of.hpp"

namespace forewarp::ptx {
namespace {

using namespace detail;
using testing::message_of;

std::vector<Token> tokens(const std::string& text) {
  Lexer lexer(text, "k.ptx");
  std::vector<Token> all;
  for (; lexer.current().kind != TokenKind::end; lexer.advance()) all.push_back(lexer.current());
  return all;
}

TEST(PtxLexer, WordsTakeDotsAndPlacesAreExact) {
  const std::string text = "ld.global.f32 %f1, [%rd1+4]; // comment\n/* two\nlines */ $L__BB0_1:";
  const auto all = tokens(text);

  ASSERT_EQ(all.size(), 11);
  EXPECT_EQ(all[0].text, "ld.global.f32");
  EXPECT_EQ(all[0].kind, TokenKind::word);
  EXPECT_EQ(all[3].mark, '[');
  EXPECT_EQ(all[6].text, "4");
  EXPECT_EQ(all[6].kind, TokenKind::number);
  EXPECT_EQ(all[9].text, "$L__BB0_1");
  EXPECT_EQ(all[9].line, 3);
  EXPECT_EQ(all[9].column, 10);
}

TEST(PtxLexer, DirectivesAndStringsAreTokensOfTheirOwn) {
  const std::string text = ".shared::cta \"a b\"";
  const auto all = tokens(text);

  EXPECT_EQ(all.at(0).kind, TokenKind::directive);
  EXPECT_EQ(all.at(0).text, ".shared::cta");
  EXPECT_EQ(all.at(1).kind, TokenKind::string);
  EXPECT_EQ(all.at(1).text, "a b");
}

TEST(PtxLexer, SaysWhatWasExpectedAndWhere) {
  const std::string text = "\n  add";
  Lexer lexer(text, "k.ptx");

  EXPECT_FALSE(lexer.accept(';'));
  EXPECT_EQ(lexer.current().text, "add");  // still there
  const std::string complaint = message_of<ParseError>([&] { lexer.expect(';', "after an instruction"); });
  EXPECT_EQ(complaint.substr(0, 10), "k.ptx:2:3:");
  EXPECT_NE(complaint.find("after an instruction"), std::string::npos);
}

TEST(PtxLexer, ABankNumberBelongsToTheMnemonic) {
  const std::string text = "ld.const[2].u32 %r1";
  Lexer lexer(text, "k.ptx");

  lexer.extend_over_bank();

  EXPECT_EQ(lexer.current().text, "ld.const[2].u32");
}

Constant literal(const std::string& text) {
  Lexer lexer(text, "k.ptx");
  return take_literal(lexer);
}

TEST(PtxLiteral, HasEveryBaseOfTheManual) {
  EXPECT_EQ(literal("12").bits, 12);
  EXPECT_EQ(literal("017").bits, 15);
  EXPECT_EQ(literal("0x1F").bits, 31);
  EXPECT_EQ(literal("0b101").bits, 5);
  EXPECT_EQ(literal("12").type, Type::s64);
  EXPECT_EQ(literal("12U").type, Type::u64);
  EXPECT_EQ(literal("0xFFFFFFFFFFFFFFFF").type, Type::u64);  // beyond s64
}

TEST(PtxLiteral, BitPatternsAndFractionsAreFloats) {
  EXPECT_EQ(literal("0f3F800000").type, Type::f32);
  EXPECT_EQ(to_double(literal("0f3F800000")), 1);
  EXPECT_EQ(to_double(literal("0dBFF8000000000000")), -1.5);
  EXPECT_EQ(to_double(literal("1.5e-3")), 1.5e-3);
  EXPECT_EQ(to_double({Type::s64, static_cast<std::uint64_t>(-2)}), -2);
  EXPECT_EQ(to_double({Type::u64, ~std::uint64_t{0}}), 0x1p64);
  EXPECT_EQ(to_double(from_double(0.1)), 0.1);
}

TEST(PtxLiteral, WhatIsNoNumberIsRefused) {
  for (const char* text : {"0f3F80000", "0xG", "18446744073709551616", "1.2.3", "09"})
    EXPECT_THROW((void)literal(text), ParseError) << text;
}

TEST(NameArena, KeepsNamesWhereTheyAre) {
  NameArena::Chunks chunks;
  NameArena arena(chunks);
  std::vector<std::string_view> kept;
  for (int i = 0; i < 3000; ++i) kept.push_back(arena.keep("name" + std::to_string(i)));
  const std::string long_name(10000, 'x');

  EXPECT_EQ(arena.keep(long_name), long_name);
  EXPECT_GT(chunks.size(), 2);
  for (int i = 0; i < 3000; ++i) ASSERT_EQ(kept[static_cast<std::size_t>(i)], "name" + std::to_string(i));
}

TEST(NameMap, AgreesWithAMapOverManyNames) {
  std::vector<std::string> names;
  for (int i = 0; i < 5000; ++i) names.push_back((i % 2 == 0 ? "%r" : "$L__BB0_") + std::to_string(i * 7919 % 3001));
  NameMap<int> map;
  std::map<std::string, int> expected;
  for (int i = 0; i < 5000; ++i) {
    const auto at = static_cast<std::size_t>(i);
    map[names[at]] += i;
    expected[names[at]] += i;
  }

  for (const auto& [name, value] : expected) {
    ASSERT_NE(map.find(name), nullptr) << name;
    EXPECT_EQ(*map.find(name), value) << name;
  }
  EXPECT_EQ(map.find("%r99999"), nullptr);
}

TEST(NameMap, ForgetsEverythingAtOnce) {
  NameMap<int> map;
  map["a"] = 1;
  map.clear();

  EXPECT_EQ(map.find("a"), nullptr);
  EXPECT_EQ(map["a"], 0);
}

TEST(NameMap, HashesDependOnEveryByteAndOnTheSeed) {
  EXPECT_NE(hash_name("abcdefgh1", 1), hash_name("abcdefgh2", 1));
  EXPECT_NE(hash_name("a", 1), hash_name("a", 2));
  EXPECT_NE(hash_name("", 1), hash_name(std::string_view("\0", 1), 1));
  EXPECT_EQ(hash_seed(), hash_seed());
}

struct ScopesTest : ::testing::Test {
  ModuleNames module_names;
  NameArena::Chunks chunks;
  NameArena arena{chunks};
  Scopes scopes{module_names, arena};
  Function function;
  void SetUp() override { scopes.reset(function); }
};

TEST_F(ScopesTest, AnInnerNameHidesTheOuterOneUntilItsScopeCloses) {
  EXPECT_EQ(scopes.declare(SymbolKind::reg, 0, "a"), "a");
  EXPECT_FALSE(scopes.declare(SymbolKind::reg, 1, "a"));  // this scope has it already
  scopes.open();
  const auto inner = scopes.declare(SymbolKind::variable, 5, "a");

  ASSERT_TRUE(inner);
  EXPECT_NE(*inner, "a");  // names of a function are unique
  EXPECT_EQ(scopes.find("a")->index, 5);
  EXPECT_EQ(scopes.find("a")->kind, SymbolKind::variable);
  scopes.close();
  EXPECT_EQ(scopes.find("a")->index, 0);
  EXPECT_EQ(scopes.depth(), 0);
}

TEST_F(ScopesTest, ARegisterOfARangeIsMadeAtItsFirstUse) {
  EXPECT_TRUE(scopes.declare_range("%r", 100, Type::b32, 1));
  EXPECT_TRUE(function.registers.empty());

  ASSERT_NE(scopes.find("%r7"), nullptr);
  EXPECT_EQ(scopes.find("%r7")->name, "%r7");
  EXPECT_EQ(function.registers.size(), 1);
  EXPECT_EQ(scopes.find("%r100"), nullptr);  // %r0 to %r99
  EXPECT_EQ(scopes.find("%r07"), nullptr);
  EXPECT_FALSE(scopes.declare_range("%r", 5, Type::b32, 1));
}

TEST_F(ScopesTest, AVectorHasARegisterForEachElement) {
  ASSERT_TRUE(scopes.declare_vector("v", Type::f32, 4));

  EXPECT_EQ(scopes.find("v")->kind, SymbolKind::vector_reg);
  EXPECT_EQ(scopes.find("v")->width, 4);
  EXPECT_EQ(function.registers.size(), 4);
  EXPECT_EQ(element_name("v", 2), "v$z");
  EXPECT_FALSE(scopes.declare_vector("v", Type::f32, 2));
}

TEST_F(ScopesTest, FreshNamesAreNobodyElses) {
  (void)scopes.declare(SymbolKind::reg, 0, "t");

  EXPECT_NE(scopes.fresh("t"), "t");
  EXPECT_NE(scopes.fresh("t"), scopes.fresh("t"));
}

TEST(PtxType, NamesSizesAndKinds) {
  for (unsigned i = 1; i <= static_cast<unsigned>(Type::surfref); ++i) {
    const auto type = static_cast<Type>(i);
    EXPECT_EQ(type_from(name_of(type)), type) << name_of(type);
  }
  EXPECT_EQ(size_of(Type::f64), 8);
  EXPECT_EQ(size_of(Type::pred), 0);
  EXPECT_EQ(size_of(Type::s4), 1);
  EXPECT_TRUE(is_float(Type::bf16x2));
  EXPECT_FALSE(is_float(Type::b32));
  EXPECT_TRUE(is_signed(Type::s16x2));
  EXPECT_FALSE(is_signed(Type::u64));
  EXPECT_FALSE(type_from("float"));
  EXPECT_EQ(space_from("shared::cta"), StateSpace::shared);
  EXPECT_FALSE(space_from("heap"));
}

TEST(PtxComparison, SignedAndUnsignedSuffixesMeanTheSame) {
  EXPECT_EQ(comparison_named("lt"), Comparison::less);
  EXPECT_EQ(comparison_named("lo"), Comparison::less);
  EXPECT_EQ(comparison_named("hs"), Comparison::greater_equal);
  EXPECT_FALSE(comparison_named("ltu"));  // true for NaN
  EXPECT_FALSE(comparison_named("num"));
}

}  // namespace
}  // namespace forewarp::ptx

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Between isl's sets and the summation, against points that are enumerated.
#include "forewarp/symbolic/sets/detail/polyhedron.hpp"

#include <gtest/gtest.h>
#include <isl/map.h>
#include <isl/set.h>

#include "forewarp/symbolic/sets/detail/isl_text.hpp"
#include "forewarp/symbolic/sets/detail/place.hpp"
#include "forewarp/symbolic/sets/detail/summation.hpp"
#include "forewarp/symbolic/sets/errors.hpp"
#include "forewarp/symbolic/sets/memo.hpp"
#include "unit/message_of.hpp"

namespace forewarp::symbolic {
namespace {

using forewarp::testing::message_of;
using namespace detail;

std::int64_t value(const Affine& form, const std::vector<std::int64_t>& at) {
  std::int64_t sum = form.constant;
  for (const auto& [symbol, factor] : form.terms) sum += factor * at[symbol];
  return sum;
}

bool contains(const Polyhedron& p, const std::vector<std::int64_t>& at) {
  return std::ranges::all_of(
      p, [&](const Constraint& c) { return c.equality ? value(c.form, at) == 0 : value(c.form, at) >= 0; });
}

/// variable `s` times factor plus constant >= 0
Constraint at_least(Symbol s, std::int64_t factor, std::int64_t constant) {
  return {combine(factor, Affine::symbol(s), 1, Affine::of(constant)), false};
}

TEST(Polyhedron, DisjointPartsHoldEveryPointOnce) {
  const Set set = Set::parse("{ [i,j] : (0 <= i < 6 and 0 <= j <= i) or (0 <= j < 4 and j <= i < 8) }", Context());
  const std::vector<Part> parts = disjoint_parts(set);

  for (std::int64_t i = -1; i < 9; ++i)
    for (std::int64_t j = -1; j < 9; ++j) {
      const bool wanted = (0 <= i && i < 6 && 0 <= j && j <= i) || (0 <= j && j < 4 && j <= i && i < 8);
      EXPECT_EQ(std::ranges::count_if(parts,
                                      [&](const Part& p) {
                                        return contains(p.constraints, {i, j});
                                      }),
                wanted ? 1 : 0)
          << i << ' ' << j;
    }
}

TEST(Polyhedron, CoveringPartsMayOverlapButMissNothing) {
  const std::vector<Part> parts =
      covering_parts(Set::parse("{ [i] : 0 <= i < 6 or (4 <= i < 10 and i mod 2 = 0) }", Context()));

  for (const std::int64_t i : {0, 5, 6, 8})
    EXPECT_TRUE(std::ranges::any_of(parts, [&](const Part& p) { return contains(p.constraints, {i}); })) << i;
  EXPECT_FALSE(std::ranges::any_of(parts, [&](const Part& p) { return contains(p.constraints, {10}); }));
}

TEST(Polyhedron, ReducedDropsWhatOthersImply) {
  const Polyhedron p = {at_least(0, 1, 0), at_least(0, 1, 5), at_least(0, -1, 9)};  // x >= 0, x >= -5, x <= 9

  const auto less = reduced(p, 1, Context());

  ASSERT_TRUE(less);
  EXPECT_EQ(less->size(), 2);
  for (std::int64_t v = -7; v < 12; ++v) EXPECT_EQ(contains(*less, {v}), 0 <= v && v <= 9) << v;
  EXPECT_FALSE(reduced({at_least(0, 1, -3), at_least(0, -1, 2)}, 1, Context()));  // 3 <= x <= 2
}

// 0 <= y <= 10, y <= x <= y + 3: x runs from 0 to 13.
TEST(Polyhedron, AShadowIsTheRangeOfOneVariable) {
  const Constraint x_from_y{combine(1, Affine::symbol(0), -1, Affine::symbol(1)), false};
  const Constraint x_to_y{combine(-1, Affine::symbol(0), 1, combine(1, Affine::symbol(1), 1, Affine::of(3))), false};

  const auto x = shadow({at_least(1, 1, 0), at_least(1, -1, 10), x_from_y, x_to_y}, 2, 0, 0, Context());

  ASSERT_TRUE(x);
  for (std::int64_t v = -3; v < 17; ++v) EXPECT_EQ(contains(*x, {v, 0}), 0 <= v && v <= 13) << v;
}

TEST(Place, IsTheSetOfItsConstraints) {
  const Set where = place(Symbols({"n"}), {at_least(0, 1, -2)}, Context());

  EXPECT_EQ(where.parameters(), std::vector<std::string>{"P0"});
  EXPECT_TRUE(where.intersect(Set::parse("[P0] -> { [] : P0 = 1 }", where.context())).is_empty());
  EXPECT_FALSE(where.intersect(Set::parse("[P0] -> { [] : P0 = 2 }", where.context())).is_empty());
}

// 0 <= i < n, 0 <= j <= i: n (n + 1) / 2; symbol 0 is n.
TEST(Summation, OfATriangleIsHalfASquare) {
  Summation sum({"n"}, 2, Context(), {});
  sum.add({at_least(1, 1, 0),
           {combine(1, Affine::symbol(0), -1, combine(1, Affine::symbol(1), 1, Affine::of(1))), false},
           at_least(2, 1, 0),
           {combine(1, Affine::symbol(1), -1, Affine::symbol(2)), false}},
          2);

  const PwQPolynomial points = std::move(sum).result();

  for (std::int64_t n = -2; n < 9; ++n)
    EXPECT_EQ(points.evaluate({{"n", n}}), Rational(n > 0 ? n * (n + 1) / 2 : 0)) << n;
}

TEST(Summation, AddsTheSecondPolyhedronToTheFirst) {
  Summation sum({}, 1, Context(), {});
  sum.add({at_least(0, 1, 0), at_least(0, -1, 9)}, 1);
  sum.add({at_least(0, 1, 0), at_least(0, -1, 4)}, 1);

  EXPECT_EQ(std::move(sum).result().evaluate({}), Rational(15));
}

TEST(IslText, ErrorsHaveThePlaceInTheFile) {
  const Context context;
  const auto complaint = [&](const char* text) {
    return message_of<ParseError>([&] { isl_set_free(read_set(text, context, {"a.loop", 3, 5})); });
  };

  EXPECT_EQ(complaint("{ [i] : 0 <= i < }").substr(0, 9), "a.loop:3:");
  EXPECT_EQ(complaint("{ [i] :\n 0 <= }").substr(0, 9), "a.loop:4:");
  EXPECT_THROW(read_map("{ [i] -> ", context, {}), ParseError);
}

TEST(IslText, HostileTextsAreRefusedBeforeIslSeesThem) {
  const Context context;
  const std::string deep = "{ [i] : " + std::string(65, '(') + "i > 0" + std::string(65, ')') + " }";

  EXPECT_EQ(message_of<ParseError>([&] {
              isl_set_free(read_set(deep, context, {"a.loop", 1, 1}));
            }),
            "a.loop:1:72: more than 64 brackets within each other");
  EXPECT_THROW(read_set("{ [i] : i < 1234567890123456789 }", context, {}), ParseError);
  EXPECT_THROW(read_set(std::string(70000, ' '), context, {}), LimitExceeded);
}

TEST(Memo, FindsWhatWasKeptUnderTheSameKey) {
  const Context context;
  const Set from = Set::parse("{ [i] : 0 <= i < 4 }", context), result = Set::parse("{ [i] : 0 <= i < 9 }", context);
  Memo& memo = context.memo();

  memo.keep({{from.get()}, "grown"}, result.get());

  const Set found = Set::adopt(memo.find_set({{from.get()}, "grown"}), context);
  EXPECT_EQ(found.str(), result.str());
  EXPECT_EQ(memo.find_set({{from.get()}, "shrunk"}), nullptr);
  EXPECT_EQ(memo.find_set({{result.get()}, "grown"}), nullptr);
  EXPECT_EQ(memo.find_map({{from.get()}, "grown"}), nullptr);
}

TEST(Memo, KeepsTheFirstResultOfAKeyAndForgetsAllWhenItIsFull) {
  const Context context;
  const Set set = Set::parse("{ [i] : 0 <= i < 4 }", context), other = Set::parse("{ [i] : i = 7 }", context);
  Memo memo;
  memo.keep({{}, "key"}, set.get());
  memo.keep({{}, "key"}, other.get());
  EXPECT_EQ(Set::adopt(memo.find_set({{}, "key"}), context).str(), set.str());

  for (int i = 0; i < 4096; ++i) memo.keep({{}, std::to_string(i)}, set.get());

  EXPECT_EQ(memo.find_set({{}, "key"}), nullptr);
}

}  // namespace
}  // namespace forewarp::symbolic

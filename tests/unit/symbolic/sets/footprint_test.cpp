// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/sets/footprint.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/sets/evaluator.hpp"

namespace {

using namespace forewarp;
using namespace forewarp::symbolic;

// The tiled matrix multiplication of stevens2020, section 2.1: loops i_out (gid 1), j_out (gid 0), k_out, and the
// work-item (lid 1, lid 0) that fetches a[16*gid(1) + lid(1), 16*k_out + lid(0)] and b[16*k_out + lid(1), 16*gid(0) +
// lid(0)].
constexpr const char* domain =
    "[n] -> { [io,jo,ko,l1,l0] : n mod 16 = 0 and 0 <= 16io < n and 0 <= 16jo < n and 0 <= 16ko < n and 0 <= l1,l0 < "
    "16 }";
constexpr const char* load_a = "[n] -> { [io,jo,ko,l1,l0] -> [16io + l1, 16ko + l0] }";
constexpr const char* load_b = "[n] -> { [io,jo,ko,l1,l0] -> [16ko + l1, 16jo + l0] }";

Strides strides_of(const char* map) {
  using Kind = LoopRole::Kind;
  return strides(Map::parse(map, Context()),
                 {{Kind::group, 1}, {Kind::group, 0}, {Kind::sequential}, {Kind::local, 1}, {Kind::local, 0}},
                 {PwQPolynomial::parameter("n"), PwQPolynomial::constant(1)});
}

// Table 1: (n/16)^3 blocks and steps of 256 loads each over n^2 elements is n/16
TEST(Footprint, TheRatiosOfTable1ComeOutAsFormulas) {
  const Context context;
  for (const char* map : {load_a, load_b}) {
    const AccessRatio afr = access_ratio({{Set::parse(domain, context), Map::parse(map, context)}});

    ASSERT_TRUE(afr.ratio.has_value()) << afr.accesses.str() << " / " << afr.footprint.str();
    ASSERT_EQ(afr.ratio->pieces().size(), 1U);
    EXPECT_EQ(to_text(afr.ratio->symbols(), afr.ratio->pieces()[0].value), "1/16*n");
    EXPECT_EQ(afr.evaluate({{"n", 1024}}), Rational(64));
    EXPECT_TRUE(afr.exact);
  }
}

TEST(Footprint, TheStridesOfTable1ComeOutAsFormulas) {
  const Strides a = strides_of(load_a), b = strides_of(load_b);

  EXPECT_EQ(a.local.at(0).str(), "[n] -> { 1 }");
  EXPECT_EQ(a.local.at(1).str(), "[n] -> { n }");
  EXPECT_EQ(a.group.at(0).str(), "[n] -> { 0 }");
  EXPECT_EQ(a.group.at(1).str(), "[n] -> { 16*n }");
  EXPECT_EQ(a.sequential.at(2).str(), "[n] -> { 16 }");
  EXPECT_EQ(b.local.at(0).str(), "[n] -> { 1 }");
  EXPECT_EQ(b.local.at(1).str(), "[n] -> { n }");
  EXPECT_EQ(b.group.at(0).str(), "[n] -> { 16 }");
  EXPECT_EQ(b.group.at(1).str(), "[n] -> { 0 }");
  EXPECT_EQ(b.sequential.at(2).str(), "[n] -> { 16*n }");
}

// u[i-1], u[i], u[i+1] for 1 <= i < n-1 touch n elements in 3(n-2) accesses
TEST(Footprint, OverlappingAccessesAreCountedOnce) {
  const Context context;
  const Set inner = Set::parse("[n] -> { [i] : 1 <= i < n - 1 }", context);
  std::vector<Access> accesses;
  for (const char* map : {"{ [i] -> [i - 1] }", "{ [i] -> [i] }", "{ [i] -> [i + 1] }"})
    accesses.push_back({inner, Map::parse(map, context)});

  EXPECT_EQ(footprint(accesses).value.evaluate({{"n", 100}}), Rational(100));
  EXPECT_EQ(access_ratio(accesses).accesses.evaluate({{"n", 100}}), Rational(294));
}

TEST(Footprint, ASubscriptWithARemainderHasNoStride) {
  EXPECT_THROW(strides(Map::parse("{ [i] -> [i mod 4] }", Context()), {{}}, {PwQPolynomial::constant(1)}), InputError);
}

TEST(Evaluator, GivesWhatThePiecesGive) {
  const PwQPolynomial points =
      count(Set::parse("[n,m] -> { [i,j] : 0 <= 2i < n and i <= j < m and (i + j) mod 3 = 1 }", Context())).value;
  const Evaluator fast(points);

  for (std::int64_t n = -2; n < 12; ++n)
    for (std::int64_t m = -2; m < 12; ++m) EXPECT_EQ(fast(std::vector{n, m}), points.evaluate({{"n", n}, {"m", m}}));
  EXPECT_THROW(static_cast<void>(fast(std::vector<std::int64_t>{1})), InputError);
}

}  // namespace

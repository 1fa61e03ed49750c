// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What counts are made of: exact numbers, affine forms, floors and polynomials.
#include <gtest/gtest.h>

#include "forewarp/symbolic/sets/affine.hpp"
#include "forewarp/symbolic/sets/errors.hpp"
#include "forewarp/symbolic/sets/polynomial.hpp"
#include "forewarp/symbolic/sets/pw_qpolynomial.hpp"
#include "forewarp/symbolic/sets/rational.hpp"
#include "forewarp/symbolic/sets/symbols.hpp"
#include "unit/message_of.hpp"

namespace forewarp::symbolic {
namespace {

using forewarp::testing::message_of;

constexpr Integer huge = Integer{1} << 126;

TEST(Rational, IsReducedWithAPositiveDenominator) {
  EXPECT_EQ(Rational::of(6, -4).str(), "-3/2");
  EXPECT_EQ(Rational::of(0, -7).str(), "0");
  EXPECT_EQ((Rational::of(1, 6) + Rational::of(1, 10)).str(), "4/15");
  EXPECT_EQ((Rational::of(1, 6) - Rational::of(1, 6)), Rational());
  EXPECT_EQ((Rational::of(2, 3) * Rational::of(9, 4)).str(), "3/2");
  EXPECT_EQ(Rational::of(-7, 2).value(), -3.5);
}

TEST(Rational, WhatDoesNotFitIsRefused) {
  EXPECT_EQ(message_of([] { (void)Rational::of(1, 0); }), "division by zero in a symbolic number");
  EXPECT_EQ(message_of<LimitExceeded>([] { (void)checked_add(huge, huge); }),
            "a number in the count does not fit 128 bits");
  EXPECT_THROW((void)checked_multiply(huge, 2), LimitExceeded);
  EXPECT_THROW((void)checked_multiply(-huge, 3), LimitExceeded);
  EXPECT_EQ(checked_multiply(huge, -1), -huge);
  EXPECT_EQ(message_of<LimitExceeded>([] { (void)narrow(Integer{1} << 63); }),
            "a coefficient in the count does not fit 64 bits");
  EXPECT_EQ(narrow(-(Integer{1} << 63)), std::numeric_limits<std::int64_t>::min());
}

TEST(Rational, DivisionRoundsDownAndGcdIsNeverNegative) {
  EXPECT_EQ(floor_divide(7, 2), 3);
  EXPECT_EQ(floor_divide(-7, 2), -4);
  EXPECT_EQ(floor_divide(-8, 2), -4);
  EXPECT_EQ(gcd(-12, 18), 6);
  EXPECT_EQ(gcd(0, 0), 0);
  EXPECT_EQ(gcd(huge, huge / 2), huge / 2);
  EXPECT_EQ(to_string(-(Integer{1} << 70)), "-1180591620717411303424");
}

TEST(Affine, FormsAreSortedAndWithoutZeros) {
  const Affine x = Affine::symbol(0), y = Affine::symbol(1, 3);

  const Affine sum = combine(2, y, -1, x);  // 6 y - x

  EXPECT_EQ(sum.terms, (std::vector<std::pair<Symbol, std::int64_t>>{{0, -1}, {1, 6}}));
  EXPECT_EQ(sum.coefficient(1), 6);
  EXPECT_EQ(sum.coefficient(7), 0);
  EXPECT_EQ(sum.without(1), scaled(x, -1));
  EXPECT_TRUE(combine(1, x, -1, x).is_constant());
  EXPECT_EQ(combine(2, Affine::of(5), 3, Affine::of(1)).constant, 13);
  EXPECT_THROW((void)scaled(Affine::of(std::numeric_limits<std::int64_t>::max()), 2), LimitExceeded);
}

TEST(Symbols, OneFloorHasOneShape) {
  Symbols table({"n"});
  const Affine n = Affine::symbol(0);

  // floor((4 n + 6) / 4) = n + 1 + floor(2 / 4) = n + 1
  EXPECT_EQ(table.floor(combine(4, n, 1, Affine::of(6)), 4), combine(1, n, 1, Affine::of(1)));
  EXPECT_TRUE(table.floors().empty());
  const Affine half = table.floor(n, 2);
  EXPECT_EQ(table.floors().size(), 1);
  EXPECT_EQ(table.floor(scaled(n, 3), 6), half);  // the common factor is gone
  // floor((n + 1) / 2) = n - floor(n / 2)
  EXPECT_EQ(table.floor(combine(1, n, 1, Affine::of(1)), 2), combine(1, n, -1, half));
  EXPECT_EQ(table.floors().size(), 1);
}

TEST(Symbols, KnowWhatAFloorDependsOn) {
  Symbols table({"n", "m"});
  const Symbol half = table.floor(Affine::symbol(0), 2).terms[0].first;
  const Symbol third = table.floor(combine(1, Affine::symbol(half), 1, Affine::symbol(1)), 3).terms[0].first;

  EXPECT_FALSE(table.is_variable(half));
  EXPECT_EQ(table.floor_of(half).denominator, 2);
  EXPECT_TRUE(table.depends(third, 0));  // through the floor inside
  EXPECT_TRUE(table.depends(third, 1));
  EXPECT_FALSE(table.depends(half, 1));
  EXPECT_TRUE(table.depends(1, 1));
}

/// x = symbol 0, y = symbol 1.
const Polynomial x(Affine::symbol(0)), y(Affine::symbol(1));

TEST(Polynomial, MultipliesOutAndCancels) {
  EXPECT_EQ((x + y) * (x - y), x * x - y * y);
  EXPECT_TRUE((x - x).is_zero());
  EXPECT_EQ(power(x + Polynomial(Rational(1)), 2), x * x + x + x + Polynomial(Rational(1)));
  EXPECT_EQ(power(x, 0), Polynomial(Rational(1)));
  EXPECT_EQ((x * x * y).degree_in(0), 2);
  EXPECT_EQ((x * x * y).degree_in(2), 0);
}

TEST(Polynomial, IsDividedExactlyOrNotAtAll) {
  EXPECT_EQ(divided(x * x - y * y, x + y), x - y);
  EXPECT_FALSE(divided(x * x + y * y, x + y));
  EXPECT_EQ(divided(x, Polynomial(Rational(2))), Polynomial(Affine::symbol(0), 2));
}

TEST(Polynomial, SymbolsAreReplacedInOneStep) {
  const Polynomial swapped = (x * x + y).mapped([](Symbol s) { return s == 0 ? y : x; });

  EXPECT_EQ(swapped, y * y + x);
}

// x becomes 2 y + 1, also inside floor(x / 2), which is then y.
TEST(Polynomial, AReplacementReachesIntoFloors) {
  Symbols table({"x", "y"});
  const Polynomial half(table.floor(Affine::symbol(0), 2));
  const AffineFraction value{combine(2, Affine::symbol(1), 1, Affine::of(1)), 1};

  EXPECT_EQ(substituted(table, half * x, 0, value), y * (y + y + Polynomial(Rational(1))));
}

TEST(Polynomial, PowerSumsAreThoseOfFaulhaber) {
  for (std::uint32_t k = 0; k < 7; ++k) {
    const std::vector<Rational> s = power_sum(k);
    std::int64_t sum = 0;
    for (std::int64_t n = 0; n < 9; ++n) {
      std::int64_t term = n == 0 ? 0 : 1;
      for (std::uint32_t i = 0; i < k; ++i) term *= n;
      sum += term;
      Rational value, to_the_i(1);
      for (const Rational& c : s) {
        value = value + c * to_the_i;
        to_the_i = to_the_i * Rational(n);
      }
      EXPECT_EQ(value, Rational(sum)) << k << ' ' << n;
    }
  }
}

TEST(PwQPolynomial, ArithmeticIsThatOfItsValues) {
  const PwQPolynomial n = PwQPolynomial::parameter("n"), m = PwQPolynomial::parameter("m");

  const PwQPolynomial p = (n + m) * (n - m) + PwQPolynomial::constant(3);

  EXPECT_EQ(p.evaluate({{"n", 10}, {"m", 4}}), Rational(100 - 16 + 3));
  EXPECT_THROW((void)p.evaluate({{"n", 10}}), InputError);
  EXPECT_EQ(p.over({"m", "k", "n"}).parameters(), (std::vector<std::string>{"m", "k", "n"}));
  EXPECT_EQ(p.over({"m", "k", "n"}).evaluate({{"n", 1}, {"m", 1}, {"k", 9}}), Rational(3));
}

/// 1 where n >= low, and 1 where n >= 5: from 5 on both.
PwQPolynomial two_steps(std::int64_t low) {
  const auto from = [](std::int64_t least) {
    return Piece{{{combine(1, Affine::symbol(0), 1, Affine::of(-least)), false}}, Polynomial(Rational(1))};
  };
  return PwQPolynomial(Symbols({"n"}), {from(low), from(5)});
}

TEST(PwQPolynomial, OverlappingPiecesAddUpAndCanBeMadeDisjoint) {
  const PwQPolynomial steps = two_steps(2), apart = steps.disjoint();

  for (std::int64_t n = 0; n < 8; ++n) {
    const Rational expected((n >= 2 ? 1 : 0) + (n >= 5 ? 1 : 0));
    EXPECT_EQ(steps.evaluate({{"n", n}}), expected) << n;
    EXPECT_EQ(apart.evaluate({{"n", n}}), expected) << n;
  }
  EXPECT_EQ(apart.pieces().size(), 2);
}

TEST(PwQPolynomial, EqualConditionsAreOnePiece) {
  const PwQPolynomial merged = two_steps(5).merged();

  ASSERT_EQ(merged.pieces().size(), 1);
  EXPECT_EQ(merged.pieces()[0].value, Polynomial(Rational(2)));
}

TEST(PwQPolynomial, AssumptionsTakeConditionsAway) {
  const PwQPolynomial known = two_steps(2).given(Set::parse("[n] -> { : n >= 7 }", Context()));

  ASSERT_EQ(known.pieces().size(), 1);
  EXPECT_TRUE(known.pieces()[0].where.empty());
  EXPECT_EQ(known.str(), "[n] -> { 2 }");
}

TEST(PwQPolynomial, IsWrittenForCompilersAndForPaper) {
  const PwQPolynomial p = PwQPolynomial::parameter("n") * PwQPolynomial::parameter("n");

  EXPECT_EQ(to_text(p.symbols(), p.pieces().at(0).value), "n^2");
  EXPECT_NE(to_cpp(p, "squares").find("__int128 squares("), std::string::npos) << to_cpp(p, "squares");
  EXPECT_NE(to_latex(p).find("n^{2}"), std::string::npos);
}

}  // namespace
}  // namespace forewarp::symbolic

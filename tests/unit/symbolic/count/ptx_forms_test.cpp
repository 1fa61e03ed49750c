// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Of what the counts of a PTX kernel are made: polynomials, values and conditions.
#include <gtest/gtest.h>

#include "forewarp/symbolic/count/ptx/detail/algebra.hpp"
#include "forewarp/symbolic/count/ptx/detail/facts.hpp"
#include "forewarp/symbolic/count/ptx/detail/form.hpp"
#include "forewarp/symbolic/count/ptx/detail/integer_type.hpp"
#include "forewarp/symbolic/count/ptx/detail/value.hpp"
#include "forewarp/symbolic/sets/errors.hpp"
#include "unit/message_of.hpp"

namespace forewarp::count::detail {
namespace {

using symbolic::LimitExceeded;
using testing::message_of;

constexpr SymbolId a = 1, b = 2, c = 3;

Form sym(SymbolId s, std::int64_t coefficient = 1) { return Form::symbol(s, coefficient); }
SymbolId only_symbol(const Form& form) { return form.terms.at(0).monomial.single(); }

TEST(PtxMonomial, IsASortedProductOfUpToFour) {
  const Monomial ab = product(Monomial::of(b), Monomial::of(a));

  EXPECT_EQ(ab, product(Monomial::of(a), Monomial::of(b)));
  EXPECT_EQ(ab.factors, (std::array<SymbolId, 4>{0, 0, a, b}));
  EXPECT_EQ(ab.degree(), 2U);
  EXPECT_EQ(ab.single(), 0);
  EXPECT_EQ(ab.without(a).single(), b);
  EXPECT_TRUE(ab.contains(a));
  EXPECT_FALSE(ab.contains(c));
  EXPECT_EQ(product(ab, ab).degree(), 4U);
  EXPECT_EQ(message_of<LimitExceeded>([&] { (void)product(product(ab, ab), Monomial::of(a)); }),
            "a product has more than 4 factors");
}

TEST(PtxForm, IsCanonical) {
  // (3 a + 2 b + 5) - (3 a - b) = 3 b + 5
  const Form x = combine(1, plus(sym(a, 3) + sym(b, 2), 5), -1, sym(a, 3) - sym(b));

  EXPECT_EQ(x, plus(sym(b, 3), 5));
  EXPECT_FALSE(x.contains(a));
  EXPECT_TRUE((x - x).is_zero());
  EXPECT_TRUE(Form::of(7).is_constant());
  EXPECT_FALSE(Form::of(7).is_zero());
  EXPECT_EQ(sym(a) + sym(b), sym(b) + sym(a));
  EXPECT_EQ(scaled(x, -2), plus(sym(b, -6), -10));
  EXPECT_TRUE(scaled(x, 0).is_zero());
}

TEST(PtxForm, MultipliesOut) {
  // (a + 2)(a - 2) = a^2 - 4: the middle terms cancel.
  const Form x = product(plus(sym(a), 2), plus(sym(a), -2));

  ASSERT_EQ(x.terms.size(), 1U);
  EXPECT_EQ(x.terms[0].monomial, product(Monomial::of(a), Monomial::of(a)));
  EXPECT_EQ(x.terms[0].coefficient, 1);
  EXPECT_EQ(x.constant, -4);
}

TEST(PtxForm, ContentLeavesTheConstantOut) {
  EXPECT_EQ(plus(sym(a, 6) + sym(b, -9), 4).content(), 3);
  EXPECT_EQ(Form::of(12).content(), 0);
  EXPECT_EQ(divided(plus(sym(a, 6) + sym(b, -9), 12), 3), plus(sym(a, 2) + sym(b, -3), 4));
}

TEST(PtxForm, SlopeIsWhatOneStepAdds) {
  // 4 a b + 3 a + 8 b + 7 grows by 4 b + 3 with each a.
  const Form x = plus(scaled(product(sym(a), sym(b)), 4) + sym(a, 3) + sym(b, 8), 7);

  EXPECT_EQ(slope(x, a), plus(sym(b, 4), 3));
  EXPECT_EQ(without(x, a), plus(sym(b, 8), 7));
  EXPECT_TRUE(slope(x, c).is_zero());
  EXPECT_EQ(message_of<LimitExceeded>([&] { (void)slope(product(sym(a), sym(a)), a); }),
            "a value is quadratic in a loop's counter");
}

TEST(PtxForm, NumbersBeyond64BitsAreRefused) {
  const Form most = Form::of(INT64_MAX);

  EXPECT_EQ(message_of<LimitExceeded>([&] { (void)plus(most, 1); }), "a coefficient does not fit 64 bits");
  EXPECT_EQ(message_of<LimitExceeded>([&] { (void)product(most, sym(a, 2)); }), "a coefficient does not fit 64 bits");
  EXPECT_EQ(product(most, sym(a)).terms[0].coefficient, INT64_MAX);
}

TEST(PtxForm, HasAtMost64Terms) {
  Form x;
  for (SymbolId s = 1; s <= 64; ++s) x = x + sym(s);

  EXPECT_EQ(x.terms.size(), 64U);
  EXPECT_EQ(message_of<LimitExceeded>([&] { (void)(x + sym(65)); }), "a value has more than 64 terms");
}

TEST(PtxIntegerType, FollowsWholeNumbersOfUpTo64Bits) {
  using enum ptx::Type;
  for (const ptx::Type type : {b8, b16, b32, b64, u8, u16, u32, u64, s8, s16, s32, s64}) EXPECT_TRUE(is_integer(type));
  for (const ptx::Type type : {none, pred, b128, f16, f32, f64, u16x2}) EXPECT_FALSE(is_integer(type));
  for (const ptx::Type type : {u8, u16, u32, u64}) EXPECT_TRUE(is_unsigned(type));
  for (const ptx::Type type : {b32, s8, s16, s32, s64, f32}) EXPECT_FALSE(is_unsigned(type));
}

TEST(PtxAlgebra, TheIndexOfAThreadIsOneSymbol) {
  Algebra algebra;
  const Form tid = algebra.launch_symbol(SymbolKind::thread_index, 0);
  const Form start = algebra.multiply(algebra.launch_symbol(SymbolKind::block_index, 0),
                                      algebra.launch_symbol(SymbolKind::block_size, 0));

  const Form index = start + tid;

  EXPECT_EQ(index, algebra.launch_symbol(SymbolKind::global_index, 0));
  EXPECT_EQ(algebra.info(only_symbol(index)).name, "global_x");
  EXPECT_EQ(algebra.multiply(algebra.launch_symbol(SymbolKind::grid_size, 1),
                             algebra.launch_symbol(SymbolKind::block_size, 1)),
            algebra.launch_symbol(SymbolKind::threads, 1));
}

TEST(PtxAlgebra, AFixedLaunchIsOfNumbers) {
  Algebra algebra(FixedLaunch{{128, 1, std::nullopt}, {}});

  EXPECT_EQ(algebra.launch_symbol(SymbolKind::block_size, 0), Form::of(128));
  EXPECT_TRUE(algebra.launch_symbol(SymbolKind::thread_index, 1).is_zero());
  const Form tid = algebra.launch_symbol(SymbolKind::thread_index, 0);
  EXPECT_EQ(algebra.lower(tid), 0);
  EXPECT_EQ(algebra.upper(tid), 127);
  EXPECT_EQ(algebra.upper(algebra.launch_symbol(SymbolKind::thread_index, 2)), 1023);
  EXPECT_EQ(algebra.launch_symbol(SymbolKind::threads, 0),
            scaled(algebra.launch_symbol(SymbolKind::grid_size, 0), 128));
}

TEST(PtxAlgebra, BoundsFollowFromRanges) {
  Algebra algebra;
  const Form n = algebra.argument(0, 0, 4, "n"), wide = algebra.argument(1, 0, 8, "m");
  const Form tid = algebra.launch_symbol(SymbolKind::thread_index, 0);

  EXPECT_EQ(algebra.argument(0, 0, 4, "n"), n);
  EXPECT_EQ(algebra.lower(plus(scaled(n, 3) - scaled(tid, 2), 1)), -2045);  // 3*0 - 2*1023 + 1
  EXPECT_EQ(algebra.upper(plus(scaled(n, 3) - scaled(tid, 2), 1)), 3LL * INT32_MAX + 1);
  EXPECT_EQ(algebra.upper(wide), Algebra::infinite);
  EXPECT_EQ(algebra.lower(scaled(wide, -1)), -Algebra::infinite);
  EXPECT_EQ(algebra.upper(product(tid, tid)), 1023 * 1023);
}

TEST(PtxAlgebra, FloorsTakeWholeMultiplesOut) {
  Algebra algebra(FixedLaunch{{2, {}, {}}, {}});
  const Form n = algebra.argument(0, 0, 4, "n");
  const Form bit = algebra.launch_symbol(SymbolKind::thread_index, 0);  // 0 or 1

  EXPECT_EQ(algebra.floor(Form::of(-7), 2), Form::of(-4));
  EXPECT_EQ(algebra.floor(plus(scaled(n, 4), 3), 4), n);
  EXPECT_EQ(algebra.floor(plus(scaled(n, 4), -1), 4), plus(n, -1));
  // floor((5 x + 7) / 3) with x = 0 or 1: 2 and 4.
  EXPECT_EQ(algebra.floor(plus(scaled(bit, 5), 7), 3), plus(scaled(bit, 2), 2));
  // floor((6 n + 4) / 4) = n + 1 + floor(n / 2)
  EXPECT_EQ(algebra.floor(plus(scaled(n, 6), 4), 4), plus(n, 1) + algebra.floor(n, 2));
  // floor(floor(n / 4) / 8) = floor(n / 32)
  EXPECT_EQ(algebra.floor(algebra.floor(n, 4), 8), algebra.floor(n, 32));
  EXPECT_NE(algebra.floor(n, 4), algebra.floor(n, 8));
  EXPECT_EQ(algebra.upper(algebra.floor(n, 4)), INT32_MAX / 4);
}

TEST(PtxAlgebra, AConditionIsDividedByItsCommonFactor) {
  Algebra algebra;
  const Form x = sym(algebra.carried(0, 0));  // any number

  EXPECT_EQ(algebra.at_least(plus(scaled(x, 4), 6)), algebra.at_least(plus(x, 1)));    // x >= -1.5
  EXPECT_EQ(algebra.at_least(plus(scaled(x, 4), -6)), algebra.at_least(plus(x, -2)));  // x >= 1.5
  EXPECT_EQ(algebra.zero(plus(scaled(x, 4), 6)), Algebra::never);
  EXPECT_EQ(algebra.zero(plus(scaled(x, 4), 8)), algebra.zero(plus(scaled(x, -1), -2)));
}

TEST(PtxAlgebra, ConditionsThatRangesDecideAreDecided) {
  Algebra algebra;
  const Form tid = algebra.launch_symbol(SymbolKind::thread_index, 0);

  EXPECT_EQ(algebra.at_least(tid), Algebra::always);
  EXPECT_EQ(algebra.at_least(plus(tid, -1024)), Algebra::never);
  EXPECT_EQ(algebra.zero(plus(tid, 1)), Algebra::never);
  EXPECT_EQ(algebra.zero(Form()), Algebra::always);
  EXPECT_EQ(algebra.condition(algebra.zero(tid)).kind, ConditionKind::zero);
}

TEST(PtxAlgebra, ConditionsAreJoinedAndNegated) {
  Algebra algebra;
  const Form n = algebra.argument(0, 0, 4, "n"), m = algebra.argument(1, 0, 4, "m");
  const Cond p = algebra.at_least(plus(n, -5)), q = algebra.zero(m);

  EXPECT_EQ(algebra.both(p, q), algebra.both(q, p));
  EXPECT_EQ(algebra.both(p, Algebra::always), p);
  EXPECT_EQ(algebra.both(p, Algebra::never), Algebra::never);
  EXPECT_EQ(algebra.either(p, Algebra::never), p);
  EXPECT_EQ(algebra.negate(p), algebra.at_least(plus(scaled(n, -1), 4)));  // n <= 4
  EXPECT_EQ(algebra.negate(algebra.negate(q)), q);
  EXPECT_EQ(algebra.condition(algebra.negate(q)).kind, ConditionKind::not_zero);
  EXPECT_EQ(algebra.both(p, algebra.negate(p)), Algebra::never);
  EXPECT_EQ(algebra.either(p, algebra.negate(p)), Algebra::always);
  EXPECT_EQ(algebra.negate(algebra.both(p, q)), algebra.either(algebra.negate(p), algebra.negate(q)));
  EXPECT_EQ(algebra.both(Algebra::not_affine, Algebra::on_data), Algebra::on_data);
  EXPECT_EQ(algebra.either(p, Algebra::not_affine), Algebra::not_affine);
  EXPECT_TRUE(algebra.is_opaque(Algebra::on_data));
  EXPECT_FALSE(algebra.is_opaque(p));
}

TEST(PtxAlgebra, BothSidesOfAChoiceShareASymbol) {
  Algebra algebra;
  const Form n = algebra.argument(0, 0, 4, "n");
  const Cond p = algebra.at_least(plus(n, -5));

  const Form x = algebra.choose(p, Form::of(10), Form::of(3));
  const std::size_t symbols = algebra.symbol_count();
  const Form y = algebra.choose(algebra.negate(p), Form::of(10), Form::of(3));

  EXPECT_EQ(algebra.symbol_count(), symbols);
  EXPECT_EQ(x + y, Form::of(13));
  EXPECT_EQ(algebra.choose(p, n, n), n);
  EXPECT_EQ(algebra.choose(Algebra::always, n, Form()), n);
  EXPECT_TRUE(algebra.choose(Algebra::never, n, Form()).is_zero());
  EXPECT_EQ(algebra.lower(x), 3);
  EXPECT_EQ(algebra.upper(x), 10);
}

TEST(PtxAlgebra, SubstitutesInFloorsChoicesAndConditions) {
  Algebra algebra;
  const Form n = algebra.argument(0, 0, 4, "n"), m = algebra.argument(1, 0, 4, "m");
  const SymbolId s = only_symbol(n);
  const Cond large = algebra.at_least(plus(n, -5));
  const Form x = algebra.floor(n, 4) + algebra.choose(large, Form::of(100), Form());

  EXPECT_EQ(algebra.substitute(x, s, Form::of(11)), Form::of(102));
  EXPECT_EQ(algebra.substitute(x, s, Form::of(4)), Form::of(1));
  EXPECT_EQ(algebra.substitute(large, s, Form::of(5)), Algebra::always);
  EXPECT_EQ(algebra.substitute(large, s, Form::of(4)), Algebra::never);
  EXPECT_EQ(algebra.substitute(algebra.negate(algebra.zero(n)), s, m), algebra.negate(algebra.zero(m)));
  EXPECT_EQ(algebra.substitute(large, only_symbol(m), Form::of(4)), large);
}

TEST(PtxAlgebra, SeesSymbolsInside) {
  Algebra algebra;
  const Form n = algebra.argument(0, 0, 4, "n"), tid = algebra.launch_symbol(SymbolKind::thread_index, 1);
  const Form inside = algebra.floor(tid, 4);
  const Form x = algebra.choose(algebra.at_least(plus(n, -5)), Form::of(1), Form()) + inside;
  std::vector<SymbolId> found;
  algebra.collect(x, found);

  EXPECT_FALSE(x.contains(only_symbol(tid)));
  EXPECT_TRUE(algebra.depends(x, only_symbol(tid)));
  EXPECT_TRUE(algebra.depends(x, only_symbol(n)));
  EXPECT_FALSE(algebra.depends(inside, only_symbol(n)));
  EXPECT_TRUE(algebra.mentions(x, SymbolKind::thread_index));
  EXPECT_TRUE(algebra.mentions(x, SymbolKind::thread_index, 1));
  EXPECT_FALSE(algebra.mentions(x, SymbolKind::thread_index, 0));
  EXPECT_EQ(found.size(), 4U);  // the choice, n, the floor, tid
}

TEST(PtxFacts, OneFactProvesAnother) {
  Algebra algebra;
  const Form i = sym(algebra.carried(0, 0)), j = sym(algebra.carried(0, 1));
  const std::array<Cond, 1> conditions{algebra.at_least(plus(i, -4))};
  Facts facts(algebra, conditions);

  EXPECT_TRUE(facts.proves_at_least_zero(i));
  EXPECT_TRUE(facts.proves_at_least_zero(plus(i, -4)));
  EXPECT_FALSE(facts.proves_at_least_zero(plus(i, -5)));
  EXPECT_TRUE(facts.proves_at_least_zero(plus(scaled(i, 3), -12)));
  EXPECT_FALSE(facts.proves_at_least_zero(plus(scaled(i, 3), -13)));
  EXPECT_FALSE(facts.proves_at_least_zero(j));
}

TEST(PtxFacts, AddTakesConditionsApart) {
  Algebra algebra;
  const Form i = sym(algebra.carried(0, 0)), j = sym(algebra.carried(0, 1));
  Facts facts(algebra, {});
  EXPECT_FALSE(facts.proves_at_least_zero(j));

  facts.add(algebra.both(algebra.zero(plus(i, -8)), algebra.at_least(j)));

  EXPECT_TRUE(facts.proves_at_least_zero(plus(i, -8)));
  EXPECT_TRUE(facts.proves_at_least_zero(plus(scaled(i, -1), 8)));
  EXPECT_TRUE(facts.proves_at_least_zero(j));
  EXPECT_FALSE(facts.proves_at_least_zero(plus(j, -1)));
  facts.add(algebra.negate(algebra.zero(j)));  // j >= 0 is known: j >= 1
  EXPECT_TRUE(facts.proves_at_least_zero(plus(j, -1)));
  EXPECT_FALSE(facts.proves_at_least_zero(plus(j, -2)));
}

TEST(PtxFacts, AnEitherProvesNothing) {
  Algebra algebra;
  const Form i = sym(algebra.carried(0, 0)), j = sym(algebra.carried(0, 1));
  Facts facts(algebra, {});

  facts.add(algebra.either(algebra.at_least(i), algebra.at_least(j)));

  EXPECT_FALSE(facts.proves_at_least_zero(i));
  EXPECT_FALSE(facts.proves_at_least_zero(j));
}

TEST(PtxFacts, EliminatesFloorsAndChoices) {
  Algebra algebra;
  const Form n = algebra.argument(0, 0, 4, "n");
  const Form quarter = algebra.floor(n, 4);
  Facts facts(algebra, {});

  // n mod 4 is from 0 to 3.
  EXPECT_TRUE(facts.proves_at_least_zero(n - scaled(quarter, 4)));
  EXPECT_TRUE(facts.proves_at_least_zero(plus(scaled(quarter, 4) - n, 3)));
  EXPECT_FALSE(facts.proves_at_least_zero(plus(scaled(quarter, 4) - n, 2)));
  // max(n - 8, 0)
  const Form above = algebra.choose(algebra.at_least(plus(n, -8)), plus(n, -8), Form());
  EXPECT_TRUE(facts.proves_at_least_zero(above));
  EXPECT_FALSE(facts.proves_at_least_zero(plus(above, -1)));
}

TEST(PtxValue, IsChosenByACondition) {
  Algebra algebra;
  const Form n = algebra.argument(0, 0, 4, "n");
  const Cond p = algebra.at_least(plus(n, -5)), q = algebra.zero(n);
  const Value ten = Value::of(algebra, Form::of(10)), three = Value::of(algebra, Form::of(3));

  EXPECT_EQ(chosen(algebra, Algebra::always, ten, three), ten);
  EXPECT_EQ(chosen(algebra, Algebra::never, ten, three), three);
  EXPECT_EQ(chosen(algebra, p, ten, three), Value::of(algebra, algebra.choose(p, Form::of(10), Form::of(3))));
  EXPECT_EQ(chosen(algebra, Algebra::on_data, ten, Value::of(algebra, Form::of(10))), ten);  // equal numbers
  EXPECT_EQ(chosen(algebra, Algebra::on_data, ten, three), Value::unknown(true));
  EXPECT_EQ(chosen(algebra, Algebra::not_affine, ten, three), Value::unknown(false));
  EXPECT_EQ(chosen(algebra, Algebra::not_affine, ten, Value::unknown(true)), Value::unknown(true));
  EXPECT_EQ(chosen(algebra, p, ten, Value::of(q)), Value::unknown(false));
  EXPECT_EQ(chosen(algebra, p, Value::of(q), Value::of(Algebra::never)), Value::of(algebra.both(p, q)));
}

TEST(PtxValue, AsAConditionOfABranch) {
  Algebra algebra;

  EXPECT_EQ(Value::of(Algebra::always).as_condition(), Algebra::always);
  EXPECT_EQ(Value::unknown(false).as_condition(), Algebra::not_affine);
  EXPECT_EQ(Value::unknown(true).as_condition(), Algebra::on_data);
  EXPECT_EQ(Value::of(algebra, Form::of(1)).as_condition(), Algebra::on_data);
  EXPECT_TRUE(Value::of(algebra, Form::of(1)).is_number());
  EXPECT_EQ(Value(), Value::unknown(true));
  EXPECT_NE(Value::of(algebra, Form::of(1)), Value::of(algebra, Form::of(2)));
}

}  // namespace
}  // namespace forewarp::count::detail

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What the counts of a PTX kernel are made of: values as polynomials, conditions, regions, sets and rows.
#include <gtest/gtest.h>

#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/symbolic/count/ptx/detail/algebra.hpp"
#include "forewarp/symbolic/count/ptx/detail/domain.hpp"
#include "forewarp/symbolic/count/ptx/detail/facts.hpp"
#include "forewarp/symbolic/count/ptx/detail/form.hpp"
#include "forewarp/symbolic/count/ptx/detail/integer_type.hpp"
#include "forewarp/symbolic/count/ptx/detail/regions.hpp"
#include "forewarp/symbolic/count/ptx/detail/rows.hpp"
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
  const Value ten = Value::of(Form::of(10)), three = Value::of(Form::of(3));

  EXPECT_EQ(chosen(algebra, Algebra::always, ten, three), ten);
  EXPECT_EQ(chosen(algebra, Algebra::never, ten, three), three);
  EXPECT_EQ(chosen(algebra, p, ten, three), Value::of(algebra.choose(p, Form::of(10), Form::of(3))));
  EXPECT_EQ(chosen(algebra, Algebra::on_data, ten, Value::of(Form::of(10))), ten);  // equal numbers
  EXPECT_EQ(chosen(algebra, Algebra::on_data, ten, three), Value::unknown(true));
  EXPECT_EQ(chosen(algebra, Algebra::not_affine, ten, three), Value::unknown(false));
  EXPECT_EQ(chosen(algebra, Algebra::not_affine, ten, Value::unknown(true)), Value::unknown(true));
  EXPECT_EQ(chosen(algebra, p, ten, Value::of(q)), Value::unknown(false));
  EXPECT_EQ(chosen(algebra, p, Value::of(q), Value::of(Algebra::never)), Value::of(algebra.both(p, q)));
}

TEST(PtxValue, AsAConditionOfABranch) {
  EXPECT_EQ(Value::of(Algebra::always).as_condition(), Algebra::always);
  EXPECT_EQ(Value::unknown(false).as_condition(), Algebra::not_affine);
  EXPECT_EQ(Value::unknown(true).as_condition(), Algebra::on_data);
  EXPECT_EQ(Value::of(Form::of(1)).as_condition(), Algebra::on_data);
  EXPECT_TRUE(Value::of(Form::of(1)).is_number());
  EXPECT_EQ(Value(), Value::unknown(true));
  EXPECT_NE(Value::of(Form::of(1)), Value::of(Form::of(2)));
}

class PtxDomains : public ::testing::Test {
 protected:
  using Counted = std::optional<PwQPolynomial>;
  static constexpr std::size_t pieces = 64;

  /// For 3 blocks of 32 x 2 threads.
  static double at(const Counted& p, std::map<std::string, std::int64_t> values) {
    values.merge(std::map<std::string, std::int64_t>{{"block_x", 32},
                                                     {"block_y", 2},
                                                     {"block_z", 1},
                                                     {"grid_x", 3},
                                                     {"grid_y", 1},
                                                     {"grid_z", 1},
                                                     {"threads_x", 96}});
    return p.value().evaluate(values).value();
  }

  Algebra algebra;
  Domains domains{algebra, pieces};
  Form n = algebra.argument(0, 0, 4, "n"), m = algebra.argument(1, 0, 4, "m");
  Form global = algebra.launch_symbol(SymbolKind::global_index, 0);
  Cond inside = algebra.at_least(plus(n - global, -1));  // global < n
};

TEST_F(PtxDomains, CountThreadsOfTheGrid) {
  EXPECT_EQ(at(domains.executions({}), {}), 192);
  EXPECT_EQ(at(domains.executions({inside}), {{"n", 50}}), 100);
  EXPECT_EQ(at(domains.executions({inside}), {{"n", 1000}}), 192);
  EXPECT_EQ(at(domains.executions({Algebra::never}), {}), 0);
  EXPECT_FALSE(domains.executions({Algebra::on_data}));
  EXPECT_FALSE(domains.executions({inside, Algebra::not_affine}));
}

TEST_F(PtxDomains, MultiplyPartsThatShareNoIndex) {
  const Form k = sym(algebra.counter(0));
  const Cond iterates = algebra.at_least(plus(m - k, -1));

  EXPECT_EQ(at(domains.executions({inside, iterates}), {{"n", 50}, {"m", 7}}), 700);
  EXPECT_EQ(at(domains.executions({iterates}, true), {{"m", 7}}), 7);
  EXPECT_FALSE(domains.executions({inside, iterates}, true));  // threads differ
}

TEST_F(PtxDomains, CountALoopThatDependsOnTheThread) {
  const Form k = sym(algebra.counter(0)), tid = algebra.launch_symbol(SymbolKind::thread_index, 0);

  // k <= tid: 1 + 2 + ... + 32 in each of 2 rows of each of 3 blocks.
  EXPECT_EQ(at(domains.executions({algebra.at_least(tid - k)}), {}), 528 * 2 * 3);
}

TEST_F(PtxDomains, FormulasAreOfSizesAlone) {
  EXPECT_EQ(at(domains.formula(plus(scaled(n, 2) + product(n, m), 3)), {{"n", 10}, {"m", 4}}), 63);
  EXPECT_EQ(at(domains.formula(algebra.floor(plus(n, 3), 4)), {{"n", 10}}), 3);
  EXPECT_FALSE(domains.formula(global));
}

TEST_F(PtxDomains, AFootprintCountsEachElementOnce) {
  const Form offset = scaled(global, 4);

  EXPECT_EQ(at(domains.footprint({{{inside}, offset}}, 4), {{"n", 50}}), 50);
  // x[i] and x[i + 1]: one more.
  EXPECT_EQ(at(domains.footprint({{{inside}, offset}, {{inside}, plus(offset, 4)}}, 4), {{"n", 50}}), 51);
  EXPECT_FALSE(domains.footprint({{{Algebra::on_data}, offset}}, 4));
}

ptx::Function function_of(const std::string& parameters, const std::string& body) {
  const std::string text = ".version 8.5\n.target sm_80\n.entry k(" + parameters +
                           ")\n{\n.reg .pred %p<4>; .reg .b32 %r<8>; .reg .b64 %rd<4>; .reg .f32 %f<4>;\n" + body +
                           "}\n";
  return ptx::parse(text).functions.at(0);
}

Regions regions_of_body(const std::string& body) {
  const ptx::Function function = function_of("", body);
  return regions_of(function, analysis::control_flow(function));
}

const RegionNode& node_of(const Region& region, std::uint32_t block) {
  for (const RegionNode& node : region.nodes)
    if (node.block == block) return node;
  throw InputError("no node for the block");
}

// 0 -> 1 -> 3 and 0 -> 2 -> 3
TEST(PtxRegions, WhatJoinsTwoSidesFollowsTheBranch) {
  const Regions regions = regions_of_body(R"(
    @%p1 bra ELSE;
    mov.b32 %r1, 1; bra.uni END;
    ELSE: mov.b32 %r1, 2;
    END: ret;)");

  ASSERT_EQ(regions.function.nodes.size(), 4U);
  EXPECT_TRUE(regions.reducible);
  EXPECT_EQ(regions.function.nodes[0].block, 0U);
  EXPECT_EQ(regions.function.nodes[3].block, 3U);
  EXPECT_EQ(regions.function.nodes[3].dominator, 0U);
  EXPECT_TRUE(regions.function.nodes[3].follows_dominator);
  EXPECT_EQ(regions.function.nodes[3].incoming.size(), 2U);
  EXPECT_FALSE(node_of(regions.function, 1).follows_dominator);
  EXPECT_FALSE(node_of(regions.function, 2).follows_dominator);
  EXPECT_EQ(regions.ends, (std::vector<bool>{false, false, false, true}));
}

TEST(PtxRegions, NothingFollowsWhereASideMayEndTheKernel) {
  const Regions regions = regions_of_body(R"(
    @%p1 bra ELSE;
    mov.b32 %r1, 1; @%p2 exit;
    bra.uni END;
    ELSE: mov.b32 %r1, 2;
    END: ret;)");

  const RegionNode& last = regions.function.nodes.back();
  EXPECT_EQ(last.dominator, 0U);
  EXPECT_FALSE(last.follows_dominator);
  EXPECT_TRUE(regions.ends[1]);
}

// 0 -> 1 -> 2 -> 2 (inner), 2 -> 3 -> 1 (outer), 3 -> 4
TEST(PtxRegions, ALoopIsOneNodeOfWhatIsAroundIt) {
  const Regions regions = regions_of_body(R"(
    mov.b32 %r1, 0;
    OUTER: mov.b32 %r2, 0;
    INNER: add.u32 %r2, %r2, 1; @%p1 bra INNER;
    add.u32 %r1, %r1, 1; @%p2 bra OUTER;
    ret;)");

  EXPECT_EQ(regions.loop_of, (std::vector<std::int32_t>{-1, 0, 1, 0, -1}));
  ASSERT_EQ(regions.function.nodes.size(), 3U);
  EXPECT_EQ(regions.function.nodes[1].loop, 0);
  EXPECT_EQ(regions.function.nodes[1].block, 1U);
  EXPECT_EQ(regions.function.nodes[2].incoming.at(0).from, 3U);
  EXPECT_EQ(regions.function.nodes[2].incoming.at(0).from_node, 1U);
  const Region& outer = regions.loops.at(0);
  ASSERT_EQ(outer.nodes.size(), 3U);
  EXPECT_EQ(outer.nodes[1].loop, 1);
  EXPECT_EQ(outer.latches.at(0).from, 3U);
  EXPECT_EQ(outer.exits.at(0).to, 4U);
  const Region& inner = regions.loops.at(1);
  ASSERT_EQ(inner.nodes.size(), 1U);
  EXPECT_EQ(inner.latches.at(0).to, 2U);
  EXPECT_EQ(inner.exits.at(0).to, 3U);
}

// 0 -> 1, 0 -> 2, 1 <-> 2: a circle with two entries.
TEST(PtxRegions, ACircleWithTwoEntriesIsNotReducible) {
  const Regions regions = regions_of_body(R"(
    @%p1 bra B;
    A: mov.b32 %r1, 1; @%p3 bra END;
    B: mov.b32 %r1, 2; @%p2 bra A;
    END: ret;)");

  EXPECT_FALSE(regions.reducible);
}

TEST(PtxRows, AnAddressIsOfItsOnlyPointer) {
  const ptx::Function function = function_of(".param .u64 x, .param .u64 y, .param .u32 n", "ret;");
  Algebra algebra;
  const Form x = algebra.argument(0, 0, 8, "x"), y = algebra.argument(1, 0, 8, "y"), n = algebra.argument(2, 0, 4, "n");
  const Form tid = algebra.launch_symbol(SymbolKind::thread_index, 0);
  const Form tile = algebra.base("tile");

  const Array array = array_of(algebra, function, plus(x + scaled(tid, 4) + n, 8));
  EXPECT_EQ(array.name, "x");
  EXPECT_TRUE(array.is_argument);
  EXPECT_EQ(array.symbol, only_symbol(x));
  EXPECT_EQ(array_of(algebra, function, tile + n).name, "tile");
  EXPECT_FALSE(array_of(algebra, function, tile + n).is_argument);
  EXPECT_EQ(array_of(algebra, function, x + y).name, "");
  EXPECT_EQ(array_of(algebra, function, scaled(x, 2)).name, "");
  EXPECT_EQ(array_of(algebra, function, n).name, "");
}

TEST(PtxRows, TimesScalesAFormula) {
  const PwQPolynomial p = times(PwQPolynomial::parameter("n"), symbolic::Rational::of(3, 4));

  EXPECT_EQ(p.evaluate({{"n", 8}}).value(), 6);
  EXPECT_EQ(p.evaluate({{"n", 2}}).value(), 1.5);
}

/// Rows of a kernel whose blocks run 320, 640, 960 ... times, instructions under guards 64 times; no address is known.
PtxCounts rows_of(const std::string& body, void (*add)(const RowSource&, PtxCounts&)) {
  const ptx::Function function = function_of("", body);
  const analysis::Cfg cfg = analysis::control_flow(function);
  PtxCounts out;
  for (const analysis::BasicBlock& block : cfg.blocks) {
    out.blocks.push_back({0, 0, block.first, block.last, out.formulas.size()});
    out.formulas.push_back(PwQPolynomial::constant(320 * static_cast<std::int64_t>(out.blocks.size())));
  }
  const RowSource source{.function = function,
                         .cfg = cfg,
                         .guarded = [](std::uint32_t) { return PwQPolynomial::constant(64); },
                         .followed_by = [](std::uint32_t) -> Attempt* { return nullptr; },
                         .attempt = [](std::size_t) -> Attempt* { return nullptr; },
                         .fix = [](std::size_t) { FAIL() << "no attempt was used"; }};
  add(source, out);
  return out;
}

double value_of(const PwQPolynomial& p) { return p.evaluate({}).value(); }

TEST(PtxRows, OperationsAreSummedByKindAndType) {
  const PtxCounts out = rows_of(R"(
    add.s32 %r1, %r2, %r3; add.s32 %r4, %r2, %r3; @%p1 add.s32 %r5, %r2, %r3;
    LOOP: fma.rn.f32 %f1, %f2, %f3, %f1; mul.f32 %f2, %f3, %f3; @%p1 bra LOOP;
    ret;)",
                                add_operations);

  const auto& rows = out.counts.operations;
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].kind + " " + rows[0].data_type, "add int32");
  EXPECT_EQ(value_of(rows[0].guarded), 2 * 320 + 64);
  EXPECT_EQ(value_of(rows[0].count), 22);  // 704 / 32
  EXPECT_EQ(rows[1].kind + " " + rows[1].data_type, "madd float32");
  EXPECT_EQ(value_of(rows[1].guarded), 640);
  EXPECT_EQ(rows[2].kind + " " + rows[2].data_type, "mul float32");
  ASSERT_EQ(out.counts.chains.size(), 1U);  // the sum alone needs its own result
  EXPECT_EQ(out.counts.chains[0].kind, "madd");
  EXPECT_EQ(value_of(out.counts.chains[0].guarded), 640);
}

TEST(PtxRows, EachMemoryInstructionIsARow) {
  const PtxCounts out = rows_of(R"(
    ld.global.v4.f32 {%f0, %f1, %f2, %f3}, [%rd1]; @%p1 st.shared.f32 [%r1], %f1;
    red.global.add.u32 [%rd1], %r1;
    ret;)",
                                add_accesses);

  const auto& rows = out.counts.accesses;
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].space + " " + rows[0].direction, "global load");
  EXPECT_EQ(rows[0].bytes, 16);
  EXPECT_EQ(value_of(rows[0].count), 320);  // of work-items
  EXPECT_FALSE(rows[0].local_strides);
  EXPECT_FALSE(rows[0].footprint);
  EXPECT_EQ(rows[1].space + " " + rows[1].direction, "local store");
  EXPECT_EQ(value_of(rows[1].guarded), 64);
  EXPECT_EQ(value_of(rows[1].count), 2);  // of sub-groups
  EXPECT_EQ(rows[2].space + " " + rows[2].direction, "global atomic");
  EXPECT_EQ(rows[2].bytes, 4);
}

}  // namespace
}  // namespace forewarp::count::detail

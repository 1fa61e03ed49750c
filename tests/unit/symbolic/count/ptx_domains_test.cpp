// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Of what the counts of a PTX kernel are made: sets of threads, regions of code, and rows of the result.
#include <gtest/gtest.h>

#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/symbolic/count/ptx/detail/algebra.hpp"
#include "forewarp/symbolic/count/ptx/detail/domain.hpp"
#include "forewarp/symbolic/count/ptx/detail/regions.hpp"
#include "forewarp/symbolic/count/ptx/detail/rows.hpp"
#include "forewarp/symbolic/sets/errors.hpp"
#include "unit/message_of.hpp"

namespace forewarp::count::detail {
namespace {

using symbolic::LimitExceeded;
using testing::message_of;

constexpr SymbolId a = 1, b = 2, c = 3;

Form sym(SymbolId s, std::int64_t coefficient = 1) { return Form::symbol(s, coefficient); }
SymbolId only_symbol(const Form& form) { return form.terms.at(0).monomial.single(); }

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
  CountedSets counted;
  Domains domains{algebra, pieces, counted};
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

// The threads with 0 <= x < n of the grid are a set of its own for any block, so the second attempt asks nothing new.
TEST_F(PtxDomains, ShareWhatIsCountedAlready) {
  const Counted first = domains.executions({inside});
  const std::size_t sets = counted.points.size();
  Domains again{algebra, pieces, counted};

  const Counted second = again.executions({inside});

  EXPECT_EQ(sets, 1);
  EXPECT_EQ(counted.points.size(), sets);
  EXPECT_EQ(second.value().str(), first.value().str());
}

// n elements where there are fewer than threads, otherwise one for each thread: two pieces.
TEST_F(PtxDomains, ShareFootprintsOfAsManyPiecesAsTheyMayHave) {
  const std::vector<Domains::Touch> touches = {{{inside}, scaled(global, 4)}};
  const Counted first = domains.footprint(touches, 4);
  Domains again{algebra, pieces, counted}, simpler{algebra, 1, counted};

  EXPECT_EQ(first.value().pieces().size(), 2);
  EXPECT_EQ(again.footprint(touches, 4).value().str(), first.value().str());
  EXPECT_FALSE(simpler.footprint(touches, 4));
  EXPECT_EQ(counted.touched.size(), 1);
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

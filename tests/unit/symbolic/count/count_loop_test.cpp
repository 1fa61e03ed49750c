// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/count/loop/count_loop.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/count/counts.hpp"
#include "forewarp/symbolic/loop/read.hpp"
#include "forewarp/symbolic/loop/transform/realize.hpp"

namespace {

using namespace forewarp;
using count::Granularity;

const std::string matmul =
    "domain { [i,j,k] : 0 <= i,j,k < n }\n"
    "assume n >= 1 and n % 16 = 0\n"
    "global a, b, c: f32[n, n]\n"
    "c[i,j] = sum(k, a$aLD[i,k]*b$bLD[k,j])\n"
    "---\n"
    "split i 16\nsplit j 16\n"
    "tag i_out:g.1, i_in:l.1, j_out:g.0, j_in:l.0\n";

/// Section 2.1 with the prefetches written out.
const std::string prefetched =
    "domain { [i_out,i_in,j_out,j_in] : 0 <= i_in,j_in < 16 and 0 <= i_out,j_out and 16 i_out < n and 16 j_out < n }\n"
    "domain { [k_out,k_in] : 0 <= k_in < 16 and 0 <= k_out and 16 k_out < n }\n"
    "domain { [s,t] : 0 <= s,t < 16 }\n"
    "assume n >= 1 and n % 16 = 0\n"
    "global a, b, c: f32[n, n]\n"
    "local a_fetch, b_fetch: f32[16, 16]\n"
    "a_fetch[s,t] = a$aLD[16*i_out + s, 16*k_out + t]\n"
    "b_fetch[s,t] = b$bLD[16*k_out + s, 16*j_out + t]\n"
    "c[16*i_out+i_in,16*j_out+j_in] = sum((k_out,k_in), a_fetch[i_in,k_in]*b_fetch[k_in,j_in])\n"
    "---\n"
    "tag i_out:g.1, i_in:l.1, j_out:g.0, j_in:l.0, s:l.1, t:l.0\n";

double at(const count::PwQPolynomial& p, std::int64_t n) { return p.evaluate({{"n", n}}).value(); }

const count::Operation& operation(const count::KernelCounts& counts, const std::string& kind) {
  return *std::ranges::find(counts.operations, kind, &count::Operation::kind);
}

const count::MemoryAccess& access(const count::KernelCounts& counts, const std::string& array,
                                  const std::string& direction = "load") {
  return *std::ranges::find_if(counts.accesses,
                               [&](const auto& a) { return a.array == array && a.direction == direction; });
}

TEST(CountLoop, AMatrixProductIsNCubedMadds) {
  const auto counts = count::count_loop(loop::parse(matmul));

  ASSERT_EQ(counts.operations.size(), 1u);
  const auto& madd = operation(counts, "madd");
  EXPECT_EQ(madd.data_type, "float32");
  EXPECT_EQ(at(madd.executions, 64), 64.0 * 64 * 64);
  EXPECT_EQ(at(madd.count, 64), 64.0 * 64 * 64 / 32);  // 8 sub-groups of each 256 work-items
  EXPECT_EQ(at(counts.groups, 64), 16);
  EXPECT_EQ(at(counts.group_size, 64), 256);
  EXPECT_EQ(at(counts.local_barriers, 64), 0);
}

TEST(CountLoop, AccessesOfTheProductWithoutPrefetch) {
  const auto counts = count::count_loop(loop::parse(matmul));

  ASSERT_EQ(counts.accesses.size(), 3u);
  const auto& a = access(counts, "a");
  EXPECT_EQ(a.tag, "aLD");
  EXPECT_EQ(a.granularity, Granularity::sub_group) << "all work-items along axis 0 read one element";
  EXPECT_EQ(at(a.count, 64), 64.0 * 64 * 64 / 32);
  EXPECT_EQ(at(a.local_strides->at(0), 64), 0);
  EXPECT_EQ(at(a.local_strides->at(1), 64), 64);
  EXPECT_EQ(at(a.group_strides->at(1), 64), 16 * 64);
  EXPECT_EQ(at(a.loop_strides.at("k"), 64), 1);
  ASSERT_TRUE(a.access_ratio);
  EXPECT_EQ(at(*a.access_ratio, 64), 64);
  const auto& b = access(counts, "b");
  EXPECT_EQ(b.granularity, Granularity::work_item);
  EXPECT_EQ(at(b.count, 64), 64.0 * 64 * 64);
  EXPECT_EQ(at(b.loop_strides.at("k"), 64), 64);
  EXPECT_EQ(at(access(counts, "c", "store").count, 64), 64 * 64);
}

TEST(CountLoop, TableOneComesOutAsPrinted) {
  const auto counts = count::count_loop(loop::parse(prefetched));

  const auto& a = access(counts, "a");
  const auto& b = access(counts, "b");
  for (const std::int64_t n : {64, 1024}) {
    for (const auto* row : {&a, &b}) {
      ASSERT_TRUE(row->access_ratio);
      EXPECT_EQ(at(*row->access_ratio, n), static_cast<double>(n) / 16);
      EXPECT_EQ(at(row->local_strides->at(0), n), 1);
      EXPECT_EQ(at(row->local_strides->at(1), n), n);
    }
    EXPECT_EQ(at(a.group_strides->at(0), n), 0);
    EXPECT_EQ(at(a.group_strides->at(1), n), 16 * n);
    EXPECT_EQ(at(b.group_strides->at(0), n), 16);
    EXPECT_EQ(at(b.group_strides->at(1), n), 0);
    EXPECT_EQ(at(a.loop_strides.at("k_out"), n), 16);
    EXPECT_EQ(at(b.loop_strides.at("k_out"), n), 16 * n);
  }
  EXPECT_NE(a.access_ratio->str().find("1/16*n"), std::string::npos) << a.access_ratio->str();
  EXPECT_EQ(at(counts.local_barriers, 64), 2 * 4);  // two a k_out
  EXPECT_EQ(at(access(counts, "a_fetch", "store").count, 64), 64.0 * 64 * 4 / 32);
}

TEST(CountLoop, ReductionsCountTheSameRealisedOrNot) {
  const loop::Program program = loop::parse(matmul);

  const auto before = count::count_loop(program);
  const auto after = count::count_loop(loop::realize_reductions(program));

  ASSERT_EQ(before.operations.size(), after.operations.size());
  ASSERT_EQ(before.accesses.size(), after.accesses.size());
  EXPECT_EQ(before.operations[0].executions.str(), after.operations[0].executions.str());
  EXPECT_EQ(before.accesses[0].count.str(), after.accesses[0].count.str());
}

TEST(CountLoop, OperationsByKindAndType) {
  const auto counts =
      count::count_loop(loop::parse("domain { [i] : 0 <= i < n }\nassume n >= 1\nglobal x, y: f64[n]\n"
                                    "y[i] = sin(x[i]) - x[i]*x[i] + pow(x[i], 3.0)/x[i] + -x[i]\n"));

  // sin, pow, div; (sin - x*x) is a madd, + the quotient and + -x are adds; the sign is free.
  std::vector<std::string> kinds;
  for (const auto& row : counts.operations) kinds.push_back(row.kind);
  EXPECT_EQ(kinds, (std::vector<std::string>{"add", "div", "madd", "pow", "sin"}));
  EXPECT_EQ(at(operation(counts, "add").executions, 10), 20);
  EXPECT_EQ(at(operation(counts, "madd").executions, 10), 10);
  EXPECT_EQ(operation(counts, "sin").data_type, "float64");
}

TEST(CountLoop, BothBranchesCountAndTheGuardedCountIsExact) {
  const auto counts =
      count::count_loop(loop::parse("domain { [i] : 0 <= i < n }\nassume n >= 4\nglobal x, y: f32[n]\n"
                                    "y[i] = i < 4 ? x[i] + 1.0 : x[i]*2.0\n"));

  EXPECT_EQ(at(operation(counts, "add").executions, 10), 10);
  EXPECT_EQ(at(operation(counts, "add").guarded, 10), 4);
  EXPECT_EQ(at(operation(counts, "mul").guarded, 10), 6);
}

TEST(CountLoop, IndexArithmeticOnRequest) {
  const loop::Program program =
      loop::parse("domain { [i] : 0 <= i < n }\nassume n >= 1\nglobal x, y: f32[2*n + 1]\ny[i] = x[2*i + 1]\n");
  EXPECT_TRUE(count::count_loop(program).operations.empty());

  const auto counts = count::count_loop(program, {32, true});

  EXPECT_EQ(at(operation(counts, "index").executions, 5), 5);  // one madd
}

TEST(CountLoop, ASubGroupPaysForMaskedLanes) {
  const auto counts = count::count_loop(
      loop::parse("domain { [i] : 0 <= i < n }\nassume n >= 1\nglobal x, y: f32[n]\ny[i] = x[i] + 1.0\n"
                  "---\nsplit i 48\ntag i_out:g.0, i_in:l.0\n"));

  // 100 = 48 + 48 + 4: three groups of two sub-groups each.
  EXPECT_EQ(at(operation(counts, "add").executions, 100), 100);
  EXPECT_EQ(at(operation(counts, "add").count, 100), 6);
}

TEST(CountLoop, AGatherHasNoStrides) {
  const auto counts = count::count_loop(loop::parse(
      "domain { [i] : 0 <= i < n }\nassume n >= 1\nglobal x, y: f32[n]\nglobal p: i32[n]\ny[i] = x[p[i]]\n"));

  EXPECT_FALSE(access(counts, "x").local_strides);
  EXPECT_FALSE(access(counts, "x").footprint);
  EXPECT_EQ(at(access(counts, "x").executions, 7), 7);
  EXPECT_EQ(access(counts, "p").data_type, "int32");
}

TEST(CountLoop, SizesThatBreakTheAssumptionsAreRefused) {
  const loop::Program program = loop::parse(matmul);
  EXPECT_NO_THROW(count::check_sizes(program, {{"n", 1024}}));
  EXPECT_THROW(count::check_sizes(program, {{"n", 1000}}), InputError);
  EXPECT_THROW(count::check_sizes(program, {{"m", 16}}), InputError);
  EXPECT_THROW(count::check_sizes(program, {}), InputError);
}

TEST(CountLoop, ADomainThatIsTooHardToCountHasAnUpperBoundAndANote) {
  // The periods 523 and 401 meet after 209,723 residues: the box of n^2 points is what is left.
  const loop::Program program = loop::parse(
      "domain { [i,j] : 0 <= i,j < n and (i + 7j) mod 523 < 100 and (3i + j) mod 401 < 50 }\n"
      "global a: f32[n, n]\n"
      "a[i,j] = 2.0*a[i,j]\n",
      "hard.loop");

  const count::KernelCounts counts = count::count_loop(program);

  ASSERT_EQ(counts.accesses.size(), 2U);
  EXPECT_EQ(counts.accesses[0].executions.evaluate({{"n", 1500}}).str(), "2250000");
  EXPECT_FALSE(counts.accesses[0].footprint.has_value());
  ASSERT_EQ(counts.notes.size(), 1U);
  EXPECT_NE(counts.notes[0].find("upper bounds"), std::string::npos) << counts.notes[0];
}

TEST(CountLoop, AnAtomicAdditionIsOneAccessOfItsOwnDirection) {
  const auto counts = count::count_loop(loop::parse(
      "domain { [g,l] : 0 <= g < n and 0 <= l < 64 }\nassume n >= 1\nglobal h: i32[n]\nglobal x: i32[n,64]\n"
      "h[g] += x[g,l]\n---\ntag g:g.0, l:l.0\n"));

  ASSERT_EQ(counts.accesses.size(), 2U);  // x is read; h is neither loaded nor stored
  EXPECT_EQ(at(access(counts, "h", "atomic").executions, 10), 640.0);
  EXPECT_EQ(at(access(counts, "h", "atomic").count, 10), 20.0);  // one element a group: twice 32 work-items
  EXPECT_TRUE(counts.operations.empty());
}

TEST(CountLoop, AdditionsOfASumAreAChain) {
  const auto plain = count::count_loop(loop::parse(matmul)), tiled = count::count_loop(loop::parse(prefetched));

  for (const auto* counts : {&plain, &tiled}) {
    ASSERT_EQ(counts->chains.size(), 1U);
    EXPECT_EQ(counts->chains[0].kind, "madd");
    EXPECT_EQ(at(counts->chains[0].count, 64), 64.0 * 64 * 64 / 32);
  }
}

TEST(CountLoop, WhatAnOperationSetsForOthersOrOnceIsNoChain) {
  const auto rotated = count::count_loop(
      loop::parse("domain { [i,t] : 0 <= i,t < n }\ndomain { [k] : 0 <= k < 4 }\nassume n >= 1\nprivate v: "
                  "f32[4]\nglobal r: f32[n]\n"
                  "v[k] = v[(k + 1) % 4] + 1.0 within i, t\nr[i] = v[0]\n---\ntag i:g.0, k:unroll\nprioritize t, k\n"));
  const auto once = count::count_loop(
      loop::parse("domain { [i] : 0 <= i < n }\nassume n >= 1\nglobal r: f32[n]\nr[i] = r[i] + 1.0\n---\ntag i:g.0\n"));

  EXPECT_TRUE(rotated.chains.empty());
  EXPECT_TRUE(once.chains.empty());
}

TEST(CountLoop, CountsAreKept) {
  const loop::Program program = loop::parse(matmul);
  EXPECT_EQ(count::cached_counts(program), count::cached_counts(program));
  EXPECT_NE(count::cached_counts(program), count::cached_counts(program, {64, false}));
}

}  // namespace

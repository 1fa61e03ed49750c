// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What the counts of a loop program are made of: its grid, the runs of its statements, its operations and accesses.
#include <gtest/gtest.h>

#include "forewarp/symbolic/count/loop/detail/accesses.hpp"
#include "forewarp/symbolic/count/loop/detail/barriers.hpp"
#include "forewarp/symbolic/count/loop/detail/grid.hpp"
#include "forewarp/symbolic/count/loop/detail/operations.hpp"
#include "forewarp/symbolic/count/loop/detail/points.hpp"
#include "forewarp/symbolic/count/loop/detail/ran.hpp"
#include "forewarp/symbolic/loop/types.hpp"
#include "unit/emulate/profile/small_launch.hpp"
#include "unit/symbolic/loop/programs.hpp"

namespace forewarp::count::detail {
namespace {

loop::Program typed(const std::string& text) { return loop::infer_types(loop::test::program_of(text)); }

/// a[i] doubled in groups of 64, elements beyond n left out.
const std::string doubled =
    "domain { [b,t] : 0 <= t < 64 and 0 <= b and 64*b + t < n }\nassume n >= 1\nglobal a: f32[n]\n"
    "a[64*b + t] = 2.0*a[64*b + t]\n---\ntag b:g.0, t:l.0\n";

double at(const PwQPolynomial& p, std::int64_t n) { return p.evaluate({{"n", n}}).value(); }

TEST(Grid, HasAsManyGroupsAsTheLoopGets) {
  const Grid grid = grid_of(typed(doubled), 32);

  EXPECT_EQ(at(grid.group_count, 128), 2);
  EXPECT_EQ(at(grid.group_count, 129), 3);
  EXPECT_EQ(at(grid.group_size, 129), 64);
  EXPECT_EQ(at(grid.sub_groups, 129), 2);  // of a group
  EXPECT_TRUE(grid.whole_sub_groups);
}

TEST(Grid, AStatementWithoutTheLoopOfAnAxisIsRunByAllBesideEachOther) {
  const loop::Program p = typed(doubled);
  const Grid grid = grid_of(p, 32);

  EXPECT_EQ(at(idle_axes(p, grid, {"b", "t"}, true), 128), 1);
  EXPECT_EQ(at(idle_axes(p, grid, {"b"}, true), 128), 64);
}

TEST(Points, RunsAreThePointsAndThoseThatTheConditionsLeave) {
  const loop::Program p = typed("domain { [i] : 0 <= i < n }\nassume n >= 1\nglobal a: f32[n]\na[i] = 1.0\n");
  const Grid grid = grid_of(p, 32);
  Points points(p, grid);
  const Guard below_ten{loop::make(loop::Op::less, {loop::name("i"), loop::integer(10)})};
  const Guard above{below_ten.condition, false};

  EXPECT_EQ(at(points.points({"i"}), 25), 25);
  EXPECT_EQ(at(points.runs({"i"}, {}).guarded, 25), 25);
  const Runs below = points.runs({"i"}, {below_ten});
  EXPECT_EQ(at(below.executions, 25), 25);
  EXPECT_EQ(at(below.guarded, 25), 10);
  EXPECT_EQ(at(below.guarded, 4), 4);
  EXPECT_EQ(at(points.runs({"i"}, {above}).guarded, 25), 15);
  EXPECT_TRUE(points.exact());
}

TEST(LoopOperations, AProductInASumIsAMultiplyAdd) {
  const loop::Program p = typed(
      "domain { [i,k] : 0 <= i,k < n }\nglobal a: f32[n, n]\nglobal c: f32[n]\nprivate s: f32\n"
      "s = s + a[i,k]*a[k,i]\nc[i] = s/2.0\n");
  const auto kinds = [&](std::size_t s) {
    std::vector<std::string> all;
    for (const Found& found : operations_of(p, p.statements[s], false)) all.push_back(found.kind);
    return all;
  };

  EXPECT_EQ(kinds(0), std::vector<std::string>{"madd"});
  EXPECT_EQ(kinds(1), std::vector<std::string>{"div"});
  ASSERT_TRUE(chained_operation(p, p.statements[0]));
  EXPECT_EQ(chained_operation(p, p.statements[0])->kind, "madd");
  EXPECT_FALSE(chained_operation(p, p.statements[1]));
}

TEST(LoopOperations, ASelectPutsItsSidesUnderItsCondition) {
  const loop::Program p =
      typed("domain { [i] : 0 <= i < n }\nglobal a: f32[n]\na[i] = i < 3 ? a[i] + 1.0 : a[i]*2.0\n");
  std::map<loop::Op, std::pair<std::size_t, bool>> guards;
  walk_guarded(p.statements[0], [&](const loop::Expression& e, const std::vector<Guard>& under, bool) {
    if (e.op == loop::Op::add || e.op == loop::Op::multiply)
      guards[e.op] = {under.size(), !under.empty() && under[0].holds};
  });

  EXPECT_EQ(guards[loop::Op::add], std::pair(std::size_t{1}, true));
  EXPECT_EQ(guards[loop::Op::multiply], std::pair(std::size_t{1}, false));
}

TEST(LoopAccesses, EachHasItsStridesAndItsCount) {
  const loop::Program p = typed(doubled);
  const Grid grid = grid_of(p, 32);
  Points points(p, grid);

  const std::vector<MemoryAccess> rows = accesses_of(p, grid, points);

  ASSERT_EQ(rows.size(), 2);
  EXPECT_EQ(rows[0].direction, "load");
  EXPECT_EQ(rows[1].direction, "store");
  EXPECT_EQ(rows[0].array, "a");
  EXPECT_EQ(rows[0].bytes, 4);
  ASSERT_TRUE(rows[0].local_strides && rows[0].group_strides);
  EXPECT_EQ(at(rows[0].local_strides->at(0), 128), 1);
  EXPECT_EQ(at(rows[0].group_strides->at(0), 128), 64);
  EXPECT_EQ(at(rows[0].executions, 100), 100);
  EXPECT_EQ(at(*rows[0].footprint, 100), 100);
}

TEST(LoopBarriers, AreThoseOfTheSchedule) {
  const loop::Program shared = typed(
      "domain { [t,u] : 0 <= t,u < 64 }\nglobal a: f32[64]\nglobal c: f32[64]\nlocal s: f32[64]\ns[t] = a[t]\n"
      "c[u] = s[63 - u]\n---\ntag t:l.0, u:l.0\n");
  const loop::Program p = typed(doubled);
  const auto barriers = [](const loop::Program& program) {
    const Grid grid = grid_of(program, 32);
    Points points(program, grid);
    return at(barriers_of(program, points), 128);
  };

  EXPECT_EQ(barriers(shared), 1);
  EXPECT_EQ(barriers(p), 0);
}

TEST(Ran, CountsWhatLanesDidInTheEmulator) {
  const Small kernel = small("vector_add");

  const Ran ran = run(kernel.module, kernel.launch);

  std::uint64_t loaded = 0, stored = 0;
  for (const auto& [key, bytes] : ran.bytes) {
    if (std::get<1>(key) == "load") loaded += bytes;
    if (std::get<1>(key) == "store") stored += bytes;
  }
  EXPECT_EQ(loaded, 2 * stored);  // two inputs, one output
  EXPECT_EQ(ran.operations.at({"float32", "add"}), stored / 4);
  EXPECT_EQ(ran.barriers, 0);
}

}  // namespace
}  // namespace forewarp::count::detail

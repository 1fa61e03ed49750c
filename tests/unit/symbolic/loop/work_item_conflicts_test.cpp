// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/detail/work_item_conflicts.hpp"

#include <gtest/gtest.h>

#include "forewarp/symbolic/loop/detail/complete.hpp"
#include "programs.hpp"

namespace forewarp::loop {
namespace {

using namespace test;

/// for k { fill: tile[l] = a[k,l]; use: b[k,m] = tile[15 - m] }, l and m over 16 work-items of one group.
Program mirrored() {
  return applied(program_of("domain { [k] : 0 <= k < n }\ndomain { [l,m] : 0 <= l,m < 16 }\n"
                            "global a: f32[n, 16]\nglobal b: f32[n, 16]\nlocal tile: f32[16]\n"
                            "fill: tile[l] = a[k,l]\n"
                            "use: b[k,m] = tile[15 - m] after fill\n"),
                 {"tag l:l.0, m:l.0"});
}

TEST(LoopWorkItemConflicts, AreBetweenDifferentWorkItemsAtOneElement) {
  const Program p = mirrored();
  const detail::WorkItemConflicts conflicts(p);

  EXPECT_EQ(conflicts.local_loops(), (std::vector<std::string>{"l", "m"}));
  const detail::Meeting within = conflicts.between({"fill", ""}, "use", {"k"});
  EXPECT_TRUE(within.any);
  EXPECT_FALSE(within.global);                                       // the tile is local memory
  EXPECT_TRUE(conflicts.between({"use", "k"}, "fill", {"k"}).any);   // of the next iteration
  EXPECT_FALSE(conflicts.between({"fill", ""}, "fill", {"k"}).any);  // each work-item has an element of its own
}

TEST(LoopWorkItemConflicts, KnowWhichLoopsCertainlyRun) {
  const Program p = mirrored();
  const detail::WorkItemConflicts conflicts(p);

  EXPECT_TRUE(conflicts.always_runs("l", {}));
  EXPECT_FALSE(conflicts.always_runs("k", {}));  // n may be 0
  EXPECT_TRUE(conflicts.independent_of("k", {"l"}));
}

TEST(LoopComplete, ANameIsDeclaredOnce) {
  Program p = mirrored();

  detail::declare(p, {"k", "l", "m"}, "c", {"x.loop", 1, 1}, {});

  EXPECT_EQ(p.variable("c").name, "c");
  EXPECT_THROW(detail::declare(p, {"k", "l", "m"}, "c", {"x.loop", 2, 1}, {}), ParseError);
  EXPECT_THROW(detail::declare(p, {"k", "l", "m"}, "l", {"x.loop", 2, 1}, {}), ParseError);
}

}  // namespace
}  // namespace forewarp::loop

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/transform/trips.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/count/loop/count_loop.hpp"
#include "forewarp/symbolic/loop/detail/trips.hpp"
#include "forewarp/symbolic/loop/generate/generate.hpp"
#include "forewarp/symbolic/loop/read.hpp"

namespace {

using namespace forewarp;
using namespace forewarp::loop;

const std::string rows_of_data =
    "kernel k\ndomain { [i] : 0 <= i < n }\ndomain { [j] : 0 <= j < m }\nassume n >= 1 and n mod 128 = 0\n"
    "global len: i32[n]\nglobal a: f32[n, 1000]\nglobal b: f32[n]\n"
    "trips m = len[i] within i\nb[i] = sum(j, a[i,j]*a[i,j])\n---\n";

const count::Operation& madd(const count::KernelCounts& counts) {
  for (const count::Operation& row : counts.operations)
    if (row.kind == "madd") return row;
  throw std::runtime_error("no madd");
}

TEST(Trips, ValuesAreAveragesOrDistributions) {
  EXPECT_EQ(trip_count_of("12").weights, (std::map<std::int64_t, std::int64_t>{{12, 1}}));
  EXPECT_EQ(trip_count_of("12.25").weights, (std::map<std::int64_t, std::int64_t>{{12, 750000}, {13, 250000}}));
  EXPECT_TRUE(trip_count_of("12.25").is_average);
  EXPECT_EQ(trip_count_of("3:10, 4:20").weights, (std::map<std::int64_t, std::int64_t>{{3, 10}, {4, 20}}));
  EXPECT_EQ(trip_counts_in("4 4\n7 0").weights, (std::map<std::int64_t, std::int64_t>{{0, 1}, {4, 2}, {7, 1}}));
  for (const char* wrong : {"", "-1", "x", "3:", "3:0", "3:1,x:2", "1e99"})
    EXPECT_THROW((void)trip_count_of(wrong), InputError) << wrong;
}

TEST(Trips, TheGeneratedLoopReadsItsBound) {
  const std::string code = generate(parse(rows_of_data + "split i 128 outer g.0 inner l.0\n"), Target::cuda);

  EXPECT_NE(code.find("m = len[128*gid(0) + lid(0)];"), std::string::npos) << code;
  EXPECT_NE(code.find("j <= m - 1"), std::string::npos) << code;
  EXPECT_EQ(code.find("int const m"), std::string::npos) << code;  // no argument of the kernel
}

TEST(Trips, ALoopKnowsTheCountThatBoundsIt) {
  const Program program = parse(rows_of_data);

  EXPECT_EQ(loop::detail::bounded_by(program, "j"), std::set<std::string>{"m"});
  EXPECT_TRUE(loop::detail::bounded_by(program, "i").empty());
  EXPECT_TRUE(loop::detail::trips_differ(program, "j", std::set<std::string>{"i"}));  // m = len[i]
  EXPECT_FALSE(loop::detail::trips_differ(program, "j", std::set<std::string>{"k"}));
}

TEST(Trips, UnknownOnesStaySymbols) {
  const count::KernelCounts counts = count::count_loop(parse(rows_of_data));

  ASSERT_EQ(counts.unknowns.size(), 1U);
  EXPECT_EQ(counts.unknowns[0].name, "m");
  EXPECT_EQ(madd(counts).executions.evaluate({{"n", 128}, {"m", 7}}).value(), 128 * 7);
}

TEST(Trips, ASubGroupRunsAsLongAsItsLongestLane) {
  // 3 or 20 iterations, each half of the time: a mean of 11.5; of 32 lanes, one has 20 but for 2^-32.
  const Program program = parse(rows_of_data + "split i 128 outer g.0 inner l.0\ntrips m=3:1,20:1\n");
  const count::KernelCounts counts = count::count_loop(program);

  EXPECT_EQ(madd(counts).executions.evaluate({{"n", 256}}).value(), 256 * 11.5);
  EXPECT_NEAR(madd(counts).count.evaluate({{"n", 256}}).value(), 256 / 32 * 20, 1e-3);
  count::check_sizes(program, {{"n", 256}});  // m has a value
}

TEST(Trips, TheSameCountForAllLanesIsTheMean) {
  // The count differs between groups alone: no lane waits for another.
  const std::string by_group =
      "kernel k\ndomain { [g] : 0 <= g < n }\ndomain { [l] : 0 <= l < 32 }\ndomain { [j] : 0 <= j < m }\n"
      "assume n >= 1\nglobal len: i32[n]\nglobal a: f32[n, 32, 100]\nglobal b: f32[n, 32]\n"
      "trips m = len[g] within g\nb[g,l] = sum(j, a[g,l,j]*a[g,l,j])\n---\ntag g:g.0, l:l.0\ntrips m=3:1,20:1\n";

  EXPECT_EQ(madd(count::count_loop(parse(by_group))).count.evaluate({{"n", 10}}).value(), 115);
}

TEST(Trips, RefusesWhatNoLaunchCanDo) {
  EXPECT_THROW((void)parse(rows_of_data + "tag j:l.0\n"), InputError);
  EXPECT_THROW((void)parse(rows_of_data + "trips q=3\n"), InputError);
  // The extent of a would be the trip count.
  EXPECT_THROW((void)parse("domain { [i] : 0 <= i < n }\ndomain { [j] : 0 <= j < m }\nglobal len: i32[n]\n"
                           "trips m = len[i] within i\na[i,j] = 1.0\n"),
               ParseError);
}

}  // namespace

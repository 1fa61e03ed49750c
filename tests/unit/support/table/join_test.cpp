// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/join.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/table/csv.hpp"

namespace forewarp::table {
namespace {

const char* const features = "app,seq,flops\nbfs,1,10\nbfs,2,20\nlud,1,30\n,1,40\n";
const char* const times = "app,seq,time [us]\nbfs,2,5\nbfs,2,6\nlud,1,7\n,1,8\n";

TEST(Join, RowsMeetWhereAllKeysAgree) {
  const Table t = join(parse_csv(features), parse_csv(times), {"app", "seq"});

  EXPECT_EQ(csv_text(t), "app,seq,flops,time [us]\nbfs,2,20,5\nbfs,2,20,6\nlud,1,30,7\n");
}

TEST(Join, LeftKeepsRowsWithoutAPartnerAndAMissingKeyHasNone) {
  const Table t = join(parse_csv(features), parse_csv(times), {"app", "seq"}, {.kind = JoinKind::left});

  EXPECT_EQ(csv_text(t), "app,seq,flops,time [us]\nbfs,1,10,\nbfs,2,20,5\nbfs,2,20,6\nlud,1,30,7\n,1,40,\n");
}

TEST(Join, TextsOfSeveralKeysDoNotRunIntoEachOther) {
  const Table t = join(parse_csv("a,b,x\nab,c,1\n"), parse_csv("a,b,y\na,bc,2\n"), {"a", "b"});

  EXPECT_EQ(t.rows(), 0U);
}

TEST(Join, RefusesColumnsThatBothHaveUnlessThereIsASuffix) {
  const Table left = parse_csv("k,time\n1,2\n"), right = parse_csv("k,time\n1,3\n");

  EXPECT_THROW((void)join(left, right, {"k"}), InputError);
  EXPECT_EQ(csv_text(join(left, right, {"k"}, {.right_suffix = "_K80"})), "k,time,time_K80\n1,2,3\n");
}

TEST(Join, RefusesNoKeysKeysOfTwoKindsAndAnExplosion) {
  const Table left = parse_csv("k\n1\n1\n1\n"), right = parse_csv("k,t\n1,1\n1,2\n");

  EXPECT_THROW((void)join(left, right, {}), InputError);
  EXPECT_THROW((void)join(left, parse_csv("k\na\n"), {"k"}), InputError);
  EXPECT_THROW((void)join(left, right, {"k"}, {.max_rows = 5}), InputError);
  EXPECT_EQ(join(left, right, {"k"}, {.max_rows = 6}).rows(), 6U);
}

}  // namespace
}  // namespace forewarp::table

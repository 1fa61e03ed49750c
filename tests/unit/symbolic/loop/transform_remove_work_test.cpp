// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "forewarp/symbolic/loop/generate/generate.hpp"
#include "forewarp/symbolic/loop/schedule.hpp"
#include "forewarp/symbolic/loop/types.hpp"
#include "same_meaning.hpp"

namespace {

using namespace forewarp;
using namespace forewarp::loop;
using namespace forewarp::loop::test;

#define EXPECT_SAYS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

std::string statements_of(const Program& program) {
  std::string text;
  for (const Statement& s : program.statements) text += to_text(s.target) + " = " + to_text(s.value) + "\n";
  return text;
}

TEST(LoopRemoveWork, LeavesTheLoadsOfBAsThePaperPrints) {
  const Program p = applied(program_of(text_of("matmul_prefetch.loop")), {"remove_work a, c"});

  EXPECT_EQ(statements_of(p),
            "read_tgt = 0.0\n"
            "read_tgt = read_tgt + b$bLD[16*k_out + b_dim_0, 16*j_out + b_dim_1]\n"
            "read_tgt_dest[16*i_out + b_dim_0, 16*j_out + b_dim_1] = read_tgt\n");
  EXPECT_EQ(to_text(schedule(p)),
            "read_tgt_init\n"
            "for k_out\n"
            "  fetch_b_load0\n"
            "read_tgt_dest\n");
  const Variable& dest = p.variable("read_tgt_dest");
  EXPECT_EQ(to_text(dest.shape[0]) + ", " + to_text(dest.shape[1]), "n, n");
  EXPECT_EQ(dest.type, Type::f32);
  EXPECT_EQ(p.variables.size(), 3U);  // b, read_tgt, read_tgt_dest
}

TEST(LoopRemoveWork, EveryWorkItemStoresTheSumOfItsLoads) {
  const Program p = applied(program_of(text_of("matmul_prefetch.loop")), {"remove_work a, c"});
  const Arrays arrays = run(p, {{"n", 32}}, {{"b", 1024}});

  // Work-item (i_in, j_in) of group (i_out, j_out) loads b[i_in, j] and b[16 + i_in, j], j = 16*j_out + j_in.
  const auto& b = arrays.at("b");
  for (std::size_t i = 0; i < 32; ++i)
    for (std::size_t j = 0; j < 32; ++j)
      EXPECT_EQ(arrays.at("read_tgt_dest")[32 * i + j], b[32 * (i % 16) + j] + b[32 * (16 + i % 16) + j]);
}

TEST(LoopRemoveWork, AStoreThatStaysNeedsNoOther) {
  const Program p = applied(program_of(text_of("matmul_prefetch.loop")), {"remove_work $aLD"});
  EXPECT_EQ(statements_of(p),
            "read_tgt = 0.0\n"
            "read_tgt = read_tgt + b$bLD[16*k_out + b_dim_0, 16*j_out + b_dim_1]\n"
            "c[16*i_out + i_in, 16*j_out + j_in] = read_tgt\n");
  EXPECT_FALSE(p.variables.contains("read_tgt_dest"));
}

TEST(LoopRemoveWork, TheReductionsLoopStays) {
  const Program p = applied(program_of(text_of("matmul.loop")), {"remove_work a, c"});
  EXPECT_EQ(p.statements[1].loops, (std::set<std::string>{"i_in", "i_out", "j_in", "j_out", "k"}));
}

TEST(LoopRemoveWork, CountsWorkItemsWhereTheTileDoesNotDivide) {
  const Program p = applied(program_of(matmul), {"split i 16 outer g.0 inner l.0", "remove_work a, c"});
  // The groups are floor((n - 1)/16) + 1; the last starts at 16*floor((n - 1)/16) and only its first items are there.
  EXPECT_EQ(to_text(p.variable("read_tgt_dest").shape[0]), "n");

  // Of n = 21 the second group has 5 work-items; each sums up all of b, and none beyond n stores.
  const Arrays arrays = run(p, {{"n", 21}}, {{"b", 441}});
  double sum = 0;
  for (const double value : arrays.at("b")) sum += value;
  ASSERT_NE(sum, 0);
  EXPECT_EQ(arrays.at("read_tgt_dest"), std::vector<double>(21, sum));
}

TEST(LoopRemoveWork, TheCodeIsThatOfThePaper) {
  const Program p = applied(program_of(text_of("matmul_prefetch.loop")), {"remove_work a, c"});
  // As section 7.1.1 prints it; it writes 16*n*gid(1) + n*lid(1) for n*(16*gid(1) + lid(1)).
  EXPECT_SAYS(generate(p, Target::opencl),
              "  float read_tgt;\n"
              "\n"
              "  read_tgt = 0.0f;\n"
              "  for (int k_out = 0; k_out <= (n - 16)/16; ++k_out)\n"
              "    read_tgt = read_tgt + b[n*(16*k_out + lid(1)) + 16*gid(0) + lid(0)];\n"
              "  read_tgt_dest[n*(16*gid(1) + lid(1)) + 16*gid(0) + lid(0)] = read_tgt;\n"
              "}\n");
}

TEST(LoopRemoveWork, WorkItemsThatStoreNothingWouldStoreASumBelowZeroAlone) {
  // 18 x 18 work-items load, 16 x 16 of them store to res: two groups along each axis of n = 32. The other
  // 18 * 18 - 16 * 16 = 68 of a group have a store to read_tgt_dest under read_tgt < 0, which keeps their loads.
  const Program p = applied(program_of(text_of("stencil_18.loop")), {"remove_work"});
  const Arrays arrays = run(p, {{"n", 32}}, {{"u", 34 * 34}});
  const auto& u = arrays.at("u");
  ASSERT_EQ(arrays.at("read_tgt_dest").size(), 36U * 36);
  for (std::size_t i = 0; i < 36; ++i) {
    for (std::size_t j = 0; j < 36; ++j) {
      const bool stores = i % 18 < 16 && j % 18 < 16;
      const double loaded = u[34 * (16 * (i / 18) + i % 18) + 16 * (j / 18) + j % 18];
      EXPECT_EQ(arrays.at("read_tgt_dest")[36 * i + j], stores || loaded >= 0 ? 0 : loaded);
      if (stores) {
        EXPECT_EQ(arrays.at("res")[32 * (16 * (i / 18) + i % 18) + 16 * (j / 18) + j % 18], loaded);
      }
    }
  }
}

TEST(LoopRemoveWork, AllEightVariantsLeaveTheirTraffic) {
  for (const char* file :
       {"matmul.loop", "matmul_prefetch.loop", "dg.loop", "dg_prefetch_u.loop", "dg_prefetch_diff_mat.loop",
        "dg_prefetch_diff_mat_transposed.loop", "stencil_16.loop", "stencil_18.loop"}) {
    const Program p = applied(program_of(text_of(file)), {"remove_work"});
    EXPECT_FALSE(schedule(infer_types(p)).empty()) << file;
    EXPECT_EQ(statements_of(p).find("fetch["), std::string::npos) << file << statements_of(p);
  }
}

TEST(LoopRemoveWork, RefusesWhatItCanNotDo) {
  EXPECT_SAYS(refusal(matmul, {"remove_work a, b, c"}), "no global access would be left");
  EXPECT_SAYS(refusal(matmul, {"remove_work $aLX"}), "no access has the tag 'aLX' (did you mean 'aLD'");
  EXPECT_SAYS(refusal(matmul, {"remove_work q"}), "no variable 'q'");
}

}  // namespace

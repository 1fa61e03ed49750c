// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/flux.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/table/csv.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::table {
namespace {

/// As lib/fluxDevicePass.cpp writes it, a blank behind "Blocks:" included.
constexpr const char* analysis =
    "- Function:\n  Name: _Z5scalePf\n  BlockCount: 3\n  Blocks: \n"
    "  - entry:\n    - ld.param.u64\n    - mov.u32\n    - mov.u32\n    - bra\n"
    "  - for.body:\n    - ld.global.f32\n    - bra.uni\n"
    "  - if.end:\n    - ret\n"
    "- Function:\n  Name: _Z4idlev\n  BlockCount: 1\n  Blocks: \n  - entry:\n    - ret\n";

Table launches(const std::string& lines) {
  return flux_launches(lines, "bbc.txt", parse_ptx_analysis(analysis, "PTX_Analysis.yml"));
}

template <typename Action>
std::string refusal(Action action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Flux, CountersTimesInstructionsOfTheirBlocks) {
  const Table t = launches(
      "# CUDA_Flux_Version=0.3\n"
      "_Z5scalePf, 4, 2, 1, 64, 1, 1, 128, 62, 0, 512, 3072, 512\n"
      "_Z4idlev, 1, 1, 1, 6, 1, 1, 0, 9, 0, 6\n");

  // 512 threads: mov twice each; the loop runs 6 times a thread; ret once
  EXPECT_EQ(csv_text(t),
            "lseq,name,gX,gY,gZ,bX,bY,bZ,shm,time,mode,bra,bra.uni,ld.global.f32,ld.param.u64,mov.u32,ret\n"
            "0,_Z5scalePf,4,2,1,64,1,1,128,62,0,512,3072,3072,512,1024,512\n"
            "1,_Z4idlev,1,1,1,6,1,1,0,9,0,0,0,0,0,0,6\n");
}

TEST(Flux, OneCtaAndOneWarpStandForTheLaunch) {
  const Table t = launches(
      "_Z5scalePf, 4, 2, 1, 48, 1, 1, 0, 1, 1, 48, 288, 48\n"
      "_Z5scalePf, 4, 2, 1, 48, 1, 1, 0, 1, 2, 32, 192, 32\n"
      "_Z4idlev, 5, 1, 1, 6, 1, 1, 0, 9, 2, 6\n");

  EXPECT_EQ(t.numbers("ld.global.f32")[0], 8 * 288);        // 8 CTAs
  EXPECT_EQ(t.numbers("ld.global.f32")[1], 8 * 192 * 1.5);  // 48 threads a CTA, 32 of them counted
  EXPECT_EQ(t.numbers("ret")[2], 30);                       // 5 CTAs of 6 threads, all of them one warp
}

TEST(Flux, OfAFileThatRunsWereAppendedToTheLastWordCounts) {
  const auto kernels = parse_ptx_analysis(
      "- Function:\n  Name: k\n  BlockCount: 1\n  Blocks: \n  - a:\n    - ret\n"
      "- Function:\n  Name: k\n  BlockCount: 2\n  Blocks: \n  - a:\n  - b:\n    - exit\n",
      "y");

  ASSERT_EQ(kernels.size(), 1U);
  ASSERT_EQ(kernels[0].blocks.size(), 2U);
  EXPECT_TRUE(kernels[0].blocks[0].instructions.empty());
  EXPECT_EQ(kernels[0].blocks[1].instructions[0].first, "exit");
}

TEST(Flux, AFolderOrItsCountersNameBothFiles) {
  const TemporaryFolder folder;
  write_file(folder / "PTX_Analysis.yml", analysis);
  write_file(folder / "bbc.txt", "_Z4idlev, 1, 1, 1, 6, 1, 1, 0, 9, 0, 6\n");

  EXPECT_EQ(csv_text(read_flux(folder / "bbc.txt")), csv_text(read_flux(folder / "")));
  EXPECT_EQ(read_flux(folder / "bbc.txt").rows(), 1U);
}

TEST(Flux, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(refusal([] { (void)launches("\n_Z5other, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1\n"); }),
            "bbc.txt:2: PTX_Analysis.yml has no function '_Z5other'");
  EXPECT_EQ(refusal([] { (void)launches("_Z4idlev, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 2\n"); }),
            "bbc.txt:1: 2 counters where '_Z4idlev' has 1 blocks");
  EXPECT_EQ(refusal([] { (void)launches("_Z4idlev, 1, 1, 1, 1\n"); }),
            "bbc.txt:1: 5 cells where name, grid, block, shared bytes, time and mode are 10");
  EXPECT_EQ(refusal([] { (void)launches("_Z4idlev, 1, 1, 1, 1, 1, 1, 0, 0, 0, -1\n"); }),
            "bbc.txt:1: '-1' is not a count");
  EXPECT_EQ(refusal([] { (void)launches("_Z4idlev, 1, 0, 1, 1, 1, 1, 0, 0, 0, 1\n"); }), "bbc.txt:1: gY is 0");
  EXPECT_EQ(refusal([] { (void)launches("_Z4idlev, 1, 1, 1, 1, 1, 1, 0, 0, 3, 1\n"); }),
            "bbc.txt:1: mode 3 is not one of 0, 1, 2");
  EXPECT_NE(refusal([] { (void)launches("_Z4idlev, 1, 1, 1, 1, 1, 4, 0, 0, 1, 0\n"); }).find("counted nothing"),
            std::string::npos);
}

TEST(Flux, AnAnalysisThatCudaFluxDidNotWriteIsRefused) {
  const auto error = [](const char* text) { return refusal([&] { (void)parse_ptx_analysis(text, "y"); }); };

  EXPECT_EQ(error("  Name: k\n"), "y:1: 'Name: k' comes before the first '- Function:'");
  EXPECT_EQ(error("- Class:\n"), "y:1: expected '- Function:', not '- Class:'");
  EXPECT_EQ(error("- Function:\n  Name: k\n  - a:\n"), "y:3: '- a:' belongs to no 'Blocks:'");
  EXPECT_EQ(error("- Function:\n  Blocks:\n    - ret\n"), "y:3: the instruction 'ret' belongs to no block");
  EXPECT_EQ(error("- Function:\n  Name: k\n  Blocks:\n  - a:\n    - two words\n"),
            "y:5: 'two words' is no PTX instruction");
  EXPECT_EQ(error("- Function:\n  Name: k\n  BlockCount: 2\n  Blocks:\n  - a:\n"),
            "y:5: 'k' declares 2 blocks and has 1");
  EXPECT_EQ(error("- Function:\n  Name: k\n  BlockCount: many\n"), "y:3: BlockCount: 'many' is not a count");
  EXPECT_EQ(error("- Function:\n  Blocks:\n"), "y:2: the function that ends here has no name");
  EXPECT_EQ(error("- Function:\n  Name: k\n  Colour: red\n"),
            "y:3: 'Colour: red' is nothing that CUDA Flux writes: Name, BlockCount, Blocks");
}

}  // namespace
}  // namespace forewarp::table

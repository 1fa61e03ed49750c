// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "papers/hasan2014/binomial.hpp"
#include "papers/hasan2014/figures.hpp"
#include "papers/hasan2014/tables.hpp"
#include "papers/hasan2014/waves.hpp"
#include "source_dir.hpp"

namespace forewarp::papers::hasan2014 {
namespace {

const Study& study() {
  static const Study s = study_of(device::find_device("K20"), read_cells(shipped_file("papers/hasan2014_table2.csv")));
  return s;
}

TEST(Hasan2014, Table2IsAsPrintedAtItsCorners) {
  const std::vector<Cell>& cells = study().cells;

  ASSERT_EQ(cells.size(), 160u);
  EXPECT_EQ(cells[0].time_ms, 14.61);    // 16 blocks of 32
  EXPECT_EQ(cells[9].time_ms, 14.64);    // 16 of 320
  EXPECT_EQ(cells[97].time_ms, 110.4);   // 416 of 256
  EXPECT_EQ(cells[150].time_ms, 57.87);  // 640 of 32
  EXPECT_EQ(cells[159].time_ms, 222.6);  // 640 of 320
}

TEST(Hasan2014, ThePrintedModelIsOffByAFifth) {
  const Errors printed = errors_of(printed_times(study().device, study().cells), study().cells);

  EXPECT_NEAR(printed.mean, 0.199, 0.0005);
  EXPECT_NEAR(printed.largest, 0.557, 0.0005);
}

TEST(Hasan2014, TheLargerOfItsTwoEffectsIsMuchNearer) {
  EXPECT_DOUBLE_EQ(study().c, 2.05);
  EXPECT_NEAR(errors_of(larger_times(study().device, study().cells, 14.5, 2.05), study().cells).mean, 0.044, 0.0005);
}

TEST(Hasan2014, OursTells148LaunchesFrom12) {
  const Outcome& ours = study().used();

  EXPECT_TRUE(ours.fit.summary.converged()) << ours.fit.summary.message;
  EXPECT_EQ(ours.fit.summary.residuals, 12u);
  EXPECT_LE(ours.tested.mean, 0.02);
  EXPECT_LE(ours.tested.largest, 0.10);
  EXPECT_LT(ours.fit.summary.at("saturation_warps").standard_error, 0.5);
}

TEST(Hasan2014, TheSharpnessUsedElsewhereIsTheOneFittedToTheWholeTable) {
  const fit::Estimate& p = study().of_all[used_variant].fit.summary.at("sharpness");

  EXPECT_NEAR(p.value, model::wave::usual_sharpness, p.standard_error);
}

TEST(Hasan2014, RandomChoicesAreTheSameWithAnyNumberOfThreads) {
  const Lottery one = lottery(study().device, study().cells, {}, 6, 1),
                two = lottery(study().device, study().cells, {}, 6, 2);

  EXPECT_EQ(one.means, two.means);
  EXPECT_EQ(one.largest, two.largest);
}

TEST(Hasan2014, TheTimeJumpsByTauPastEach208BlocksOf32) {
  const Table jumps = jumps_table(study()).table;

  ASSERT_EQ(jumps.rows(), 30u);  // three multiples, ten block sizes
  for (const std::size_t i : {0u, 10u, 20u}) {
    EXPECT_EQ(jumps.numbers("threads")[i], 32);
    EXPECT_NEAR(jumps.numbers("measured ms")[i], 14.4, 0.1);
    EXPECT_NEAR(jumps.numbers("ours ms")[i], 14.5, 0.1);
    EXPECT_NEAR(jumps.numbers("printed ms")[i], 14.5 * 16 * 32 / 26624, 1e-9);  // no jump: threads fit
  }
  EXPECT_EQ(jumps.numbers("from blocks")[10], 416);
  EXPECT_EQ(jumps.numbers("to blocks")[20], 640);
}

TEST(Hasan2014, Figure1Has2496Launches) {
  const Table surface = surface_table(figure1_layers(study()));

  ASSERT_EQ(surface.rows(), 2496u);
  EXPECT_EQ(surface.numbers("blocks").back(), 1248);
  EXPECT_EQ(surface.numbers("threads").back(), 1024);
  // 1248 * 1024 / 26624 = 48 and 1248 / 208 = 6: 54 tau.
  EXPECT_DOUBLE_EQ(surface.numbers("printed ms").back(), 54 * 14.5);
  EXPECT_DOUBLE_EQ(surface.numbers("printed efficiency").back(), 1.0 / 54);
}

TEST(Hasan2014, NeedsNoDataOfOthers) {
  const Reproduction r = waves({});

  EXPECT_EQ(r.files.size(), 2u);
  for (const Score& s : r.scores)
    if (s.id != "hasan2014.emulated.shape") {
      EXPECT_TRUE(s.met()) << s.id << " " << s.ours;
    }
}

TEST(Hasan2014, ThePicturesInTheDocumentationAreTheOnesItDraws) {
  const std::filesystem::path folder = std::filesystem::path(forewarp::test::source_dir()) / "docs/models/pictures";
  int compared = 0;

  for (const Picture& picture : waves({}).pictures) {
    const auto file = folder / fmt::format("hasan2014-waves-{}.svg", picture.id);
    if (!std::filesystem::exists(file)) continue;
    EXPECT_TRUE(read_file(file) == picture.svg) << file << " differs: forewarp reproduce hasan2014 --out " << folder;
    ++compared;
  }

  EXPECT_EQ(compared, 7);
}

TEST(Hasan2014, OneEmulatedLaunchStandsForAnyNumberOfItsBlocks) {
  const auto summary_of = [](const char* blocks) {
    kernel::Request request;
    request.path = "binomial_series";
    request.set = {fmt::format("blocks={}", blocks), "block=96", "terms=64"};
    const kernel::Kernel kernel = kernel::load(request);
    return model::summarise(profile::profile(*kernel.module, kernel.launch, {.exact = true, .registers = 21}));
  };
  const device::DeviceSpec& k20 = study().device;

  const double scaled = model::predict(with_blocks(summary_of("26"), 500), k20).time_s;

  EXPECT_NEAR(scaled, model::predict(summary_of("500"), k20).time_s, 1e-4 * scaled);
}

TEST(Hasan2014, ATableWithAHoleIsRefused) {
  const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "hole.csv";
  std::ofstream(file) << "blocks,threads_per_block,time_ms\n1,32,1\n1,64,2\n2,32,3\n";
  const std::filesystem::path negative = std::filesystem::path(::testing::TempDir()) / "negative.csv";
  std::ofstream(negative) << "blocks,threads_per_block,time_ms\n1,32,-1\n";

  EXPECT_THROW((void)sides_of(read_cells(file)), InputError);
  EXPECT_THROW((void)read_cells(negative), InputError);
}

}  // namespace
}  // namespace forewarp::papers::hasan2014

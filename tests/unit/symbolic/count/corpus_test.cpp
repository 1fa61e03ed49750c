// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "corpus_kernels.hpp"
#include "forewarp/frontend/launch/corpus.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/symbolic/count/ptx/fill.hpp"

namespace forewarp::count {
namespace {

class Corpus : public testing::TestWithParam<CorpusCase> {};

/// One analysis, made at the second launch; formulas evaluated at all three, against the emulator.
void check(const launch::Description& description, const CorpusCase& expected, const std::string& source) {
  const auto shipped = launch::shipped_ptx(description);
  if (!shipped) return;  // no .cl of it
  SCOPED_TRACE(shipped->file.string());
  const ptx::Module module = ptx::parse(shipped->text, shipped->file.string());
  const auto launch = [&](std::size_t n) {
    launch::Launch out =
        launch::launch_from(description, {.set = expected.launches[n]}, module.find(module.entries()[0]));
    out.entry = module.entries()[0];
    return out;
  };

  PtxCounts counts = analyse(module, module.entries()[0], options_for(launch(1)));

  const auto unknowns = expected.unknowns.find(source);
  if (expected.listed) {
    EXPECT_EQ(counts.counts.unknowns.size(), unknowns == expected.unknowns.end() ? 0 : unknowns->second);
  } else {
    EXPECT_LT(counts.counts.unknowns.size(), counts.blocks.size());
  }
  for (std::size_t n = 0; n < expected.launches.size(); ++n) {
    // A formula that could be had for one shape of the launch alone is made again for each.
    if (!expected.listed && !counts.fixed.empty()) {
      counts = analyse(module, module.entries()[0], options_for(launch(n)));
    }
    const std::vector<std::uint64_t> ran = emulated(counts, module, launch(n), {.threads = 1});
    Sizes sizes = sizes_of(counts, launch(n));
    sizes.merge(filled(counts, ran));
    for (std::size_t b = 0; b < counts.blocks.size(); ++b) {
      const PwQPolynomial& formula = counts.formulas[counts.blocks[b].formula];
      EXPECT_EQ(formula.evaluate(sizes).str(), std::to_string(ran[b]))
          << "launch " << n << ", lines " << counts.blocks[b].first_line << " to " << counts.blocks[b].last_line << ": "
          << formula.str();
    }
  }
}

TEST_P(Corpus, CountsFromPtxEqualTheEmulatorsAtThreeSizes) {
  check(launch::load_kernel(GetParam().kernel), GetParam(), "cu");
  const auto folder = launch::find_kernel_folder(GetParam().kernel);
  if (std::filesystem::exists(*folder / "kernel.cl")) {
    check(launch::load_kernel((*folder / "kernel.cl").string()), GetParam(), "cl");
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, Corpus, testing::ValuesIn(corpus_cases()),
                         [](const auto& one) { return one.param.kernel; });

TEST(CorpusTable, HasEveryBundledKernelAtThreeSizes) {
  EXPECT_EQ(corpus_cases().size(), launch::corpus_names().size());
  for (const CorpusCase& c : corpus_cases()) {
    EXPECT_NE(c.launches[0], c.launches[1]) << c.kernel;
    EXPECT_FALSE(c.launches[2].empty()) << c.kernel;
  }
}

}  // namespace
}  // namespace forewarp::count

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Every bundled kernel, whatever folders there are: its small launch computes what its reference says, and its
/// description says what a model needs to know of it.
#include <algorithm>

#include <gtest/gtest.h>

#include "forewarp/frontend/launch/corpus.hpp"
#include "kernels/references.hpp"
#include "unit/kernels/corpus_run.hpp"

namespace forewarp::kernels {
namespace {

class EveryKernel : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryKernel, ComputesWhatItsReferenceSays) {
  const launch::Description description = launch::load_kernel(GetParam());
  ASSERT_FALSE(description.check.empty()) << "launch.toml: check = { ... }, a launch small enough to be emulated";

  const CorpusRun run = run_kernel(GetParam(), description.check, Source::nvcc);

  EXPECT_TRUE(std::any_of(run.launch.arguments.begin(), run.launch.arguments.end(), [](const launch::Argument& a) {
    const auto* buffer = std::get_if<launch::Buffer>(&a.value);
    return buffer && buffer->output;
  })) << "nothing is compared";
}

TEST_P(EveryKernel, IsDescribed) {
  const launch::Description description = launch::load_kernel(GetParam());

  EXPECT_NE(find_reference(description.reference), nullptr) << description.reference;
  EXPECT_FALSE(description.summary.empty());
  EXPECT_FALSE(description.area.empty());
  EXPECT_FALSE(description.suite.empty());
  EXPECT_TRUE(shipped_ptx(description)) << "tools/regenerate_ptx.sh " << GetParam();
}

INSTANTIATE_TEST_SUITE_P(Corpus, EveryKernel, ::testing::ValuesIn(launch::corpus_names()),
                         [](const auto& instance) { return instance.param; });

}  // namespace
}  // namespace forewarp::kernels

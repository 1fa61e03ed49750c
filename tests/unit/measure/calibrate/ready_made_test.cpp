// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/calibrate/ready_made.hpp"

#include <gtest/gtest.h>

#include "forewarp/model/expression/expression.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::calibrate {
namespace {

TEST(ReadyMade, EveryFeatureOfAShippedModelIsInItsKernels) {
  for (const std::string& name : ready_made_names())
    for (const DeviceKind kind : {DeviceKind::gpu, DeviceKind::cpu}) {
      const ReadyMade model = ready_made(name, kind);
      Programs programs(model::expression::parse(model.expression).features);
      const auto kernels = kernels_of(model.tag_sets, pick::shipped_generators());
      EXPECT_NO_THROW(check_matched(kernels, programs)) << name;
      EXPECT_GT(kernels.size(), model::expression::parse(model.expression).parameters.size()) << name;
      EXPECT_FALSE(model.about.empty()) << name;
    }
}

TEST(ReadyMade, NearNamesAreSaid) {
  try {
    (void)ready_made("matmull", DeviceKind::gpu);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'matmul'"), std::string::npos) << error.what();
  }
}

class OwnFile : public ::testing::Test {
 protected:
  std::string refusal(const std::string& text) {
    write_file(file_, text);
    try {
      (void)ready_made(file_.string(), DeviceKind::cpu);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
  TemporaryFolder folder_{"ready-made"};
  std::filesystem::path file_ = folder_ / "own.toml";
};

TEST_F(OwnFile, ACpuTakesItsOwnTable) {
  write_file(file_,
             "expression = 'p_a*f_thread_groups'\nkernels = ['axpy']\n[cpu]\nkernels = ['triad', 'empty_kernel']\n");

  const ReadyMade cpu = ready_made(file_.string(), DeviceKind::cpu), gpu = ready_made(file_.string(), DeviceKind::gpu);

  EXPECT_EQ(cpu.tag_sets, (std::vector<std::string>{"triad", "empty_kernel"}));
  EXPECT_EQ(gpu.tag_sets, std::vector<std::string>{"axpy"});
  EXPECT_EQ(cpu.expression, gpu.expression);
}

TEST_F(OwnFile, MistakesAreNamed) {
  EXPECT_NE(refusal("kernels = ['axpy']\n").find("'expression' is missing"), std::string::npos);
  EXPECT_NE(refusal("expression = 'p_a'\n").find("'kernels' is missing"), std::string::npos);
  EXPECT_NE(refusal("expression = 3\n").find("'expression' must be text"), std::string::npos);
  EXPECT_NE(refusal("expression = 'p_a'\nkernels = 'axpy'\n").find("a list of texts"), std::string::npos);
  EXPECT_NE(refusal("expresion = 'p_a'\n").find("unknown key 'expresion'"), std::string::npos);
  EXPECT_NE(refusal("expression = \n").find(":1:"), std::string::npos);
  EXPECT_NE(refusal("[cpu]\ncpu = 1\n").find(".toml"), std::string::npos);
}

}  // namespace
}  // namespace forewarp::calibrate

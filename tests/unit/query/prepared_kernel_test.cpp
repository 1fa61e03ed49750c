// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/query/prepared_kernel.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "forewarp/query/advise.hpp"
#include "forewarp/query/predict.hpp"
#include "forewarp/query/profile.hpp"
#include "forewarp/support/error.hpp"
#include "unit/query/saxpy.hpp"

namespace forewarp::query {
namespace {

TEST(PreparedKernel, KeepsWhatItMadeForTheSameCapabilities) {
  PreparedKernel kernel(saxpy());
  const auto v100 = devices_of({"V100"}), v100_and_h100 = devices_of({"V100,H100"});

  const auto first = kernel.code_for(v100);

  EXPECT_EQ(kernel.code_for(v100), first);
  EXPECT_NE(kernel.code_for(v100_and_h100), first);
}

TEST(PreparedKernel, AnswersTheSameWhenItIsAskedAgain) {
  PreparedKernel kernel(saxpy());

  const Predicted first = predict(kernel, {.devices = {"V100", "MI100"}});
  const Predicted second = predict(kernel, {.devices = {"V100", "MI100"}});

  EXPECT_EQ(predicted_json(first), predicted_json(second));
  EXPECT_EQ(predicted_json(first)["predictions"][0]["device"], "V100");
}

TEST(PreparedKernel, AdviceHasTheTimeOfThePrediction) {
  PreparedKernel kernel(saxpy());

  const auto predicted = predicted_json(predict(kernel, {.devices = {"V100"}}));
  const auto advised = advised_json(advise(kernel, {.devices = {"V100"}}));

  EXPECT_EQ(advised["advice"][0]["time_s"], predicted["predictions"][0]["time_s"]);
}

TEST(PreparedKernel, AFailureIsNotKept) {
  KernelOptions options = saxpy();
  options.request.kernel = "no_such_kernel";
  PreparedKernel kernel(options);

  EXPECT_THROW((void)profile(kernel), InputError);
  EXPECT_THROW((void)profile(kernel), InputError);
}

}  // namespace
}  // namespace forewarp::query

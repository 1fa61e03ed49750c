// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/query/machine_listing.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "forewarp/frontend/source/ptxas.hpp"
#include "forewarp/query/predict.hpp"
#include "unit/query/saxpy.hpp"

namespace forewarp::query {
namespace {

TEST(MachineListing, IsThatOfTheFirstDeviceWhoseCodeWasRead) {
  if (source::ptxas_programs().empty()) GTEST_SKIP() << "there is no ptxas";
  PreparedKernel kernel(saxpy());
  const Predicted predicted = predict(kernel, {.devices = {"MI100", "A100"}});
  nlohmann::ordered_json document;

  put_machine_listing(document, *predicted.code, *predicted.devices, std::vector<std::string>{"MI100", "A100"});

  ASSERT_TRUE(document.contains("machine"));
  EXPECT_EQ(document["machine"]["device"], "A100");
  EXPECT_FALSE(document["machine"]["blocks"].empty());
  EXPECT_TRUE(document["machine"]["blocks"][0]["instructions"][0].contains("waited_cycles"));
  EXPECT_EQ(predicted_document(predicted)["machine"]["arch"], document["machine"]["arch"]);
}

TEST(MachineListing, IsNotThereWhereMachineCodeIsNotWanted) {
  PreparedKernel kernel(saxpy(), "off");

  EXPECT_FALSE(predicted_document(predict(kernel, {.devices = {"A100"}})).contains("machine"));
}

}  // namespace
}  // namespace forewarp::query

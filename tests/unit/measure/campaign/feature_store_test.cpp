// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/campaign/feature_store.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/model/feature/profile_features.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::campaign {
namespace {

TEST(FeatureStore, AnswersFromDiskWhatItComputed) {
  const TemporaryFolder temporary("feature-store");
  const std::filesystem::path folder = temporary / "cache";
  kernel::Request request;
  request.path = "saxpy";
  request.set = {"n=4096"};
  const kernel::Kernel kernel = kernel::load(request);

  const feature::Features first = FeatureStore(std::make_shared<source::CacheStore>(folder)).get(kernel);
  const bool kept = std::filesystem::exists(folder) && !std::filesystem::is_empty(folder);
  const feature::Features again = FeatureStore(std::make_shared<source::CacheStore>(folder)).get(kernel);

  EXPECT_TRUE(kept);
  EXPECT_EQ(first.items(), again.items());
  EXPECT_EQ(first.items(), FeatureStore().get(kernel).items());
}

TEST(FeatureStore, TextOfFeaturesReadsBackToTheSameNumbers) {
  feature::Features features;
  features.set("ctas", 1.0 / 3);
  features.set("total_instructions", 1e300);

  EXPECT_EQ(features_from(features_text(features))->items(), features.items());
}

TEST(FeatureStore, TextThatIsDamagedIsNone) {
  EXPECT_FALSE(features_from(""));
  EXPECT_FALSE(features_from("forewarp features\nctas"));
  EXPECT_FALSE(features_from("forewarp features\nctas 1"));
  EXPECT_FALSE(features_from("forewarp features\nctas nan\n"));
  EXPECT_FALSE(features_from("forewarp features\nno_such_feature 1\n"));
  EXPECT_TRUE(features_from("forewarp features\nctas 1\n"));
}

}  // namespace
}  // namespace forewarp::campaign

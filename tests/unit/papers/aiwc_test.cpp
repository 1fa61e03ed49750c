// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/braun2020/braun2020.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "forewarp/learn/validation/cross_predict.hpp"
#include "forewarp/learn/validation/metrics.hpp"
#include "forewarp/support/error.hpp"
#include "papers/braun2020/aiwc_methods.hpp"
#include "source_dir.hpp"

namespace forewarp::papers {
namespace {

Options with_data() {
  const char* named = std::getenv("FOREWARP_DATA");
  const std::filesystem::path data =
      named ? std::filesystem::path(named) : std::filesystem::path(forewarp::test::source_dir()) / "../shared/data";
  return {.data = data};
}

bool have_data() { return std::filesystem::exists(*with_data().data / "aiwc/opendwarfs_aiwc.csv.gz"); }

TEST(Aiwc, MergesRunsToTheirMedianOfEachCaseAndDevice) {
  if (!have_data()) GTEST_SKIP() << "the AIWC measurements are not here";
  const AiwcData data = read_aiwc(with_data());

  EXPECT_EQ(data.cases(), 104u);
  EXPECT_EQ(data.devices.size(), 13u);
  EXPECT_EQ(data.features.features(), 31u);
  ASSERT_EQ(data.devices[11], "titanx");
  // First case by name: bfs/kernel1 large; 427.317571 us is numpy's median of its runs on titanx.
  EXPECT_EQ(data.kernels[0], "bfs/kernel1");
  EXPECT_EQ(data.sizes[0], "large");
  EXPECT_NEAR(data.seconds[11][0], 427.317571e-6, 1e-12);
}

TEST(Aiwc, KnowsEveryDeviceByItsDataSheet) {
  if (!have_data()) GTEST_SKIP() << "the AIWC measurements are not here";
  const AiwcData data = read_aiwc(with_data());
  const std::vector<AiwcDevice> devices = aiwc_devices(data);

  for (const AiwcDevice& device : devices) {
    EXPECT_GT(device.peak_flops, 1e11) << device.name;
    EXPECT_GT(device.bytes_per_s, 1e10) << device.name;
  }
  // The GTX 1080 Ti is nearest to the Titan X: what one was measured to take is said of the other.
  EXPECT_EQ(aiwc_from_nearest_device(data, devices)[11], data.seconds[2]);
}

TEST(Aiwc, HalvesTheMedianErrorOnKernelsNeverSeen) {
  if (!have_data()) GTEST_SKIP() << "the AIWC measurements are not here";
  const AiwcData data = read_aiwc(with_data());
  const std::vector<validate::Method> methods = {aiwc_bounds_method(data), aiwc_corrected_method(data)};
  const std::vector<validate::Splits> schemes = {validate::leave_one_group_out(data.kernels),
                                                 validate::leave_one_out(data.cases())};
  const auto median = [&](std::size_t device, std::size_t scheme, std::size_t method) {
    const auto answers = validate::cross_predict(data.features, {data.seconds[device], {}}, methods, schemes);
    return 100 * validate::summarise(answers[scheme][method], data.seconds[device]).median;
  };

  // scikit-learn's extra-trees: 47.2 % (Titan X) and 52.1 % (GTX 1080 Ti); leave one out 27.0 %.
  EXPECT_LE(median(11, 0, 0), 23.6);
  EXPECT_LE(median(2, 0, 0), 26.05);
  EXPECT_LE(median(11, 1, 1), 10);
}

TEST(Aiwc, ChoosesBetweenMethodsWithoutSeeingTheKernelLeftOut) {
  if (!have_data()) GTEST_SKIP() << "the AIWC measurements are not here";
  const AiwcData data = read_aiwc(with_data());
  const std::vector<validate::Splits> schemes = {validate::leave_one_group_out(data.kernels)};
  const auto answers = validate::cross_predict(data.features, {data.seconds[11], {}},
                                               std::vector<validate::Method>{aiwc_chosen_method(data)}, schemes);

  EXPECT_LE(100 * validate::summarise(answers[0][0], data.seconds[11]).median, 23.6);
}

TEST(Aiwc, SaysWhereTheDataArePublishedWhenTheyAreNotHere) {
  try {
    (void)aiwc({});
    FAIL() << "measurements out of nothing";
  } catch (const Unavailable& error) {
    EXPECT_NE(std::string(error.what()).find("github.com/BeauJoh"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace forewarp::papers

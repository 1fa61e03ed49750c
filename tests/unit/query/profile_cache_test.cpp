// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Questions about one kernel take its profile from the cache on disk, and answer the same with and without it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include <nlohmann/json.hpp>

#include "forewarp/query/advise.hpp"
#include "forewarp/query/predict.hpp"
#include "forewarp/query/profile.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::query {
namespace {

namespace fs = std::filesystem;

class ProfileCache : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override { ::setenv("FOREWARP_CACHE", folder_.path().c_str(), 1); }
  void TearDown() override { ::setenv("FOREWARP_CACHE", "off", 1); }

  /// What predict, advise and profile answer, pages included.
  static std::string answers() {
    KernelOptions options;
    options.request.path = GetParam();
    PreparedKernel kernel(options);
    const PredictOptions asked{.devices = {"V100,K20,MI210"}};
    const Predicted predicted = predict(kernel, asked);
    return predicted_json(predicted).dump(1) + predicted_document(predicted).dump(1) +
           advised_document(advise(kernel, {.devices = {"V100"}})).dump(1) + profiled_document(profile(kernel)).dump(1);
  }
  [[nodiscard]] std::vector<fs::path> entries() const {
    std::vector<fs::path> all;
    for (const auto& entry : fs::directory_iterator(folder_ / "source"))
      if (entry.path().extension() == ".profile") all.push_back(entry.path());
    return all;
  }
  TemporaryFolder folder_{"profile-cache"};
};

TEST_P(ProfileCache, ChangesNoAnswer) {
  const std::string first = answers(), second = answers();
  ::setenv("FOREWARP_CACHE", "off", 1);
  const std::string without = answers();

  EXPECT_EQ(first, without);
  EXPECT_EQ(second, without);
}

INSTANTIATE_TEST_SUITE_P(Kernels, ProfileCache,
                         ::testing::Values("saxpy", "matmul_tiled", "spmv_csr", "histogram", "sgemm_registers"));

class OneProfile : public ProfileCache {};

// One profile for warps of 32 lanes, one for wavefronts of 64.
TEST_P(OneProfile, IsReadFromItsFile) {
  const std::string first = answers();
  const std::vector<fs::path> files = entries();
  ASSERT_EQ(files.size(), 2u);
  const fs::file_time_type long_ago = fs::file_time_type::clock::now() - std::chrono::hours(48);
  for (const fs::path& file : files) fs::last_write_time(file, long_ago);

  EXPECT_EQ(answers(), first);

  for (const fs::path& file : files) EXPECT_GT(fs::last_write_time(file), long_ago) << "reading makes it young";
}

TEST_P(OneProfile, IsMadeAnewWhereItsFileIsDamagedOrForeign) {
  const std::string first = answers();
  for (const char* text : {"", "forewarp-cache-1 00000000000000000000000000000000\n{}", "something else"}) {
    for (const fs::path& file : entries()) write_file(file, text);

    EXPECT_EQ(answers(), first);

    for (const fs::path& file : entries()) EXPECT_GT(fs::file_size(file), 1000u);
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, OneProfile, ::testing::Values("saxpy"));

}  // namespace
}  // namespace forewarp::query

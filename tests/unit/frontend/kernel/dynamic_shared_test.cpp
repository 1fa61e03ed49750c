// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/kernel/dynamic_shared.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/launch/notes.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::kernel {
namespace {
namespace fs = std::filesystem;

constexpr const char* kernels = R"(
#include "sizes.h"
const int tile = 4;
template <int N> __global__ void stage(float* x, int count)
{
  extern __shared__ float buffer[];
  buffer[threadIdx.x] = x[threadIdx.x] + N;
  __syncthreads();
  x[threadIdx.x] = buffer[threadIdx.x ^ 1];
}
)";

/// The launch that forewarp makes of stage<1>, or of another instance, of a program with this main().
class DynamicShared : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(::testing::TempDir()) /
              (std::string("forewarp_shared_") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_);
    std::ofstream(folder_ / "sizes.h") << "#define WORDS 64\n";
    request_.path = (folder_ / "stage.cu").string();
    request_.kernel = "stage<1>";
    request_.grid = "2";
    request_.block = "128";
  }
  launch::Launch launch_with(const std::string& main) {
    std::ofstream(folder_ / "stage.cu") << kernels << "void run(float* x, int n) { " << main << " }\n";
    return load(request_).launch;
  }
  static std::string note(const launch::Launch& launch) {
    for (const std::string& n : launch.notes)
      if (n.find("dynamic shared memory") != std::string::npos) return n;
    return "";
  }
  fs::path folder_;
  Request request_;
};

#define SKIP_WITHOUT_COMPILER(expression) \
  try {                                   \
    (void)(expression);                   \
  } catch (const Unavailable& error) {    \
    GTEST_SKIP() << error.what();         \
  }

TEST_F(DynamicShared, IsWhatTheLaunchInTheSourceAsksFor) {
  SKIP_WITHOUT_COMPILER(launch_with(""));
  const launch::Launch launch = launch_with("stage<1><<<2, 128, WORDS * tile * sizeof(float)>>>(x, n);");

  EXPECT_EQ(launch.dynamic_shared_bytes, 1024u);  // 64 * 4 * 4
  EXPECT_EQ(note(launch),
            "dynamic shared memory is 1024 bytes at stage.cu:11, which launches it (--shared changes it)");
}

TEST_F(DynamicShared, MayBeSaidInTermsOfTheBlockAndOfArguments) {
  SKIP_WITHOUT_COMPILER(launch_with(""));

  EXPECT_EQ(
      launch_with("int threads = n; stage<1><<<2, threads, 2 * threads * sizeof(float)>>>(x, n);").dynamic_shared_bytes,
      1024u);  // 2 * 128 * 4, the block being the one of the command line
  EXPECT_EQ(launch_with("dim3 b(n); stage<1><<<2, b, b.x * 4>>>(x, n);").dynamic_shared_bytes, 512u);
  request_.arguments = {"count=100"};
  EXPECT_EQ(launch_with("stage<1><<<2, 128, n * 4>>>(x, n);").dynamic_shared_bytes, 400u);
}

TEST_F(DynamicShared, ThatIsNoConstantIsNotGuessedButShown) {
  SKIP_WITHOUT_COMPILER(launch_with(""));
  const launch::Launch launch = launch_with("int words = 2 * n; stage<1><<<2, 128, words * 4>>>(x, n);");

  EXPECT_EQ(launch.dynamic_shared_bytes, 0u);
  EXPECT_EQ(
      note(launch),
      "dynamic shared memory is not known: the launch at stage.cu:11 asks for 'words * 4' bytes, and 'words' is not a "
      "constant: give it with --shared BYTES");
}

TEST_F(DynamicShared, ThatDiffersBetweenLaunchesIsNotGuessedUnlessTheInstancesDiffer) {
  SKIP_WITHOUT_COMPILER(launch_with(""));
  const std::string two = "stage<1><<<2, 128, 512>>>(x, n); stage<2><<<2, 128, 1024>>>(x, n);";

  EXPECT_EQ(launch_with(two).dynamic_shared_bytes, 512u);
  request_.kernel = "stage<2>";
  EXPECT_EQ(launch_with(two).dynamic_shared_bytes, 1024u);
  const launch::Launch launch = launch_with(two + " stage<2><<<2, 128, 64>>>(x, n);");
  EXPECT_EQ(launch.dynamic_shared_bytes, 0u);
  EXPECT_TRUE(note(launch).starts_with(launch::unknown_shared_note)) << note(launch);
}

TEST_F(DynamicShared, OfTheCommandLineIsNotOverruled) {
  request_.shared = "4096";
  SKIP_WITHOUT_COMPILER(launch_with(""));
  const launch::Launch launch = launch_with("stage<1><<<2, 128, 512>>>(x, n);");

  EXPECT_EQ(launch.dynamic_shared_bytes, 4096u);
  EXPECT_EQ(note(launch), "");
}

}  // namespace
}  // namespace forewarp::kernel

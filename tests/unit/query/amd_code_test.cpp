// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Times on AMD's devices that must agree, as the work is the same: what matters is that machine code is read right.
#include <fstream>

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "forewarp/frontend/source/toolchain.hpp"
#include "forewarp/query/predict.hpp"
#include "forewarp/query/prepared_kernel.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::query {
namespace {

class AmdCodeOfSources : public ::testing::Test {
 protected:
  void SetUp() override {
    try {
      (void)source::find_amd_toolchain(source::Language::opencl);
    } catch (const Unavailable&) {
      GTEST_SKIP() << "clang is not here";
    }
  }

  KernelOptions launched(const std::string& text, const std::string& block = "256") {
    const auto path = folder_.path() / "k.cl";
    std::ofstream(path) << text;
    KernelOptions options;
    options.request.path = path.string();
    options.request.grid = grid_;
    options.request.block = block;
    return options;
  }

  double time_s(const std::string& text, const std::vector<std::string>& arguments = {}) {
    KernelOptions options = launched(text);
    options.request.arguments = arguments;
    PreparedKernel kernel(options);
    return predicted_json(predict(kernel, {.devices = {"MI210"}}))["predictions"][0]["time_s"];
  }

  TemporaryFolder folder_;
  std::string grid_ = "8192";
};

// The machine has one loop of one round each, PTX one of several rounds and the rest.
TEST_F(AmdCodeOfSources, ALoopOnOneLineTakesAsLongAsOnSeveral) {
  const std::string begin =
      "__kernel void k(__global const float* a, __global float* b, int n) {\n"
      " int i = get_global_id(0); float x = a[i], y = x + 1;\n";

  const double one =
      time_s(begin + "for (int r = 0; r < n; r++) { x = fma(x, 0.9f, y); y = fma(y, 0.8f, x); } b[i] = x + y; }\n",
             {"n=1000"});
  const double several = time_s(begin +
                                    "for (int r = 0; r < n; r++) {\n x = fma(x, 0.9f, y);\n y = fma(y, 0.8f, x);\n }\n"
                                    " b[i] = x + y;\n}\n",
                                {"n=1000"});

  EXPECT_NEAR(one / several, 1, 0.03);
}

// Two packed instructions for four sums of PTX, beside a counter that is scalar here: 8192 x 256 x 1000 x 8 operations
// at 45.3 TFLOP/s are 370 us.
TEST_F(AmdCodeOfSources, PackedSumsAreNotTakenForLoopsThatWereMissed) {
  const double time = time_s(
      "kernel void k(global float* o, int n, float q) {\n"
      " float a = get_global_id(0), b = a + 1, c = a + 2, d = a + 3;\n"
      " for (int i = 0; i < n; i++) {\n"
      "  a = fma(a, q, 1.0f); b = fma(b, q, 1.0f); c = fma(c, q, 1.0f); d = fma(d, q, 1.0f);\n }\n"
      " o[get_global_id(0)] = a + b + c + d;\n}\n",
      {"n=1000"});

  EXPECT_GT(time, 370e-6);
  EXPECT_LT(time, 500e-6);
}

// Eight scalar accesses in PTX, two of 16 bytes in the machine's code. Twice the threads move as much by one.
TEST_F(AmdCodeOfSources, EightFloatsAtOnceTakeAsLongAsTwoTimesFour) {
  const double eight = time_s(
      "__kernel void k(__global const float* a, __global float* b) {\n"
      " int i = get_global_id(0); vstore8(vload8(i, a) * 2.0f + 1.0f, i, b);\n}\n");
  grid_ = "16384";
  const double four = time_s(
      "__kernel void k(__global const float4* a, __global float4* b) {\n"
      " int i = get_global_id(0); b[i] = a[i] * 2.0f + 1.0f;\n}\n");

  EXPECT_NEAR(eight / four, 1, 0.03);
}

// One instruction each, at the same rate.
TEST_F(AmdCodeOfSources, ANativeRootTakesAsLongAsANativeReciprocal) {
  const auto loop = [&](const std::string& function) {
    return time_s(
        "__kernel void k(__global float* a, int n) {\n int i = get_global_id(0); float x = a[i], s = 0;\n"
        " for (int r = 0; r < n; r++) {\n x += 1;\n s += " +
            function + "(x);\n }\n a[i] = s;\n}\n",
        {"n=1000"});
  };

  EXPECT_NEAR(loop("native_rsqrt") / loop("native_recip"), 1, 0.2);
}

TEST_F(AmdCodeOfSources, ABlockThatTheKernelDoesNotAllowIsRefused) {
  const std::string text =
      "__kernel __attribute__((reqd_work_group_size(64, 2, 1)))\nvoid k(__global int* p) { *p = 1; }\n";
  PreparedKernel wrong(launched(text)), right(launched(text, "64,2"));

  EXPECT_NO_THROW((void)predict(right, {.devices = {"MI210"}}));
  try {
    (void)predict(wrong, {.devices = {"MI210"}});
    FAIL() << "it was launched";
  } catch (const InputError& error) {
    const std::string said = error.what();
    EXPECT_NE(said.find("64x2x1"), std::string::npos) << said;
    EXPECT_NE(said.find("256x1x1"), std::string::npos) << said;
  }
}

}  // namespace
}  // namespace forewarp::query

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp.h"

#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

namespace {

/// Adds what it reads at x[i] to y[i]; the struct's first member is the number of elements.
constexpr const char* add_ptx = R"(.version 8.0
.target sm_70
.address_size 64
.visible .entry add(.param .u64 x, .param .u64 y, .param .align 8 .b8 size[16])
{
  .reg .b32 %r<8>; .reg .b64 %rd<8>; .reg .f32 %f<4>; .reg .pred %p<2>;
  ld.param.u64 %rd1, [x];
  ld.param.u64 %rd2, [y];
  ld.param.u32 %r5, [size];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  setp.ge.s32 %p1, %r4, %r5;
  @%p1 bra done;
  mul.wide.s32 %rd3, %r4, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  ld.global.f32 %f1, [%rd4];
  ld.global.f32 %f2, [%rd5];
  add.f32 %f3, %f1, %f2;
  st.global.f32 [%rd5], %f3;
done:
  ret;
}
)";

struct Size {
  int elements;
  double unused;
};

struct FreeKernel {
  void operator()(forewarp_kernel* kernel) const { forewarp_kernel_free(kernel); }
};
using Kernel = std::unique_ptr<forewarp_kernel, FreeKernel>;

Kernel opened(const char* path) {
  forewarp_kernel* kernel = nullptr;
  EXPECT_EQ(forewarp_kernel_open(path, &kernel), FOREWARP_OK) << forewarp_error();
  return Kernel(kernel);
}

Kernel from_ptx(const char* text) {
  forewarp_kernel* kernel = nullptr;
  EXPECT_EQ(forewarp_kernel_from_ptx(text, "add.ptx", &kernel), FOREWARP_OK) << forewarp_error();
  return Kernel(kernel);
}

/// A launch of 64 blocks of 256 threads over `elements`.
Kernel add_kernel(int elements) {
  Kernel kernel = from_ptx(add_ptx);
  const std::vector<float> x(64 * 256, 1.0F);
  const Size size{elements, 0};
  EXPECT_EQ(forewarp_launch_grid(kernel.get(), 64, 1, 1), FOREWARP_OK);
  EXPECT_EQ(forewarp_launch_block(kernel.get(), 256, 1, 1), FOREWARP_OK);
  EXPECT_EQ(forewarp_launch_buffer(kernel.get(), "x", "f32", x.size(), x.data()), FOREWARP_OK) << forewarp_error();
  EXPECT_EQ(forewarp_launch_buffer(kernel.get(), "y", "f32", x.size(), nullptr), FOREWARP_OK) << forewarp_error();
  EXPECT_EQ(forewarp_launch_bytes(kernel.get(), "size", &size, sizeof size), FOREWARP_OK) << forewarp_error();
  return kernel;
}

nlohmann::json taken(char* text) {
  nlohmann::json json = nlohmann::json::parse(text);
  forewarp_text_free(text);
  return json;
}

std::string output_of(const std::string& command) {
  std::string out;
  FILE* pipe = popen(command.c_str(), "r");
  char part[4096];
  for (std::size_t n = 0; (n = fread(part, 1, sizeof part, pipe)) > 0;) out.append(part, n);
  EXPECT_EQ(pclose(pipe), 0) << command;
  return out;
}

TEST(CApi, JsonIsThatOfTheCommand) {
  const Kernel kernel = opened("saxpy");
  char* text = nullptr;
  ASSERT_EQ(forewarp_launch_parameter(kernel.get(), "n", 65536), FOREWARP_OK);
  ASSERT_EQ(forewarp_predict_json(kernel.get(), "V100,H100", &text), FOREWARP_OK) << forewarp_error();
  const std::string printed = output_of(FOREWARP_TOOL " predict saxpy --set n=65536 --device V100,H100 --json");

  EXPECT_EQ(std::string(text) + "\n", printed);
  forewarp_text_free(text);
}

TEST(CApi, ContentsOfBuffersAndStructsReachTheKernel) {
  char* text = nullptr;
  ASSERT_EQ(forewarp_profile_json(add_kernel(64 * 256).get(), &text), FOREWARP_OK) << forewarp_error();
  const nlohmann::json all = taken(text);
  ASSERT_EQ(forewarp_profile_json(add_kernel(32 * 256).get(), &text), FOREWARP_OK) << forewarp_error();
  const nlohmann::json half = taken(text);

  EXPECT_EQ(all["source"], "add.ptx");
  EXPECT_FALSE(all["profile"]["accesses"].empty());
  // Half of the threads leave after 9 of 17 instructions.
  EXPECT_LT(half["profile"]["thread_instructions"], all["profile"]["thread_instructions"]);
}

TEST(CApi, PredictionIsThatOfTheDocument) {
  const Kernel kernel = add_kernel(64 * 256);
  forewarp_prediction prediction;
  char* text = nullptr;
  ASSERT_EQ(forewarp_predict(kernel.get(), "V100", &prediction), FOREWARP_OK) << forewarp_error();
  ASSERT_EQ(forewarp_predict_json(kernel.get(), "V100", &text), FOREWARP_OK) << forewarp_error();
  const nlohmann::json row = taken(text)["predictions"][0];

  EXPECT_EQ(prediction.time_s, row["time_s"]);
  EXPECT_EQ(prediction.low_s, row["low_s"]);
  EXPECT_EQ(prediction.limiter, row["limiter"]);
}

TEST(CApi, RankAdviseAndCountAnswer) {
  const Kernel kernel = opened("saxpy");
  const char* const vary[] = {"block=128,256"};
  char* text = nullptr;
  ASSERT_EQ(forewarp_launch_parameter(kernel.get(), "n", 65536), FOREWARP_OK);

  ASSERT_EQ(forewarp_rank_json(kernel.get(), "V100", vary, 1, 2, &text), FOREWARP_OK) << forewarp_error();
  EXPECT_EQ(taken(text)["candidates"].size(), 2U);
  ASSERT_EQ(forewarp_advise_json(kernel.get(), "V100", &text), FOREWARP_OK) << forewarp_error();
  EXPECT_EQ(taken(text)["advice"][0]["device"], "V100");
  ASSERT_EQ(forewarp_count_json(kernel.get(), "n=1024", 0, &text), FOREWARP_OK) << forewarp_error();
  EXPECT_FALSE(taken(text).empty());
}

TEST(CApi, EachMistakeHasItsStatusAndItsMessage) {
  forewarp_prediction prediction;
  forewarp_kernel* none = nullptr;
  EXPECT_EQ(forewarp_kernel_open(nullptr, &none), FOREWARP_INPUT_ERROR);
  EXPECT_STREQ(forewarp_error(), "path is NULL");
  EXPECT_EQ(forewarp_predict(nullptr, "V100", &prediction), FOREWARP_INPUT_ERROR);
  EXPECT_STREQ(forewarp_error(), "kernel is NULL");

  EXPECT_EQ(forewarp_predict(opened("saxpi").get(), "V100", &prediction), FOREWARP_INPUT_ERROR);
  EXPECT_NE(std::string(forewarp_error()).find("saxpy"), std::string::npos) << forewarp_error();
  EXPECT_EQ(forewarp_predict(opened("saxpy").get(), "V1OO", &prediction), FOREWARP_INPUT_ERROR);
  EXPECT_NE(std::string(forewarp_error()).find("V100"), std::string::npos) << forewarp_error();

  EXPECT_EQ(forewarp_predict(from_ptx(".version 8.0\n.target sm_70\nnonsense\n").get(), "V100", &prediction),
            FOREWARP_PARSE_ERROR);
  EXPECT_TRUE(std::string(forewarp_error()).starts_with("add.ptx:3:")) << forewarp_error();

  const Kernel kernel = opened("saxpy");
  EXPECT_EQ(forewarp_kernel_option(kernel.get(), "sede", "1"), FOREWARP_INPUT_ERROR);
  EXPECT_EQ(forewarp_launch_buffer(kernel.get(), "x", "f31", 4, &prediction), FOREWARP_INPUT_ERROR);
  EXPECT_EQ(forewarp_launch_double(kernel.get(), "a", 1.0 / 0.0), FOREWARP_INPUT_ERROR);
  EXPECT_EQ(forewarp_launch_argument(kernel.get(), "x"), FOREWARP_INPUT_ERROR);
}

TEST(CApi, EachThreadHasItsOwnMessage) {
  forewarp_kernel* none = nullptr;
  ASSERT_EQ(forewarp_kernel_open(nullptr, &none), FOREWARP_INPUT_ERROR);
  std::string of_another;

  std::thread([&] { of_another = forewarp_error(); }).join();

  EXPECT_EQ(of_another, "");
  EXPECT_STREQ(forewarp_error(), "path is NULL");
}

TEST(CApi, ThreadsMayAskOneKernel) {
  const Kernel kernel = add_kernel(64 * 256);
  std::vector<double> times(4);
  std::vector<std::thread> threads;

  for (double& time : times)
    threads.emplace_back([&] {
      forewarp_prediction prediction{};
      EXPECT_EQ(forewarp_predict(kernel.get(), "V100", &prediction), FOREWARP_OK);
      time = prediction.time_s;
    });
  for (std::thread& thread : threads) thread.join();

  EXPECT_GT(times[0], 0);
  EXPECT_EQ(times, std::vector<double>(4, times[0]));
}

TEST(CApi, DevicesAreListed) {
  ASSERT_GT(forewarp_device_count(), 10U);
  EXPECT_NE(forewarp_device_name(0), nullptr);
  EXPECT_EQ(forewarp_device_name(forewarp_device_count()), nullptr);
  char* text = nullptr;
  ASSERT_EQ(forewarp_devices_json("V100", &text), FOREWARP_OK);
  EXPECT_EQ(taken(text)[0]["name"], "V100");
}

}  // namespace

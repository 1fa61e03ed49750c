// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// On whatever OpenCL device is here: PoCL in ./dev test. Skipped visibly where there is none.
#include <gtest/gtest.h>

#include <cstring>

#include "forewarp/frontend/launch/fill.hpp"
#include "forewarp/measure/run/hardware.hpp"
#include "forewarp/measure/run/opencl/platforms.hpp"
#include "forewarp/measure/run/run_jobs.hpp"
#include "forewarp/measure/run/sample_table.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::run {
namespace {

constexpr const char* saxpy_source = R"(
kernel void saxpy(global const float* x, global float* y, float a, int n) {
  int i = get_global_id(0);
  if (i < n) y[i] = a * x[i] + y[i];
})";

std::uint64_t bits_of(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

launch::Buffer floats(std::uint64_t count, launch::FillKind kind, double low, double high) {
  return {.element = ptx::Type::f32, .count = count, .fill = {.kind = kind, .low = low, .high = high}};
}

std::vector<Argument> saxpy_arguments(std::uint64_t n) {
  return {{"x", floats(n, launch::FillKind::uniform, -1, 1)},
          {"y", floats(n, launch::FillKind::iota, 0, 1)},
          {"a", launch::Scalar{ptx::Type::f32, bits_of(2)}},
          {"n", launch::Scalar{ptx::Type::s32, n}}};
}

std::vector<float> as_floats(const std::vector<std::byte>& bytes) {
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
  return values;
}

template <typename Action>
std::string input_error(Action action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

class OpenCl : public ::testing::Test {
 protected:
  void SetUp() override {
    try {
      device = open_hardware("opencl:0");
    } catch (const Unavailable& error) {
      GTEST_SKIP() << error.what();
    }
  }
  std::unique_ptr<Kernel> saxpy() { return device->compile({Language::opencl_c, saxpy_source})->kernel("saxpy"); }
  std::unique_ptr<Device> device;
};

TEST_F(OpenCl, SaysWhatTheDeviceIs) {
  const DeviceInfo& info = device->info();

  EXPECT_EQ(info.spec, "opencl:0");
  EXPECT_FALSE(info.name.empty());
  EXPECT_FALSE(info.driver.empty());
  EXPECT_GE(info.compute_units, 1u);
  EXPECT_GE(info.max_block, 64u);
  EXPECT_GT(info.memory_bytes, 1u << 20);
  EXPECT_GT(info.local_bytes, 1u << 10);
  EXPECT_FALSE(info.synthetic);
}

TEST_F(OpenCl, DevicesOfAllPlatformsAreNumberedThrough) {
  const std::vector<opencl::Found> all = opencl::devices();

  ASSERT_FALSE(all.empty());
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i].info.spec, "opencl:" + std::to_string(i));
  EXPECT_EQ(opencl::open(0)->info().name, device->info().name);
  EXPECT_THROW((void)opencl::open(all.size()), Unavailable);
}

TEST_F(OpenCl, RunsAKernelOnTheContentsTheEmulatorWouldHave) {
  const auto kernel = saxpy();
  kernel->set_arguments(saxpy_arguments(1000));

  const LaunchTime time = kernel->launch({.grid = {16}, .block = {64}});

  const std::vector<float> y = as_floats(kernel->read(1));
  const std::vector<float> x = as_floats(launch::contents(floats(1000, launch::FillKind::uniform, -1, 1)));
  ASSERT_EQ(y.size(), 1000u);
  for (std::size_t i = 0; i < y.size(); ++i) EXPECT_FLOAT_EQ(y[i], 2 * x[i] + static_cast<float>(i));
  EXPECT_GT(time.seconds, 0);
  EXPECT_LT(time.seconds, 10);
}

TEST_F(OpenCl, RefillGivesTheFirstContentsAgain) {
  const auto kernel = saxpy();
  kernel->set_arguments(saxpy_arguments(64));
  kernel->launch({.grid = {1}, .block = {64}});

  kernel->refill();

  EXPECT_EQ(as_floats(kernel->read(1))[63], 63.0f);
}

TEST_F(OpenCl, LaunchesManyBackToBack) {
  const auto kernel = saxpy();
  std::vector<Argument> arguments = saxpy_arguments(64);
  arguments[0].value = floats(64, launch::FillKind::constant, 1, 0);
  kernel->set_arguments(arguments);

  EXPECT_GT(kernel->launch_many({.grid = {1}, .block = {64}}, 10), 0);

  EXPECT_EQ(as_floats(kernel->read(1))[5], 25.0f);  // 5 + 10 * 2 * 1
}

TEST_F(OpenCl, HandsLocalMemoryOverAsAnArgument) {
  const auto kernel = device
                          ->compile({Language::opencl_c, R"(
kernel void reverse(global int* data, local int* tile) {
  int i = get_local_id(0), n = get_local_size(0);
  tile[i] = data[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[i] = tile[n - 1 - i];
})"})
                          ->kernel("reverse");
  kernel->set_arguments(
      {{"data", launch::Buffer{.element = ptx::Type::s32, .count = 32, .fill = {.kind = launch::FillKind::iota}}},
       {"tile", LocalMemory{32 * 4}}});

  kernel->launch({.grid = {1}, .block = {32}});

  std::int32_t first = 0;
  std::memcpy(&first, kernel->read(0).data(), sizeof first);
  EXPECT_EQ(first, 31);
}

TEST_F(OpenCl, FlushingTheCachesLeavesTheBuffersAlone) {
  const auto kernel = saxpy();
  kernel->set_arguments(saxpy_arguments(64));

  device->flush_caches();
  device->flush_caches();

  EXPECT_EQ(as_floats(kernel->read(1))[7], 7.0f);
}

TEST_F(OpenCl, GivesTheWholeBuildLogOfBrokenSource) {
  const std::string message = input_error([&] {
    (void)device->compile({Language::opencl_c, "kernel void f(global int* a) { a[0] = nowhere; }", "broken.cl"});
  });

  EXPECT_NE(message.find("broken.cl: does not compile on opencl:0"), std::string::npos) << message;
  EXPECT_NE(message.find("nowhere"), std::string::npos) << message;
}

TEST_F(OpenCl, NamesTheKernelsThereAre) {
  const auto program = device->compile({Language::opencl_c, saxpy_source});

  EXPECT_NE(input_error([&] { (void)program->kernel("daxpy"); }).find("(there are: saxpy)"), std::string::npos);
}

TEST_F(OpenCl, RefusesArgumentsThatDoNotFit) {
  const auto kernel = saxpy();
  std::vector<Argument> arguments = saxpy_arguments(64);

  arguments.pop_back();
  EXPECT_EQ(input_error([&] { kernel->set_arguments(arguments); }), "saxpy has 4 parameters, 3 arguments are given");
  arguments = saxpy_arguments(64);
  arguments[0].value = launch::Scalar{ptx::Type::s64, 1};
  EXPECT_EQ(input_error([&] { kernel->set_arguments(arguments); }),
            "argument 'x': parameter 0 of saxpy is a pointer to a buffer");
  arguments = saxpy_arguments(64);
  arguments[2].value = launch::Scalar{ptx::Type::f64, 0};
  EXPECT_NE(input_error([&] { kernel->set_arguments(arguments); }).find("argument 'a' does not fit parameter 2"),
            std::string::npos);
  arguments = saxpy_arguments(64);
  arguments[0].value = floats(std::uint64_t{1} << 38, launch::FillKind::zero, 0, 1);
  EXPECT_NE(
      input_error([&] { kernel->set_arguments(arguments); }).find("argument 'x': a buffer of 1099511627776 bytes"),
      std::string::npos);
}

TEST_F(OpenCl, RefusesShapesThatItCannotRun) {
  const auto kernel = saxpy();
  kernel->set_arguments(saxpy_arguments(64));

  EXPECT_NE(input_error([&] { kernel->launch({.grid = {1}, .block = {1u << 20}}); }).find("allows at most"),
            std::string::npos);
  EXPECT_NE(input_error([&] { kernel->launch({.grid = {0}, .block = {64}}); }).find("at least one block"),
            std::string::npos);
  EXPECT_NE(input_error([&] {
              kernel->launch({.grid = {1}, .block = {64}, .dynamic_shared_bytes = 64});
            }).find("local:BYTES"),
            std::string::npos);
}

TEST_F(OpenCl, RefusesCodeInOtherLanguages) {
  EXPECT_EQ(input_error([&] {
              (void)device->compile({Language::ptx, "", "k.ptx"});
            }),
            "k.ptx: opencl:0 runs OpenCL C, not PTX");
}

/// A whole campaign on hardware: small, because other processes may keep it busy.
TEST_F(OpenCl, ACampaignTellsALongKernelFromAShortOne) {
  const TemporaryFolder folder("opencl_campaign");
  const auto store = open_sqlite_store(folder / "samples.sqlite");
  std::vector<Job> jobs;
  for (const unsigned steps : {1000u, 64000u}) {
    Job job;
    job.id = std::to_string(steps);
    job.code = {Language::opencl_c, R"(
kernel void steps(global float* data, uint n) {
  float x = data[get_global_id(0)];
  for (uint k = 0; k < n; ++k) x = x * 0.5f + 1.0f;
  data[get_global_id(0)] = x;
})"};
    job.entry = "steps";
    job.shape = {{64, 1, 1}, {16, 1, 1}, 0};
    job.arguments = {{"data", floats(1024, launch::FillKind::uniform, 0, 1)},
                     {"n", launch::Scalar{ptx::Type::u32, steps}}};
    jobs.push_back(job);
  }
  CampaignOptions options;
  options.pass_seconds = 0.02;
  options.trials = 30;

  EXPECT_TRUE(run_jobs(*device, jobs, *store, options).failures.empty());

  const Table times = job_table(store->read());
  ASSERT_EQ(times.rows(), 2u);
  EXPECT_EQ(times.numbers("synthetic")[0], 0);
  const bool first_is_short = times.texts("job")[0] == "1000";
  const double ratio = times.numbers("time")[first_is_short ? 1 : 0] / times.numbers("time")[first_is_short ? 0 : 1];
  EXPECT_GT(ratio, 6);  // 64 on an idle machine, less where starting a kernel takes longer than its 1000 steps
}

TEST_F(OpenCl, SaysWhichNumbersThereAre) {
  EXPECT_THROW((void)open_hardware("opencl:99"), Unavailable);
  EXPECT_THROW((void)open_hardware("opencl:x"), InputError);
}

}  // namespace
}  // namespace forewarp::run

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Through the fake driver: which calls are made, with which arguments. That NVIDIA's own answers is for a machine with
/// one.
#include <gtest/gtest.h>

#include <cstring>

#include "forewarp/frontend/launch/fill.hpp"
#include "forewarp/measure/run/cuda/api.hpp"
#include "forewarp/measure/run/cuda/compile.hpp"
#include "forewarp/measure/run/cuda/devices.hpp"
#include "forewarp/measure/run/hardware.hpp"
#include "forewarp/measure/run/power.hpp"
#include "forewarp/measure/run/run_jobs.hpp"
#include "forewarp/measure/run/sample_table.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "unit/measure/run/fake_device.hpp"
#include "unit/measure/run/fake_libraries.hpp"

namespace forewarp::run {
namespace {

constexpr const char* ptx = R"(.version 6.0
.target sm_50
.address_size 64
.visible .entry saxpy(.param .u64 x, .param .u64 y, .param .f32 a, .param .u32 n) { ret; }
.visible .entry busy() { ret; }
.visible .entry fault { ret; }
)";

std::vector<Argument> saxpy_arguments() {
  const auto floats = [](launch::FillKind kind, double low, double high) {
    return launch::Buffer{.element = ptx::Type::f32, .count = 100, .fill = {.kind = kind, .low = low, .high = high}};
  };
  return {{"x", floats(launch::FillKind::uniform, 0, 1)},
          {"y", floats(launch::FillKind::iota, 0, 1)},
          {"a", launch::Scalar{ptx::Type::f32, 0x40000000}},  // 2
          {"n", launch::Scalar{ptx::Type::u32, 100}}};
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

class Cuda : public ::testing::Test {
 protected:
  void SetUp() override {
    test::use_fake_libraries();
    device = open_hardware("cuda:0");
  }
  std::unique_ptr<Kernel> kernel(const std::string& entry) const {
    return device->compile({Language::ptx, ptx, "k.ptx"})->kernel(entry);
  }
  std::unique_ptr<Device> device;
};

TEST_F(Cuda, SaysWhatTheDeviceIs) {
  const DeviceInfo& info = device->info();

  EXPECT_EQ(info.name, "Fake V100");
  EXPECT_EQ(info.driver, "CUDA 12.4");
  EXPECT_EQ(info.compute_units, 80u);
  EXPECT_EQ(info.clock_hz, 1.53e9);
  EXPECT_EQ(info.memory_bytes, std::uint64_t{1} << 30);
  EXPECT_EQ(info.local_bytes, 96u << 10);
  EXPECT_EQ(info.compute_capability, 70u);
  EXPECT_EQ(info.sub_group, 32u);
  EXPECT_EQ(info.pci_bus, "0000:0A:00.0");
}

TEST_F(Cuda, IsListedAmongWhatIsHere) {
  const Hardware hardware = list_hardware();

  EXPECT_EQ(hardware.devices.back().spec, "cuda:0");
  for (const Missing& missing : hardware.missing) EXPECT_EQ(missing.what, "OpenCL");
}

TEST_F(Cuda, HandsArgumentsAndBuffersOver) {
  const auto saxpy = kernel("saxpy");
  saxpy->set_arguments(saxpy_arguments());

  const LaunchTime time = saxpy->launch({.grid = {4}, .block = {32}});

  std::vector<float> y(100), x(100);
  std::memcpy(y.data(), saxpy->read(1).data(), 400);
  std::memcpy(x.data(), launch::contents(std::get<launch::Buffer>(saxpy_arguments()[0].value)).data(), 400);
  for (std::size_t i = 0; i < 100; ++i) EXPECT_FLOAT_EQ(y[i], 2 * x[i] + static_cast<float>(i));
  EXPECT_EQ(time.clock, Clock::events);
  saxpy->refill();
  std::memcpy(y.data(), saxpy->read(1).data(), 400);
  EXPECT_EQ(y[99], 99.0f);
}

TEST_F(Cuda, TimesByEvents) {
  const auto busy = kernel("busy");
  busy->set_arguments({});

  const double seconds = busy->launch({.grid = {1}, .block = {32}}).seconds;

  EXPECT_GE(seconds, 1e-3);
  EXPECT_LT(seconds, 0.1);
  EXPECT_GE(busy->launch_many({.grid = {1}, .block = {32}}, 3), 3e-3);
}

TEST_F(Cuda, AsksForSharedMemoryBeyondWhatEveryKernelMayHave) {
  const auto busy = kernel("busy");
  busy->set_arguments({});

  (void)busy->launch({.grid = {1}, .block = {32}, .dynamic_shared_bytes = 64 << 10});

  EXPECT_NE(input_error([&] {
              (void)busy->launch({.grid = {1}, .block = {32}, .dynamic_shared_bytes = 97 << 10});
            }).find("allows at most 98304"),
            std::string::npos);
}

TEST_F(Cuda, NothingIsLaunchedWithArgumentsThatDoNotFit) {
  const auto saxpy = kernel("saxpy");
  std::vector<Argument> arguments = saxpy_arguments();

  EXPECT_EQ(input_error([&] { (void)saxpy->launch({.grid = {1}, .block = {32}}); }), "saxpy has no arguments yet");
  arguments.pop_back();
  EXPECT_EQ(input_error([&] { saxpy->set_arguments(arguments); }), "saxpy has 4 parameters, 3 arguments are given");
  arguments = saxpy_arguments();
  arguments[3].value = launch::Scalar{ptx::Type::u64, 1};
  EXPECT_EQ(input_error([&] { saxpy->set_arguments(arguments); }),
            "argument 'n' has 8 bytes, parameter 3 of saxpy has 4");
  arguments[3].value = LocalMemory{4};
  EXPECT_EQ(input_error([&] { saxpy->set_arguments(arguments); }),
            "argument 'n': CUDA has no local memory as an argument; use shared");
}

TEST_F(Cuda, AFaultNamesTheCallAndItsCode) {
  const auto fault = kernel("fault");
  fault->set_arguments({});

  try {
    (void)fault->launch({.grid = {1}, .block = {1}});
    FAIL() << "no error";
  } catch (const DeviceError& error) {
    EXPECT_STREQ(error.what(), "cuLaunchKernel: CUDA_ERROR_ILLEGAL_ADDRESS (700)");
  }
}

TEST_F(Cuda, CompilesCudaThroughNvrtc) {
  const auto program = device->compile({Language::cuda_cpp, "__global__ void saxpy(...) {}", "saxpy.cu"});

  EXPECT_NO_THROW(program->kernel("saxpy")->set_arguments(saxpy_arguments()));
  EXPECT_EQ(cuda::nvrtc_version(), "nvrtc 11.0");
}

TEST_F(Cuda, GivesTheCompilersLogWhole) {
  EXPECT_EQ(
      input_error([&] {
        (void)device->compile({Language::cuda_cpp, "#error", "saxpy.cu"});
      }),
      "saxpy.cu: does not compile (nvrtc 11.0):\nsaxpy.cu(1): error: #error\n1 error detected in the compilation");
  EXPECT_EQ(input_error([&] {
              (void)device->compile({Language::ptx, "nothing", "k.ptx"});
            }),
            "k.ptx: the driver does not accept this PTX: CUDA_ERROR_INVALID_PTX (218):\nptxas fatal: no .version");
  EXPECT_NE(input_error([&] {
              (void)device->compile({Language::opencl_c, "", "k.cl"});
            }).find("not OpenCL C"),
            std::string::npos);
}

TEST_F(Cuda, AnNvrtcThatDoesNotKnowTheGpuCompilesForWhatItKnows) {
  EXPECT_NE(cuda::compile_cuda({Language::cuda_cpp, "", "k.cu"}, 90, {}).find(".entry saxpy"), std::string::npos);
}

TEST_F(Cuda, NamesTheKernelsThereAre) {
  EXPECT_NE(input_error([&] { (void)kernel("daxpy"); }).find("busy"), std::string::npos);
}

TEST_F(Cuda, ThereIsNoOtherNumber) { EXPECT_THROW((void)open_hardware("cuda:1"), Unavailable); }

TEST_F(Cuda, ParametersAreReadOffTheDeclaration) {
  const auto bytes = cuda::parameter_bytes(R"(
.entry first ( .param .align 4 .b8 first_param_0[12], .param .u64 .ptr .global .align 8 p )
.entry second
{ }
.entry second_more() {})",
                                           "first");

  EXPECT_EQ(bytes, (std::vector<std::uint64_t>{12, 8}));
  EXPECT_EQ(cuda::parameter_bytes(".entry second_more(.param .f64 a) {}\n.entry second\n{}", "second"),
            std::vector<std::uint64_t>{});
  EXPECT_EQ(cuda::parameter_bytes(".entry f(", "f"), std::vector<std::uint64_t>{});
  EXPECT_FALSE(cuda::parameter_bytes(".entry f() {}", "g"));
}

TEST_F(Cuda, AFailedCallIsNamedWithItsCode) {
  EXPECT_NO_THROW(cuda::check(cuda::success, "cuInit"));
  try {
    cuda::check(cuda::error_not_found, "cuModuleGetFunction");
    FAIL() << "nothing is thrown";
  } catch (const DeviceError& error) {
    EXPECT_EQ(std::string(error.what()).rfind("cuModuleGetFunction: ", 0), 0u) << error.what();
    EXPECT_NE(std::string(error.what()).find("(500)"), std::string::npos) << error.what();
  }
}

TEST_F(Cuda, MemoryHasOneOwner) {
  device->compile({Language::ptx, ptx, "k.ptx"});  // makes the context current
  cuda::Memory first(16);
  const cuda::Pointer address = first.address();
  cuda::Memory second(std::move(first)), third;
  third = std::move(second);

  EXPECT_NE(address, 0u);
  EXPECT_EQ(third.address(), address);
  EXPECT_EQ(cuda::Memory().address(), 0u);
}

TEST_F(Cuda, DevicesAreNumberedInTheDriversOrder) {
  const std::vector<DeviceInfo> all = cuda::devices();

  ASSERT_FALSE(all.empty());
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i].spec, "cuda:" + std::to_string(i));
  EXPECT_EQ(cuda::open(0)->info().name, all[0].name);
  EXPECT_THROW((void)cuda::open(all.size()), Unavailable);
}

TEST_F(Cuda, ReadsPowerWhileAKernelRuns) {
  const auto busy = kernel("busy");
  busy->set_arguments({});
  const auto meter = open_nvml(device->info().pci_bus);

  const PowerReading reading = measure_power(*busy, {.grid = {1}, .block = {32}}, *meter, 0.3, {.idle_s = 0.3});

  EXPECT_NEAR(reading.watts, 250, 30);  // less where this process did not get to launch for 60 ms
  EXPECT_NEAR(reading.idle_watts, 60, 10);
  EXPECT_TRUE(reading.from_counter);
  EXPECT_GE(reading.seconds, 1e-3);
  EXPECT_GT(reading.launches, 10u);
  EXPECT_GT(reading.update_period_s, 2e-3);
  EXPECT_LT(reading.update_period_s, 0.05);
}

TEST_F(Cuda, SaysHowTheDeviceIsDoing) {
  const DeviceState state = open_nvml(device->info().pci_bus)->state();

  EXPECT_EQ(state.sm_clock_hz, 1.38e9);
  EXPECT_EQ(state.memory_clock_hz, 8.77e8);
  EXPECT_EQ(state.celsius, 61);
  EXPECT_TRUE(state.slowed_by_power);
  EXPECT_FALSE(state.slowed_by_heat);
  EXPECT_THROW((void)open_nvml("0000:0B:00.0"), Unavailable);
}

TEST_F(Cuda, ACampaignKeepsTimesAndPower) {
  const TemporaryFolder folder("cuda_campaign");
  const auto store = open_csv_store(folder / "samples.csv");
  Job job = test::job("busy");
  job.code = {Language::ptx, ptx, "k.ptx"};
  job.trials = 5;
  job.power_s = 0.2;
  constexpr unsigned readings = 3;
  const auto meter = open_nvml(device->info().pci_bus);
  CampaignOptions options;
  options.pass_seconds = 0;
  options.power_readings = readings;

  EXPECT_TRUE(run_jobs(*device, std::vector{job}, *store, options, nullptr, meter.get()).failures.empty());
  (void)run_jobs(*device, std::vector{job}, *store, options, nullptr, meter.get());

  std::size_t trials = 0, power = 0;
  for (const Sample& sample : store->read().samples) {
    trials += sample.kind == SampleKind::trial;
    EXPECT_EQ(sample.sm_clock_hz, 1.38e9);
    EXPECT_EQ(sample.memory_clock_hz, 8.77e8);
    EXPECT_EQ(sample.celsius, 61);
    if (sample.kind == SampleKind::trial) {
      EXPECT_GE(sample.host_seconds, sample.seconds);
    }
    if (sample.kind != SampleKind::power) continue;
    EXPECT_EQ(sample.trial, power);
    EXPECT_NEAR(sample.joules, sample.watts * sample.seconds, 1e-9);
    ++power;
    EXPECT_NEAR(sample.watts, 250, 30);
    EXPECT_NEAR(sample.idle_watts, 60, 10);
  }
  EXPECT_GE(trials, 5u);
  EXPECT_LE(trials, 10u);  // a busy machine may take as many again
  EXPECT_EQ(power, readings);
  const DeviceReport report = device_reports(store->read()).front();
  EXPECT_NEAR(report.idle_watts, 60, 10);
  EXPECT_GT(report.power_period_s, 2e-3);
  EXPECT_EQ(job_table(store->read()).numbers("power readings").front(), readings);
  EXPECT_TRUE(store->read().settings.contains({device_key(device->info()), "slowed by power"}));
}

/// y = a x + y is another y each time (braun2020, section 4.1, leaves such kernels out).
TEST_F(Cuda, NoPowerIsReadOfAKernelThatLoopingMakesDoSomethingElse) {
  const auto store = open_sqlite_store(":memory:");
  Job job = test::job("saxpy");
  job.code = {Language::ptx, ptx, "k.ptx"};
  job.arguments = saxpy_arguments();
  job.trials = 5;
  job.power_s = 0.2;
  const auto meter = open_nvml(device->info().pci_bus);
  CampaignOptions options;
  options.pass_seconds = 0;

  EXPECT_TRUE(run_jobs(*device, std::vector{job}, *store, options, nullptr, meter.get()).failures.empty());

  const Table table = job_table(store->read());
  EXPECT_EQ(table.numbers("power readings").front(), 0);
  EXPECT_EQ(table.texts("no power").front(), "looping changes what the kernel leaves");
  EXPECT_GE(table.numbers("trials").front(), 5);
}

}  // namespace
}  // namespace forewarp::run

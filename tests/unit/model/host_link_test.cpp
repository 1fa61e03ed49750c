// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Buffers in host memory: what crosses the link to the host, and how long that takes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/model/bounds/bounds.hpp"
#include "forewarp/model/bounds/resource_cycles.hpp"
#include "forewarp/model/bounds/roof.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/model.hpp"
#include "unit/model/test_device.hpp"

namespace forewarp::model {
namespace {

using device::DeviceSpec;

/// A link of 10 GB/s, of which 8 can be had, that keeps 100 reads of 1 us in flight: 12.8 GB/s of whole lines.
DeviceSpec with_link() {
  DeviceSpec d = a_device();
  d.host_bytes_per_s = 10e9;
  d.host_share = 0.8;
  d.host_latency_s = 1e-6;
  d.host_reads_in_flight = 100;
  return d;
}

Demand reading(double bytes, double lines) {
  Demand d = blocks_of_eight_warps(1000);
  d.host.read_bytes = d.host.read_bytes_once = bytes;
  d.host.read_lines = lines;
  return d;
}

double busy(const Demand& d) { return host_link_seconds(d, with_link(), nominal(with_link())); }

TEST(HostLink, TakesTheBytesOverWhatCanBeHadOfIt) {
  const Demand d = reading(8e6, 8e6 / 128);
  EXPECT_DOUBLE_EQ(busy(d), 1e-3);

  const Prediction p = bounds(d, with_link());
  EXPECT_EQ(p.limiter, "host link");
  EXPECT_DOUBLE_EQ(time_of(p, "host link"), 1e-3);
  EXPECT_NEAR(p.time_s, 1e-3, 5e-5);
  EXPECT_EQ(time_of(p, "dram"), 0);
}

TEST(HostLink, CarriesBothDirectionsAtTheSameTime) {
  Demand d = reading(8e6, 8e6 / 128);
  d.host.written_bytes = d.host.written_bytes_once = 4e6;
  EXPECT_DOUBLE_EQ(busy(d), 1e-3);
  d.host.written_bytes = 16e6;
  EXPECT_DOUBLE_EQ(busy(d), 2e-3);
}

TEST(HostLink, KeepsSoManyReadsInFlight) {
  // 32 bytes a request: 100 requests a microsecond carry 3.2 GB/s.
  EXPECT_DOUBLE_EQ(busy(reading(8e6, 8e6 / 32)), 2.5e-3);

  DeviceSpec unlimited = with_link();
  unlimited.host_reads_in_flight = 0;
  EXPECT_DOUBLE_EQ(host_link_seconds(reading(8e6, 8e6 / 32), unlimited, nominal(unlimited)), 1e-3);
}

TEST(HostLink, LatencyIsThatOfTheLoadsThatGoThere) {
  Demand d = blocks_of_eight_warps(10);
  d.path.global = 100;
  const double own = path_cycles(d, with_link(), nominal(with_link()));
  d.host.load_share = 1;
  EXPECT_DOUBLE_EQ(own, 100 * 400);
  EXPECT_DOUBLE_EQ(path_cycles(d, with_link(), nominal(with_link())), 100 * 1000);  // 1 us at 1 GHz
  d.host.load_share = 0.5;
  EXPECT_DOUBLE_EQ(path_cycles(d, with_link(), nominal(with_link())), 100 * 700);
}

TEST(HostLink, TheLowEndOfTheRangeTakesCachesToKeepWhatIsRead) {
  Demand d = reading(80e6, 80e6 / 128);
  d.host.read_bytes_once = 8e6;
  const Prediction p = bounds(d, with_link());

  EXPECT_NEAR(p.time_s, 10e-3, 1e-4);
  EXPECT_LT(p.low_s, 1.1e-3);
  EXPECT_GE(p.low_s, 8e6 / 10e9);
}

TEST(HostLink, ThatIsNotKnownIsSaidAndTheTimeIsOfTheDevicesMemory) {
  const Prediction p = bounds(reading(8e6, 8e6 / 128), a_device());

  EXPECT_EQ(time_of(p, "host link"), 0);
  EXPECT_TRUE(std::ranges::any_of(p.notes, [](const std::string& note) {
    return note.starts_with("the device file of round has no link to the host") && note.ends_with("a lower bound");
  }));
  for (const std::string& note : bounds(reading(8e6, 1), with_link()).notes)
    EXPECT_EQ(note.find("link to the host"), std::string::npos);
}

TEST(HostLink, InAMemoryOfBothALoadWaitsForDram) {
  DeviceSpec shared = a_device();
  shared.integrated = true;
  Demand d = blocks_of_eight_warps(10);
  d.path.global = 100;
  d.host.load_share = 1;

  EXPECT_DOUBLE_EQ(path_cycles(d, shared, nominal(shared)), 100 * shared.dram_latency);
  for (const std::string& note : bounds(reading(8e6, 8e6 / 128), shared).notes)
    EXPECT_EQ(note.find("link to the host"), std::string::npos);
}

/// n elements of 16 bytes, one a thread.
profile::Profile copy_of(std::uint64_t elements, bool is_from_host, bool is_to_host) {
  const ptx::Module module = ptx::parse(R"(.version 7.0
.target sm_20
.address_size 64
.visible .entry copy(.param .u64 from, .param .u64 to)
{
  .reg .b32 %r<5>; .reg .b64 %rd<6>; .reg .f32 %f<5>;
  ld.param.u64 %rd1, [from];
  ld.param.u64 %rd2, [to];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  mul.wide.u32 %rd3, %r4, 16;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd4];
  st.global.v4.f32 [%rd5], {%f1, %f2, %f3, %f4};
  ret;
}
)",
                                        "copy.ptx");
  const auto buffer = [&](bool host) {
    return launch::Buffer{.element = ptx::Type::f32, .count = 4 * elements, .fill = {}, .host = host};
  };
  launch::Launch launch;
  launch.entry = "copy";
  launch.block = {256, 1, 1};
  launch.grid = {static_cast<std::uint32_t>(elements / 256), 1, 1};
  launch.arguments = {{"from", buffer(is_from_host)}, {"to", buffer(is_to_host)}};
  return profile::profile(module, launch);
}

constexpr double mib_256 = 268435456;

struct Reached {
  const char* device;
  double gb_per_s;  ///< from pinned memory
};
class HostCopies : public ::testing::TestWithParam<Reached> {};

TEST_P(HostCopies, ReachWhatCopiesFromPinnedMemoryDo) {
  const DeviceSpec device = device::find_device(GetParam().device);
  const Prediction read = predict(copy_of(16777216, true, false), device);
  const Prediction write = predict(copy_of(16777216, false, true), device);

  EXPECT_EQ(read.limiter, "host link");
  EXPECT_NEAR(mib_256 / read.time_s / 1e9, GetParam().gb_per_s, 0.04 * GetParam().gb_per_s);
  EXPECT_NEAR(mib_256 / write.time_s / 1e9, GetParam().gb_per_s, 0.04 * GetParam().gb_per_s);
  // What is read crosses the link alone, what is written goes to the device's memory.
  EXPECT_NEAR(time_of(read, "dram"), mib_256 / device.dram_bytes_per_s / device.dram_share,
              0.2 * time_of(read, "dram"));
}

INSTANTIATE_TEST_SUITE_P(Generations, HostCopies,
                         ::testing::Values(Reached{"K20", 6}, Reached{"V100", 12.3}, Reached{"A100", 25},
                                           Reached{"H100 PCIe", 55}, Reached{"H100", 55}, Reached{"GH200", 375}),
                         [](const auto& reached) {
                           std::string name = reached.param.device;
                           std::erase(name, ' ');
                           return name;
                         });

TEST(HostLink, BothWaysAtOnceTakesNoLongerThanOne) {
  const DeviceSpec h100 = device::find_device("H100 PCIe");
  const double one = predict(copy_of(16777216, true, false), h100).time_s;
  EXPECT_NEAR(predict(copy_of(16777216, true, true), h100).time_s, one, 0.02 * one);
}

TEST(HostLink, InAMemoryOfBothACopyTakesAsLongAsOnTheDevice) {
  DeviceSpec shared = device::find_device("V100");
  shared.host_bytes_per_s = shared.host_share = shared.host_latency_s = 0;
  shared.integrated = true;

  const Prediction zero_copy = predict(copy_of(16777216, true, false), shared);

  EXPECT_EQ(zero_copy.limiter, "dram");
  EXPECT_NEAR(zero_copy.time_s, predict(copy_of(16777216, false, false), shared).time_s, 0.02 * zero_copy.time_s);
}

TEST(HostLink, NoZeroCopyBeatsADataSheet) {
  const Summary copy = summarise(copy_of(16777216, true, true));
  std::size_t with = 0, without = 0;
  for (const DeviceSpec& device : device::shipped_devices()) {
    const Prediction p = predict(copy, device);
    ++(device.host_bytes_per_s > 0 ? with : without);
    if (device.host_bytes_per_s == 0) {
      EXPECT_TRUE(device.integrated) << device.name;
      EXPECT_GE(p.low_s, 2 * mib_256 / device.dram_bytes_per_s * (1 - 1e-9)) << device.name;
      continue;
    }
    EXPECT_GE(p.time_s, mib_256 / device.host_bytes_per_s) << device.name;
    EXPECT_GE(p.low_s, mib_256 / device.host_bytes_per_s * (1 - 1e-9)) << device.name;
    EXPECT_EQ(p.roofs.front().name, "host link") << device.name;
  }
  EXPECT_GT(with, 100U);
  EXPECT_GT(without, 0U);
}

}  // namespace
}  // namespace forewarp::model

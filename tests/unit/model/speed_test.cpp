// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Rates and shares of peaks against values worked by hand, and no share above 1 on any device that ships.
#include "forewarp/model/bounds/speed.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>

#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/model/bounds/roof.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/support/error.hpp"
#include "source_dir.hpp"
#include "unit/model/test_device.hpp"

namespace forewarp::model {
namespace {

profile::Profile profile_of(const std::string& name, const std::string& size) {
  ::setenv("FOREWARP_CACHE", "off", 1);
  kernel::Request request;
  request.path = std::string(forewarp::test::source_dir()) + "/kernels/" + name;
  request.set = {size};
  const kernel::Kernel kernel = kernel::load(request);
  return profile::profile(*kernel.module, kernel.launch, {});
}

Speed speed_on(const Prediction& p) { return speed_of(p.work, p.time_s); }

/// c = a + b over 2^26 floats: 2^26 additions; 3 * 4 * 2^26 = 805,306,368 bytes. V100: 80 SMs * 64 lanes * 2 * 1.53 GHz
/// = 15.67 TFLOP/s, and 900 GB/s.
TEST(Speed, OfAVectorAddIsAsWorkedByHand) {
  const device::DeviceSpec v100 = device::find_device("V100");
  const Prediction p = predict(profile_of("vector_add", "n=67108864"), v100, Caches::cold);

  const Speed speed = speed_on(p);

  EXPECT_EQ(speed.unit, "fp32");
  EXPECT_NEAR(speed.operations.per_s, 67108864 / p.time_s, 1);
  EXPECT_NEAR(speed.operations.peak_per_s, 80 * 64 * 2 * 1.53e9, 1);
  EXPECT_NEAR(speed.dram.per_s, 805306368 / p.time_s, 1e-3 * 805306368 / p.time_s);
  EXPECT_DOUBLE_EQ(speed.dram.peak_per_s, 900e9);
  EXPECT_NEAR(speed.dram.share(), 805306368 / 900e9 / p.time_s, 1e-3);
  EXPECT_EQ(speed.memory.resource, "dram");
  EXPECT_DOUBLE_EQ(speed.memory.share, speed.dram.share());
  EXPECT_GT(speed.dram.share(), 0.8);
  EXPECT_LT(speed.operations.share(), 0.01);
}

/// 2 * 1024^3 = 2,147,483,648 operations, one multiply-add a step of the inner loop.
TEST(Speed, OfAMatrixProductCountsAMultiplyAddAsTwoOperations) {
  const Prediction p = predict(profile_of("matmul_tiled", "n=1024"), device::find_device("V100"));

  const Speed speed = speed_on(p);

  EXPECT_EQ(speed.unit, "fp32");
  EXPECT_NEAR(speed.operations.per_s, 2147483648.0 / p.time_s, 1e-6 * speed.operations.per_s);
  EXPECT_NEAR(speed.operations.share(), 2147483648.0 / p.time_s / (80 * 64 * 2 * 1.53e9), 1e-6);
  EXPECT_GE(speed.compute.share, speed.operations.share());
}

/// 80 blocks of 8 warps, 1000 FMA a warp: 640,000 warp instructions of 32 lanes and 2 operations. Ten SMs of 128 lanes
/// at 1 GHz: 640,000 * 32 / (10 * 128) = 16,000 cycles, 16 us; issue: 640,000 / (10 * 4) = 16,000 cycles as well.
TEST(Speed, SharesAreTimesAtThePeakOverTheTime) {
  Demand d = blocks_of_eight_warps(80);
  d.issue = d.fp32 = 640000;
  d.operations[static_cast<std::size_t>(FloatUnit::fp32)] = 640000.0 * 32 * 2;
  d.dram_bytes = 400000;  // 4 us of 100 GB/s

  const Speed speed = speed_of(work_of(d, a_device()), 20e-6);

  EXPECT_NEAR(speed.compute.share, 0.8, 1e-12);
  EXPECT_NEAR(speed.operations.per_s, 2.048e12, 1);
  EXPECT_NEAR(speed.operations.share(), 0.8, 1e-12);
  EXPECT_EQ(speed.memory.resource, "dram");
  EXPECT_NEAR(speed.memory.share, 0.2, 1e-12);
  EXPECT_NEAR(speed.dram.per_s, 20e9, 1e-3);
}

/// A model that is faster than the counted work allows is not believed.
TEST(Speed, NoShareIsAboveOne) {
  Demand d = blocks_of_eight_warps(80);
  d.issue = d.fp32 = 640000;
  d.operations[static_cast<std::size_t>(FloatUnit::fp32)] = 640000.0 * 32 * 2;
  d.dram_bytes = 400000;

  const Speed speed = speed_of(work_of(d, a_device()), 1e-6);

  EXPECT_DOUBLE_EQ(speed.compute.share, 1);
  EXPECT_DOUBLE_EQ(speed.operations.share(), 1);
  EXPECT_DOUBLE_EQ(speed.dram.share(), 1);
  EXPECT_DOUBLE_EQ(speed.dram.per_s, 100e9);
}

TEST(Speed, ATimeThatIsNotPositiveIsRefused) { EXPECT_THROW((void)speed_of({}, 0), InputError); }

/// Without tensor cores their operations run on packed halves: the peak is that of these.
TEST(Speed, ADeviceWithoutTensorCoresHasThePeakOfWhatExecutesTheirOperations) {
  device::DeviceSpec plain = a_device();
  plain.throughput.tensor_f16 = 0;
  Demand d = blocks_of_eight_warps(80);
  d.operations[static_cast<std::size_t>(FloatUnit::tensor_f16)] = 1e9;

  const Work work = work_of(d, plain);

  EXPECT_EQ(work.unit, FloatUnit::fp16);
  EXPECT_DOUBLE_EQ(work.peak_operations, 2 * 256.0 * 10 * 1e9);
  EXPECT_DOUBLE_EQ(work.operations, 1e9);
}

/// The bounds model leaves every resource at or below its peak before anything is cut off.
TEST(Speed, NoResourceIsBusyForLongerThanThePredictedTimeOnAnyDevice) {
  for (const auto& [name, size] : {std::pair{"vector_add", "n=67108864"},
                                   {"vector_add", "n=1048576"},
                                   {"matmul_tiled", "n=1024"},
                                   {"histogram", "n=1048576"},
                                   {"transpose_naive", "n=2048"}}) {
    const Summary summary = summarise(profile_of(name, size));
    for (const device::DeviceSpec& device : device::shipped_devices()) {
      std::optional<Prediction> p;
      try {
        p = predict(summary, device);
      } catch (const InputError&) {
        continue;
      }
      const Work& w = p->work;
      EXPECT_LE(w.compute.time_s, p->time_s * (1 + 1e-9))
          << name << " on " << device.name << ": " << w.compute.resource;
      EXPECT_LE(w.memory.time_s, p->time_s * (1 + 1e-9)) << name << " on " << device.name << ": " << w.memory.resource;
      EXPECT_LE(w.operations, w.peak_operations * p->time_s * (1 + 1e-9)) << name << " on " << device.name;
      EXPECT_LE(w.dram_bytes, w.peak_dram_bytes * p->time_s * (1 + 1e-9)) << name << " on " << device.name;
    }
  }
}

}  // namespace
}  // namespace forewarp::model

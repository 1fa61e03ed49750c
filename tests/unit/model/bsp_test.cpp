// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bsp/bsp.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "forewarp/model/device/database.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::model::bsp {
namespace {

TEST(Bsp, ComputationCountsEachOperationAtItsCycles) {
  // 10 * 2 + 1 * 24 + 2 * 32 + 0.5 * 96
  EXPECT_DOUBLE_EQ(computation_cycles({.fma = 10, .add = 1, .multiply = 2, .divide = 0.5}), 156);
}

TEST(Bsp, GlobalAccessesThatHitACacheCostItsLatency) {
  // Eq. 4: (8 + 2 - 1 - 3) * 500 + 1 * 5 + 3 * 250
  EXPECT_DOUBLE_EQ(global_cycles({.global_loads = 8, .global_stores = 2, .l1_hits = 1, .l2_hits = 3}), 3755);
}

TEST(Bsp, SharedAccessesCostFiveCycles) {
  // Eq. 5: (4 + 1) * 5
  EXPECT_DOUBLE_EQ(shared_cycles({.shared_loads = 4, .shared_stores = 1}), 25);
}

TEST(Bsp, TheTimeOfAVectorAddition) {
  // Table 4: comp 24, ld1 2, st1 1. Eq. 3 with 1e6 threads on 2880 cores at 745 MHz:
  // 1e6 * (24 + 3 * 500) / (745e6 * 2880) = 1.524e9 / 2.1456e12 s
  const Kernel addition{.threads = 1e6, .computation_cycles = 24, .accesses = {.global_loads = 2, .global_stores = 1}};
  const Processor k40{.clock_hz = 745e6, .cores = 2880};

  EXPECT_NEAR(kernel_time_s(addition, k40), 7.1029e-4, 1e-8);
  EXPECT_NEAR(kernel_time_s(addition, k40, 10), 7.1029e-5, 1e-9);
}

TEST(Bsp, LambdaIsWhatMakesTheMeasuredRunExact) {
  const Kernel kernel{.threads = 4096, .computation_cycles = 10, .accesses = {.global_loads = 1}};
  const Processor processor{.clock_hz = 1e9, .cores = 1024};

  // 4096 * 510 / (1e9 * 1024) = 2.04e-6 s; measured 1.02e-6 s
  const double lambda = lambda_of(kernel, processor, 1.02e-6);

  EXPECT_DOUBLE_EQ(lambda, 2);
  EXPECT_DOUBLE_EQ(kernel_time_s(kernel, processor, lambda), 1.02e-6);
}

TEST(Bsp, AThreadThatOnlyReadsSharedMemoryTakesItsLatency) {
  EXPECT_DOUBLE_EQ(kernel_time_s({.threads = 1, .accesses = {.shared_loads = 1}}, {.clock_hz = 1, .cores = 1}), 5);
}

TEST(Bsp, ADevicesCoresAreThoseOfAllItsSms) {
  const Processor k20 = processor_of(device::find_device("K20"));

  EXPECT_DOUBLE_EQ(k20.cores, 13 * 192);
  EXPECT_DOUBLE_EQ(k20.clock_hz, 706e6);
}

TEST(Bsp, ImpossibleNumbersAreRefused) {
  const Kernel kernel{.threads = 1, .computation_cycles = 1, .accesses = {}};

  EXPECT_THROW((void)global_cycles({.global_loads = 1, .l1_hits = 1, .l2_hits = 1}), InputError);
  EXPECT_THROW((void)shared_cycles({.shared_loads = -1}), InputError);
  EXPECT_THROW((void)computation_cycles({.fma = -1}), InputError);
  EXPECT_THROW((void)kernel_time_s(kernel, {.clock_hz = 0, .cores = 1}), InputError);
  EXPECT_THROW((void)kernel_time_s(kernel, {.clock_hz = 1, .cores = 1}, 0), InputError);
  EXPECT_THROW((void)kernel_time_s({}, {.clock_hz = 1, .cores = 1}), InputError);
  EXPECT_THROW((void)lambda_of(kernel, {.clock_hz = 1, .cores = 1}, 0), InputError);
}

}  // namespace
}  // namespace forewarp::model::bsp

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// No prediction beats a data sheet: loops that do nothing but one operation, and a copy, on every device that ships.
#include "forewarp/model/bounds/roof.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <optional>

#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/model/bounds/bounds.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/support/error.hpp"
#include "unit/model/test_device.hpp"

namespace forewarp::model {
namespace {

using device::DeviceSpec;

constexpr unsigned rounds = 2000, unrolled = 8, blocks = 4320, threads = 256;

profile::Profile profile_of(const std::string& ptx, launch::Dim3 grid, std::vector<launch::Argument> arguments = {}) {
  const ptx::Module module = ptx::parse(".version 8.0\n.target sm_80\n.address_size 64\n" + ptx, "peak.ptx");
  launch::Launch launch;
  launch.entry = "peak";
  launch.grid = grid;
  launch.block = {threads, 1, 1};
  launch.arguments = std::move(arguments);
  return profile::profile(module, launch);
}

/// A loop of nothing but instructions that do not wait for each other.
profile::Profile loop_of(const std::function<std::string(unsigned)>& instruction) {
  std::string body;
  for (unsigned k = 0; k < unrolled; ++k) body += "  " + instruction(k) + ";\n";
  return profile_of(
      ".visible .entry peak()\n{\n"
      "  .reg .pred %p<2>; .reg .b32 %i<2>; .reg .b32 %a<4>; .reg .b32 %b<2>; .reg .b32 %c<32>;\n"
      "  .reg .f32 %f<32>; .reg .f64 %d<16>; .reg .f64 %e<2>;\n  mov.u32 %i1, 0;\nLOOP:\n" +
          body + fmt::format("  add.u32 %i1, %i1, 1;\n  setp.lt.u32 %p1, %i1, {};\n", rounds) +
          "  @%p1 bra LOOP;\n  ret;\n}\n",
      {blocks, 1, 1});
}

std::string registers(const char* bank, unsigned first, unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i) text += fmt::format("{}%{}{}", i > 0 ? ", " : "", bank, first + i);
  return "{" + text + "}";
}

struct Product {
  const char *shape, *types;
  const char* bank;  ///< of the sums: f, c or d
  unsigned sums, a, b;
};

std::string mma(const Product& p, unsigned k) {
  const std::string sums = registers(p.bank, k * p.sums, p.sums);
  const bool doubles = p.bank[0] == 'd';
  return fmt::format("mma.sync.aligned.{}.row.col.{} {}, {}, {}, {}", p.shape, p.types, sums,
                     registers(doubles ? "e" : "a", 0, p.a), registers(doubles ? "e" : "b", 0, p.b), sums);
}

constexpr Product f16_f16{"m16n8k16", "f16.f16.f16.f16", "c", 2, 4, 2};
constexpr Product f16_f32{"m16n8k16", "f32.f16.f16.f32", "f", 4, 4, 2};
constexpr Product bf16{"m16n8k16", "f32.bf16.bf16.f32", "f", 4, 4, 2};
constexpr Product tf32{"m16n8k8", "f32.tf32.tf32.f32", "f", 4, 4, 2};
constexpr Product s8{"m16n8k32", "s32.s8.s8.s32", "c", 4, 4, 2};
/// What Turing and Volta have.
constexpr Product f16_f16_older{"m16n8k8", "f16.f16.f16.f16", "c", 2, 2, 1};
constexpr Product f16_f32_older{"m16n8k8", "f32.f16.f16.f32", "f", 4, 2, 1};
constexpr Product s8_older{"m8n8k16", "s32.s8.s8.s32", "c", 2, 1, 1};
constexpr Product f64{"m8n8k4", "f64.f64.f64.f64", "d", 2, 1, 1};

profile::Profile products(const Product& p) {
  return loop_of([&](unsigned k) { return mma(p, k); });
}

/// Operations of a loop of instructions with so many multiply-adds a warp.
double operations(double multiply_adds) { return 2 * multiply_adds * unrolled * rounds * blocks * (threads / 32.0); }

/// Nothing where the device lacks the instruction.
std::optional<Prediction> on(const Summary& summary, const DeviceSpec& device, Caches caches = Caches::usual) {
  try {
    return predict(summary, device, caches);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

double clock_of(const DeviceSpec& d) { return std::max(d.boost_hz, d.sustained_hz); }
double tensor_clock(const DeviceSpec& d) { return (d.tensor_hz > 0 ? d.tensor_hz / d.boost_hz : 1) * clock_of(d); }

double lanes_of_halves(const DeviceSpec& d) { return d.throughput.fp16 > 0 ? d.throughput.fp16 : d.throughput.fp32; }
double tensor_f16(const DeviceSpec& d) {
  return d.throughput.tensor_f16 > 0 ? d.throughput.tensor_f16 : lanes_of_halves(d);
}
double tensor_f16_f32(const DeviceSpec& d) {
  return d.throughput.tensor_f16_f32 > 0 ? std::min(d.throughput.tensor_f16_f32, tensor_f16(d)) : tensor_f16(d);
}

/// Time and range against a peak of operations a second; 0: the device has none.
void expect_below(const profile::Profile& profile, double work, const std::function<double(const DeviceSpec&)>& peak) {
  const Summary summary = summarise(profile);
  std::size_t ran = 0;
  for (const DeviceSpec& device : device::shipped_devices()) {
    const std::optional<Prediction> p = on(summary, device);
    if (!p) continue;
    ++ran;
    const double least = work / peak(device);
    EXPECT_GE(p->time_s, least * (1 - 1e-9)) << device.name;
    EXPECT_GE(p->low_s, least * (1 - 1e-9)) << device.name;
    EXPECT_GE(p->high_s, p->time_s) << device.name;
    EXPECT_LE(p->low_s, p->time_s) << device.name;
  }
  EXPECT_GT(ran, 20U);
}

TEST(Roof, NoLoopOfSinglePrecisionMultiplyAddsBeatsADataSheet) {
  expect_below(loop_of([](unsigned k) { return fmt::format("fma.rn.f32 %f{0}, %f{0}, %f31, %f30", k); }),
               operations(32), [](const DeviceSpec& d) { return 2 * d.sms * d.throughput.fp32 * clock_of(d); });
}

TEST(Roof, NoLoopOfDoublePrecisionMultiplyAddsBeatsADataSheet) {
  expect_below(loop_of([](unsigned k) { return fmt::format("fma.rn.f64 %d{0}, %d{0}, %d15, %d14", k); }),
               operations(32), [](const DeviceSpec& d) { return 2 * d.sms * d.throughput.fp64 * clock_of(d); });
}

TEST(Roof, NoLoopOfPackedHalfPrecisionMultiplyAddsBeatsADataSheet) {
  expect_below(loop_of([](unsigned k) { return fmt::format("fma.rn.f16x2 %c{0}, %c{0}, %c31, %c30", k); }),
               operations(64), [](const DeviceSpec& d) { return 2 * d.sms * lanes_of_halves(d) * clock_of(d); });
}

TEST(Roof, NoLoopOfTensorProductsBeatsADataSheet) {
  expect_below(products(f16_f16), operations(16 * 8 * 16),
               [](const DeviceSpec& d) { return 2 * d.sms * tensor_f16(d) * tensor_clock(d); });
  expect_below(products(f16_f32), operations(16 * 8 * 16),
               [](const DeviceSpec& d) { return 2 * d.sms * tensor_f16_f32(d) * tensor_clock(d); });
  expect_below(products(f16_f32_older), operations(16 * 8 * 8),
               [](const DeviceSpec& d) { return 2 * d.sms * tensor_f16_f32(d) * tensor_clock(d); });
  expect_below(products(bf16), operations(16 * 8 * 16),
               [](const DeviceSpec& d) { return 2 * d.sms * tensor_f16_f32(d) * tensor_clock(d); });
  expect_below(products(s8), operations(16 * 8 * 32),
               [](const DeviceSpec& d) { return 4 * d.sms * tensor_f16(d) * tensor_clock(d); });
  expect_below(products(tf32), operations(16 * 8 * 8), [](const DeviceSpec& d) {
    return 2 * d.sms * (d.throughput.tensor_tf32 > 0 ? d.throughput.tensor_tf32 : d.throughput.fp32) * tensor_clock(d);
  });
  expect_below(products(f64), operations(8 * 8 * 4), [](const DeviceSpec& d) {
    return 2 * d.sms * std::max(d.throughput.fp64, d.throughput.tensor_f64) * clock_of(d);
  });
}

/// TFLOP/s (TOP/s) without sparsity, as NVIDIA's data sheets and the whitepapers' appendices print them; 0: not
/// printed.
struct Published {
  const char* device;
  double f16_f16, f16_f32, tf32, s8;
};

class PublishedPeaks : public ::testing::TestWithParam<Published> {};

TEST_P(PublishedPeaks, AreWhatALoopOfTensorProductsReachesAtBest) {
  const Published& published = GetParam();
  const DeviceSpec device = device::find_device(published.device);
  const auto check = [&](const Product& product, double multiply_adds, double peak) {
    if (peak == 0) return;
    const Prediction p = predict(products(product), device);
    const double reached = operations(multiply_adds) / p.time_s / 1e12;
    EXPECT_LE(reached, 1.015 * peak) << product.types;  // data sheets round
    EXPECT_LE(operations(multiply_adds) / p.low_s / 1e12, 1.015 * peak) << product.types;
    // and not far below: mma.sync of Hopper 65 %, launch and tail besides
    EXPECT_GE(reached, 0.9 * device.mma_sync_share * peak) << product.types;
  };
  if (device.compute_capability < 80) {
    check(f16_f16_older, 16 * 8 * 8, published.f16_f16);
    check(f16_f32_older, 16 * 8 * 8, published.f16_f32);
    check(s8_older, 8 * 8 * 16, published.s8);
    return;
  }
  check(f16_f16, 16 * 8 * 16, published.f16_f16);
  check(f16_f32, 16 * 8 * 16, published.f16_f32);
  check(bf16, 16 * 8 * 16, published.f16_f32);
  check(tf32, 16 * 8 * 8, published.tf32);
  check(s8, 16 * 8 * 32, published.s8);
}

INSTANTIATE_TEST_SUITE_P(
    DataSheets, PublishedPeaks,
    ::testing::Values(Published{"V100", 125, 125, 0, 0},
                      Published{"RTX 2080 Ti", 113.8, 56.9, 0, 227.7},  // Founders Edition
                      Published{"Titan RTX", 130.5, 130.5, 0, 261}, Published{"T4", 65, 65, 0, 130},
                      Published{"A100", 312, 312, 156, 624}, Published{"RTX 3090", 142.3, 71.2, 35.6, 284.7},
                      Published{"RTX A6000", 154.8, 154.8, 77.4, 309.7}, Published{"A10", 125, 125, 62.5, 250},
                      Published{"A10G", 70, 70, 35, 140}, Published{"RTX 4090", 330.3, 165.2, 82.6, 660.6},
                      Published{"L4", 121, 121, 60.5, 242}, Published{"L40", 181.05, 181.05, 90.5, 362},
                      Published{"L40S", 366, 366, 183, 733}, Published{"H100", 989.4, 989.4, 494.7, 1978.9},
                      Published{"H100 PCIe", 756, 756, 378, 1513}, Published{"RTX 5090", 419, 209.5, 104.8, 838},
                      Published{"RTX PRO 6000", 503.8, 503.8, 251.9, 1007.6}),
    [](const auto& published) {
      std::string name = published.param.device;
      std::erase(name, ' ');
      return name;
    });

TEST(Roof, ProductsOfOneWarpReachLessOnHopperThanThoseOfAWarpGroup) {
  const DeviceSpec h100 = device::find_device("H100");
  const Summary one_warp = summarise(products(f16_f32));
  Summary group = one_warp;
  group.tensor_of_one_warp = {};

  EXPECT_NEAR(predict(group, h100).time_s / predict(one_warp, h100).time_s, 0.65, 0.02);
}

TEST(Roof, NoCopyBeatsADataSheet) {
  constexpr std::uint64_t elements = 1U << 28;  // 1 GiB each way: larger than any L2 that ships
  const profile::Profile copy = profile_of(
      R"(.visible .entry peak(.param .u64 from, .param .u64 to)
{
  .reg .b32 %r<5>; .reg .b64 %rd<6>; .reg .f32 %f<2>;
  ld.param.u64 %rd1, [from];
  ld.param.u64 %rd2, [to];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  mul.wide.u32 %rd3, %r4, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  ld.global.f32 %f1, [%rd4];
  st.global.f32 [%rd5], %f1;
  ret;
}
)",
      {elements / threads, 1, 1},
      {{"from", launch::Buffer{ptx::Type::f32, elements, {}}}, {"to", launch::Buffer{ptx::Type::f32, elements, {}}}});

  expect_below(copy, 8.0 * elements, [](const DeviceSpec& d) { return d.dram_bytes_per_s; });
}

TEST(Caches, ColdIsSlowerAndWarmFasterWhereACopyFitsInL2) {
  Summary copy;  // 8 MiB each way on an A100, whose L2 holds 40
  copy.grid = {1024, 1, 1};
  copy.blocks = 1024, copy.threads_per_block = threads, copy.warps = 8192, copy.registers = 16;
  copy.load_sectors = copy.store_sectors = copy.reuse.first = copy.reuse.total = 262144;
  copy.store_bytes = 32 * copy.store_sectors;
  copy.per_block = {512, 256, 256};
  copy.total = {524288, 262144, 262144};
  const DeviceSpec a100 = device::find_device("A100");

  const Prediction usual = predict(copy, a100), cold = predict(copy, a100, Caches::cold),
                   warm = predict(copy, a100, Caches::warm);

  // 8 MiB at 1555 GB/s are 5.4 us: read once, read and written, neither
  EXPECT_NEAR(usual.min_s(), 5.39e-6, 0.01e-6);
  EXPECT_NEAR(cold.min_s(), 10.79e-6, 0.01e-6);
  EXPECT_EQ(warm.min_s(), 0);
  EXPECT_LT(warm.time_s, usual.time_s);
  EXPECT_LT(usual.time_s, cold.time_s);
  EXPECT_EQ(cold.caches, Caches::cold);
}

TEST(Caches, AreCalledByThreeWords) {
  for (const Caches caches : {Caches::usual, Caches::cold, Caches::warm})
    EXPECT_EQ(caches_called(name_of(caches)), caches);
  EXPECT_THROW((void)caches_called("hot"), InputError);
}

TEST(Roof, IsTheLargestOfThePeaksThatBoundALaunch) {
  Demand d = blocks_of_eight_warps(1000);
  d.fp32 = 8000 * 20;                     // 32 lanes each: 40000 cycles of 128 lanes, over ten SMs of 1 GHz
  d.dram_bytes = d.min_dram_bytes = 1e6;  // of 100 GB/s

  const std::vector<Term> roofs = roofs_of(d, a_device());

  ASSERT_EQ(roofs.size(), 2U);
  EXPECT_EQ(roofs[0].name, "dram");
  EXPECT_DOUBLE_EQ(roofs[0].time_s, 10e-6);
  EXPECT_EQ(roofs[1].name, "fp32");
  EXPECT_DOUBLE_EQ(roofs[1].time_s, 4e-6);
}

// 10 SMs of 128 multiply-adds and 64 of doubles at 1 GHz.
TEST(Roof, OperationsOfPtxAreABoundWhateverWasMadeOfThem) {
  Demand d = blocks_of_eight_warps(1000);
  d.operations[static_cast<std::size_t>(FloatUnit::fp32)] = 2.56e6;
  d.operations[static_cast<std::size_t>(FloatUnit::tensor_f64)] = 6.4e6;

  const std::vector<Term> roofs = roofs_of(d, a_device());

  ASSERT_EQ(roofs.size(), 2U);
  EXPECT_EQ(roofs[0].name, "f64 tensor");
  EXPECT_DOUBLE_EQ(roofs[0].time_s, 5e-6);
  EXPECT_EQ(roofs[1].name, "fp32");
  EXPECT_DOUBLE_EQ(roofs[1].time_s, 1e-6);
}

// Half of 128 lanes multiply integers, the other half need not wait for them.
TEST(Roof, IntegerMultipliesTakeTheLanesOfFp32ThatTheyRunOn) {
  device::DeviceSpec device = a_device();
  device.fp32_lanes_multiply_int = true;
  Demand d = blocks_of_eight_warps(1000);
  d.fp32 = d.int_mul = 8000 * 20;

  EXPECT_DOUBLE_EQ(roofs_of(d, device)[0].time_s, 8e-6);
}

TEST(Roof, PairsOfHalvesTakeTheLanesOfFp32ThatTheyRunOn) {
  device::DeviceSpec device = a_device();
  Demand d = blocks_of_eight_warps(1000);
  d.fp32 = d.fp16 = 8000 * 20;
  device.throughput.fp16 = device.throughput.fp32;
  const double alone = roofs_of(d, device)[0].time_s;
  device.fp32_lanes_do_fp16 = true;

  // A pair takes twice as long as a float.
  EXPECT_DOUBLE_EQ(alone, 8e-6);
  EXPECT_DOUBLE_EQ(roofs_of(d, device)[0].time_s, 1.5 * alone);
}

TEST(Roof, OperationsThatCountersDoNotNameAreNoBound) {
  Demand d = blocks_of_eight_warps(1000);
  d.fp32 = d.fp64 = 8000 * 20;
  d.pipes_estimated = true;

  EXPECT_TRUE(roofs_of(d, a_device()).empty());
}

TEST(Roof, CountsThatWereSampledLeaveTheLowEndTwoStandardErrors) {
  Prediction p;
  p.time_s = 12e-6, p.low_s = 7e-6, p.high_s = 15e-6;
  raise_to_roofs(p, {{"dram", 10e-6}}, {.counts = 0.01, .traffic = 0.02, .dram = 0.05});

  EXPECT_DOUBLE_EQ(p.low_s, 10e-6 / 1.1);
  EXPECT_DOUBLE_EQ(p.time_s, 12e-6);
}

TEST(Roof, UnknownTrafficLeavesTheRoofOfArithmeticWhereItIs) {
  Prediction p;
  p.time_s = 12e-6, p.low_s = 3e-6, p.high_s = 15e-6;
  raise_to_roofs(p, {{"fp32", 10e-6}, {"dram", 2e-6}}, {.counts = 0, .traffic = 1});

  EXPECT_DOUBLE_EQ(p.low_s, 10e-6);
}

TEST(Roof, AClockThatIsHeldUnderLoadRaisesThePeakAndItsFileSaysSo) {
  DeviceSpec device = a_device();
  device.sustained_hz = 1.1e9;
  Demand d = blocks_of_eight_warps(1000);
  d.fp32 = 8000 * 20;

  EXPECT_DOUBLE_EQ(roofs_of(d, device)[0].time_s, 4e-6 / 1.1);
  EXPECT_DOUBLE_EQ(nominal(device).clock_hz, 1.1e9);
}

TEST(Roof, NothingOfADeviceIsDecidedByItsName) {
  Demand d = blocks_of_eight_warps(1000);
  d.fp32 = 8000 * 20;
  d.dram_bytes = d.min_dram_bytes = 1e6;
  DeviceSpec device = device::find_device("RTX 3090");
  const double before = bounds(d, device).time_s;

  for (const char* name : {"plain", "Quadro", "A10", "GTX", "RTX A"}) {
    device.name = name;
    EXPECT_DOUBLE_EQ(bounds(d, device).time_s, before) << name;
  }
}

}  // namespace
}  // namespace forewarp::model

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/l1_passes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <span>

#include "forewarp/emulate/profile/request_shape.hpp"
#include "unit/emulate/profile/synthetic.hpp"

namespace forewarp::profile {
namespace {

using ptx::StateSpace;
using test::affine;
using test::Request;

constexpr emu::LaneMask whole_wave = ~emu::LaneMask{0};

std::uint32_t passes(unsigned bytes, const std::function<std::uint64_t(unsigned)>& address,
                     emu::LaneMask active = test::all_lanes, unsigned width = 32) {
  const Request request(StateSpace::global, bytes, address, active);
  std::vector<std::uint64_t> sectors;
  return l1_passes_of(request.access, width, shape_of(request.access, width, sectors).lines);
}

/// Mean over the loads of gpu-strides (te42kyfo/gpu-benches): eight places of 64 lanes `stride` values apart.
double of_warps(unsigned bytes, std::uint64_t stride) {
  double sum = 0;
  for (const std::uint64_t place : {0, 4, 8, 12, 16, 20, 24, 28})
    for (const unsigned first : {0, 32})
      sum += passes(bytes, [=](unsigned lane) { return (place + stride * (first + lane)) * bytes; });
  return sum / 16;
}

/// Of half a wave, as its table has it.
double of_waves(unsigned bytes, std::uint64_t stride) {
  double sum = 0;
  for (const std::uint64_t place : {0, 4, 8, 12, 16, 20, 24, 28})
    sum += passes(
        bytes, [=](unsigned lane) { return (place + stride * lane) * bytes; }, whole_wave, 64);
  return sum / 16;
}

struct Measured {
  unsigned bytes, stride;
  double cycles;
};

void expect_near(std::span<const Measured> table, double (*rule)(unsigned, std::uint64_t), double share) {
  for (const Measured& m : table)
    EXPECT_NEAR(rule(m.bytes, m.stride), m.cycles, share * m.cycles) << m.bytes << " bytes, stride " << m.stride;
}

// gpu-benches @0a45416, gpu-strides/a100.txt, cycles of 32 loads that hit; a40.txt and h200.txt have the same but for
// what GA102 returns in a cycle, rdna2.txt for odd strides up to 0.7 less.
TEST(L1Passes, OfStridesAreThoseMeasuredOnAmpere) {
  constexpr auto a100 = std::to_array<Measured>({
      {4, 0, 1.02}, {4, 1, 1.02}, {4, 2, 2.00},  {4, 3, 1.63},  {4, 4, 4.00},  {4, 5, 2.20},  {4, 6, 2.36},
      {4, 7, 2.67}, {4, 8, 8.0},  {4, 9, 3.03},  {4, 11, 3.64}, {4, 13, 4.02}, {4, 15, 4.45}, {4, 16, 16.0},
      {4, 17, 5.1}, {4, 21, 6.0}, {4, 24, 8.0},  {4, 29, 8.0},  {4, 32, 32.0}, {4, 33, 8.8},  {4, 48, 16.0},
      {4, 64, 32},  {8, 0, 2.01}, {8, 1, 2.01},  {8, 2, 4.00},  {8, 3, 2.42},  {8, 4, 8.0},   {8, 5, 3.34},
      {8, 8, 16.0}, {8, 11, 6.1}, {8, 16, 32.0}, {8, 17, 8.9},  {8, 24, 16.0}, {8, 32, 32.0},
  });
  expect_near(a100, of_warps, 0.18);
}

// gpu-strides/mi210.txt, cycles of 32 lanes.
TEST(L1Passes, OfStridesAreThoseMeasuredOnCdna2) {
  constexpr auto mi210 = std::to_array<Measured>({
      {4, 0, 2.18},  {4, 1, 2.18},  {4, 2, 16.1},  {4, 3, 8.1},   {4, 4, 32.2},  {4, 5, 14.1},  {4, 6, 16.1},
      {4, 7, 14.1},  {4, 8, 32.2},  {4, 9, 14.1},  {4, 10, 16.1}, {4, 13, 14.1}, {4, 15, 24.2}, {4, 16, 32.2},
      {4, 17, 24.2}, {4, 33, 24.2}, {4, 64, 32.2}, {8, 0, 8.1},   {8, 1, 8.1},   {8, 2, 8.1},   {8, 3, 8.1},
      {8, 4, 16.1},  {8, 5, 8.1},   {8, 8, 32.2},  {8, 9, 8.1},   {8, 12, 16.1}, {8, 16, 32.2},
  });
  expect_near(mi210, of_waves, 0.1);
}

/// Rows of so many values, their pitch 4098.
auto rows(unsigned bytes, unsigned across) {
  return [=](unsigned lane) { return std::uint64_t{bytes} * (lane / across * 4098 + lane % across); };
}

TEST(L1Passes, OfRowsAreThoseMeasured) {
  EXPECT_EQ(passes(4, rows(4, 1)), 9U);                       // A100 9.2
  EXPECT_EQ(passes(4, rows(4, 2)), 5U);                       // 5.1
  EXPECT_EQ(passes(4, rows(4, 4)), 3U);                       // 3.13
  EXPECT_EQ(passes(4, rows(4, 8)), 4U);                       // 4.00
  EXPECT_EQ(passes(4, rows(4, 16)), 2U);                      // 2.00
  EXPECT_EQ(passes(8, rows(8, 4)), 4U);                       // 4.00
  EXPECT_EQ(passes(8, rows(8, 8)), 4U);                       // 4.00
  EXPECT_EQ(passes(4, rows(4, 16), whole_wave, 64) / 2, 2U);  // MI210 2.18
  EXPECT_EQ(passes(4, rows(4, 8), whole_wave, 64) / 2, 4U);   // 4.03
  EXPECT_EQ(passes(4, rows(4, 4), whole_wave, 64) / 2, 8U);   // 7.5
}

TEST(L1Passes, WideLoadsGoByHalfAndQuarterWarps) {
  EXPECT_EQ(passes(8, affine(0, 8)), 2U);
  EXPECT_EQ(passes(16, affine(0, 16)), 4U);
  EXPECT_EQ(passes(16, affine(0, 0)), 4U);
  EXPECT_EQ(passes(32, affine(0, 32)), 8U);
  // Lanes that read 8 neighbouring floats each, as CLBlast's matrix product, take as long with 4, 8 and 16 bytes.
  const auto eight = [](unsigned lane) { return lane % 8 * std::uint64_t{32}; };
  EXPECT_EQ(8 * passes(4, eight), 16U);
  EXPECT_EQ(4 * passes(8, eight), 16U);
  EXPECT_EQ(2 * passes(16, eight), 16U);
  // A quarter warp meets four lines in one place of each.
  EXPECT_EQ(passes(16, [](unsigned lane) { return lane % 4 * 128; }), 16U);
}

TEST(L1Passes, NeighboursNeedNotBeAligned) {
  EXPECT_EQ(passes(4, affine(1028, 4)), 1U);
  EXPECT_EQ(passes(1, affine(100, 1)), 1U);
  EXPECT_EQ(passes(4, affine(1028, 4), whole_wave, 64), 4U);
  EXPECT_EQ(passes(
                4, [](unsigned lane) { return 4096 - 4 * lane; }, whole_wave, 64),
            4U);
}

TEST(L1Passes, OfFewLanesAreFew) {
  EXPECT_EQ(passes(4, affine(0, 4), 0), 0U);
  EXPECT_EQ(passes(4, affine(0, 128), 1), 1U);
  EXPECT_EQ(passes(4, affine(0, 128), 0xf), 4U);
  EXPECT_EQ(passes(8, affine(0, 64), 0xf, 64), 4U);
  EXPECT_EQ(passes(16, affine(0, 16), whole_wave, 64), 16U);
}

}  // namespace
}  // namespace forewarp::profile

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Address registers that are described once for several accesses.
#include "forewarp/emulate/machine/affine.hpp"

#include "kernel.hpp"

namespace forewarp::emu::test {
namespace {

template <typename Register>
AffineRow described(const std::vector<Register>& row) {
  AffineRow out;
  select_describe(static_cast<unsigned>(row.size()), sizeof(Register) == 8)(
      reinterpret_cast<const std::byte*>(row.data()), out);
  return out;
}

TEST(Affine, ReadsStridesAndReachFromTheLanes) {
  // Two rows of 16 lanes: lane l is at 1000 + 4 * (l % 16) - 256 * (l / 16).
  std::vector<std::uint32_t> row(32);
  for (unsigned lane = 0; lane < 32; ++lane) row[lane] = 1000 + 4 * (lane % 16) - 256 * (lane / 16);

  const AffineRow seen = described(row);

  ASSERT_TRUE(seen.known);
  EXPECT_EQ(seen.first, 1000U);
  EXPECT_EQ(seen.lanes.strides, (std::array<std::int64_t, 6>{4, 8, 16, 32, -256, 0}));
  EXPECT_EQ(seen.below, 256U);
  EXPECT_EQ(seen.above, 60U);  // 4 + 8 + 16 + 32
  EXPECT_EQ(1000 + seen.deltas[17], 748U);
}

TEST(Affine, OneLaneOutOfStepIsEnoughToRefuse) {
  for (const unsigned width : {32U, 64U}) {
    std::vector<std::uint64_t> row(width);
    for (unsigned lane = 0; lane < width; ++lane) row[lane] = (std::uint64_t{1} << 40) + lane * 8;
    ASSERT_TRUE(described(row).known);
    for (unsigned lane = 0; lane < width; ++lane) {
      std::vector<std::uint64_t> bent = row;
      bent[lane] += 8;

      const AffineRow seen = described(bent);

      EXPECT_FALSE(seen.known) << lane;
    }
  }
}

TEST(Affine, ALoadThatOverwritesItsBaseEndsTheSharing) {
  // out[0..32) leads from thread t to address of out[t + 1]; the second load must go from there.
  Kernel k(
      body("mul.wide.u32 %rd1, %t, 8; add.u64 %rd1, %out, %rd1;"
           "ld.global.u64 %rd1, [%rd1]; ld.global.u64 %rd2, [%rd1]; ld.global.u64 %rd3, [%rd1+8];"
           "add.u64 %rd2, %rd2, %rd3; mul.wide.u32 %rd4, %t, 8; add.u64 %rd4, %out, %rd4;"
           "st.global.u64 [%rd4+1024], %rd2;"));
  std::vector<std::uint64_t> cells(256);
  const std::uint64_t base = std::uint64_t{1} << 40;  // the first buffer's
  for (unsigned i = 0; i < 32; ++i) cells[i] = base + 8 * (40 + 2 * i);
  for (unsigned i = 32; i < 128; ++i) cells[i] = i * i;
  const std::uint64_t out = k.buffer(cells);
  ASSERT_EQ(out, base);

  k.block({32, 1, 1}).run();

  const auto found = k.read<std::uint64_t>(out, 256);
  for (std::uint64_t t = 0; t < 32; ++t) {
    const std::uint64_t at = 40 + 2 * t;
    EXPECT_EQ(found[128 + t], at * at + (at + 1) * (at + 1)) << t;
  }
}

TEST(Affine, ASharedBaseHidesNoLaneThatRunsOut) {
  // 32 threads, 4 bytes each, in 128 bytes: [+0] is right, [+4] leaves by the last thread, [-4] by the first.
  const auto fault_at = [](const std::string& offset) {
    Kernel k(body("ld.global.u32 %r1, [%slot]; ld.global.u32 %r2, [%slot+" + offset + "];"));
    k.buffer(std::vector<std::uint32_t>(32), "out");
    return k.block({32, 1, 1}).fault();
  };

  EXPECT_NE(fault_at("4").find("byte 128 of buffer 'out' (128 bytes) [block (0,0,0) thread (31,0,0)]"),
            std::string::npos);
  EXPECT_NE(fault_at("-4").find("4 bytes before buffer 'out' (128 bytes) [block (0,0,0) thread (0,0,0)]"),
            std::string::npos);
  EXPECT_NE(fault_at("2").find("misaligned, byte 2 of buffer 'out'"), std::string::npos);
}

}  // namespace
}  // namespace forewarp::emu::test

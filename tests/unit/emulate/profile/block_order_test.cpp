// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Blocks whose order is not that of the grid's axes.
#include "forewarp/emulate/reuse/block_order.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/emulate/profile/block_reuse.hpp"
#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/emulate/reuse/address_slice.hpp"
#include "forewarp/emulate/reuse/block_addresses.hpp"
#include "forewarp/emulate/reuse/translation.hpp"
#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::profile {
namespace {

/// Tiles of a product in groups of 4 rows (min(4, rows - first row) in the last group), column by column within a
/// group. Block b reads tile row m of a and tile column n of b, `steps` times 4096 bytes of each.
constexpr const char* grouped = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry grouped(.param .u64 a, .param .u64 b, .param .u32 rows, .param .u32 columns, .param .u32 steps) {
  .reg .pred %p<3>;
  .reg .b32 %r<24>;
  .reg .b64 %d<9>;
  ld.param.u32 %r1, [rows];
  ld.param.u32 %r2, [columns];
  ld.param.u32 %r20, [steps];
  mov.u32 %r3, %ctaid.x;
  shl.b32 %r4, %r2, 2;
  div.s32 %r5, %r3, %r4;
  shl.b32 %r6, %r5, 2;
  sub.s32 %r7, %r1, %r6;
  min.s32 %r8, %r7, 4;
  rem.s32 %r9, %r3, %r4;
  rem.s32 %r10, %r9, %r8;
  add.s32 %r11, %r10, %r6;
  div.s32 %r12, %r9, %r8;
  mov.u32 %r13, %tid.x;
  shl.b32 %r14, %r20, 12;
  mul.wide.s32 %d1, %r11, %r14;
  mul.wide.s32 %d2, %r12, %r14;
  mul.wide.u32 %d3, %r13, 16;
  ld.param.u64 %d4, [a];
  ld.param.u64 %d5, [b];
  add.s64 %d6, %d1, %d3;
  add.s64 %d6, %d6, %d4;
  add.s64 %d7, %d2, %d3;
  add.s64 %d7, %d7, %d5;
  mov.u32 %r15, 0;
L:
  ld.global.v4.u32 {%r16, %r17, %r18, %r19}, [%d6];
  ld.global.v4.u32 {%r16, %r17, %r18, %r19}, [%d7];
  add.s64 %d6, %d6, 4096;
  add.s64 %d7, %d7, 4096;
  add.s32 %r15, %r15, 1;
  setp.lt.s32 %p1, %r15, %r20;
  @%p1 bra L;
  ret;
}
)";

struct Tiles {
  std::uint32_t rows, columns, steps;
  /// Row and column of the tile of a block.
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> of(std::uint32_t block) const {
    const std::uint32_t group = block / (4 * columns), within = block % (4 * columns);
    const std::uint32_t height = std::min(4U, rows - 4 * group);
    return {4 * group + within % height, within / height};
  }
};

launch::Launch launch_of(const Tiles& t) {
  launch::Launch out;
  out.entry = "grouped";
  out.grid = {t.rows * t.columns, 1, 1};
  out.block = {256, 1, 1};
  const auto number = [](std::uint32_t value) { return launch::Scalar{ptx::Type::u32, value}; };
  out.arguments = {{"a", launch::Buffer{ptx::Type::u32, std::uint64_t{t.rows} * t.steps * 1024, {}, false}},
                   {"b", launch::Buffer{ptx::Type::u32, std::uint64_t{t.columns} * t.steps * 1024, {}, false}},
                   {"rows", number(t.rows)},
                   {"columns", number(t.columns)},
                   {"steps", number(t.steps)}};
  return out;
}

template <typename T>
std::vector<std::byte> bytes_of(T value) {
  std::vector<std::byte> out(sizeof value);
  std::memcpy(out.data(), &value, sizeof value);
  return out;
}

/// The k-th access to global memory, by its place in ProgramMap::sites.
std::size_t global_site(const emu::Machine& machine, std::size_t k) {
  const auto& sites = machine.program().sites;
  for (std::size_t s = 0; s < sites.size(); ++s)
    if (sites[s].function->body[sites[s].instruction].space == ptx::StateSpace::global && k-- == 0) return s;
  return sites.size();
}

TEST(BlockOrder, FindsTheLastBlockThatTouchedASector) {
  // Rows A and B of 64 sectors, in turn; block 6 is far from both.
  const std::vector<std::uint64_t> addresses = {0, 2048, 0, 2048, 0, 2048, 1 << 20, 2048};
  const BlockOrder order(addresses);
  const std::vector<Interval> row = {{0, 64}};
  const auto last = [&](std::int64_t sector, std::uint64_t block) {
    return order.last_toucher(row, sector, block, 0.5, 100);
  };

  EXPECT_EQ(last(3, 5), 2);    // from B to B
  EXPECT_EQ(last(3, 4), 2);    // from A to A
  EXPECT_EQ(last(3, 1), 100);  // the first of B
  EXPECT_EQ(last(3, 6), 100);
  EXPECT_EQ(last(3, 7), 2);
}

TEST(BlockOrder, FindsFarBlocksByTheirAddress) {
  // 1000 rows, each once, and again: 16 sectors each of which a block reads the first and the last four
  std::vector<std::uint64_t> addresses;
  for (std::uint64_t b = 0; b < 2000; ++b) addresses.push_back(b % 1000 * 512);
  const BlockOrder order(addresses);
  const std::vector<Interval> ends = {{0, 4}, {12, 16}};

  EXPECT_EQ(order.last_toucher(ends, 13, 1500, 0.5, 1e9), 1000);
  EXPECT_EQ(order.last_toucher(ends, 13, 500, 0.5, 1e9), 1e9);
  EXPECT_EQ(order.last_toucher(ends, 13, 1500, 0.5, 700), 700);  // nothing nearer than that
}

TEST(BlockAddresses, AreThoseThatTheKernelComputes) {
  const Tiles tiles{10, 8, 3};  // the last group has two rows
  const ptx::Module module = ptx::parse(grouped);
  const launch::Launch launch = launch_of(tiles);
  const emu::Machine machine(module, "grouped");
  const std::uint64_t a = std::uint64_t{1} << 40, b = std::uint64_t{2} << 40;
  const std::vector<std::vector<std::byte>> arguments = {bytes_of(a), bytes_of(b), bytes_of(tiles.rows),
                                                         bytes_of(tiles.columns), bytes_of(tiles.steps)};
  BlockAddresses addresses(module, launch, machine.program(), arguments);

  const auto of_a = addresses.of(global_site(machine, 0)), of_b = addresses.of(global_site(machine, 1));
  ASSERT_EQ(of_a.size(), 80);
  ASSERT_EQ(of_b.size(), 80);
  for (std::uint32_t block = 0; block < 80; ++block) {
    const auto [row, column] = tiles.of(block);
    EXPECT_EQ(of_a[block], a + row * 3 * 4096);
    EXPECT_EQ(of_b[block], b + column * 3 * 4096);
  }
}

TEST(BlockAddresses, AreNotComputedWhereTheyAreAffineOrComeFromMemory) {
  const ptx::Module module = ptx::parse(R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry follow(.param .u64 a) {
  .reg .b32 %r<3>;
  .reg .b64 %d<4>;
  ld.param.u64 %d1, [a];
  mov.u32 %r1, %ctaid.x;
  mul.wide.u32 %d2, %r1, 8;
  add.s64 %d2, %d2, %d1;
  ld.global.u64 %d3, [%d2];
  ld.global.u32 %r2, [%d3];
  ret;
}
)");
  launch::Launch launch;
  launch.entry = "follow";
  launch.grid = {5, 1, 1};
  const emu::Machine machine(module, "follow");
  const std::vector<std::vector<std::byte>> arguments = {bytes_of(std::uint64_t{1} << 40)};
  BlockAddresses addresses(module, launch, machine.program(), arguments);

  EXPECT_TRUE(addresses.of(global_site(machine, 0)).empty());
  EXPECT_TRUE(addresses.of(global_site(machine, 1)).empty());
}

/// Share of the sectors of a block that the block so many before touched last.
double share_at(const BlockReuse& reuse, double low, double high) {
  double out = 0;
  for (const auto& step : reuse)
    if (step.blocks >= low && step.blocks <= high) out += step.share;
  return out;
}

TEST(BlockOrder, ReuseOfAGroupedProductIsThatOfItsOrder) {
  // 64 x 64 tiles in 16 groups. Of a, the block 4 before is the same row's, except in the first column: 63/64. Of b,
  // the block before is the same column's for 3 of 4 rows; the first row's last one is the last of the group before,
  // 256 - 3 blocks earlier, except in the first group: 15/16 of 1/4.
  const ptx::Module module = ptx::parse(grouped);
  const launch::Launch launch = launch_of({64, 64, 64});
  const Profile p = profile(module, launch, {});

  ASSERT_EQ(p.buffers.size(), 2);
  ASSERT_GT(p.sampling.blocks_total, p.sampling.blocks_run);
  EXPECT_NEAR(share_at(p.buffers[0].reuse, 4, 4), 63.0 / 64, 0.02);
  EXPECT_NEAR(share_at(p.buffers[1].reuse, 1, 1), 3.0 / 4, 0.04);
  EXPECT_NEAR(share_at(p.buffers[1].reuse, 240, 260), 15.0 / 64, 0.04);
  EXPECT_NEAR(never_share(p.buffers[0].reuse), 1.0 / 64, 1e-12);  // each of 64 x 64 sectors' rows is read anew once
  EXPECT_NEAR(never_share(p.buffers[1].reuse), 1.0 / 64, 1e-12);
}

}  // namespace
}  // namespace forewarp::profile

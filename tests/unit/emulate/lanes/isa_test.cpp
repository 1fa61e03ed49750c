// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Every entry of every table gives the same bits on every instruction set, and leaves inactive lanes alone.
#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "forewarp/emulate/lanes/entry.hpp"
#include "unit/emulate/lanes/rig.hpp"

namespace forewarp::emu {
namespace {

using lanes::LaneEntry;

constexpr unsigned row_bytes = 64 * 16;

std::vector<std::span<const LaneEntry>> tables(Isa isa) {
#define FOREWARP_TABLES(ns)                                                                                         \
  {                                                                                                                 \
    lanes::ns::integer_table(), lanes::ns::multiply_table(), lanes::ns::bits_table(), lanes::ns::bytes_table(),     \
        lanes::ns::moves_table(), lanes::ns::compare_table(), lanes::ns::single_table(), lanes::ns::double_table(), \
        lanes::ns::convert_table(), lanes::ns::special_table(), lanes::ns::half_table(), lanes::ns::narrow_table(), \
        lanes::ns::cross_table(), lanes::ns::matrix_table()                                                         \
  }
  if (isa == Isa::x86_64_v4) return FOREWARP_TABLES(x86_64_v4);
  if (isa == Isa::x86_64_v3) return FOREWARP_TABLES(x86_64_v3);
  return FOREWARP_TABLES(baseline);
#undef FOREWARP_TABLES
}

void fill(std::vector<std::byte>& regs, std::string_view letters, std::mt19937_64& random) {
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const bool wide = letters[i] == 'l' || letters[i] == 'd';
    const unsigned bytes = letters[i] == 'q' ? 16 : wide ? 8 : 4;
    for (unsigned lane = 0; lane < 64; ++lane) {
      const std::uint64_t value = letters[i] == 'w' && random() % 2 == 0 ? testing::interesting_halves(random)
                                                                         : testing::interesting(random, letters[i]);
      std::memcpy(regs.data() + i * row_bytes + lane * bytes, &value, std::min(bytes, 8U));
    }
  }
}

LaneMask pick_mask(std::mt19937_64& random) {
  constexpr LaneMask masks[] = {~LaneMask{0}, 0xffffffff, 1, LaneMask{1} << 63, 0xffffffff00000000, 0x5555555555555555};
  return random() % 2 == 0 ? masks[random() % 6] : random() | 1;
}

bool same_inactive(std::string_view letters, unsigned operand, const std::vector<std::byte>& before,
                   const std::vector<std::byte>& after, LaneMask active) {
  const std::byte *old_row = before.data() + operand * row_bytes, *new_row = after.data() + operand * row_bytes;
  if (letters[operand] == 'p') {
    std::uint64_t a, b;
    std::memcpy(&a, old_row, 8);
    std::memcpy(&b, new_row, 8);
    return ((a ^ b) & ~active) == 0;
  }
  const bool wide = letters[operand] == 'l' || letters[operand] == 'd';
  const unsigned bytes = letters[operand] == 'q' ? 16 : wide ? 8 : 4;
  for (unsigned lane = 0; lane < 64; ++lane) {
    if ((active >> lane & 1) == 0 && std::memcmp(old_row + lane * bytes, new_row + lane * bytes, bytes) != 0)
      return false;
  }
  return true;
}

/// Runs an entry and says whether it wrote inactive lanes.
bool run(const LaneEntry& entry, std::vector<std::byte>& regs, std::uint32_t control, std::uint32_t negated,
         LaneMask active) {
  const std::string_view letters = entry.rows;
  std::vector<std::uint32_t> rows;
  for (std::size_t i = 0; i < letters.size(); ++i) rows.push_back(static_cast<std::uint32_t>(i * row_bytes));
  const std::vector<std::byte> before = regs;
  entry.fn(regs.data(), LaneInst{entry.fn, rows.data(), negated, control}, active, 64);
  for (unsigned i = 0; i < letters.size(); ++i) {
    if (!same_inactive(letters, i, before, regs, active)) return false;
  }
  return true;
}

/// Any control is a valid one, but for those bits of setp and set that say which operands there are.
std::uint32_t control_for(std::string_view key, std::uint32_t control) {
  if (!key.starts_with("set")) return control;
  constexpr std::uint32_t combine = 3U << lanes::control_bits::combine_shift;
  constexpr std::uint32_t second = 1U << lanes::control_bits::second_shift;
  if (key.find("/c") == std::string_view::npos) control &= ~combine;
  if (key.starts_with("setp"))
    control = key.find("/q") == std::string_view::npos ? control & ~second : control | second;
  return control;
}

/// Every entry of both instruction sets, on random rows, masks and controls.
void expect_same_bits(Isa isa) {
  std::mt19937_64 random(20261);
  const auto base = tables(Isa::baseline), fast = tables(isa);
  for (std::size_t table = 0; table < base.size(); ++table) {
    ASSERT_EQ(base[table].size(), fast[table].size());
    for (std::size_t i = 0; i < base[table].size(); ++i) {
      const LaneEntry &one = base[table][i], &two = fast[table][i];
      ASSERT_STREQ(one.key, two.key);
      ASSERT_STREQ(one.rows, two.rows);
      for (unsigned round = 0; round < 60; ++round) {
        std::vector<std::byte> regs(row_bytes * std::strlen(one.rows));
        fill(regs, one.rows, random);
        const std::uint32_t control = control_for(one.key, static_cast<std::uint32_t>(round < 8 ? round : random()));
        const LaneMask active = pick_mask(random);
        std::uint32_t negated = 0;
        for (std::size_t row = 0; row < std::strlen(one.rows); ++row) {
          if (one.rows[row] == 'p' && random() % 2 == 0) negated |= 1U << row;
        }
        std::vector<std::byte> again = regs;
        ASSERT_TRUE(run(one, regs, control, negated, active)) << one.key << " wrote an inactive lane";
        ASSERT_TRUE(run(two, again, control, negated, active)) << two.key << " (fast) wrote an inactive lane";
        ASSERT_EQ(regs, again) << one.key << " control " << control << " mask " << active;
      }
    }
  }
}

TEST(LaneTables, EveryEntryGivesTheSameBitsWithAvx2AndSparesInactiveLanes) {
  if (best_isa() < Isa::x86_64_v3) GTEST_SKIP() << "this processor has no AVX2";
  expect_same_bits(Isa::x86_64_v3);
}

TEST(LaneTables, EveryEntryGivesTheSameBitsWithAvx512AndSparesInactiveLanes) {
  if (best_isa() < Isa::x86_64_v4) GTEST_SKIP() << "this processor has no AVX-512";
  expect_same_bits(Isa::x86_64_v4);
}

TEST(LaneTables, EachKeyStandsOnce) {
  std::vector<std::string> keys;
  for (const auto& table : tables(Isa::baseline)) {
    for (const LaneEntry& entry : table) keys.emplace_back(entry.key);
  }
  const std::size_t all = keys.size();
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());

  EXPECT_EQ(keys.size(), all);
  EXPECT_GT(all, 400U);
}

}  // namespace
}  // namespace forewarp::emu

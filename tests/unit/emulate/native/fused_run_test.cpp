// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Every operation that can become part of a run gives the bits of its lane operation there, inactive lanes included.
#include "forewarp/emulate/native/fused_run.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <map>
#include <random>

#include "forewarp/emulate/lanes/entry.hpp"
#include "forewarp/emulate/native/host_compiler.hpp"
#include "forewarp/frontend/source/toolchain.hpp"
#include "unit/emulate/lanes/rig.hpp"

namespace forewarp::emu::native {
namespace {

using lanes::LaneEntry;

constexpr std::uint32_t row_bytes = 32 * 8;

std::vector<std::span<const LaneEntry>> tables(Isa isa) {
#define FOREWARP_TABLES(ns)                                                                                           \
  {                                                                                                                   \
    lanes::ns::integer_table(), lanes::ns::multiply_table(), lanes::ns::bits_table(), lanes::ns::moves_table(),       \
        lanes::ns::compare_table(), lanes::ns::single_table(), lanes::ns::double_table(), lanes::ns::convert_table(), \
        lanes::ns::special_table()                                                                                    \
  }
  if (isa == Isa::x86_64_v4) return FOREWARP_TABLES(x86_64_v4);
  return FOREWARP_TABLES(x86_64_v3);
#undef FOREWARP_TABLES
}

/// Any control is a valid one, but for roundings beyond the last, and those bits of setp that say which operands there
/// are.
std::uint32_t control_for(std::string_view key, std::uint32_t control) {
  constexpr auto last = static_cast<std::uint32_t>(lanes::Rounding::away);
  if (key.starts_with("cvt.") && (control & lanes::control_bits::rounding) > last) control ^= 4;
  if (!key.starts_with("setp")) return control;
  constexpr std::uint32_t combine = 3U << lanes::control_bits::combine_shift;
  constexpr std::uint32_t second = 1U << lanes::control_bits::second_shift;
  if (key.find("/c") == std::string_view::npos) control &= ~combine;
  return key.find("/q") == std::string_view::npos ? control & ~second : control | second;
}

/// One operation with a row for each operand: row i at i * row_bytes.
struct Case {
  const LaneEntry* entry = nullptr;
  std::vector<std::uint32_t> rows;
  std::uint32_t control = 0, negated = 0;
};

std::deque<Case> all_cases(Isa isa, std::mt19937_64& random) {
  std::deque<Case> cases;
  for (const auto& table : tables(isa))
    for (const LaneEntry& entry : table) {
      if (entry.fusion == Fusion::none || entry.scalar == nullptr) continue;
      // The first is the plain form (rounding to nearest, no modifier); the others have random modifiers.
      for (unsigned round = 0; round < 2; ++round) {
        Case c{.entry = &entry,
               .rows = {},
               .control = control_for(entry.key, round == 0 ? 0 : static_cast<std::uint32_t>(random()))};
        for (std::uint32_t i = 0; i < std::strlen(entry.rows); ++i) {
          c.rows.push_back(i * row_bytes);
          if (entry.rows[i] == 'p' && i >= entry.destinations && random() % 2 == 0) c.negated |= 1U << i;
        }
        cases.push_back(std::move(c));
      }
    }
  return cases;
}

FusedRun run_of(const Case& c) {
  const std::string_view letters = c.entry->rows;
  return {.ops = {{.fusion = c.entry->fusion,
                   .scalar = c.entry->scalar,
                   .letters = letters,
                   .destinations = c.entry->destinations,
                   .rows = c.rows,
                   .negated = c.negated,
                   .control = c.control}},
          .kept = {c.rows.begin(), c.rows.begin() + c.entry->destinations}};
}

std::vector<std::byte> random_rows(std::string_view letters, std::mt19937_64& random) {
  std::vector<std::byte> regs(row_bytes * letters.size());
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const bool wide = letters[i] == 'l' || letters[i] == 'd';
    for (unsigned lane = 0; lane < 32; ++lane) {
      const std::uint64_t value = testing::interesting(random, letters[i]);
      std::memcpy(regs.data() + i * row_bytes + lane * (wide ? 8 : 4), &value, wide ? 8 : 4);
    }
    // The mask of a predicate has no bits above the warp's lanes.
    if (letters[i] == 'p') std::memset(regs.data() + i * row_bytes + 4, 0, 4);
  }
  return regs;
}

void expect_same_bits(Isa isa) {
  if (!source::find_clang()) GTEST_SKIP() << "clang-19 is not here";
  std::mt19937_64 random(20262);
  const std::deque<Case> cases = all_cases(isa, random);
  ASSERT_GT(cases.size(), 500U);
  std::vector<FusedRun> runs;
  for (const Case& c : cases) runs.push_back(run_of(c));
  const auto unknown = [](std::uint32_t) { return std::optional<std::uint64_t>(); };
  const std::vector<LaneFn> compiled =
      compile_text(source_of(runs, {}, unknown, vector_lanes(isa)), runs.size(), 0, isa).runs;
  for (std::size_t i = 0; i < cases.size(); ++i)
    for (unsigned round = 0; round < 40; ++round) {
      const Case& c = cases[i];
      const LaneMask active = round % 4 == 0 ? 0xffffffff : (random() & 0xffffffff) | 1;
      const std::vector<std::byte> before = random_rows(c.entry->rows, random);
      std::vector<std::byte> expected = before, actual = before;
      const LaneInst inst{c.entry->fn, c.rows.data(), c.negated, c.control};
      c.entry->fn(expected.data(), inst, active, 32);
      compiled[i](actual.data(), inst, active, 32);
      ASSERT_EQ(expected, actual) << c.entry->key << " control " << c.control << " active " << active;
    }
}

TEST(FusedRun, EachOperationGivesTheBitsOfItsLaneOperationWithAvx2) {
  if (best_isa() < Isa::x86_64_v3) GTEST_SKIP() << "this processor has no AVX2";
  expect_same_bits(Isa::x86_64_v3);
}

TEST(FusedRun, EachOperationGivesTheBitsOfItsLaneOperationWithAvx512) {
  if (best_isa() < Isa::x86_64_v4) GTEST_SKIP() << "this processor has no AVX-512";
  expect_same_bits(Isa::x86_64_v4);
}

/// add r2 = r0 + r1; @p add r2 = r2 + r0: rows of 128 bytes, the predicate's mask at 384.
FusedRun guarded_sum(const std::vector<std::uint32_t>& first, const std::vector<std::uint32_t>& second) {
  const FusedOp add{.fusion = Fusion::call, .scalar = "add<u32>", .letters = "www", .rows = first};
  FusedOp guarded = add;
  guarded.rows = second;
  guarded.guard = 384;
  return {.ops = {add, guarded}, .kept = {256}};
}

TEST(FusedRun, AGuardedOperationKeepsTheValueOfTheOperationBefore) {
  if (vector_lanes(best_isa()) == 0 || !source::find_clang()) GTEST_SKIP() << "no compiler for this processor";
  const std::vector<std::uint32_t> first = {256, 0, 128}, second = {256, 256, 0};
  const std::vector<FusedRun> runs = {guarded_sum(first, second)};
  const auto unknown = [](std::uint32_t) { return std::optional<std::uint64_t>(); };
  const LaneFn run = compile_text(source_of(runs, {}, unknown, vector_lanes(best_isa())), 1, 0, best_isa()).runs[0];
  alignas(64) std::array<std::uint32_t, 128> regs{};
  for (unsigned lane = 0; lane < 32; ++lane) regs[lane] = lane, regs[32 + lane] = 100, regs[64 + lane] = 7;
  regs[96] = 0xff;  // lanes 0 to 7 have the guard

  run(reinterpret_cast<std::byte*>(regs.data()), {}, 0x0000fff0, 32);

  EXPECT_EQ(regs[64 + 3], 7U);            // not active
  EXPECT_EQ(regs[64 + 5], 5U + 100 + 5);  // active, with the guard
  EXPECT_EQ(regs[64 + 9], 9U + 100);      // active, without it
  EXPECT_EQ(regs[64 + 20], 7U);
}

TEST(FusedRun, ConstantsStandInTheText) {
  const std::vector<std::uint32_t> rows = {0, 128, 256};
  const FusedOp add{.fusion = Fusion::call, .scalar = "add<u32>", .letters = "www", .rows = rows};
  const std::vector<FusedRun> runs = {{.ops = {add}, .kept = {0}}};
  const auto known = [](std::uint32_t row) {
    return row == 256 ? std::optional<std::uint64_t>(0x1234567800000005) : std::nullopt;
  };

  const std::string text = source_of(runs, {}, known, 8);

  EXPECT_NE(text.find("raw(add<u32>(Control{0x0}, v0, u32{0x5}))"), std::string::npos);
  EXPECT_EQ(text.find("R + 256"), std::string::npos);
}

// mul f2 = f0 * f1; add f3 = f2 + f0: only f3's bits are seen.
TEST(FusedRun, ArithmeticTakesResultsWhateverTheirBitsWhereTheyAreNoNumbers) {
  const std::vector<std::uint32_t> first = {256, 0, 128}, second = {384, 256, 0};
  const FusedOp mul{.fusion = Fusion::call, .scalar = "mul<false, false>", .letters = "sss", .rows = first},
      add{.fusion = Fusion::call, .scalar = "add<false, false>", .letters = "sss", .rows = second};
  const std::vector<FusedRun> runs = {{.ops = {mul, add}, .kept = {384}}};
  const auto unknown = [](std::uint32_t) { return std::optional<std::uint64_t>(); };

  const std::string text = source_of(runs, {}, unknown, 8);

  EXPECT_NE(text.find("const auto v3 = loose::mul<false, false>("), std::string::npos) << text;
  EXPECT_NE(text.find("loose::add<false, false>(Control{0x0}, v3, "), std::string::npos);
  EXPECT_NE(text.find("raw(canonical(v5))"), std::string::npos);
}

}  // namespace
}  // namespace forewarp::emu::native

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/classify_addresses.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace forewarp::emu {
namespace {

/// What the fastest function of this processor must give, lane by lane.
AddressClasses by_lane(const std::array<std::uint64_t, 64>& addresses, LaneMask active, const AddressRow& in) {
  AddressClasses e{0, 0, 1, 1};
  for (unsigned lane = 0; lane < 64; ++lane) {
    if ((active >> lane & 1) == 0) continue;
    const std::uint64_t at = addresses[lane] - in.base;
    e.outside |= at | (in.limit - at);
    e.bits |= addresses[lane];
  }
  return e;
}

/// The row's values plus the offset, in the register's width.
template <typename Register>
void expect_checked(unsigned width, LaneMask active, std::mt19937_64& random) {
  std::array<Register, 64> row{};
  for (unsigned lane = 0; lane < width; ++lane) row[lane] = static_cast<Register>(0x1000 + random() % 0x400);
  row[random() % width] = static_cast<Register>(random());  // one that is mostly outside
  const AddressRow in{reinterpret_cast<const std::byte*>(row.data()), ~std::uint64_t{0} - 3, 0, 0x1000, 0x3fc, 4};
  std::array<std::uint64_t, 64> expected{}, addresses{};
  for (unsigned lane = 0; lane < width; ++lane) expected[lane] = static_cast<Register>(row[lane] - Register{4});

  const AddressClasses seen = select_check_addresses(width, sizeof(Register) == 8)(in, active, addresses.data());

  const AddressClasses right = by_lane(expected, active, in);
  EXPECT_EQ(seen.outside & outside_bit, right.outside & outside_bit);
  EXPECT_EQ(seen.bits, right.bits);
  EXPECT_EQ(addresses, expected);
}

TEST(ClassifyAddresses, OfSomeLanesAreCheckedAsLaneByLane) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 2000; ++i) {
    const LaneMask lanes = random() & random();
    expect_checked<std::uint32_t>(32, lanes & 0xffffffff, random);
    expect_checked<std::uint64_t>(32, lanes & 0xffffffff, random);
    expect_checked<std::uint32_t>(64, lanes, random);
    expect_checked<std::uint64_t>(64, lanes, random);
  }
}

TEST(ClassifyAddresses, OnlyTheLanesThatAreActiveCount) {
  std::array<std::uint64_t, 32> row{};
  row.fill(0x1000);
  row[7] = 0xfff;  // below the range and misaligned
  std::array<std::uint64_t, 64> addresses{};
  const AddressRow in{reinterpret_cast<const std::byte*>(row.data()), 0, 0x1000, 0x1000, 0x3c, 4};
  const auto check = select_check_addresses(32, true);

  const AddressClasses with = check(in, LaneMask{1} << 7 | 1, addresses.data());
  const AddressClasses without = check(in, ~(LaneMask{1} << 7) & 0xffffffff, addresses.data());

  EXPECT_NE(with.outside & outside_bit, 0U);
  EXPECT_EQ(with.bits & 3, 3U);
  EXPECT_EQ(without.outside & outside_bit, 0U);
  EXPECT_EQ(without.bits & 3, 0U);
}

}  // namespace
}  // namespace forewarp::emu

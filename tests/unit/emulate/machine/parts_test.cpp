// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Small parts of the machine: windows of generic addresses, lanes of a mask, states that recur, kinds of addresses.
#include <gtest/gtest.h>

#include <cstring>

#include "forewarp/emulate/machine/classify_addresses.hpp"
#include "forewarp/emulate/machine/lanes_of.hpp"
#include "forewarp/emulate/machine/memory_impl.hpp"
#include "forewarp/emulate/machine/spaces.hpp"
#include "forewarp/emulate/machine/standstill.hpp"

namespace forewarp::emu {
namespace {

TEST(Spaces, AGenericAddressIsInTheWindowOfItsSpace) {
  for (const auto space : {ptx::StateSpace::shared, ptx::StateSpace::local, ptx::StateSpace::param}) {
    EXPECT_EQ(space_of(window_of(space)), space);
    EXPECT_EQ(space_of(window_of(space) + window_bytes - 1), space);
  }
  EXPECT_EQ(window_of(ptx::StateSpace::global), 0);
  EXPECT_EQ(space_of(1 << 20), ptx::StateSpace::global);
}

TEST(LanesOf, TheLanesOfAMaskComeInTheirOrder) {
  std::vector<unsigned> lanes;
  for_each_lane(0x8000000000000105, [&](unsigned lane) { lanes.push_back(lane); });

  EXPECT_EQ(lanes, (std::vector<unsigned>{0, 2, 8, 63}));
  EXPECT_EQ(first_lane(0x50), 4);
  for_each_lane(0, [](unsigned) { FAIL(); });
}

TEST(Standstill, LastsWhileNothingIsStored) {
  Standstill standstill;

  EXPECT_FALSE(standstill.lasts(5));
  EXPECT_TRUE(standstill.lasts(5));
  EXPECT_FALSE(standstill.lasts(6));  // something was stored
  EXPECT_TRUE(standstill.lasts(6));
  standstill.ends();
  EXPECT_FALSE(standstill.lasts(6));
}

// A lead-in of three states and a cycle of seven.
TEST(Standstill, AStateThatRecursIsFoundAndOneThatDoesNotIsNot) {
  Standstill cycle, counter;
  bool found = false, wrong = false;
  for (std::uint64_t step = 0; step < 100; ++step) {
    if (cycle.lasts(1)) found = found || cycle.repeats([&] { return step < 3 ? step : 3 + (step - 3) % 7; });
    if (counter.lasts(1)) wrong = wrong || counter.repeats([&] { return step; });
  }

  EXPECT_TRUE(found);
  EXPECT_FALSE(wrong);
}

// A loop over a list of 500 flags.
TEST(Standstill, ALongCycleIsFoundAfterMoreSteps) {
  Standstill cycle;
  std::uint64_t step = 0;
  for (bool found = false; !found && step < 1'000'000; ++step)
    if (cycle.lasts(1)) found = cycle.repeats([&] { return step % 500; });

  EXPECT_LT(step, 100'000U);
}

TEST(Standstill, IsComparedForALimitedNumberOfSteps) {
  Standstill standstill;
  int hashed = 0;
  for (int step = 0; step < 100'000; ++step)
    if (standstill.lasts(1)) {
      EXPECT_FALSE(standstill.repeats([&] { return static_cast<std::uint64_t>(++hashed); }));
    }

  EXPECT_LT(hashed, 13 * 130 + 100'000 / 64 + 100);  // 129 after each power of two, a 64th after the later ones
}

struct Row {
  std::vector<std::uint64_t> in, out;
  AddressClasses classes{};
};

Row classified(std::vector<std::uint64_t> addresses, std::uint64_t offset, std::uint64_t base, std::uint64_t limit) {
  Row row{std::move(addresses), std::vector<std::uint64_t>(32), {}};
  std::vector<std::byte> bytes(32 * 8);
  std::memcpy(bytes.data(), row.in.data(), bytes.size());
  const AddressRow what{
      .row = bytes.data(), .offset = offset, .first = row.in[0] + offset, .base = base, .limit = limit, .bytes = 4};
  row.classes = select_classify_addresses(32, true)(what, row.out.data());
  return row;
}

std::vector<std::uint64_t> stepped(std::uint64_t first, std::uint64_t step) {
  std::vector<std::uint64_t> all;
  for (std::uint64_t lane = 0; lane < 32; ++lane) all.push_back(first + lane * step);
  return all;
}

TEST(ClassifyAddresses, TellsLinearFromUniformRows) {
  const Row linear = classified(stepped(1000, 4), 24, 1000, 4096), uniform = classified(stepped(1000, 0), 0, 0, 4096);

  EXPECT_EQ(linear.out[31], 1000 + 31 * 4 + 24);
  EXPECT_EQ(linear.classes.linear, 0);
  EXPECT_NE(linear.classes.uniform, 0);
  EXPECT_EQ(uniform.classes.uniform, 0);
  EXPECT_NE(uniform.classes.linear, 0);
  EXPECT_EQ(linear.classes.outside >> 63, 0);
}

TEST(ClassifyAddresses, OneLaneOutsideOrMisalignedIsSeen) {
  std::vector<std::uint64_t> far = stepped(1000, 4), odd = stepped(1000, 4);
  far[17] = 1000 + 4097;
  odd[30] |= 1;

  EXPECT_EQ(classified(far, 0, 1000, 4096).classes.outside >> 63, 1);
  EXPECT_EQ(classified(stepped(996, 4), 0, 1000, 4096).classes.outside >> 63, 1);  // below the range
  EXPECT_EQ(classified(odd, 0, 1000, 4096).classes.bits & 1, 1);
  EXPECT_EQ(classified(stepped(1000, 4), 0, 1000, 4096).classes.bits & 3, 0);
}

TEST(SparseRange, IsZeroUntilItIsWritten) {
  const SparseRange range(std::uint64_t{1} << 32);  // reserved, not committed
  std::byte* const last = range.data() + (std::uint64_t{1} << 32) - 1;

  EXPECT_EQ(*last, std::byte{0});
  *last = std::byte{7};
  EXPECT_EQ(*last, std::byte{7});
  EXPECT_EQ(range.data()[0], std::byte{0});
}

}  // namespace
}  // namespace forewarp::emu

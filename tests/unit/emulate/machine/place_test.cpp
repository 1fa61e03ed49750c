// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/place.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "forewarp/support/error.hpp"

namespace forewarp::emu {
namespace {

constexpr std::uint64_t address = 0x300000000000;

TEST(Place, ABufferLiesWhereItIsPut) {
  Memory memory;
  place(memory, address, 64, "x");
  const std::array<std::byte, 4> in = {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};

  memory.write(address + 60, in);

  std::array<std::byte, 4> out{};
  memory.read(address + 60, out);
  EXPECT_EQ(std::memcmp(in.data(), out.data(), 4), 0);
  memory.read(address, out);
  EXPECT_EQ(out[0], std::byte{0});  // without a source memory is zero
}

TEST(Place, AddressesThatAreTakenAreRefused) {
  Memory memory;
  place(memory, address, 4096, "x");

  EXPECT_THROW(place(memory, address, 4096, "y"), InputError);
  EXPECT_THROW(place(memory, address + 256, 16, "y"), InputError);
}

TEST(Place, ATebibyteIsTooMuch) {
  Memory memory;
  EXPECT_THROW(place(memory, address, std::uint64_t{1} << 40, "x"), InputError);
}

}  // namespace
}  // namespace forewarp::emu

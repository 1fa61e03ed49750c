// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/packed.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace forewarp::packed_test {
namespace {

enum class Colour : std::uint8_t { red, blue };

struct Inner {
  std::string name;
  double value = 0;
};

template <typename Io, IsA<Inner> T>
void members(Io& io, T& inner) {
  auto& [name, value] = inner;
  io(name, value);
}

struct Outer {
  bool on = false;
  Colour colour{};
  std::vector<Inner> all;
  std::optional<Inner> one;
};

template <typename Io, IsA<Outer> T>
void members(Io& io, T& outer) {
  auto& [on, colour, all, one] = outer;
  io(on, colour, all, one);
}

Outer sample() { return {true, Colour::blue, {{"a", 1.5}, {"", -0.0}}, Inner{"b", std::nan("7")}}; }

TEST(Packed, ComesBackWithEveryBit) {
  Outer back;

  unpack(packed(sample()), back);

  EXPECT_TRUE(back.on);
  EXPECT_EQ(back.colour, Colour::blue);
  ASSERT_EQ(back.all.size(), 2u);
  EXPECT_EQ(back.all[0].name, "a");
  EXPECT_TRUE(std::signbit(back.all[1].value));
  ASSERT_TRUE(back.one);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(back.one->value), std::bit_cast<std::uint64_t>(std::nan("7")));
}

TEST(Packed, IsRefusedWhereverItIsCutOff) {
  const std::string whole = packed(sample());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    Outer back;
    EXPECT_THROW(unpack(std::string_view(whole).substr(0, size), back), InputError) << size;
  }
}

TEST(Packed, IsRefusedWithBytesAfterItsEnd) {
  Outer back;

  EXPECT_THROW(unpack(packed(sample()) + "x", back), InputError);
}

// A length of 2^64 - 1 asks for no memory.
TEST(Packed, RefusesALengthBeyondItsBytes) {
  std::vector<std::string> texts;

  EXPECT_THROW(unpack(packed(std::numeric_limits<std::uint64_t>::max()) + "abc", texts), InputError);
}

}  // namespace
}  // namespace forewarp::packed_test

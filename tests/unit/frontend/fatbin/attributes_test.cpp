// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/fatbin/attributes.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace forewarp::fatbin {
namespace {

using namespace std::string_literals;

/// An attribute with bytes: u8 format 4, u8 kind, u16 size, then the symbol and its value.
std::string of_symbol(std::uint8_t kind, char symbol, char value) {
  return "\x04"s + static_cast<char>(kind) + "\x08\x00"s + symbol + "\x00\x00\x00"s + value + "\x00\x00\x00"s;
}

TEST(Attributes, AreReadInOrderWithTheirBytes) {
  const std::string info = "\x03\x1b\x30\x00"s + of_symbol(Attribute::registers, 2, 40);
  std::vector<std::uint8_t> kinds;
  std::vector<std::size_t> sizes;

  EXPECT_TRUE(for_each_attribute(info, [&](const Attribute& a) {
    kinds.push_back(a.kind);
    sizes.push_back(a.bytes.size());
  }));

  EXPECT_EQ(kinds, (std::vector<std::uint8_t>{0x1b, Attribute::registers}));
  EXPECT_EQ(sizes, (std::vector<std::size_t>{0, 8}));
}

TEST(Attributes, OneThatIsCutOffEndsThem) {
  const std::string info = of_symbol(Attribute::registers, 2, 40);

  EXPECT_FALSE(for_each_attribute(std::string_view(info).substr(0, 7), [](const Attribute&) {}));
}

TEST(Attributes, AValueIsThatOfItsSymbol) {
  const std::string info = of_symbol(Attribute::frame_size, 1, 16) + of_symbol(Attribute::registers, 1, 32) +
                           of_symbol(Attribute::registers, 2, 40);

  EXPECT_EQ(attribute_of(info, Attribute::registers, 2), 40U);
  EXPECT_EQ(attribute_of(info, Attribute::frame_size, 1), 16U);
  EXPECT_EQ(attribute_of(info, Attribute::frame_size, 2), std::nullopt);
}

}  // namespace
}  // namespace forewarp::fatbin

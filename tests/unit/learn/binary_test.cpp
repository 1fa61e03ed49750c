// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/binary.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "forewarp/support/error.hpp"

namespace forewarp::learn {
namespace {

std::shared_ptr<void> aligned_copy(std::span<const std::byte> bytes) {
  std::shared_ptr<void> copy(std::aligned_alloc(64, (bytes.size() + 64) / 64 * 64), std::free);
  std::memcpy(copy.get(), bytes.data(), bytes.size());
  return copy;
}

Writer a_writer() {
  Writer w;
  w.integer(7);
  w.text("abc");
  w.array(std::vector<float>{1.5f, 2.5f});
  w.number(0.25);
  return w;
}

TEST(Binary, WhatWasWrittenIsReadBackWhereItLies) {
  const Writer w = a_writer();
  const auto copy = aligned_copy(w.bytes());

  Reader r({static_cast<const std::byte*>(copy.get()), w.bytes().size()}, copy);

  EXPECT_EQ(r.integer(), 7u);
  EXPECT_EQ(r.text(), "abc");
  const std::span<const float> floats = r.array<float>();
  ASSERT_EQ(floats.size(), 2u);
  EXPECT_EQ(floats[1], 2.5f);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(floats.data()) % 64, 0u);
  EXPECT_EQ(r.number(), 0.25);
  EXPECT_TRUE(r.done());
}

TEST(Binary, EveryTruncationIsRefused) {
  const Writer w = a_writer();
  const auto copy = aligned_copy(w.bytes());

  for (std::size_t size = 0; size < w.bytes().size(); ++size) {
    Reader r({static_cast<const std::byte*>(copy.get()), size}, copy);
    EXPECT_THROW(
        {
          (void)r.integer();
          (void)r.text();
          (void)r.array<float>();
          (void)r.number();
        },
        InputError)
        << size;
  }
}

TEST(Binary, ALengthBeyondTheFileIsRefusedBeforeAnythingIsRead) {
  Writer w;
  w.integer(~std::uint64_t{0} / 4);  // as an array of 8-byte numbers this length wraps around 64 bits
  const auto copy = aligned_copy(w.bytes());

  Reader r({static_cast<const std::byte*>(copy.get()), w.bytes().size()}, copy);

  EXPECT_THROW((void)r.array<double>(), InputError);
}

}  // namespace
}  // namespace forewarp::learn

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/distribute/frame.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"

namespace forewarp::distribute {
namespace {

const std::string key(32, 'k');

TEST(Frame, ArrivesWhole) {
  Sealer sealer(key);
  Opener opener(key);

  opener.add(sealer.seal(Kind::item, "one"));
  opener.add(sealer.seal(Kind::beat, ""));

  const auto first = opener.next(), second = opener.next();
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->kind, Kind::item);
  EXPECT_EQ(first->body, "one");
  EXPECT_EQ(second->kind, Kind::beat);
  EXPECT_FALSE(opener.next());
}

TEST(Frame, ArrivesByteByByte) {
  Sealer sealer(key);
  Opener opener(key);
  const std::string bytes = sealer.seal(Kind::told, "a text");
  for (std::size_t i = 0; i + 1 < bytes.size(); ++i) {
    opener.add(bytes.substr(i, 1));
    ASSERT_FALSE(opener.next()) << i;
  }

  opener.add(bytes.substr(bytes.size() - 1));

  EXPECT_EQ(opener.next()->body, "a text");
}

TEST(Frame, IsRefusedWhenAnyByteChanges) {
  const std::string bytes = Sealer(key).seal(Kind::result, "seven");
  for (std::size_t i = 4; i < bytes.size(); ++i) {
    Opener opener(key);
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    opener.add(changed);
    EXPECT_THROW((void)opener.next(), InputError) << i;
  }
}

TEST(Frame, IsRefusedASecondTimeAndOutOfOrder) {
  Sealer sealer(key);
  const std::string first = sealer.seal(Kind::item, "1"), second = sealer.seal(Kind::item, "2");
  Opener repeated(key), swapped(key);
  repeated.add(first + first);
  swapped.add(second);

  EXPECT_TRUE(repeated.next());
  EXPECT_THROW((void)repeated.next(), InputError);
  EXPECT_THROW((void)swapped.next(), InputError);
}

TEST(Frame, IsRefusedWithAnotherKeyAndInTheOtherDirection) {
  const std::string there = direction_key("secret", "member", "nonce", "other"),
                    back = direction_key("secret", "coordinator", "nonce", "other");
  Opener opener(back);
  opener.add(Sealer(there).seal(Kind::item, "1"));

  EXPECT_THROW((void)opener.next(), InputError);
}

TEST(Frame, HasALimitBeforeItIsRead) {
  Opener opener(key, 100);
  opener.add(std::string("\xff\xff\xff\x7f", 4));

  EXPECT_THROW((void)opener.next(), InputError);
}

}  // namespace
}  // namespace forewarp::distribute

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/fatbin/archive.hpp"

#include <gtest/gtest.h>

#include "unit/frontend/fatbin/samples.hpp"
#include "unit/message_of.hpp"

namespace forewarp::fatbin {
namespace {

using forewarp::testing::message_of;

TEST(Archive, MembersHaveShortAndLongNames) {
  const std::string bytes = samples::archive({{"a.o", "odd"}, {"a_name_of_many_letters.o", "even"}});

  const std::vector<Member> members = members_of(bytes, {"lib.a", 0});

  ASSERT_EQ(members.size(), 2U);
  EXPECT_EQ(members[0].name, "a.o");
  EXPECT_EQ(members[0].bytes, "odd");
  EXPECT_EQ(members[1].name, "a_name_of_many_letters.o");
  EXPECT_EQ(bytes.substr(members[1].offset, 4), "even");
}

TEST(Archive, NamesOfBsdPrecedeTheBytes) {
  const std::string bytes = "!<arch>\n#1/8            0           0     0     644     12        `\nlong.o\0\0code";

  const std::string whole = bytes.substr(0, 68) + std::string("long.o\0\0", 8) + "code";
  const std::vector<Member> members = members_of(whole, {"lib.a", 0});

  ASSERT_EQ(members.size(), 1U);
  EXPECT_EQ(members[0].name, "long.o");
  EXPECT_EQ(members[0].bytes, "code");
}

TEST(Archive, DamageIsNamed) {
  const std::string bytes = samples::archive({{"a.o", "code"}});
  const auto complaint = [](const std::string& archive) {
    return message_of([&] { (void)members_of(archive, {"lib.a", 0}); });
  };

  EXPECT_EQ(complaint(bytes.substr(0, 40)), "lib.a, byte 0x8: an archive ends within the header of a member");
  EXPECT_EQ(complaint(bytes.substr(0, 70)), "lib.a, byte 0x8: a member of 4 bytes leaves its archive");
  EXPECT_EQ(complaint("!<thin>\n"), "lib.a, byte 0x0: a thin archive, which holds no files: name one of its objects");
  std::string number = bytes;
  number[8 + 48] = 'x';
  EXPECT_EQ(complaint(number), "lib.a, byte 0x8: no header of a member of an archive");
}

}  // namespace
}  // namespace forewarp::fatbin

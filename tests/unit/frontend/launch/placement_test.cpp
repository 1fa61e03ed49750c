// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/placement.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::launch {
namespace {

/// A launch as "forewarp exec --save" writes one: an argument inside a buffer, and memory that a pointer leads to.
std::string description(const std::string& address) {
  return "entry = 'k'\ngrid = '1'\nblock = '32'\n"
         "[[argument]]\nname = 'x'\nbuffer = 'u8'\ncount = 16\nfill = { kind = 'file', path = 'x.bin' }\n"
         "address = " +
         address +
         "\noffset = 4\n"
         "[[memory]]\nname = 'far'\nbuffer = 'u8'\ncount = 8\nfill = { kind = 'file', path = 'far.bin' }\n"
         "address = 0x300000100000\n";
}

class Placed : public ::testing::Test {
 protected:
  Placed() {
    write_file(folder_.path() / "x.bin", std::string(16, 'x'));
    write_file(folder_.path() / "far.bin", std::string(8, 'f'));
  }
  Placement read(const std::string& text) {
    write_file(folder_.path() / "launch.toml", text);
    return read_placement(folder_.path() / "launch.toml");
  }
  TemporaryFolder folder_{"placement"};
};

TEST_F(Placed, BuffersKeepTheAddressesOfTheProgram) {
  const Placement placement = read(description("0x300000000000"));

  ASSERT_EQ(placement.arguments.size(), 1u);
  EXPECT_EQ(placement.arguments[0].name, "x");
  EXPECT_EQ(placement.arguments[0].address, 0x300000000000u);
  EXPECT_EQ(placement.arguments[0].offset, 4u);
  ASSERT_EQ(placement.memory.size(), 1u);
  EXPECT_EQ(placement.memory[0].buffer.bytes(), 8u);
  EXPECT_TRUE(placement.constants.empty());
}

TEST_F(Placed, NothingHasAnAddressWithoutAFile) {
  EXPECT_TRUE(read_placement({}).empty());
  EXPECT_EQ(placement_key({}), "");
}

TEST_F(Placed, AnAddressThatNoBufferCanHaveIsRefused) { EXPECT_THROW((void)read(description("-4096")), ParseError); }

TEST_F(Placed, TheKeyFollowsAddressesAndContents) {
  const std::string key = placement_key(read(description("0x300000000000")));

  EXPECT_NE(placement_key(read(description("0x300000010000"))), key);
  EXPECT_EQ(placement_key(read(description("0x300000000000"))), key);
  write_file(folder_.path() / "far.bin", std::string(8, 'g'));
  EXPECT_NE(placement_key(read(description("0x300000000000"))), key);
}

}  // namespace
}  // namespace forewarp::launch

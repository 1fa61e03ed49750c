// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/fatbin/device_code.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "forewarp/support/temporary_folder.hpp"
#include "unit/frontend/fatbin/samples.hpp"
#include "unit/message_of.hpp"

namespace forewarp::fatbin {
namespace {

using forewarp::testing::message_of;

const auto files = samples::all();

std::vector<std::size_t> entries_in(const std::string& name) {
  std::vector<std::size_t> counts;
  for (const Container& container : read_device_code(files.at(name), name).containers)
    counts.push_back(container.entries.size());
  return counts;
}

using Counts = std::vector<std::size_t>;

TEST(DeviceCode, OfAProgramIsInItsSectionsAndAmongItsData) { EXPECT_EQ(entries_in("app"), (Counts{4, 1, 1})); }
TEST(DeviceCode, OfAnArchiveIsThatOfItsMembers) { EXPECT_EQ(entries_in("lib.a"), (Counts{4, 4, 1, 1})); }
TEST(DeviceCode, MayBeAFatBinaryOrMachineCodeByItself) {
  EXPECT_EQ(entries_in("several.fatbin"), (Counts{4}));
  EXPECT_EQ(entries_in("kernels.cubin"), (Counts{1}));
}
TEST(DeviceCode, MayBeMissing) { EXPECT_EQ(entries_in("no_device_code"), Counts()); }

TEST(DeviceCode, PlacesNameTheMemberOfAnArchive) {
  const DeviceCode code = read_device_code(files.at("lib.a"), "lib.a");

  EXPECT_EQ(code.containers.at(1).place.file, "lib.a(a_name_of_many_letters.o)");
}

// A program that reads fat binaries has their first number in its code or data.
TEST(DeviceCode, ANumberAmongDataIsNoFatBinary) {
  const std::string number = files.at("several.fatbin").substr(0, 40);
  const std::string file = samples::elf({{".data", number}});

  EXPECT_TRUE(read_device_code(file, "app").containers.empty());
}

TEST(DeviceCode, DamageInASectionIsNamed) {
  const std::string damaged = samples::elf({{".nv_fatbin", files.at("several.fatbin").substr(0, 40)}});

  EXPECT_EQ(message_of([&] { (void)read_device_code(damaged, "app"); }).substr(0, 32),
            "app, byte 0x40: a fat binary of ");
  EXPECT_EQ(message_of([&] {
              (void)read_device_code(samples::elf({{".nv_fatbin", "what else"}}), "app");
            }),
            "app, byte 0x40: no fat binary begins here");
  EXPECT_EQ(message_of([] { (void)read_device_code(std::string("#!/bin/sh"), "app"); }),
            "app: neither ELF nor an archive nor a fat binary");
}

TEST(DeviceCode, OfAFileIsReadWhereItLies) {
  const TemporaryFolder folder("device_code");
  const auto path = folder.path() / "app";
  std::ofstream(path, std::ios::binary) << files.at("app");

  EXPECT_TRUE(is_binary_file(path));
  EXPECT_FALSE(is_binary_file(folder.path()));
  EXPECT_EQ(read_device_code(path).containers.size(), 3U);
}

TEST(DeviceCode, OfPtxIsOneEntry) {
  const DeviceCode code = device_code_of_ptx(samples::ptx("f", "sm_90a"), "f.ptx");

  EXPECT_EQ(code.containers.at(0).entries.at(0).arch().str(), "sm_90a");
  EXPECT_EQ(message_of([] { (void)device_code_of_ptx(".version 8.0\n", "f.ptx"); }),
            "f.ptx: PTX without a .target, such as sm_80");
}

}  // namespace
}  // namespace forewarp::fatbin

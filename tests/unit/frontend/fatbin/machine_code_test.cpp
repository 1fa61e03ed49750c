// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/fatbin/machine_code.hpp"

#include <gtest/gtest.h>

#include "unit/frontend/fatbin/samples.hpp"
#include "unit/message_of.hpp"

namespace forewarp::fatbin {
namespace {

const std::string two = samples::cubin({{"_Z4fillPffi", 10}, {"saxpy", 40}}, 90);

std::vector<std::string> names_in(const std::string& cubin, Compression compression) {
  const std::string container = samples::container({{Entry::Kind::machine_code, 90, cubin, compression}});
  return kernel_names(read(container).at(0), {});
}

TEST(MachineCode, KernelsAreNamed) {
  const std::vector<std::string> names = {"_Z4fillPffi", "saxpy"};

  for (const Compression compression : {Compression::none, Compression::lz4, Compression::zstd})
    EXPECT_EQ(names_in(two, compression), names);
}

// The quick way looks for the second table of names; without it the sections are read.
TEST(MachineCode, KernelsAreNamedWhereTheTablesAreElsewhere) {
  std::string other = two;
  const std::size_t second = other.find(".shstrtab", other.find(".shstrtab") + 1);
  other[second] = 'x';

  EXPECT_EQ(names_in(other, Compression::zstd), names_in(two, Compression::none));
}

TEST(MachineCode, RegistersAreThoseOfTheKernel) {
  EXPECT_EQ(registers_of(two, "_Z4fillPffi", {}), 10U);
  EXPECT_EQ(registers_of(two, "saxpy", {}), 40U);
  EXPECT_EQ(registers_of(two, "other", {}), std::nullopt);
}

TEST(MachineCode, TheArchitectureIsInTheFlags) { EXPECT_EQ(arch_of(two, {}).str(), "sm_90"); }

TEST(MachineCode, AnotherProcessorIsRefused) {
  EXPECT_EQ(forewarp::testing::message_of([] { (void)names_in(samples::elf({}), Compression::none); }),
            "the fat binary, byte 0x50: machine code of another processor (ELF machine 62) where a GPU's was expected");
}

}  // namespace
}  // namespace forewarp::fatbin

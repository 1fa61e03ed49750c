// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/fatbin/kernel_table.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/fatbin/choose.hpp"
#include "unit/frontend/fatbin/samples.hpp"

namespace forewarp::fatbin {
namespace {

KernelTable table_of(const std::string& file) { return kernel_table(read_device_code(samples::all().at(file), file)); }

TEST(KernelTable, TellsPtxFromMachineCode) {
  const KernelTable table = table_of("app");

  ASSERT_EQ(table.kernels.size(), 3U);
  EXPECT_EQ(table.kernels[0].name, "add_one");
  EXPECT_EQ(archs_text(table.kernels[0].ptx), "sm_75, sm_80 and sm_90");
  EXPECT_EQ(archs_text(table.kernels[0].machine_code), "sm_80");
  EXPECT_FALSE(table.kernels[0].only_machine_code());
  EXPECT_EQ(table.kernels[1].name, "secret");
  EXPECT_TRUE(table.kernels[1].only_machine_code());
  EXPECT_EQ(table.kernels[2].name, "hidden");
}

TEST(KernelTable, CountsEntriesByKind) {
  const std::string lto = samples::container(
      {{Entry::Kind::lto_code, 80, "bitcode", Compression::zstd}, {Entry::Kind::ptx, 80, samples::ptx("f")}});

  const KernelTable table = kernel_table(read_device_code(lto, "lto.fatbin"));

  EXPECT_EQ(table.other_entries, 1U);
  EXPECT_EQ(table.ptx_entries, 1U);
  EXPECT_EQ(table.machine_code_entries, 0U);
}

TEST(KernelTable, SignaturesOfPlainNamesHaveTypesOfPtx) {
  EXPECT_EQ(signature(table_of("several.fatbin").kernels.at(0)), "add_one(u64, u32)");
  EXPECT_EQ(signature(table_of("kernels.cubin").kernels.at(0)), "fill(float*, float, int)");
  EXPECT_EQ(signature(table_of("kernels.cubin").kernels.at(1)), "saxpy");
}

}  // namespace
}  // namespace forewarp::fatbin

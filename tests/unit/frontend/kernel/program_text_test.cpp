// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/kernel/program_text.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <optional>

#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::kernel {
namespace {
namespace fs = std::filesystem;

TEST(ProgramText, AKernelOfAHeaderHasItsArgumentNames) {
  const fs::path folder = fs::path(::testing::TempDir()) / "forewarp_program_text";
  fs::create_directories(folder);
  std::ofstream(folder / "scale.cuh") << "#pragma once\n#define KERNEL(name) __global__ void name\n"
                                         "KERNEL(scale)(float* data, int count) { data[threadIdx.x] = count; }\n";
  std::ofstream(folder / "main.cu") << "#include \"scale.cuh\"\nint main() { scale<<<1, 32>>>(nullptr, 3); }\n";
  Request request;
  request.path = (folder / "main.cu").string();
  request.grid = "1";
  request.block = "32";
  request.arguments = {"count=7"};

  std::optional<Kernel> kernel;
  try {
    kernel = load(request);
  } catch (const Unavailable& error) {
    GTEST_SKIP() << error.what();
  }

  EXPECT_EQ(kernel->launch.arguments[0].name, "data");
  EXPECT_EQ(std::get<launch::Scalar>(kernel->launch.arguments[1].value).bits, 7u);
}

TEST(ProgramText, DeviceFunctionsMayComeFromAnotherFileAndFlagsFromTheUser) {
  const fs::path folder = fs::path(::testing::TempDir()) / "forewarp_two_sources";
  fs::create_directories(folder);
  std::ofstream(folder / "main.cu") << "__device__ int other(int);\n__global__ void k(int* p) { p[threadIdx.x] = "
                                       "other(NUMBER); }\n";
  std::ofstream(folder / "other.cu") << "__device__ int other(int a) { return 3 * a; }\n";
  Request request;
  request.path = (folder / "main.cu").string();
  request.grid = "1";
  request.block = "32";
  request.sources = {(folder / "other.cu").string()};
  request.compiler_flags = {"-DNUMBER=5"};

  std::optional<Kernel> kernel;
  try {
    kernel = load(request);
  } catch (const Unavailable& error) {
    GTEST_SKIP() << error.what();
  }

  const ptx::Function* other = kernel->module->find("_Z5otheri");
  ASSERT_NE(other, nullptr);
  EXPECT_FALSE(other->is_declaration);
}

TEST(ProgramText, OfPtxIsEmpty) {
  ProgramText none;

  EXPECT_FALSE(none.is_source());
  EXPECT_EQ(none.file_text(), "");
  EXPECT_TRUE(none.expanded().empty());
}

}  // namespace
}  // namespace forewarp::kernel

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What nvcc writes, in each of its modes.
#include <gtest/gtest.h>

#include "forewarp/frontend/fatbin/choose.hpp"
#include "forewarp/frontend/fatbin/find_kernel.hpp"
#include "forewarp/frontend/fatbin/kernel_table.hpp"
#include "forewarp/frontend/source/toolchain.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/process.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::fatbin {
namespace {

constexpr const char* source_text = R"(
template <typename T> __global__ void scale(T* x, int n, T f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= f;
}
template __global__ void scale<float>(float*, int, float);
extern "C" __global__ void fill(float* x, float v) { x[threadIdx.x] = v; }
)";

class Nvcc : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    nvcc_ = source::find_nvcc();
    if (!nvcc_) GTEST_SKIP() << "nvcc is not here";
  }
  DeviceCode compiled(const std::vector<std::string>& options, const std::string& output) {
    write_file(folder_.path() / "k.cu", source_text);
    std::vector<std::string> command = {nvcc_->string(), (folder_.path() / "k.cu").string(), "-o",
                                        (folder_.path() / output).string()};
    command.insert(command.end(), options.begin(), options.end());
    const ProcessResult result = run_process(command);
    EXPECT_EQ(result.exit_status, 0) << result.errors;
    return read_device_code(folder_.path() / output);
  }

 private:
  std::optional<std::filesystem::path> nvcc_;
  TemporaryFolder folder_{"nvcc_fatbin"};
};

TEST_P(Nvcc, CompressesInAWayThatIsRead) {
  const DeviceCode code = compiled({"-arch=sm_80", "-fatbin", "--compress-mode", GetParam()}, "k.fatbin");

  const KernelTable table = kernel_table(code);

  ASSERT_EQ(table.kernels.size(), 2U);
  for (const TableKernel& kernel : table.kernels) {
    EXPECT_EQ(archs_text(kernel.ptx), "sm_80");
    EXPECT_EQ(archs_text(kernel.machine_code), "sm_80");
  }
  const FoundKernel found = find_kernel(code, {"scale", {}, 90});
  EXPECT_EQ(found.entry, "_Z5scaleIfEvPT_iS0_");
  EXPECT_NE(found.ptx.find(".entry _Z5scaleIfEvPT_iS0_("), std::string::npos);
  EXPECT_GT(found.registers, 0U);
}

INSTANTIATE_TEST_SUITE_P(, Nvcc, ::testing::Values("default", "size", "speed", "balance", "none"),
                         [](const auto& test) { return std::string(test.param); });

using NvccFiles = Nvcc;

TEST_F(NvccFiles, OfSeveralArchitecturesAreToldApart) {
  const DeviceCode code = compiled({"-c", "-gencode", "arch=compute_80,code=[sm_80,compute_80]", "-gencode",
                                    "arch=compute_90a,code=[sm_90a,compute_90a]"},
                                   "k.o");

  const KernelTable table = kernel_table(code);

  ASSERT_EQ(table.kernels.size(), 2U);
  EXPECT_EQ(archs_text(table.kernels[0].ptx), "sm_80 and sm_90a");
  EXPECT_EQ(archs_text(table.kernels[0].machine_code), "sm_80 and sm_90a");
  EXPECT_EQ(find_kernel(code, {"fill", {}, 90}).arch.str(), "sm_90a");
  EXPECT_EQ(find_kernel(code, {"fill", {}, 100}).arch.str(), "sm_80");
}

}  // namespace
}  // namespace forewarp::fatbin

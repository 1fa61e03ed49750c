// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/amdgcn/compiled_kernel.hpp"

#include <fstream>

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::amdgcn {
namespace {

constexpr const char* cuda = R"(#include <cuda_fp16.h>
#include <cooperative_groups.h>
__global__ void __launch_bounds__(256) k(float* out, const float* in, int n) {
  __shared__ float tile[256];
  tile[threadIdx.x] = expf(__ldg(in + threadIdx.x)) + sinf(in[n]);
  __syncthreads();
  const float sum = __shfl_xor_sync(~0u, tile[255 - threadIdx.x], 1) + __popc(__ballot_sync(~0u, n > 3));
  atomicAdd(out + blockIdx.x, sum);
  if (__syncthreads_or(n)) cooperative_groups::this_grid().sync();
}
int main() { k<<<1, 256>>>(nullptr, nullptr, 0); }
)";

constexpr const char* opencl = R"(kernel void k(global float* out, int n) {
  local float tile[256];
  tile[get_local_id(0)] = native_exp(out[get_global_id(0)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (n > 0) out[get_global_id(0)] = tile[get_local_size(0) - 1 - get_local_id(0)];
}
)";

class AmdCompiledKernel : public testing::Test {
 protected:
  void SetUp() override {
    try {
      (void)source::find_amd_toolchain(source::Language::opencl);
    } catch (const Unavailable& error) {
      GTEST_SKIP() << error.what();
    }
  }

  CompiledKernel compile(const std::string& name, const std::string& text, const std::string& target,
                         const std::string& entry) {
    const auto path = folder_.path() / name;
    std::ofstream(path) << text;
    source::Compiler compiler(std::make_shared<source::CacheStore>(folder_.path() / "cache"));
    return compiled_kernel({.path = path}, target, entry, compiler);
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(AmdCompiledKernel, IsMadeOfCudaSources) {
  const CompiledKernel compiled = compile("k.cu", cuda, "gfx90a", "_Z1kPfPKfi");

  ASSERT_TRUE(compiled.kernel) << compiled.reason;
  EXPECT_EQ(compiled.kernel->wave_size, 64U);
  EXPECT_GE(compiled.kernel->code.shared_bytes, 1024U);
  EXPECT_GT(compiled.kernel->code.registers, 0U);
  EXPECT_EQ(compiled.kernel->code.frame_bytes, 0U);
  EXPECT_TRUE(compiled.kernel->code.has_lines);
}

TEST_F(AmdCompiledKernel, OfRdnaIsForWavesOf32) {
  const CompiledKernel compiled = compile("k.cu", cuda, "gfx1032", "_Z1kPfPKfi");

  ASSERT_TRUE(compiled.kernel) << compiled.reason;
  EXPECT_EQ(compiled.kernel->wave_size, 32U);
}

TEST_F(AmdCompiledKernel, IsMadeOfOpenCl) {
  const CompiledKernel compiled = compile("k.cl", opencl, "gfx906", "k");

  ASSERT_TRUE(compiled.kernel) << compiled.reason;
  EXPECT_EQ(compiled.kernel->code.shared_bytes, 1024U);
  EXPECT_FALSE(compiled.kernel->code.calls_other_sections);
}

TEST_F(AmdCompiledKernel, SourcesWithPtxInThemAreRefusedWithTheCompilersReason) {
  const CompiledKernel compiled =
      compile("k.cu", "__global__ void k(float* p) { asm(\"mov.f32 %0, 1;\" : \"=f\"(*p)); }\n", "gfx90a", "_Z1kPf");

  EXPECT_FALSE(compiled.kernel);
  EXPECT_NE(compiled.reason.find("gfx90a"), std::string::npos) << compiled.reason;
  EXPECT_NE(compiled.reason.find("constraint"), std::string::npos) << compiled.reason;
}

TEST_F(AmdCompiledKernel, AnEntryThatIsNotThereIsAReason) {
  EXPECT_NE(compile("k.cu", cuda, "gfx90a", "other").reason.find("no kernel other"), std::string::npos);
}

}  // namespace
}  // namespace forewarp::amdgcn

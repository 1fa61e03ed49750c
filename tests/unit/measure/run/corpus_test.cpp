// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The bundled kernels on a device: after the CPU reference and the emulator the third that must agree.
#include <gtest/gtest.h>

#include <algorithm>

#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/measure/run/hardware.hpp"
#include "forewarp/measure/run/kernel_job.hpp"
#include "forewarp/support/error.hpp"
#include "kernels/references.hpp"

namespace forewarp::run {
namespace {

struct Case {
  const char* kernel;
  std::vector<std::string> set;
};

class OpenClCorpus : public ::testing::TestWithParam<Case> {};

TEST_P(OpenClCorpus, ComputesWhatTheReferenceDoes) {
  std::unique_ptr<Device> device;
  try {
    device = open_hardware("opencl:0");
  } catch (const Unavailable& error) {
    GTEST_SKIP() << error.what();
  }
  kernel::Request request;
  request.path = GetParam().kernel;
  request.set = GetParam().set;
  const kernel::Kernel kernel = kernel::load(request);
  const Job job = job_of(kernel, request, Api::opencl, "job");
  const auto on_device = device->compile(job.code)->kernel(job.entry);
  on_device->set_arguments(job.arguments);

  (void)on_device->launch(job.shape);

  const kernels::Reference reference = kernels::find_reference(kernel.description.reference);
  ASSERT_NE(reference, nullptr);
  for (const kernels::Expected& expected : reference(kernel.launch, kernels::Inputs(kernel.launch))) {
    const auto& arguments = kernel.launch.arguments;
    const auto place =
        std::find_if(arguments.begin(), arguments.end(), [&](const auto& a) { return a.name == expected.buffer; });
    const auto actual = on_device->read(static_cast<std::size_t>(place - arguments.begin()));
    const auto wrong = kernels::mismatch(expected, kernel.launch, actual, kernel.description.tolerance);
    EXPECT_FALSE(wrong) << *wrong;
  }
}

INSTANTIATE_TEST_SUITE_P(, OpenClCorpus,
                         ::testing::Values(Case{"vector_add", {"n=10000"}}, Case{"saxpy", {"n=10000"}},
                                           Case{"matmul_tiled", {"n=64"}}, Case{"transpose_tiled", {"n=128"}},
                                           Case{"stencil5_global", {"n=512"}}, Case{"histogram", {"n=65536"}},
                                           Case{"nbody", {"n=1024"}}, Case{"spmv_csr", {"rows=16384"}},
                                           Case{"binomial_series", {"blocks=16", "terms=64"}},
                                           Case{"bfs_step", {"nodes=16384"}}, Case{"hotspot", {"n=64"}},
                                           Case{"scan", {"n=4096"}}, Case{"dot_product", {"n=4096"}},
                                           Case{"heartwall_track", {}}, Case{"sgemm_registers", {"n=128"}}),
                         [](const auto& test) { return std::string(test.param.kernel); });

TEST(KernelJob, MacrosAndFoldersReachTheCompiler) {
  kernel::Request request;
  request.path = "matmul_tiled";
  request.defines = {"BLOCK=8", "FAST"};
  request.includes = {"/somewhere"};
  const kernel::Kernel kernel = [&] {
    kernel::Request plain = request;
    plain.defines.clear();
    plain.set = {"BLOCK=8"};
    return kernel::load(plain);
  }();

  const Job opencl = job_of(kernel, request, Api::opencl, "a"), cuda = job_of(kernel, request, Api::cuda, "b");

  const auto has = [&](const char* option) {
    return std::find(opencl.code.options.begin(), opencl.code.options.end(), option) != opencl.code.options.end();
  };
  EXPECT_TRUE(has("-DBLOCK=8"));
  EXPECT_TRUE(has("-DFAST"));
  EXPECT_TRUE(has("-I/somewhere"));
  EXPECT_EQ(opencl.entry, "matmul_tiled");
  EXPECT_EQ(opencl.shape.block.x, 8u);
  EXPECT_EQ(cuda.code.language, Language::ptx);
  EXPECT_NE(cuda.code.text.find(".entry"), std::string::npos);
}

TEST(KernelJob, AKernelWithoutOpenClSourceIsTranslated) {
  kernel::Request request;
  request.path = "lud_diagonal";
  const kernel::Kernel kernel = kernel::load(request);

  const Job job = job_of(kernel, request, Api::opencl, "a");

  EXPECT_NE(job.code.text.find("__kernel void lud_diagonal(__global float* restrict"), std::string::npos)
      << job.code.text.substr(job.code.text.size() - 1500);
}

TEST(KernelJob, AKernelOfWarpShufflesIsRefusedByTheirName) {
  kernel::Request request;
  request.path = "reduction";
  const kernel::Kernel kernel = kernel::load(request);

  try {
    (void)job_of(kernel, request, Api::opencl, "a");
    FAIL() << "not refused";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("kernel.cu:7: a shuffle or vote of a warp"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace forewarp::run

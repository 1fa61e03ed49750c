// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// ptx_run() as tinygrad calls it: through the shared library alone.
#include "forewarp_ptx_run.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "capi/process_memory.hpp"

namespace {

std::string module_of(const std::string& kernel, const std::string& before = "") {
  return ".version 7.5\n.target sm_80\n.address_size 64\n" + before + kernel;
}

/// out[i] = factor * in[i]; the factor is a parameter of 4 bytes.
const std::string scale = module_of(R"(.visible .entry scale(.param .u64 out, .param .u64 in, .param .u32 factor) {
  .reg .b32 %r<8>; .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [out];
  ld.param.u64 %rd2, [in];
  ld.param.u32 %r1, [factor];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.u32 %r5, %r2, %r3, %r4;
  mul.wide.u32 %rd3, %r5, 4;
  add.u64 %rd4, %rd1, %rd3;
  add.u64 %rd5, %rd2, %rd3;
  ld.global.u32 %r6, [%rd5];
  mul.lo.u32 %r7, %r6, %r1;
  st.global.u32 [%rd4], %r7;
  ret;
}
)");

int run(const std::string& source, std::vector<void*> args, int threads, int blocks = 1, int shared = 0) {
  std::string text = source;
  return ptx_run(text.data(), static_cast<int>(args.size()), args.data(), threads, 1, 1, blocks, 1, 1, shared);
}

/// The message of a run that must fail.
std::string failure(const std::string& source, const std::vector<void*>& args, int threads = 1, int blocks = 1,
                    int shared = 0) {
  testing::internal::CaptureStderr();
  EXPECT_NE(run(source, args, threads, blocks, shared), 0);
  const std::string printed = testing::internal::GetCapturedStderr();
  EXPECT_EQ(printed, std::string("ptx_run: ") + forewarp_ptx_run_error() + "\n");
  return forewarp_ptx_run_error();
}

void* number(std::uint64_t value) { return reinterpret_cast<void*>(value); }

TEST(PtxRun, RunsAKernelOnTheMemoryOfTheProcess) {
  std::vector<int> in(512), out(512);
  for (int i = 0; i < 512; ++i) in[i] = i;

  ASSERT_EQ(run(scale, {out.data(), in.data(), number(3)}, 128, 4), 0) << forewarp_ptx_run_error();

  for (int i = 0; i < 512; ++i) EXPECT_EQ(out[i], 3 * i);
}

TEST(PtxRun, ANegativeNumberIsTheLowBytesOfItsArgument) {
  int in = 5, out = 0;

  ASSERT_EQ(run(scale, {&out, &in, number(static_cast<std::uint64_t>(-2))}, 1), 0) << forewarp_ptx_run_error();

  EXPECT_EQ(out, -10);
}

TEST(PtxRun, SharedMemoryAndBarriersWork) {
  const std::string reverse = module_of(
      ".visible .entry reverse(.param .u64 data) {\n  .reg .b32 %r<8>; .reg .b64 %rd<4>;\n  ld.param.u64 %rd1, "
      "[data];\n"
      "  mov.u32 %r1, %tid.x;\n  mul.wide.u32 %rd2, %r1, 4;\n  add.u64 %rd2, %rd1, %rd2;\n  ld.global.u32 %r2, "
      "[%rd2];\n"
      "  shl.b32 %r3, %r1, 2;\n  mov.u32 %r4, tile;\n  add.u32 %r3, %r3, %r4;\n  st.shared.u32 [%r3], %r2;\n"
      "  bar.sync 0;\n  mov.u32 %r5, %ntid.x;\n  sub.u32 %r5, %r5, %r1;\n  shl.b32 %r5, %r5, 2;\n  add.u32 %r5, %r5, "
      "%r4;\n"
      "  ld.shared.u32 %r6, [%r5+-4];\n  st.global.u32 [%rd2], %r6;\n  ret;\n}\n",
      ".extern .shared .align 16 .b8 tile[];\n");
  std::array<int, 64> data{};
  for (int i = 0; i < 64; ++i) data[i] = i;

  ASSERT_EQ(run(reverse, {data.data()}, 64, 1, 256), 0) << forewarp_ptx_run_error();

  for (int i = 0; i < 64; ++i) EXPECT_EQ(data[i], 63 - i);
}

TEST(PtxRun, EveryCallLoadsItsVariablesAnew) {
  const std::string count = module_of(
      ".visible .entry count(.param .u64 out) {\n  .reg .b32 %r<3>; .reg .b64 %rd<2>;\n  ld.param.u64 %rd1, [out];\n"
      "  ld.global.u32 %r1, [calls];\n  add.u32 %r1, %r1, 1;\n  st.global.u32 [calls], %r1;\n"
      "  st.global.u32 [%rd1], %r1;\n  ret;\n}\n",
      ".global .u32 calls = 41;\n");
  for (int call = 0; call < 2; ++call) {
    int out = 0;
    ASSERT_EQ(run(count, {&out}, 1), 0) << forewarp_ptx_run_error();
    EXPECT_EQ(out, 42);
  }
}

TEST(PtxRun, ErrorsAreNamed) {
  int in = 0, out = 0;

  EXPECT_EQ(failure(scale, {&out, &in}), "ptx_run: kernel 'scale' takes 3 arguments, 2 given");
  EXPECT_EQ(failure(scale, {&out, &in, number(1)}, 0), "ptx_run: bx is 0; at least 1 was expected");
  EXPECT_EQ(failure(scale, {&out, &in, number(1)}, 1, 1, -1), "ptx_run: n_args and shared must not be negative");
  EXPECT_EQ(failure(scale, {&out, &in, number(1)}, 2048), "a block of 2048x1x1 has more than 1024 threads");
  EXPECT_EQ(failure(module_of(""), {}), "ptx_run: the PTX has 0 kernels; one was expected");
  EXPECT_EQ(failure(module_of(".visible .entry a() { ret; }\n.visible .entry b() { ret; }\n"), {}),
            "ptx_run: the PTX has 2 kernels: a, b; one was expected");
  EXPECT_EQ(failure(module_of(".visible .entry k(.param .align 8 .b8 s[16]) { ret; }\n"), {number(0)}),
            "ptx_run: parameter 's' of kernel 'k' has 16 bytes; an argument has at most 8");
  EXPECT_EQ(failure("nonsense", {}).substr(0, 12), "ptx_run:1:1:");
}

TEST(PtxRun, AnInstructionThatIsNotEmulatedIsNamed) {
  const std::string texture = module_of(
      ".visible .entry k(.param .u64 t) {\n  .reg .b64 %rd1; .reg .b32 %r1;\n  ld.param.u64 %rd1, [t];\n"
      "  txq.width.b32 %r1, [%rd1];\n  ret;\n}\n");

  EXPECT_NE(failure(texture, {number(0)}).find("instruction 'txq.width.b32' is not emulated"), std::string::npos);
}

TEST(PtxRun, MemoryThatIsNotMappedOrNotWritableIsAFault) {
  constexpr std::size_t page = 4096;
  int in = 7;
  auto* const pages =
      static_cast<std::byte*>(mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(pages, MAP_FAILED);
  ASSERT_EQ(mprotect(pages, page, PROT_READ), 0);

  EXPECT_NE(failure(scale, {number(64), &in, number(1)}).find("null pointer"), std::string::npos);
  EXPECT_NE(failure(scale, {pages, &in, number(1)}).find("is constant"), std::string::npos);
  EXPECT_EQ(run(scale, {pages + page, &in, number(2)}, 1), 0) << forewarp_ptx_run_error();

  int written = 0;
  std::memcpy(&written, pages + page, sizeof written);
  EXPECT_EQ(written, 14);
  munmap(pages, 2 * page);
}

TEST(PtxRun, ThreadsMayCallAtTheSameTime) {
  std::vector<std::array<int, 2>> data(8, {1, 0});
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&data, t] {
      for (int call = 0; call < 20; ++call)
        EXPECT_EQ(run(scale, {&data[t][1], &data[t][0], number(static_cast<std::uint64_t>(t))}, 1), 0);
    });
  for (std::thread& thread : threads) thread.join();

  for (int t = 0; t < 8; ++t) EXPECT_EQ(data[t][1], t);
}

using forewarp::capi::MappedRange;

TEST(ProcessMemory, NeighboursWithTheSameAccessAreOneRange) {
  const auto ranges = forewarp::capi::readable_ranges(
      "00400000-00401000 r-xp 00000000 08:01 123 /usr/bin/program\n"
      "01000000-01002000 rw-p 00000000 00:00 0 [heap]\n"
      "01002000-01005000 rw-p 00000000 00:00 0\n"
      "01005000-01006000 r--p 00000000 00:00 0\n"
      "02000000-02001000 ---p 00000000 00:00 0\n"
      "not a line of maps\n"
      "7f0000000000-7f0000001000 rw-s 00000000 00:05 9 /dev/shm/x");

  EXPECT_EQ(ranges, (std::vector<MappedRange>{{0x400000, 0x401000, false},
                                              {0x1000000, 0x1005000, true},
                                              {0x1005000, 0x1006000, false},
                                              {0x7f0000000000, 0x7f0000001000, true}}));
}

}  // namespace

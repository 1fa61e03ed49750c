// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// A kernel of sm_61 as a whole: words as ptxas 12.9 -lineinfo makes them of the PTX, with a branch whose sides meet,
/// an exchange of lanes, a barrier and instructions that issue in pairs.
#include <gtest/gtest.h>

#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/report/disassembly_view.hpp"
#include "unit/frontend/machine/samples.hpp"

namespace forewarp::report {
namespace {

using machine::samples::pascal;

const std::string ptx =
    ".version 8.0\n"
    ".target sm_61\n"
    ".address_size 64\n"
    ".visible .entry k(.param .u64 p)\n"
    "{\n"
    ".reg .b64 %rd<4>;\n"
    ".reg .b32 %r<6>;\n"
    ".reg .pred %q;\n"
    "ld.param.u64 %rd1, [p];\n"
    "mov.u32 %r1, %tid.x;\n"
    "mul.wide.u32 %rd2, %r1, 8;\n"
    "add.s64 %rd3, %rd1, %rd2;\n"
    "ld.global.v2.u32 {%r2, %r3}, [%rd3];\n"
    "setp.gt.u32 %q, %r2, 7;\n"
    "@%q bra L;\n"
    "shfl.sync.bfly.b32 %r4, %r2, 1, 31, -1;\n"
    "add.u32 %r2, %r2, %r4;\n"
    "st.global.u32 [%rd3+4], %r2;\n"
    "L:\n"
    "bar.sync 0;\n"
    "st.global.u32 [%rd3], %r3;\n"
    "ret;\n"
    "}\n";

const std::vector<machine::samples::Word> words = {
    pascal(0x4c98078000870001, 5, 0x007f6),  pascal(0xf0c8000002170002, 10, 0x0071f),
    pascal(0x3828000001d70200, 11, 0x20ff0), pascal(0xe290000006000000, 14, 0x007f1),
    pascal(0x4c18818005070202, 12, 0x007e6), pascal(0x4c10080005170003, 12, 0x007e2),
    pascal(0xeed5200000070204, 13, 0x007b5), pascal(0x3668038000770407, 14, 0x107ed),
    pascal(0xf0f800000000000f, 15, 0x007fd), pascal(0xef17007cf0170406, 16, 0x0071f),
    pascal(0x5c10000000670400, 17, 0x00ff2), pascal(0xeedc200000470200, 18, 0x000f1),
    pascal(0xf0f800000007000f, 18, 0x007fd), pascal(0xf0a81b8000070000, 20, 0x007ff),
    pascal(0xef98000000070000, 20, 0x007f5), pascal(0xeedc200000070205, 21, 0x007f1),
    pascal(0x50b0000000070f00, 21, 0x007ef), pascal(0x50b0000000070f00, 21, 0x007ef),
    pascal(0x50b0000000070f00, 21, 0x007ed), pascal(0xe30000000007000f, 22, 0x007ff),
    pascal(0xe2400fffff87000f, 22, 0x007ff), pascal(0x50b0000000070f00, 22, 0x007e0),
    pascal(0x50b0000000070f00, 22, 0x007e0), pascal(0x50b0000000070f00, 22, 0x007e0)};

/// Two warps, of which 20 lanes go through the branch.
std::string view() {
  const ptx::Module module = ptx::parse(ptx, "k.ptx");
  const machine::PtxLines lines = machine::ptx_lines(module, {{"k", 2, 64}, {"k", 2, 20}, {"k", 2, 64}}, 64, 2);
  machine::KernelCode code;
  code.arch = {61, ""};
  code.kernel = machine::samples::kernel(words, 61);
  code.graph = machine::flow_graph(code.kernel);
  const machine::Executions executions = machine::executions_of(code.kernel, code.graph, lines);
  const machine::Mix mix = machine::mix_of(code.kernel, code.graph, executions, lines);
  return disassembly_text({code, executions, mix, module});
}

const std::string expected =
    R"(machine code for sm_61: 24 instructions in 5 blocks; 0 registers and a frame of 0 bytes a thread, 0 bytes of static shared memory
executions exact: 5 lines of PTX with memory accesses or barriers agree
warp instructions 40: int add 6, shift 6, shuffle 2, memory 6, control 8, barrier 4, other 8
issued together with another one 2
constant operands 6, LDC 0, ULDC 0; spill loads 0, spill stores 0; at least 171 cycles a warp

  address instruction                warps  stall  sets  waits     PTX

block 0  0x0008  2 warps, 64 threads  -> 1 2
  0x0008  MOV                            2      6  -     -           5  {
  0x0010  S2R                            2     15  w0    -          10  mov.u32 %r1, %tid.x;
  0x0018  SHR                            2      0  -     0          11  mul.wide.u32 %rd2, %r1, 8;
  0x0028  SSY 0x0090                     2      1  -     -          14  setp.gt.u32 %q, %r2, 7;
  0x0030  ISCADD                         2      6  -     -          12  add.s64 %rd3, %rd1, %rd2;
  0x0038  IADD                           2      2  -     -
  0x0048  LDG.64                         2      5  w5    -          13  ld.global.v2.u32 {%r2, %r3}, [%rd3];
  0x0050  ISETP                          2     13  -     5          14  setp.gt.u32 %q, %r2, 7;
  0x0058  @P0 SYNC                       2     13  -     -          15  @%q bra L;

block 1  0x0068  2 warps, 20 threads  -> 2
  0x0068  SHFL                           2     15  w0    -          16  shfl.sync.bfly.b32 %r4, %r2, 1, 31, -1;
  0x0070  IADD                           2      2  -     0          17  add.u32 %r2, %r2, %r4;
  0x0078  STG                            2      1  r0    -          18  st.global.u32 [%rd3+4], %r2;
  0x0088  SYNC                           2     13  -     -

block 2  0x0090  2 warps, 64 threads  -> exit
  0x0090  BAR                            2     15  -     -          20  bar.sync 0;
  0x0098  MEMBAR                         2      5  -     -
  0x00a8  STG                            2      1  -     -          21  st.global.u32 [%rd3], %r3;
  0x00b0  NOP                            2     15  -     -
  0x00b8  NOP                            2     15  -     -
  0x00c8  NOP                            2     13  -     -
  0x00d0  EXIT                           2     15  -     -          22  ret;

block 3  0x00d8  0 warps, 0 threads  -> 3

block 4  0x00e8  0 warps, 0 threads  -> exit
)";

TEST(DisassemblyOfPascal, IsThatOfTheWholeKernel) { EXPECT_EQ(view(), expected); }

}  // namespace
}  // namespace forewarp::report

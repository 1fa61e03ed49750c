// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/mix.hpp"

#include <gtest/gtest.h>

#include "unit/frontend/machine/samples.hpp"

namespace forewarp::machine {
namespace {

using namespace samples;

Mix mix(const std::vector<Word>& code, const PtxLines& ptx) {
  const Kernel k = kernel(code);
  const FlowGraph graph = flow_graph(k);
  return mix_of(k, graph, executions_of(k, graph, ptx), ptx);
}

// Ten warps; every instruction stalls for 4 cycles.
TEST(Mix, CountsWarpInstructionsByPipe) {
  const Mix m =
      mix({plain(mov, 1), plain(0x1ff, 1), plain(0xa23, 2), access(ldg, 3, size_128), access(ldc, 4), leave()},
          {{}, 320, 10});

  EXPECT_DOUBLE_EQ(m.issue, 60);
  EXPECT_DOUBLE_EQ(m.of(Pipe::int_add), 10);
  EXPECT_DOUBLE_EQ(m.of(Pipe::fp32), 10);
  EXPECT_DOUBLE_EQ(m.of(Pipe::memory), 20);
  EXPECT_DOUBLE_EQ(m.unknown, 10);
  EXPECT_DOUBLE_EQ(m.constant_operands, 10);
  EXPECT_DOUBLE_EQ(m.constant_loads, 10);
  EXPECT_EQ(m.global_loads, (ByWidth{0, 0, 10}));
  EXPECT_DOUBLE_EQ(m.stall_cycles, 24);
}

// Line 1 of PTX loads from local memory itself; line 2 adds: its LDL and STL are spills.
TEST(Mix, TellsSpillsFromLocalArrays) {
  PtxLines ptx{{}, 320, 10};
  ptx.lines[1] = {.warps = 10, .threads = 320, .effect = Effect::load, .space = Space::local, .bytes_per_lane = 4};
  ptx.lines[2] = {.warps = 10, .threads = 320};

  const Mix m = mix({access(ldl, 1), access(ldl, 2), access(stl, 2, size_64), leave()}, ptx);

  EXPECT_DOUBLE_EQ(m.local_loads.total(), 10);
  EXPECT_DOUBLE_EQ(m.spill_loads.total(), 10);
  EXPECT_DOUBLE_EQ(m.spill_stores.bytes(), 80);
}

}  // namespace
}  // namespace forewarp::machine

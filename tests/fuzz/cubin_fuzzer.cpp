// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Machine code: instructions, lines, resources; then its control flow and executions, whatever the code does.
#include "forewarp/frontend/machine/cubin.hpp"
#include "forewarp/frontend/machine/executions.hpp"
#include "forewarp/frontend/machine/mix.hpp"
#include "fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace forewarp;
  const std::string bytes = test::text_of(data, size);
  test::answer([&] {
    const machine::Code code = machine::read_cubin(bytes, {"k.cubin", 0});
    machine::PtxLines ptx{{}, 320, 10};
    for (std::uint32_t line = 5; line < 12; ++line)
      ptx.lines[line] = {.warps = 10,
                         .threads = 320,
                         .block = line / 3,
                         .effect = line == 7 ? machine::Effect::load : machine::Effect::none,
                         .space = machine::Space::global,
                         .bytes_per_lane = 8};
    for (const machine::Kernel& kernel : code.kernels) {
      const machine::FlowGraph graph = machine::flow_graph(kernel);
      const machine::Executions executions = machine::executions_of(kernel, graph, ptx);
      const machine::Mix mix = machine::mix_of(kernel, graph, executions, ptx);
      FOREWARP_ASSERT(mix.issue >= 0, "instructions are counted");
      for (const machine::Instruction& i : kernel.instructions) (void)machine::text_of(i);
    }
  });
  return 0;
}

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/amdgcn/executed.hpp"

namespace forewarp::amdgcn {
namespace {

using machine::Effect;
using machine::Instruction;
using machine::Pipe;
using machine::Space;

void number_lines(Kernel& kernel, const SourceLines& source) {
  for (std::size_t k = 0; k < kernel.code.instructions.size(); ++k) {
    Instruction& i = kernel.code.instructions[k];
    const Place& place = kernel.places[kernel.accesses[k].place];
    i.line = place.line == 0 || !i.info ? 0 : source.entry_of(place, i.effect(), i.space());
  }
}

bool is_vector_memory(const Instruction& i) {
  return i.info && i.info->pipe == Pipe::memory && i.space() != Space::shared;
}

bool is_unaligned(const Instruction& i, const Access& access, const SourceLines& source) {
  constexpr unsigned aligned_by_nature = 4;
  if (i.space() != Space::shared || i.line == 0) return false;
  const unsigned bytes = i.bytes_per_lane / access.parts;
  return bytes > aligned_by_nature && bytes > source.widest(i.line);
}

}  // namespace

Executed executed(Kernel& kernel, const SourceLines& source) {
  number_lines(kernel, source);
  const machine::FlowGraph graph = machine::flow_graph(kernel.code);
  const machine::Executions executions = machine::executions_of(kernel.code, graph, source.lines());
  Executed out;
  out.mix = machine::mix_of(kernel.code, graph, executions, source.lines());
  for (std::size_t b = 0; b < graph.blocks.size(); ++b) {
    const machine::BlockExecutions& block = executions.blocks[b];
    for (std::uint32_t k = graph.blocks[b].first; k < graph.blocks[b].last; ++k) {
      const Instruction& i = kernel.code.instructions[k];
      const Access& access = kernel.accesses[k];
      if (is_vector_memory(i)) out.vector_memory += block.warps;
      if (is_unaligned(i, access, source)) out.unaligned_lanes += access.parts * block.threads;
      if (access.operations > 1)
        out.mix.pipes[static_cast<std::size_t>(i.info->pipe)] += (access.operations - 1) * block.warps;
    }
  }
  return out;
}

}  // namespace forewarp::amdgcn

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/mix.hpp"

#include <algorithm>

namespace forewarp::machine {
namespace {

void add_width(ByWidth& widths, const Instruction& i, double warps) {
  (i.bytes_per_lane > 8 ? widths.widest : i.bytes_per_lane > 4 ? widths.wide : widths.narrow) += warps;
}

/// PTX that addresses local memory itself, or memory that may be local.
bool asks_for_local(const PtxLines& ptx, std::uint32_t line) {
  const auto found = ptx.lines.find(line);
  return found != ptx.lines.end() && (found->second.space == Space::local || found->second.space == Space::generic);
}

void add_constant(Mix& mix, const Instruction& i, double warps) {
  (i.info->pipe == Pipe::uniform ? mix.uniform_constant_loads : mix.constant_loads) += warps;
}

void add_access(Mix& mix, const Instruction& i, double warps, const PtxLines& ptx) {
  const bool is_load = i.effect() == Effect::load;
  switch (i.space()) {
    case Space::constant:
      return add_constant(mix, i, warps);
    case Space::global:
    case Space::generic:
      return add_width(is_load ? mix.global_loads : mix.global_stores, i, warps);
    case Space::shared:
      return add_width(is_load ? mix.shared_loads : mix.shared_stores, i, warps);
    case Space::local:
      if (asks_for_local(ptx, i.line)) return add_width(is_load ? mix.local_loads : mix.local_stores, i, warps);
      return add_width(is_load ? mix.spill_loads : mix.spill_stores, i, warps);
    case Space::none:
    case Space::texture:
      return;
  }
}

void add(Mix& mix, const Instruction& i, double warps, const PtxLines& ptx) {
  mix.issue += warps;
  if (i.paired) mix.paired += warps;
  if (!i.info) {
    mix.unknown += warps;
    return;
  }
  mix.pipes[static_cast<std::size_t>(i.info->pipe)] += warps;
  if (i.of_bfloats) mix.bfloats += warps;
  if (i.info->mnemonic.ends_with("GMMA")) mix.warpgroup_products += warps;
  if (i.constant_operand) mix.constant_operands += warps;
  const Effect effect = i.effect();
  if (effect == Effect::load || effect == Effect::store) add_access(mix, i, warps, ptx);
  if (effect == Effect::atomic) mix.atomics += warps;
  if (effect == Effect::barrier) mix.barriers += warps;
}

/// By instruction; empty where none is.
std::vector<bool> near_loads(const Kernel& kernel, const PtxLines& ptx) {
  std::vector<bool> is_near;
  for (std::size_t k = 0; k < kernel.instructions.size(); ++k) {
    const Instruction& i = kernel.instructions[k];
    if (i.effect() != Effect::load || (i.space() != Space::global && i.space() != Space::generic)) continue;
    const auto line = ptx.lines.find(i.line);
    if (line == ptx.lines.end() || !line->second.is_near) continue;
    is_near.resize(kernel.instructions.size());
    is_near[k] = true;
  }
  return is_near;
}

}  // namespace

Mix mix_of(const Kernel& kernel, const FlowGraph& graph, const Executions& executions, const PtxLines& ptx) {
  Mix mix;
  mix.exact = executions.exact;
  const std::vector<bool> is_near = near_loads(kernel, ptx);
  double stalls = 0;
  for (std::size_t b = 0; b < graph.blocks.size(); ++b) {
    const double warps = executions.blocks[b].warps;
    if (warps <= 0) continue;
    RegisterReads registers;
    for (std::uint32_t k = graph.blocks[b].first; k < graph.blocks[b].last; ++k) {
      const Instruction& i = kernel.instructions[k];
      add(mix, i, warps, ptx);
      if (!is_near.empty() && is_near[k]) mix.near_loads += warps;
      const BankReads reads = registers.read(i);
      for (std::size_t bank = 0; bank < reads.size(); ++bank) mix.register_reads[bank] += warps * reads[bank];
      stalls += warps * i.issue_cycles();
    }
  }
  if (ptx.warps > 0) mix.stall_cycles = stalls / ptx.warps;
  mix.waits = waits_of(kernel, graph, executions, ptx.warps);
  if (mix.near_loads > 0) mix.waits_apart = waits_of(kernel, graph, executions, ptx.warps, is_near);
  return mix;
}

}  // namespace forewarp::machine

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The sets of dependence.hpp, and their queries.
#include <algorithm>

#include "forewarp/frontend/analysis/cfg.hpp"
#include "forewarp/frontend/analysis/dependence.hpp"
#include "forewarp/frontend/analysis/register_access.hpp"
#include "forewarp/support/one_of.hpp"

namespace forewarp::analysis {

using ptx::Function;
using ptx::Instruction;
using ptx::Operand;
using ptx::OperandKind;
using ptx::Special;

namespace {

Index index_of(Special special, unsigned component) {
  const bool of_block = special == Special::ctaid || special == Special::clusterid;
  return static_cast<Index>((of_block ? 3U : 0U) + std::min(component, 2U));
}

/// Lane and warp numbers derive from threadIdx; ranks in a cluster and SM numbers from blockIdx.
Sources special_sources(const Operand& operand) {
  using enum Special;
  const Special special = operand.special;
  std::optional<Index> index;  // none: sizes, clocks and counters do not depend on arguments or indices
  if (is_one_of(special, tid, ctaid, clusterid, cluster_ctaid))
    index = index_of(special, operand.component);
  else if (is_one_of(special, laneid, warpid, lanemask_eq, lanemask_le, lanemask_lt, lanemask_ge, lanemask_gt))
    index = Index::thread_x;
  else if (is_one_of(special, cluster_ctarank, smid))
    index = Index::block_x;
  Sources out;
  if (index) out.indices.set(static_cast<std::size_t>(*index));
  return out;
}

}  // namespace

Sources& Sources::operator|=(const Sources& other) {
  values |= other.values;
  contents |= other.contents;
  indices |= other.indices;
  variables |= other.variables;
  return *this;
}

Targets& Targets::operator|=(const Targets& other) {
  words |= other.words;
  variable |= other.variable;
  local |= other.local;
  shared |= other.shared;
  loaded |= other.loaded;
  return *this;
}

const Dependence::FunctionValues* Dependence::values_of(const Function& function) const {
  const auto found =
      std::find_if(functions.begin(), functions.end(), [&](const auto& f) { return f.function == &function; });
  return found == functions.end() ? nullptr : &*found;
}

Sources Dependence::sources_of(const Function& function, const Operand& operand) const {
  if (operand.kind == OperandKind::special) return special_sources(operand);
  Sources out;
  const FunctionValues* values = values_of(function);
  if (values != nullptr)
    detail::visit_registers(function, operand, [&](std::uint32_t r) { out |= values->sources[r]; });
  if (operand.kind == OperandKind::vector)
    for (const Operand& e : function.elements_of(operand))
      if (e.kind == OperandKind::special) out |= special_sources(e);
  return out;
}

Targets Dependence::targets_of(const Function& function, const Operand& operand) const {
  Targets out;
  const FunctionValues* values = values_of(function);
  if (values != nullptr)
    detail::visit_registers(function, operand, [&](std::uint32_t r) { out |= values->targets[r]; });
  return out;
}

Sources Dependence::read_by(const Function& function, const Instruction& instruction) const {
  Sources out;
  const FunctionValues* values = values_of(function);
  if (values == nullptr) return out;
  if (instruction.guard >= 0) out |= values->sources[static_cast<std::size_t>(instruction.guard)];
  for (const Operand& operand : function.operands_of(instruction).subspan(destination_count(function, instruction)))
    out |= sources_of(function, operand);
  return out;
}

/// Whether the instruction runs: its own operands and guard, and the branches whose region contains it.
Sources Dependence::deciding(const Function& function, std::uint32_t instruction) const {
  if (instruction >= function.body.size()) return {};
  Sources out = read_by(function, function.body[instruction]);
  const std::vector<std::uint32_t> block_of = control_flow(function).block_of;
  for (const BranchSite& b : branches)
    if (b.function == &function && std::binary_search(b.region.begin(), b.region.end(), block_of[instruction]))
      out |= b.sources;
  return out;
}

}  // namespace forewarp::analysis

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/dataflow.hpp"

#include "forewarp/frontend/analysis/register_access.hpp"

// One pool of register numbers; a Range per instruction marks where its sources, results and address registers are.
namespace forewarp::analysis {
Dataflow::Dataflow(const ptx::Function& function, const Cfg& cfg)
    : function_(function), cfg_(cfg), definitions_(function.registers.size()) {
  for (std::uint32_t n = 0; n < function.body.size(); ++n) {
    const auto& instruction = function.body[n];
    Range range{};
    range.sources = static_cast<std::uint32_t>(pool_.size());
    for_each_read(function, instruction, [&](std::uint32_t reg) { pool_.push_back(reg); });
    range.written = static_cast<std::uint32_t>(pool_.size());
    for_each_written(function, instruction, [&](std::uint32_t reg) { pool_.push_back(reg); });
    range.address = static_cast<std::uint32_t>(pool_.size());
    for (const auto& operand : function.operands_of(instruction)) {
      if (operand.kind == ptx::OperandKind::address && operand.index >= 0)
        pool_.push_back(static_cast<std::uint32_t>(operand.index));
    }
    range.end = static_cast<std::uint32_t>(pool_.size());
    ranges_.push_back(range);
    for (const auto reg : this->written(n)) definitions_[reg].push_back(n);
  }
}

std::span<const std::uint32_t> Dataflow::sources(std::uint32_t n) const {
  return std::span(pool_).subspan(ranges_[n].sources, ranges_[n].written - ranges_[n].sources);
}
std::span<const std::uint32_t> Dataflow::written(std::uint32_t n) const {
  return std::span(pool_).subspan(ranges_[n].written, ranges_[n].address - ranges_[n].written);
}
std::span<const std::uint32_t> Dataflow::address(std::uint32_t n) const {
  return std::span(pool_).subspan(ranges_[n].address, ranges_[n].end - ranges_[n].address);
}

// Walks up the dominator tree: O(depth).
bool Dataflow::block_dominates(std::uint32_t a, std::uint32_t b) const {
  while (b != a && b != Cfg::none) b = cfg_.immediate_dominator[b];
  return b == a;
}

bool Dataflow::dominates(std::uint32_t a, std::uint32_t b) const {
  const auto block_a = cfg_.block_of[a], block_b = cfg_.block_of[b];
  return block_a == block_b ? a < b : block_dominates(block_a, block_b);
}

}  // namespace forewarp::analysis

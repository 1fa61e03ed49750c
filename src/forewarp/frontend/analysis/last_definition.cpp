// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/last_definition.hpp"

// The last definition before the instruction in its basic block; where there is none, the last one in the block before
// it, as long as that is the only one before. A guarded definition may leave the register as it was, so it is not
// certain. O(log definitions) a read and block.
#include <algorithm>
#include <optional>

namespace forewarp::analysis {
namespace {

constexpr unsigned max_blocks = 16;  ///< to walk back

/// The last instruction of [first, last) among the ascending definitions.
std::optional<std::uint32_t> last_within(std::span<const std::uint32_t> definitions, std::uint32_t first,
                                         std::uint32_t last) {
  const auto after = std::ranges::lower_bound(definitions, last);
  if (after == definitions.begin() || *std::prev(after) < first) return std::nullopt;
  return *std::prev(after);
}

std::optional<std::uint32_t> last_definition(const Dataflow& flow, std::uint32_t n, std::uint32_t reg) {
  const auto& blocks = flow.cfg().blocks;
  std::uint32_t block = flow.cfg().block_of[n], end = n;
  for (unsigned walked = 0; walked < max_blocks; ++walked) {
    if (const auto found = last_within(flow.definitions(reg), blocks[block].first, end)) {
      const bool is_certain = flow.function().body[*found].guard < 0;
      return is_certain ? found : std::nullopt;
    }
    if (block == 0 || blocks[block].predecessors.size() != 1) return std::nullopt;
    block = blocks[block].predecessors[0];
    end = blocks[block].last;
  }
  return std::nullopt;
}

}  // namespace

LastDefinitions::LastDefinitions(const Dataflow& flow) : is_read_(flow.instructions()) {
  first_.reserve(std::size_t{flow.instructions()} + 1);
  for (std::uint32_t n = 0; n < flow.instructions(); ++n) {
    first_.push_back(static_cast<std::uint32_t>(reads_.size()));
    for (const auto reg : flow.sources(n)) {
      if (flow.definitions(reg).size() < 2) continue;
      const auto is_known = [&](const Read& read) { return read.reg == reg; };
      if (std::any_of(reads_.begin() + first_.back(), reads_.end(), is_known)) continue;
      const auto found = last_definition(flow, n, reg);
      if (!found) continue;
      reads_.push_back({reg, *found});
      is_read_[*found] = true;
    }
  }
  first_.push_back(static_cast<std::uint32_t>(reads_.size()));
}

}  // namespace forewarp::analysis

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/certainty.hpp"

// The proof is static (influence/block_influence.hpp): if no branch depends on the block except through the conditions
// that divide the strata, all blocks of a uniform stratum execute the same instructions. Sectors need more: addresses
// of the stratum's blocks must differ by whole sectors.
//
// Example, `y[i] = x[i]` for i < n: control is known; block b begins at byte 1024 b, a multiple of 32, so both errors
// are 0. With rows of 100 bytes per block the sectors of a request vary between 4 and 5: 0.25. With x[idx[i]]: 0.5.
#include <algorithm>

namespace forewarp::profile {
namespace {

/// 32 lanes with 4 bytes each take 4 sectors or, misaligned, 5.
constexpr double out_of_line = 0.25;
constexpr double widest_access = 16;  ///< bytes of a lane
/// Gathers, whose addresses depend on data: half fewer or half more. A block has many such requests, which average out.
constexpr double gathered = 0.5;

/// Whether every block of the stratum provably executes the same instructions.
bool is_proven(const BlockInfluence& influence, const Strata& strata, std::uint32_t stratum) {
  return influence.control_is_known && strata.is_uniform(stratum);
}

}  // namespace

ShortParts short_parts(const BlockInfluence& influence, const CountingObserver::Sums& sums,
                       const emu::ProgramMap& program, unsigned warp_size) {
  double instructions = 0, accesses = 0, all = 0, lanes = 0, sectors = 0, bytes = 0;
  for (const ShortBranch& branch : influence.short_branches) {
    // The entry's blocks are the first of the program.
    const auto in_it = [&](const auto& block) {
      return block.function == program.blocks[0].function && branch.instruction >= block.first &&
             branch.instruction < block.last;
    };
    const auto at = static_cast<std::size_t>(std::ranges::find_if(program.blocks, in_it) - program.blocks.begin());
    for (const auto& [stratum, counters] : sums.counters) {
      const double warps = at < counters.blocks.size() ? static_cast<double>(counters.blocks[at].warps) : 0;
      instructions += warps * branch.instructions;
      accesses += warps * branch.accesses;
    }
  }
  for (const BlockCost& cost : sums.costs) {
    all += static_cast<double>(cost.warp_instructions);
    lanes += static_cast<double>(cost.thread_instructions);
    sectors += static_cast<double>(cost.sectors);
    bytes += static_cast<double>(cost.bytes);
  }
  const auto part = [](double of, double total) { return std::min(1.0, of / std::max(1.0, total)); };
  return {.instructions = std::max(part(instructions, all), part(warp_size * instructions, lanes)),
          .sectors = part(warp_size * accesses, sectors),
          .bytes = part(widest_access * warp_size * accesses, bytes)};
}

Unseen unseen_instructions(const BlockInfluence& influence, const Strata& strata, const ShortParts& parts) {
  return [&, parts](std::uint32_t stratum) { return is_proven(influence, strata, stratum) ? parts.instructions : 1.0; };
}

Unseen unseen_sectors(const BlockInfluence& influence, const Strata& strata, const ShortParts& parts) {
  return [&, parts](std::uint32_t stratum) {
    if (!is_proven(influence, strata, stratum)) return 1.0;
    if (influence.addresses_read_data) return std::max(gathered, parts.sectors);
    return std::max(influence.sectors_are_known ? 0.0 : out_of_line, parts.sectors);
  };
}

}  // namespace forewarp::profile

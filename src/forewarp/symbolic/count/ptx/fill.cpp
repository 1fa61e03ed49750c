// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/count/ptx/fill.hpp"

#include "forewarp/emulate/machine/bind.hpp"
#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/emulate/profile/lane_counter.hpp"

namespace forewarp::count {

/// Unknown frequencies are measured: the launch is emulated once, with a counter per basic block.
/// The machine divides code into blocks in its own way, so the block that contains our block's
/// first instruction is taken.
std::vector<std::uint64_t> emulated(const PtxCounts& counts, const ptx::Module& module, const launch::Launch& launch,
                                    const FillOptions& options, Progress* progress) {
  emu::Machine machine(module, counts.counts.kernel,
                       {.max_warp_instructions = options.max_warp_instructions,
                        .check_uninitialised = options.check_uninitialised,
                        .check_races = options.check_races,
                        .threads = options.threads});
  const emu::BoundArguments arguments =
      emu::bind(launch, machine, options.check_uninitialised ? emu::Bounds::exact : emu::Bounds::allocation);
  profile::LaneCounter counter(machine.program().blocks.size());
  machine.run(launch, arguments.bytes, {}, &counter, progress);

  const ptx::Function* entry = module.find(counts.counts.kernel);
  std::vector<std::uint64_t> out(counts.blocks.size());
  for (std::size_t n = 0; n < counts.blocks.size(); ++n) {
    const auto& blocks = machine.program().blocks;
    for (std::size_t m = 0; m < blocks.size(); ++m) {
      const bool holds_it = blocks[m].first <= counts.blocks[n].first && counts.blocks[n].first < blocks[m].last;
      if (blocks[m].function == entry && holds_it) out[n] = counter.lanes()[m];
    }
  }
  return out;
}

/// The measured value of each unknown freq_BBn: a block whose formula is that symbol alone shows
/// it.
Sizes filled(const PtxCounts& counts, const std::vector<std::uint64_t>& emulated) {
  Sizes out;
  for (const Unknown& unknown : counts.counts.unknowns) {
    for (std::size_t n = 0; n < counts.blocks.size(); ++n) {
      const auto& names = counts.formulas[counts.blocks[n].formula].parameters();
      if (names.size() == 1 && names[0] == unknown.name) {
        out[unknown.name] = static_cast<std::int64_t>(emulated[n]);
        break;
      }
    }
  }
  return out;
}

}  // namespace forewarp::count

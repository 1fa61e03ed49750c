// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "traffic/simulate.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_set>

#include "forewarp/emulate/machine/bind.hpp"
#include "forewarp/emulate/machine/machine.hpp"
#include "traffic/l2_simulator.hpp"
#include "traffic/wave_log.hpp"

namespace forewarp::bench {
namespace {

/// A request of each block in turn.
void play(const std::vector<std::vector<SectorAccess>>& blocks, L2Simulator& l2,
          std::unordered_set<std::uint64_t>& distinct) {
  std::vector<std::size_t> next(blocks.size());
  for (bool any = true; any;) {
    any = false;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      while (next[b] < blocks[b].size()) {
        const auto& access = blocks[b][next[b]++];
        const bool missed = access.is_atomic ? l2.atomic(access.sector) : l2.access(access.sector, access.written);
        if (missed) distinct.insert(access.sector);
        any = true;
        if (access.ends_request) break;
      }
    }
  }
}

}  // namespace

DramBytes simulate(const kernel::Kernel& kernel, std::uint64_t blocks_in_wave, std::uint64_t l2_bytes,
                   bool warps_in_turn) {
  emu::Machine machine(*kernel.module, kernel.launch.entry);
  const auto arguments = emu::bind(kernel.launch, machine.memory());
  L2Simulator l2(l2_bytes);
  std::unordered_set<std::uint64_t> distinct;
  const std::uint64_t count = kernel.launch.grid.count();
  for (std::uint64_t first = 0; first < count; first += blocks_in_wave) {
    std::vector<std::uint64_t> blocks(std::min(blocks_in_wave, count - first));
    std::iota(blocks.begin(), blocks.end(), first);
    WaveLog log(warps_in_turn);
    machine.run(kernel.launch, arguments.bytes, blocks, &log);
    play(log.blocks(), l2, distinct);
  }
  return {l2.read_bytes(), l2.written_bytes(distinct.size())};
}

}  // namespace forewarp::bench

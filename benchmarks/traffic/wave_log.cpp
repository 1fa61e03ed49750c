// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "traffic/wave_log.hpp"

#include <algorithm>
#include <bit>
#include <iterator>

namespace forewarp::bench {
namespace {
constexpr unsigned sector_bytes = 32;
}

void WaveLog::merge(emu::Observer& later) {
  auto& other = dynamic_cast<WaveLog&>(later);
  std::move(other.blocks_.begin(), other.blocks_.end(), std::back_inserter(blocks_));
  other.blocks_.clear();
}

void WaveLog::block_begin(std::uint64_t /*linear*/, launch::Dim3 /*index*/) { warps_.clear(); }

/// A request of each warp in turn.
void WaveLog::block_end(std::uint64_t /*linear*/) {
  Log log;
  std::vector<std::size_t> next(warps_.size());
  for (bool any = true; any;) {
    any = false;
    for (std::size_t w = 0; w < warps_.size(); ++w) {
      if (next[w] == warps_[w].size()) continue;
      any = true;
      do log.push_back(warps_[w][next[w]]);
      while (!warps_[w][next[w]++].ends_request);
    }
  }
  blocks_.push_back(std::move(log));
}

void WaveLog::add(Log& log, std::uint64_t address, unsigned bytes, bool writes, bool is_atomic, std::size_t first) {
  for (unsigned done = 0; done < bytes;) {
    const auto sector = (address + done) / sector_bytes;
    const auto offset = static_cast<unsigned>((address + done) % sector_bytes);
    const unsigned part = std::min(bytes - done, sector_bytes - offset);
    const auto mask = writes ? static_cast<std::uint32_t>(((std::uint64_t{1} << part) - 1) << offset) : 0;
    std::size_t at = log.size();
    while (at > first && log[at - 1].sector != sector) --at;
    if (at > first) {
      log[at - 1].written |= mask;
    } else {
      log.push_back({sector, mask, is_atomic, false});
    }
    done += part;
  }
}

void WaveLog::access(emu::WarpId warp, const emu::Access& access) {
  using emu::AccessKind;
  if (access.space != ptx::StateSpace::global || access.kind == AccessKind::prefetch || access.active == 0) return;
  const bool is_atomic = access.kind == AccessKind::atomic || access.kind == AccessKind::reduction;
  const std::size_t place = in_turn_ ? warp.warp : 0;
  if (place >= warps_.size()) warps_.resize(place + 1);
  Log& log = warps_[place];
  const auto first = log.size();
  for (auto lanes = access.active; lanes != 0; lanes &= lanes - 1)
    add(log, access.addresses[std::countr_zero(lanes)], access.bytes, access.kind == AccessKind::store || is_atomic,
        is_atomic, first);
  log.back().ends_request = true;
}

}  // namespace forewarp::bench

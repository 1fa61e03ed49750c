// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Every access of some blocks to global memory, sector by sector, request by request.
#include <cstdint>
#include <vector>

#include "forewarp/emulate/machine/observer.hpp"

namespace forewarp::bench {

struct SectorAccess {
  std::uint64_t sector;
  std::uint32_t written;  ///< bit a byte
  bool is_atomic, ends_request;
};

class WaveLog final : public emu::Observer {
 public:
  /// The machine runs a warp as long as it can; `in_turn`: a request of each warp of a block in turn.
  explicit WaveLog(bool in_turn) : in_turn_(in_turn) {}
  [[nodiscard]] std::unique_ptr<emu::Observer> fork() const override { return std::make_unique<WaveLog>(in_turn_); }
  void merge(emu::Observer& later) override;
  void block_begin(std::uint64_t linear, launch::Dim3 index) override;
  void block_end(std::uint64_t linear) override;
  void access(emu::WarpId warp, const emu::Access& access) override;

  /// In the order of blocks.
  [[nodiscard]] const std::vector<std::vector<SectorAccess>>& blocks() const { return blocks_; }

 private:
  bool in_turn_;
  using Log = std::vector<SectorAccess>;
  static void add(Log& log, std::uint64_t address, unsigned bytes, bool writes, bool is_atomic, std::size_t first);
  std::vector<Log> blocks_, warps_;  ///< warps_: of the block that runs
};

}  // namespace forewarp::bench

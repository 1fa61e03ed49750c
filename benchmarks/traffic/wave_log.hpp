// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Every access of some blocks to global memory, sector by sector, request by request.
#include <cstdint>
#include <vector>

#include "forewarp/emu/observer.hpp"

namespace forewarp::bench {

struct SectorAccess {
  std::uint64_t sector;
  std::uint32_t written;  ///< bit a byte
  bool is_atomic, ends_request;
};

class WaveLog final : public emu::Observer {
 public:
  [[nodiscard]] std::unique_ptr<emu::Observer> fork() const override { return std::make_unique<WaveLog>(); }
  void merge(emu::Observer& later) override;
  void block_begin(std::uint64_t linear, launch::Dim3 index) override;
  void access(emu::WarpId warp, const emu::Access& access) override;

  /// In the order of blocks.
  [[nodiscard]] const std::vector<std::vector<SectorAccess>>& blocks() const { return blocks_; }

 private:
  void add(std::uint64_t address, unsigned bytes, bool writes, bool is_atomic, std::size_t first);
  std::vector<std::vector<SectorAccess>> blocks_;
};

}  // namespace forewarp::bench

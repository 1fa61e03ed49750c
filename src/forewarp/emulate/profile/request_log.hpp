// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Sector touches of a block's warps, stored per warp and replayed interleaved: one request of each warp in turn. The
/// machine runs a warp as long as it can; a GPU lets them take turns, and reuse distances depend on that.
#include <cstdint>
#include <vector>

namespace forewarp::profile {

inline constexpr std::uint32_t max_slots = (1U << 27) - 1;  ///< of a program: 33 million memory instructions

struct SectorTouch {
  std::uint64_t sector;
  std::uint64_t weight;
  std::uint32_t bytes;      ///< bit a byte of the sector that the request touches
  std::uint32_t slot : 27;  ///< site and space; a log of many thousands is held in cache the worse the larger they are
  std::uint32_t use : 2;    ///< bit 0 reads, bit 1 writes
  bool first_of_request : 1, in_histogram : 1;
  bool first_of_code : 1;  ///< the first touch in this execution of a basic block
};

class RequestLog {
 public:
  /// A request that touches the sectors base + sectors[i], of each the bytes bytes[i] (null: not known); what else they
  /// have in common occurs in like.
  void add(std::uint32_t warp, const SectorTouch& like, std::uint64_t base, const std::vector<std::uint64_t>& sectors,
           const std::uint32_t* bytes) {
    if (warp >= warps_.size()) warps_.resize(warp + 1);
    auto& log = warps_[warp];
    SectorTouch touch = like;
    touch.first_of_request = true;
    for (std::size_t i = 0; i < sectors.size(); ++i) {
      touch.sector = base + sectors[i];
      if (bytes != nullptr) touch.bytes = bytes[i];
      log.push_back(touch);
      touch.first_of_request = touch.first_of_code = false;
    }
    size_ += sectors.size();
  }
  [[nodiscard]] std::size_t size() const { return size_; }

  /// Calls body(touch, warp) for all, warps in turn, and empties the log.
  template <typename Body>
  void drain(Body body) {
    next_.assign(warps_.size(), 0);
    for (std::size_t left = size_; left > 0;) {
      for (std::size_t w = 0; w < warps_.size(); ++w) {
        const auto& log = warps_[w];
        auto& at = next_[w];
        if (at >= log.size()) continue;
        do {
          body(log[at], static_cast<std::uint32_t>(w));
          ++at, --left;
        } while (at < log.size() && !log[at].first_of_request);
      }
    }
    for (auto& log : warps_) log.clear();
    size_ = 0;
  }

 private:
  std::vector<std::vector<SectorTouch>> warps_;
  std::vector<std::size_t> next_;
  std::size_t size_ = 0;
};

}  // namespace forewarp::profile

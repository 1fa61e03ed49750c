// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Sector touches of a block's warps, kept a warp and given back interleaved: one request of each warp in turn. The
/// machine runs a warp as long as it can; a GPU lets them take turns, and reuse distances depend on that.
#include <cstdint>
#include <vector>

namespace forewarp::profile {

struct SectorTouch {
  std::uint64_t sector;
  std::uint64_t weight;
  std::uint32_t slot;  ///< site and space
  bool first_of_request, reads, writes, in_histogram;
};

class RequestLog {
 public:
  void add(std::uint32_t warp, const SectorTouch& touch) {
    if (warp >= warps_.size()) warps_.resize(warp + 1);
    warps_[warp].push_back(touch);
    ++size_;
  }
  [[nodiscard]] std::size_t size() const { return size_; }

  /// Calls body(touch) for all, warps in turn, and empties the log.
  template <typename Body>
  void drain(Body body) {
    next_.assign(warps_.size(), 0);
    for (std::size_t left = size_; left > 0;) {
      for (std::size_t w = 0; w < warps_.size(); ++w) {
        const auto& log = warps_[w];
        auto& at = next_[w];
        if (at >= log.size()) continue;
        do {
          body(log[at]);
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

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
    const std::size_t count = sectors.size(), begin = log.sectors.size();
    log.requests.push_back({like, count});
    log.sectors.insert(log.sectors.end(), sectors.begin(), sectors.end());
    for (std::size_t i = begin; i < begin + count; ++i) log.sectors[i] += base;
    if (bytes != nullptr)
      log.bytes.insert(log.bytes.end(), bytes, bytes + count);
    else
      log.bytes.resize(begin + count, like.bytes);
    size_ += count;
  }
  [[nodiscard]] std::size_t size() const { return size_; }

  /// Calls body(touch, warp) for all, warps in turn, and empties the log.
  template <typename Body>
  void drain(Body body) {
    next_.assign(warps_.size(), {});
    for (std::size_t left = size_; left > 0;) {
      for (std::size_t w = 0; w < warps_.size(); ++w) {
        if (next_[w].request < warps_[w].requests.size())
          left -= drain_request(warps_[w], next_[w], static_cast<std::uint32_t>(w), body);
      }
    }
    for (auto& log : warps_) log.requests.clear(), log.sectors.clear(), log.bytes.clear();
    size_ = 0;
  }

 private:
  /// What the touches of a request have in common is stored once.
  struct Request {
    SectorTouch like;
    std::size_t sectors;
  };
  struct WarpLog {
    std::vector<Request> requests;
    std::vector<std::uint64_t> sectors;  ///< of all requests, one after the other
    std::vector<std::uint32_t> bytes;    ///< of each sector
  };
  struct Position {
    std::size_t request = 0, sector = 0;
  };

  /// The number of its touches.
  template <typename Body>
  static std::size_t drain_request(const WarpLog& log, Position& at, std::uint32_t warp, Body& body) {
    const Request& request = log.requests[at.request++];
    SectorTouch touch = request.like;
    touch.first_of_request = true;
    const std::size_t end = at.sector + request.sectors;
    for (; at.sector < end; ++at.sector) {
      touch.sector = log.sectors[at.sector];
      touch.bytes = log.bytes[at.sector];
      body(touch, warp);
      touch.first_of_request = touch.first_of_code = false;
    }
    return request.sectors;
  }

  std::vector<WarpLog> warps_;
  std::vector<Position> next_;
  std::size_t size_ = 0;
};

}  // namespace forewarp::profile

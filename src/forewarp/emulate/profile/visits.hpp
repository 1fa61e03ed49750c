// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Visits of a block to pieces of memory of 256 bytes: how much of a row of DRAM is asked for at once. Sectors of one
/// piece that the warps of a block ask for at about the same time are one visit; those that they come back for later
/// are another one, as DRAM has closed the row by then. A stream visits each piece once and takes all of it; a thread
/// that walks through a row of a matrix, beside others in other rows, visits each piece eight times.
///
/// 256 bytes are what one channel of the memory has in a row of addresses (Ruetsch and Micikevicius, "Optimizing Matrix
/// Transpose in CUDA", NVIDIA 2009, "Partition Camping"). A miss of L2 fetches its sector alone: where
/// threads walk through rows of a matrix, three boards with GDDR6 take as long as a row opened for each sector does,
/// and twice as long as one for each pair (docs/accuracy.md, textbook kernels).
///
/// Example: the warps of a block each read the first word of 32 rows, then the second and so on. Word 8 is in another
/// sector: a visit of its own.
#include <cstdint>
#include <vector>

#include "forewarp/emulate/profile/index_table.hpp"

namespace forewarp::profile {

inline constexpr unsigned piece_shift = 3;  ///< of the number of a sector: 8 sectors are a piece

struct Visit {
  std::uint64_t piece, weight;
  std::uint32_t when;  ///< requests of the warp before
};

/// Requests of a warp while one of another is on its way. Those of one execution of a basic block are at once, too,
/// however many: ptxas has loads go before what uses them.
inline constexpr std::uint32_t requests_at_once = 4;
[[nodiscard]] constexpr bool are_at_once(std::uint32_t one, std::uint32_t other) {
  return (one < other ? other - one : one - other) <= requests_at_once;
}

class VisitLog {
 public:
  void clear();
  /// A sector that the block touches for the first time, at the warp's `when`-th request, in its `execution`-th
  /// execution of a basic block. Whether it begins a visit.
  bool add(std::uint64_t sector, std::uint64_t weight, std::uint32_t when, std::uint32_t execution);
  /// In the order of their first sectors.
  [[nodiscard]] const std::vector<Visit>& all() const { return all_; }

 private:
  struct Begun {
    std::uint64_t piece = 0;
    std::uint32_t when = 0, execution = 0;
  };
  IndexTable pieces_;
  std::vector<Begun> begun_;  ///< the last visit of each piece
  std::vector<Visit> all_;
};

}  // namespace forewarp::profile

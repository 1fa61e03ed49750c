// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// An L2 cache of 32-byte sectors, set-associative with hashed sets, least recently used out first, stores allocated
/// without a fetch and written back on their way out; a sector that was not written whole is read first.
#include <cstdint>
#include <vector>

namespace forewarp::bench {

class L2Simulator {
 public:
  static constexpr unsigned ways = 16;
  explicit L2Simulator(std::uint64_t bytes);

  /// `written`: a bit for each byte of the sector that a store writes; 0 for a load.
  /// True when it was not there.
  bool access(std::uint64_t sector, std::uint32_t written);
  /// A read and a write of part of it.
  bool atomic(std::uint64_t sector);

  [[nodiscard]] double read_bytes() const { return 32.0 * static_cast<double>(fetched_ + completed_); }
  /// What went out, and of what is still there the share that the next launch drives out: none while the data fits.
  [[nodiscard]] double written_bytes(std::uint64_t distinct_sectors) const;

 private:
  struct Line {
    std::uint64_t sector = ~std::uint64_t{0}, time = 0;
    std::uint32_t written = 0;
    bool is_valid = false;  ///< its unwritten bytes are there too
  };
  Line& find(std::uint64_t sector, bool& hit);

  std::vector<Line> lines_;
  std::uint64_t sets_, now_ = 0, fetched_ = 0, completed_ = 0, out_ = 0;
};

}  // namespace forewarp::bench

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which of a register's several definitions an instruction reads, where that is certain. Compilers start many
/// registers from one, and that one may become a sum later:
///
///     mov.u32 %sum, 0;  mov.u32 %k, %sum;  L: ...  dp4a.s32.s32 %sum, ..., %sum;  add.s32 %k, %k, 16;  ...  bra L;
///
/// %k starts from 0, though the other definition of %sum depends on data.
#include <cstdint>
#include <span>
#include <vector>

#include "forewarp/frontend/analysis/dataflow.hpp"

namespace forewarp::analysis {

class LastDefinitions {
 public:
  struct Read {
    std::uint32_t reg, definition;
  };

  explicit LastDefinitions(const Dataflow& flow);

  /// The registers that instruction n reads, without those of one definition and those of which it is not certain.
  [[nodiscard]] std::span<const Read> of(std::uint32_t n) const {
    return std::span(reads_).subspan(first_[n], first_[n + 1] - first_[n]);
  }
  /// Whether instruction n is a definition in one of these lists.
  [[nodiscard]] bool is_read(std::uint32_t n) const { return is_read_[n]; }

 private:
  std::vector<bool> is_read_;         ///< by instruction
  std::vector<std::uint32_t> first_;  ///< by instruction, in reads_
  std::vector<Read> reads_;
};

}  // namespace forewarp::analysis

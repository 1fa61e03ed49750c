// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The instructions that an iteration to a fixed point must still visit. They come in rounds of text order, as if each
/// round visited the whole function, but those whose inputs have not changed are passed over: the results are the same
/// as those of full rounds.
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace forewarp::analysis {

class Worklist {
 public:
  explicit Worklist(std::uint32_t instructions) : waiting_((instructions + 63) / 64), instructions_(instructions) {}

  /// Behind the instruction that next() gave last, it is visited in the same round, else in the next one.
  void add(std::uint32_t n);
  void add(std::span<const std::uint32_t> all);
  void add_all();

  /// The next instruction of this round; nothing at its end.
  [[nodiscard]] std::optional<std::uint32_t> next();
  /// Whether any instruction waits, which a further call of next() gives.
  [[nodiscard]] bool is_empty() const { return count_ == 0; }

 private:
  std::vector<std::uint64_t> waiting_;  ///< a bit per instruction
  std::uint32_t instructions_, count_ = 0;
  std::uint32_t from_ = 0;  ///< instructions before it were passed in this round
};

}  // namespace forewarp::analysis

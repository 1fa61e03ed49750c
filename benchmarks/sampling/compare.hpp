// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// One launch sampled and run whole, side by side.
#include <array>
#include <optional>
#include <string>

#include "forewarp/frontend/kernel/kernel.hpp"

namespace forewarp::bench {

inline constexpr std::array quantities = {
    "thread instructions", "warp instructions", "bytes asked", "FLOPs", "sectors",
    "DRAM bytes",          "memory time"};  ///< of L2 or of DRAM, whichever takes longer

struct Comparison {
  std::string name;
  std::array<double, quantities.size()> sampled{}, exact{}, error{};  ///< error: one standard error, relative
  double seconds_sampled = 0, seconds_exact = 0;
  std::uint64_t blocks_run = 0, blocks_total = 0;
  /// Whether the truth is within two standard errors of what the sample says. DRAM bytes may differ besides by 1 % of
  /// the bytes that are asked of L2, which take at least 20 times as long as those.
  [[nodiscard]] bool covers(std::size_t quantity) const;
  /// Whether no error at all is stated and the truth differs.
  [[nodiscard]] bool is_certain_and_wrong(std::size_t quantity) const {
    return error[quantity] == 0 && !covers(quantity);
  }
};

/// Nothing where the launch is run whole anyway, or would take more than so many warp instructions.
[[nodiscard]] std::optional<Comparison> compare(const std::string& name, const kernel::Kernel& kernel,
                                                double max_warp_instructions);

}  // namespace forewarp::bench

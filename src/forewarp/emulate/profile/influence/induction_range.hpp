// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The range of a loop's counter, from an exit comparison that every iteration passes.
///
///     tj = 0;  L: ...;  tj = tj + 1;  p = tj < 16;  @p bra L        gives 0 to 17
#include <functional>
#include <optional>

#include "forewarp/emulate/profile/influence/block_value.hpp"
#include "forewarp/frontend/analysis/dataflow.hpp"

namespace forewarp::profile {

struct Induction {
  std::uint32_t reg;
  std::uint32_t update;  ///< the instruction that makes reg = reg + step
  std::int64_t step;
  BlockValue first;  ///< the same in every block
};

using ValueOf = std::function<BlockValue(const ptx::Operand&)>;

/// Nothing where no such comparison with a number is found.
[[nodiscard]] std::optional<BlockValue> induction_range(const analysis::Dataflow& flow, const Induction& induction,
                                                        const ValueOf& value_of);

}  // namespace forewarp::profile

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What integer arithmetic on the kernel's parameters comes to: "rows * cols" of given rows and cols, and whether it
/// overflows on the way.
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "forewarp/frontend/analysis/def_use.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::analysis {

/// Integer parameters by their place in the signature.
using ScalarParameters = std::map<std::size_t, std::int64_t>;

struct ScalarValue {
  std::int64_t value = 0;
  /// The first instruction whose result does not fit its type; the value has wrapped there.
  std::optional<std::uint32_t> overflow = {};
  double exact = 0;  ///< what that instruction should have given
};

/// Values of registers that depend on parameters and constants alone and are assigned once.
class ScalarValues {
 public:
  ScalarValues(const ptx::Function& entry, const ScalarParameters& parameters);
  /// Nothing where the operand depends on anything else (indices, memory) or on a parameter that is not given.
  [[nodiscard]] std::optional<ScalarValue> value_of(const ptx::Operand& operand);

 private:
  std::optional<ScalarValue> compute(const ptx::Instruction& instruction, unsigned depth);
  std::optional<ScalarValue> operand_value(const ptx::Operand& operand, unsigned depth);
  std::optional<ScalarValue> parameter(const ptx::Instruction& instruction);

  const ptx::Function& entry_;
  const ScalarParameters& parameters_;
  DefUse flow_;
  std::map<std::int32_t, std::optional<ScalarValue>> known_;
};

}  // namespace forewarp::analysis

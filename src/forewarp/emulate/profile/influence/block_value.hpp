// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What is known of an integer register before anything runs: how it depends on the block index.
///
///     affine:  per_block . b + rest + step * k    (see block_condition.hpp); the same in every block where per_block =
///     0 varied:  anything else. It differs between blocks that take the same sides of all conditions by multiples of
///              `granule`, unless it comes from memory (by_data)
///
/// Values are unbounded integers; code that reads a register as signed or unsigned must check that they fit.
#include <array>
#include <cstdint>

#include "forewarp/emulate/profile/influence/block_condition.hpp"
#include "forewarp/frontend/launch/launch.hpp"

namespace forewarp::profile {

struct BlockValue {
  enum class Kind : std::uint8_t { unset, affine, varied };
  Kind kind = Kind::unset;
  BlockCondition form;       ///< of an affine one
  std::int64_t granule = 1;  ///< of a varied one, at least 1
  bool by_data = false;      ///< of a varied one
  bool operator==(const BlockValue&) const = default;

  [[nodiscard]] bool is_affine() const { return kind == Kind::affine; }
  [[nodiscard]] bool is_varied() const { return kind == Kind::varied; }
  /// The same in every block that takes the same sides of all conditions.
  [[nodiscard]] bool is_same() const { return is_affine() && form.per_block == decltype(form.per_block){}; }
  [[nodiscard]] bool is_number() const { return is_same() && !form.is_open && form.step == 0 && form.low == form.high; }
};

[[nodiscard]] BlockValue number(std::int64_t value);
[[nodiscard]] BlockValue between(std::int64_t low, std::int64_t high);
[[nodiscard]] BlockValue same_unknown();
[[nodiscard]] BlockValue varied(std::int64_t granule);
[[nodiscard]] BlockValue from_data();

/// Blocks of one class differ by multiples of this; 0 where they do not differ.
[[nodiscard]] std::int64_t granule_of(const BlockValue& value);

[[nodiscard]] BlockValue sum(const BlockValue& a, const BlockValue& b);
[[nodiscard]] BlockValue scaled(const BlockValue& a, std::int64_t factor);
[[nodiscard]] BlockValue difference(const BlockValue& a, const BlockValue& b);
[[nodiscard]] BlockValue product(const BlockValue& a, const BlockValue& b);
[[nodiscard]] BlockValue shifted_right(const BlockValue& a, const BlockValue& by);
[[nodiscard]] BlockValue masked(const BlockValue& a, const BlockValue& mask);
/// One of them, depending on the thread and the path but not on the block within a class.
[[nodiscard]] BlockValue either(const BlockValue& a, const BlockValue& b);
/// The same for definitions that a loop may repeat: two different ranges make an unknown one.
[[nodiscard]] BlockValue joined(const BlockValue& a, const BlockValue& b);
/// An unknown function of them.
[[nodiscard]] BlockValue mixed(const BlockValue& a, const BlockValue& b);

/// Whether the value is within [least, greatest] in every block of the grid; assumed where it is open or has a step.
[[nodiscard]] bool lies_within(const BlockValue& value, launch::Dim3 grid, std::int64_t least, std::int64_t greatest);

}  // namespace forewarp::profile

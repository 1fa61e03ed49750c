// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Divides the boxes of a grid until each part has one outcome of every condition.
#include <map>
#include <optional>

#include "forewarp/emulate/profile/strata.hpp"

namespace forewarp::profile {

class StrataDivision {
 public:
  StrataDivision(Strata& strata, std::span<const BlockCondition> conditions, std::uint32_t most)
      : strata_(strata), conditions_(conditions), most_(most) {}

  /// Makes the strata's groups and nodes of its places.
  void divide();

 private:
  /// The place, then each condition's outcome. Empty: not divided to the end.
  using Key = std::vector<Outcome>;
  struct Part {
    BlockBox box;
    std::uint32_t node;
    std::uint32_t place;
  };
  [[nodiscard]] static bool is_smaller(const Part& a, const Part& b);
  [[nodiscard]] std::optional<Key> key_of(const Part& part, const BlockCondition** undecided) const;
  [[nodiscard]] static unsigned axis_to_cut(const BlockCondition& condition, const BlockBox& box);
  void cut(const Part& part, const BlockCondition& condition);
  void settle(const Part& part, Key key);
  void number_groups();

  Strata& strata_;
  std::span<const BlockCondition> conditions_;
  std::uint32_t most_;
  std::vector<Strata::Node> nodes_;
  std::vector<Part> open_;  ///< a heap, the largest first
  std::map<Key, std::vector<Part>> settled_;
};

}  // namespace forewarp::profile

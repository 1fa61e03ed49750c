// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Named numbers in a fixed order: what models read. Every name is in the catalogue with its unit and source.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace forewarp::feature {

struct FeatureInfo {
  std::string_view name, unit, meaning;
  std::string_view source;     ///< where it is from: "emulated", "counters", "launch", "data sheet"
  bool proxy_of_time = false;  ///< time in another unit (elapsed cycles): left out of models by default
};

class Features {
 public:
  /// Appends or overwrites. Throws InputError for a name that is not in the catalogue or a value that is not finite.
  void set(std::string_view name, double value);
  /// Throws InputError naming the feature when it is absent.
  [[nodiscard]] double at(std::string_view name) const;
  [[nodiscard]] double get(std::string_view name, double otherwise) const;
  [[nodiscard]] bool has(std::string_view name) const;
  [[nodiscard]] const std::vector<std::pair<std::string, double>>& items() const { return items_; }

 private:
  std::vector<std::pair<std::string, double>> items_;
};

/// All features there are, in order.
[[nodiscard]] const std::vector<FeatureInfo>& catalogue();
/// The catalogue's entry for a name, or nullptr.
[[nodiscard]] const FeatureInfo* find_feature(std::string_view name);

}  // namespace forewarp::feature

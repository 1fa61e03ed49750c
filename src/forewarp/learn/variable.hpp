// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A column as a model sees it: by name, with its unit, through a transform that can be taken back.
#include <array>
#include <string>
#include <string_view>

namespace forewarp::learn {

enum class Transform { identity, log, log2 };
inline constexpr std::array<std::string_view, 3> transform_names = {"identity", "log", "log2"};
[[nodiscard]] std::string_view name_of(Transform transform);
/// Throws InputError naming the transforms there are.
[[nodiscard]] Transform transform_called(std::string_view name);

struct Variable {
  std::string name, unit;
  Transform transform = Transform::identity;
  double offset = 0;  ///< added before the logarithm: amaris2022's scripts take log2(x + 1e-10)

  /// Throws InputError naming the variable when x is not finite or has no logarithm.
  [[nodiscard]] double forward(double x) const;
  /// May overflow to infinity.
  [[nodiscard]] double backward(double t) const;
};

}  // namespace forewarp::learn

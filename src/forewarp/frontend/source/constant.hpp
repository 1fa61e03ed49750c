// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Integer constant expressions of C++ as text: "TILE * TILE * sizeof(float)" becomes "(16) * (16) * 4".
#include <map>
#include <string>
#include <string_view>

namespace forewarp::source {

struct ConstantText {
  std::string text;     ///< what launch expressions can evaluate; meaningless where something is unknown
  std::string unknown;  ///< the first name or type that is not a constant; empty when all are
};

/// Replaces sizeof of the basic types, casts between integers and suffixes, and every name by what it stands for: in
/// `names` (as text), else a constant or an alias of a type that `source` defines ("const int TILE = 16;", "#define
/// TILE 16", "typedef float real;"). What `source` defines twice with different values is unknown.
[[nodiscard]] ConstantText constant_text(std::string_view expression, std::string_view source,
                                         const std::map<std::string, std::string>& names = {});

}  // namespace forewarp::source

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "forewarp/measure/pick/generator.hpp"

namespace forewarp::tool {

/// The generators that ship, and those of these files or folders of .pick files.
[[nodiscard]] std::vector<pick::Generator> generators_with(const std::vector<std::string>& own);

}  // namespace forewarp::tool

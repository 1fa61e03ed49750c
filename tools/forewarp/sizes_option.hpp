// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace forewarp::tool {

/// "n=1024" or "n=1024,m=3", any number of times. Throws InputError, naming the option, for anything else or a size
/// given twice.
[[nodiscard]] std::map<std::string, std::int64_t> sizes_of(const std::vector<std::string>& words,
                                                           const std::string& option);

}  // namespace forewarp::tool

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What translation units define and declare, and symbols under other names.
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::fatbin {

using Symbols = std::set<std::string, std::less<>>;

/// Its functions and variables (without shared memory) that are declared only, or those that are defined.
[[nodiscard]] Symbols symbols_of(const ptx::Module& module, bool declared);
/// Defined symbols that other units cannot refer to, `$str` of a printf.
[[nodiscard]] Symbols local_symbols(const ptx::Module& module);
/// Functions that the driver provides (vprintf, malloc), which no translation unit defines.
[[nodiscard]] bool is_of_system(std::string_view name);

/// The text with other names for these symbols.
[[nodiscard]] std::string renamed(std::string_view text, const std::map<std::string, std::string, std::less<>>& names);

}  // namespace forewarp::fatbin

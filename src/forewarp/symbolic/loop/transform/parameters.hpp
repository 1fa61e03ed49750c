// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// assume CONDITION; fix NAME=VALUE, NAME=VALUE ...
#include <map>
#include <string_view>

#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop {

/// What else is known of the parameters, in isl's words: "n >= 1 and n % 16 = 0". Throws InputError where it names what
/// is not a parameter, ParseError where isl does not read it, InputError where nothing can fulfil all that is assumed.
[[nodiscard]] Program assume(const Program& program, std::string_view condition, const SourceLocation& where = {});

/// Gives parameters their values for good. Throws InputError for an unknown one, for one that has another value, or
/// where the value contradicts what is assumed.
[[nodiscard]] Program fix_parameters(const Program& program, const std::map<std::string, std::int64_t>& values);

}  // namespace forewarp::loop

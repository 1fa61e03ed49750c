// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

#include "forewarp/frontend/launch/expression.hpp"
#include "forewarp/measure/run/device.hpp"

namespace forewarp::run {

/// launch::parse_argument's forms, name=local:BYTES and name=bytes:HEX. Throws InputError; for a scalar without a type,
/// too: there is no signature to take it from.
[[nodiscard]] Argument parse_argument_line(std::string_view text, const launch::Parameters& parameters);

/// The text that parse_argument_line reads as this argument.
[[nodiscard]] std::string argument_line(const Argument& argument);

}  // namespace forewarp::run

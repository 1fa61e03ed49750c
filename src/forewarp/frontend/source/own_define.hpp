// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string_view>

namespace forewarp::source {

/// The line (from 1) on which a source defines the macro itself whatever -D says; 0 where it does not. A definition
/// inside of an #if that asks for the macro (#ifndef BK) gives way to -D and does not count.
[[nodiscard]] std::size_t own_define(std::string_view text, std::string_view macro);

}  // namespace forewarp::source

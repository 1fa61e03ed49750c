// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// From a .loc to the one that it was inlined at.
#include <cstddef>
#include <string_view>

#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::ptx::detail {

/// Of inlining; a hostile file may make a ring.
constexpr std::size_t max_inline_levels = 16;

/// The name that .file gives to a number; empty where there is none.
[[nodiscard]] std::string_view name_of_file(const Module& module, std::uint32_t file);

/// The .loc at this place that was inlined itself, if any.
[[nodiscard]] const Loc* inlined_loc_at(const Function& function, const Loc::Place& place);

}  // namespace forewarp::ptx::detail

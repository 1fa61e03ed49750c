// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The functions of lanes/scalar as text that needs no header, so that a compiler without a standard library compiles
/// it.
#include <string>
#include <string_view>

namespace forewarp::emu::native {

/// The text of one header of lanes/scalar, by its name; empty where there is none.
[[nodiscard]] std::string_view scalar_header(std::string_view name);

/// What text of runs begins with. The namespace forewarp::emu::lanes is left open.
[[nodiscard]] std::string scalar_functions();

}  // namespace forewarp::emu::native

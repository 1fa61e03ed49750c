// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the author of a kernel called its parameters: PTX has them as blur_param_0, people say --arg width=1024.
#include <string>
#include <string_view>
#include <vector>

namespace forewarp::source {

/// The names in a parameter list, "" for one without: {"in", "", "n"} of "const float* __restrict__ in, float, int n =
/// 4".
[[nodiscard]] std::vector<std::string> parameter_names(std::string_view parameters);

/// The names of the parameters of the kernel that PTX calls `entry`, read from the text of the source it was compiled
/// from. Empty where the text does not show them: a name made by a macro, or overloads that call them differently.
[[nodiscard]] std::vector<std::string> parameter_names_of(std::string_view entry, std::string_view source_text);

}  // namespace forewarp::source

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

namespace forewarp::tool {

/// docs/cli/NAME.md as it stood at build time; empty when there is none.
[[nodiscard]] std::string_view help_text(std::string_view command);

}  // namespace forewarp::tool

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

namespace forewarp::report {

/// The file of report/assets of that name as it stood at build time; empty where there is none.
[[nodiscard]] std::string_view asset(std::string_view name);

}  // namespace forewarp::report

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Several PTX modules as one.
#include <string>
#include <vector>

namespace forewarp::driver {

/// The texts one behind the other, with one header: the newest .version, and the .target of the highest compute
/// capability. One text is returned as it is. Symbols keep their names.
[[nodiscard]] std::string linked_ptx(const std::vector<std::string>& modules);

}  // namespace forewarp::driver

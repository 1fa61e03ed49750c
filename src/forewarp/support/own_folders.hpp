// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <vector>

namespace forewarp {

/// Where this code was installed: the folder of the library that it is part of (libforewarp_c.so, the Python module),
/// and that of the running program. What ships with forewarp is found from there.
[[nodiscard]] std::vector<std::filesystem::path> own_folders();

}  // namespace forewarp

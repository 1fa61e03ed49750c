// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>

namespace forewarp {

/// " (did you mean 'kernels/saxpy.cu'?)": the file in the same folder whose name is nearest to that of a missing file,
/// as closest() has it; empty where none is near. The tail of an error message.
[[nodiscard]] std::string did_you_mean_file(const std::filesystem::path& missing);

}  // namespace forewarp

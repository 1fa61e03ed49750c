// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// clang keeps every function of OpenCL C, as another file might call it, and compiles each beside the kernels into which
/// it was inlined: of CLBlast's GEMM three times as much as its kernel. As functions of the file alone they are gone.
#include <filesystem>
#include <optional>
#include <string>

namespace forewarp::source {

/// A file that includes the source and makes its functions, but for kernels, its own; nothing where the path cannot be
/// written into it.
[[nodiscard]] std::optional<std::string> kernels_alone(const std::filesystem::path& source);

/// Without declarations of kernels, which clang adds there: ".entry k\n(...)\n;".
[[nodiscard]] std::string without_declarations(std::string ptx);

/// What clang said, without the lines that say that the file includes the source.
[[nodiscard]] std::string without_inclusions(const std::string& said, const std::filesystem::path& file);

}  // namespace forewarp::source

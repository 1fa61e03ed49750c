// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Kernels of files that were compiled before: executables, libraries, objects, fat binaries.
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "forewarp/frontend/kernel/kernel.hpp"

namespace forewarp::kernel {

/// Whether there is no source to compile: PTX, or a file with device code.
[[nodiscard]] bool is_compiled(const std::filesystem::path& path);

/// The PTX of the kernel that is asked for, or of the file's only one. Throws InputError as fatbin::find_kernel does,
/// and for options of a compiler.
[[nodiscard]] Code code_of_binary(const Request& request, const Described& described);

/// The newest version of the PTX ISA whose instructions are known, that of CUDA 13.0.
inline constexpr std::string_view newest_ptx_text = "9.0";
/// What .version says where it is newer.
[[nodiscard]] std::optional<std::string> newer_version(std::string_view ptx);

}  // namespace forewarp::kernel

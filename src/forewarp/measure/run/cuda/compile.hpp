// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "forewarp/measure/run/cuda/devices.hpp"

namespace forewarp::run::cuda {

/// PTX of CUDA C++: by NVRTC where it is here (FOREWARP_NVRTC may name it, or be "off"), else by the other compiler.
/// Throws InputError with the log, whole; Unavailable where there is neither.
[[nodiscard]] std::string compile_cuda(const Code& code, unsigned capability, const Compiler& otherwise);

/// "nvrtc 13.0" where there is one.
[[nodiscard]] std::optional<std::string> nvrtc_version();

/// The bytes of each parameter of an entry, read off its declaration; nothing where the PTX has no such entry.
[[nodiscard]] std::optional<std::vector<std::uint64_t>> parameter_bytes(std::string_view ptx, std::string_view entry);

}  // namespace forewarp::run::cuda

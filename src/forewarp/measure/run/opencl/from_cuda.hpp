// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Plain CUDA C++ as OpenCL C 1.2, so that kernels without an OpenCL version can be measured on OpenCL devices.
///
/// It works on tokens: qualifiers and built-in names get their OpenCL names (from_cuda_prelude.hpp has the functions),
/// casts are written C's way, pointer parameters of kernels are __global, local pointers take the address space of what
/// they are initialised with, functions with pointers exist once for each address space, and dynamic shared memory
/// becomes one more parameter. What has no counterpart is refused by name: templates, references, warp shuffles and
/// votes, inline PTX, tensor instructions, textures, three-component vectors (12 bytes here, 16 there).
#include <optional>
#include <string>
#include <string_view>

namespace forewarp::run::opencl {

struct FromCuda {
  std::string text;                         ///< OpenCL C, with everything it needs in it
  std::optional<std::string> local_memory;  ///< the last parameter, which represents dynamic shared memory
};

/// name precedes messages. Throws InputError saying what cannot be translated, and in which line.
[[nodiscard]] FromCuda from_cuda(std::string_view cuda, std::string_view name);

}  // namespace forewarp::run::opencl

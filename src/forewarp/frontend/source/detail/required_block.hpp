// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The block that an OpenCL kernel requires, reqd_work_group_size, which LLVM does not write into PTX. ptxas gives
/// other registers to a kernel with .reqntid, so that it becomes a pragma:
///
///     .visible .entry k(...)            .visible .entry k(...)
///     { ... }                       ->  .pragma "reqd_work_group_size 64, 1, 1";
///                                       { ... }
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace forewarp::source {

inline constexpr std::string_view required_block = "reqd_work_group_size";

/// Threads along x, y and z by kernel: "64, 1, 1".
using RequiredBlocks = std::map<std::string, std::string>;

/// Of preprocessed OpenCL C; nothing where one of the attributes has other than three whole numbers, or does not stand
/// before the kernel's name.
[[nodiscard]] std::optional<RequiredBlocks> required_blocks_in_source(std::string_view expanded);

/// Of LLVM's text: "define ... @k(ptr %0) !reqd_work_group_size !9 {" and "!9 = !{i32 64, i32 1, i32 1}".
[[nodiscard]] RequiredBlocks required_blocks_in_llvm(const std::string& llvm);

[[nodiscard]] std::string with_pragmas(std::string ptx, const RequiredBlocks& blocks);

}  // namespace forewarp::source

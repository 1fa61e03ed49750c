// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the machine code of a GPU (a cubin: an ELF file by ptxas) says of its kernels. Its instructions are not read.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/frontend/fatbin/fat_binary.hpp"

namespace forewarp::fatbin {

/// Mangled names of the kernels, in the order of the sections of their constants. Only the beginning of a compressed
/// entry is decompressed, where that suffices.
[[nodiscard]] std::vector<std::string> kernel_names(const Entry& entry, const BytePlace& container);

/// Registers of a thread of this kernel, without those of functions that are linked to it later; nothing where the
/// machine code has no kernel of the name.
[[nodiscard]] std::optional<std::uint32_t> registers_of(std::string_view cubin, std::string_view kernel,
                                                        const BytePlace& place);

/// The architecture that a cubin is for. Throws InputError where the bytes are none.
[[nodiscard]] source::Arch arch_of(std::string_view cubin, const BytePlace& place);

}  // namespace forewarp::fatbin

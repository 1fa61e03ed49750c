// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What to say where a file has no kernel that can be run, or none of the name that was asked for.
#include <optional>
#include <string>
#include <string_view>

#include "forewarp/frontend/source/listing.hpp"

namespace forewarp::kernel {

/// Of a file in whose PTX there is no kernel: that it has templates only and how an instance is named, that it only
/// declares its kernels, that it is a host program, or that it has none.
[[nodiscard]] std::string no_kernel_message(const std::string& path, const source::SourceListing& listing);

/// "reduce is a template <typename T, int N>: name an instance, such as --kernel 'reduce<float, 256>'" where the file
/// has a template of this bare name; nothing otherwise.
[[nodiscard]] std::optional<std::string> template_message(std::string_view name, const source::SourceListing& listing);

}  // namespace forewarp::kernel
